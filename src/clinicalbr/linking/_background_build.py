"""Builds ``background.tsv`` of the included language packs, for maintainers.

Frequencies are those of wordfreq, a package that nothing else needs; the numbers of concepts are counted in the default
knowledge base. The same versions of both give the same files:

    python -m pip install wordfreq==3.1.1
    python -m clinicalbr.linking._background_build --out src/clinicalbr/languages

A word enters when it stands in a name of the knowledge base, when it is frequent, or when it is a real word that looks
like a word of a name, so that it is not taken for a misspelling of it. Words of one or two letters are left out.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from clinicalbr.errors import LanguageError
from clinicalbr.languages import LanguagePack
from clinicalbr.linking.knowledge_base import KnowledgeBase
from clinicalbr.text import fold_text

__all__ = ["LARGEST", "concept_counts", "folded_frequencies", "main", "render"]

LARGEST = 450_000
"""Bytes of the largest table: three of them are loaded with a pack and travel in the wheel."""

WORDFREQ = "3.1.1"

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 3
_FREQUENT = 350
"""Frequency from which every word is listed, in hundredths on the Zipf scale."""
_REAL = 150
"""The same for a word that looks like a word of a name; higher where the table would be too large."""
_MISTAKABLE = 6
"""Letters from which a word of a name may be looked for with a slip, and so be found in a real word near it."""
_LONG = 10
"""The same with two slips."""
_BILLION_LOG = 9


def folded_frequencies(frequencies: Iterable[tuple[str, float]]) -> dict[str, int]:
    """Zipf values in hundredths of folded words, from the frequencies of words as they are spelled.

    Args:
        frequencies: Words with their share of all words; spellings that fold alike are added up.

    Returns:
        The values; words with anything but letters are left out.

    Examples:
        >>> folded_frequencies([("médica", 1e-6), ("medica", 1e-6), ("1990", 1e-4)])
        {'medica': 330}
    """
    shares: dict[str, float] = {}
    for word, share in frequencies:
        folded = fold_text(word)
        if _WORD.fullmatch(folded):
            shares[folded] = shares.get(folded, 0.0) + share
    return {word: max(0, round(100 * (math.log10(share) + _BILLION_LOG))) for word, share in shares.items()}


def concept_counts(names: Iterable[Iterable[str]]) -> Counter[str]:
    """Number of concepts whose names hold each word.

    Args:
        names: The names of each concept.

    Returns:
        The numbers by folded word.

    Examples:
        >>> concept_counts([("dengue", "febre da dengue"), ("febre amarela",)])["febre"]
        2
    """
    return Counter(
        word for each in names for word in {word for name in each for word in _WORD.findall(fold_text(name))}
    )


def render(zipf: Mapping[str, int], concepts: Mapping[str, int], largest: int = LARGEST) -> str:
    r"""Write a table, with as many of the rarest words that look like words of names as there is room for.

    Args:
        zipf: Zipf values in hundredths by folded word.
        concepts: Numbers of concepts by folded word.
        largest: Most bytes; only words of names and frequent words may go beyond.

    Returns:
        The lines, in alphabetical order.

    Examples:
        >>> render({"casa": 560, "dengur": 160, "xyz": 160}, {"dengue": 9}).splitlines()[1:]
        ['casa\t560\t0', 'dengue\t0\t9', 'dengur\t160\t0']
    """
    near = {item for word in concepts if len(word) >= _MISTAKABLE for item in _deletions(word)}
    lines: list[str] = []
    spare: list[tuple[int, str]] = []
    for word in sorted(zipf.keys() | concepts.keys()):
        if len(word) < _SHORTEST:
            continue
        frequency = zipf.get(word, 0)
        line = f"{word}\t{frequency}\t{concepts.get(word, 0)}\n"
        if word in concepts or frequency >= _FREQUENT:
            lines.append(line)
        elif frequency >= _REAL and not near.isdisjoint(_deletions(word)):
            spare.append((frequency, line))
    return "word\tzipf\tconcepts\n" + "".join(sorted([*lines, *_most_frequent(spare, largest - _size(lines))]))


def _most_frequent(spare: Sequence[tuple[int, str]], room: int) -> Iterable[str]:
    """The lines from the lowest frequency on at which they all fit: a floor, so that no word is left out by chance."""
    for floor in sorted({frequency for frequency, _ in spare}):
        if _size(kept := [line for frequency, line in spare if frequency >= floor]) <= room:
            return kept
    return ()


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode()) for line in lines)


def _deletions(word: str) -> set[str]:
    """The word with a letter left out, with two when it is long: words near it share one (Garbe 2012, SymSpell).

    Words twice as far may share one too, which serves the inflected forms of a name.
    """
    once = {word} | {word[:at] + word[at + 1 :] for at in range(len(word))}
    if len(word) < _LONG:
        return once
    return once | {item[:at] + item[at + 1 :] for item in once for at in range(len(item))}


def _wordfreq(language: str) -> Mapping[str, float]:
    try:
        module = import_module("wordfreq")
    except ModuleNotFoundError as error:
        raise LanguageError(
            "the word tables are built with the package wordfreq, which is not installed",
            remedy=f"run pip install wordfreq=={WORDFREQ}",
        ) from error
    if (found := version("wordfreq")) != WORDFREQ:
        raise LanguageError(
            f"wordfreq {found} would give other tables than {WORDFREQ}", remedy=f"run pip install wordfreq=={WORDFREQ}"
        )
    frequencies: Mapping[str, float] = module.get_frequency_dict(language, "best")
    return frequencies


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the table of every included pack.

    Args:
        arguments: Command line; that of the process when left out.

    Returns:
        Exit status.

    Raises:
        LanguageError: wordfreq is not there in the version of the tables.
    """
    parser = argparse.ArgumentParser(description="Build background.tsv of the included language packs.")
    parser.add_argument("--out", type=Path, required=True, help="folder with one folder for each language")
    out: Path = parser.parse_args(arguments).out
    for code in LanguagePack.included():
        zipf = folded_frequencies(_wordfreq(code).items())
        table = render(zipf, concept_counts(concept.names.get(code, ()) for concept in KnowledgeBase.default()))
        (out / code / "background.tsv").write_bytes(table.encode())
        sys.stdout.write(f"{code}: {len(table.splitlines()) - 1} words, {len(table.encode())} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
