"""The words of a clause round an exam by what they do: tell a finding or a value, say what was done, begin anew."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from clinicalbr.languages import LanguagePack

__all__ = ["END_MARKS", "ClauseWords", "Token", "choice", "clause_words_of"]

END_MARKS = frozenset(".;!?\n")
_TOKEN = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_](?:[\w'\u2019-]*\w)?|\n|[^\w\s]")
_SEGMENT = 12
_SHORTEST_ENDING = 5


class Token(NamedTuple):
    """A word, number or mark of a folded text."""

    text: str
    start: int
    end: int


class ClauseWords:
    """What the language packs say of words in a clause.

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        rules = [pack.exams for pack in packs]
        self.small = frozenset(word for pack in packs for word in pack.function_words)
        self.joining = frozenset(word for each in rules for word in each.and_words)
        self.bearing = frozenset(word for each in rules for word in each.bearing)
        self.general = frozenset(word for each in rules for word in each.general)
        self.process = frozenset(word for each in rules for word in each.process)
        self.copulas = frozenset(word for each in rules for word in each.copulas)
        self.relatives = frozenset(word for each in rules for word in each.relatives)
        self.details = frozenset(word for each in rules for word in each.details)
        breaks = {word for each in rules for word in each.breaks}
        self.breaks = frozenset(word for word in breaks if not word.startswith("*"))
        self._endings = tuple(word[1:] for word in breaks if word.startswith("*"))
        findings = {word for each in rules for word in each.findings}
        growth = {word for each in rules for word in each.growth}
        # "With" only ties a finding to the exam; "without" is part of it.
        self.ties = self.bearing & findings
        self.findings = findings - self.bearing
        self.kept = re.compile(rf"(?:{choice(self.findings - growth)})(?!\w)")
        self.told = re.compile(rf"(?:{choice(self.findings | growth)})(?!\w)")
        self.grown = re.compile(rf"(?:{choice(growth)})(?!\w)")
        self.value = re.compile(rf"(?<!\w)(?:{choice(value for each in rules for value in each.values)})(?![\w-])")
        connectors = {word for pack in packs for word in pack.sentences.clause_connectors}
        self.turn = re.compile(rf"(?:{choice(connectors | self.relatives)})(?!\w)")
        links = choice(link for each in rules for link in each.links)
        self.linked = re.compile(rf",?\s(?:(?:{links})\s)+(?P<number>[<>~=]?\s?\d+(?:[.,]\d+)*(?!/)%?)")

    @staticmethod
    def tokens(low: str, start: int, end: int) -> list[Token]:
        """The tokens of a stretch.

        Args:
            low: Folded text.
            start: Where it begins.
            end: Where it ends; a word that reaches over it is left out.

        Returns:
            Words, numbers and marks in order; dots within them are passed over.

        Examples:
            >>> [token.text for token in ClauseWords.tokens("pH 7.4, well.", 0, 13)]
            ['pH', '7.4', ',', 'well', '.']
        """
        found: list[Token] = []
        for match in _TOKEN.finditer(low, start, max(start, end)):
            text = match.group()
            if match.end() == end < len(low) and text[-1].isalnum() and low[end].isalnum():
                break
            if text != "." or match.end() == len(low) or low[match.end()].isspace():
                found.append(Token(text, *match.span()))
        return found

    def tells(self, low: str, tokens: Sequence[Token]) -> bool:
        """Whether a number or a result in words stands among some tokens.

        Args:
            low: Folded text.
            tokens: Tokens that follow each other.

        Returns:
            Whether one does.
        """
        if any(token.text[0].isdigit() for token in tokens):
            return True
        return bool(tokens) and bool(self.value.search(low, tokens[0].start, tokens[-1].end))

    def breaks_off(self, word: str) -> bool:
        """Whether another statement begins with a word.

        Args:
            word: A folded word.

        Returns:
            Whether one does.
        """
        if word in self.breaks or word in self.copulas:
            return True
        return len(word) >= _SHORTEST_ENDING and bool(self._endings) and word.endswith(self._endings)

    def turns_away(self, tokens: Iterable[Token]) -> bool:
        """Whether some words begin another statement, or tell of doing.

        Args:
            tokens: Tokens.

        Returns:
            Whether they do.
        """
        return any(self.breaks_off(token.text) or token.text in self.process for token in tokens)

    def goes_on(self, tokens: Sequence[Token]) -> bool:
        """Whether the words behind a comma go on with a finding: no verb, and nothing else that begins anew.

        Args:
            tokens: What follows the comma.

        Returns:
            Whether they do.
        """
        segment = self.segment(tokens)
        if not segment or len(segment) > _SEGMENT or segment[0].text in self.joining:
            return False
        if segment[0].text in self.bearing and any(token.text[0].isdigit() for token in segment):
            return not any(self.breaks_off(token.text) for token in segment)
        return not self.turns_away(segment) and not any(self.turn.fullmatch(token.text) for token in segment)

    @staticmethod
    def segment(tokens: Sequence[Token]) -> Sequence[Token]:
        """The tokens before the next mark.

        Args:
            tokens: Tokens.

        Returns:
            The first of them.
        """
        for place, token in enumerate(tokens):
            if token.text in END_MARKS or token.text in ",:":
                return tokens[:place]
        return tokens


@lru_cache(maxsize=32)
def clause_words_of(packs: tuple[LanguagePack, ...]) -> ClauseWords:
    """The words of some languages, made once.

    Args:
        packs: Packs of the languages.

    Returns:
        Their words.
    """
    return ClauseWords(packs)


def choice(items: Iterable[str]) -> str:
    r"""A pattern for any of some phrases, the longest first.

    Args:
        items: Folded phrases.

    Returns:
        The pattern; one that never matches when there is no phrase.

    Examples:
        >>> choice({"was", "was at"})
        'was\\sat|was'
    """
    folded = sorted(set(items), key=lambda item: (-len(item), item))
    return "|".join(re.escape(item).replace(r"\ ", r"\s") for item in folded) or "(?!)"
