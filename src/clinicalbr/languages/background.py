"""How frequent words are: in general text, and in the names of diseases and exams.

The tables come with the included packs. Frequencies are those of wordfreq (Speer 2022, doi 10.5281/zenodo.7199437;
data under CC BY-SA 4.0); the numbers of concepts are counted in the default knowledge base.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from clinicalbr.errors import LanguageError

__all__ = ["Background"]

_HEADER = ["word", "zipf", "concepts"]
_HUNDREDTHS = 100


@dataclass(frozen=True, slots=True)
class Background:
    """Word frequencies of one language.

    Args:
        words: For each folded word its frequency, in hundredths on the Zipf scale, and its number of concepts.

    Examples:
        >>> Background({"dengue": (393, 9)}).zipf("dengue")
        3.93
    """

    words: Mapping[str, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}), hash=False)

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
    def read(file: Path) -> Background:
        """Read a table with the columns ``word``, ``zipf`` (hundredths) and ``concepts``, parted by tabs.

        Args:
            file: The table; a pack need not have one.

        Returns:
            The frequencies, empty when there is no file.

        Raises:
            LanguageError: The file cannot be read, or a line is not a word and two whole numbers.

        Examples:
            >>> Background.read(Path("no-such-file.tsv")).concepts("dengue")
            0
        """
        if not file.is_file():
            return Background()
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise LanguageError(f"{file} cannot be read: {error}", remedy="save it as UTF-8 text") from error
        if not lines or lines[0].split("\t") != _HEADER:
            raise LanguageError(f"{file} lacks its header", remedy="begin with word, zipf and concepts, parted by tabs")
        words: dict[str, tuple[int, int]] = {}
        for number, line in enumerate(lines[1:], 2):
            cells = line.split("\t")
            try:
                word, zipf, concepts = cells[0], int(cells[1]), int(cells[2])
            except (IndexError, ValueError) as error:
                raise LanguageError(
                    f"{file}, line {number}: {line!r} is not a word and two whole numbers", remedy="mend the line"
                ) from error
            words[word] = (zipf, concepts)
        return Background(MappingProxyType(words))
