"""The signs of phrases: numbers, lists of numbers, years and units of time."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.regimen_grammar import PhraseGrammar
from clinicalbr.masking.regimens import Regimens
from clinicalbr.text import fold, fold_text

GRAMMARS = {code: PhraseGrammar((LanguagePack.load(code),)) for code in ("pt", "en", "es")}


def parts(language: str, text: str) -> list[str]:
    return [dose.span.of(text) for dose in Regimens.of((LanguagePack.load(language),)).find(fold(text))]


@pytest.mark.parametrize(
    ("language", "phrase", "text", "whole"),
    [
        ("en", "for # ~", "for five full days", True),
        ("en", "for # ~", "for 10 days", True),
        ("en", "for # ~", "for 2019 days", False),
        ("en", "every # ~", "every third day", True),
        ("en", "on days &", "on days 1, 8 and 15", True),
        ("en", "at weeks &", "at weeks 0, 80", True),
        ("en", "#-~ lockout", "5-min lockout", True),
        ("en", "in @", "in 2019", True),
        ("pt", "nas semanas &", "nas semanas 0, 2 e 6", True),
        ("pt", "por # ~", "por 6 meses", True),
        ("pt", "por # ~", "por 6 mesetas", False),
        ("es", "durante # ~", "durante dos semanas", True),
    ],
)
def test_signs(language: str, phrase: str, text: str, whole: bool) -> None:
    assert bool(re.fullmatch(GRAMMARS[language].body(phrase), fold_text(text))) is whole


def test_a_list_ends_before_the_next_dose() -> None:
    assert parts("en", "160 mg SC at week 0, 80 mg at week 2") == ["160 mg", "SC", "at week 0", "80 mg", "at week 2"]


def test_an_interval_in_hours_is_no_fraction_of_an_hour() -> None:
    doses = Regimens.of((LanguagePack.load("pt"),)).find(fold("1,2 g 8/8 h"))
    assert [dose.loose for dose in doses][-1]


@given(st.integers(1, 400), st.sampled_from(["days", "weeks", "months", "hours", "cycles", "nights"]))
def test_any_number_of_any_unit_is_a_duration(number: int, unit: str) -> None:
    assert parts("en", f"for {number} {unit}") == [f"for {number} {unit}"]


@given(st.integers(1, 900), st.integers(1, 900))
def test_a_range_is_one_amount(low: int, high: int) -> None:
    assert parts("pt", f"{low} a {high} mcg/kg/min") == [f"{low} a {high} mcg/kg/min"]
    assert parts("en", f"{low} to {high} mg") == [f"{low} to {high} mg"]


@pytest.mark.parametrize("code", LanguagePack.included())
def test_beginnings_are_single_words(code: str) -> None:
    """What stands before "*" is the beginning of one word; a hyphen or space would cut it short."""
    rules = LanguagePack.load(code).treatment
    listed = (*rules.changes, *rules.outcomes, *rules.steps, *rules.parts, *rules.diagnostic)
    assert not [term for term in listed if term.endswith("*") and not term[:-1].isalpha()]
