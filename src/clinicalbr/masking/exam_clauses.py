"""What the clause round an exam says of it: the predicate behind its name, or the finding that is told before it."""

from __future__ import annotations

import re
from functools import lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_clause_words import END_MARKS, choice, clause_words_of
from clinicalbr.masking.exam_extent import ResultExtent
from clinicalbr.masking.exam_predicate import PredicateReader
from clinicalbr.text import Span, fold_text

__all__ = ["ClauseReader", "clauses_of"]

_LONGEST = 320
_NEAR = 80
_LOOKED_AHEAD = 4
_TELLING = 4
_VERB = 3


class ClauseReader:
    """Reads what a clause says of an exam in it.

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: tuple[LanguagePack, ...]) -> None:
        rules = [pack.exams for pack in packs]
        self._words = words = clause_words_of(packs)
        exams = {
            fold_text(name).strip()
            for each in rules
            for exam in each.exams
            for name in (*exam.names, *exam.measured)
            if len(name.split()) == 1
        }
        self._extent = ResultExtent(words, exams)
        self.after = PredicateReader(words, self._extent).after
        seen, copula = choice(word for each in rules for word in each.seen), choice(words.copulas)
        self._finding = re.compile(rf"(?<!\w)(?:{choice(words.findings)})\s")
        self._seen_last = re.compile(rf"\s(?:(?:{copula})\s)*(?:{seen})\s*\Z")
        self._seen_first = re.compile(rf"\s*(?:(?:{copula})\s)*(?:{seen})\s")
        self._copula_last = re.compile(rf"(?<!\w)(?:(?:{copula})\s)+\Z")
        locatives = choice(word for each in rules for word in each.locatives)
        self._located = re.compile(rf"\s(?:{locatives})\s(?:(?:{choice(words.general)})\s){{0,2}}\Z")

    def tells_value(self, low: str, start: int, end: int) -> bool:
        """Whether a name is followed by a value, or by growth, in its clause, however many words stand between.

        Args:
            low: Folded text.
            start: Start of the name.
            end: End of the name.

        Returns:
            Whether one follows.
        """
        told = self.after(low, start, end, min(len(low), end + _NEAR))
        if not told:
            return False
        tokens = self._words.tokens(low, told[0].start, told[0].end)
        return bool(self._words.grown.match(low, told[0].start)) or self._words.tells(low, tokens)

    def before(self, low: str, start: int, floor: int) -> Span | None:
        """The finding that is told before an exam: "a halo on the ultrasound".

        Args:
            low: Folded text.
            start: Start of the exam.
            floor: End of the exam before it, or of the text.

        Returns:
            Its place; None when none is told.
        """
        words = self._words
        floor = max(floor, start - _LONGEST)
        located = self._located.search(low, floor, start)
        if not located:
            return None
        begin, stop = self._clause_start(low, floor, located.start()), located.start()
        told = [match.end() for match in self._finding.finditer(low, begin, stop)]
        if told:
            begin = told[-1]
        elif seen := self._seen_last.search(low, begin, stop):
            stop = seen.start()
        elif seen := self._seen_first.match(low, begin, stop):
            begin = seen.end()
        held = words.tokens(low, begin, stop)
        if words.turns_away(held):
            return None
        while held and (held[0].text in words.small or held[0].text in words.bearing):
            held = held[1:]
        telling = any(len(token.text) >= _TELLING and token.text not in words.general for token in held)
        return Span(held[0].start, held[-1].end) if telling else None

    def _clause_start(self, low: str, floor: int, end: int) -> int:
        words = self._words
        tokens = words.tokens(low, floor, end)
        begin = floor
        for place, token in enumerate(tokens):
            if token.text in END_MARKS or token.text in ",:()":
                begin = token.end
            elif token.text in words.joining:
                following = tokens[place + 1 : place + 1 + _LOOKED_AHEAD]
                begin = token.end if any(words.breaks_off(each.text) for each in following) else begin
            elif words.turn.match(low, token.start):
                begin = token.end
        return begin

    def rest(self, low: str, end: int, limit: int) -> int:
        """End of what belongs to a value; see :meth:`ResultExtent.of_value`."""
        return self._extent.of_value(low, end, limit)

    def with_copula(self, low: str, end: int, start: int) -> int:
        """Where a value begins with the verb that says what the exam was: "was normal".

        Args:
            low: Folded text.
            end: End of the exam.
            start: Start of the value.

        Returns:
            Start of the verb, or of the value where there is none.
        """
        match = self._copula_last.search(low[end:start])
        return end + match.start() if match else start

    def opens_item(self, low: str, end: int, start: int) -> bool:
        """Whether a mark or a joining word stands between two words, so that the second opens an item of its own.

        Args:
            low: Folded text.
            end: End of the word before.
            start: Start of the word.

        Returns:
            Whether it does.
        """
        between = low[end:start]
        return any(mark in between for mark in ".,;:()\n") or not self._words.joining.isdisjoint(between.split())

    @staticmethod
    def is_beside(low: str, end: int, start: int) -> bool:
        """Whether no more than a verb parts an exam from its result, so that both are one statement.

        Args:
            low: Folded text.
            end: End of the first of them.
            start: Start of the second.

        Returns:
            Whether they are.
        """
        between = low[end:start]
        return len(between.split()) <= _VERB and not any(mark in between for mark in ".,;:()[]\n")


@lru_cache(maxsize=32)
def clauses_of(packs: tuple[LanguagePack, ...]) -> ClauseReader:
    """The reader of some languages, made once.

    Args:
        packs: Packs of the languages.

    Returns:
        The reader.
    """
    return ClauseReader(packs)
