"""How much a word of a name says: whether it gives the answer away by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.languages.background import Background
from clinicalbr.masking.word_forms import Inflector

__all__ = ["Thresholds", "WordWeights"]

_KEPT = 16_384


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The numbers of the masker that were chosen on data; see ``benchmarks/masking_quality.py``.

    Args:
        zipf: Frequency in general text up to which a word can be distinctive, on the Zipf scale (log10 of its
            occurrences in a thousand million words; van Heuven and others 2014, doi 10.1080/17470218.2013.850521).
        concepts: Number of concepts of the default knowledge base whose names may hold a distinctive word.
        head_concepts: The same for the head of a name, which other diseases share more often.
        qualifier_zipf: The frequency for a word that qualifies the head of a name of several telling words.
        qualifier_concepts: The number of concepts for such a word.
        rare_concepts: Up to this number, a qualifier may be as frequent as ``rare_zipf``.
        rare_zipf: See ``rare_concepts``.
        letters: Letters of the shortest distinctive word.
        real_word_zipf: Frequency from which a token that stands alone is a word of its own and no misspelling.
        real_word_zipf_in_name: The same where the other words of the name are there.
        extra_words: Words that may stand between the words of a name.

    Examples:
        >>> Thresholds().letters
        4
    """

    zipf: float = 4.3
    concepts: int = 30
    head_concepts: int = 8
    qualifier_zipf: float = 2.2
    qualifier_concepts: int = 10
    rare_concepts: int = 3
    rare_zipf: float = 2.7
    letters: int = 4
    real_word_zipf: float = 1.5
    real_word_zipf_in_name: float = 3.5
    extra_words: int = 1


class WordWeights:
    """Answers about single words, from the packs of some languages.

    Args:
        packs: Language packs.
        inflector: Makes singulars.
        thresholds: Where the lines are drawn.

    Examples:
        >>> pt = LanguagePack.load("pt")
        >>> weights = WordWeights([pt], Inflector([pt.morphology]), Thresholds())
        >>> weights.is_distinctive("tuberculose"), weights.is_distinctive("pulmonar")
        (True, False)
    """

    def __init__(self, packs: Sequence[LanguagePack], inflector: Inflector, thresholds: Thresholds) -> None:
        self._packs = packs
        self._inflector = inflector
        self._thresholds = thresholds
        self.is_real_word = lru_cache(maxsize=_KEPT)(self._is_real_word)
        self.zipf = lru_cache(maxsize=_KEPT)(self._zipf)
        self.concepts = lru_cache(maxsize=_KEPT)(self._concepts)
        self.is_modifier = lru_cache(maxsize=_KEPT)(self._is_modifier)
        self.is_general_head = lru_cache(maxsize=_KEPT)(self._is_general_head)
        self.is_site = lru_cache(maxsize=_KEPT)(self._is_site)

    @cached_property
    def _backgrounds(self) -> list[Background]:
        return [pack.background for pack in self._packs]

    def known(self, words: frozenset[str]) -> set[str]:
        """Those of some words that a language's table holds.

        Args:
            words: Folded words.

        Returns:
            Words; of the others nothing is known.
        """
        return {word for background in self._backgrounds for word in background.words.keys() & words}

    @cached_property
    def function_words(self) -> frozenset[str]:
        """Function words of all languages."""
        return frozenset().union(*(pack.function_words for pack in self._packs))

    @cached_property
    def denials(self) -> frozenset[str]:
        """Words that deny what follows them within a name, in any of the languages."""
        return frozenset().union(*(pack.names.denials for pack in self._packs))

    def _is_modifier(self, word: str) -> bool:
        """Whether a word tells course, degree, side or origin only."""
        return self._is_among(word, "modifiers")

    def _is_general_head(self, word: str) -> bool:
        """Whether a word is a noun for any disorder."""
        return self._is_among(word, "heads")

    def _is_site(self, word: str) -> bool:
        """Whether a word names a part of the body."""
        return self._is_among(word, "sites")

    def _zipf(self, word: str) -> float:
        """Highest frequency of a word among the languages, on the Zipf scale; 0 when it is in none."""
        highest = 0.0
        for background in self._backgrounds:
            if word in background.words and (own := background.zipf(word)) > highest:
                highest = own
        return highest

    def _concepts(self, word: str) -> int:
        """Highest number of concepts whose names hold a word, among the languages."""
        highest = 0
        for background in self._backgrounds:
            if word in background.words and (own := background.concepts(word)) > highest:
                highest = own
        return highest

    def is_general(self, word: str) -> bool:
        """Whether a word is a general head, a modifier, a site or a function word."""
        return word in self.function_words or self.is_general_head(word) or self.is_modifier(word) or self.is_site(word)

    def is_distinctive(self, word: str, *, head: bool = False, qualifier: bool = False) -> bool:
        """Whether a word gives the answer away by itself.

        Args:
            word: A folded word of a name.
            head: Whether it is the head of a name of several telling words.
            qualifier: Whether it qualifies such a head.

        Returns:
            True when it is rare in general text and in the names of other diseases.
        """
        limits = self._thresholds
        if len(word) < limits.letters or not word.isalpha() or self.is_general(word):
            return False
        zipf, concepts = self.zipf(word), self.concepts(word)
        if qualifier:
            is_rare = concepts <= limits.rare_concepts and zipf <= limits.rare_zipf
            return is_rare or (concepts <= limits.qualifier_concepts and zipf <= limits.qualifier_zipf)
        return zipf <= limits.zipf and concepts <= (limits.head_concepts if head else limits.concepts)

    def is_more_common(self, form: str, word: str) -> bool:
        """Whether a form of a word is a frequent word of general text, far more so than the word."""
        frequency = self.zipf(form)
        return frequency > self._thresholds.zipf and frequency > self.zipf(word) + 1

    def _is_real_word(self, token: str, *, in_name: bool = False) -> bool:
        """Whether a token is a word of its own, and so no misspelling of another."""
        limit = self._thresholds.real_word_zipf_in_name if in_name else self._thresholds.real_word_zipf
        return token in self.function_words or self.zipf(token) >= limit or (not in_name and self.concepts(token) > 0)

    def _is_among(self, word: str, kind: str) -> bool:
        singulars = self._inflector.singulars(word)
        return any(not singulars.isdisjoint(getattr(pack.names, kind)) for pack in self._packs)
