"""Forms of a mention that are tried one after the other."""

from __future__ import annotations

__all__ = ["mention_forms"]

_PAIRS = {"(": ")", "[": "]", "{": "}", "\uff08": "\uff09"}
_CLOSING = frozenset(_PAIRS.values())
_MOST_INNER_PARTS = 3


def mention_forms(mention: str) -> tuple[str, ...]:
    """Forms of a mention, in the order of trying.

    Without brackets there is one. With brackets: the mention with the brackets taken away and their content kept
    ("anemia (falciforme)" is sickle cell anaemia), what stands outside of them, then what stands in each, up to three.
    Brackets that do not pair are left alone.

    Args:
        mention: Any text.

    Returns:
        The forms, each once, those without text left out.
    """
    outside: list[str] = []
    inner: list[list[str]] = []
    expected: list[str] = []
    for char in mention:
        if char in _PAIRS:
            if not expected:
                inner.append([])
                outside.append(" ")
            expected.append(_PAIRS[char])
        elif char in _CLOSING:
            if not expected or expected.pop() != char:
                return (mention,)
        elif expected:
            inner[-1].append(char)
        else:
            outside.append(char)
    if expected or not inner:
        return (mention,)
    together = "".join(" " if char in _PAIRS or char in _CLOSING else char for char in mention)
    parts = [together, "".join(outside), *("".join(part) for part in inner[:_MOST_INNER_PARTS])]
    return tuple(dict.fromkeys(stripped for part in parts if (stripped := " ".join(part.split()))))
