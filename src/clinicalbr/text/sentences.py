"""Where sentences begin and end, by rules that know no language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from clinicalbr.text._layout import bracketed, has_line_end, is_paragraph_end, trimmed
from clinicalbr.text.normalize import fold_text
from clinicalbr.text.spans import Span

__all__ = ["sentences"]

_WIDE_STOPS = "\u3002\uff01\uff1f\uff61"  # of scripts that leave no space after a sentence
_STOPS = ".!?\u2026\u061f\u06d4\u0964\u0965\u203c\u2047\u2048\u2049" + _WIDE_STOPS
_CLOSERS = "\"'\u2019\u201d\u201c\u00bb\u203a\u300d\u300f\uff09)]}*_"
_SUPERSCRIPTS = "\u00b9\u00b2\u00b3\u2070\u2074\u2075\u2076\u2077\u2078\u2079"
_CAN_END = frozenset(_STOPS + _CLOSERS + _SUPERSCRIPTS + "0123456789")


def _one_of(characters: str) -> str:
    return f"[{re.escape(characters)}]"


_REFERENCES = r"\[\d{1,3}(?:[,\u2013-] ?\d{1,3}){0,8}\]"
_GAP = re.compile(rf"\s+|(?<={_one_of(_WIDE_STOPS)}){_one_of(_CLOSERS)}*+(?!{_one_of(_CLOSERS + _STOPS)}|\s|\Z)")
# Where superscripts were lost, the numbers of references follow the stop: "focus.2 This".
_TAIL = re.compile(
    rf"(?:({_one_of(_STOPS)}+)(?:{_one_of(_CLOSERS + _SUPERSCRIPTS)}|{_REFERENCES})*"
    r"|(?<=[^\W\d_)\]])\.(?P<glued>\d{1,3}(?:[,\u2013-]\d{1,3}){0,8}))\Z"
)
_TAIL_LENGTH = 48
_LETTER = r"[^\W\d_]"
_MARKS = r"\u0300-\u036f"
_NEXT_WORD = re.compile(rf"[^\w\s]{{0,16}}\s?[^\w\s]{{0,16}}((?:\w[{_MARKS}]{{0,4}}){{1,64}})(\.(?!\w)|\))?")
_WORD = re.compile(rf"(?<![\w.{_MARKS}])(?:{_LETTER}[{_MARKS}]{{0,4}})+(?!\.\w)")

_BULLET = re.compile(rf"[-\u2013\u2014\u2022\u2023\u25aa\u25cf\u25e6\u00b7*]\s|\(?(?:\d{{1,2}}|{_LETTER})\)\s")
_NUMBERED = re.compile(r"\d{1,2}\.\s")
_ENUMERATOR = re.compile(rf"\d{{1,3}}(?:\.\d{{1,3}}){{0,3}}|{_LETTER}|[ivxIVX]{{1,5}}")
_HEADING_LENGTH = 60
_DOTTED = re.compile(rf"(?<!{_LETTER})(?<![{_MARKS}])(?:{_LETTER}\.)+{_LETTER}\Z")
_LONE_LETTER = re.compile(rf"(?<![\w{_MARKS}\u2019'/\u00b0\u00ba])(?<![\d%\u00b0\u00ba]\s){_LETTER}\Z")
_AFTER_FIGURE = re.compile(r"(?:\d[o-]?|[%\u00b0/]) ?\Z")
_SPACES = re.compile(r"\s+")


def sentences(text: str, abbreviations: Iterable[str] = ()) -> tuple[Span, ...]:
    """The sentences of a text.

    A sentence ends

    - at a stop before white space, with the quotation marks, brackets and reference numbers that close it;
    - at a blank line;
    - at a line end before a list item, and after a short line without a stop, such as a heading, when the next line
      begins with a capital or a figure.

    A stop ends none inside brackets, before a word in lower case (unless it numbers a list item, or the whole text is
    in lower case), and behind the number of a list item. The full stop of an abbreviation, of an initial ("S. aureus")
    or of letters with stops between them ("i.v.") ends a sentence only before a capitalised word that the text also
    writes in lower case elsewhere, as it does with openers of sentences and hardly ever with names, and behind a
    figure, where it is a unit's ("5 mg. Then").

    Args:
        text: Any text.
        abbreviations: Abbreviations with their stop; case and accents do not count. Language packs list those of their
            language.

    Returns:
        Spans in order, disjoint, without white space at their edges; all that lies outside them is white space.

    Examples:
        >>> text = "A Dra. Lia deu 3,5 mg v.o. O menino melhorou: o exame foi normal."
        >>> [span.of(text) for span in sentences(text, ["dra."])]
        ['A Dra. Lia deu 3,5 mg v.o.', 'O menino melhorou: o exame foi normal.']
    """
    return tuple(trimmed(text, 0, len(text), _cuts(text, tuple(abbreviations))))


def _cuts(text: str, abbreviations: tuple[str, ...]) -> Iterator[int]:
    stops = _Stops(text, abbreviations)
    brackets = bracketed(text)
    sentence = line = len(text) - len(text.lstrip())
    for match in _GAP.finditer(text, line):
        start, end = match.span()
        if end == len(text):
            break
        gap = match.group()
        if gap == " " and text[start - 1] not in _CAN_END:
            continue
        on_new_line = has_line_end(gap)
        ends = (
            stops.end(sentence, start, end)
            or (on_new_line and stops.end_of_line(sentence, start, end, starts_line=sentence == line))
        ) and not brackets.covers(Span(start - 1, end + 1))
        ends = ends or (on_new_line and is_paragraph_end(gap))
        if ends:
            yield end
            sentence = end
        if on_new_line:
            line = end


class _Stops:
    """The rules for stops, and what a whole text tells about its own words."""

    def __init__(self, text: str, abbreviations: tuple[str, ...]) -> None:
        self._text = text
        self._abbreviations = _folded(abbreviations)
        self._window = 2 * max(map(len, self._abbreviations), default=0) + 8
        self._has_capitals = text != text.lower()
        self._small_words: frozenset[str] | None = None

    def end(self, sentence: int, start: int, after: int) -> bool:
        """Whether what stands before ``start`` ends a sentence, in view of what follows at ``after``."""
        text = self._text
        if text[start - 1] not in _CAN_END:
            return False
        first = max(sentence, start - _TAIL_LENGTH)
        tail = _TAIL.search(text[first:start])
        if not tail:
            return False
        following = _NEXT_WORD.match(text, after)
        word = unicodedata.normalize("NFC", following[1]) if following else ""
        mark = following[2] if following and len(word) == 1 else None
        if self._has_capitals and word[:1].islower() and word == word.lower() and mark != ")":
            return False
        if tail["glued"] and not word[:1].isupper():
            return False
        return tail[1] not in (".", None) or self._full_stop_ends(
            sentence, first + tail.start(), word, is_initial=mark == "."
        )

    def end_of_line(self, sentence: int, start: int, after: int, *, starts_line: bool) -> bool:
        """Whether a sentence ends at a line end without its stop: before a list item, or with a short line."""
        text = self._text
        last, first = text[start - 1], text[after]
        if _BULLET.match(text, after) or (last in ":;" and _NUMBERED.match(text, after)):
            return True
        if not starts_line or start - sentence > _HEADING_LENGTH or last in ",;-/\u00ad\u2010":
            return False
        if last == "." and (_ENUMERATOR.fullmatch(text, sentence, start - 1) or self._before_abbreviation(start - 1)):
            return False
        return first.isupper() or first.isdigit()

    def _full_stop_ends(self, sentence: int, stop: int, word: str, *, is_initial: bool) -> bool:
        """Whether the full stop at ``stop``, before a ``word`` that may be an initial itself, ends a sentence."""
        if _ENUMERATOR.fullmatch(self._text, sentence, stop):
            return False
        window = self._text[max(0, stop - _TAIL_LENGTH) : stop]
        before = self._before_abbreviation(stop)
        if not (before or _DOTTED.search(window) or _LONE_LETTER.search(window)):
            return True
        if not word[:1].isupper() or is_initial:
            return False
        return bool(_AFTER_FIGURE.search(before)) or word.lower() in self._words_in_lower_case()

    def _before_abbreviation(self, stop: int) -> str:
        """What stands before the listed abbreviation that ends at ``stop``, folded; empty when none ends there."""
        if not self._abbreviations:
            return ""
        folded = " " + _SPACES.sub(" ", fold_text(self._text[max(0, stop - self._window) : stop + 1]))
        for item in self._abbreviations if folded.endswith(self._abbreviations) else ():
            if folded.endswith(item) and not folded[-len(item) - 1].isalnum():
                return folded[: -len(item)]
        return ""

    def _words_in_lower_case(self) -> frozenset[str]:
        if self._small_words is None:
            words = unicodedata.normalize("NFC", " ".join(_WORD.findall(self._text))).split()
            self._small_words = frozenset(word for word in words if word.islower())
        return self._small_words


@lru_cache(maxsize=64)
def _folded(abbreviations: tuple[str, ...]) -> tuple[str, ...]:
    folded = (_SPACES.sub(" ", fold_text(item)).strip() for item in abbreviations)
    return tuple(dict.fromkeys(item for item in folded if item.endswith(".")))
