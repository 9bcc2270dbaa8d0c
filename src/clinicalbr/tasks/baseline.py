"""A baseline without a model: a differential by word overlap between the case and the names of diseases.

It is weak on purpose and honest: it sees the names of a knowledge base and the masked text, never a gold answer. What
it finds, anybody could have found by matching words, so a high score of it is a sign of a leak.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from clinicalbr.errors import InputError
from clinicalbr.languages import LanguagePack
from clinicalbr.schema import Concept, MaskedCase, Prediction, Task
from clinicalbr.signature import Signature
from clinicalbr.text import fold_text

__all__ = ["LexicalBaseline"]

_WORD = re.compile(r"[^\W\d_]{3,}")
_STEM = 7
"""Letters that two word forms share to count as one word: joins "cardiopatia" with "cardiopática", not "arterial"
with "arterite"."""


class LexicalBaseline:
    """Ranks the concepts of a knowledge base by the overlap of their names with a case.

    The score of a name is the cosine between its words and the words of the case, words weighted by inverse document
    frequency over all names and by the logarithm of their count in the case (Manning, Raghavan and Schütze 2008,
    *Introduction to Information Retrieval*, section 6.3; the case's own length does not change the ranking and is
    left out). A concept scores as its best name.

    Args:
        concepts: Concepts to choose from, for instance the diseases of a knowledge base.
        k: Length of the differential.

    Raises:
        InputError: There is no concept, or ``k`` is not positive.

    Examples:
        >>> dengue = Concept("C1", {"en": ("dengue fever",)})
        >>> anemia = Concept("C2", {"en": ("sickle cell anemia",)})
        >>> case = MaskedCase(case_id="c1", language="en", task="differential", narrative="High fever for days.")
        >>> LexicalBaseline([dengue, anemia]).predict(case).ranked
        ('dengue fever',)
    """

    def __init__(self, concepts: Iterable[Concept], k: int = 5) -> None:
        self._concepts = sorted(concepts, key=lambda concept: concept.cui)
        if not self._concepts or k < 1:
            raise InputError(
                "the baseline needs at least one concept and a positive k", remedy="pass kb.restrict(DISEASES)"
            )
        self.k = k
        self._index: dict[str, _NameIndex] = {}

    @property
    def signature(self) -> Signature:
        """How predictions are made."""
        return Signature.of(system="lexical-baseline", concepts=len(self._concepts), k=self.k, stem=_STEM)

    def predict(self, case: MaskedCase) -> Prediction:
        """Predict a differential.

        Args:
            case: A case masked for diagnosis or differential.

        Returns:
            Up to ``k`` preferred names in the language of the case, the best first; fewer when fewer concepts
            share a word with it.

        Raises:
            InputError: The case is masked for another task.

        Examples:
            >>> concepts = [Concept("C1", {"pt": ("febre amarela",)})]
            >>> case = MaskedCase(case_id="c1", language="pt", task="diagnosis", narrative="Febre há 3 dias.")
            >>> LexicalBaseline(concepts).predict(case).ranked
            ('febre amarela',)
        """
        if case.task not in (Task.DIAGNOSIS, Task.DIFFERENTIAL):
            raise InputError(
                f"the baseline answers diagnosis and differential, not {case.task.value!r} (case {case.case_id!r})",
                remedy="mask the case for one of the two",
            )
        index = self._index.get(case.language)
        if index is None:
            index = self._index[case.language] = _NameIndex(self._concepts, case.language)
        text = " ".join(text for texts in case.texts().values() for text in texts).replace(case.placeholder, " ")
        best = index.rank(text)[: self.k]
        return Prediction(
            case_id=case.case_id,
            language=case.language,
            task=case.task,
            system="lexical-baseline",
            ranked=tuple(self._concepts[position].preferred(case.language) for position in best),
            signature=str(self.signature),
        )


class _NameIndex:
    """Inverted index from word stems to the names of one language that hold them."""

    def __init__(self, concepts: Sequence[Concept], language: str) -> None:
        self._stop = _empty_words(language)
        names = [
            (position, frozenset(self._stems(name)))
            for position, concept in enumerate(concepts)
            for name in concept.names.get(language, ())
        ]
        frequency = Counter(stem for _, stems in names for stem in stems)
        self._weight = {stem: 1 + math.log(len(names) / count) for stem, count in frequency.items()}
        self._postings: dict[str, list[tuple[int, int, float]]] = defaultdict(list)
        for number, (position, stems) in enumerate(names):
            norm = math.sqrt(math.fsum(self._weight[stem] ** 2 for stem in stems))
            for stem in stems:
                self._postings[stem].append((number, position, self._weight[stem] ** 2 / norm))

    def rank(self, text: str) -> list[int]:
        """Positions of the concepts that share a word with a text, the best first."""
        scores: dict[tuple[int, int], list[float]] = defaultdict(list)
        for stem, count in sorted(Counter(self._stems(text)).items()):
            for number, position, share in self._postings.get(stem, ()):
                scores[number, position].append(share * (1 + math.log(count)))
        best: dict[int, float] = {}
        for (_, position), parts in scores.items():
            best[position] = max(best.get(position, 0.0), math.fsum(parts))
        # Rounded, so that machines that differ in the last bit rank ties alike.
        return sorted(best, key=lambda position: (-round(best[position], 9), position))

    def _stems(self, text: str) -> list[str]:
        words = _WORD.findall(fold_text(text))
        return [word[:_STEM] for word in words if word not in self._stop]


def _empty_words(language: str) -> frozenset[str]:
    """Words that name nothing: function words, and words that deny, which tell diseases apart but describe none."""
    if language not in LanguagePack.included():
        return frozenset()
    pack = LanguagePack.load(language)
    return pack.function_words | frozenset(cue for cue in pack.cues.negation if " " not in cue)
