"""Encoders turn names into vectors; names that mean the same should lie close."""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from clinicalbr.errors import InputError
from clinicalbr.linking._names import name_key

__all__ = ["CharNgramEncoder", "Encoder"]

_ROWS_AT_ONCE = 2048


@runtime_checkable
class Encoder(Protocol):
    """Anything that turns names into vectors."""

    @property
    def signature(self) -> str:
        """What made the vectors, for signatures: equal text means equal vectors."""
        ...

    @property
    def threshold(self) -> float:
        """Similarity from which a neighbour counts as the same concept, measured for this encoder."""
        ...

    def encode(self, names: Sequence[str]) -> NDArray[np.float32]:
        """Encode names.

        Args:
            names: Names in any language.

        Returns:
            One row for each name; a row of zeros for a name with nothing in it to encode.
        """
        ...


class CharNgramEncoder:
    """Hashed character n-grams: names that are spelt alike lie close, in whatever language they are.

    Case, accents and punctuation are folded, each word is padded with a space on both sides, and every n-gram of it
    adds 1 or -1 to one place of the vector; place and sign come from the CRC-32 of the n-gram (feature hashing:
    Weinberger et al. 2009, section 2). Rows have length 1, so that the inner product is the cosine. The same name
    gives the same vector in every process and on every machine.

    :meth:`fitted` weighs n-grams by how rare they are among the names of a knowledge base, so that "disease" counts for
    less than "Chagas". Weighted or not, the encoder knows spelling and no meaning: "lockjaw" is not near "tetanus".

    Args:
        dimensions: Length of a vector.
        shortest: Letters of the shortest n-gram.
        longest: Letters of the longest n-gram.

    Raises:
        InputError: A number is below 1, or the n-grams end before they begin.

    Examples:
        >>> chagas, other = CharNgramEncoder().encode(["doença de Chagas", "DOENCA DE CHAGAS"])
        >>> round(float(chagas @ other), 6)
        1.0
    """

    def __init__(self, dimensions: int = 512, *, shortest: int = 2, longest: int = 4) -> None:
        if dimensions < 1 or not 1 <= shortest <= longest:
            raise InputError(
                f"no encoder has {dimensions} dimensions and n-grams of {shortest} to {longest} letters",
                remedy="use at least 1 dimension, and 1 <= shortest <= longest",
            )
        self.dimensions, self.shortest, self.longest = dimensions, shortest, longest
        self._weights: dict[str, float] = {}
        self._rarest = 1.0

    def fitted(self, names: Sequence[str]) -> CharNgramEncoder:
        """Weigh n-grams by their rarity among names.

        The weight is ``1 + ln((1 + N) / (1 + n))`` for an n-gram that ``n`` of ``N`` names hold: inverse document
        frequency in its smoothed form (Sparck Jones 1972; smoothing as in scikit-learn's ``TfidfTransformer``).

        Args:
            names: Names of the knowledge base, each once.

        Returns:
            A new encoder.

        Examples:
            >>> plain = CharNgramEncoder()
            >>> fitted = plain.fitted(["doença de Chagas", "doença de Crohn", "doença de Lyme"])
            >>> a, b = fitted.encode(["doença de Chagas", "doença de Crohn"])
            >>> c, d = plain.encode(["doença de Chagas", "doença de Crohn"])
            >>> bool(a @ b < c @ d)
            True
        """
        holding: Counter[str] = Counter()
        for name in names:
            holding.update(set().union(*(self._grams(word) for word in name_key(name).split())))
        total = 1 + len(names)
        fitted = CharNgramEncoder(self.dimensions, shortest=self.shortest, longest=self.longest)
        fitted._weights = {gram: 1.0 + math.log(total / (1 + count)) for gram, count in sorted(holding.items())}
        fitted._rarest = 1.0 + math.log(total)
        return fitted

    @property
    def signature(self) -> str:
        """Kind, n-gram lengths, dimensions and, when fitted, a fingerprint of the weights."""
        text = f"char-ngram-{self.shortest}-{self.longest}-d{self.dimensions}"
        if not self._weights:
            return text
        rounded = "".join(f"{gram}\t{weight:.9g}\n" for gram, weight in self._weights.items())
        return f"{text}-idf-{zlib.crc32(rounded.encode('utf-8', 'surrogatepass')):08x}"

    @property
    def threshold(self) -> float:
        """Similarity from which a neighbour counts as the same concept.

        Measured on the default knowledge base: names whose concept is in the base should link to it or to a relative,
        names whose concept is taken out should link to nothing, and both count alike. Of the steps of 0.05 that
        ``benchmarks/linking_quality.py`` tries, this one does best.
        """
        return 0.7 if self._weights else 0.75

    def encode(self, names: Sequence[str]) -> NDArray[np.float32]:
        """Encode names.

        Args:
            names: Any texts.

        Returns:
            Matrix of shape (names, dimensions), each row of length 1, or of zeros when a name has neither letters nor
            digits.

        Examples:
            >>> CharNgramEncoder(64).encode(["dengue", "..."]).any(axis=1).tolist()
            [True, False]
        """
        vectors = np.zeros((len(names), self.dimensions), dtype=np.float32)
        for start in range(0, len(names), _ROWS_AT_ONCE):
            chunk = [name_key(name).split() for name in names[start : start + _ROWS_AT_ONCE]]
            # A name is the sum of its words, and names share words.
            number: dict[str, int] = {}
            places = [[number.setdefault(word, len(number)) for word in words] for words in chunk]
            by_word = self._encode_words(list(number))
            for row, used in enumerate(places, start):
                summed = by_word[used].sum(axis=0)
                norm = math.sqrt(summed @ summed)
                if norm:
                    vectors[row] = summed / norm
        return vectors

    def _encode_words(self, words: Sequence[str]) -> NDArray[np.float64]:
        """One row for each word, its length not yet scaled."""
        places: list[int] = []
        values: list[float] = []
        for row, word in enumerate(words):
            for gram in self._grams(word):
                place, sign = _slot(gram, self.dimensions)
                places.append(row * self.dimensions + place)
                values.append(sign * self._weights.get(gram, self._rarest))
        size = len(words) * self.dimensions
        summed = np.bincount(places, weights=values, minlength=size).reshape(len(words), self.dimensions)
        return summed.astype(np.float64, copy=False)

    def _grams(self, word: str) -> tuple[str, ...]:
        return _grams(word, self.shortest, self.longest)


@lru_cache(maxsize=1 << 16)
def _grams(word: str, shortest: int, longest: int) -> tuple[str, ...]:
    padded = f" {word} "
    return tuple(
        padded[start : start + length]
        for length in range(shortest, min(longest, len(padded)) + 1)
        for start in range(len(padded) - length + 1)
    )


@lru_cache(maxsize=1 << 18)
def _slot(gram: str, dimensions: int) -> tuple[int, float]:
    """Place and sign of an n-gram; ``hash`` would change from process to process."""
    code = zlib.crc32(gram.encode("utf-8", "surrogatepass"))
    return (code & 0x7FFFFFFF) % dimensions, 1.0 if code >> 31 else -1.0
