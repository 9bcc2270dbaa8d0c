"""Doses, routes, forms, frequencies and durations: where they stand, and which belong to a mention of a drug."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.regimen_grammar import FIGURES, PhraseGrammar, longest_first, one_of
from clinicalbr.text import Folded, Span, apply_edits, fold, fold_text

__all__ = ["Dose", "Regimens"]

_SPACE = r"[ ]{0,3}"
_LONGEST_JOINT = 60


@dataclass(frozen=True, slots=True)
class Dose:
    """A part of a regimen in a text.

    Args:
        span: Where it stands in the source.
        key: Amount and unit for comparison; empty for a route, form, frequency or duration, and for an amount in a unit
            that measures findings too.
        loose: Whether it belongs to a drug in the same clause though it stands apart from it; what may as well be said
            of a finding ("10 days", "70 kg", "oral") must stand beside the drug.

    Examples:
        >>> Dose(Span(0, 5), "60mg").key
        '60mg'
    """

    span: Span
    key: str
    loose: bool = False


class Regimens:
    """The parts of a regimen in some languages.

    Args:
        packs: Packs of the languages.

    Examples:
        >>> regimens = Regimens.of((LanguagePack.load("pt"),))
        >>> text = "Prednisona 60 mg/dia por 7 dias; ureia 60 mg/dL."
        >>> [dose.span.of(text) for dose in regimens.find(fold(text))]
        ['60 mg/dia', 'por 7 dias']
    """

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        rules = [pack.treatment for pack in packs]
        self._shared = frozenset(unit for each in rules for unit in each.shared_units)
        self._measures = frozenset(phrase for each in rules for phrase in each.measured)
        grammar = PhraseGrammar(packs)
        units = one_of(unit for each in rules for unit in each.dose_units)
        per = one_of(unit for each in rules for unit in each.dose_denominators)
        openers = one_of(word for each in rules for word in each.dose_openers)
        limits = [phrase for each in rules for phrase in each.limits]
        phrases = [
            phrase
            for each in rules
            for phrase in (*each.frequencies, *each.durations, *each.forms, *each.routes, *each.salts)
        ]
        amount = (
            rf"(?:(?<!\w)(?:{openers}){_SPACE})?(?P<number>{FIGURES}(?:{grammar.between}\d{{1,9}}(?:[.,]\d{{1,6}}){{0,2}})?){_SPACE}-?"
            rf"(?P<unit>{units})(?![^\W\d_])"
            rf"(?:{_SPACE}(?:/|-?per ){_SPACE}(?:{per})(?![^\W\d_])){{0,3}}(?!\w|{_SPACE}/{_SPACE}[^\W\d_])"
        )
        self._pattern = re.compile("|".join((amount, *_by_beginning([*phrases, *limits], grammar))))
        self._bare = re.compile(
            grammar.one_of([*(p for each in rules for p in each.durations if p[0] == "#"), *limits])
        )
        self._often = re.compile(grammar.one_of(p for each in rules for p in each.frequencies if p[0] == "#"))
        self._forms = frozenset(phrase for each in rules for phrase in each.forms if " " not in phrase)
        self._routes = frozenset(
            phrase for each in rules for phrase in (*each.forms, *each.routes, *each.salts) if " " not in phrase
        )
        self._behind = _joint((link for each in rules for link in each.dose_links), r"[ ,:()\[\]+/\u00ae\u2122-]{0,8}")
        self._before = _joint((link for each in rules for link in each.dose_links_before), r"[ ]{0,8}")

    @staticmethod
    def of(packs: Sequence[LanguagePack]) -> Regimens:
        """The regimens of some packs, made once.

        Args:
            packs: Packs.

        Returns:
            The same object for the same packs.
        """
        return _made(tuple(packs))

    def find(self, folded: Folded) -> list[Dose]:
        """All parts of regimens.

        Args:
            folded: A text, folded.

        Returns:
            Disjoint parts in order, with spans of the source.
        """
        return [
            Dose(folded.source_span(Span(*match.span())), self._key(match), self._is_loose(match))
            for match in self._pattern.finditer(folded.text)
            if match.end() > match.start() and not self._is_of_the_laboratory(match)
        ]

    def _is_of_the_laboratory(self, match: re.Match[str]) -> bool:
        return (
            bool(match["unit"]) and match.string[match.start("unit") : match.end()].replace(" ", "") in self._measures
        )

    def without(self, text: str) -> str:
        """A text without its regimens.

        A word for a form that stands apart from every other part stays: the patch of a vein is no regimen.

        Args:
            text: A plan.

        Returns:
            What is left of it.

        Examples:
            >>> Regimens.of((LanguagePack.load("en"),)).without("Cefazolin 2 g IV")
            'Cefazolin    '
            >>> Regimens.of((LanguagePack.load("en"),)).without("A vein patch, a 5 mg patch daily")
            'A vein patch, a      '
        """
        parts = self.find(fold(text))
        forms = [part for part in parts if fold_text(part.span.of(text)) in self._forms]
        others = [part.span for part in parts if part not in forms]
        gone = sorted([*others, *self.touching(text, forms, others)])
        return apply_edits(text, ((span, " ") for span in gone))[0]

    def amounts(self, text: str) -> tuple[str, ...]:
        """Amounts with a unit of dose, as written.

        Args:
            text: A plan.

        Returns:
            Surfaces.
        """
        folded = fold(text)
        return tuple(
            folded.source_span(Span(match.start("number"), match.end())).of(text)
            for match in self._pattern.finditer(folded.text)
            if match["unit"]
        )

    def is_dose(self, written: str) -> bool:
        """Whether a part of a regimen is an amount in a unit of drugs, not one that measures findings as well.

        Args:
            written: A part as written.

        Returns:
            True for "60 mg", False for "2 L" and "orally"; a percentage counts, for a plan states no finding.

        Examples:
            >>> regimens = Regimens.of((LanguagePack.load("en"),))
            >>> regimens.is_dose("60 mg"), regimens.is_dose("0.1%"), regimens.is_dose("twice daily")
            (True, True, False)
        """
        match = self._pattern.match(fold_text(written))
        return bool(match and match["unit"] and (match["unit"] == "%" or match["unit"] not in self._shared))

    def keys(self, doses: Iterable[str]) -> frozenset[str]:
        """Keys of amounts, for comparison with those of a text.

        Args:
            doses: Amounts as written.

        Returns:
            Keys; units that measure findings too give none.
        """
        return frozenset(dose.key for text in doses for dose in self.find(fold(text)) if dose.key)

    def _key(self, match: re.Match[str]) -> str:
        if not match["unit"] or match["unit"] in self._shared:
            return ""
        return match["number"].replace(" ", "").replace(",", ".") + match["unit"]

    def _is_loose(self, match: re.Match[str]) -> bool:
        if match["unit"]:
            # "U/kg/h" is a dose whatever "U" may measure elsewhere.
            return match["unit"] not in self._shared or "/kg" in match.group().replace(" ", "")
        written = match.group()
        if self._often.fullmatch(written):
            return True
        return written not in self._routes and not self._bare.fullmatch(written)

    def runs(self, text: str, parts: Sequence[Span]) -> list[Span]:
        """Neighbouring parts as one where nothing but joining words stands between them.

        Args:
            text: The text.
            parts: Parts of regimens.

        Returns:
            Spans in order.

        Examples:
            >>> regimens = Regimens.of((LanguagePack.load("en"),))
            >>> text = "600 mg, then 200 mg q4h"
            >>> [span.of(text) for span in regimens.runs(text, [dose.span for dose in regimens.find(fold(text))])]
            ['600 mg, then 200 mg', 'q4h']
        """
        joined: list[Span] = []
        for part in sorted(set(parts)):
            last = joined[-1] if joined else None
            gap = text[last.end : part.start] if last and last.end <= part.start else ""
            if last and any(char.isalnum() for char in gap) and self._fits(gap):
                joined[-1] = Span(last.start, part.end)
            else:
                joined.append(part)
        return joined

    def _fits(self, gap: str) -> bool:
        return len(gap) <= _LONGEST_JOINT and bool(self._behind.fullmatch(fold_text(gap)))

    def touching(self, text: str, doses: Sequence[Dose], mentions: Sequence[Span]) -> list[Span]:
        """The parts of a regimen that stand beside a mention, or beside a part that does.

        Args:
            text: The text.
            doses: Parts of regimens in order.
            mentions: Mentions in order of place.

        Returns:
            Spans of the parts.
        """
        items = sorted([(dose.span, False) for dose in doses] + [(span, True) for span in mentions])
        told = [is_mention for _, is_mention in items]
        for index in range(1, len(items)):
            told[index] |= told[index - 1] and self._joined(text, items, index, self._behind)
        for index in range(len(items) - 1, 0, -1):
            told[index - 1] |= told[index] and self._joined(text, items, index, self._before)
        return [span for (span, is_mention), is_told in zip(items, told, strict=True) if is_told and not is_mention]

    def goes_before(self, text: str, part: Span, name: Span) -> bool:
        """Whether a part of a regimen opens a name, as in "four units of packed cells".

        Args:
            text: The text.
            part: A part of a regimen.
            name: The name of a drug behind it.

        Returns:
            True when no more than a word such as "of" stands between them.
        """
        gap = text[part.end : name.start]
        return part.end <= name.start and any(map(str.isalpha, gap)) and bool(self._before.fullmatch(fold_text(gap)))

    @staticmethod
    def _joined(text: str, items: Sequence[tuple[Span, bool]], index: int, joint: re.Pattern[str]) -> bool:
        start, end = items[index - 1][0].end, items[index][0].start
        return start >= end or (end - start <= _LONGEST_JOINT and bool(joint.fullmatch(fold_text(text[start:end]))))


@lru_cache(maxsize=32)
def _made(packs: tuple[LanguagePack, ...]) -> Regimens:
    return Regimens(packs)


def _by_beginning(phrases: Iterable[str], grammar: PhraseGrammar) -> Iterator[str]:
    """Patterns of phrases that begin with a number, a letter or a sign; at most places none is tried in full."""
    listed = longest_first(phrases)
    numbered = [grammar.body(each[1:]) for each in listed if each[0] == "#"]
    lettered = [grammar.body(each) for each in listed if each[0].isalnum()]
    others = [grammar.body(each) for each in listed if each[0] != "#" and not each[0].isalnum()]
    # "8/8 h" is an interval before it is a fraction of an hour.
    yield from (grammar.body(each) for each in listed if each.startswith("#/#"))
    if numbered:
        yield rf"{grammar.number}(?:{'|'.join(numbered)})"
    if lettered:
        yield rf"(?<!\w)(?=\w)(?:{'|'.join(lettered)})"
    yield from others


def _joint(links: Iterable[str], signs: str) -> re.Pattern[str]:
    return re.compile(rf"{signs}(?:(?:{one_of(links)})(?!\w){signs}){{0,2}}")
