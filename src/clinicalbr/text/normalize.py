"""Folding of text for comparison, with exact offsets back to the text as written.

Two spellings that a reader takes for the same word fold to the same string: upper and lower case, accents, composed and
decomposed Unicode, full-width and ligature forms, soft hyphens and zero-width characters, a word broken over a line
end, HTML entities, every kind of dash, apostrophe and space.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from clinicalbr.text._folding import Folding, fold_away_accents, fold_away_spelling
from clinicalbr.text.offsets import OffsetMap, apply_edits
from clinicalbr.text.spans import Span

__all__ = ["Folded", "fold", "fold_text", "keep_case"]

_FOLDING = Folding(fold_away_spelling)
_CASED = Folding(fold_away_accents)
_INNER_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W_])|(?<=\d)-(?=[^\W\d_])")
_SPACES = re.compile("  +")
_LONGEST_KEPT = 100


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text and the map between it and its source.

    Args:
        text: The folded text.
        offsets: Map from source to folded text.

    Examples:
        >>> folded = fold("Doen\u00e7a de Cha\u00adgas")
        >>> folded.text, folded.source_span(Span(10, 16))
        ('doenca de chagas', Span(start=10, end=17))
    """

    text: str
    offsets: OffsetMap

    def source_span(self, span: Span) -> Span:
        """Span of the source that a span of the folded text was made from.

        Args:
            span: A span of :attr:`text`.

        Returns:
            A span of the source, combining marks and other invisible parts of its letters included.

        Examples:
            >>> fold("e\u0301 so").source_span(Span(0, 1))
            Span(start=0, end=2)
        """
        return self.offsets.to_source(span)


def fold(text: str, *, squeeze: bool = False, join_lines: bool = True, join_hyphens: bool = False) -> Folded:
    r"""Fold a text for comparison and keep the way back to it.

    Args:
        text: Any text.
        squeeze: Also turn every run of spaces, hyphens and slashes into one space, so that ``"nao-Hodgkin"``
            and ``"nao  Hodgkin"`` fold alike.
        join_lines: Take a hyphen at a line end, before a letter in lower case or between capitals, for hyphenation and
            join the word. Where it may be a hyphen of its own ("post-" / "dengue"), a caller that must miss nothing
            folds both ways.
        join_hyphens: Drop every hyphen between two letters, or a letter and a figure, so that ``"neuro-chikungunya"``
            folds like ``"neurochikungunya"``.

    Returns:
        The folded text with its offset map.

    Examples:
        >>> fold("Linfoma não\u2011Hodgkin", squeeze=True).text
        'linfoma nao hodgkin'
        >>> fold("Insuficiên-\ncia &amp; \ufb01brose").text
        'insuficiencia & fibrose'
    """
    stepped = _FOLDING.step(text)
    changes = _FOLDING.changes(text, stepped, join_lines=join_lines)
    if not (changes or squeeze or join_hyphens):
        return Folded(_spaced(stepped, squeeze=False), OffsetMap.identity(len(text)))
    folded = Folded(*apply_edits(stepped, ((Span(start, end), new) for start, end, new in changes)))
    if join_hyphens:
        folded = _replaced(folded, _INNER_HYPHEN, "")
    # Separators become spaces without a change of length; then only runs of several need an edit.
    folded = Folded(_spaced(folded.text, squeeze=squeeze), folded.offsets)
    return _replaced(folded, _SPACES, " ") if squeeze else folded


def _spaced(text: str, *, squeeze: bool) -> str:
    for separator in "\n\r\x0b\x0c-/" if squeeze else "\n\r\x0b\x0c":
        text = text.replace(separator, " ")
    return text


def _replaced(folded: Folded, pattern: re.Pattern[str], replacement: str) -> Folded:
    spans = [Span(*match.span()) for match in pattern.finditer(folded.text)]
    if not spans:
        return folded
    text, offsets = apply_edits(folded.text, ((span, replacement) for span in spans))
    return Folded(text, folded.offsets.compose(offsets))


def fold_text(text: str, *, squeeze: bool = False, join_hyphens: bool = False) -> str:
    """Fold a text for comparison where the way back is not needed.

    Args:
        text: Any text.
        squeeze: See :func:`fold`.
        join_hyphens: See :func:`fold`.

    Returns:
        The folded text.

    Examples:
        >>> fold_text("HANSEN\u00cdASE")
        'hanseniase'
    """
    if len(text) <= _LONGEST_KEPT:
        return _fold_short(text, squeeze, join_hyphens)
    return _fold_text(text, squeeze, join_hyphens)


def _fold_text(text: str, squeeze: bool, join_hyphens: bool) -> str:
    stepped = _FOLDING.step(text)
    pieces: list[str] = []
    position = 0
    for start, end, new in _FOLDING.changes(text, stepped, join_lines=True):
        pieces += (stepped[position:start], new)
        position = end
    folded = "".join((*pieces, stepped[position:]))
    if join_hyphens:
        folded = _INNER_HYPHEN.sub("", folded)
    folded = _spaced(folded, squeeze=squeeze)
    return _SPACES.sub(" ", folded) if squeeze else folded


_fold_short = lru_cache(maxsize=8192)(_fold_text)
"""Names and words are folded again and again."""


def keep_case(text: str, folded: Folded) -> str:
    """The folded text with the capitals of its source, sign for sign.

    Args:
        text: The source.
        folded: The source as :func:`fold` folds it, with neither ``squeeze`` nor ``join_hyphens``.

    Returns:
        A text of the length of ``folded.text``. Where folding made one letter several, they are in lower case.

    Examples:
        >>> text = "Doen\u00e7a de CHAGAS"
        >>> keep_case(text, fold(text))
        'Doenca de CHAGAS'
    """
    stepped = _CASED.step(text)
    pieces: list[str] = []
    position = 0
    for edit in folded.offsets.edits:
        target = edit.target.of(folded.text)
        cased = fold_away_accents(unescape(edit.source.of(text)))
        pieces += (stepped[position : edit.source.start], cased if len(cased) == len(target) else target)
        position = edit.source.end
    return _spaced("".join((*pieces, stepped[position:])), squeeze=False)
