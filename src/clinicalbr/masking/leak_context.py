"""What stands on either side of a passage."""

from __future__ import annotations

import re

__all__ = ["CONTEXT_WIDTH", "context_of"]

CONTEXT_WIDTH = 60
"""Code points of context on each side, where nothing else is asked for."""


def context_of(text: str, start: int, end: int, width: int = CONTEXT_WIDTH) -> tuple[str, str]:
    """What stands on either side of a passage.

    Args:
        text: The text.
        start: First code point of the passage.
        end: One past its last code point.
        width: Code points to take on each side; a word that this would cut is left out.

    Returns:
        The text before and the text after. A word longer than the width is cut all the same.

    Examples:
        >>> context_of("Sorologia reagente para DCh em 2019.", 24, 27, 12)
        ('para ', ' em 2019.')
    """
    before = text[max(0, start - width) : start]
    if start > width and before and not (text[start - width - 1].isspace() or before[0].isspace()):
        before = re.sub(r"^\S+(?=\s)", "", before)
    after = text[end : end + width]
    if end + width < len(text) and after and not (text[end + width].isspace() or after[-1].isspace()):
        after = re.sub(r"(?<=\s)\S+$", "", after)
    return before.lstrip() if start > width else before, after.rstrip() if end + width < len(text) else after
