"""When a run over cases counts as incomplete."""

from __future__ import annotations

from dataclasses import dataclass

import typer

from clinicalbr.cli.progress import say

__all__ = ["Tally", "exit_if_incomplete"]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a reader counted.

    Args:
        n_read: Records that could be used.
        n_bad: Bad records that it passed over.
    """

    n_read: int
    n_bad: int


def exit_if_incomplete(command: str, tally: Tally, failed: int) -> None:
    """End with status 2 when a line or a case was passed over, or when there was none.

    Args:
        command: Who reports.
        tally: Counts of the reader, at its end.
        failed: Cases that were read and could not be used.

    Raises:
        typer.Exit: The run is incomplete.
    """
    if not tally.n_read:
        say(f"clinicalbr {command}: no case was read")
    if failed or tally.n_bad or not tally.n_read:
        raise typer.Exit(2)
