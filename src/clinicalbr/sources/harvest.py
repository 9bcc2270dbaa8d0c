"""Harvest of a service: everything of a list, stored once, whatever happens in between."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from clinicalbr.errors import (
    HarvestError,
    InputError,
    SourceUnavailableError,
)
from clinicalbr.sources._append_log import disk_error
from clinicalbr.sources._harvest_files import FILES, remove_leftovers
from clinicalbr.sources._harvest_progress import HarvestProgress
from clinicalbr.sources._harvest_state import HarvestState
from clinicalbr.sources._harvest_work import HarvestWork, whole
from clinicalbr.sources._outage import Outage
from clinicalbr.sources.harvest_report import Damage, HarvestReport
from clinicalbr.sources.harvesting import Item, Library, Listing, ListingPage
from clinicalbr.sources.manifest import Manifest, ManifestEntry

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Harvest"]

_LOCK = ".lock"
_BLOCK = 1_000_000


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

    async def _items(self, work: HarvestWork) -> AsyncIterator[Item]:
        """First what was listed and not fetched, then what the list brings."""
        state = work.state
        waiting = [item for item in state.waiting() if self._choose(item)]
        work.progress.wanted(len(waiting))
        for item in waiting:
            yield item
        async for page in self._pages(work):
            fresh = await whole(partial(state.add_page, page))
            chosen = [item for item in fresh if self._choose(item)]
            work.listed += len(fresh)
            work.progress.listed(len(fresh), page.total)
            work.progress.wanted(len(chosen))
            for item in chosen:
                yield item

    async def _pages(self, work: HarvestWork) -> AsyncIterator[ListingPage]:
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
    async def _work(self) -> AsyncIterator[HarvestWork]:
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
                yield HarvestWork(self.folder, state, progress, self._library, self._parallel, outage)
        finally:
            lock.release()


async def _each(items: Sequence[Item]) -> AsyncIterator[Item]:
    for item in items:
        yield item
