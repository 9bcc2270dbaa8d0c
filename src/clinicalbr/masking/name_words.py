"""A name as the words that a text must hold, and the exact search for it.

A text may write a name with any kind of space, hyphen, slash or mark-up between its words, and
break a word at a hyphen.
The longest word is the seed: it is looked for as it is, and the rest of the name is checked only where it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from clinicalbr.masking.reading import Reading
from clinicalbr.text import Span, fold_text

__all__ = ["NameWords"]

_WORD = re.compile(r"[^\W\d_]+|\d+")
_SEPARATORS = frozenset(" -/'_\"\u00ab\u00bb\u201c\u201d\u00b7\u2022\u30fb\u0640")
_TAG = r"</?[a-z]{1,8}>"
_BETWEEN = re.compile(rf"(?:'s(?= )|[{re.escape(''.join(_SEPARATORS))}]|{_TAG}){{0,80}}")
_TAG_BEFORE = re.compile(rf"{_TAG}\Z")
_POSSESSIVE_BEFORE = re.compile(r"(?<=[^\W_])'s\Z")


@dataclass(frozen=True, slots=True)
class NameWords:
    """A name, word by word.

    Args:
        words: Folded words; letters and figures apart ("covid", "19").
        joints: What stands between two words in the name: ``" "`` when a text must part them, ``""`` when it need not,
            or signs of the name's own ("(", ";") that a text may write as well.
        seed: Which word is looked for: the longest.
        tail: Brackets that close behind the last word.
        spaced: The words with a space between them, the spelling that is looked at first; empty where it is none.
        ahead: Number of signs in it before the seed.

    Examples:
        >>> NameWords.of("linfoma não-Hodgkin").words
        ('linfoma', 'nao', 'hodgkin')
    """

    words: tuple[str, ...]
    joints: tuple[str, ...]
    seed: int
    tail: str = ""
    spaced: str = field(init=False, repr=False, compare=False)
    ahead: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        own_signs = any(joint.strip() for joint in self.joints) or "s" in self.words
        object.__setattr__(self, "spaced", "" if own_signs else " ".join(self.words))
        object.__setattr__(self, "ahead", sum(len(word) + 1 for word in self.words[: self.seed]))

    @classmethod
    def of(cls, name: str) -> NameWords:
        """Take a name apart.

        Args:
            name: A name with a letter or a digit.

        Returns:
            Its words; a possessive "s" is none of them.

        Examples:
            >>> NameWords.of("Parkinson's disease").words
            ('parkinson', 'disease')
        """
        folded = fold_text(name, squeeze=False)
        words: list[str] = []
        joints: list[str] = []
        end = 0
        for match in _WORD.finditer(folded):
            between = folded[end : match.start()] if words else ""
            if match.group() == "s" and between == "'" and folded[match.end() : match.end() + 1] in {" ", ""}:
                continue
            if words:
                joints.append(_joint(between))
            words.append(match.group())
            end = match.end()
        longest = max(range(len(words)), key=lambda index: (len(words[index]), index))
        tail = "".join(char for char in folded[end:] if char in ")]}")
        return cls(tuple(words), tuple(joints), longest, tail if any(char in "([{" for char in folded[:end]) else "")

    def at(self, reading: Reading, places: range | tuple[int, ...]) -> Span | None:
        """The mention around a place where the seed stands.

        Args:
            reading: The text.
            places: Positions in ``reading.low`` of the seed's letters.

        Returns:
            Where the whole name stands in ``reading.low``; None when only the seed stands there.

        Examples:
            >>> NameWords.of("mal de Chagas").at(Reading.of("mal  de chagas"), range(8, 14))
            Span(start=0, end=14)
        """
        low, start, end = reading.low, places[0], places[-1] + 1
        first = start - self.ahead
        if self.spaced and first >= 0 and low.startswith(self.spaced, first) and end - start == len(places):
            end = first + len(self.spaced)
            return Span(first, end + len(self.tail) if low.startswith(self.tail, end) else end)
        if self._is_beside_others(low, start, end):
            return None
        for index in range(self.seed + 1, len(self.words)):
            begin = self._forward(low, end, self.joints[index - 1])
            end = -1 if begin < 0 else _spelled(reading, begin, self.words[index])
            if end < 0:
                return None
        for index in range(self.seed - 1, -1, -1):
            stop = self._backward(low, start, self.joints[index])
            start = -1 if stop < 0 else _spelled_before(reading, stop, self.words[index])
            if start < 0:
                return None
        if self.tail and low.startswith(self.tail, end):
            end += len(self.tail)
        return Span(start, end)

    def _is_beside_others(self, low: str, start: int, end: int) -> bool:
        """Whether a word beside the seed, behind one space, is seen at once to be none of the name."""
        seed, words = self.seed, self.words
        if seed + 1 < len(words) and low[end : end + 1] == " ":
            first = low[end + 1 : end + 2]
            if first != words[seed + 1][0] and first.isalnum():
                return True
        if seed and low[start - 1 : start] == " ":
            last = low[start - 2 : start - 1]
            # An "s" may be a possessive, which is no letter of the word.
            return last not in (words[seed - 1][-1], "s") and last.isalnum()
        return False

    def _forward(self, low: str, position: int, joint: str) -> int:
        """Where the next word must begin; -1 when nothing that may part words stands at the position."""
        if joint.strip() and (own := _own_signs(low, position, joint)) > 0:
            return own
        match = _BETWEEN.match(low, position)
        end = match.end() if match else position
        return end if end > position or not joint or _changes_kind(low, position) else -1

    def _backward(self, low: str, position: int, joint: str) -> int:
        if joint.strip() and (own := _own_signs_before(low, position, joint)) >= 0:
            return own
        at = position
        while at and position - at < 80:
            if low[at - 1] in _SEPARATORS:
                at -= 1
            elif low[at - 1] == ">" and (tag := _TAG_BEFORE.search(low, max(0, at - 11), at)):
                at = tag.start()
            elif low[at - 1] == "s" and (mark := _POSSESSIVE_BEFORE.search(low, max(0, at - 3), at)):
                at = mark.start()
            else:
                break
        return at if at < position or not joint or _changes_kind(low, position) else -1


def _joint(between: str) -> str:
    if not between or not between.strip("-/'"):
        return ""
    return " " if not between.strip(" -/'") else between.strip()


def _changes_kind(low: str, position: int) -> bool:
    """Whether a letter and a figure meet: "tipo1" is "tipo 1"."""
    return 0 < position < len(low) and low[position - 1].isdigit() != low[position].isdigit()


def _own_signs(low: str, position: int, signs: str) -> int:
    while position < len(low) and low[position] == " ":
        position += 1
    if not low.startswith(signs, position):
        return -1
    position += len(signs)
    while position < len(low) and low[position] == " ":
        position += 1
    return position


def _own_signs_before(low: str, position: int, signs: str) -> int:
    while position and low[position - 1] == " ":
        position -= 1
    if not low.endswith(signs, 0, position):
        return -1
    position -= len(signs)
    while position and low[position - 1] == " ":
        position -= 1
    return position


def _spelled(reading: Reading, position: int, word: str) -> int:
    """End of a word that begins at a position, each hyphen in it being its own or none; -1 when it is another."""
    low = reading.low
    if low.startswith(word, position):
        return position + len(word)
    if not low.startswith(word[0], position) or "-" not in low[position : position + len(word)]:
        return -1
    for index, letter in enumerate(word):
        if index and low[position : position + 1] == "-":
            position = reading.after_break(position)
        if low[position : position + 1] != letter:
            return -1
        position += 1
    return position


def _spelled_before(reading: Reading, end: int, word: str) -> int:
    """Start of a word that ends at a position; -1 when it is another."""
    low = reading.low
    if low.endswith(word, 0, end):
        return end - len(word)
    if not low.endswith(word[-1], 0, end) or "-" not in low[max(0, end - len(word) - 80) : end]:
        return -1
    position = end
    for index, letter in enumerate(reversed(word)):
        if index and low[position - 1 : position] != letter:
            hyphen = low.rfind("-", max(0, position - 82), position)
            if hyphen < 0 or reading.after_break(hyphen) != position:
                return -1
            position = hyphen
        if low[position - 1 : position] != letter:
            return -1
        position -= 1
    return position
