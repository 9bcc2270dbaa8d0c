"""Plain text made safe for Markdown and LaTeX."""

from __future__ import annotations

import re

__all__ = ["latex", "markdown", "one_line"]

_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "|": r"\textbar{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "\u0394": r"$\Delta$", "\u2206": r"$\Delta$",
    "\u2212": "$-$", "\u2264": r"$\leq$", "\u2265": r"$\geq$", "\u00b1": r"$\pm$",
} | {char: f"\\{char}" for char in "&%$#_{}"}  # fmt: skip
_LATEX_TABLE = str.maketrans(_LATEX)

# An underscore inside a word is plain text to every reader of Markdown, and model names are full of them.
_MARKDOWN = re.compile(r"[\\`*|$~]|(?<!\w)_|_(?!\w)|\](?=[(\[:])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def one_line(text: str) -> str:
    r"""Text on one line, without control characters.

    Args:
        text: Any text.

    Returns:
        The text with every run of white space and unprintable characters as one space.

    Examples:
        >>> one_line(" a\n\x00b ")
        'a b'
    """
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def markdown(text: str) -> str:
    r"""Text that Markdown shows as it was written, in a table cell or after other words.

    Args:
        text: Any text.

    Returns:
        One line, with the characters that have a meaning escaped.

    Examples:
        >>> markdown("A|B *new* gpt_oss")
        'A\\|B \\*new\\* gpt_oss'
    """
    return _MARKDOWN.sub(r"\\\g<0>", one_line(text)).translate(_ENTITIES)


def latex(text: str) -> str:
    r"""Text that LaTeX prints as it was written.

    Args:
        text: Any text.

    Returns:
        One line, with the characters that have a meaning escaped. A leading bracket is put in braces, since it would be
        read as an argument of the row before it.

    Examples:
        >>> latex("95% & more")
        '95\\% \\& more'
    """
    escaped = one_line(text).translate(_LATEX_TABLE)
    return f"{{{escaped[0]}}}{escaped[1:]}" if escaped[:1] in ("[", "*") else escaped
