"""When a run over cases counts as incomplete."""

from __future__ import annotations

from typing import Any

import typer

from clinicalbr.cli.progress import say
from clinicalbr.schema import RecordReader

__all__ = ["exit_if_incomplete"]


def exit_if_incomplete(command: str, reader: RecordReader[Any], failed: int) -> None:
    """End with status 2 when a line or a case was passed over, or when there was none.

    Args:
        command: Who reports.
        reader: The reader, at its end.
        failed: Cases that were read and could not be used.

    Raises:
        typer.Exit: The run is incomplete.
    """
    if not reader.n_read:
        say(f"clinicalbr {command}: no case was read")
    if failed or reader.n_bad or not reader.n_read:
        raise typer.Exit(2)
