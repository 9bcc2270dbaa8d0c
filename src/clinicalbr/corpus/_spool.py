"""A stream on disk, so that it can be gone through a second time without being held in memory."""

from __future__ import annotations

import copyreg
import io
import pickle
import tempfile
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

from clinicalbr.errors import InputError

__all__ = ["Spool"]

T = TypeVar("T")


def _read_only(entries: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(entries)


def _reduce(mapping: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    return _read_only, (dict(mapping),)


class _Pickler(pickle.Pickler):
    """Records hold read-only mappings, which Python does not pickle by itself."""

    dispatch_table = copyreg.dispatch_table | {MappingProxyType: _reduce}


class Spool(Generic[T]):
    """Items written once and read back in their order; the file goes with the object.

    Examples:
        >>> with Spool() as spool:
        ...     spool.add("a")
        ...     spool.add("b")
        ...     list(spool)
        ['a', 'b']
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="clinicalbr-")  # noqa: SIM115 - closed by __exit__

    def __enter__(self) -> Spool[T]:
        """The spool."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the file."""
        self._file.close()

    def add(self, item: T) -> None:
        """Write an item.

        Args:
            item: The item.

        Raises:
            InputError: The disk is full.
        """
        buffer = io.BytesIO()
        _Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL).dump(item)
        try:
            self._file.write(buffer.getbuffer())
        except OSError as error:
            raise InputError(
                f"the search for duplicates cannot write to {tempfile.gettempdir()}: {error.strerror}",
                remedy="make room there, or set TMPDIR to a folder with room",
            ) from error

    def __iter__(self) -> Iterator[T]:
        """The items in the order in which they were written."""
        self._file.seek(0)
        while True:
            try:
                yield cast("T", pickle.load(self._file))  # noqa: S301 - the file is ours and has no name
            except EOFError:
                return
