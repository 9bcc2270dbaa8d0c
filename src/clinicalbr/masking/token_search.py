"""The words of a text that are words of the names, in some form: found by their parts, told apart once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from clinicalbr.masking.reading import Reading
from clinicalbr.masking.typos import allowed_slips, is_misspelling, search_parts
from clinicalbr.masking.word_forms import Inflector, numeral_forms, shares_root, without_prefix
from clinicalbr.masking.word_weight import WordWeights

__all__ = ["Kinship", "TargetWord", "Token", "TokenSearch"]

_SHORTEST_PART = 4
_NEIGHBOURHOOD = 40
_LONGEST_ENDING = 6
_MOST_KNOWN = 50_000
_WORD = re.compile(r"[^\W\d_]+")


class Kinship(IntEnum):
    """How a token is related to a word of a name, the closest last."""

    ROOT = 1
    TYPO = 2
    DERIVED = 3
    FORM = 4
    EXACT = 5


@dataclass(frozen=True, slots=True)
class TargetWord:
    """A word of a name, made ready for comparison.

    Args:
        word: The folded word.
        forms: Its strict forms.
        slips: Misspellings allowed where the rest of the name is there.
        slips_alone: Misspellings allowed where it stands alone.
    """

    word: str
    forms: frozenset[str]
    slips: int
    slips_alone: int

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
            forms = frozenset(form for form in inflector.forms(word) if form == word or not weights.is_more_common(form, word))
        return cls(word, forms, allowed_slips(word, alone=False), max(allowed_slips(word), int(proper and allowed_slips(word, alone=False) > 0)))

    def parts(self, *, typos: bool) -> frozenset[str]:
        """Stretches of which every related token holds at least one."""
        slips = search_parts(self.word, self.slips_alone) if typos and self.slips_alone else ()
        begin = max(_SHORTEST_PART, (len(self.word) + 1) // 2)
        heads = {form[:begin] if len(form) > begin else form for form in self.forms}
        shortest = min(heads, key=len)
        # One common beginning serves for all the forms that have it.
        common = {head if not head.startswith(shortest) or len(shortest) < _SHORTEST_PART else shortest for head in heads}
        return frozenset(common | set(slips))


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text that is related to words of the names.

    Args:
        start: Its first position in the folded text.
        end: Position behind it.
        text: The word, folded.
        kin: How it is related to which word.
    """

    start: int
    end: int
    text: str
    kin: dict[str, Kinship]


class TokenSearch:
    """Finds the tokens of a text that are related to the words of some names.

    Args:
        names: The content words of each name, folded.
        inflector: Makes forms.
        weights: Tells real words from misspellings.
        prefixes: Prefixes that a related word may carry.
        proper: Words that are proper names.
        typos: Look for misspellings.
    """

    def __init__(
        self,
        names: Iterable[Sequence[str]],
        inflector: Inflector,
        weights: WordWeights,
        prefixes: Sequence[str],
        *,
        proper: Collection[str] = (),
        typos: bool = True,
    ) -> None:
        listed = [tuple(name) for name in names]
        self.words = {
            word: TargetWord.of(word, inflector, weights, proper=word in proper)
            for word in sorted({word for name in listed for word in name})
        }
        self._weights = weights
        self._prefixes = prefixes
        self._typos = typos
        self._partners = {
            word: tuple(
                self.words[other]
                for other in sorted({other for name in listed if word in name for other in name} - {word})
                if self.words[other].slips
            )
            for word in self.words
        }
        by_part: dict[str, list[TargetWord]] = {}
        for target in self.words.values():
            for part in target.parts(typos=typos):
                by_part.setdefault(part, []).append(target)
        self._by_part = {part: tuple(by_part[part]) for part in sorted(by_part)}
        self._known: dict[tuple[str, str], Kinship | None] = {}

    def tokens(self, reading: Reading) -> list[Token]:
        """All related tokens of a text.

        Args:
            reading: The text.

        Returns:
            Tokens in order of place.
        """
        low = reading.low
        found: dict[int, Token] = {}
        for part, targets in self._by_part.items():
            at = low.find(part)
            while at >= 0:
                start, end = reading.word_start(at), reading.word_end(at + len(part) - 1)
                self._note(found, start, end, low[start:end], targets)
                at = low.find(part, max(at + 1, end - len(part) + 1))
        for joined in reading.joined_words():
            for part, targets in self._by_part.items():
                if part in joined.text:
                    self._note(found, joined.places[0], joined.places[-1] + 1, joined.text, targets, least=Kinship.DERIVED)
        if self._typos:
            for token in tuple(found.values()):
                self._note_misspelt_neighbours(found, token, low)
        return [found[start] for start in sorted(found)]

    def _note(self, found: dict[int, Token], start: int, end: int, text: str, targets: tuple[TargetWord, ...], least: Kinship = Kinship.ROOT) -> None:
        for target in targets:
            kinship = self._kinship(text, target)
            if kinship is None or kinship < least:
                continue
            token = found.get(start)
            if token is None or token.end < end:
                token = found[start] = Token(start, end, text, dict(token.kin) if token else {})
            if kinship > token.kin.get(target.word, 0):
                token.kin[target.word] = kinship

    def _note_misspelt_neighbours(self, found: dict[int, Token], token: Token, low: str) -> None:
        """Beside a word of a name, its other words may be misspelt more than they may where they stand alone."""
        partners = tuple(
            partner
            for word, kinship in token.kin.items()
            if kinship > Kinship.TYPO or len(token.text) > _SHORTEST_PART
            for partner in self._partners[word]
        )
        if not partners:
            return
        begin = max(0, token.start - _NEIGHBOURHOOD)
        for match in _WORD.finditer(low, begin, token.end + _NEIGHBOURHOOD):
            start, text = match.start(), match.group()
            if start in found or start == begin or len(text) < _SHORTEST_PART:
                continue
            for partner in partners:
                if self._is_misspelt(text, partner, partner.slips):
                    found[start] = Token(start, match.end(), text, {partner.word: Kinship.TYPO})
                    break

    def _kinship(self, token: str, target: TargetWord) -> Kinship | None:
        key = (token, target.word)
        if key not in self._known:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._compare(token, target)
        return self._known[key]

    def _compare(self, token: str, target: TargetWord) -> Kinship | None:
        if token == target.word:
            return Kinship.EXACT
        if token in target.forms:
            return Kinship.FORM
        if without_prefix(token, target.forms, self._prefixes):
            return Kinship.DERIVED
        if self._typos and self._is_misspelt(token, target, target.slips_alone):
            return Kinship.TYPO
        return Kinship.ROOT if shares_root(token, target.word) else None

    def _is_misspelt(self, token: str, target: TargetWord, slips: int) -> bool:
        if not slips or abs(len(token) - len(target.word)) > slips + _LONGEST_ENDING:
            return False
        if self._weights.is_real_word(token, in_name=True):
            return False
        return any(is_misspelling(token, form, slips) for form in target.forms)
