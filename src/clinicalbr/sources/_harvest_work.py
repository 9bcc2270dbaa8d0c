"""The work of one run of a harvest: documents fetched, files and lines written."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeVar

from clinicalbr.errors import InputError, SourceError, SourceNotFoundError, SourceRefusedError, SourceUnavailableError
from clinicalbr.sources._harvest_files import file_of, store
from clinicalbr.sources._harvest_progress import HarvestProgress
from clinicalbr.sources._harvest_state import HarvestState
from clinicalbr.sources._outage import Outage
from clinicalbr.sources.harvest_report import HarvestReport
from clinicalbr.sources.harvesting import Document, Item, Library
from clinicalbr.sources.manifest import ManifestEntry

__all__ = ["HarvestWork", "whole"]

T = TypeVar("T")


async def whole(write: Callable[[], T]) -> T:
    """Write in a thread, and be done with it before anybody who cancels goes on."""
    task = asyncio.ensure_future(asyncio.to_thread(write))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


@dataclass(slots=True)
class HarvestWork:
    """The items of a run, several on their way at once.

    Args:
        folder: Folder of the harvest.
        state: What is known of the items.
        progress: What is shown.
        library: Where the documents are.
        parallel: Documents on their way at once.
        outage: Whether the service is away.
    """

    folder: Path
    state: HarvestState
    progress: HarvestProgress
    library: Library
    parallel: int
    outage: Outage
    listed: int = 0
    stored: int = 0
    gone: int = 0
    bytes: int = 0
    failed: dict[str, tuple[Item, bool]] = field(default_factory=dict)

    def passing(self) -> list[Item]:
        """Items that failed for a reason that may have passed."""
        return [item for item, passes in self.failed.values() if passes]

    async def fetch(self, items: AsyncIterator[Item]) -> None:
        """Fetch documents, some at once; the first error that is not an item's own ends all."""
        queue: asyncio.Queue[Item | None] = asyncio.Queue(2 * self.parallel)

        async def give() -> None:
            async for item in items:
                await queue.put(item)
            for _ in range(self.parallel):
                await queue.put(None)

        async def take() -> None:
            while (item := await queue.get()) is not None:
                if self.state.is_current(item):
                    await self.outage.wait()
                    await self._one(item)

        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(give())
                for _ in range(self.parallel):
                    group.create_task(take())
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def _one(self, item: Item) -> None:
        try:
            document = await self.library.document(item)
        except SourceNotFoundError as error:
            self.outage.over()
            await self._settle(_entry(item, "gone", error=error))
            self.gone += 1
        except (SourceError, InputError) as error:
            await self._settle(_entry(item, "failed", error=error))
            self.failed[item.id] = (item, isinstance(error, SourceUnavailableError))
            if isinstance(error, SourceUnavailableError | SourceRefusedError):
                self.outage.failed(error)
            else:
                self.outage.over()
        else:
            self.outage.over()
            await self._store(item, document)

    async def _store(self, item: Item, document: Document) -> None:
        file = file_of(item.id, document.suffix)
        entry = ManifestEntry(
            id=item.id,
            status="stored",
            when=_now(),
            version=item.version,
            file=str(file),
            sha256=hashlib.sha256(document.content).hexdigest(),
            bytes=len(document.content),
            licence=document.licence,
            url=document.url,
        )

        def keep() -> None:
            store(self.folder, file, document.content)
            self.state.settle(entry)

        await whole(keep)
        self.failed.pop(item.id, None)
        self.stored += 1
        self.bytes += len(document.content)
        self.progress.fetched(failed=False)

    async def _settle(self, entry: ManifestEntry) -> None:
        await whole(lambda: self.state.settle(entry))
        self.progress.fetched(failed=entry.status == "failed")

    def report(self) -> HarvestReport:
        """What was done."""
        counts = self.state.counts()
        return HarvestReport(
            listed=self.listed,
            stored=self.stored,
            failed=len(self.failed),
            gone=self.gone,
            bytes=self.bytes,
            short=self.state.short,
            waiting=counts["listed"],
            total=counts["stored"],
        )


def _entry(item: Item, status: Literal["failed", "gone"], *, error: SourceError | InputError) -> ManifestEntry:
    url = error.url if isinstance(error, SourceError) else None
    return ManifestEntry(
        id=item.id,
        status=status,
        when=_now(),
        version=item.version,
        url=url or None,
        error=type(error).__name__,
        reason=str(error),
    )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
