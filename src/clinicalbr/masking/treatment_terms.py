"""What a treatment plan is made of: its drugs, their classes, procedures, devices and doses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from clinicalbr.languages import LanguagePack, Medicine, TermClass
from clinicalbr.masking.phrases import Phrases, TextWords
from clinicalbr.masking.regimens import Regimens
from clinicalbr.masking.treatment_context import overlaps
from clinicalbr.masking.treatment_names import PlanNames
from clinicalbr.masking.treatment_words import content_words, distinct
from clinicalbr.text import SpanSet, fold, fold_text

__all__ = ["PROCEDURE_TYPE", "PlanTerms", "any_drug", "any_procedure", "other_drugs", "plan_terms"]

DRUG_TYPE, PROCEDURE_TYPE = "T121", "T061"
"""UMLS semantic types: Pharmacologic Substance, Therapeutic or Preventive Procedure."""

_LONGEST_NAME = _SHORTEST_NAME = 4

TypesOf = Callable[[str], Iterable[str]]


@dataclass(slots=True)
class PlanTerms:
    """The terms of a plan, each as first written.

    Args:
        drugs: Drugs.
        classes: Names of the classes of its drugs.
        trade_names: Trade names of its drugs, and the substances of its trade names.
        procedures: Procedures: their names, and longer ones with words for a site or kind behind them.
        general: General words for its procedures ("surgery").
        devices: Devices.
        doses: Amounts with a unit.
        words: Words of each line that names a procedure or device, for the search beside mentions.
    """

    drugs: list[str] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)
    trade_names: list[str] = field(default_factory=list)
    procedures: list[str] = field(default_factory=list)
    general: list[str] = field(default_factory=list)
    devices: list[str] = field(default_factory=list)
    doses: list[str] = field(default_factory=list)
    words: list[tuple[str, ...]] = field(default_factory=list)


def plan_terms(plan: Iterable[str], packs: Sequence[LanguagePack], types_of: TypesOf | None = None) -> PlanTerms:
    """Read a plan.

    Args:
        plan: Texts of the plan.
        packs: Packs of its languages.
        types_of: Semantic types of a name, from a knowledge base.

    Returns:
        Its terms.

    Examples:
        >>> terms = plan_terms(["Ressecção cirúrgica e prednisona 60 mg/dia."], [LanguagePack.load("pt")])
        >>> terms.drugs, terms.procedures[0], terms.doses
        (['prednisona'], 'Ressecção cirúrgica', ['60 mg/dia'])
    """
    lexicon = _lexicon(tuple(packs))
    terms = PlanTerms()
    for text in plan:
        lexicon.read(text, terms, types_of)
    for listed in (terms.drugs, terms.classes, terms.trade_names, terms.procedures, terms.general, terms.devices):
        listed[:] = distinct(listed)
    terms.doses[:] = distinct(terms.doses)
    known = {fold_text(name) for name in terms.drugs}
    for name, substance in sorted({pair for pack in packs for pair in pack.treatment.trade_names}):
        if name in known or substance in known:
            terms.trade_names += [other for other in (name, substance) if other not in known]
    for medicine in lexicon.medicines_of(terms.drugs):
        terms.trade_names += [name for name in medicine.names if fold_text(name) not in known]
        terms.classes += [name for name in medicine.classes if fold_text(name) not in known]
    terms.trade_names[:] = distinct(terms.trade_names)
    terms.classes[:] = distinct(terms.classes)
    terms.words[:] = dict.fromkeys(terms.words)
    return terms


class _Lexicon:
    """The words of plans in some languages, ready for the search."""

    def __init__(self, packs: tuple[LanguagePack, ...]) -> None:
        rules = [pack.treatment for pack in packs]
        self._function_words = frozenset(word for pack in packs for word in pack.function_words)
        self._little = frozenset(word for pack in packs for word in (*pack.names.modifiers, *pack.names.sites))
        self._not_drugs = self._function_words.union(*(each.not_drugs for each in rules))
        self._diagnostic = Phrases(term for each in rules for term in each.diagnostic)
        classes = [each for rule in rules for each in rule.drug_classes]
        self._drugs = Phrases(
            [
                *(drug for each in rules for drug in each.drugs),
                *(name for each in rules for pair in each.trade_names for name in pair),
                *(f"-{ending}" for each in rules for ending in each.drug_endings),
                *(member for each in classes for member in each.members),
                *(name for each in rules for medicine in each.medicines for name in medicine.names if _is_plain(name)),
            ]
        )
        self._medicines: dict[str, list[Medicine]] = {}
        for medicine in (each for rule in rules for each in rule.medicines):
            for name in medicine.names:
                self._medicines.setdefault(_key(name), []).append(medicine)
        self._classes = [(each.names, _of_class(each)) for each in classes]
        self._general = [(each.names, _of_class(each)) for rule in rules for each in rule.procedure_classes]
        self._procedures = Phrases(
            [
                *(term for each in rules for family in each.procedures for term in family),
                *(f"-{ending}" for each in rules for row in each.procedure_endings for ending in row),
            ]
        )
        self._devices = Phrases(term for each in rules for term in each.devices)
        self._regimens = Regimens.of(packs)
        self._names = PlanNames(packs)
        self._empty = self._function_words.union(
            *(each.number_words for each in rules), (unit for each in rules for unit in each.dose_units)
        )

    @property
    def drugs(self) -> Phrases:
        """Names of any drug."""
        return self._drugs

    @property
    def procedures(self) -> Phrases:
        """Names of any procedure."""
        return self._procedures

    def medicines_of(self, names: Iterable[str]) -> Iterator[Medicine]:
        """The medicines that names belong to."""
        for name in names:
            yield from self._medicines.get(_key(name), ())

    def read(self, text: str, terms: PlanTerms, types_of: TypesOf | None) -> None:
        """Add the terms of one text."""
        words = TextWords.of(text, fold(text))
        taken = {
            index: behind - first for first, behind in self._diagnostic.find(words) for index in range(first, behind)
        }
        drugs = [place for place in self._found(self._drugs, words, taken) if not self._is_no_drug(words, place)]
        terms.drugs += self._surfaces(words, drugs)
        for names, phrases in self._classes:
            if any(self._found(phrases, words, taken)):
                terms.classes += (name for name in names if name.strip("-*") == name)
        for names, phrases in self._general:
            if any(self._found(phrases, words, taken)):
                terms.general += names
        procedures = [*self._found(self._procedures, words, taken)]
        terms.procedures += self._surfaces(words, self._with_longer(words, procedures))
        devices = [*self._found(self._devices, words, taken)]
        terms.devices += self._surfaces(words, devices)
        if types_of is not None:
            for place in (*drugs, *procedures, *devices):
                taken.update(dict.fromkeys(range(*place), _LONGEST_NAME))
            self._ask(words, taken, terms, types_of)
        known = SpanSet.merge(
            words.span(*place) for place in (*drugs, *procedures, *devices, *self._diagnostic.find(words))
        )
        named = [span for span in self._names.before_doses(text) if not overlaps(span, known)]
        terms.drugs += (" ".join(span.of(text).split()) for span in named)
        if drugs or procedures or devices or named:
            terms.trade_names += self._names.in_brackets(text)
        terms.doses += self._regimens.amounts(text)
        if procedures or devices or len(drugs) != 1:
            terms.words.append(content_words(self._regimens.without(text), self._empty))

    @staticmethod
    def _found(phrases: Phrases, words: TextWords, taken: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """The hits that no examination or general word of the same length or more stands in."""
        for first, behind in phrases.find(words):
            if all(taken.get(index, 0) < behind - first for index in range(first, behind)):
                yield first, behind

    def _is_no_drug(self, words: TextWords, place: tuple[int, int]) -> bool:
        return place[1] - place[0] == 1 and words.words[place[0]].text in self._not_drugs

    def _with_longer(self, words: TextWords, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Each procedure, and before it the longer name that words for a site or kind make of it."""
        for first, behind in places:
            end = behind
            while end < len(words.words) and words.words[end].text in self._little and self._spaced(words, end):
                end += 1
            if end > behind:
                yield first, end
            yield first, behind

    @staticmethod
    def _spaced(words: TextWords, at: int) -> bool:
        return words.folded.text[words.words[at - 1].end : words.words[at].start] == " "

    @staticmethod
    def _surfaces(words: TextWords, places: Iterable[tuple[int, int]]) -> list[str]:
        return [" ".join(words.span(*place).of(words.source).split()) for place in places]

    def _ask(self, words: TextWords, taken: Mapping[int, int], terms: PlanTerms, types_of: TypesOf) -> None:
        """Ask the knowledge base for the names that the packs do not know, the longest first."""
        first = 0
        while first < len(words.words):
            for behind in range(min(first + _LONGEST_NAME, len(words.words)), first, -1):
                name = self._name(words, (first, behind), taken)
                types = frozenset(types_of(name)) if name else frozenset()
                if DRUG_TYPE in types:
                    terms.drugs.append(name)
                elif PROCEDURE_TYPE in types:
                    terms.procedures.append(name)
                else:
                    continue
                first = behind
                break
            else:
                first += 1

    def _name(self, words: TextWords, place: tuple[int, int], taken: Mapping[int, int]) -> str:
        """The words at a place when they may be a name that is not taken yet; otherwise an empty text."""
        first, behind = place
        ends = (words.words[first].text, words.words[behind - 1].text)
        if any(index in taken for index in range(*place)) or not self._function_words.isdisjoint(ends):
            return ""
        if not all(self._close(words, at) for at in range(first + 1, behind)):
            return ""
        (name,) = self._surfaces(words, [place])
        return name if sum(char.isalpha() for char in name) >= _SHORTEST_NAME else ""

    @staticmethod
    def _close(words: TextWords, at: int) -> bool:
        between = words.folded.text[words.words[at - 1].end : words.words[at].start]
        return len(between) <= 3 and not between.strip(" -/'")


