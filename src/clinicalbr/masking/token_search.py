"""The words of a text that are words of the names, in some form: found by parts of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.reading import LONGEST_PART, Joined, Reading
from clinicalbr.masking.target_word import Kinship, TargetWord
from clinicalbr.masking.word_parts import WordsOfPart, parts_of_words

__all__ = ["Token", "TokenSearch"]

_SHORTEST_PART = 4
_NEIGHBOURHOOD = 32
_KEPT, _KINDS_KEPT = 16_384, 1024
_WORD = re.compile(r"[^\W\d_]+")


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
        lexicon: Rules of the languages.
        proper: Words that are proper names.
        typos: Look for misspellings.
    """

    def __init__(
        self,
        names: Iterable[Sequence[str]],
        lexicon: Lexicon,
        *,
        proper: Collection[str] = (),
        typos: bool = True,
    ) -> None:
        listed = [tuple(name) for name in names]
        self.words = {
            word: lexicon.target_word(word, word in proper)
            for word in sorted({word for name in listed for word in name})
        }
        self._weights = lexicon.weights
        self._prefixes = lexicon.prefixes
        self._longest_prefix = max(map(len, self._prefixes), default=0)
        self._typos = typos
        self._known: dict[tuple[WordsOfPart, str, int], tuple[tuple[str, Kinship], ...]] = {}
        self._slipped: dict[tuple[str, ...], tuple[tuple[TargetWord, ...], dict[str, TargetWord | None]]] = {}
        self._partners = {
            word: tuple(
                self.words[other]
                for other in sorted({other for name in listed if word in name for other in name} - {word})
                if self.words[other].slips
            )
            for word in self.words
        }
        self.parts = parts_of_words(self.words.values(), self._longest_prefix, typos=typos)

    def tokens(
        self,
        reading: Reading,
        hits: Iterable[tuple[int, WordsOfPart]],
        joined_hits: Iterable[tuple[int, WordsOfPart]],
    ) -> list[Token]:
        """All related tokens of a text.

        Args:
            reading: The text.
            hits: Where one of :attr:`parts` stands in ``reading.low``, in order, with the words it may belong to.
            joined_hits: The same for ``reading.joined``.

        Returns:
            Tokens in order of place.
        """
        low = reading.low
        found: dict[int, Token] = {}
        known, letters = self._known, reading.letters
        start = end = 0
        for at, words in hits:
            if at >= end:
                if not words.may_stand(letters, at):
                    continue
                # The edges as Reading.word finds them, without a call for each of many hits.
                start = letters.rfind(b" ", max(0, at - LONGEST_PART), at) + 1
                end = letters.find(b" ", at, at + LONGEST_PART)
                if not (0 < start <= at < end and low[start - 1].isascii() and low[end].isascii()):
                    start, end = reading.word(at)
                text = low[start:end]
            relations = known.get((words, text, at - start))
            if relations is None:
                relations = self._known_relations(text, at - start, words)
            if relations:
                _note(found, start, end, text, relations)
        self._note_joined(found, reading.joined, joined_hits)
        if self._typos and found:
            self._note_all_misspelt_neighbours(found, low)
        return [found[start] for start in sorted(found)]

    def _note_joined(self, found: dict[int, Token], joined: Joined, hits: Iterable[tuple[int, WordsOfPart]]) -> None:
        """Note the words that are written with hyphens."""
        first = last = 0
        for at, words in hits:
            if not words.begun:
                continue
            if at >= last:
                first, last = _bounds(joined.text, at)
                text = joined.text[first:last]
            relations = self._known_relations(text, at - first, words)
            if close := tuple(item for item in relations if item[1] >= Kinship.DERIVED):
                places = joined.places(first, last)
                _note(found, places[0], places[-1] + 1, text, close)

    def _note_all_misspelt_neighbours(self, found: dict[int, Token], low: str) -> None:
        tokens = [found[start] for start in sorted(found)]
        for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
            if (
                not self._weights.is_general(token.text)
                or _are_near(before, token)
                or _are_near(token, after)
                or any(len(self._partners[word]) == 1 for word in token.kin)
            ):
                self._note_misspelt_neighbours(found, token, low)

    def _known_relations(self, token: str, offset: int, words: WordsOfPart) -> tuple[tuple[str, Kinship], ...]:
        key = words, token, offset
        if key not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[key] = self._relations(token, offset, words)
        return self._known[key]

    def _relations(self, token: str, offset: int, words: WordsOfPart) -> tuple[tuple[str, Kinship], ...]:
        """How a token that holds a part at an offset is related to the words of the part."""
        related: list[tuple[str, Kinship]] = []
        for target in words.begun if not offset or self._may_be_prefix(token, offset) else ():
            kinship = target.kinship(token, self._prefixes)
            if kinship is not None:
                related.append((target.word, kinship))
        if words.misspelt and not self._weights.is_real_word(token, in_name=True):
            related += ((target.word, Kinship.TYPO) for target in words.misspelt if target.is_misspelt_alone(token))
        return tuple(related)

    def _may_be_prefix(self, token: str, offset: int) -> bool:
        """Whether what stands before an offset is a prefix, with a letter behind it that is doubled or not."""
        if offset > self._longest_prefix + 1:
            return False
        before = token[:offset]
        return before in self._prefixes or (before[-1:] == token[offset : offset + 1] and before[:-1] in self._prefixes)

    def _note_misspelt_neighbours(self, found: dict[int, Token], token: Token, low: str) -> None:
        """Beside a word of a name, its other words may be misspelt more than they may where they stand alone."""
        telling = tuple(
            word for word, kinship in token.kin.items() if kinship > Kinship.TYPO or len(token.text) > _SHORTEST_PART
        )
        if telling not in self._slipped:
            if len(self._slipped) >= _KINDS_KEPT:
                self._slipped.clear()
            own = tuple(partner for word in telling for partner in self._partners[word])
            self._slipped[telling] = own, {}
        partners, slipped = self._slipped[telling]
        if not partners:
            return
        begin, stop = max(0, token.start - _NEIGHBOURHOOD), min(len(low), token.end + _NEIGHBOURHOOD)
        beside = _WORD.findall(low, begin, stop)
        is_slip = False
        for text in beside:
            if text not in slipped:
                if len(slipped) >= _KINDS_KEPT:
                    slipped.clear()
                slipped[text] = self._misspelt(text, partners)
            is_slip = is_slip or slipped[text] is not None
        if not is_slip:
            return
        for match in _WORD.finditer(low, begin, stop):
            start, text = match.start(), match.group()
            # What the edge of the neighbourhood cuts is no word.
            is_cut = (begin and start == begin) or (stop < len(low) and match.end() == stop)
            if is_cut or start in found:
                continue
            if partner := slipped[text] if text in slipped else self._misspelt(text, partners):
                found[start] = Token(start, match.end(), text, {partner.word: Kinship.TYPO})

    def _misspelt(self, text: str, partners: Sequence[TargetWord]) -> TargetWord | None:
        """The word that a text misspells; its own forms are found elsewhere."""
        if len(text) < _SHORTEST_PART or self._weights.is_real_word(text, in_name=True):
            return None
        if any(partner.kinship(text, self._prefixes) is not None for partner in partners):
            return None
        return next((partner for partner in partners if partner.is_misspelt(text)), None)


def _note(found: dict[int, Token], start: int, end: int, text: str, relations: Iterable[tuple[str, Kinship]]) -> None:
    token = found.get(start)
    if token is None or token.end < end:
        token = found[start] = Token(start, end, text, dict(token.kin) if token else {})
    for word, kinship in relations:
        # A misspelling of one form may be another form of the word; the form counts then.
        if kinship > token.kin.get(word, 0):
            token.kin[word] = kinship


def _are_near(one: Token | None, other: Token | None) -> bool:
    return one is not None and other is not None and other.start - one.end <= _NEIGHBOURHOOD


def _bounds(text: str, position: int) -> tuple[int, int]:
    """The run of letters and digits around a position."""
    start, end = position, position + 1
    while start and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return start, end
