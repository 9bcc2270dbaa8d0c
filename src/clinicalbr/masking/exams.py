"""The exams that must not reach a prompt: the names of a gold exam list, and what else in a text gives them away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from clinicalbr.errors import GoldTargetError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_search import RESULT, find_exams
from clinicalbr.masking.exam_terms import FormKind
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.name_parts import is_acronym
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.text_lists import text_list
from clinicalbr.masking.verdicts import verdict_clauses
from clinicalbr.schema import ClinicalCase, Leak, Tier
from clinicalbr.text import Span

__all__ = ["ExamTarget"]


@dataclass(frozen=True, slots=True)
class ExamTarget:
    """The diagnosis and the exams of a gold exam list, which ask for it.

    Exams that are not in the list stay, as do vital signs and findings of the physical examination.

    Args:
        diagnosis: Target of the diagnosis; its languages are those of the exams.
        exams: Names of the exams as the list has them.
        others: Other names of these exams, for instance from a knowledge base; they count as written.
        results: Whether the result that stands beside an exam is masked too ("showed ...", "2.9 mEq/L").

    Raises:
        GoldTargetError: The diagnosis is no gold answer, or exams or other names are no list of texts.

    Examples:
        >>> target = ExamTarget(GoldTarget(["dengue"], languages=["pt"]), ("hemograma",))
        >>> text = "HMG com plaquetas 38.000/mm³."
        >>> [span.of(text) for span, _ in target.find_more(text, [], [LanguagePack.load("pt")])]
        ['HMG', 'HMG com plaquetas', 'HMG com plaquetas 38.000/mm³', 'plaquetas', 'plaquetas 38.000/mm³']
    """

    diagnosis: GoldTarget
    exams: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    results: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.diagnosis, GoldTarget):
            raise GoldTargetError(
                f"the diagnosis of the exams is {self.diagnosis!r}, no gold answer",
                remedy="give ExamTarget(GoldTarget([...]), exams)",
            )
        for field in ("exams", "others"):
            object.__setattr__(self, field, text_list(field, getattr(self, field)))

    @classmethod
    def from_case(
        cls,
        case: ClinicalCase,
        *others: ClinicalCase,
        names_of: Callable[[str], Iterable[str]] | None = None,
        results: bool = True,
    ) -> ExamTarget:
        """Target of a case's diagnosis and gold exam list, with those of its other language versions.

        Args:
            case: The case.
            *others: The same case in other languages.
            names_of: Gives the other names of an exam, for instance ``KnowledgeBase.names_of``.
            results: Whether results are masked too.

        Returns:
            The target, in the languages of the cases.

        Raises:
            GoldTargetError: No version states a final diagnosis.

        Examples:
            >>> from clinicalbr.schema import DiagnosisSection, ExamList
            >>> case = ClinicalCase(case_id="c1", language="pt", narrative="Febre.",
            ...                     diagnosis=DiagnosisSection(final_diagnosis_name="dengue"),
            ...                     gold_exams=ExamList(laboratory=("hemograma", "K")))
            >>> ExamTarget.from_case(case).exams
            ('hemograma', 'K')
        """
        versions = (case, *others)
        return cls.of_lists(GoldTarget.from_case(*versions), versions, names_of=names_of, results=results)

    @classmethod
    def of_lists(
        cls,
        diagnosis: GoldTarget,
        versions: Iterable[ClinicalCase],
        *,
        names_of: Callable[[str], Iterable[str]] | None = None,
        results: bool = True,
    ) -> ExamTarget:
        """Target of a diagnosis that was stated elsewhere, and of the gold exam lists of a case.

        Args:
            diagnosis: Target of the diagnosis.
            versions: Language versions of the case; one without a list gives no exam.
            names_of: Gives the other names of an exam, for instance ``KnowledgeBase.names_of``.
            results: Whether results are masked too.

        Returns:
            The target, in the languages of the diagnosis.

        Examples:
            >>> from clinicalbr.schema import ExamList
            >>> case = ClinicalCase(case_id="c1", language="pt", narrative="Febre.",
            ...                     gold_exams=ExamList(laboratory=("hemograma",)))
            >>> ExamTarget.of_lists(GoldTarget(["dengue"]), [case]).exams
            ('hemograma',)
        """
        names = [name for version in versions if version.gold_exams for name in version.gold_exams.names]
        exams = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
        more = tuple(dict.fromkeys(name for exam in exams for name in names_of(exam))) if names_of else ()
        return cls(diagnosis, exams, more, results)

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of the exams and of the texts."""
        return self.diagnosis.languages

    @property
    def gold(self) -> GoldTarget:
        """The names to look for like those of a diagnosis, the exams as synonyms.

        What would mask ordinary text ("K") is left out, and so are abbreviations, which :meth:`find_more` finds.
        """
        return replace(self.diagnosis, synonyms=(*self.diagnosis.synonyms, *self.names))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of exams that are looked for like those of a diagnosis."""
        return tuple(name for name in (*self.exams, *self.others) if self._is_plain(name))

    def of_diagnosis(self, leaks: Iterable[Leak]) -> list[Leak]:
        """Those leaks that name the diagnosis: a clause that announces an exam is no verdict.

        Args:
            leaks: Leaks of the diagnosis and of exams.

        Returns:
            Leaks of the diagnosis.
        """
        told = {RESULT, *(kind.value for kind in FormKind)} | set(self.gold.synonyms) - set(self.diagnosis.synonyms)
        return [leak for leak in leaks if leak.variant not in told]

    def spared(
        self,
        text: str,  # noqa: ARG002
        mentions: Sequence[Span],  # noqa: ARG002
        packs: Sequence[LanguagePack],  # noqa: ARG002
        *,
        told: bool = False,  # noqa: ARG002
    ) -> Sequence[Span]:
        """Mentions of names that give nothing away: none, for an exam of the list is one wherever it stands.

        Args:
            text: Any text.
            mentions: Where the names were found.
            packs: Packs of the languages of the text.
            told: Whether the text tells of the exams in words that are masked already.

        Returns:
            Nothing.
        """
        return ()

    def telling_clauses(self, text: str, leaks: Sequence[Leak], lexicon: Lexicon) -> Sequence[tuple[Span, Tier]]:
        """Clauses that announce the diagnosis.

        Args:
            text: Any text.
            leaks: Leaks of the diagnosis and of exams.
            lexicon: Rules of the languages of the text.

        Returns:
            Clauses, each with the strongest tier in it.
        """
        return verdict_clauses(text, self.of_diagnosis(leaks), lexicon)

    def _is_plain(self, name: str) -> bool:
        try:
            parts = GoldTarget([name], languages=self.languages)
        except GoldTargetError:
            return False
        return not parts.acronyms and not is_acronym(name)

    def find_more(
        self, text: str, mentions: Sequence[Span], packs: Sequence[LanguagePack]
    ) -> Iterator[tuple[Span, str]]:
        """What gives the exams away beside their full names.

        That are their other names and abbreviations in the tables of the packs, the method with its object in other
        words ("MRI abdo"), verbs ("biopsied"), the measures of a panel beside a value ("K 2.9 mEq/L"), and the results,
        with the verb between where nothing else stands there.

        Args:
            text: Any text.
            mentions: Where the names were found.
            packs: Packs of the languages of the text.

        Yields:
            Spans in order of place, with the reason; that of a result is ``"result"``.

        Examples:
            >>> target = ExamTarget(GoldTarget(["Cushing disease"]), ("abdominal magnetic resonance imaging",))
            >>> text = "An MRI abdo showed a mass; a head CT was normal."
            >>> [span.of(text) for span, _ in target.find_more(text, [], [LanguagePack.load("en")])]
            ['MRI abdo', 'MRI abdo showed a mass']
        """
        if self.exams and packs:
            yield from find_exams(self.exams, text, mentions, tuple(packs), results=self.results)
