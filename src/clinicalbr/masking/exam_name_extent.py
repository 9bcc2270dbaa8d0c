"""How far the name of an exam reaches: over general words, samples, what it is for, and the verb of doing it."""

from __future__ import annotations

import re
from bisect import bisect_left

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_tables import exam_tables
from clinicalbr.masking.exam_values import values_of
from clinicalbr.masking.exam_words import ExamWords, keys_of

__all__ = ["NameExtent"]

_BESIDE = 40
_ALONGSIDE = 2
_BRACKET = re.compile(r" ?[(]([^()\n]{1,30})[)]")
_HOUR = re.compile(r"(?<![\d.,:])\d{1,2}(?::\d\d)?[ -]?\Z")


class NameExtent:
    """Widens a name by the words that stand at once beside it: "PR3 titre", "Ca total", "three sets of cultures".

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: tuple[LanguagePack, ...]) -> None:
        self._keys = keys_of(packs)
        self._tables = exam_tables(packs)
        self._values = values_of(packs)
        self._of = frozenset(word for pack in packs for word in pack.exams.of_words - set(pack.exams.and_words))

    def of(self, words: ExamWords, start: int, end: int) -> tuple[int, int]:
        """Where a name with what belongs to it begins and ends.

        Args:
            words: The text.
            start: Start of the name in the folded text.
            end: End of the name.

        Returns:
            Start and end of the whole.
        """
        low = words.folded.text
        first = bisect_left(words.words, start, key=lambda word: word.start)
        behind = bisect_left(words.words, end, key=lambda word: word.start)
        for word in words.words[behind : behind + _ALONGSIDE]:
            if (
                low[end : word.start] not in {" ", "-", "/"}
                or word.key not in self._tables.general
                or word.key.isdigit()
            ):
                break
            end = word.end
        if behind < len(words.words) and self._is_against(words, behind) and low[end:].startswith(" "):
            end = words.words[behind].end
        for word in reversed(words.words[max(0, first - _ALONGSIDE) : first]):
            between = low[word.end : start]
            # "Três amostras de hemocultura" is one name as much as "hemocultura seriada".
            tied = between in {" ", "-"} or (between[:1] == " " and between.strip() in self._of)
            counted = between.strip(" -") and low[: word.start].rstrip()[-1:].isdigit()
            if not tied or counted or word.key not in self._tables.general or word.key.isdigit():
                break
            start = word.start
            # The hour of a sample: "9 am cortisol".
            if hour := _HOUR.search(low, max(0, start - _BESIDE), start):
                start = hour.start()
        if (bracket := _BRACKET.match(low, end)) and self._is_general(bracket[1]):
            end = bracket.end()
        return self._values.doing_before(low, start), end

    def _is_general(self, text: str) -> bool:
        keys = self._keys.of_name(text)
        return bool(keys) and all(key in self._tables.general for key in keys)

    def _is_against(self, words: ExamWords, at: int) -> bool:
        """Whether a word tells what an exam is for, with the value behind it: "IgE to peanut 54 kU/L"."""
        word = words.words[at]
        tied = word.joined and word.key.isalpha() and len(word.behind) == 1 and word.behind[0] in self._of
        return tied and self._values.number_after(words.folded.text, word.end, unit=True) is not None
