"""Parts of the words of some names: where one stands in a text, a form or a misspelling of a word may stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clinicalbr.masking.target_word import SlipPart, TargetWord
from clinicalbr.masking.word_forms import SHORTEST_FORM

__all__ = ["WordsOfPart", "parts_of_words"]

_ANY = 1 << 30
"""More letters than any word has."""


@dataclass(frozen=True, slots=True, eq=False)
class WordsOfPart:
    """The words of the names that a part may belong to.

    Args:
        begun: Words whose forms may begin with it.
        misspelt: Words of which a misspelling may hold it.
        ahead: Fewest and most letters that may stand before it.
        behind: Fewest and most letters from its start to the end of the word.
    """

    begun: tuple[TargetWord, ...]
    misspelt: tuple[TargetWord, ...]
    ahead: tuple[int, int]
    behind: tuple[int, int]

    def may_stand(self, letters: bytes, at: int) -> bool:
        """Whether edges of a word can be where they must, for one of the words to stand around a hit.

        Args:
            letters: The text with spaces for all but letters.
            at: Where the part stands.

        Returns:
            False when none of the words can stand there.
        """
        fewest, most = self.ahead
        if most < at and letters.find(b" ", at - most - 1, at - fewest) < 0:
            return False
        fewest, most = self.behind
        return at + most >= len(letters) or letters.find(b" ", at + fewest, at + most + 1) >= 0


def parts_of_words(words: Iterable[TargetWord], longest_prefix: int, *, typos: bool) -> Mapping[str, WordsOfPart]:
    """The parts to look for.

    Args:
        words: Words of the names.
        longest_prefix: Letters of the longest prefix that a related word may carry.
        typos: Whether misspellings are looked for.

    Returns:
        Parts with the words that they may belong to.
    """
    beginnings: dict[str, list[TargetWord]] = {}
    slips: dict[str, list[tuple[TargetWord, SlipPart]]] = {}
    for target in words:
        for part in target.beginnings:
            beginnings.setdefault(part, []).append(target)
        for slip in target.slip_parts if typos else ():
            slips.setdefault(slip.text, []).append((target, slip))
    return {
        part: _words_of(part, beginnings.get(part, ()), slips.get(part, ()), longest_prefix)
        for part in sorted({*beginnings, *slips})
    }


def _words_of(
    part: str, begun: Sequence[TargetWord], slips: Sequence[tuple[TargetWord, SlipPart]], longest_prefix: int
) -> WordsOfPart:
    fewest_ahead, most_ahead, fewest_behind, most_behind = _ANY, 0, _ANY, 0
    for _, slip in slips:
        fewest_ahead, most_ahead = min(fewest_ahead, slip.ahead[0]), max(most_ahead, slip.ahead[1])
        fewest_behind, most_behind = min(fewest_behind, slip.behind[0]), max(most_behind, slip.behind[1])
    if begun:
        fewest_ahead, fewest_behind, most_behind = 0, 0, _ANY
        if not (part.isascii() and part.isalpha()):
            # A figure may stand behind the letters of another word.
            most_ahead = _ANY
        elif any(target.longest >= SHORTEST_FORM for target in begun):
            # A doubled letter may stand behind a prefix; what is too short for one begins a word.
            most_ahead = max(most_ahead, longest_prefix + 1)
    misspelt = tuple(dict.fromkeys(target for target, _ in slips)) if slips else ()
    return WordsOfPart(tuple(begun), misspelt, (fewest_ahead, most_ahead), (fewest_behind, most_behind))
