"""What the masker knows of some languages together, made once and shared by all targets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.languages.rules import Morphology
from clinicalbr.masking.phrases import PhraseSet
from clinicalbr.masking.target_word import TargetWord
from clinicalbr.masking.word_forms import Inflector
from clinicalbr.masking.word_weight import Thresholds, WordWeights
from clinicalbr.text import fold_text

__all__ = ["Lexicon", "lexicon_of"]

_KEPT = 32
_WORDS_KEPT = 16_384


class Lexicon:
    """The rules of several language packs, joined.

    Args:
        packs: Language packs, that of the text first.
        thresholds: Where lines are drawn.

    Examples:
        >>> lexicon = Lexicon([LanguagePack.load("pt")], Thresholds())
        >>> "MG" in lexicon.place_codes, lexicon.plural_endings
        (True, ("'s", 's'))
    """

    def __init__(self, packs: Sequence[LanguagePack], thresholds: Thresholds) -> None:
        self.packs = tuple(packs)
        self.thresholds = thresholds
        self.inflector = _inflector(tuple(pack.morphology for pack in packs))
        self.weights = WordWeights(packs, self.inflector, thresholds)
        self.target_word = lru_cache(maxsize=_WORDS_KEPT)(self._target_word)
        self.simplified = lru_cache(maxsize=_WORDS_KEPT)(self._simplify)
        self.behind_prefix = lru_cache(maxsize=_WORDS_KEPT)(self._behind_prefix)

    def _target_word(self, word: str, proper: bool) -> TargetWord:
        return TargetWord.of(word, self.inflector, self.weights, proper=proper)

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """What may stand before a word and leave it related."""
        return frozenset(
            prefix for pack in self.packs for prefix in (*pack.morphology.prefixes, *pack.acronyms.prefixes)
        )

    @cached_property
    def against(self) -> frozenset[str]:
        """Prefixes for what is directed at a thing and names it."""
        return frozenset(prefix for pack in self.packs for prefix in pack.morphology.against)

    @cached_property
    def acronym_prefixes(self) -> tuple[str, ...]:
        """Word parts that lend an initial of their own."""
        return _longest_first(prefix for pack in self.packs for prefix in pack.acronyms.prefixes)

    @cached_property
    def without_initial(self) -> frozenset[str]:
        """Words that lend no initial."""
        return frozenset(word for pack in self.packs for word in (*pack.acronyms.skipped_words, *pack.function_words))

    def _simplify(self, word: str) -> str:
        """A word in a spelling that the languages share: "rheumatoid" and "reumatoide" begin alike in it.

        Args:
            word: A folded word.

        Returns:
            The word with the learned spellings of Greek and Latin replaced.

        Examples:
            >>> Lexicon([LanguagePack.load("en")], Thresholds()).simplified("phaeochromocytoma")
            'feocromocitoma'
        """
        for learned, plain in self._learned_spellings:
            word = word.replace(learned, plain)
        return word

    def _behind_prefix(self, word: str, least: int) -> str:
        """First letter behind the longest prefix of a word that leaves some letters; empty when there is none."""
        prefixes, lengths = self._prefixes_with_initial
        for length in lengths:
            if len(word) - length >= least and word[:length] in prefixes:
                return word[length]
        return ""

    @cached_property
    def _prefixes_with_initial(self) -> tuple[frozenset[str], tuple[int, ...]]:
        """The prefixes, and how long they are, the longest first."""
        return frozenset(self.acronym_prefixes), tuple(sorted(set(map(len, self.acronym_prefixes)), reverse=True))

    @cached_property
    def _learned_spellings(self) -> tuple[tuple[str, str], ...]:
        return tuple(dict.fromkeys(pair for pack in self.packs for pair in pack.morphology.learned))

    @cached_property
    def modifiers(self) -> frozenset[str]:
        """Words for course, degree, side, number or origin."""
        return frozenset(word for pack in self.packs for word in pack.names.modifiers)

    @cached_property
    def plural_endings(self) -> tuple[str, ...]:
        """What may follow an acronym in the plural, folded."""
        return _longest_first(fold_text(ending) for pack in self.packs for ending in pack.acronyms.plural_endings)

    @cached_property
    def place_codes(self) -> frozenset[str]:
        """Letters that stand for a state or country."""
        return frozenset(code for pack in self.packs for code in pack.acronyms.place_codes)

    @cached_property
    def routes(self) -> frozenset[str]:
        """Letters that stand for the route of a drug."""
        return frozenset(code for pack in self.packs for code in pack.acronyms.routes)

    @cached_property
    def route_cues(self) -> frozenset[str]:
        """What stands before the route of a drug."""
        return frozenset(cue for pack in self.packs for cue in pack.acronyms.route_cues)

    @cached_property
    def type_words(self) -> frozenset[str]:
        """Words between a name and the number of its type."""
        return frozenset(word for pack in self.packs for word in pack.names.type_words)

    @cached_property
    def particles(self) -> frozenset[str]:
        """Small words between a noun and a proper name."""
        return frozenset(word for pack in self.packs for word in pack.names.particles)

    @cached_property
    def units(self) -> frozenset[str]:
        """Units of measurement."""
        return frozenset(unit for pack in self.packs for unit in pack.numbers.units)

    @cached_property
    def links(self) -> frozenset[str]:
        """What stands between a measure and its number."""
        return frozenset(link for pack in self.packs for link in pack.numbers.links)

    @cached_property
    def institutions(self) -> frozenset[str]:
        """Words before a proper name that make it a place, a person or an institution."""
        return frozenset(word for pack in self.packs for word in pack.names.institutions)

    @cached_property
    def named_things(self) -> frozenset[str]:
        """Nouns that make an eponym the name of a sign, a test or an operation."""
        return frozenset(word for pack in self.packs for word in pack.names.named_things)

    @cached_property
    def fixed_phrases(self) -> tuple[str, ...]:
        """Names of tests and signs that carry a disease's word."""
        return _longest_first(phrase for pack in self.packs for phrase in pack.names.fixed_phrases)

    @cached_property
    def verdict_cues(self) -> PhraseSet:
        """Phrases that announce a diagnosis."""
        return PhraseSet(phrase for pack in self.packs for phrase in pack.cues.verdict)

    @cached_property
    def denials(self) -> PhraseSet:
        """Phrases that deny."""
        return PhraseSet(phrase for pack in self.packs for phrase in pack.cues.negation)

    @cached_property
    def clause_connectors(self) -> tuple[str, ...]:
        """Words that open a clause."""
        return _longest_first(word for pack in self.packs for word in pack.sentences.clause_connectors)

    @cached_property
    def connectors(self) -> PhraseSet:
        """The same, for a first look."""
        return PhraseSet(fold_text(word) for word in self.clause_connectors)


def _longest_first(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(items), key=lambda item: (-len(item), item)))


@lru_cache(maxsize=_KEPT)
def _inflector(morphologies: tuple[Morphology, ...]) -> Inflector:
    return Inflector(morphologies)


_made: dict[tuple[object, ...], Lexicon] = {}


def lexicon_of(packs: Sequence[LanguagePack], thresholds: Thresholds) -> Lexicon:
    """The lexicon of some packs, made once.

    Args:
        packs: Language packs, that of the text first.
        thresholds: Where lines are drawn.

    Returns:
        The same object for the same packs and thresholds.

    Examples:
        >>> pt = LanguagePack.load("pt")
        >>> lexicon_of([pt], Thresholds()) is lexicon_of([pt], Thresholds())
        True
    """
    # By identity: a pack is large, and comparing two by value takes longer than what is saved. The lexicon keeps its
    # packs, so that no other pack can take over their identity.
    key = (*(id(pack) for pack in packs), thresholds)
    if key not in _made:
        if len(_made) >= _KEPT:
            _made.pop(next(iter(_made)))
        _made[key] = Lexicon(packs, thresholds)
    return _made[key]
