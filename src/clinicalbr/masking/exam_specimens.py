"""Specimens that stand for a culture of the list: "the throat swab grew ...", "urine sent for culture"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_clause_words import choice
from clinicalbr.masking.exam_tables import Place, exam_tables
from clinicalbr.masking.exam_terms import ExamTerms, FormKind
from clinicalbr.masking.exam_words import ExamWord, ExamWords
from clinicalbr.text import fold_text

__all__ = ["SpecimenReader"]

_REACH = 5


class SpecimenReader:
    """Finds the specimen in which something grew, or which was sent, where the list has its culture.

    Args:
        packs: Packs of the languages.
        terms: What is looked for.
    """

    def __init__(self, packs: tuple[LanguagePack, ...], terms: ExamTerms) -> None:
        self._tables = exam_tables(packs)
        growth = {word for pack in packs for word in pack.exams.growth}
        self._growth = re.compile(rf"\W*(?:\w{{1,5}}\s){{0,2}}(?:{choice(growth)})(?!\w)")
        self._doing = re.compile(rf"\s(?:{choice(word for pack in packs for word in pack.exams.doing)})\s")
        self._cultures = tuple(word for pack in packs for word in pack.exams.cultures)
        grown = [key for key, exam in self._tables.exams.items() if self._names_growth(exam.names)]
        self._places: tuple[Place, ...] = tuple(
            place
            for key in grown
            for place in (*terms.objects.get(key, ()), *((terms.matter[key],) if key in terms.matter else ()))
        )
        self._any = any(key in terms.objects and not terms.objects[key] for key in grown)

    def _names_growth(self, names: tuple[str, ...]) -> bool:
        """Whether an exam is one in which something may grow: one of its names has a word of culture."""
        folded = [fold_text(name) for name in names]
        return any(name.endswith(self._cultures) or name.startswith(self._cultures) for name in folded)

    def find(self, words: ExamWords) -> Iterator[tuple[int, int, str]]:
        """Specimens of the cultures that are looked for.

        Args:
            words: The text.

        Yields:
            Start and end in the folded text, with the reason.
        """
        if not self._places and not self._any:
            return
        low = words.folded.text
        for at, word in enumerate(words.words):
            if not self._is_specimen(word):
                continue
            if self._growth.match(low, word.end):
                yield self._whole(words, at), word.end, FormKind.NAME.value
            elif end := self._sent_for(words, at):
                yield self._whole(words, at), end, FormKind.NAME.value

    def _sent_for(self, words: ExamWords, at: int) -> int:
        """End of the culture for which a specimen was sent; 0 where it was not."""
        low, end = words.folded.text, words.words[at].end
        doing = self._doing.match(low, end)
        behind = [word for word in words.words[at + 1 : at + 1 + _REACH] if doing and word.start >= doing.end()]
        if doing and behind and behind[0].start - doing.end() < _REACH and behind[0].key.endswith(self._cultures):
            return behind[0].end
        return 0

    def _is_specimen(self, word: ExamWord) -> bool:
        if any(place.holds(word.key) for place in self._places):
            return True
        taken = word.key in self._tables.specimens
        return taken and (self._any or bool(self._places))

    def _whole(self, words: ExamWords, last: int) -> int:
        """Where the phrase begins whose last word is a specimen or its place; 0 words more where none belongs to it."""
        start = words.words[last].start
        for at in range(last - 1, max(-1, last - _REACH), -1):
            word = words.words[at]
            if not words.words[at + 1].joined or not self._belongs(word):
                break
            start = word.start
        return start

    def _belongs(self, word: ExamWord) -> bool:
        key = word.key
        if key.isdigit():
            return False
        known = key in self._tables.specimens or key in self._tables.general
        return known or any(place.holds(key) for place in self._places)
