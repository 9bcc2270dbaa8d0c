"""Many short strings looked for in one text at once.

With the extra ``fast`` they are found in one pass by an Aho-Corasick automaton (Aho and Corasick 1975, doi
10.1145/360825.360855); without it, by one search each. Both give the same places, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

__all__ = ["SeedSearch", "has_automaton", "occurrences", "search_one_by_one"]

_FEWEST = 4
"""Below this number of seeds the automaton is not worth its making."""


def has_automaton() -> bool:
    """Whether the library behind the automaton is installed.

    Returns:
        True when ``ahocorasick_rs`` can be imported.

    Examples:
        >>> isinstance(has_automaton(), bool)
        True
    """
    return find_spec("ahocorasick_rs") is not None


class SeedSearch:
    """Looks for some strings in texts.

    Args:
        seeds: Strings that are not empty, each once.
        automaton: Whether to use the automaton; by default where it is installed and worth it.

    Examples:
        >>> SeedSearch(["lup", "upus"]).hits("lupus")
        [(0, 0), (1, 1)]
    """

    def __init__(self, seeds: Iterable[str], *, automaton: bool | None = None) -> None:
        self.seeds = tuple(seeds)
        narrow = tuple(index for index, seed in enumerate(self.seeds) if _is_narrow(seed))
        wanted = has_automaton() and len(narrow) >= _FEWEST if automaton is None else automaton
        self._narrow = narrow if wanted else ()
        self._automaton: Any = _automaton([self.seeds[index] for index in narrow]) if self._narrow else None
        left = set(range(len(self.seeds))).difference(self._narrow)
        self._one_by_one = tuple((index, self.seeds[index]) for index in sorted(left))

    def __reduce__(self) -> tuple[Any, ...]:
        # The automaton cannot be pickled; maskers travel between processes.
        return SeedSearch, (self.seeds,)

    def hits(self, text: str) -> list[tuple[int, int]]:
        """Where the seeds stand in a text; places may overlap.

        Args:
            text: Any text.

        Returns:
            Pairs of position and number of the seed, in order.
        """
        found = search_one_by_one(self._one_by_one, text) if self._one_by_one else []
        if self._automaton is not None:
            # One byte a sign keeps the positions; what is wider becomes a sign that no seed holds.
            data = text.encode("ascii") if text.isascii() else text.encode("latin-1", "replace").replace(b"?", b"\x00")
            numbers = self._narrow
            found += [(start, numbers[seed]) for seed, start, _ in self._automaton(data, overlapping=True)]
        found.sort()
        return found


def search_one_by_one(seeds: Sequence[tuple[int, str]], text: str) -> list[tuple[int, int]]:
    """The plain search, against which the automaton is tested.

    Args:
        seeds: Numbers and strings.
        text: Any text.

    Returns:
        Pairs of position and number, in no order.

    Examples:
        >>> search_one_by_one([(7, "aa")], "aaa")
        [(0, 7), (1, 7)]
    """
    return [(at, number) for number, seed in seeds for at in occurrences(text, seed)]


def occurrences(text: str, wanted: str) -> Iterator[int]:
    """Where a string stands in a text; places may overlap.

    Args:
        text: Any text.
        wanted: A string that is not empty.

    Yields:
        Positions in order.

    Examples:
        >>> list(occurrences("aaa", "aa"))
        [0, 1]
    """
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _is_narrow(seed: str) -> bool:
    if seed.isalnum() and seed.isascii():
        return True
    return not ("?" in seed or "\x00" in seed) and all(char < "\u0100" for char in seed)


def _automaton(seeds: Sequence[str]) -> Any:
    import ahocorasick_rs  # noqa: PLC0415 - an extra

    automaton = ahocorasick_rs.BytesAhoCorasick(
        [seed.encode("latin-1") for seed in seeds], implementation=ahocorasick_rs.Implementation.DFA
    )
    return automaton.find_matches_as_indexes
