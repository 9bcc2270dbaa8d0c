"""Indexes find the vectors nearest to a query."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from clinicalbr.errors import InputError

__all__ = ["FlatIndex", "VectorIndex"]

_QUERIES_AT_ONCE = 256
_DECIMALS = 6
# Far above the error of a single-precision inner product, far below a difference that means anything.
_SLACK = 1e-4


@runtime_checkable
class VectorIndex(Protocol):
    """Anything that finds vectors by inner product."""

    @property
    def signature(self) -> str:
        """Kind of index, for signatures."""
        ...

    def add(self, vectors: NDArray[np.float32]) -> None:
        """Append vectors; rows are numbered in the order of adding.

        Args:
            vectors: Matrix of shape (vectors, dimensions).
        """
        ...

    def search(self, queries: NDArray[np.float32], k: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Find the vectors with the highest inner products.

        Args:
            queries: Matrix of shape (queries, dimensions).
            k: How many to find; fewer are returned when the index holds fewer.

        Returns:
            Scores and row numbers, each of shape (queries, found), the best first and equal scores by row number.
        """
        ...

    def __len__(self) -> int:
        """Number of vectors."""
        ...


class FlatIndex:
    """Exact search over all vectors with numpy.

    A first pass in single precision finds all rows that can be among the best. Their scores are then computed again in
    double precision and rounded to six decimals, so that neither the batch nor the linear algebra library of a machine
    decides between equal scores: the lower row number does.

    Examples:
        >>> index = FlatIndex()
        >>> index.add(np.eye(3, dtype=np.float32))
        >>> scores, rows = index.search(np.array([[0, 1, 1]], dtype=np.float32), 2)
        >>> scores.tolist(), rows.tolist()
        ([[1.0, 1.0]], [[1, 2]])
    """

    def __init__(self) -> None:
        self._vectors: NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)

    @property
    def signature(self) -> str:
        """``"flat"``."""
        return "flat"

    def add(self, vectors: NDArray[np.float32]) -> None:
        """Append vectors.

        Args:
            vectors: Matrix of shape (vectors, dimensions).

        Raises:
            InputError: The matrix does not fit those added before, or holds a number that is not finite.

        Examples:
            >>> index = FlatIndex()
            >>> index.add(np.ones((2, 3), dtype=np.float32))
            >>> len(index)
            2
        """
        matrix = _matrix(vectors, self._vectors.shape[1] if len(self) else None)
        self._vectors = np.concatenate([self._vectors, matrix]) if len(self) else matrix

    def search(self, queries: NDArray[np.float32], k: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Find the vectors with the highest inner products.

        Args:
            queries: Matrix of shape (queries, dimensions).
            k: How many to find; fewer are returned when the index holds fewer.

        Returns:
            Scores and row numbers, each of shape (queries, found), the best first and equal scores by row number.

        Raises:
            InputError: The queries do not fit the vectors, or ``k`` is below 1.

        Examples:
            >>> FlatIndex().search(np.ones((1, 3), dtype=np.float32), 5)[1].shape
            (1, 0)
        """
        if k < 1:
            raise InputError(f"k is {k}", remedy="ask for at least one neighbour")
        found = min(k, len(self))
        matrix = _matrix(queries, self._vectors.shape[1] if len(self) else None)
        scores = np.zeros((len(matrix), found), dtype=np.float64)
        rows = np.zeros((len(matrix), found), dtype=np.int64)
        for start in range(0, len(matrix) if found else 0, _QUERIES_AT_ONCE):
            chunk = matrix[start : start + _QUERIES_AT_ONCE]
            rough = chunk @ self._vectors.T
            floors = np.partition(rough, len(self) - found, axis=1)[:, len(self) - found] - _SLACK
            for at, query in enumerate(chunk.astype(np.float64)):
                pool = np.flatnonzero(rough[at] >= floors[at])
                exact = np.round(self._vectors[pool].astype(np.float64) @ query, _DECIMALS)
                best = np.lexsort((pool, -exact))[:found]
                scores[start + at], rows[start + at] = exact[best], pool[best]
        return scores, rows

    def __len__(self) -> int:
        return len(self._vectors)


def _matrix(vectors: NDArray[np.float32], dimensions: int | None) -> NDArray[np.float32]:
    matrix = np.ascontiguousarray(vectors, dtype=np.float32)
    if matrix.ndim != 2 or (dimensions is not None and matrix.shape[1] != dimensions):
        wanted = "two" if dimensions is None else f"(any, {dimensions})"
        raise InputError(f"vectors of shape {matrix.shape} do not fit", remedy=f"pass a matrix of shape {wanted}")
    if not np.isfinite(matrix).all():
        raise InputError(
            "a vector holds a number that is not finite", remedy="look for the name that the encoder broke on"
        )
    return matrix
