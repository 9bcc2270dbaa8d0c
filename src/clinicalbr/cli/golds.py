"""The masker of each case: its gold answer from a gold file or from the case itself, its languages' packs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Literal, TypeVar

from clinicalbr.cli.progress import say
from clinicalbr.errors import ClinicalBrError, GoldTargetError, LanguageError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import (
    DEFAULT_TIERS,
    ExamTarget,
    GoldTarget,
    Masker,
    Tier,
    TreatmentTarget,
    read_gold_file,
)
from clinicalbr.schema import ClinicalCase, MaskedCase, Task, read_cases

__all__ = ["Golds"]

_STATED_ELSEWHERE = "give the cases as they were before masking, with {}, by --gold-cases"
C = TypeVar("C", ClinicalCase, ClinicalCase | MaskedCase)


class Golds:
    """Makes the masker of a case.

    Args:
        file: Gold file; its answers come before those that cases state.
        packs: Folders of language packs of one's own.
        placeholder: What stands in place of a mention; the pack's by default.
        tiers: Kinds of mention to look for.
        verdicts: Whether clauses that announce the answer are dropped whole.
        cases: Cases as they were before masking, whose diagnosis, exam lists and treatment are the answers of cases of
            the same identifier.

    Raises:
        InputError: A file cannot be opened or used.
        RecordError: A row or a line of a file cannot be used.
    """

    def __init__(
        self,
        file: Path | None,
        packs: Sequence[Path] = (),
        placeholder: str | None = None,
        *,
        tiers: Collection[Tier] = DEFAULT_TIERS,
        verdicts: Literal["keep", "drop"] = "keep",
        cases: Path | None = None,
    ) -> None:
        self._file = file
        self._originals: dict[str, list[ClinicalCase]] = {}
        if cases is not None:
            with read_cases(cases) as records:
                for case in records:
                    self._originals.setdefault(case.case_id, []).append(case)
        self._targets = read_gold_file(file) if file is not None else {}
        self._packs = [LanguagePack.from_folder(folder) for folder in packs]
        self._placeholder = placeholder
        self._tiers = tiers
        self._verdicts: Literal["keep", "drop"] = verdicts

    def with_versions(self, cases: Iterable[C], command: str) -> Iterator[tuple[C, tuple[C, ...]]]:
        """Each case with its other language versions, which are its neighbours of the same identifier.

        A version that comes apart from the others is reported: their names are not sought in it, nor its in theirs.

        Args:
            cases: Cases, masked or not.
            command: Who reports.

        Yields:
            A case and the other versions of it.
        """
        languages: dict[str, set[str]] = {}
        for case_id, neighbours in groupby(cases, lambda case: case.case_id):
            versions = tuple(neighbours)
            here = {case.language for case in versions}
            before = languages.setdefault(case_id, set())
            states_own = case_id not in self._targets and any(isinstance(case, ClinicalCase) for case in versions)
            if before and here - before and states_own:
                say(
                    f"clinicalbr {command}: case {case_id!r} ({', '.join(sorted(here))}) stands apart from its version "
                    f"in {', '.join(sorted(before))}, so names in the other language are not searched. Remedy: put the "
                    "versions on consecutive lines, or give --gold-file"
                )
            before |= here
            for position, case in enumerate(versions):
                yield case, versions[:position] + versions[position + 1 :]

    def masker(
        self,
        case: ClinicalCase | MaskedCase,
        others: Sequence[ClinicalCase | MaskedCase] = (),
        task: Task = Task.DIAGNOSIS,
        *,
        need_exams: bool = False,
    ) -> Masker:
        """The masker of a case.

        Args:
            case: A case, masked or not.
            others: Its other language versions.
            task: The exam task also takes the exam lists of the cases, whoever states the diagnosis; the treatment
                task takes the treatment that they state in place of it.
            need_exams: Whether a case without an exam list has no answer to the exam task.

        Returns:
            A masker for its gold answer.

        Raises:
            GoldTargetError: Neither the gold file nor the case states an answer that can be masked.
            LanguageError: A language of the answer has no pack.
        """
        try:
            target = self._target(case, others, task)
            if need_exams and isinstance(target, ExamTarget) and not target.exams:
                raise GoldTargetError("it has no gold exam list", remedy=_STATED_ELSEWHERE.format("gold_exams"))
            return Masker(target, self._placeholder, tiers=self._tiers, verdicts=self._verdicts, packs=self._packs)
        except LanguageError as error:
            raise LanguageError(
                f"case {case.case_id!r}: {error.message}", remedy="give the folder of a pack with --pack"
            ) from error
        except ClinicalBrError as error:
            if case.case_id in error.message:
                raise
            raise type(error)(f"case {case.case_id!r}: {error.message}", remedy=error.remedy) from error

    def _target(
        self, case: ClinicalCase | MaskedCase, others: Sequence[ClinicalCase | MaskedCase], task: Task
    ) -> GoldTarget | ExamTarget | TreatmentTarget:
        stated = (*(case, *others), *self._originals.get(case.case_id, ()))
        versions = [version for version in stated if isinstance(version, ClinicalCase)]
        # The language of the text comes first.
        versions.sort(key=lambda version: version.language != case.language)
        if task is Task.TREATMENT:
            if not versions:
                raise GoldTargetError(
                    f"masked case {case.case_id!r} does not hold its treatment",
                    remedy=_STATED_ELSEWHERE.format("treatment"),
                )
            return TreatmentTarget.from_case(*versions, packs=self._packs)
        diagnosis = self._diagnosis(case, versions)
        return ExamTarget.of_lists(diagnosis, versions) if task is Task.EXAMS else diagnosis

    def _diagnosis(self, case: ClinicalCase | MaskedCase, versions: Sequence[ClinicalCase]) -> GoldTarget:
        if case.case_id in self._targets:
            target = self._targets[case.case_id]
            # The first language lends its placeholder.
            return replace(target, languages=tuple(dict.fromkeys((case.language, *target.languages))))
        if any(version.gold_diagnosis for version in versions):
            return GoldTarget.from_case(*versions)
        place = f"{self._file} has no row for it" if self._file else "it states no diagnosis"
        raise GoldTargetError(
            f"case {case.case_id!r} has no gold answer: {place}", remedy="add it to the file given with --gold-file"
        )
