"""Superscript figures keep their height when mark-up is dropped: 10⁹/L is not 109/L, and a citation mark is no dose."""

from __future__ import annotations

from lxml import etree

from clinicalbr.sources._vocabulary import local_name

__all__ = ["raise_figures"]

_RAISED = str.maketrans("0123456789+-\u2212\u2013", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")


def raise_figures(root: etree._Element) -> None:
    """Write the figures and signs inside every ``sup`` as superscript characters, in place.

    Letters stay as they are, so that ``1<sup>st</sup>`` still reads "1st".

    Args:
        root: Root of a parsed article.
    """
    for element in root.iter(etree.Element):
        if local_name(element) != "sup":
            continue
        for inner in element.iter():
            if isinstance(inner.tag, str) and inner.text:
                inner.text = inner.text.translate(_RAISED)
            if inner is not element and inner.tail:
                inner.tail = inner.tail.translate(_RAISED)
