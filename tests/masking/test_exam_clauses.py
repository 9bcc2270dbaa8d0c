"""What the clause round an exam says of it, before its name and behind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_clauses import clauses_of

READER = clauses_of((LanguagePack.load("en"),))


@pytest.mark.parametrize(
    ("text", "told", "at_once"),
    [
        # the verb that says what it was, or any verb at once
        ("xxx was normal", "was normal", True), ("xxx trebled", "trebled", True), ("xxx was consistent with a cyst", "was consistent with a cyst", True), ("xxx of the leg trebled", None, False), ("xxx of the leg showed a cyst", "a cyst", False), ("xxx of no use normal", "normal", False),
        # asked for, done, or another statement
        ("xxx was booked", None, False), ("xxx had been booked by him", None, False), ("xxx done with contrast", None, False), ("xxx again with a cyst", None, False), ("xxx and he left", None, False), ("xxx but normal", None, False), ("xxx because of a cyst", None, False), ("xxx and yyy showed a cyst", "a cyst", False), ("xxx and the yyy showed a cyst", None, False), ("xxx and old yyy showed a cyst", None, False), ("xxx in 2011", None, False), ("xxx; normal", None, False), ("xxx. normal", None, False), ("xxx", None, False),
        # findings
        ("xxx showed a cyst", "a cyst", False), ("xxx showed a cyst and a mass", "a cyst and a mass", False), ("xxx showed a cyst and he left", "a cyst", False), ("xxx showed a cyst, he left", "a cyst", False), ("xxx showed a cyst, a mass in the lobe", "a cyst, a mass in the lobe", False), ("xxx showed a cyst, 3 mm, he left", "a cyst, 3 mm", False), ("xxx showed", None, False), ("xxx showed it", None, False), ("xxx and showed a cyst", "a cyst", False), ("xxx / showed a cyst", "a cyst", False), ("xxx grew cocci", "grew cocci", False), ("xxx showed a cyst (of the lung; old) in him", "a cyst (of the lung; old)", False), ("xxx showed a cyst) in him", "a cyst", False), ("xxx showed a cyst; a mass", "a cyst", False),
        # marks
        ("xxx: a cyst; a mass. he left", "a cyst; a mass", False), ("xxx \u2013 a cyst", "a cyst", False), ("xxx\u2013guided cyst", None, False), ("xxx (normal) was", "normal", False), ("xxx (done) showed a cyst", "a cyst", False), ("xxx (a", None, False), ("xxx), normal", "normal", False), ("xxx, normal", "normal", False), ("xxx, a cyst", "a cyst", False), ("xxx, 3 mm", "3 mm", False), ("he slept. on xxx, a cyst", "a cyst", False), ("he had yyy and xxx, a cyst", "a cyst", False),
        # what bears a finding, and asides
        ("xxx, with a cyst", "a cyst", False), ("xxx, without a cyst", "without a cyst", False), ("xxx with a cyst", "a cyst", False), ("xxx without a cyst", "without a cyst", False), ("xxx, done by him, showed a cyst", "a cyst", False), ("xxx, done by him, he left", None, False), ("xxx, which showed a cyst", "which showed a cyst", False), ("xxx that he had showed a cyst", "showed a cyst", False),
        # values
        ("xxx 3 mm", "3 mm", True), ("xxx <3", "<3", True), ("xxx ~3 mm", "~3 mm", True), ("xxx fell to 3 in 2011", "fell to 3 in 2011", True), ("xxx rose to 3, rose to 4", "rose to 3, rose to 4", True), ("xxx was raised: 88", "was raised: 88", True), ("xxx was raised (88 mg)", "was raised (88 mg)", True), ("xxx was raised (he ate)", "was raised (he ate)", True), ("xxx was 3 (normal 2) and 4", "was 3 (normal 2)", True), ("xxx was 3 and 4", "was 3", True), ("xxx was positive at 1:32, speckled, he left", "was positive at 1:32, speckled", True),
    ],
)  # fmt: skip
def test_what_follows_an_exam(text: str, told: str | None, at_once: bool) -> None:
    start = text.index("xxx")
    found = READER.after(text, start, start + 3, len(text))
    assert (found and (found[0].of(text), found[1])) == (None if told is None else (told, at_once))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("xxx was normal", True), ("xxx of no use normal", True), ("xxx showed a cyst of 3 mm", True), ("xxx showed a cyst", False), ("xxx grew cocci", True), ("xxx was booked", False), ("xxx 3", True), ("xxx" + " a" * 35 + " normal", True), ("xxx" + " a" * 37 + " normal", False),
    ],
)  # fmt: skip
def test_whether_a_value_follows_in_the_clause(text: str, told: bool) -> None:
    assert READER.tells_value(text, 0, 3) is told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a halo on the xxx", "halo"), ("there was a halo on xxx", "halo"), ("a halo was seen on the xxx", "halo"), ("he left. a halo on xxx", "halo"), ("he slept and had a halo on xxx", "halo"), ("a mass and a halo on the xxx", "mass and a halo"), ("it showed a halo on the xxx", "halo"), ("with a halo on the xxx", "halo"), ("because of a halo on the xxx", "halo"), ("a: halo on xxx", "halo"), ("(a) halo on xxx", "halo"), ("halo in her xxx", "halo"), ("a halo on a repeat xxx", "halo"),
        ("a halo, on the xxx", None), ("a halo xxx", None), ("a halo of the xxx", None), ("he was on the xxx", None), ("done on the xxx", None), ("a big one on the xxx", None), ("on the xxx", None), ("he was given a halo on the xxx", None),
    ],
)  # fmt: skip
def test_the_finding_told_before_an_exam(text: str, told: str | None) -> None:
    found = READER.before(text, len(text) - 3, 0)
    assert (found and found.of(text)) == told
    behind = f"normal yyy; {text}"
    found = READER.before(behind, len(behind) - 3, 10)
    assert (found and found.of(behind)) == told


def test_a_finding_before_is_looked_for_behind_the_exam_before_and_in_reach() -> None:
    text = "halo yyy halo on the xxx"
    for floor in range(10):
        found = READER.before(text, 21, floor)
        assert found is not None
        assert found.of(text) == text[floor:13].lstrip(), floor
    far = "halo " + "z" * 400 + " on the xxx"
    found = READER.before(far, len(far) - 3, 0)
    assert found is None or found.start > len(far) - 330


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        # the words behind a number, to the end of its clause
        ("3 mm in the lobe of the", "3 mm in the lobe"), ("3% of", "3%"), ("3 a b c d e f", "3 a b c d e f"), ("3 a b c d e f g h i j", "3 a b c d e f g h"), ("3 mm of it", "3"), ("3 booked", "3"), ("3 in booked", "3"), ("3 he", "3"), ("3 but", "3"), ("3 and 4", "3"), ("3; x", "3"), ("3) x", "3"), ("3] x", "3"),
        # brackets with a value
        ("3 (normal 2) x", "3 (normal 2)"), ("3 (he ate) x", "3"), ("3 (a", "3"), ("3 (" + "a " * 11 + "2) x", "3 (" + "a " * 11 + "2)"), ("3 (" + "a " * 12 + "2) x", "3"),
        # what goes on with it
        ("3: 88 x", "3: 88 x"), ("3 a: 88", "3"), ("3, speckled, he", "3, speckled"), ("3, with peak 4, he", "3, with peak 4"), ("3, later 4, he", "3, later 4"), ("3, rising to 4, he", "3, rising to 4"), ("3 rising to 4", "3 rising to 4"), ("3, normal, he", "3, normal"), ("3, a b normal, he", "3, a b normal"), ("3, a b c d normal, he", "3, a b c d normal"), ("3, he left", "3"), ("3, normal booked", "3"), ("3, 4", "3, 4"),
    ],
)  # fmt: skip
def test_what_belongs_to_a_value(text: str, whole: str) -> None:
    assert text[: READER.rest(text, 1, len(text))] == whole
    assert READER.rest(f"{text} zzz", 1, len(whole)) <= len(whole)


@pytest.mark.parametrize(
    ("between", "begin", "opens", "beside"),
    [
        (" ", 1, False, True), (" was ", 1, False, True), (" had been ", 5, False, True), (" was being ", 1, False, True), (" nowas ", 7, False, True), (", was ", 2, True, False), (" and ", 5, True, True), (" sand ", 6, False, True), (" (", 2, True, False), ("\n", 1, True, False), (" [", 2, False, False), (" a b c ", 7, False, True), (" a b c d ", 9, False, False), ("; ", 2, True, False), (": ", 2, True, False),
    ],
)  # fmt: skip
def test_what_parts_an_exam_from_its_value(between: str, begin: int, opens: bool, beside: bool) -> None:
    text = f"xxx{between}normal"
    behind = 3 + len(between)
    assert READER.with_copula(text, 3, behind) == 3 + begin
    assert READER.opens_item(text, 3, behind) is opens
    assert READER.is_beside(text, 3, behind) is beside


WORDS = ["was", "normal", "showed", "a", "cyst", "and", "he", ",", ".", "(", ")", ":", ";", "3", "booked", "with", "which", "grew", "-", "\n", "to", "but"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), st.integers(0, 60))
def test_a_result_lies_behind_its_exam_and_before_the_next(words: str, limit: int) -> None:
    text = f"xxx {words}"
    limit = min(len(text), 3 + limit)
    if found := READER.after(text, 0, 3, limit):
        assert 3 < found[0].start < found[0].end <= limit
        surface = found[0].of(text)
        assert surface == surface.strip()
        assert "." not in surface
    if found_before := READER.before(f"{words} on the xxx", len(words) + 8, 0):
        assert 0 <= found_before.start < found_before.end <= len(words)
