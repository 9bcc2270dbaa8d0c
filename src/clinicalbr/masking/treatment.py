"""The treatment that must not reach a prompt: what a plan names, and what else in a text gives it away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from clinicalbr.errors import GoldTargetError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.name_parts import is_acronym
from clinicalbr.masking.target import GoldTarget
from clinicalbr.masking.text_lists import language_codes, text_list
from clinicalbr.masking.treatment_outcomes import outcome_clauses
from clinicalbr.masking.treatment_search import find_more, spared
from clinicalbr.masking.treatment_terms import plan_terms
from clinicalbr.schema import ClinicalCase, Leak, Tier, texts_of
from clinicalbr.text import Span, fold_text

__all__ = ["TreatmentTarget"]

_LISTS = ("drugs", "classes", "procedures", "devices", "doses", "trade_names", "general")
_PLAN_FIELDS = ("intervention", "follow_up", "outcome")


@dataclass(frozen=True, slots=True)
class TreatmentTarget:
    """The parts of a treatment plan, as its texts name them.

    A drug of the plan is a leak wherever it stands, in home medication and allergies too; other drugs, examinations and
    analytes are none.

    Args:
        drugs: Drugs.
        classes: Names of the classes of the drugs ("antibiotic").
        procedures: Procedures and operations.
        devices: Devices.
        doses: Amounts with a unit ("60 mg/day").
        trade_names: Trade names of the drugs, and substances of the trade names.
        general: General words for the procedures ("surgery").
        languages: Languages of the plan and of the texts.
        words: Words of the lines of the plan that name a procedure, folded; words on the same root count beside a
            mention.

    Raises:
        GoldTargetError: No drug, class, procedure or device is given, or no language, or a field is no list of texts.

    Examples:
        >>> target = TreatmentTarget(drugs=("prednisona",), doses=("60 mg",), languages=("pt",))
        >>> target.gold.names
        ('prednisona',)
    """

    drugs: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    doses: tuple[str, ...] = ()
    trade_names: tuple[str, ...] = ()
    general: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("pt", "en")
    words: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        for field in _LISTS:
            object.__setattr__(self, field, text_list(field, getattr(self, field)))
        object.__setattr__(self, "languages", language_codes(self.languages))
        if not isinstance(self.words, Iterable):
            raise GoldTargetError(f"words is {self.words!r}, not a list of lists", remedy="give a list of words a line")
        object.__setattr__(self, "words", tuple(text_list("words", line) for line in self.words))
        if not self.languages:
            raise GoldTargetError("the treatment has no language", remedy="give languages, for instance ('pt', 'en')")
        if not _maskable((*self.drugs, *self.classes, *self.procedures, *self.devices, *self.general), self.languages):
            raise GoldTargetError(
                "the treatment names no drug, procedure or device", remedy="give drugs, procedures or devices"
            )

    @classmethod
    def from_case(
        cls,
        case: ClinicalCase,
        *others: ClinicalCase,
        types_of: Callable[[str], Iterable[str]] | None = None,
        packs: Iterable[LanguagePack] = (),
    ) -> TreatmentTarget:
        """Target of a case's treatment, with what its other language versions call it.

        Args:
            case: The case.
            *others: The same case in other languages.
            types_of: UMLS semantic types of a name, for instance from a knowledge base; names of type T121 count as
                drugs and those of T061 as procedures, beside what the language packs know.
            packs: Packs of one's own, in place of the included ones.

        Returns:
            The target, in the languages of the cases.

        Raises:
            GoldTargetError: No version states a treatment, or nothing in it can be masked.
            LanguageError: A case is in a language without a pack.

        Examples:
            >>> from clinicalbr.schema import TreatmentSection
            >>> case = ClinicalCase(case_id="c1", language="en", narrative="Fever.",
            ...                     treatment=TreatmentSection(intervention="Drainage and ceftriaxone 2 g daily."))
            >>> target = TreatmentTarget.from_case(case)
            >>> target.drugs, target.procedures, target.doses
            (('ceftriaxone',), ('Drainage',), ('2 g',))
        """
        versions = (case, *others)
        languages = tuple(dict.fromkeys(version.language for version in versions))
        own = {pack.code: pack for pack in packs}
        loaded = [own[code] if code in own else LanguagePack.load(code) for code in languages]
        plan = [text for version in versions for text in _plan(version)]
        if not plan:
            raise GoldTargetError(f"case {case.case_id!r} states no treatment", remedy="set treatment.intervention")
        terms = plan_terms(plan, loaded, types_of)
        if not (terms.drugs or terms.classes or terms.procedures or terms.devices or terms.general):
            raise GoldTargetError(
                f"the treatment of case {case.case_id!r} names no drug, procedure or device that can be masked",
                remedy="name them in treatment.intervention, pass types_of, or mask the words of the plan with "
                f"Masker(TreatmentTarget(procedures=[...], languages={list(languages)}), verdicts='drop')",
            )
        return cls(
            drugs=tuple(terms.drugs),
            classes=tuple(terms.classes),
            procedures=tuple(terms.procedures),
            devices=tuple(terms.devices),
            doses=tuple(terms.doses),
            trade_names=tuple(terms.trade_names),
            general=tuple(terms.general),
            languages=languages,
            words=tuple(terms.words),
        )

    @property
    def gold(self) -> GoldTarget:
        """The names to look for like those of a diagnosis, with classes and trade names as synonyms.

        What would mask ordinary text is left out.
        """
        procedures = self._without_general_words(self.procedures)
        names = _maskable((*self.drugs, *procedures, *self.devices), self.languages)
        # A class of several words would be sought by its parts ("inhibitor"); find_more seeks it as a whole.
        single = [name for name in (*self.trade_names, *self.classes) if " " not in name and len(name) > 2]
        others = _maskable(single, self.languages)
        acronyms = [name for name in others if is_acronym(name)]
        synonyms = [name for name in others if not is_acronym(name)]
        if not names and not acronyms:
            # A plan may say no more than "antibiotics" or "surgery".
            names, synonyms = (synonyms or _maskable(self.general, self.languages)), []
        several = any(" " in name for name in (*procedures, *self.devices))
        return GoldTarget(names, acronyms, synonyms, self.languages, derive_acronyms=several)

    def _without_general_words(self, names: Iterable[str]) -> list[str]:
        """Names without words such as "surgical", which would be sought for themselves as part of the name."""
        general = {fold_text(word) for word in self.general}
        kept = (" ".join(word for word in name.split() if fold_text(word) not in general) for name in names)
        return list(dict.fromkeys(name for name in kept if name))

    def find_more(
        self, text: str, mentions: Sequence[Span], packs: Sequence[LanguagePack]
    ) -> Iterator[tuple[Span, str]]:
        """What gives the treatment away beside its names.

        That are other word forms of a procedure ("drained"), names of a drug's class and general words for a procedure
        ("antibiotic", "surgery"), and doses, routes, forms, frequencies and durations that stand beside a mention; an
        amount of the plan counts anywhere. A general word or word form in a statement about the patient's past
        ("previous surgery") stays.

        Args:
            text: Any text.
            mentions: Where the names were found.
            packs: Packs of the languages of the text.

        Yields:
            Spans in order of place, with the reason.

        Examples:
            >>> target = TreatmentTarget(procedures=("drenagem",), drugs=("prednisona",), languages=("pt",))
            >>> text = "Foi drenado e recebeu prednisona 60 mg/dia."
            >>> for span, reason in target.find_more(text, [Span(22, 32)], [LanguagePack.load("pt")]):
            ...     print(span.of(text), "-", reason)
            drenado - word for a procedure of the plan
            60 mg/dia - regimen beside a mention
        """
        yield from find_more(self, text, mentions, tuple(packs))

    def spared(
        self, text: str, mentions: Sequence[Span], packs: Sequence[LanguagePack], *, told: bool = False
    ) -> list[Span]:
        """Mentions of names that are none of the treatment.

        That are names of drugs measured in the blood ("fasting insulin"), and procedures of the patient's past where
        another mention tells of the treatment itself.

        Args:
            text: Any text.
            mentions: Where the names were found.
            packs: Packs of the languages of the text.
            told: Whether the text tells of the treatment in words that are masked already.

        Returns:
            The mentions to leave, in order.

        Examples:
            >>> target = TreatmentTarget(drugs=("insulin",), languages=("en",))
            >>> text = "Fasting insulin 2 mU/L. Insulin was given."
            >>> target.spared(text, [Span(8, 15), Span(24, 31)], [LanguagePack.load("en")])
            [Span(start=8, end=15)]
        """
        return spared(self, text, mentions, tuple(packs), told=told)

    def outcome_clauses(self, text: str, packs: Sequence[LanguagePack], mentions: Sequence[Span]) -> Iterator[Span]:
        """Clauses that tell how the treatment turned out; what improved before any mention of it stays.

        Args:
            text: Any text.
            packs: Packs of the languages of the text.
            mentions: Where the treatment is mentioned.

        Yields:
            Spans of clauses, in order.

        Examples:
            >>> target = TreatmentTarget(drugs=("prednisona",), languages=("pt",))
            >>> text = "Febre com melhora espontânea. Recebeu prednisona. Evoluiu com melhora e recebeu alta."
            >>> [span.of(text) for span in target.outcome_clauses(text, [LanguagePack.load("pt")], [Span(38, 48)])]
            ['Evoluiu com melhora e recebeu alta.']
        """
        yield from outcome_clauses(text, tuple(packs), mentions)

    def telling_clauses(self, text: str, leaks: Sequence[Leak], lexicon: Lexicon) -> list[tuple[Span, Tier]]:
        """Clauses that tell how the treatment turned out, as :meth:`outcome_clauses` finds them.

        Args:
            text: Any text.
            leaks: Leaks of the treatment.
            lexicon: Rules of the languages of the text.

        Returns:
            Clauses in order.
        """
        mentions = sorted({Span(leak.start, leak.end) for leak in leaks})
        return [(span, Tier.CORE) for span in self.outcome_clauses(text, lexicon.packs, mentions)]

    def explain(self) -> str:
        """What the target is made of, a line for each kind.

        Returns:
            Text for a reader; it holds the answer.

        Examples:
            >>> print(TreatmentTarget(drugs=("prednisona",), doses=("60 mg",), languages=("pt",)).explain())
            drugs: prednisona
            doses: 60 mg
            languages: pt
        """
        kinds = ("drugs", "trade_names", "classes", "procedures", "general", "devices", "doses", "languages")
        return "\n".join(
            f"{kind.replace('_', ' ')}: {', '.join(getattr(self, kind))}" for kind in kinds if getattr(self, kind)
        )


def _plan(case: ClinicalCase) -> tuple[str, ...]:
    """What was done, with later adjustments and what the outcome says of the treatment."""
    if case.treatment is None:
        return ()
    return tuple(text for name in _PLAN_FIELDS for text in texts_of(getattr(case.treatment, name)))


def _maskable(names: Iterable[str], languages: Sequence[str]) -> list[str]:
    kept = []
    for name in names:
        try:
            GoldTarget([name], languages=languages)
        except GoldTargetError:
            continue
        kept.append(name)
    return kept
