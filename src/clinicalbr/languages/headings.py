"""Section headings of case reports: which of them tell the case, and which end it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from clinicalbr.text import fold_text

__all__ = ["HEADING_FIELDS", "HeadingKind", "Headings"]

HeadingKind = Literal["case", "case_item", "continuation", "stop"]
"""What a heading says about the text under it; see :class:`Headings`."""

HEADING_FIELDS = (
    "presentation.patient_info",
    "presentation.chief_complaint",
    "presentation.history_present_illness",
    "presentation.past_medical_history",
    "presentation.allergies",
    "presentation.social_history",
    "presentation.family_history",
    "presentation.physical_exam",
    "presentation.hospital_course",
    "workup.laboratory",
    "workup.imaging",
    "workup.pathology",
    "workup.other",
    "diagnosis.diagnosis",
    "treatment.intervention",
    "treatment.outcome",
    "treatment.follow_up",
)
"""Keys that the table ``field_headings`` of every pack must hold: fields that the text under a heading fills."""

_LONGEST = 200
_NUMBER = r"(?:[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}|[ivx]{1,5}|[a-h])"
# A letter or a Roman numeral needs a mark behind it; "2 Case Report" and "2.1 Case Report" do without.
_LEADING = re.compile(rf"\A(?:section )?\(?(?:{_NUMBER} ?[.):-]+ ?|[0-9]{{1,2}}(?:\.[0-9]{{1,2}}){{0,3}} )(?=[^\W\d_])")
_MARKS = " .:;-*#"


@dataclass(frozen=True, slots=True)
class Headings:
    """Section headings of case reports, as patterns for a whole heading.

    A heading is folded (lower case, no accents), runs of spaces become one space, and a leading number and a closing
    mark are taken off before the patterns see it. The patterns are full matches.

    Args:
        joiners: Words that join two headings in one ("treatment and outcome"), folded; commas and slashes do too.
        case: Headings under which a case is told.
        case_item: Headings of one case among several; a group named ``number`` holds its number, letter or ordinal.
        continuation: Headings that go on telling the case when they follow it directly (investigations, outcome).
        stop: Headings that end it (discussion, conclusion, references).
        abstract: Headings of an abstract in this language.
        fields: Headings within a case, by the dotted name of the field that the text under them fills; see
            :data:`HEADING_FIELDS`.

    Examples:
        >>> from clinicalbr.languages import LanguagePack
        >>> headings = LanguagePack.load("pt").headings
        >>> headings.kind("2. RELATO DO CASO"), headings.kind("Discussão"), headings.kind("Métodos")
        ('case', 'stop', None)
    """

    joiners: tuple[str, ...]
    case: tuple[re.Pattern[str], ...]
    case_item: tuple[re.Pattern[str], ...]
    continuation: tuple[re.Pattern[str], ...]
    stop: tuple[re.Pattern[str], ...]
    abstract: tuple[re.Pattern[str], ...]

    def is_abstract(self, heading: str) -> bool:
        """Whether a heading is that of an abstract in this language.

        Args:
            heading: The heading as written.

        Returns:
            True for an abstract. Pages print abstracts of several languages one after the other.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> headings = LanguagePack.load("pt").headings
            >>> headings.is_abstract("RESUMO"), headings.is_abstract("Abstract"), headings.is_abstract("Resumo do caso")
            (True, False, False)
        """
        return _first(self.abstract, _cleaned(heading)) is not None

    fields: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...] = ()

    def kind(self, heading: str) -> HeadingKind | None:
        """What a heading says about the text under it.

        A heading of several parts tells the case when each of its parts does; one that also announces a discussion or
        a review does not. A subtitle behind a colon is passed over.

        Args:
            heading: The heading as written, with or without its number.

        Returns:
            The kind, or ``None`` for a heading that says nothing about cases (introduction, methods) or is too long
            to be one (over 200 characters).

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> headings = LanguagePack.load("en").headings
            >>> headings.kind("2.1. Case  1"), headings.kind("Treatment and Outcome"), headings.kind("Case and review")
            ('case_item', 'continuation', None)
        """
        cleaned = _cleaned(heading)
        whole = self._kind_of_part(cleaned)
        if whole is not None:
            return whole
        head, colon, subtitle = cleaned.partition(": ")
        if colon and self._kind_of_part(head) == "case" and self._kind_of_part(subtitle) is None:
            return "case"
        parts = [self._kind_of_part(part.strip(_MARKS)) for part in self._joint().split(cleaned)]
        if len(parts) > 1 and all(part in ("case", "continuation") for part in parts):
            return "case" if "case" in parts else "continuation"
        return None

    def number(self, heading: str) -> str | None:
        """Number, letter or ordinal of a case among several.

        Args:
            heading: The heading as written.

        Returns:
            What the heading calls the case, folded, or ``None`` when it names no single case.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> LanguagePack.load("es").headings.number("Caso clínico II: mujer de 30 años")
            'ii'
        """
        match = _first(self.case_item, _cleaned(heading))
        return match["number"] if match else None

    def field(self, heading: str) -> str | None:
        """The field of a case that the text under a heading fills.

        A heading of several parts counts when all of them belong to one section of the case; the first one decides.

        Args:
            heading: The heading as written, with or without its number.

        Returns:
            The dotted name of the field, or ``None``.

        Examples:
            >>> from clinicalbr.languages import LanguagePack
            >>> headings = LanguagePack.load("en").headings
            >>> headings.field("2.1. Physical Examination"), headings.field("Outcome and Follow-Up")
            ('presentation.physical_exam', 'treatment.outcome')
            >>> headings.field("Physical examination and treatment") is None
            True
        """
        cleaned = _cleaned(heading)
        if (whole := self._field_of_part(cleaned)) is not None:
            return whole
        parts = [self._field_of_part(part.strip(_MARKS)) for part in self._joint().split(cleaned)]
        sections = {part.partition(".")[0] if part else None for part in parts}
        return parts[0] if len(sections) == 1 else None

    def _field_of_part(self, cleaned: str) -> str | None:
        return next((name for name, patterns in self.fields if _first(patterns, cleaned)), None)

    def _kind_of_part(self, cleaned: str) -> HeadingKind | None:
        if _first(self.stop, cleaned):
            return "stop"
        if _first(self.case_item, cleaned):
            return "case_item"
        if _first(self.case, cleaned):
            return "case"
        return "continuation" if _first(self.continuation, cleaned) else None

    def _joint(self) -> re.Pattern[str]:
        words = "|".join(re.escape(word) for word in self.joiners)
        return re.compile(rf" ?[,;/&+] ?(?:(?:{words}) )?| (?:{words}) " if words else r" ?[,;/&+] ?")


def _cleaned(heading: str) -> str:
    if len(heading) > _LONGEST:
        return ""
    # The degree sign often stands for the ordinal mark in "n° 2".
    return _LEADING.sub("", " ".join(fold_text(heading.replace("°", "º")).split()), count=1).strip(_MARKS)


def _first(patterns: tuple[re.Pattern[str], ...], cleaned: str) -> re.Match[str] | None:
    return next((match for pattern in patterns if (match := pattern.fullmatch(cleaned))), None)
