"""Doses, ways and times of a regimen, and what stands beside a mention."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.regimens import Regimens
from clinicalbr.text import Span, fold

ENGLISH = (LanguagePack.load("en"),)
REGIMENS = Regimens.of(ENGLISH)


def doses(text: str) -> list[tuple[str, str, bool]]:
    return [(dose.span.of(text), dose.key, dose.loose) for dose in REGIMENS.find(fold(text))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("60 mg/day", [("60 mg/day", "60mg", True)]), ("10 mg/kg/h", [("10 mg/kg/h", "10mg", True)]), ("5 % and 5 U", [("5 %", "", False), ("5 U", "", False)]), ("5 U/kg/h", [("5 U/kg/h", "", True)]), ("12,5 mg", [("12,5 mg", "12.5mg", True)]),
        ("10mg", [("10mg", "10mg", True)]), ("60-80 mg", [("60-80 mg", "60-80mg", True)]), ("60 - 80 mg", [("60 - 80 mg", "60-80mg", True)]), ("60 mg/dL", []), ("10 mgs", []), ("10 mg2", []), ("2.5.10 mg", [("2.5.10 mg", "2.5.10mg", True)]),
        ("for 7 days", [("for 7 days", "", True)]), ("10 days", [("10 days", "", False)]), ("two tablets", [("two tablets", "", True)]), ("1/2 tablet", [("1/2 tablet", "", True)]), ("q8h", [("q8h", "", True)]), ("every 8 hours", [("every 8 hours", "", True)]),
        ("oral, IV", [("oral", "", False), ("IV", "", False)]), ("aural, ivy", []), ("a 3-week course", [("a 3-week course", "", True)]), ("twice  daily", [("twice  daily", "", True)]), ("70 kg", [("70 kg", "", False)]),
    ],
)  # fmt: skip
def test_parts_of_a_regimen(text: str, found: list[tuple[str, str, bool]]) -> None:
    assert doses(f"Xy {text}.") == found
    assert REGIMENS.amounts(f"Xy {text}.") == tuple(
        surface for surface, _, _ in found if any(unit in surface for unit in ("mg", "%", "U", "kg"))
    )


def test_amounts_are_compared_by_their_keys() -> None:
    assert REGIMENS.keys(["60 mg/day", "2,5 mg IV", "5 %", "x"]) == {"60mg", "2.5mg"}
    assert REGIMENS.without("Cefazolin 2 g IV daily.").split() == ["Cefazolin", "."]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Nephrectomy with a vein patch", "Nephrectomy with a vein patch"), ("Fentanyl 25 mg patch", "Fentanyl"), ("Fentanyl patch 25 mg", "Fentanyl"), ("A vein patch; aspirin 100 mg", "A vein patch; aspirin"),
        ("Aspirin IV", "Aspirin"),
    ],
)  # fmt: skip
def test_a_form_alone_is_no_regimen(text: str, left: str) -> None:
    assert " ".join(REGIMENS.without(text).split()) == left


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("2 mg, then 1 mg", ["2 mg, then 1 mg"]), ("2 mg; 1 mg", ["2 mg", "1 mg"]), ("2 mg 1 mg", ["2 mg", "1 mg"]), ("2 mg and 1 mg daily", ["2 mg and 1 mg", "daily"]), ("2 mg was followed by 1 mg", ["2 mg was followed by 1 mg"]), ("2 mg made way for 1 mg", ["2 mg", "1 mg"]),
    ],
)  # fmt: skip
def test_parts_run_together_over_joining_words(text: str, runs: list[str]) -> None:
    parts = [dose.span for dose in REGIMENS.find(fold(text))]
    assert [span.of(text) for span in REGIMENS.runs(text, parts)] == runs
    assert [span.of(text) for span in REGIMENS.runs(text, [*reversed(parts), *parts])] == runs


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("xxxx 2 g q8h for 14 days and 1 g", ["2 g", "q8h", "for 14 days", "1 g"]), ("xxxx at 2 g, then 1 g; 3 g", ["at 2 g", "1 g"]), ("2 g of xxxx", ["2 g"]), ("2 g q8h of xxxx", ["2 g", "q8h"]), ("3 g; 2 g xxxx", ["2 g"]),
        ("xxxx was 2 g", ["2 g"]), ("xxxx fell 2 g", []), ("xxxx; 2 g", []), ("2 g", []), ("xxxx", []), ("2 g, xxxx", []), ("xxxx" + " " * 8 + "2 g", ["2 g"]), ("xxxx" + " " * 61 + "2 g", []), ("3 g was xxxx 2 g", ["2 g"]),
    ],
)  # fmt: skip
def test_parts_beside_a_mention(text: str, told: list[str]) -> None:
    found = REGIMENS.find(fold(text))
    at = text.find("xxxx")
    mentions = [Span(at, at + 4)] if at >= 0 else []
    assert [span.of(text) for span in REGIMENS.touching(text, found, mentions)] == told
