"""The search for what gives a treatment away beside its names: word forms, classes, regimens and outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.phrases import Phrases, TextWords
from clinicalbr.masking.regimens import Dose, Regimens
from clinicalbr.masking.treatment_context import history_of, overlaps
from clinicalbr.masking.treatment_forms import forms_of, plural_forms
from clinicalbr.masking.treatment_outcomes import outcome_clauses
from clinicalbr.masking.treatment_scene import Scene
from clinicalbr.masking.treatment_terms import any_drug, any_procedure, other_drugs
from clinicalbr.masking.treatment_words import PlanWords, folded_short
from clinicalbr.text import Span, SpanSet, apply_edits, fold

__all__ = ["Plan", "find_more", "spared"]

_SHORTEST_CLIP = 4
_WORD_FORM = "word for a procedure of the plan"
_CLASS = "class of a drug of the plan"
_DOSE = "dose of the plan"
_NAME = "other name of a drug of the plan"
_REGIMEN = "regimen beside a mention"
_STEP = "step, device or short form beside a mention"


class Plan(Protocol):
    """The parts of a plan that the search needs."""

    @property
    def drugs(self) -> tuple[str, ...]:
        """Drugs."""

    @property
    def trade_names(self) -> tuple[str, ...]:
        """Other names of its drugs."""

    @property
    def devices(self) -> tuple[str, ...]:
        """Devices."""

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """Words of each line."""

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of drug classes."""

    @property
    def procedures(self) -> tuple[str, ...]:
        """Procedures."""

    @property
    def general(self) -> tuple[str, ...]:
        """General words for the procedures."""

    @property
    def doses(self) -> tuple[str, ...]:
        """Amounts."""


def find_more(
    plan: Plan, text: str, mentions: Sequence[Span], packs: tuple[LanguagePack, ...]
) -> list[tuple[Span, str]]:
    """What gives a plan away in a text beside the names that were found in it.

    Args:
        plan: The plan.
        text: Any text.
        mentions: Where its names stand.
        packs: Packs of the languages of the text.

    Returns:
        Spans in order with the reason.
    """
    search = _search_of(plan, packs)
    named = SpanSet.merge(mentions)
    found = search.find(text, named)
    # Once its neighbours are hidden, a word may stand free that did not before: what is left is searched again, as a
    # reader of the masked text would.
    hidden = named.union(SpanSet.merge(span for span, _ in found))
    while len(hidden):
        hidden = hidden.union(SpanSet.merge(outcome_clauses(text, packs, hidden)))
        masked, offsets = apply_edits(text, ((span, packs[0].placeholder) for span in hidden))
        left = [(offsets.to_source(span), reason) for span, reason in search.find(masked, SpanSet())]
        new = [(span, reason) for span, reason in left if not hidden.covers(span)]
        if not new:
            break
        found += new
        hidden = hidden.union(SpanSet.merge(span for span, _ in new))
    return sorted(dict.fromkeys(found))


def spared(
    plan: Plan, text: str, mentions: Sequence[Span], packs: tuple[LanguagePack, ...], *, told: bool
) -> list[Span]:
    """Mentions that are none of the treatment: measured analytes, other drugs and procedures of the past.

    A procedure or class of the past, one that was considered and not done, and what a relative had are spared only
    where another mention tells of the treatment itself.

    Args:
        plan: The plan.
        text: Any text.
        mentions: Where its names stand.
        packs: Packs of the languages of the text.
        told: Whether the text tells of the treatment itself in words that are masked already.

    Returns:
        The mentions to leave, in order.
    """
    return _search_of(plan, packs).spared(text, mentions, told=told)


class _Parts(NamedTuple):
    """The parts of a plan as a key."""

    drugs: tuple[str, ...]
    names: tuple[str, ...]
    classes: tuple[str, ...]
    procedures: tuple[str, ...]
    devices: tuple[str, ...]
    general: tuple[str, ...]
    doses: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


