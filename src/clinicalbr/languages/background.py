"""How frequent words are: in general text, and in the names of diseases and exams.

The tables come with the included packs. Frequencies are those of wordfreq (Speer 2022, doi 10.5281/zenodo.7199437;
data under CC BY-SA 4.0, see ``NOTICE`` beside this module); the numbers of concepts are counted in the default
knowledge base. Words of one or two letters are left out, and so are words that are rare in general text and neither
stand in a name of that base nor look like a word that does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from clinicalbr.errors import LanguageError
from clinicalbr.text import fold_text

__all__ = ["Background"]

_HEADER = ["word", "zipf", "concepts"]
_FILE = "background.tsv"
_HUNDREDTHS = 100
_LINE = re.compile(r"([^\W\d_]+)\t([0-9]{1,4})\t([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Background:
    """Word frequencies of one language.

    Args:
        words: For each folded word its frequency, in hundredths on the Zipf scale, and its number of concepts.

    Examples:
        >>> Background({"dengue": (393, 9)}).zipf("dengue")
        3.93
    """

    words: Mapping[str, tuple[int, int]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", MappingProxyType(dict(self.words)))

    def __contains__(self, word: object) -> bool:
        return word in self.words

    def __reduce__(self) -> tuple[Any, ...]:
        # Read-only mappings cannot be pickled as they are.
        return Background, (dict(self.words),)

    @classmethod
    def empty(cls) -> Background:
        """The background of a pack without a table: no word is known.

        Returns:
            A background that holds no word.

        Examples:
            >>> "dengue" in Background.empty()
            False
        """
        return cls()

    def zipf(self, word: str) -> float:
        """Frequency of a word in general text.

        Args:
            word: A folded word.

        Returns:
            The Zipf value: log10 of the occurrences in a thousand million words (van Heuven and others 2014, doi
            10.1080/17470218.2013.850521); 0 for a word that the table does not hold.

        Examples:
            >>> Background().zipf("dengue")
            0.0
        """
        return self.words.get(word, (0, 0))[0] / _HUNDREDTHS

    def concepts(self, word: str) -> int:
        """Number of concepts of the default knowledge base whose names hold a word.

        Args:
            word: A folded word.

        Returns:
            The number; 0 for a word that the table does not hold.

        Examples:
            >>> Background({"dengue": (393, 9)}).concepts("dengue")
            9
        """
        return self.words.get(word, (0, 0))[1]

    @staticmethod
    @cache
    def of(folder: str, digest: str = "") -> Background:
        """The table of a pack, read once.

        Args:
            folder: Folder of the pack.
            digest: Digest of the table when the pack was loaded, so that a changed table is read anew; blank for none.

        Returns:
            The table; empty when the pack has none.

        Raises:
            LanguageError: The table is gone since the pack was loaded, or see :meth:`read`.

        Examples:
            >>> Background.of("no-such-folder") == Background.empty()
            True
        """
        file = Path(folder) / _FILE
        if digest and not file.exists():
            raise LanguageError(
                f"{file} is gone since the pack was loaded", remedy="put it back or load the pack again"
            )
        return Background.read(file)

    @staticmethod
    def read(file: str | Path) -> Background:
        """Read a table with the columns ``word``, ``zipf`` (hundredths) and ``concepts``, parted by tabs.

        Args:
            file: The table; a pack need not have one.

        Returns:
            The frequencies, empty when there is no file.

        Raises:
            LanguageError: The file cannot be read, a line is not a folded word and two whole numbers, or a word stands
                there twice.

        Examples:
            >>> Background.read("no-such-file.tsv").concepts("dengue")
            0
        """
        file = Path(file)
        if not file.exists():
            return Background.empty()
        try:
            text = file.read_bytes().decode("utf-8-sig")
        except OSError as error:
            raise LanguageError(f"{file} cannot be read: {error.strerror}", remedy="put a text file there") from error
        except UnicodeDecodeError as error:
            raise LanguageError(f"{file} is not UTF-8: {error}", remedy="save it as UTF-8 text") from error
        lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        if lines[0].split("\t") != _HEADER:
            raise LanguageError(
                f"{file}, line 1: {lines[0]!r} is not the header",
                remedy="begin with a line of the words word, zipf and concepts, parted by tabs",
            )
        words: dict[str, tuple[int, int]] = {}
        for number, line in enumerate(lines[1:], 2):
            match = _LINE.fullmatch(line)
            if match is None:
                raise LanguageError(
                    f"{file}, line {number}: {line!r} is not a word and two whole numbers",
                    remedy="write the word, its frequency in hundredths and its number of concepts, parted by tabs",
                )
            word, zipf, concepts = match.groups()
            # Plain letters need no folding; the included tables hold no others.
            if not (word.isascii() and word.islower()) and (folded := fold_text(word)) != word:
                raise LanguageError(
                    f"{file}, line {number}: {word!r} has capitals or accents", remedy=f"write it as {folded!r}"
                )
            if word in words:
                raise LanguageError(f"{file}, line {number}: {word!r} is listed twice", remedy="keep one of the lines")
            words[word] = (int(zipf), int(concepts))
        return Background(words)
