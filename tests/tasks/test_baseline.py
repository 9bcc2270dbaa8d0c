"""The lexical baseline: a plain ranking by shared words, which never sees a gold answer."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from clinicalbr.errors import InputError
from clinicalbr.linking import DISEASES, KnowledgeBase
from clinicalbr.masking import mask_pair
from clinicalbr.schema import Concept, MaskedCase
from clinicalbr.tasks import LexicalBaseline
from clinicalbr.testing import sample_corpus

CONCEPTS = [
    Concept("C1", {"en": ("dengue fever", "dengue"), "pt": ("febre da dengue",)}),
    Concept("C2", {"en": ("yellow fever",), "pt": ("febre amarela",)}),
    Concept("C3", {"en": ("sickle cell anemia",), "pt": ("anemia falciforme",)}),
    Concept("C4", {"en": ("fever of unknown origin",), "pt": ("febre de origem indeterminada",)}),
]


def case(text: str, language: str = "en", task: str = "differential") -> MaskedCase:
    return MaskedCase(case_id="c", language=language, task=task, narrative=text, placeholder="[REDACTED]")


def test_rarer_shared_words_rank_higher() -> None:
    assert LexicalBaseline(CONCEPTS).predict(case("Fever and jaundice, yellow sclerae.")).ranked[0] == "yellow fever"


def test_concepts_without_a_shared_word_are_not_predicted() -> None:
    ranked = LexicalBaseline(CONCEPTS).predict(case("Anemia.")).ranked
    assert ranked == ("sickle cell anemia",)
    assert LexicalBaseline(CONCEPTS).predict(case("Headache.")).ranked == ()


def test_predictions_are_in_the_language_of_the_case() -> None:
    prediction = LexicalBaseline(CONCEPTS).predict(case("Febre e icterícia, escleras amarelas.", "pt"))
    assert prediction.ranked[0] == "febre amarela"
    assert prediction.language == "pt"


def test_the_placeholder_is_no_evidence() -> None:
    concepts = [Concept("C9", {"en": ("redacted disease",)})]
    assert LexicalBaseline(concepts).predict(case("A [REDACTED] was seen.")).ranked == ()


def test_k_bounds_the_list_and_ties_go_by_identifier() -> None:
    concepts = [Concept(f"C{number}", {"en": (f"fever type{'abc'[number]}",)}) for number in (2, 0, 1)]
    assert LexicalBaseline(concepts, k=2).predict(case("fever")).ranked == ("fever typea", "fever typeb")


@pytest.mark.parametrize("arguments", [([],), (CONCEPTS, 0)])
def test_bad_settings_are_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises(InputError, match="at least one concept and a positive k"):
        LexicalBaseline(*arguments)


def test_exam_cases_are_refused() -> None:
    with pytest.raises(InputError, match="exams"):
        LexicalBaseline(CONCEPTS).predict(case("fever", task="exams"))


def test_ranking_agrees_with_scikit_learn() -> None:
    """Same cosine by an independent implementation: tf-idf of names against the text, logarithmic term counts."""
    text = "Fever, fever and chills; dengue or yellow fever; anemia of unknown cell origin."
    names = [(concept.cui, name) for concept in CONCEPTS for name in concept.names["en"]]
    # The stop words of the pack are removed beforehand, stems are the first seven letters, as the baseline defines them.
    baseline = LexicalBaseline(CONCEPTS, k=4)
    index_names = [" ".join(word[:7] for word in name.split() if word not in {"of"}) for _, name in names]
    vectorizer = TfidfVectorizer(token_pattern=r"[a-z]{3,}", smooth_idf=False, norm=None, binary=True)
    matrix = vectorizer.fit_transform(index_names).toarray()
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    words = [word[:7] for word in "".join(c if c.isalpha() else " " for c in text.lower()).split()]
    query = np.array(
        [
            (1 + math.log(words.count(term))) * idf if words.count(term) else 0.0
            for term, idf in zip(vectorizer.get_feature_names_out(), vectorizer.idf_, strict=True)
        ]
    )
    best: dict[str, float] = {}
    for (cui, _), score in zip(names, matrix @ query, strict=True):
        best[cui] = max(best.get(cui, 0.0), score)
    expected = sorted((cui for cui in best if best[cui] > 0), key=lambda cui: (-round(best[cui], 9), cui))
    preferred = {concept.cui: concept.preferred("en") for concept in CONCEPTS}
    assert baseline.predict(case(text)).ranked == tuple(preferred[cui] for cui in expected)


def test_same_predictions_every_time_on_the_sample_corpus() -> None:
    diseases = list(KnowledgeBase.default().restrict(DISEASES))
    pair = sample_corpus()[0]
    first, again = LexicalBaseline(diseases), LexicalBaseline(reversed(diseases))
    for masked in mask_pair(pair, "differential"):
        assert first.predict(masked) == again.predict(masked)
        assert len(first.predict(masked).ranked) == 5