class _Search:
    """What is looked for, made once for a plan and some languages."""

    def __init__(self, plan: _Parts, packs: tuple[LanguagePack, ...]) -> None:
        drugs, names, classes, procedures, devices, general, doses, lines = plan
        rules = [pack.treatment for pack in packs]
        self._packs = packs
        self._drugs = (*drugs, *names)
        forms = forms_of((*procedures, *devices), packs)
        self._forms = Phrases((*forms, *general))
        self._any_drug = any_drug(packs)
        self._starts = frozenset(word for name in drugs for word in fold(name).text.split()[:1])
        self._own = frozenset(fold(name).text for name in (*drugs, *names))
        self._words = frozenset(word for pack in packs for word in pack.function_words)
        self._procedures = (Phrases((*forms, *procedures, *devices)), any_procedure(packs))
        self._classes = Phrases(plural_forms(classes, packs))
        short = folded_short((*names, *classes))
        self._names = Phrases(name for name in names if name not in short)
        self._history = history_of(packs)
        self._tests = Phrases(term for each in rules for term in each.diagnostic if " " in term)
        self._regimens = Regimens.of(packs)
        self._doses = self._regimens.keys(doses)
        common = {word for each in rules for term in each.diagnostic for word in fold(term).text.split()}
        common |= {word for name in (*drugs, *names) for word in fold(name).text.split()}
        common |= {word for pack in packs for word in (*pack.names.sites, *pack.names.modifiers, *pack.names.heads)}
        self._scene = Scene(
            PlanWords(lines, common), bool(procedures or devices or general or lines), short, any_drug(packs), packs
        )

    def find(self, text: str, named: SpanSet) -> list[tuple[Span, str]]:
        """Leaks in a text, some of which may overlap what is named."""
        folded = fold(text)
        words = TextWords.of(text, folded)
        found = [(words.span(*place), _NAME) for place in self._names.find(words)]
        classes = [words.span(*place) for place in self._classes.find(words)]
        forms = [words.span(*place) for place in self._forms.find(words)]
        doses = self._regimens.find(folded)
        if not (len(named) or found or classes or forms or doses):
            return []
        home = self._history.home(words).union(self._history.relatives(words))
        undone = self._history.undone(words)
        earlier = [*self._history.earlier(words), *undone.spans]
        if classes or forms:
            past = home.union(SpanSet.merge(span for span in earlier if not overlaps(span, named)))
            tests = SpanSet.merge(words.span(*place) for place in self._tests.find(words))
            found += ((span, _CLASS) for span in classes if not tests.covers(span) and not overlaps(span, past))
            found += ((span, _WORD_FORM) for span in forms if not tests.covers(span) and not overlaps(span, past))
        found += ((span, _NAME) for span in self._clipped(words, doses))
        found += ((dose.span, _DOSE) for dose in doses if dose.key in self._doses and not overlaps(dose.span, home))
        anchors = SpanSet.merge([*named, *(span for span, reason in found if reason != _DOSE)])
        if len(anchors):
            doses = self._scene.without_others(words, anchors.spans, doses)
            told, steps = self._scene.find(words, self._history.present(words, anchors), doses)
            mentions = sorted([*named, *(span for span, _ in found), *told, *steps])
            told += self._regimens.touching(text, doses, mentions)
            told += (span for span, reason in found if reason == _DOSE)
            found += ((span, _REGIMEN) for span in self._regimens.runs(text, told))
            found += ((span, _STEP) for span in steps if not overlaps(span, undone))
        best: dict[Span, str] = {}
        for span, reason in found:
            if not named.covers(span):
                best.setdefault(span, reason)
        return sorted(best.items())

    def _clipped(self, words: TextWords, doses: Sequence[Dose]) -> Iterator[Span]:
        """Clipped names of drugs right before an amount ("vanco 1 g")."""
        starts = {dose.span.start for dose in doses if dose.span.of(words.source)[0].isdigit()}
        for index, word in enumerate(words.words):
            if len(word.text) < _SHORTEST_CLIP or word.text in self._words:
                continue
            if self._any_drug.length_at(words, index) and word.text not in self._own:
                continue
            span = words.span(index, index + 1)
            behind = words.source[span.end : span.end + 1] == " " and span.end + 1 in starts
            if behind and any(name.startswith(word.text) and name != word.text for name in self._starts):
                yield span

    def spared(self, text: str, mentions: Sequence[Span], *, told: bool) -> list[Span]:
        """Mentions that are none of the treatment."""
        words = TextWords.of(text, fold(text))
        measured = self._history.measured(words)
        past = self._history.home(words).union(SpanSet.merge(self._history.earlier(words)))
        procedures = SpanSet.merge(
            words.span(*place) for phrases in (*self._procedures, self._classes) for place in phrases.find(words)
        )
        tests = SpanSet.merge(words.span(*place) for place in self._tests.find(words))
        kin = self._history.relatives(words)
        undone = self._history.undone(words)
        others = other_drugs(self._drugs, (span.of(text) for span in mentions), self._packs)
        kept = [span for span in mentions if measured.covers(span) or tests.covers(span) or span.of(text) in others]
        away = past.union(undone)
        done = [span for span in mentions if overlaps(span, away) and procedures.covers(span)]
        done += [span for span in mentions if overlaps(span, kin)]
        away = away.union(kin)
        if told or any(not overlaps(span, away) and span not in kept for span in mentions):
            kept += done
        return sorted(set(kept))


def _search_of(plan: Plan, packs: tuple[LanguagePack, ...]) -> _Search:
    parts = _Parts(
        plan.drugs,
        plan.trade_names,
        plan.classes,
        plan.procedures,
        plan.devices,
        plan.general,
        plan.doses,
        plan.words,
    )
    return _search(parts, packs)


@lru_cache(maxsize=64)
def _search(plan: _Parts, packs: tuple[LanguagePack, ...]) -> _Search:
    return _Search(plan, packs)
