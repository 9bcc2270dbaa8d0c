"""The gold answer of each case: from a gold file, or from the case itself."""

from __future__ import annotations

from pathlib import Path

from clinicalbr.errors import GoldTargetError
from clinicalbr.masking import GoldTarget, read_gold_file
from clinicalbr.schema import ClinicalCase, MaskedCase

__all__ = ["Golds"]


class Golds:
    """Looks up the gold answer of a case.

    Args:
        file: Gold file; its answers come before those that cases state.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._targets = read_gold_file(file) if file is not None else {}

    def of(self, case: ClinicalCase | MaskedCase) -> GoldTarget:
        """The gold answer of a case.

        Args:
            case: A case, masked or not.

        Returns:
            The target.

        Raises:
            GoldTargetError: Neither the gold file nor the case states one.
        """
        if case.case_id in self._targets:
            return self._targets[case.case_id]
        if isinstance(case, ClinicalCase) and case.gold_diagnosis:
            return GoldTarget.from_case(case)
        place = f"{self._file} has no row for it" if self._file else "it states no diagnosis"
        raise GoldTargetError(
            f"case {case.case_id!r} has no gold answer: {place}", remedy="add it to the file given with --gold-file"
        )
