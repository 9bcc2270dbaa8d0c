"""Stages that are told as one."""

from __future__ import annotations

import pytest

from clinicalbr.schema import Attrition

STEPS = (
    Attrition()
    .then("year", 10, 9, {"before 2015": 1})
    .then("type", 9, 5, {"no case report": 3, "no title": 1})
    .then("duplicates", 5, 4, {"no title": 1})
    .then("cases", 6, 6, {})
)


def test_merged_stages_add_up() -> None:
    merged = STEPS.merge("Year, type and duplicates", "year", "type", "duplicates")
    whole, cases = merged.stages
    assert (whole.name, whole.entered, whole.kept) == ("Year, type and duplicates", 10, 4)
    assert whole.dropped == {"before 2015": 1, "no case report": 3, "no title": 2}
    assert cases == STEPS.stages[3]
    assert len(STEPS.stages) == 4


def test_one_stage_can_be_renamed() -> None:
    assert STEPS.merge("Single patient", "cases").stages[3].name == "Single patient"


@pytest.mark.parametrize("names", [(), ("type", "year"), ("year", "duplicates"), ("absent",)])
def test_stages_that_do_not_follow_one_another(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no stages that follow one another"):
        STEPS.merge("x", *names)


def test_stages_between_which_items_were_made_or_lost() -> None:
    with pytest.raises(ValueError, match="'duplicates' keeps 4 items and 'cases' takes 6"):
        STEPS.merge("x", "duplicates", "cases")


def test_a_name_that_stands_twice_is_refused() -> None:
    twice = Attrition().then("type", 3, 2, {"a": 1}).then("type", 2, 2, {})
    with pytest.raises(ValueError, match="no stages"):
        twice.merge("x", "type")
    assert twice.merge("x", "type", "type").stages[0].kept == 2
