"""Forms of one word: number, gender, adjective, spelling, prefix; and the looser kinship of a shared root.

Two strengths. *Forms* follow the paradigms of the language packs and are safe for a word that stands alone
("tuberculose", "tuberculoso"; never "tubérculo"). A *shared root* only counts where the rest of the name is there, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from clinicalbr.languages.rules import Morphology

__all__ = ["SHORTEST_FORM", "Inflector", "numeral_forms", "shares_root", "without_prefix"]

_SHORTEST_STEM = 3
SHORTEST_FORM = 5
"""Letters of a word that may carry a prefix: "antiHIV" is left to the acronyms."""
_LONGEST_PREFIX = 12
_SHORTEST_ROOT = 4
_SHARE = 0.6
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_GREEK = {
    "\u03b1": ("alfa", "alpha"),
    "\u03b2": ("beta",),
    "\u03b3": ("gama", "gamma"),
    "\u03b4": ("delta",),
    "\u03ba": ("kappa",),
    "\u03bb": ("lambda",),
    "\u03bc": ("mu",),
    "\u03c9": ("omega",),
}


class Inflector:
    """Makes the strict forms of words by the endings of some languages.

    Args:
        morphologies: Endings of each language.

    Examples:
        >>> from clinicalbr.languages import LanguagePack
        >>> forms = Inflector([LanguagePack.load("pt").morphology]).forms("tuberculose")
        >>> "tuberculosos" in forms, "tuberculo" in forms
        (True, False)
    """

    def __init__(self, morphologies: Iterable[Morphology]) -> None:
        self._languages = [_Endings(morphology) for morphology in morphologies]
        self.forms = lru_cache(maxsize=16_384)(self._forms)

    def singulars(self, word: str) -> frozenset[str]:
        """What a word may be the plural of, itself among them.

        Args:
            word: A folded word.

        Returns:
            Folded words, not all of which need exist.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> "agudo" in Inflector([LanguagePack.load("pt").morphology]).singulars("agudos")
            True
        """
        return frozenset().union({word}, *(endings.singulars(word) for endings in self._languages))

    def _forms(self, word: str) -> frozenset[str]:
        return frozenset().union({word}, *(endings.forms(word) for endings in self._languages))


class _Endings:
    """The endings of one language, looked up by what a word ends in."""

    def __init__(self, morphology: Morphology) -> None:
        self._singulars: dict[str, list[str]] = {}
        self._plurals: dict[str, list[str]] = {}
        self._paradigms: dict[str, dict[str, None]] = {}
        self._spellings = morphology.spellings
        for single, plural in morphology.plurals:
            self._singulars.setdefault(plural, []).append(single)
            self._plurals.setdefault(single, []).append(plural)
        for endings in morphology.paradigms:
            for ending in endings:
                self._paradigms.setdefault(ending, {}).update(dict.fromkeys(endings))
        self._longest_single, self._longest_plural, self._longest_ending = (
            max(map(len, table), default=0) for table in (self._plurals, self._singulars, self._paradigms)
        )

    def singulars(self, word: str) -> set[str]:
        found = {word}
        self._add_changed(found, self._singulars, self._longest_plural)
        return found

    def forms(self, word: str) -> set[str]:
        found = {word}
        self._add_changed(found, self._singulars, self._longest_plural)
        self._add_changed(found, self._paradigms, self._longest_ending)
        self._add_changed(found, self._plurals, self._longest_single)
        for one, other in self._spellings:
            if one in word or other in word:
                found.update([form.replace(one, other) for form in found if one in form])
                found.update([form.replace(other, one) for form in found if other in form])
        return found

    @staticmethod
    def _add_changed(words: set[str], table: Mapping[str, Collection[str]], longest: int) -> None:
        """Add what words become when an ending of theirs is changed."""
        for word in tuple(words):
            size = len(word)
            # A word that only takes something on needs a longer stem, or short ones would become others.
            first = size if size > _SHORTEST_STEM else size - 1
            for cut in range(first, max(_SHORTEST_STEM, size - longest) - 1, -1):
                if changed := table.get(word[cut:]):
                    stem = word[:cut]
                    words.update([stem + other for other in changed])


@lru_cache(maxsize=4096)
def numeral_forms(word: str) -> frozenset[str]:
    """Other ways to write a numeral or a Greek letter.

    Args:
        word: A folded word.

    Returns:
        The word and its equals; only the word when it is neither.

    Examples:
        >>> sorted(numeral_forms("2")), sorted(numeral_forms("alfa"))[:2]
        (['2', 'ii'], ['alfa', 'alpha'])
    """
    if word.isdigit() and word.isascii() and len(word) <= 2 and 0 < int(word) <= len(_ROMAN):
        return frozenset({word, _ROMAN[int(word) - 1]})
    if word in _ROMAN:
        return frozenset({word, str(_ROMAN.index(word) + 1)})
    for letter, names in _GREEK.items():
        if word == letter or word in names:
            return frozenset({letter, *names})
    return frozenset({word})


def shares_root(word: str, other: str) -> bool:
    """Whether two words begin alike: four letters and three fifths of the longer one.

    Args:
        word: A folded word.
        other: Another one.

    Returns:
        True for "laringe" and "laringea"; it means kinship only beside the rest of a name.

    Examples:
        >>> shares_root("colonic", "colon"), shares_root("renal", "retal")
        (True, False)
    """
    needed = max(_SHORTEST_ROOT, -(-max(len(word), len(other)) * _SHARE // 1))
    shorter, longer = sorted((word, other), key=len)
    if len(shorter) >= max(_SHORTEST_ROOT, (len(longer) + 1) // 2) and longer.startswith(shorter):
        return True
    return len(shorter) >= needed and shorter[: int(needed)] == longer[: int(needed)]


def without_prefix(token: str, forms: frozenset[str], prefixes: Collection[str]) -> str | None:
    """The form that a longer word is built on, when the rest is a prefix of the language.

    Args:
        token: A folded word.
        forms: Forms to look for.
        prefixes: Prefixes, folded.

    Returns:
        The form, or None.

    Examples:
        >>> without_prefix("antituberculoso", frozenset({"tuberculoso"}), {"anti"})
        'tuberculoso'
    """
    for cut in range(2, min(_LONGEST_PREFIX, len(token) - SHORTEST_FORM) + 1):
        if token[:cut] in prefixes:
            rest = token[cut:]
            if rest in forms:
                return rest
            # Portuguese doubles "r" and "s" behind a prefix that ends in a vowel: "neurossífilis".
            if rest[0] == rest[1] and rest[0] in {"r", "s"} and len(rest) > SHORTEST_FORM and rest[1:] in forms:
                return rest[1:]
    return None
