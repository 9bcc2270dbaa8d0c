"""Numbers and words of result beside the name of an exam."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_values import values_of
from clinicalbr.text import Span

ENGLISH = (LanguagePack.load("en"),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("xxx 3", ("3", True)), ("xxx was 3.4 mmol/l", ("3.4 mmol/l", True)), ("xxx: 3", ("3", True)), ("xxx (3", ("3", True)),
        ("xxx level of 3 mg/dl (normal 4)", ("3 mg/dl (normal 4)", True)), ("xxx + 3", ("+ 3", True)), ("xxx ++ 3", None), ("xxx titre 1:320", ("1:320", True)), ("xxx 12h", None), ("xxx 12 hs", ("12 hs", True)), ("xxx 3a", None),
        ("xxx 3, 4 and 5 g/l", ("3, 4 and 5 g/l", True)), ("xxx <3%", ("<3%", True)), ("xxx 2 x 10^9/l", ("2 x 10^9/l", True)), ("xxx yyy 3", None), ("xxx", None), ("xxx of", None),
        ("xxx rose to from 3", ("from 3", False)),
    ],
)  # fmt: skip
def test_the_number_behind_a_name(text: str, expected: tuple[str, bool] | None) -> None:
    found = values_of(ENGLISH).number_after(text, 3)
    assert (found and (found[0].of(text), found[1])) == expected


def test_the_number_behind_a_name_is_looked_for_in_reach() -> None:
    values = values_of(ENGLISH)
    for space, found in ((100, True), (118, True), (119, True), (120, False)):
        assert bool(values.number_after("xxx" + " " * space + "7", 3)) is found, space
    assert values.number_after("aaa xxx 7", 7) == (Span(8, 9), True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("k 3", True), ("k 3; d", True), ("k 3. d", True), ("k 3.", True), ("k 3 d", False), ("k 3 mmol/l d", True), ("k 3.1 d", True), ("k 3,1 d", True), ("k 3) d", True), ("k 3\nd", True), ("k 3: d", True),
    ],
)  # fmt: skip
def test_a_number_that_must_tell_of_itself(text: str, found: bool) -> None:
    assert bool(values_of(ENGLISH).number_after(text, 1, unit=True)) is found
    assert values_of(ENGLISH).number_after(text, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("15,400 xxx", "15,400 "), ("of 15,400 xxx", "15,400 "), ("3 mg/dl xxx", "3 mg/dl "), ("3 of xxx", "3 of "), ("3 xx xxx", None), ("a3 xxx", None), ("xxx", None), ("3, xxx", None),
        ("3 k xxx", "3 k "), ("two xxx", None), ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 3 xxx", "3 "), ("1:40 xxx", "1:40 "), ("(3 xxx", "3 "), ("_3 xxx", "3 "),
    ],
)  # fmt: skip
def test_the_number_before_a_name(text: str, expected: str | None) -> None:
    found = values_of(ENGLISH).number_before(text, len(text) - 3)
    assert (found and found.of(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("xxx was positive", "positive"), ("xxx, not reactive now", "not reactive"), ("xxx is a bit too high", "a bit too high"), ("xxx is a bit too very high", "a bit too very high"), ("xxx (normal)", "normal"),
        ("xxx normality", None), ("xxx normal-sized", None), ("xxx", None), ("xxx; normal", None), ("xxx within normal limits", "within normal limits"),
    ],
)  # fmt: skip
def test_the_word_behind_a_name(text: str, expected: str | None) -> None:
    found = values_of(ENGLISH).word_after(text, 3)
    assert (found and found.of(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("xxx showed a mass", "a mass"), ("xxx showed a mass, and a cyst", "a mass"), ("xxx showed a mass but he left", "a mass"), ("xxx showed a mass. He left", "a mass"), ("xxx showed 3.5 cm", "3.5 cm"),
        ("xxx, showing a mass", "a mass"), ("xxx, he left showing a mass", None), ("xxx with a mass", "a mass"), ("xxx, with a mass", "a mass"), ("xxx of legs with a mass", None), ("xxx showed", None),
        ("xxx was compatible with a mass", "compatible with a mass"), ("xxx showed a mass -", "a mass"), ('xxx showed "a mass"', '"a mass"'), ("xxx showed 30%", "30%"), ("xxx showed  \t a mass", "a mass"), ("xxx. showed a mass", None),
        ("xxx showed (a)", None), ("xxx showed a mass (a", "a mass"), ("xxx showed a mass\nHe", "a mass"), ("xxx", None), ("xxx of the left leg of the man at hand showed a mass", "a mass"),
    ],
)  # fmt: skip
def test_the_finding_behind_a_name(text: str, expected: str | None) -> None:
    found = values_of(ENGLISH).finding_after(text.lower(), 3, len(text))
    assert (found and found.of(text)) == expected


def test_a_finding_ends_before_the_next_exam_and_in_reach() -> None:
    values = values_of(ENGLISH)
    text = "xxx showed a mass yyy"
    for limit in range(len(text) + 1):
        found = values.finding_after(text, 3, limit)
        assert (found.of(text) if found else None) == ((text[11:limit].rstrip() or None) if limit > 10 else None), limit
    long = "xxx showed " + "ab " * 90
    assert values.finding_after(long, 3, len(long)) == Span(11, 11 + 160)
    for words in range(24, 32):
        text = "xxx" + " a" * words + " showed a mass"
        assert bool(values.finding_after(text, 3, len(text))) is (text.index("showed") + 6 <= 63), text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("grew cocci in xxx", "grew cocci"), ("grew cocci in the xxx", "grew cocci in"), ("grew cocci from two xxx", None), ("growth of cocci in xxx", "growth of cocci"), ("grew cocci, in xxx", None), ("grew cocci xxx", None),
        ("he grew gram-positive cocci in xxx", "grew gram-positive cocci"), ("grew cocci in the blood xxx", None), ("regrew cocci in xxx", None), ("grew in xxx", None), ("grew. cocci in xxx", None), ("a " * 70 + "grew cocci in xxx", "grew cocci"),
    ],
)  # fmt: skip
def test_what_grew_before_a_name(text: str, expected: str | None) -> None:
    found = values_of(ENGLISH).growth_before(text, len(text) - 3)
    assert (found and found.of(text)) == expected


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("xxx 40 mg", True), ("xxx 40 mg/dl", False), ("xxx 40 mg / dl", False), ("xxx 40 mgs", False), ("xxx (40 g)", True), ("xxx of 40 mcg daily", True), ("xxx 40 mmol/l", False), ("xxx 40 mmol/kg", True),
        ("xxx supplements", True), ("xxx-chloride", True), ("xxx, chloride", False), ("xxx level", False), ("xxx", False), ("xxx    40 mg", False), ("xxx 1.5 g", True),
    ],
)  # fmt: skip
def test_the_dose_of_a_drug_is_no_value(text: str, dose: bool) -> None:
    assert values_of(ENGLISH).is_dose(text, 3) is dose


@pytest.mark.parametrize(
    ("text", "taken"),
    [("diet rich in xxx", True), ("rich in this one xxx", False), ("rich in the xxx", True), ("xxx rich", False), ("rich" + " " * 21 + "xxx", False), ("rich" + " " * 20 + "xxx", True), ("x xxx", False)],
)  # fmt: skip
def test_what_is_eaten_is_not_measured(text: str, taken: bool) -> None:
    assert values_of(ENGLISH).is_taken(text, text.index("xxx")) is taken


def test_a_concentration_some_words_behind_a_name() -> None:
    values = values_of(ENGLISH)
    text = "xxx in the very last sample 12 ng/ml now"
    found = values.number_far(text, 3, len(text))
    assert found is not None
    assert found.of(text) == "12 ng/ml"
    assert values.number_far(text, 3, text.index("12")) is None
    for other in (
        "xxx in a, sample 12 ng/ml",
        "xxx in 12 ng",
        "xxx in 12 ng/kg",
        "xxx in 12 ng/h",
        "xxx 12 ng/ml",
        "xxx " + "a " * 8 + "12 ng/ml",
    ):
        assert values.number_far(other, 3, len(other)) is None, other
    assert values.number_far("xxx " + "a " * 7 + "12 ng/ml", 3, 99) == Span(18, 26)


@pytest.mark.parametrize(
    ("between", "tied", "joined", "bare"),
    [
        (" ", True, True, True), (" and ", True, True, True), (" and a ", False, False, False), (", ", False, True, True), ("", False, True, True), ("/", False, True, True), (" 3 mg/dl, ", False, False, False), (" 3 mg/dl and ", False, True, False),
        (" and 3 ", False, True, False), (" of ", True, True, True), (" leg ", False, False, False), ("; ", False, False, False), ("       of ", True, False, False), ("        of ", False, False, False), (" " * 10, True, False, False), (" " * 11, False, False, False),
    ],
)  # fmt: skip
def test_what_ties_and_what_joins(between: str, tied: bool, joined: bool, bare: bool) -> None:
    values = values_of(ENGLISH)
    text = f"xxx{between}yyy"
    places = (3, 3 + len(between))
    assert values.ties(text, *places) is tied
    assert values.joins(text, *places) is joined
    assert values.joins(text, *places, bare=True) is bare


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("xxx in 2011", True), ("in 1998 xxx", True), ("in 1898 xxx", False), ("In 2011. xxx", False), ("xxx. In 2011", False), ("xxx; in 2011", False), ("in 2011; xxx", False), ("xxx 2011 mg", False), ("xxx 2011/ml", False), ("xxx 2011.5", False),
        ("xxx 12011", False), ("xxx in 2011.", True), ("xxx\nin 2011", False), ("xxx, in 2011", True), ("xxx" + " " * 157 + "2011", False), ("xxx" + " " * 156 + "2011", True), ("2011" + " " * 157 + "xxx", False), ("2011" + " " * 156 + "xxx", True), ("2011. a; b. c xxx", False),
        ("2011 and 12 xxx. 2011", True),
    ],
)  # fmt: skip
def test_a_year_in_the_sentence_lays_an_exam_in_the_past(text: str, past: bool) -> None:
    start = text.index("xxx")
    assert values_of(ENGLISH).is_past(text, start, start + 3) is past


def test_denominators_and_verbs_beside_a_name() -> None:
    values = values_of(ENGLISH)
    assert values.unit_after("cells/mm3 now", 5) == 9
    assert values.unit_after("cells mm3", 5) == 5
    for text, start in (
        ("was tested for xxx", 4),
        ("tested for the xxx", 0),
        ("tested for the a xxx", 17),
        ("untested for xxx", 13),
        ("tested,  xxx", 9),
        ("x" * 60 + " tested xxx", 61),
    ):
        assert values.doing_before(text, text.rindex("xxx")) == start, text
