"""Whether a quoted passage stands in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from clinicalbr.text._folding import Folding, fold_away_form
from clinicalbr.text._layout import has_line_end
from clinicalbr.text.normalize import Folded
from clinicalbr.text.offsets import apply_edits
from clinicalbr.text.spans import Span

__all__ = ["find_quote"]

_GAP = re.compile(r"[\[(] ?\.{3,} ?[\])]|\.{3,}")
_SPACES = re.compile(r" \s+|[\n\r\x0b\x0c]\s*")
_HYPHEN = re.compile(r"(?P<word>(?<=[^\W\d_]) ?-+ ?(?=[^\W\d_]))| ?-+ ?")
_NO_LETTER = re.compile(r"[\W_]")
_WRAPPING = "\"' "


def find_quote(quote: str, text: str, *, longest_gap: int = 500) -> Span | None:
    r"""Where a quoted passage stands in a text.

    The words must be the same, in the same order, with their accents and their case; only the first letter of the
    quote, and the first after an omission, may change its case. What typesetting and transport alter does not count:
    the Unicode form, line breaks and the amount of white space, hyphenation, the kind of dash, hyphen, apostrophe and
    quotation mark, soft hyphens and other invisible characters, HTML entities, and quotation marks round the whole
    quote. Nothing else is forgiven.

    Args:
        quote: The passage as quoted. ``...``, ``…``, ``[...]`` and ``(...)`` in it stand for words left out; at its
            ends they are ignored.
        text: The text it should come from.
        longest_gap: How many characters one omission may stand for.

    Returns:
        The first place where the passage stands, from its first to its last word, with any omitted words; ``None``
        where it does not stand in the text or has no letter and no digit. The passage begins and ends at word edges.

    Examples:
        >>> text = "Ao exame, o f\u00edgado era palp\u00e1vel \u2013 3 cm do rebordo \u2013 e do-\nloroso."
        >>> find_quote("O fi\u0301gado era palp\u00e1vel [...] e doloroso", text).of(text)[:14]
        'o fígado era p'
    """
    form = _as_written(quote).text.strip(_WRAPPING)
    pieces = [piece.strip() for piece in _GAP.split(form)]
    pieces = [piece for piece in pieces if any(char.isalnum() for char in piece)]
    if not pieces:
        return None
    folded = _as_written(text)
    gap = min(longest_gap, len(folded.text))
    # Pieces may begin or end at the same places, so each place is judged once.
    inside = cache(lambda position: _is_within_word(position, folded, text))
    places: dict[str, dict[int, int]] = {}
    ends = 0
    for number, piece in enumerate(pieces):
        if piece not in places:
            places[piece] = _occurrences(piece, folded, text, inside)
        near = ends
        for step in _steps(gap):
            near |= near << step
        ends = 0
        for length, starts in places[piece].items():
            ends |= (starts & near if number else starts) << length
        if not ends:
            return None
    # Of all passages that end first, the one that begins last is the tightest.
    end = _lowest(ends)
    near = 1 << end
    starts_of_passage = 0
    for number, piece in enumerate(reversed(pieces)):
        if number:
            for step in _steps(gap):
                near |= near >> step
        starts_of_passage = 0
        for length, starts in places[piece].items():
            starts_of_passage |= starts & (near >> length)
        near = starts_of_passage
    return folded.source_span(Span(starts_of_passage.bit_length() - 1, end))


def _steps(gap: int) -> Iterator[int]:
    """Shifts that together spread a bit over its next ``gap`` neighbours."""
    width = 1
    while width <= gap:
        step = min(width, gap + 1 - width)
        yield step
        width += step


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


@cache
def _folding() -> Folding:
    return Folding(fold_away_form)


@lru_cache(maxsize=8)
def _as_written(text: str) -> Folded:
    """A text with its typesetting folded away; hyphens between letters are dropped, as line ends add and hide them."""
    stepped = _folding().step(text)
    changes = _folding().changes(text, stepped, join_lines=True)
    folded = Folded(*apply_edits(stepped, ((Span(start, end), new) for start, end, new in changes)))
    for pattern, plain in ((_SPACES, " "), (_HYPHEN, "-")):
        edits = [(Span(*match.span()), "" if match.lastgroup else plain) for match in pattern.finditer(folded.text)]
        changed, offsets = apply_edits(folded.text, edits)
        folded = Folded(changed, folded.offsets.compose(offsets))
    return folded


def _occurrences(piece: str, folded: Folded, text: str, inside: Callable[[int], bool]) -> dict[int, int]:
    """Where a piece begins in the folded text, from word edge to word edge: by its length there, one bit a place.

    Bits, since a step from piece to piece then takes a few operations, however often the pieces occur.
    """
    first = piece[0]
    forms = {piece, first.upper() + piece[1:], first.lower() + piece[1:]}
    found: dict[int, bytearray] = {}
    for form in forms:
        for start in _places(form, folded, text, inside):
            bits = found.setdefault(len(form), bytearray(len(folded.text) // 8 + 1))
            bits[start // 8] |= 1 << start % 8
    return {length: int.from_bytes(bits, "little") for length, bits in found.items()}


def _places(form: str, folded: Folded, text: str, inside: Callable[[int], bool]) -> Iterator[int]:
    at = folded.text.find(form)
    while at >= 0:
        step = at + 1
        if inside(at):
            # No word begins before this one ends, so the search goes on there.
            edge = _NO_LETTER.search(text, folded.source_span(Span(at, step)).start)
            if edge is None:
                return
            step = max(step, folded.offsets.to_target(Span(*edge.span())).start)
        elif not inside(at + len(form)):
            yield at
        at = folded.text.find(form, step)


def _is_within_word(position: int, folded: Folded, text: str) -> bool:
    """Whether one word goes on from before a position of the folded text to behind it."""
    around = folded.text[max(0, position - 1) : position + 1]
    if len(around) < 2 or not all(map(_is_of_word, around)):
        return False
    before, after = (folded.source_span(Span(at, at + 1)) for at in (position - 1, position))
    dropped = text[before.end : after.start]
    return not dropped or has_line_end(dropped)


def _is_of_word(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char)[0] == "M"
