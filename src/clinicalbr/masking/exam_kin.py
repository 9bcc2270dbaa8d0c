"""Words that stand for the name of an exam without being it: its beginning, a misspelling, another word of its root."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from rapidfuzz.distance import OSA

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_tables import exam_tables
from clinicalbr.masking.exam_terms import ExamTerms

__all__ = ["ExamKin"]

_SHORT = 4
_LEFT_OUT = 3
_COMMON = 3.6
_LONG_ROOT = 6
_LONG_NAME = 8
_LONG_WORD = 8
_LONGER_WORD = 10
_MOST = 0.75
_KEPT = 16_384


class ExamKin:
    """Compares words with the long names of one word that are looked for.

    Args:
        packs: Packs of the languages.
        terms: What is looked for.
    """

    def __init__(self, packs: tuple[LanguagePack, ...], terms: ExamTerms) -> None:
        self._packs = packs
        self._names = terms.clipped
        self._forms = terms.forms
        self._listed = exam_tables(packs).by_name
        self._clips = tuple(ending for pack in packs for ending in pack.exams.clip_endings)
        self.is_misspelt = lru_cache(maxsize=_KEPT)(self._is_misspelt)

    def is_clipped(self, key: str) -> bool:
        """Whether a word is the beginning of a longer name, as people shorten it: "colono" for a colonoscopy.

        Args:
            key: Key of the word.

        Returns:
            Whether it is.
        """
        if len(key) < _SHORT or not self._clips or not key.endswith(self._clips):
            return False
        index = bisect_left(self._names, key)
        named = self._names[index : index + 1]
        if not named or not named[0].startswith(key) or len(named[0]) < len(key) + _LEFT_OUT:
            return False
        return all(pack.background.zipf(key) < _COMMON for pack in self._packs)

    def _is_misspelt(self, key: str) -> bool:
        """Whether an unknown long word is a letter or two away from a long name: "electocardiogram"."""
        if len(key) < _LONG_WORD or not key.isalpha() or (key,) in self._forms or (key,) in self._listed:
            return False
        if any(pack.background.zipf(key) > 0 for pack in self._packs):
            return False
        most = 1 if len(key) < _LONGER_WORD else 2
        return any(
            len(name) >= _LONG_WORD
            and abs(len(name) - len(key)) <= most
            and name[0] == key[0]
            and OSA.distance(name, key, score_cutoff=most) <= most
            for name in self._names
        )

    def root_of(self, key: str) -> str | None:
        """The exam whose long name shares most of its letters with a word: "endoscopada" with "endoscopia".

        Args:
            key: Key of the word.

        Returns:
            Key of the exam.
        """
        if len(key) < _LONG_ROOT or (key,) in self._forms:
            return None
        index = bisect_left(self._names, key)
        for name in self._names[max(0, index - 1) : index + 1]:
            common = next((at for at, (a, b) in enumerate(zip(name, key, strict=False)) if a != b), len(name))
            common = min(common, len(key))
            if (
                len(name) >= _LONG_NAME
                and common >= max(_LONG_ROOT, _MOST * len(name))
                and len(key) <= len(name) + _LEFT_OUT
            ):
                return self._forms[name,][0].exam
        return None
