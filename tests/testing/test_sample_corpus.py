"""The sample corpus is what its page says: 24 written pairs, complete, half of them tropical, same facts in both."""

from __future__ import annotations

import re

import pytest

from clinicalbr.schema import CasePair
from clinicalbr.testing import sample_corpus

PAIRS = sample_corpus()
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def test_twenty_four_pairs_half_of_them_tropical() -> None:
    assert len(PAIRS) == 24
    assert sum(pair.source.tropical is not None for pair in PAIRS) == 12
    assert len({pair.source.gold_diagnosis for pair in PAIRS}) == 24
    assert {pair.source.case_type.value for pair in PAIRS} == {"diagnostic", "therapeutic", "both"}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.case_id)
def test_every_side_has_all_golds(pair: CasePair) -> None:
    for side in (pair.source, pair.target):
        assert [item.confirmed for item in side.gold_differential].count(True) == 1
        assert side.gold_diagnosis in [item.diagnosis for item in side.gold_differential if item.confirmed]
        assert len(side.gold_differential) >= 4
        assert len(side.gold_exams.names) >= 4
        assert side.treatment.intervention


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.case_id)
def test_both_sides_have_the_same_shape(pair: CasePair) -> None:
    assert set(pair.source.texts()) == set(pair.target.texts())
    for section in ("case_type", "anatomy", "disease_categories", "tropical"):
        assert getattr(pair.source, section) == getattr(pair.target, section)
    assert len(pair.source.gold_differential) == len(pair.target.gold_differential)
    for category in ("laboratory", "imaging", "pathology", "other"):
        assert len(getattr(pair.source.gold_exams, category)) == len(getattr(pair.target.gold_exams, category))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.case_id)
def test_both_sides_state_the_same_figures(pair: CasePair) -> None:
    """Digits of decimals and thousands, compared without their marks; small counts may be spelled out."""
    for field, texts in pair.source.texts().items():
        figures = [
            {
                re.sub(r"\D", "", number)
                for text in side
                for number in NUMBER.findall(text)
                if len(re.sub(r"\D", "", number)) > 2
            }
            for side in (texts, pair.target.texts()[field])
        ]
        assert figures[0] == figures[1], field


def test_tropical_tags_name_the_disease_of_the_case() -> None:
    for pair in PAIRS:
        if pair.source.tropical is not None:
            words = pair.source.tropical.disease.casefold().replace("-", " ").split()
            names = " ".join([pair.target.gold_diagnosis, *pair.target.diagnosis.other_names]).casefold()
            assert any(word[:6] in names for word in words), pair.case_id


def test_every_case_says_that_it_was_written() -> None:
    assert {side.provenance.source for pair in PAIRS for side in (pair.source, pair.target)} == {"written"}


def test_portuguese_sides_are_portuguese() -> None:
    for pair in PAIRS:
        portuguese = " ".join(text for texts in pair.source.texts().values() for text in texts)
        english = " ".join(text for texts in pair.target.texts().values() for text in texts)
        assert len(re.findall(r"[ãõçáéíóúâêôà]", portuguese)) > 20
        assert len(re.findall(r"\b(?:the|with|and|of)\b", english)) > 10
        assert not re.findall(r"\b(?:the|and|with)\b", portuguese)
