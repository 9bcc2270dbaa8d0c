"""Names with brackets taken apart, and acronyms told from names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clinicalbr.languages import LanguagePack
from clinicalbr.text import fold_text

__all__ = ["is_acronym", "name_parts"]

_WORD = re.compile(r"[^\W_]+")
# A bracket that touches a letter is part of the name: "t(15;17)", "metástase(s)".
_BRACKET = re.compile(r"(?:(?<=\s)|^)[(\[](?P<inner>[^()\[\]]*)[)\]]")
_FULL_WIDTH = str.maketrans({"\uff08": " (", "\uff09": ") "})
_ACRONYM = re.compile(r"[^\W_](?:[^\W_]|[-./]){1,11}")


def is_acronym(text: str) -> bool:
    """Whether a text is written like an acronym: one token of at most 12 signs, mostly capitals.

    Args:
        text: A name or a part of one.

    Returns:
        True for "LES", "DCh", "COVID-19"; not for "McArdle".

    Examples:
        >>> [is_acronym(text) for text in ("LES", "DCh", "COVID-19", "McArdle")]
        [True, True, True, False]
    """
    upper = sum(character.isupper() for character in text)
    return bool(_ACRONYM.fullmatch(text)) and upper >= 2 and upper > sum(character.islower() for character in text)


def name_parts(name: str, packs: Sequence[LanguagePack]) -> tuple[str, ...]:
    """The name without its brackets, the whole when a bracket stands inside it, and what the brackets hold.

    What a bracket holds counts as a name of its own only when it could stand alone: "lúpus (LES)" gives two names,
    "dengue (grave)" one, for "grave" alone would mask ordinary text.

    Args:
        name: A name as written.
        packs: Packs that say which words of a name say little.

    Returns:
        Names and acronyms, each once.

    Examples:
        >>> name_parts("lúpus eritematoso sistêmico (LES)", [LanguagePack.load("pt")])
        ('lúpus eritematoso sistêmico', 'LES')
        >>> name_parts("dengue (grave)", [LanguagePack.load("pt")])
        ('dengue', 'dengue grave')
    """
    spaced = " ".join(name.translate(_FULL_WIDTH).split())
    groups = [match["inner"].strip() for match in _BRACKET.finditer(spaced)]
    outer = " ".join(_BRACKET.sub(" ", spaced).split())
    if not groups:
        return (_without_stray_brackets(spaced),)
    open_text = " ".join(re.sub(r"[()\[\]]", " ", spaced).split())
    inner = [part for group in groups for part in _alternatives(group) if _stands_alone(part, packs)]
    inside = [*([] if inner else [open_text]), *([] if spaced.endswith((")", "]")) else [spaced])]
    return tuple(dict.fromkeys(part for part in (_without_stray_brackets(outer), *inside, *inner) if part))


def _alternatives(group: str) -> list[str]:
    """What a bracket holds, apart when it lists acronyms: "(LES; SLE)"."""
    parts = [part.strip() for part in re.split(r"[;,/]", group) if part.strip()]
    return parts if len(parts) > 1 and all(is_acronym(part) for part in parts) else [group]


def _stands_alone(part: str, packs: Sequence[LanguagePack]) -> bool:
    if is_acronym(part):
        return True
    little = frozenset(
        word for pack in packs for word in pack.function_words | pack.names.modifiers | pack.names.heads
    ) | frozenset(cue for pack in packs for cue in pack.cues.negation)
    telling = [word for word in _WORD.findall(fold_text(part)) if word not in little and not word.isdigit()]
    return len(telling) > 1 or any(len(word) > 4 for word in telling)


def _without_stray_brackets(text: str) -> str:
    if text.count("(") == text.count(")") and text.count("[") == text.count("]"):
        return text
    return " ".join(re.sub(r"[()\[\]]", " ", text).split())
