"""What an exam resulted in, as the words beside its name tell it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_clauses import clauses_of
from clinicalbr.masking.exam_tables import exam_tables
from clinicalbr.masking.exam_terms import FormKind
from clinicalbr.masking.exam_values import values_of
from clinicalbr.masking.exam_words import ExamWord, ExamWords
from clinicalbr.text import Span, fold_text

__all__ = ["ResultReader"]

_SYMBOL = 2
_LOOKED_AHEAD = 20
_LONGEST_WORD = 40
_PROVEN = re.compile(r"(?<!\w)([^\W\d_]{5,})\s\(\Z")
_INITIAL = re.compile(r"(?<![^\s(])[^\W\d_](\.)\s[^\W\d_]")
_WORD_BEFORE = re.compile(r"(\w)\W*(?:\w{1,3}\s)?\Z")
_WORD = re.compile(r"[^\W_]+")


class ResultReader:
    """Finds results beside the exams of a text.

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: tuple[LanguagePack, ...]) -> None:
        self._tables = exam_tables(packs)
        self._values = values_of(packs)
        self._clauses = clauses_of(packs)
        self._states = tuple(ending for pack in packs for ending in pack.exams.state_endings)
        self._placeholders = frozenset(fold_text(pack.placeholder).strip("[]") for pack in packs)

    def find(self, words: ExamWords, places: Sequence[tuple[int, int, str]]) -> Iterator[Span]:
        """Results of the exams that were found in a text.

        Args:
            words: The text.
            places: Start and end of each exam in the folded text, with its reason, in order.

        Yields:
            Spans of the folded text; the value of a measure comes with its name.
        """
        low = _without_initials(words)
        measured = FormKind.MEASURED.value
        others = [
            start
            for index, (start, _, reason) in enumerate(places)
            if reason != measured and (not index or self._clauses.opens_item(low, self._word_end(low, start), start))
        ]
        own = {start for start, _, _ in places}
        reached = 0
        for index, (start, end, reason) in enumerate(places):
            limit = places[index + 1][0] if index + 1 < len(places) else len(low)
            last_start, last_end, last_reason = places[index - 1] if index else (0, 0, "")
            # What joins two measures tells of them: "Hb 9,8 g/dL e 15.400 leucócitos".
            if (
                index
                and (reached > last_end or measured in {reason, last_reason})
                and self._values.joins(low, max(reached, last_end), start)
            ):
                yield Span(last_start, end)
            before = self._values.number_before(low, start) if reason == measured else None
            if before and before.start >= last_end:
                reached = self._values.unit_after(low, end)
                yield Span(before.start, reached)
            elif growth := self._values.growth_before(low, start):
                yield growth
            elif (told := self._clauses.before(low, start, last_end)) and not self._is_hidden(told.of(low)):
                yield Span(told.start, end if self._clauses.is_beside(low, told.end, start) else told.end)
            after = bisect_right(others, start)
            far = self._next_listed(words, end, others[after] if after < len(others) else len(low), own)
            found = self._told(words, low, (start, end, reason), limit, far)
            if found and found[0].start < far and not self._is_hidden(found[0].of(low)):
                value, at_once = found
                reached = value.end
                whole = at_once or self._clauses.is_beside(low, end, value.start)
                yield Span(start if whole else value.start, value.end)
                # The finding that a bracket proves: "hypokalaemia (K 2.9)".
                proven = _PROVEN.search(low, max(0, start - _LONGEST_WORD), start)
                if proven and proven[1].endswith(self._states):
                    yield Span(*proven.span(1))

    @staticmethod
    def _word_end(low: str, start: int) -> int:
        """Where the last word before a place ends that is none of the small ones."""
        match = _WORD_BEFORE.search(low, max(0, start - _LONGEST_WORD), start)
        return match.end(1) if match else max(0, start - 1)

    def _told(
        self, words: ExamWords, low: str, place: tuple[int, int, str], limit: int, far: int
    ) -> tuple[Span, bool] | None:
        """The result behind an exam, and whether it belongs to one stretch with it."""
        start, end, reason = place
        number = self._values.number_after(low, end)
        if number and number[0].start < limit:
            value, at_once = number
            if self._values.is_dose(low, end) and self._is_substance(words, start, end):
                return None
            return Span(value.start, self._clauses.rest(low, min(value.end, limit), limit)), at_once
        is_verb = reason == FormKind.VERB.value
        if told := self._clauses.after(low, start, end, far, is_verb=is_verb):
            return told
        if word := self._values.word_after(low, end):
            begin = self._clauses.with_copula(low, end, word.start)
            return Span(begin, self._clauses.rest(low, min(word.end, far), far)), False
        value_far = self._values.number_far(low, end, limit)
        return (value_far, False) if value_far else None

    def _next_listed(self, words: ExamWords, end: int, limit: int, own: AbstractSet[int]) -> int:
        """Where the next exam of the tables opens a clause or an item that is not of the list."""
        low = words.folded.text
        at = bisect_left(words.words, end, key=lambda word: word.start)
        for index in range(at, min(len(words.words), at + _LOOKED_AHEAD)):
            word = words.words[index]
            if word.start >= limit:
                break
            if word.start in own or not self._is_exam(word) or self._is_letters_only(low, word) or self._is_place(word):
                continue
            if self._clauses.opens_item(low, words.words[index - 1].end if index else 0, word.start):
                return word.start
        return limit

    def _is_letters_only(self, low: str, word: ExamWord) -> bool:
        """Whether a short abbreviation that many things share stands without a value."""
        if len(word.surface) > _SYMBOL or not word.surface.isupper():
            return False
        return not self._values.number_after(low, word.end) and not self._values.word_after(low, word.end)

    def _is_place(self, word: ExamWord) -> bool:
        return self._tables.place_of(word.key) is not None

    def _is_substance(self, words: ExamWords, start: int, end: int) -> bool:
        first = bisect_left(words.words, start, key=lambda word: word.start)
        behind = bisect_left(words.words, end, key=lambda word: word.start)
        return tuple(sorted(word.key for word in words.words[first:behind])) in self._tables.substances

    def _is_exam(self, word: ExamWord) -> bool:
        if (word.key,) not in self._tables.named:
            return False
        return len(word.surface) > _SYMBOL or (len(word.surface) == _SYMBOL and word.surface.isupper())

    def _is_hidden(self, value: str) -> bool:
        """Whether a result holds nothing but what is hidden already."""
        left = set(_WORD.findall(value)) - self._placeholders
        return not left


def _without_initials(words: ExamWords) -> str:
    """The folded text with the dot of an initial hidden, since it ends no sentence: "S. aureus"."""
    letters = list(words.folded.text)
    for match in _INITIAL.finditer(words.folded.text):
        if words.folded.source_span(Span(match.end() - 1, match.end())).of(words.text).islower():
            letters[match.start(1)] = "_"
    return "".join(letters)
