"""Linking of mentions to concepts: by name where a name matches, by similar spelling or meaning where none does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from clinicalbr.errors import InputError
from clinicalbr.linking._guards import is_denied, says_less
from clinicalbr.linking._mentions import mention_forms
from clinicalbr.linking._names import NameMatch, NameTable, name_key
from clinicalbr.linking.encoders import CharNgramEncoder, Encoder
from clinicalbr.linking.index import FlatIndex, VectorIndex
from clinicalbr.linking.knowledge_base import KnowledgeBase
from clinicalbr.linking.semantic_types import DISEASES, EXAMS
from clinicalbr.schema import Concept, Link, NoLink, ScoredConcept
from clinicalbr.signature import Signature

__all__ = ["EntityLinker"]

_CANDIDATES_KEPT = 10
_FILLING = Lock()
_NAMED_GROUPS = {DISEASES: "diseases", EXAMS: "exams"}


class EntityLinker:
    """Links mentions to the concepts of a knowledge base.

    A mention is looked up by name first: folded names, abbreviations, popular names. Where several concepts share the
    name, the one wins whose preferred name it is, then one that has it as another name, as an abbreviation, as a
    popular name; then the language preferred, then the lowest identifier. Only a mention that no name matches is
    encoded and compared with all names of the base; it stays without a link when nothing is similar enough.

    Of a mention with brackets the whole is tried first, then what is outside the brackets, then what is in them; a name
    match of any of these goes before similarity of the first.

    Args:
        kb: Knowledge base.
        encoder: Encoder for names and mentions; when left out, character n-grams weighted on the names of the base.
        index: An empty index to use in place of exact search.
        normalise: Scale vectors to length 1, so that scores are cosines.
        types: Semantic types that a concept may have; ``None`` for all.
        threshold: Lowest score of a link by similarity; the encoder's own when left out.
        margin: How far the best concept must lie above the second one.
        prefer_languages: Languages in order of preference, for names that mean different things in different languages
            ("CAD" is coronary artery disease in English and diabetic ketoacidosis in Portuguese).
        forced: Always link to the best candidate, whatever its score, as ClinicalBr does (its section
            on differential diagnosis and exam recommendation).

    Raises:
        InputError: The index already holds vectors, or threshold or margin is not a number.

    Examples:
        >>> linker = EntityLinker(KnowledgeBase.default())
        >>> [link.name for link in linker.link(["Infarto Agudo do Miocárdio", "SIDA"])]
        ['infarto agudo do miocárdio', 'sida']
        >>> linker.link(["o paciente nega alergias"])[0].reason
        'below_threshold'
    """

    def __init__(
        self,
        kb: KnowledgeBase,
        encoder: Encoder | None = None,
        index: VectorIndex | None = None,
        normalise: bool = True,
        *,
        types: Collection[str] | None = DISEASES,
        threshold: float | None = None,
        margin: float = 0.0,
        prefer_languages: Sequence[str] = (),
        forced: bool = False,
    ) -> None:
        self.kb = kb
        self.types = None if types is None else frozenset(types)
        self._concepts = (kb if self.types is None else kb.restrict(self.types)).concepts
        self._table = NameTable(self._concepts)
        self._rows = _rows(self._concepts)
        self.encoder = CharNgramEncoder().fitted([name for name, _ in self._rows]) if encoder is None else encoder
        self.index = FlatIndex() if index is None else index
        if len(self.index):
            raise InputError(f"the index already holds {len(self.index)} vectors", remedy="pass an empty index")
        self.normalise = normalise
        self.threshold = self.encoder.threshold if threshold is None else float(threshold)
        self.margin = float(margin)
        if not (np.isfinite(self.threshold) and np.isfinite(self.margin)):
            raise InputError(f"threshold {threshold} or margin {margin} is not a number", remedy="pass finite numbers")
        self.prefer_languages = tuple(prefer_languages)
        self.forced = forced

    @property
    def signature(self) -> Signature:
        """Everything that decides about a link."""
        types = "all" if self.types is None else _NAMED_GROUPS.get(self.types) or ",".join(sorted(self.types))
        return Signature.of(
            kb=self.kb.release,
            encoder=self.encoder.signature,
            index=self.index.signature,
            normalise="yes" if self.normalise else "no",
            threshold=self.threshold,
            margin=self.margin,
            types=types,
            languages=",".join(self.prefer_languages) or "any",
            forced="yes" if self.forced else "no",
        )

    def link(self, mentions: Sequence[str]) -> list[Link | NoLink]:
        """Link mentions.

        Args:
            mentions: Names as they were written; the result for one does not depend on the others.

        Returns:
            One result for each mention, in their order.

        Examples:
            >>> linker = EntityLinker(KnowledgeBase.default())
            >>> linker.link(["dengue (febre quebra-ossos)"])[0].method
            'exact'
        """
        results: dict[str, Link | NoLink] = {}
        waiting: dict[str, tuple[str, ...]] = {}
        for mention, forms in _checked(mentions).items():
            exact = self._exact(forms)
            if exact:
                results[mention] = Link(mention, exact[0].cui, exact[0].name, 1.0, "exact", exact)
            elif not forms:
                results[mention] = NoLink(mention, "empty")
            else:
                waiting[mention] = forms
        near = self._near({form for forms in waiting.values() for form in forms}, _CANDIDATES_KEPT)
        for mention, forms in waiting.items():
            results[mention] = self._decide(mention, [(form, near[form]) for form in forms])
        return [results[mention] for mention in mentions]

    def candidates(self, mentions: Sequence[str], k: int) -> list[tuple[ScoredConcept, ...]]:
        """Concepts that a mention may stand for, whatever the threshold.

        Args:
            mentions: Names as they were written.
            k: Most concepts for each mention.

        Returns:
            For each mention distinct concepts in order: those that share its name, then the most similar ones.

        Raises:
            InputError: ``k`` is below 1.

        Examples:
            >>> linker = EntityLinker(KnowledgeBase.default())
            >>> [found.name for found in linker.candidates(["dengue"], 2)[0]]
            ['dengue', 'dengue grave']
        """
        if k < 1:
            raise InputError(f"k is {k}", remedy="ask for at least one candidate")
        forms = _checked(mentions)
        near = self._near({form for tried in forms.values() for form in tried}, k)
        found: dict[str, tuple[ScoredConcept, ...]] = {}
        for mention, tried in forms.items():
            exact = self._exact(tried)
            ranked = sorted(
                (candidate for form in tried for candidate in near[form]),
                key=lambda candidate: (-candidate.score, len(candidate.name), candidate.cui),
            )
            distinct: dict[str, ScoredConcept] = {}
            for candidate in (*exact, *ranked):
                distinct.setdefault(candidate.cui, candidate)
            found[mention] = tuple(distinct.values())[:k]
        return [found[mention] for mention in mentions]

    def _exact(self, forms: Iterable[str]) -> tuple[ScoredConcept, ...]:
        """Concepts with the name of the first form that has any."""
        for form in forms:
            matches = sorted(self._table.find(form), key=self._preference)
            if matches:
                first: dict[str, ScoredConcept] = {}
                for match in matches:
                    first.setdefault(match.cui, ScoredConcept(match.cui, match.name, 1.0))
                return tuple(first.values())
        return ()

    def _preference(self, match: NameMatch) -> tuple[int, int, str, str]:
        known = match.language in self.prefer_languages
        rank = self.prefer_languages.index(match.language) if known else len(self.prefer_languages)
        return match.kind, rank, match.cui, match.name

    def _decide(self, mention: str, near: Sequence[tuple[str, tuple[ScoredConcept, ...]]]) -> Link | NoLink:
        """The first form that a concept is close enough to decides; without one, the first form says why not."""
        refused: list[NoLink] = []
        for form, candidates in near:
            reason = self._objection(form, candidates)
            if reason is None:
                best = candidates[0]
                return Link(mention, best.cui, best.name, best.score, "vector", candidates)
            refused.append(NoLink(mention, reason, candidates))
        return refused[0]

    def _objection(self, form: str, candidates: Sequence[ScoredConcept]) -> str | None:
        if not candidates:
            return "no_candidates"
        if self.forced:
            return None
        if is_denied(form):
            return "negated"
        if candidates[0].score < self.threshold:
            return "below_threshold"
        if says_less(form, candidates[0].name):
            return "narrower"
        close = len(candidates) > 1 and candidates[0].score - candidates[1].score < self.margin
        return "margin" if close else None

    def _near(self, forms: Collection[str], k: int) -> dict[str, tuple[ScoredConcept, ...]]:
        """For each form the ``k`` most similar concepts, each with its most similar name."""
        ordered = sorted(forms)
        if not ordered or not self._rows:
            return dict.fromkeys(ordered, ())
        self._fill()
        vectors = self._encode(ordered)
        near: dict[str, tuple[ScoredConcept, ...]] = {}
        wanted = min(4 * k, len(self._rows))
        left = list(range(len(ordered)))
        while left:
            scores, rows = self.index.search(vectors[left], wanted)
            unfinished = []
            for at, query in enumerate(left):
                distinct: dict[str, ScoredConcept] = {}
                # A vector of zeros is as far from everything as from anything: it has no neighbours.
                if vectors[query].any():
                    for score, row in zip(scores[at].tolist(), rows[at].tolist(), strict=True):
                        name, cui = self._rows[row]
                        distinct.setdefault(cui, ScoredConcept(cui, name, score))
                    if len(distinct) < k and wanted < len(self._rows):
                        unfinished.append(query)
                near[ordered[query]] = tuple(distinct.values())[:k]
            left, wanted = unfinished, min(4 * wanted, len(self._rows))
        return near

    def _fill(self) -> None:
        with _FILLING:
            if not len(self.index):
                self.index.add(self._encode([name for name, _ in self._rows]))

    def _encode(self, names: Sequence[str]) -> NDArray[np.float32]:
        vectors = self.encoder.encode(names)
        if not self.normalise:
            return vectors
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
        lengths[lengths == 0.0] = 1.0
        scaled: NDArray[np.float32] = (vectors / lengths[:, np.newaxis]).astype(np.float32)
        return scaled


def _rows(concepts: Iterable[Concept]) -> tuple[tuple[str, str], ...]:
    """Name and identifier of each vector, ordered so that the lower row is the one that wins between equal scores.

    Abbreviations are left out: their spelling says nothing about what they mean.
    """
    distinct: dict[tuple[str, str], tuple[str, str]] = {}
    for concept in concepts:
        for table in (concept.names, concept.colloquial):
            for name in (name for names in table.values() for name in names):
                distinct.setdefault((name_key(name), concept.cui), (name, concept.cui))
    return tuple(sorted(distinct.values(), key=lambda row: (len(row[0]), row[1], row[0])))


def _checked(mentions: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The distinct mentions with the forms in which each is tried; none for one without letters and digits."""
    if isinstance(mentions, str):
        raise InputError(f"mentions is one text, {mentions[:40]!r}", remedy="pass a list of texts")
    for place, mention in enumerate(mentions):
        if not isinstance(mention, str):
            raise InputError(f"mention {place} is {mention!r}, not a text", remedy="drop or convert it first")
    return {
        mention: tuple(form for form in mention_forms(mention) if name_key(form)) for mention in dict.fromkeys(mentions)
    }
