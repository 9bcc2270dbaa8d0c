"""How far a harvest is, on standard error and only where somebody watches."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, Task, TaskID

__all__ = ["HarvestProgress"]


class HarvestProgress:
    """Two bars: identifiers listed, and documents fetched with their rate and the time that remains.

    Args:
        console: Where to show them; ``None`` for standard error when it is a terminal.
    """

    def __init__(self, console: Console | None = None) -> None:
        self._progress: Progress | None = None
        self._listed: TaskID | None = None
        self._fetched: TaskID | None = None
        self._wanted = self._failed = 0
        if console is not None or sys.stderr.isatty():
            self._progress = _bars(console)

    def __enter__(self) -> Self:
        if self._progress is not None:
            self._progress.start()
            self._listed = self._progress.add_task("listed", total=None, failed="")
            self._fetched = self._progress.add_task("fetched", total=None, failed="")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def listed(self, number: int, total: int | None) -> None:
        """More items are listed.

        Args:
            number: How many more.
            total: How many there are, where the service says.
        """
        if self._progress is not None and self._listed is not None:
            self._progress.update(self._listed, advance=number, total=total)

    def wanted(self, number: int) -> None:
        """More documents are to be fetched.

        Args:
            number: How many more.
        """
        self._wanted += number
        if self._progress is not None and self._fetched is not None:
            self._progress.update(self._fetched, total=self._wanted)

    def fetched(self, *, failed: bool) -> None:
        """One more document was fetched or failed.

        Args:
            failed: Whether it failed.
        """
        self._failed += failed
        if self._progress is not None and self._fetched is not None:
            said = f"{self._failed} failed" if self._failed else ""
            self._progress.update(self._fetched, advance=1, failed=said)


def _bars(console: Console | None) -> Progress:
    from rich.console import Console  # noqa: PLC0415  only for those who watch
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text  # noqa: PLC0415

    class RateColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:.1f}/s")

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[failed]}"),
        console=console or Console(stderr=True),
    )
