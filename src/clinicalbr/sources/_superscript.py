"""Superscript figures keep their height when mark-up is dropped: 10⁹/L is not 109/L, and a citation mark is no dose."""

from __future__ import annotations

import re

from lxml import etree

from clinicalbr.sources._vocabulary import local_name

__all__ = ["raise_figures"]

_RAISED = str.maketrans("0123456789+-\u2212\u2013", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_LETTERS = str.maketrans("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
_MARKS = re.compile(r"[\s,\d]*[a-z](?:[\s,\d]+[a-z])*[\s,\d]*")


def raise_figures(root: etree._Element) -> None:
    """Write the figures and signs inside every ``sup`` as superscript characters, in place.

    Letters stay as they are, so that ``1<sup>st</sup>`` still reads "1st"; but single small letters, which mark
    footnotes, are raised too unless they stand behind a figure, lest they read as the end of the word.

    Args:
        root: Root of a parsed article.
    """
    for element in root.iter(etree.Element):
        if local_name(element) != "sup":
            continue
        raised = _RAISED | _LETTERS if _is_mark(element) else _RAISED
        for inner in element.iter():
            if isinstance(inner.tag, str) and inner.text:
                inner.text = inner.text.translate(raised)
            if inner is not element and inner.tail:
                inner.tail = inner.tail.translate(raised)


def _is_mark(element: etree._Element) -> bool:
    return bool(_MARKS.fullmatch("".join(map(str, element.itertext())))) and not _text_before(element)[-1:].isdecimal()


def _text_before(element: etree._Element) -> str:
    """The nearest text before an element."""
    place: etree._Element | None = element
    while place is not None:
        previous, parent = place.getprevious(), place.getparent()
        if previous is not None:
            found = previous.tail or "".join(map(str, previous.itertext()))
        else:
            found = (parent.text or "") if parent is not None else ""
        if found:
            return found
        place = previous if previous is not None else parent
    return ""
