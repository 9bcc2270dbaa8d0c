"""What the heading of a section says about its place in a case report."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Section

__all__ = ["CaseItem", "Part", "part_of", "run_in_item", "without_number"]

_CASE_KIND = "cases"
_OTHER_KINDS = frozenset({
    "ack", "background", "coi-statement", "conclusion", "conclusions", "data-availability", "discussion",
    "ethics-statement", "intro", "introduction", "materials", "methods", "results", "subjects",
    "supplementary-material",
})  # fmt: skip
# A label at the start of a paragraph ends in one of these marks.
_MARKS = re.compile(r"[.:\N{EN DASH}\N{EM DASH}]|\s-\s")
_LONGEST_LABEL = 60
# Behind its number stands at most a remark in brackets; a sentence may begin with "Patient 2, like the first, ...".
_BARE_LABEL = re.compile(r"[^,;:()]*(?:\([^()]*\))?")
_NUMBERING = re.compile(r"(?:[0-9]{1,2}(?:\.[0-9]{1,2})*[.):]?|[A-Z][.)])\s+(?=\S)")
_ENDS = " .:;-"


class Part(Enum):
    """Place of a section in a case report."""

    CASE = "case"
    ITEM = "case_item"
    CONTINUATION = "continuation"
    STOP = "stop"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class CaseItem:
    """The label of one case among several.

    Args:
        label: As printed, without the number of the section, for instance ``"Case 1"``.
        number: Its number, letter or ordinal, folded.
    """

    label: str
    number: str


def part_of(section: Section, pack: LanguagePack | None) -> tuple[Part, CaseItem | None]:
    """What a section is to the case report that it stands in.

    Args:
        section: A section.
        pack: The language pack whose headings count; ``None`` to go by ``sec-type`` alone.

    Returns:
        The part, and for one case among several its label.
    """
    kinds = {kind.strip().lower() for kind in section.kind.split("|")} - {""}
    part = Part((pack.headings.kind(section.title) if pack and section.title else None) or Part.OTHER)
    if part is Part.ITEM and (item := _item(section.title, pack)):
        return part, item
    if part is Part.CASE or _CASE_KIND in kinds:
        return Part.CASE, None
    # A heading that names the case outweighs a sec-type, which editors fill with the nearest allowed value.
    return (Part.STOP if kinds & _OTHER_KINDS else part), None


def _item(heading: str, pack: LanguagePack | None) -> CaseItem | None:
    number = pack.headings.number(heading) if pack else None
    if number is None:
        return None
    return CaseItem(without_number(heading), number)


def without_number(heading: str) -> str:
    """A heading as printed, without the number of its section and the mark at its end."""
    numbering = _NUMBERING.match(heading)
    return heading[numbering.end() if numbering else 0 :].strip(_ENDS)


def run_in_item(paragraph: str, pack: LanguagePack | None) -> CaseItem | None:
    """The label of a case at the start of a paragraph, as in ``"Case 2. A woman of 31 ..."``.

    Args:
        paragraph: A paragraph.
        pack: The language pack whose headings count.

    Returns:
        The label, or ``None`` when the paragraph begins with none.
    """
    ends = [mark.start() for mark in _MARKS.finditer(paragraph[: _LONGEST_LABEL + 1])]
    if len(paragraph) <= _LONGEST_LABEL:
        ends.append(len(paragraph))
    for end in ends:
        label = paragraph[:end].strip()
        if _BARE_LABEL.fullmatch(label) and (item := _item(label, pack)):
            return item
    return None
