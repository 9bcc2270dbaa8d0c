"""Names in a plan that no list knows: what stands before a dose, and short names in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.name_parts import is_acronym
from clinicalbr.masking.regimens import Regimens
from clinicalbr.text import Span, fold, fold_text

__all__ = ["PlanNames"]

_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")
_BRACKET = re.compile(r"[(\[](?P<inner>[^()\[\]]{2,30})[)\]]")
_LONGEST = 5
_SHORTEST_NAME = 4


class PlanNames:
    """The reading of names that the word lists lack.

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        rules = [pack.treatment for pack in packs]
        self._regimens = Regimens.of(packs)
        self._of = frozenset(word for each in rules for word in each.dose_links_before)
        self._breaks = frozenset(word for pack in packs for word in pack.function_words) - self._of
        self._plain = frozenset(
            word
            for words in (
                *(each.diagnostic for each in rules),
                *(each.number_words for each in rules),
                *(each.forms for each in rules),
                *(each.routes for each in rules),
                *(each.times for each in rules),
                *(pack.names.modifiers for pack in packs),
                *(pack.names.sites for pack in packs),
            )
            for word in map(fold_text, words)
        )
        self._salts = frozenset(salt for each in rules for salt in each.salts)
        self._examinations = frozenset(item for each in rules for item in each.examinations)

    def before_doses(self, text: str) -> Iterator[Span]:
        """What stands at the head of a clause whose first dose follows at once.

        A plan names a drug before its dose: "Gluconato de zinco 90 mg", "propamidine isethionate 0.1% eye drops".

        Args:
            text: A text of a plan.

        Yields:
            Spans of names, in order.

        Examples:
            >>> text = "Propamidine isethionate 0.1% and rest; walks for 10 days."
            >>> [span.of(text) for span in PlanNames((LanguagePack.load("en"),)).before_doses(text)]
            ['Propamidine isethionate']
        """
        parts = self._regimens.find(fold(text))
        # "Zinc gluconate": a salt is part of the name.
        spans = [part.span for part in parts if fold_text(part.span.of(text)) not in self._salts]
        doses = [part.span for part in parts if self._regimens.is_dose(part.span.of(text))]
        for dose in doses:
            words: list[Span] = []
            end = dose.start
            while (word := self._word_before(text, end, spans)) is not None:
                if fold_text(word.of(text)) in self._breaks or len(words) == _LONGEST:
                    break
                words.insert(0, word)
                end = word.start
            while words and fold_text(words[0].of(text)) in self._of | self._plain:
                words.pop(0)
            if words and sum(map(str.isalpha, Span(words[0].start, words[-1].end).of(text))) >= _SHORTEST_NAME:
                yield Span(words[0].start, words[-1].end)

    def _word_before(self, text: str, end: int, parts: Sequence[Span]) -> Span | None:
        """The word before a place in the same clause, over routes and forms that stand between."""
        while True:
            part = next((each for each in parts if each.end <= end and not text[each.end : end].strip(" -")), None)
            if part is None:
                break
            end = part.start
        gap = _BRACKET.sub(lambda match: " " * len(match.group()), text[:end])
        found = None
        for match in _WORD.finditer(gap):
            found = Span(*match.span())
        if found is None or gap[found.end : end].strip(" -\u00ae\u2122"):
            return None
        if any(each.start < found.end and found.start < each.end for each in parts) or found.of(text).isdigit():
            return None
        return found

    def in_brackets(self, text: str) -> Iterator[str]:
        """Short names in brackets: abbreviations and names with a capital letter.

        Args:
            text: A text of a plan.

        Yields:
            Names as written.

        Examples:
            >>> list(PlanNames((LanguagePack.load("en"),)).in_brackets("Balloon (Bakri), TIPS (IV) and vaccine (dT)"))
            ['Bakri', 'dT']
        """
        for match in _BRACKET.finditer(text):
            inner = match["inner"].strip()
            words = inner.split()
            if len(words) > 2 or any(char.isdigit() for char in inner) or not any(char.isupper() for char in inner):
                continue
            if inner in self._examinations or any(fold_text(word) in self._plain for word in words):
                continue
            if is_acronym(inner) or len(inner) < _SHORTEST_NAME or inner[:1].isupper():
                yield inner
