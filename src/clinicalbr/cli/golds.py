"""The masker of each case: its gold answer from a gold file or from the case itself, its languages' packs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clinicalbr.errors import ClinicalBrError, GoldTargetError, LanguageError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker, read_gold_file
from clinicalbr.schema import ClinicalCase, MaskedCase

__all__ = ["Golds"]


class Golds:
    """Makes the masker of a case.

    Args:
        file: Gold file; its answers come before those that cases state.
        packs: Folders of language packs of one's own.
        placeholder: What stands in place of a mention; the pack's by default.
    """

    def __init__(self, file: Path | None, packs: Sequence[Path] = (), placeholder: str | None = None) -> None:
        self._file = file
        self._targets = read_gold_file(file) if file is not None else {}
        self._packs = [LanguagePack.from_folder(folder) for folder in packs]
        self._placeholder = placeholder

    @property
    def given(self) -> bool:
        """Whether anything was given that the defaults of the library do not know."""
        return bool(self._targets or self._packs or self._placeholder is not None)

    def masker(self, case: ClinicalCase | MaskedCase) -> Masker:
        """The masker of a case.

        Args:
            case: A case, masked or not.

        Returns:
            A masker for its gold answer.

        Raises:
            GoldTargetError: Neither the gold file nor the case states an answer that can be masked.
            LanguageError: A language of the answer has no pack.
        """
        try:
            return Masker(self._target(case), self._placeholder, packs=self._packs)
        except LanguageError as error:
            raise LanguageError(
                f"case {case.case_id!r}: {error.message}", remedy="give the folder of a pack with --pack"
            ) from error
        except ClinicalBrError as error:
            if case.case_id in error.message:
                raise
            raise type(error)(f"case {case.case_id!r}: {error.message}", remedy=error.remedy) from error

    def _target(self, case: ClinicalCase | MaskedCase) -> GoldTarget:
        if case.case_id in self._targets:
            return self._targets[case.case_id]
        if isinstance(case, ClinicalCase) and case.gold_diagnosis:
            return GoldTarget.from_case(case)
        place = f"{self._file} has no row for it" if self._file else "it states no diagnosis"
        raise GoldTargetError(
            f"case {case.case_id!r} has no gold answer: {place}", remedy="add it to the file given with --gold-file"
        )
