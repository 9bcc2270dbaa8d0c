"""Codes of languages, as files and users write them."""

from __future__ import annotations

import re

__all__ = ["language_code"]

_TAG = re.compile(r"\s*(?P<code>[A-Za-z]{2,3})(?:[-_][A-Za-z0-9]+)*\s*")


def language_code(tag: str) -> str | None:
    """The language of a tag, in the form in which packs state it; script and region are left out.

    Args:
        tag: A code or tag.

    Returns:
        Two or three small letters; ``None`` for what is no tag.

    Examples:
        >>> language_code("pt-BR"), language_code("EN"), language_code("português")
        ('pt', 'en', None)
    """
    match = _TAG.fullmatch(tag)
    return match["code"].lower() if match else None
