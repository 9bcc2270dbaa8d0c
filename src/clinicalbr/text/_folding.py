"""The machinery of folding: what each cluster of characters becomes, and where it stood.

A cluster is a character with the marks and invisible characters that follow it; it is the smallest piece that folding
looks at, so that composed and decomposed spellings come out alike and a mention takes its marks along.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from html.entities import html5

__all__ = ["Folding", "fold_away_accents", "fold_away_form", "fold_away_spelling"]

_INVISIBLE_RANGES = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
_INVISIBLE = frozenset(chr(code) for first, last in _INVISIBLE_RANGES for code in range(first, last + 1))

# The marks of Latin, Greek, Cyrillic, Hebrew and Arabic writing can be left out by a reader of that language. Those of
# the scripts from Devanagari on are vowels, tones and conjuncts, without which a word is another word.
_ACCENT_RANGES = ((0x300, 0x8FF), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F))

_DASHES = "-\u058a\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
_APOSTROPHES = "'`\u00b4\u02b9\u02bb\u02bc\u02c8\u2018\u2019\u201b\u2032\uff07"
_SLASHES = "/\u2044\u2215\uff0f"
_QUOTATION_MARKS = '"\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\u301d\u301e\u301f\uff02'
_SINGLE_QUOTATION_MARKS = "\u201a\u2039\u203a"
_SIGNS = {
    **dict.fromkeys(_APOSTROPHES, "'"),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_SLASHES, "/"),
}
_WITHOUT_DECOMPOSITION = {
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "ŧ": "t",
}  # fmt: skip
_CAPITALS_WITHOUT_DECOMPOSITION = {
    small.upper(): plain.upper() for small, plain in _WITHOUT_DECOMPOSITION.items() if small.upper() != plain.upper()
}
_LINE_ENDS = "\n\r\x0b\x0c"
_HYPHENS = "-\u00ad\u058a\u2010\u2011\ufe63\uff0d"

# Letters and signs that stand for themselves once one-to-one folding is done, beside those of ASCII: Greek, Cyrillic,
# Hebrew, Arabic, kana, Chinese, Korean, and what is frequent in clinical prose. Others are only slower.
_SETTLED = (
    "\u00a7\u00b0\u00b1\u00b7\u00d7\u00f7\u03b1-\u03c1\u03c3-\u03c9\u0430-\u0438\u043a-\u044f\u05d0-\u05ea"
    "\u0627-\u063a\u0641-\u064a\u0905-\u0928\u0e01-\u0e30\u2020-\u2022\u2190-\u2193\u2260\u2264\u2265"
    "\u3041-\u3093\u30a1-\u30f3\u4e00-\u9fff\uac00-\ud7a3"
)
_STOPS = re.compile(rf"[^\x00-%'-,./-\x7f{_SETTLED}]+")
"""Runs of characters at which folding must look twice: '&', '-', and what is not known to stand for itself."""

# A second "&amp;" in front covers the double escapes that bibliographic records carry.
_ENTITY = re.compile(r"&(?:amp;)*(#[0-9]{1,8}|#x[0-9a-f]{1,7}|[a-z][a-z0-9]{1,31});")
_BREAK = re.compile(rf"[-\u00ad] {{0,8}}(?:\r\n|[{_LINE_ENDS}])\x0c? {{0,8}}")
_SOFT_BREAK = re.compile(rf" {{0,8}}(?:\r\n|[{_LINE_ENDS}])\x0c? {{0,8}}")
_ASCII_BREAK = re.compile(rf"- {{0,8}}[{_LINE_ENDS}]")
_UNSETTLED = re.compile(r"\?\?*")  # begins with a literal, which is looked for fast
_SETTLED_BYTES = bytes(range(0x80)) + "".join(
    chr(code) for code in range(0x80, 0x100) if re.fullmatch(f"[{_SETTLED}]", chr(code))
).encode("latin-1")
_FREQUENT_SIGNS = "\u00b0\u00b1\u00b7\u00d7"
_LONGEST_KEPT = 8
_LONGEST_RUN = 64


class _Continues(dict[str, bool]):
    """Whether a character goes with the one before it; filled as characters are met."""

    def __missing__(self, char: str) -> bool:
        first = unicodedata.normalize("NFKD", char)[0]
        self[char] = (
            unicodedata.category(first)[0] == "M"
            or char in _INVISIBLE
            or "\u1160" <= first <= "\u11ff"  # vowels and final consonants of decomposed Korean
            or "\U00016d63" <= first <= "\U00016d67"  # Kirat Rai vowels, letters that compose
        )
        return self[char]


_CONTINUES = _Continues()


def _is_accent(char: str) -> bool:
    code = ord(char)
    if not any(first <= code <= last for first, last in _ACCENT_RANGES):
        return False
    return unicodedata.combining(char) > 0 or unicodedata.category(char) == "Me"


def fold_away_spelling(piece: str) -> str:
    """Fold a piece so that case, accents and letter forms do not count."""
    decomposed = unicodedata.normalize("NFKD", _with_signs(unicodedata.normalize("NFD", piece), _SIGNS))
    for _ in range(2):
        decomposed = unicodedata.normalize("NFKD", decomposed.casefold())
    plain = "".join(_WITHOUT_DECOMPOSITION.get(char, char) for char in decomposed if not _is_accent(char))
    return unicodedata.normalize("NFC", _with_signs(plain, _SIGNS))


def fold_away_accents(piece: str) -> str:
    """Fold a piece so that accents and letter forms do not count; case stays."""
    decomposed = unicodedata.normalize("NFKD", _with_signs(unicodedata.normalize("NFD", piece), _SIGNS))
    plain = "".join(
        _WITHOUT_DECOMPOSITION.get(char) or _CAPITALS_WITHOUT_DECOMPOSITION.get(char, char)
        for char in decomposed
        if not _is_accent(char)
    )
    return unicodedata.normalize("NFC", _with_signs(plain, _SIGNS))


_TYPESET_SIGNS = {
    **_SIGNS,
    **dict.fromkeys(_QUOTATION_MARKS, '"'),
    **dict.fromkeys(_SINGLE_QUOTATION_MARKS, "'"),
}


def fold_away_form(piece: str) -> str:
    """Fold a piece so that only its typesetting does not count; case and accents stay."""
    decomposed = unicodedata.normalize("NFKD", _with_signs(unicodedata.normalize("NFD", piece), _TYPESET_SIGNS))
    return unicodedata.normalize("NFC", _with_signs(decomposed, _TYPESET_SIGNS))


def _with_signs(text: str, signs: Mapping[str, str]) -> str:
    return "".join(signs.get(char, " " if char.isspace() else char) for char in text if char not in _INVISIBLE)


class _OneToOne(dict[int, int | str]):
    """Translation table of the characters that become one character; the others stay, to be looked at twice."""

    def __init__(self, fold_piece: Callable[[str], str]) -> None:
        super().__init__()
        self._fold_piece = fold_piece

    def __missing__(self, code: int) -> int | str:
        char = chr(code)
        folded = char if char in _LINE_ENDS or _CONTINUES[char] else self._fold_piece(char)
        self[code] = folded if len(folded) == 1 else code
        return self[code]


class Folding:
    """A way of folding.

    Args:
        fold_piece: Folds a stretch of text by itself.
    """

    def __init__(self, fold_piece: Callable[[str], str]) -> None:
        self._fold = fold_piece
        self._fold_short = lru_cache(maxsize=4096)(fold_piece)
        self._one_to_one = _OneToOne(fold_piece)
        # Characters below U+0100 that become one of their like go through a table of bytes, which is many times faster
        # than one of characters; "?" stands for the others, as it does when text is narrowed.
        single = (str.translate(chr(code), self._one_to_one) for code in range(256))
        self._bytes = bytes(ord(char) if ord(char) < 256 else ord("?") for char in single)

    def step(self, text: str) -> str:
        """Do what can be done without a change of length."""
        if text.isascii():
            return text.translate(self._one_to_one)
        narrow = text.encode("latin-1", "replace").translate(self._bytes).decode("latin-1")
        if "?" not in narrow:
            return narrow
        pieces: list[str] = []
        position = 0
        for match in _UNSETTLED.finditer(narrow):
            start, end = match.span()
            pieces += (narrow[position:start], text[start:end].translate(self._one_to_one))
            position = end
        return "".join((*pieces, narrow[position:]))

    def changes(self, text: str, stepped: str, *, join_lines: bool) -> list[tuple[int, int, str]]:
        """What remains to be replaced after :meth:`step`: start, end and replacement, in order."""
        if "&" not in stepped and not (join_lines and _ASCII_BREAK.search(stepped)) and _is_settled(stepped):
            return []
        pieces: list[_Piece] = []
        for run in _STOPS.finditer(stepped):
            at, stop = run.span()
            while at < stop:
                at = _take(text, stepped, at, stop, pieces, join_lines=join_lines)
        changes: list[tuple[int, int, str]] = []
        for piece in pieces:
            raw = "".join(piece.raw)
            # Unicode's ordering of marks takes quadratic time, so that endless runs of them go in parts.
            new = "".join(self._folded(raw[at : at + _LONGEST_RUN]) for at in range(0, len(raw), _LONGEST_RUN))
            if new != stepped[piece.start : piece.end]:
                changes.append((piece.start, piece.end, new))
        return changes

    def _folded(self, piece: str) -> str:
        return self._fold_short(piece) if len(piece) <= _LONGEST_KEPT else self._fold(piece)


def _is_settled(stepped: str) -> bool:
    """Whether all signs of a text stand for themselves; a fast answer, which may be no where yes is right."""
    for sign in _FREQUENT_SIGNS:
        stepped = stepped.replace(sign, " ")
    if stepped.isascii():
        return True
    narrow = stepped.encode("latin-1", "replace")
    return not narrow.translate(None, _SETTLED_BYTES) and narrow.count(b"?") == stepped.count("?")


@dataclass(slots=True)
class _Piece:
    """A stretch of the source and what it says, in parts, before folding."""

    start: int
    end: int
    raw: list[str]


def _take(text: str, stepped: str, at: int, stop: int, pieces: list[_Piece], *, join_lines: bool) -> int:
    """Read one thing at a stop, note it among the pieces, and tell where it ends."""
    char = stepped[at]
    last = pieces[-1] if pieces and pieces[-1].end == at else None
    if char in "-\u00ad" and (end := _end_of_break(text, stepped, at, last)):
        if join_lines:
            pieces.append(_Piece(at, end, []))
            return end
    elif char == "&" and (match := _ENTITY.match(stepped, at)) and (said := _decode(text[slice(*match.span(1))])):
        if said == "\u00ad" and join_lines and (end := _end_of_soft_break(text, at, match.end())):
            pieces.append(_Piece(at, end, []))
            return end
        return _note(stepped, _Piece(at, match.end(), [said]), pieces, last)
    if _CONTINUES[char]:
        end = at + 1
        while end < stop and _CONTINUES[stepped[end]] and not (stepped[end] == "\u00ad" and _BREAK.match(stepped, end)):
            end += 1
        return _note(stepped, _Piece(at, end, [stepped[at:end]]), pieces, last)
    if char not in "&-":
        pieces.append(_Piece(at, at + 1, [char]))
    return at + 1


def _note(stepped: str, piece: _Piece, pieces: list[_Piece], last: _Piece | None) -> int:
    """Add a piece; one that begins with a mark goes with the piece or the character before it."""
    if not _CONTINUES[piece.raw[0][0]] or not piece.start:
        pieces.append(piece)
    elif last:
        last.end = piece.end
        last.raw += piece.raw
    else:
        pieces.append(_Piece(piece.start - 1, piece.end, [stepped[piece.start - 1], *piece.raw]))
    return piece.end


def _end_of_break(text: str, stepped: str, at: int, last: _Piece | None) -> int:
    """End of the line break by which a word is broken at a hyphen, or 0 where no word is broken."""
    match = _BREAK.match(stepped, at) if text[at] in _HYPHENS else None
    after = text[match.end() : match.end() + 1] if match else ""
    if not match or not after.isalpha():
        return 0
    before = "".join(last.raw) if last else text[max(0, at - 1) : at]
    letter = next((char for char in reversed(before) if not _CONTINUES[char]), "")
    if not letter.isalpha():
        return 0
    # A capital goes on with a word in capitals only: "CHA-\nGAS" is one word, "anti-\nHIV" two.
    in_capitals = _is_capital(letter) or _is_capital(text[last.start if last else at - 1])
    return match.end() if after.islower() or (in_capitals and _is_capital(after)) else 0


def _end_of_soft_break(text: str, at: int, after: int) -> int:
    """End of the line break behind a soft hyphen written as an entity, or 0 where no word is broken."""
    match = _SOFT_BREAK.match(text, after)
    broken = match and text[at - 1 : at].isalpha() and text[match.end() : match.end() + 1].isalpha()
    return match.end() if match and broken else 0


def _is_capital(char: str) -> bool:
    return unicodedata.normalize("NFD", char)[0].isupper()


def _decode(name: str) -> str:
    """What the entity of a name stands for; the empty string for a name that HTML does not know."""
    name = unicodedata.normalize("NFC", name)
    if name[0] == "#":
        return unescape(f"&{name};")
    return html5.get(f"{name};") or html5.get(f"{name.lower()};", "")
