"""Lists of texts as a target takes them."""

from __future__ import annotations

from collections.abc import Iterable

from clinicalbr.errors import GoldTargetError
from clinicalbr.languages import language_code

__all__ = ["language_codes", "text_list"]


def text_list(field: str, values: Iterable[str]) -> tuple[str, ...]:
    """The texts of a list, without space round them and without blank ones.

    A text in place of a list is a forgotten comma or bracket; taken letter by letter it would hide nothing.

    Args:
        field: What the list is called, for messages.
        values: The list.

    Returns:
        Its texts in order.

    Raises:
        GoldTargetError: It is a text, is no list, or holds something else than texts.

    Examples:
        >>> text_list("names", [" dengue", ""])
        ('dengue',)
    """
    if isinstance(values, str):
        raise GoldTargetError(f"{field} is the text {values!r}, not a list of texts", remedy=f"write [{values!r}]")
    if not isinstance(values, Iterable):
        raise GoldTargetError(f"{field} is {values!r}, not a list of texts", remedy="give a list, empty if need be")
    listed = tuple(values)
    for value in listed:
        if not isinstance(value, str):
            raise GoldTargetError(f"{field} holds {value!r}, which is not a text", remedy="give texts only")
    return tuple(value.strip() for value in listed if value.strip())


def language_codes(tags: Iterable[str]) -> tuple[str, ...]:
    """Codes of languages as packs state them, each once.

    Args:
        tags: Codes, or tags such as ``"pt-BR"``. What is neither stays, for the search of its pack to refuse.

    Returns:
        The codes in order.

    Raises:
        GoldTargetError: It is no list of texts.

    Examples:
        >>> language_codes(["pt-BR", "EN", "pt"])
        ('pt', 'en')
    """
    return tuple(dict.fromkeys(language_code(tag) or tag for tag in text_list("languages", tags)))
