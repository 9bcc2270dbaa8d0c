"""Acronyms that a text defines beside a name: "doença de Chagas (DCh)", "DCh: doença de Chagas"."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape

from clinicalbr.masking.acronym_letters import IN_ORDER, aligns
from clinicalbr.masking.acronyms import plain
from clinicalbr.text import Span, fold_text

__all__ = ["Definition", "definitions"]

_SHORT_FORM = r"[^\W\d_](?:[.]?[^\W_]|[-/][^\W_]){1,11}[.]?"
_AFTER = re.compile(
    rf"[\s\"'\u2019\u201d\u00bb]{{0,3}}(?:[(\[](?P<inside>[^()\[\]]{{2,40}})[)\]]"
    rf"|[-\u2013\u2014/]\s?(?P<joined>{_SHORT_FORM})(?=[\s,.;:)\u2014]|$))"
)
_BEFORE = re.compile(
    rf"(?:^|(?<=[\s(\[/,;:]))(?:[(\[](?P<inside>{_SHORT_FORM})[)\]]\s?[\"'\u2018\u201c\u00ab]?"
    rf"|(?P<joined>{_SHORT_FORM})\s?(?:[(\[]|[-\u2013\u2014/:])\s?[\"'\u2018\u201c\u00ab]?)$"
)
_TAG = re.compile(r"</?[A-Za-z]{1,8}>")
_BETWEEN = re.compile(r"[\s,;/\"'\u2018\u2019\u201c\u201d]+")
_CITATION = re.compile(r"^\s?[0-9,]{1,5}(?=[\s(\[])")
_WINDOW = 48
"""Characters on either side of a mention in which a definition is looked for."""


@dataclass(frozen=True, slots=True)
class Definition:
    """An acronym defined beside a mention.

    Args:
        short: The acronym as written, without a plural ending.
        behind: Whether it stands behind the mention; else before it.

    Examples:
        >>> Definition("MG", behind=True).place(Span(8, 24), [Span(0, 2), Span(26, 28), Span(40, 42)])
        Span(start=26, end=28)
    """

    short: str
    behind: bool

    def place(self, mention: Span, places: Sequence[Span]) -> Span | None:
        """Where the acronym stands that is defined: the nearest place on its side of the mention.

        Args:
            mention: The mention in the folded text.
            places: Where the acronym stands in the folded text, in order.

        Returns:
            One of the places, or None when none is near enough.
        """
        beyond = mention.end if self.behind else mention.start
        index = bisect_left(places, beyond, key=lambda place: place.start) - (not self.behind)
        if not 0 <= index < len(places):
            return None
        gap = places[index].start - mention.end if self.behind else mention.start - places[index].end
        return places[index] if 0 <= gap <= _WINDOW else None


def definitions(text: str, mention: Span, names: Sequence[Sequence[str]]) -> tuple[Definition, ...]:
    """Acronyms that the text defines right beside a mention.

    The forms are ``name (ABC)``, ``ABC (name)``, ``name - ABC``, ``name/ABC`` and ``ABC: name``, with round or square
    brackets, in quotation marks or not, alone in the brackets or among other words.

    Args:
        text: The source text.
        mention: Where a name of the answer stands.
        names: Folded words of all names of the answer; the acronym may abbreviate one in another language.

    Returns:
        Acronyms that align with a name.

    Examples:
        >>> definitions("doença de Chagas (DCh) crônica", Span(0, 16), [("doenca", "de", "chagas")])
        (Definition(short='DCh', behind=True),)
    """
    after = _AFTER.match(_CITATION.sub("", _readable(text[mention.end : mention.end + _WINDOW])))
    before = _BEFORE.search(_readable(text[max(0, mention.start - _WINDOW) : mention.start]))
    found = [
        (token, match is after)
        for match in (after, before)
        if match
        for group in ("inside", "joined")
        for token in _BETWEEN.split(match[group] or "")
    ]
    words = {word for name in names for word in name}
    return tuple(
        Definition(singular, behind)
        for token, behind in found
        if _looks_like_acronym(singular := _singular(token))
        # In capitals, "SISTÊMICO (LES)" looks like a definition the wrong way round.
        and fold_text(plain(singular)) not in words
        and any(aligns(_letters(singular), name, IN_ORDER) for name in names)
    )


def _readable(window: str) -> str:
    """A stretch of text as a reader sees it: no tags, no entities, brackets of one kind, raised figures as figures."""
    return unicodedata.normalize("NFKC", _TAG.sub("", unescape(window)))


def _singular(token: str) -> str:
    stem = token.strip(".")
    return stem[:-1] if stem.endswith("s") and stem[:-1].isupper() and len(stem) > 2 else token


def _looks_like_acronym(token: str) -> bool:
    return re.fullmatch(_SHORT_FORM, token) is not None and sum(character.isupper() for character in plain(token)) >= 2


def _letters(token: str) -> str:
    return "".join(character for character in fold_text(plain(token)) if character.isalpha())
