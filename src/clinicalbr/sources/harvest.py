"""Harvest of a service: everything of a list, stored once, whatever happens in between."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from clinicalbr.errors import (
    HarvestError,
    InputError,
    SourceError,
    SourceNotFoundError,
    SourceRefusedError,
    SourceUnavailableError,
)
from clinicalbr.sources._append_log import disk_error
from clinicalbr.sources._harvest_files import FILES, file_of, remove_leftovers, store
from clinicalbr.sources._harvest_progress import HarvestProgress
from clinicalbr.sources._harvest_state import HarvestState
from clinicalbr.sources._outage import Outage
from clinicalbr.sources.harvesting import Document, Item, Library, Listing, ListingPage
from clinicalbr.sources.manifest import Manifest, ManifestEntry

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Damage", "Harvest", "HarvestReport"]

T = TypeVar("T")
_LOCK = ".lock"
_BLOCK = 1_000_000


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


class Harvest:
    """Stores the documents of a list in a folder.

    The folder holds ``manifest.jsonl`` (one line an outcome: id, status, hash, licence, size, moment),
    ``listing.jsonl`` (what was listed, and where to go on) and ``files``. A document is written before its line, and
    both before the next request of its place; so a harvest that is killed at any moment goes on where it was, and asks
    again only for what was on its way.

    Args:
        folder: The folder; it is made when needed.
        listing: The list, for instance ``client.listing("scl")``.
        library: Where the documents are: a client, or anything with a method ``document``.
        choose: Which items to fetch; ``None`` for all. Items that are not chosen stay listed.
        parallel: Documents on their way at once; the rate of the service holds nonetheless.
        give_up_after: So many failures without a success between them mean a block, which ends the run, or an outage,
            which is waited out in growing pauses.
        outage_patience: Seconds that an outage may take in all before it ends the run.
        console: Where to show progress; ``None`` for standard error when it is a terminal.

    Raises:
        InputError: A number is not positive.

    Examples:
        >>> import tempfile
        >>> from clinicalbr.sources import Document, Item, ListingPage, blocking
        >>> class Shelf:
        ...     async def pages(self, cursor):
        ...         yield ListingPage((Item("a"), Item("b")), cursor="end")
        ...     async def document(self, item):
        ...         return Document(item.id.encode(), ".txt", f"https://example.org/{item.id}", "CC BY 4.0")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     harvest = Harvest(folder, Shelf(), Shelf())
        ...     first, second = blocking(harvest.run()), blocking(harvest.run())
        ...     licences = [entry.licence for entry in harvest.entries()]
        ...     damages = harvest.verify()
        >>> first.stored, second.stored, licences, damages
        (2, 0, ['CC BY 4.0', 'CC BY 4.0'], ())
    """

    def __init__(
        self,
        folder: str | Path,
        listing: Listing,
        library: Library,
        *,
        choose: Callable[[Item], bool] | None = None,
        parallel: int = 4,
        give_up_after: int = 20,
        outage_patience: float = 6 * 3600.0,
        console: Console | None = None,
    ) -> None:
        if parallel < 1 or give_up_after < 1 or not outage_patience >= 0:
            raise InputError(
                f"not limits of a harvest: {parallel} at once, {give_up_after} failures in a row, {outage_patience} s",
                remedy="give numbers above 0",
            )
        self.folder = Path(folder)
        self._listing = listing
        self._library = library
        self._choose = choose or (lambda _: True)
        self._parallel = parallel
        self._give_up_after = give_up_after
        self._outage_patience = outage_patience
        self._console = console

    async def run(self) -> HarvestReport:
        """Fetch what is listed and not yet stored, then go on with the list.

        Items that failed in earlier runs are left alone; ``retry`` is for them. Items that failed in this one because
        the service was out of reach are tried once more in the end.

        Returns:
            What was done.

        Raises:
            HarvestError: The folder is used by another harvest, cannot be written, or was tampered with.
            SourceError: The list cannot be had, or too many documents in a row cannot. What was done stays done.
        """
        async with self._work() as work:
            await work.fetch(self._items(work))
            work.outage = Outage(self._give_up_after, None)
            await work.fetch(_each(work.passing()))
            return work.report()

    async def retry(self, identifiers: Iterable[str] | None = None) -> HarvestReport:
        """Fetch again what failed, or what is named.

        Args:
            identifiers: Identifiers, for instance of damaged files; ``None`` for all that failed.

        Returns:
            What was done.

        Raises:
            HarvestError: As for ``run``; or an identifier was never listed.
            SourceError: Too many documents in a row cannot be had.
        """
        async with self._work() as work:
            state = work.state
            items = state.with_status("failed") if identifiers is None else state.known(identifiers)
            work.progress.wanted(len(items))
            work.outage = Outage(self._give_up_after, None)
            await work.fetch(_each(items))
            return work.report()

    def entries(self) -> Iterator[ManifestEntry]:
        """The outcome that counts for each item.

        Yields:
            Outcomes in the order of writing.

        Raises:
            HarvestError: The manifest cannot be read.
        """
        return Manifest(self.folder).entries()

    def failures(self) -> Iterator[ManifestEntry]:
        """What failed, with the reason.

        Yields:
            Outcomes with the class of the error and what it says.

        Raises:
            HarvestError: The manifest cannot be read.
        """
        return (entry for entry in self.entries() if entry.status == "failed")

    def verify(self) -> tuple[Damage, ...]:
        """Check every stored file against its hash.

        Returns:
            The files that are missing or changed; ``retry`` with their identifiers fetches them again.

        Raises:
            HarvestError: The manifest or a file cannot be read, or names a file outside the folder.
        """
        return tuple(
            Damage(entry.id, entry.file or "", problem)
            for entry in self.entries()
            if entry.status == "stored" and (problem := self._problem(entry))
        )

    def _problem(self, entry: ManifestEntry) -> Literal["missing", "changed"] | None:
        name = entry.file or ""
        if name.partition("/")[0] != FILES or ".." in name.split("/"):
            raise HarvestError(
                f"the manifest names {name!r} for {entry.id!r}, which is no file of the harvest",
                remedy="take the line out, and fetch the item again",
            )
        digest = hashlib.sha256()
        try:
            with (self.folder / name).open("rb") as file:
                while block := file.read(_BLOCK):
                    digest.update(block)
        except FileNotFoundError:
            return "missing"
        except OSError as error:
            raise disk_error(self.folder / name, error) from None
        return None if digest.hexdigest() == entry.sha256 else "changed"

    async def _items(self, work: _Work) -> AsyncIterator[Item]:
        """First what was listed and not fetched, then what the list brings."""
        state = work.state
        waiting = [item for item in state.waiting() if self._choose(item)]
        work.progress.wanted(len(waiting))
        for item in waiting:
            yield item
        async for page in self._pages(work):
            fresh = await _whole(partial(state.add_page, page))
            chosen = [item for item in fresh if self._choose(item)]
            work.listed += len(fresh)
            work.progress.listed(len(fresh), page.total)
            work.progress.wanted(len(chosen))
            for item in chosen:
                yield item

    async def _pages(self, work: _Work) -> AsyncIterator[ListingPage]:
        """The list, taken up again where it broke off; it may come from another service than the documents."""
        outage = Outage(1, self._outage_patience)
        while True:
            try:
                async for page in self._listing.pages(work.state.cursor):
                    outage.over()
                    yield page
            except SourceUnavailableError as error:
                outage.failed(error)
                await outage.wait()
            else:
                return

    @asynccontextmanager
    async def _work(self) -> AsyncIterator[_Work]:
        from filelock import FileLock, Timeout  # noqa: PLC0415  reading of files needs none

        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.folder / _LOCK, thread_local=False)
            lock.acquire(timeout=0)
        except Timeout:
            raise HarvestError(
                f"another harvest runs in {self.folder}", remedy="wait for it, or give another folder"
            ) from None
        except OSError as error:
            raise disk_error(self.folder, error) from None
        try:
            await asyncio.to_thread(remove_leftovers, self.folder)
            state = HarvestState(self.folder)
            await asyncio.to_thread(state.load)
            with HarvestProgress(self._console) as progress:
                outage = Outage(self._give_up_after, self._outage_patience)
                yield _Work(self.folder, state, progress, self._library, self._parallel, outage)
        finally:
            lock.release()


async def _whole(write: Callable[[], T]) -> T:
    """Write in a thread, and be done with it before anybody who cancels goes on."""
    task = asyncio.ensure_future(asyncio.to_thread(write))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


async def _each(items: Sequence[Item]) -> AsyncIterator[Item]:
    for item in items:
        yield item


@dataclass(slots=True)
class _Work:
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

        await _whole(keep)
        self.failed.pop(item.id, None)
        self.stored += 1
        self.bytes += len(document.content)
        self.progress.fetched(failed=False)

    async def _settle(self, entry: ManifestEntry) -> None:
        await _whole(lambda: self.state.settle(entry))
        self.progress.fetched(failed=entry.status == "failed")

    def report(self) -> HarvestReport:
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