def any_drug(packs: Sequence[LanguagePack]) -> Phrases:
    """Names of any drug, of a plan or not.

    Args:
        packs: Packs of the languages.

    Returns:
        The names.
    """
    return _lexicon(tuple(packs)).drugs


def any_procedure(packs: Sequence[LanguagePack]) -> Phrases:
    """Words for any procedure; see :func:`any_drug`."""
    return _lexicon(tuple(packs)).procedures


def other_drugs(own: Iterable[str], names: Iterable[str], packs: Sequence[LanguagePack]) -> frozenset[str]:
    """Which names are those of another drug, though they may look like one of the plan's.

    Args:
        own: Drugs of the plan with all their names.
        names: Names from a text.
        packs: Packs of the languages.

    Returns:
        Names of other drugs, as given.

    Examples:
        >>> sorted(other_drugs(["ácido folínico"], ["ácido fólico", "folínico"], [LanguagePack.load("pt")]))
        ['ácido fólico']
    """
    lexicon = _lexicon(tuple(packs))
    keys = {_key(name) for name in own}
    return frozenset(
        name
        for name in names
        if _key(name) not in keys
        and any(medicine.name for medicine in lexicon.medicines_of([name]))
        and not any(_key(each) in keys for medicine in lexicon.medicines_of([name]) for each in medicine.names)
    )


def _is_plain(name: str) -> bool:
    """Whether a name is long enough to be taken for a drug in a plan, where an abbreviation may mean something else."""
    return sum(char.isalpha() for char in name) >= _SHORTEST_NAME


def _key(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold_text(name)))


@lru_cache(maxsize=32)
def _lexicon(packs: tuple[LanguagePack, ...]) -> _Lexicon:
    return _Lexicon(packs)


def _of_class(each: TermClass) -> Phrases:
    return Phrases((*each.names, *each.members))
