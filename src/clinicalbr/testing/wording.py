"""Ways in which one and the same name is written: typography, word order, inflection, misspelling, acronym."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from html.entities import codepoint2name

from clinicalbr.languages import LanguagePack
from clinicalbr.text import fold_text

__all__ = ["TYPOGRAPHY", "acronym_forms", "inflections", "initials_of", "misspellings"]

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST_MISSPELT = 6


_NAMED = {chr(code): f"&{name};" for code, name in codepoint2name.items() if code > 127}


def _longest_word(text: str) -> tuple[int, int]:
    return max((match.span() for match in _WORD.finditer(text)), key=lambda span: span[1] - span[0], default=(0, 0))


def _broken(text: str, mark: str) -> str:
    start, end = _longest_word(text)
    middle = (start + end) // 2
    # A combining mark belongs to the letter before it.
    return text if end - start < 4 or not text[middle].isalpha() else text[:middle] + mark + text[middle:]


TYPOGRAPHY: tuple[Callable[[str], str], ...] = (
    lambda text: text,
    str.upper,
    str.capitalize,
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: text.replace(" ", "\u00a0"),
    lambda text: text.replace(" ", "\u2009"),
    lambda text: text.replace(" ", "  "),
    lambda text: text.replace(" ", "\n"),
    lambda text: text.replace("-", "\u2011"),
    lambda text: text.replace(" ", "-"),
    lambda text: text[:3] + "\u00ad" + text[3:],
    lambda text: text[:2] + "\u200b" + text[2:],
    lambda text: _broken(text, "\u2060"),
    lambda text: _broken(text, "-\n"),
    lambda text: text.replace("fi", "\ufb01").replace("fl", "\ufb02"),
    lambda text: text.replace("'", "\u2019"),
    lambda text: "".join(f"&#{ord(char)};" if ord(char) > 127 else char for char in text),
    lambda text: "".join(_NAMED.get(char, char) for char in text),
    lambda text: "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char)),
    lambda text: "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text),
)  # fmt: skip
"""Changes of typography; each folds to the same string."""


def misspellings(word: str) -> Iterator[str]:
    """A word with one slip: a letter less, one more, another one, or two neighbours swapped.

    Args:
        word: A word.

    Yields:
        Misspellings; none for a word so short that a slip makes it another word.

    Examples:
        >>> "degnue" in set(misspellings("dengue")), list(misspellings("lupus"))
        (True, [])
    """
    if len(word) < _SHORTEST_MISSPELT:
        return
    for at in range(1, len(word)):
        yield word[:at] + word[at + 1 :]
        yield word[:at] + word[at - 1] + word[at:]
        yield word[:at] + ("x" if word[at] != "x" else "k") + word[at + 1 :]
        if word[at] != word[at - 1]:
            yield word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def inflections(word: str, language: str) -> Iterator[str]:
    """Other forms of a word by the endings of a language pack: plural, gender, adjective.

    Args:
        word: A word.
        language: Code of an included pack.

    Yields:
        Folded words, not all of which need exist.

    Examples:
        >>> "tuberculosos" in set(inflections("tuberculoso", "pt"))
        True
    """
    folded, rules = fold_text(word), LanguagePack.load(language).morphology
    for endings in (*rules.paradigms, *rules.plurals):
        for ending in endings:
            if folded.endswith(ending) and len(folded) - len(ending) > 3:
                stem = folded[: len(folded) - len(ending)]
                yield from (stem + other for other in endings if other != ending)


def initials_of(name: str) -> str:
    """The first letters of a name's words of four letters or more, in capitals.

    Args:
        name: A name.

    Returns:
        An acronym, empty when fewer than two words are long enough.

    Examples:
        >>> initials_of("lúpus eritematoso sistêmico"), initials_of("dengue")
        ('LES', '')
    """
    letters = "".join(word[0] for word in _WORD.findall(fold_text(name)) if len(word) > 3).upper()
    return letters if len(letters) > 1 else ""


def acronym_forms(acronym: str) -> tuple[str, ...]:
    """How a text may write an acronym.

    Args:
        acronym: An acronym.

    Returns:
        As given, in capitals, dotted, in the plural, in brackets, behind a prefix, with a figure behind it.

    Examples:
        >>> acronym_forms("LES")[:4]
        ('LES', 'LES', 'L.E.S.', 'LESs')
    """
    dotted = "".join(f"{letter}." for letter in acronym)
    return (
        acronym,
        acronym.upper(),
        dotted,
        f"{acronym}s",
        f"({acronym})",
        f"anti-{acronym}",
        f"{acronym}\u00b2",
        f"{acronym}1",
        acronym.lower(),
    )
