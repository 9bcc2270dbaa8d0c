"""What an exam resulted in, as the words beside its name tell it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_tables import exam_tables
from clinicalbr.masking.exam_terms import FormKind
from clinicalbr.masking.exam_values import values_of
from clinicalbr.masking.exam_words import ExamWords
from clinicalbr.text import Span, fold_text

__all__ = ["ResultReader"]

_SYMBOL = 2
_LOOKED_AHEAD = 20
_WORD = re.compile(r"[^\W_]+")


class ResultReader:
    """Finds results beside the exams of a text.

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: tuple[LanguagePack, ...]) -> None:
        self._tables = exam_tables(packs)
        self._values = values_of(packs)
        self._placeholders = frozenset(fold_text(pack.placeholder).strip("[]") for pack in packs)

    def find(self, words: ExamWords, places: Sequence[tuple[int, int, str]]) -> Iterator[Span]:
        """Results of the exams that were found in a text.

        Args:
            words: The text.
            places: Start and end of each exam in the folded text, with its reason, in order.

        Yields:
            Spans of the folded text; the value of a measure comes with its name.
        """
        low = words.folded.text
        measured = FormKind.MEASURED.value
        others = [start for start, _, reason in places if reason != measured]
        reached = 0
        for index, (start, end, reason) in enumerate(places):
            limit = places[index + 1][0] if index + 1 < len(places) else len(low)
            last_start, last_end, last_reason = places[index - 1] if index else (0, 0, "")
            # What joins two measures tells of them: "Hb 9,8 g/dL e 15.400 leucócitos".
            if measured in {reason, last_reason} and index and self._values.joins(low, max(reached, last_end), start):
                yield Span(last_start, end)
            before = self._values.number_before(low, start) if reason == measured else None
            if before and before.start >= last_end:
                reached = self._values.unit_after(low, end)
                yield Span(before.start, reached)
            if growth := self._values.growth_before(low, start):
                yield growth
            if number := self._values.number_after(low, end):
                value, at_once = number
                if value.start < limit and not self._values.is_dose(low, end):
                    reached = min(value.end, limit)
                    yield Span(start if at_once else value.start, reached)
                continue
            after = bisect_right(others, start)
            far = others[after] if after < len(others) else len(low)
            told = (
                self._values.word_after(low, end)
                or self._values.number_far(low, end, limit)
                or self._values.finding_after(low, end, self._next_listed(words, end, far))
            )
            if told and told.start < far and not self._is_hidden(told.of(low)):
                yield Span(told.start, min(told.end, far))

    def _next_listed(self, words: ExamWords, end: int, limit: int) -> int:
        """Where the next exam of the tables is named, of the list or not."""
        at = bisect_left(words.words, end, key=lambda word: word.start)
        for index in range(at, min(len(words.words), at + _LOOKED_AHEAD)):
            word = words.words[index]
            if word.start >= limit:
                break
            if len(word.surface) > _SYMBOL and (word.key,) in self._tables.by_name:
                return word.start
        return limit

    def _is_hidden(self, value: str) -> bool:
        """Whether a result holds nothing but what is hidden already."""
        left = set(_WORD.findall(value)) - self._placeholders
        return not left
