"""A word of a name made ready for comparison, and how the words of a text are related to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from clinicalbr.masking.typos import allowed_slips, is_misspelling, placed_parts
from clinicalbr.masking.word_forms import Inflector, numeral_forms, shares_root, without_prefix
from clinicalbr.masking.word_weight import WordWeights

__all__ = ["Kinship", "SlipPart", "TargetWord"]

_SHORTEST_PART = 4


class Kinship(IntEnum):
    """How a token is related to a word of a name, the closest last."""

    ROOT = 1
    TYPO = 2
    DERIVED = 3
    FORM = 4
    EXACT = 5


class SlipPart(NamedTuple):
    """A stretch that a misspelling may keep, and how many letters stand around it there.

    Args:
        text: The stretch.
        ahead: Fewest and most letters before it.
        behind: Fewest and most letters from its start to the end of the misspelling.
    """

    text: str
    ahead: tuple[int, int]
    behind: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class TargetWord:
    """A word of a name, made ready for comparison.

    Args:
        word: The folded word.
        forms: Its strict forms.
        slips: Misspellings allowed where the rest of the name is there.
        slips_alone: Misspellings allowed where it stands alone.
        beginnings: Stretches of which every form, and every word of the same root, holds one at its start.
        bases: The word and the form of it that most disease names hold; a misspelling of these may stand alone.
        slip_parts: Stretches of which every misspelling of the bases holds one.
        by_length: The forms by their number of letters.
    """

    word: str
    forms: frozenset[str]
    slips: int
    slips_alone: int
    beginnings: tuple[str, ...]
    bases: tuple[str, ...]
    slip_parts: tuple[SlipPart, ...]
    by_length: dict[int, tuple[str, ...]]

    @property
    def longest(self) -> int:
        """Letters of the longest form."""
        return max(self.by_length)

    @classmethod
    def of(cls, word: str, inflector: Inflector, weights: WordWeights, *, proper: bool = False) -> TargetWord:
        """Prepare a word.

        Args:
            word: A folded word.
            inflector: Makes its forms.
            weights: Tells the forms that are other, frequent words ("sido" beside "sida").
            proper: Whether it is a proper name, whose capital tells it from other words.

        Returns:
            The word with its forms and allowed slips.
        """
        forms = numeral_forms(word)
        if word.isalpha() and len(forms) == 1:
            made = inflector.forms(word)
            forms = made - {form for form in weights.known(made) if form != word and weights.is_more_common(form, word)}
        slips, alone = allowed_slips(word, alone=False), allowed_slips(word)
        if proper:
            alone = max(alone, min(1, slips))
        lengths: dict[int, list[str]] = {}
        for form in sorted(forms):
            lengths.setdefault(len(form), []).append(form)
        by_length = {length: tuple(own) for length, own in lengths.items()}
        best = _best(word, forms, weights)
        bases = tuple(dict.fromkeys((word, best)))
        parts = tuple(dict.fromkeys(part for base in bases if alone for part in _slip_parts(base, alone)))
        return cls(word, forms, slips, alone, _beginnings(word, forms), bases, parts, by_length)

    def kinship(self, token: str, prefixes: frozenset[str]) -> Kinship | None:
        """How a token is related to the word, misspellings apart.

        Args:
            token: A folded word of a text.
            prefixes: Prefixes that a related word may carry.

        Returns:
            The closest relation, or None.
        """
        if token == self.word:
            return Kinship.EXACT
        if token in self.forms:
            return Kinship.FORM
        if without_prefix(token, self.forms, prefixes):
            return Kinship.DERIVED
        return Kinship.ROOT if shares_root(token, self.word) else None

    def is_misspelt_alone(self, token: str) -> bool:
        """Whether a token is a misspelling of one of the bases that is near enough to stand alone.

        Args:
            token: A folded word of a text.

        Returns:
            True for a misspelling.
        """
        return any(is_misspelling(token, base, self.slips_alone) for base in self.bases)

    def is_misspelt(self, token: str) -> bool:
        """Whether a token is a misspelling of a form that counts beside the other words of the name.

        Args:
            token: A folded word of a text.

        Returns:
            True for a misspelling.
        """
        return any(
            is_misspelling(token, form, self.slips)
            for length in range(len(token) - self.slips, len(token) + self.slips + 1)
            for form in self.by_length.get(length, ())
        )


def _slip_parts(word: str, slips: int) -> list[SlipPart]:
    return [
        SlipPart(part, (max(0, place - slips), place + slips), (len(word) - place - slips, len(word) - place + slips))
        for part, place in placed_parts(word, slips)
    ]


def _best(word: str, forms: frozenset[str], weights: WordWeights) -> str:
    """The form that most disease names hold."""
    best, most = word, weights.concepts(word)
    for form in sorted(weights.known(forms)):
        if (concepts := weights.concepts(form)) > most:
            best, most = form, concepts
    return best


def _beginnings(word: str, forms: frozenset[str]) -> tuple[str, ...]:
    length = max(_SHORTEST_PART, (len(word) + 1) // 2)
    heads = {form[:length] for form in forms}
    shortest = min(sorted(heads), key=len)
    if len(shortest) < _SHORTEST_PART:
        return tuple(sorted(heads))
    return tuple(sorted({shortest if head.startswith(shortest) else head for head in heads}))
