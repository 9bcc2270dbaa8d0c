"""Ways to write a name: each changes what it says it changes, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from clinicalbr.testing import strategies
from clinicalbr.testing.wording import TYPOGRAPHY, acronym_forms, inflections, initials_of, misspellings
from clinicalbr.text import fold_text

LANGUAGES = ("pt", "en", "es")


@pytest.mark.parametrize("change", range(len(TYPOGRAPHY)))
@pytest.mark.parametrize(
    "name", ["doença de Chagas", "linfoma não-Hodgkin", "Parkinson's disease", "fibrose", "HIV", "a"]
)
def test_typography_folds_away(change: int, name: str) -> None:
    assert fold_text(TYPOGRAPHY[change](name), squeeze=True) == fold_text(name, squeeze=True)


@given(st.text("abcdefgh", min_size=1, max_size=12))
def test_a_misspelling_has_one_slip(word: str) -> None:
    made = list(misspellings(word))
    assert bool(made) is (len(word) >= 6)
    assert all(OSA.distance(word, other) == 1 for other in made if other != word)


@pytest.mark.parametrize(
    ("word", "language", "form"),
    [("tuberculose", "pt", "tuberculoso"), ("leprosy", "en", "leprous"), ("tuberculosis", "es", "tuberculoso")],
)
def test_inflections(word: str, language: str, form: str) -> None:
    assert form in set(inflections(word, language))


def test_acronyms() -> None:
    assert initials_of("doença de Chagas") == "DC"
    assert initials_of("mal") == initials_of("") == ""
    assert {"LES", "L.E.S.", "LESs", "(LES)"} <= set(acronym_forms("LES"))


@given(st.sampled_from(LANGUAGES), st.data())
def test_diseases_and_their_mentions(language: str, data: st.DataObject) -> None:
    concept = data.draw(strategies.diseases(language, "en"))
    assert concept.names[language]
    assert concept.names["en"]
    name = data.draw(st.sampled_from(concept.names[language]))
    assert data.draw(strategies.related_forms(name, language)).strip()
    mention = strategies.mentions(concept, language, ("QWZ",))
    sentence = data.draw(strategies.sentences_around(mention, language))
    assert "{}" not in sentence
    assert data.draw(strategies.diseases(language, with_agents=True)).agents


@given(st.sampled_from(LANGUAGES).flatmap(strategies.clinical_texts))
def test_texts_exist_in_every_language(text: str) -> None:
    assert text.strip()
