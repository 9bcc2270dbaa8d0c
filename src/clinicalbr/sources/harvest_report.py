"""What a harvest says of its run and of its files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Damage", "HarvestReport"]


@dataclass(frozen=True, slots=True)
class HarvestReport:
    """What a run of a harvest did.

    Args:
        listed: Items that were new in the list, or listed in another version.
        stored: Documents that were stored.
        failed: Items that failed; ``Harvest.failures`` gives the reasons.
        gone: Items that the service knows no more.
        bytes: Size of the documents that were stored.
        short: Items that the service counts and does not show, since the beginning of the harvest.
        waiting: Items that are listed and were not chosen, or not come to.
        total: Documents that the folder holds.

    Examples:
        >>> str(HarvestReport(listed=5, stored=3, failed=1, gone=0, bytes=2_000_000, short=0, waiting=1, total=3))
        '3 stored (2.0 MB), 1 failed, 0 gone, 5 newly listed, 1 waiting; the folder holds 3'
    """

    listed: int
    stored: int
    failed: int
    gone: int
    bytes: int
    short: int
    waiting: int
    total: int

    def __str__(self) -> str:
        short = f", {self.short} counted by the service and not shown" if self.short else ""
        return (
            f"{self.stored} stored ({self.bytes / 1e6:.1f} MB), {self.failed} failed, {self.gone} gone, "
            f"{self.listed} newly listed, {self.waiting} waiting{short}; the folder holds {self.total}"
        )


@dataclass(frozen=True, slots=True)
class Damage:
    """A file that is not what the manifest says.

    Args:
        id: Identifier of the item, to hand to ``Harvest.retry``.
        file: Path within the folder.
        problem: ``"missing"`` or ``"changed"``.

    Examples:
        >>> Damage("scl/S1", "files/ab/S1.json", "missing").problem
        'missing'
    """

    id: str
    file: str
    problem: Literal["missing", "changed"]
