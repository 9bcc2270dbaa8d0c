"""Fields of the isis-JSON records that ArticleMeta serves: lists of occurrences with one-letter subfields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from clinicalbr.sources._identifiers import normal_language
from clinicalbr.sources._plain import clean_record_text

__all__ = ["first", "languages_of", "mapping", "occurrences", "text_by_language", "texts"]

VALUE = "_"


def mapping(value: object) -> Mapping[str, Any]:
    """A value as a mapping, empty when it is none."""
    return value if isinstance(value, Mapping) else {}


def occurrences(fields: Mapping[str, Any], name: str) -> Iterator[dict[str, str]]:
    """Occurrences of a field, whatever form it has.

    Args:
        fields: The fields of a record.
        name: Name of the field, for instance ``"v12"``.

    Yields:
        Subfields with text or numbers, as text; a bare value stands under ``"_"``.
    """
    value = fields.get(name)
    for occurrence in value if isinstance(value, list | tuple) else (value,):
        subfields = occurrence if isinstance(occurrence, Mapping) else {VALUE: occurrence}
        found = {
            str(key): str(text)
            for key, text in subfields.items()
            if isinstance(text, str | int) and not isinstance(text, bool)
        }
        if found:
            yield found


def texts(fields: Mapping[str, Any], name: str, *subfields: str) -> Iterator[str]:
    """Cleaned text of each occurrence, from the first of the subfields that has any.

    Args:
        fields: The fields of a record.
        name: Name of the field.
        *subfields: Names of subfields in the order of preference; the plain value when none is given.

    Yields:
        Text that is not blank.
    """
    for occurrence in occurrences(fields, name):
        if text := _text(occurrence, subfields or (VALUE,)):
            yield text


def first(fields: Mapping[str, Any], *names: str) -> str | None:
    """Plain value of the first field that has one."""
    return next((text for name in names for text in texts(fields, name)), None)


def text_by_language(
    fields: Mapping[str, Any], name: str, *subfields: str, default: str | None = None
) -> dict[str, str]:
    """Cleaned text of a field by language.

    Args:
        fields: The fields of a record.
        name: Name of the field.
        *subfields: Names of subfields in the order of preference.
        default: Language of an occurrence that states none.

    Returns:
        The first text in each language; occurrences without text or language are left out.
    """
    found: dict[str, str] = {}
    for occurrence in occurrences(fields, name):
        language = normal_language(occurrence.get("l")) or default
        text = _text(occurrence, subfields)
        if language and text:
            found.setdefault(language, text)
    return found


def languages_of(fields: Mapping[str, Any], name: str) -> list[str]:
    """Languages that a field lists."""
    return [code for text in texts(fields, name) if (code := normal_language(text))]


def _text(occurrence: Mapping[str, str], subfields: tuple[str, ...]) -> str:
    cleaned = (clean_record_text(occurrence.get(subfield, "")) for subfield in subfields)
    return next(filter(None, cleaned), "")
