"""Stages of a selection: what goes on, what is dropped, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from clinicalbr.corpus._front import item_id
from clinicalbr.errors import InputError
from clinicalbr.schema import Attrition, Stage

__all__ = ["Drop", "Refusal", "Selection", "select"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an item does not go on.

    Args:
        reason: In few words, the same for all items dropped for it; these are counted.
        detail: What concerns this item alone.

    Examples:
        >>> Refusal("published before 2015", "2009").reason
        'published before 2015'
    """

    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """An item that did not go on.

    Args:
        item: Its identifier: PMCID, else collection and PID, else DOI, else the start of its title.
        stage: Name of the stage.
        reason: Why, in the words that are counted.
        detail: What concerns this item alone.

    Examples:
        >>> Drop("PMC1", "year", "published before 2015", "2009").item
        'PMC1'
    """

    item: str
    stage: str
    reason: str
    detail: str = ""


class Selection(Generic[T]):
    """What a stage lets through, one item at a time; it can be gone through once.

    Nothing happens before the first item is asked for, and no item is held: a stage over another stage is a pipe. When
    the last item has gone by, :attr:`stage` and :attr:`attrition` tell the numbers.

    Args:
        name: Name of the stage.
        items: The items, or the stage before.
        decide: Gives each item with the reason why it is dropped, or with ``None`` to keep it, in any order. It must
            give as many as it takes.
        on_drop: Takes each dropped item as a :class:`Drop`; without it they are gathered in :attr:`drops`.

    Examples:
        >>> from clinicalbr.corpus import by_year
        >>> from clinicalbr.schema import ArticleRecord, Provenance
        >>> records = [
        ...     ArticleRecord(pid, Provenance(source="articlemeta", pid=pid, publication_date=date))
        ...     for pid, date in (("S1", "2009"), ("S2", "2018-03"))
        ... ]
        >>> kept = by_year(records, first=2015)
        >>> [record.pid for record in kept]
        ['S2']
        >>> kept.stage
        Stage(name='year', entered=2, kept=1, dropped={'published before 2015': 1})
        >>> [(drop.item, drop.detail) for drop in kept.drops]
        [('S1', '2009')]
    """

    def __init__(
        self,
        name: str,
        items: Iterable[T],
        decide: Callable[[Iterator[T]], Iterator[tuple[T, Refusal | None]]],
        *,
        on_drop: Callable[[Drop], None] | None = None,
    ) -> None:
        self.name = name
        self.drops: list[Drop] = []
        self._before = items if isinstance(items, Selection) else None
        self._on_drop = on_drop or self.drops.append
        self._entered = 0
        self._kept = 0
        self._dropped: Counter[str] = Counter()
        self._finished = False
        self._items = self._run(decide(self._count(items)))

    def __iter__(self) -> Iterator[T]:
        """The selection itself: what has gone by does not come again."""
        return self

    def __next__(self) -> T:
        """The next item that is kept."""
        return next(self._items)

    def _count(self, items: Iterable[T]) -> Iterator[T]:
        for item in items:
            self._entered += 1
            yield item

    def _run(self, decided: Iterator[tuple[T, Refusal | None]]) -> Iterator[T]:
        for item, refusal in decided:
            if refusal is None:
                self._kept += 1
                yield item
            else:
                self._dropped[refusal.reason] += 1
                self._on_drop(Drop(item_id(item), self.name, refusal.reason, refusal.detail))
        self._finished = True

    @property
    def stage(self) -> Stage:
        """The numbers of this stage.

        Raises:
            InputError: Not all items have gone by, so the numbers would be too low.
        """
        if not self._finished:
            raise InputError(
                f"the stage {self.name!r} has not come to its end: {self._entered} items so far",
                remedy="go through all that it keeps first, for instance with list(...)",
            )
        return Stage(self.name, self._entered, self._kept, dict(self._dropped))

    @property
    def attrition(self) -> Attrition:
        """The numbers of this stage and of all stages before it, the first stage first.

        Raises:
            InputError: Not all items have gone by.
        """
        before = self._before.attrition.stages if self._before is not None else ()
        return Attrition((*before, self.stage))


def select(
    name: str,
    items: Iterable[T],
    judge: Callable[[T], Refusal | None],
    *,
    on_drop: Callable[[Drop], None] | None = None,
) -> Selection[T]:
    """A stage of one's own.

    Args:
        name: Name of the stage.
        items: The items, or the stage before.
        judge: Gives the reason why an item is dropped, or ``None`` to keep it.
        on_drop: Takes each dropped item; without it they are gathered in :attr:`Selection.drops`.

    Returns:
        The items that are kept, one at a time.

    Examples:
        >>> short = select("length", ["a", "bcd"], lambda text: Refusal("too long") if len(text) > 2 else None)
        >>> list(short), short.stage.dropped
        (['a'], {'too long': 1})
    """
    return Selection(name, items, lambda stream: ((item, judge(item)) for item in stream), on_drop=on_drop)
