"""Progress and messages on standard error, silent where nobody watches."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

__all__ = ["count", "counted", "say"]

T = TypeVar("T")


def count(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Pass items on and show how many went by, when standard error is a terminal.

    Args:
        items: Any items.
        what: What they are, for the display.
        total: How many there are, where known.

    Yields:
        The items.
    """
    if not sys.stderr.isatty():
        yield from items
        return
    columns = (SpinnerColumn(), TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total=total, description=what)


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    Args:
        number: How many.
        noun: What, in the singular; its plural ends in s.

    Returns:
        The two, in agreement.

    Examples:
        >>> counted(1, "case"), counted(0, "case")
        ('1 case', '0 cases')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def say(message: str) -> None:
    """Write a message to standard error.

    Args:
        message: One line.
    """
    sys.stderr.write(message + "\n")
