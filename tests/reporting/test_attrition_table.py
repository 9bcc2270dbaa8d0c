"""The stage table says what the stages counted, in every form."""

from __future__ import annotations

import csv
import io

import pytest

from clinicalbr.errors import InputError
from clinicalbr.reporting import attrition_table
from clinicalbr.schema import Attrition

STEPS = (
    Attrition()
    .then("year, publication type & duplicates", 7177, 3452, {"published before 2015": 3000, "copy_50%": 725})
    .then("case type", 3452, 3452, {})
    .then("single patient", 3500, 2892, {"several": 304, "none": 304})
)


def test_rows_and_notes() -> None:
    table = attrition_table(STEPS, caption="Pipeline attrition")
    assert table.rows == (
        ("Discovered (unfiltered)", "7,177", ""),
        (
            "Stage 1: year, publication type & duplicates",
            "3,452",
            "3,725 (published before 2015: 3,000; copy_50%: 725)",
        ),
        ("Stage 2: case type", "3,452", "0"),
        ("Stage 3: single patient", "2,892", "608 (none: 304; several: 304)"),
        ("Final corpus", "2,892", ""),
    )
    assert table.notes == (
        "The stage single patient took in 3,500 items, made from the 3,452 that the stage case type kept.",
    )


def test_the_two_columns_of_the_paper() -> None:
    table = attrition_table(STEPS, discovered="Descobertos", final="", reasons=False)
    assert table.columns == ("Stage", "Kept")
    assert table.rows[0] == ("Descobertos", "7,177")
    assert len(table.rows) == 4


def test_every_form_holds_every_number() -> None:
    table = attrition_table(STEPS)
    assert list(csv.reader(io.StringIO(table.to_csv()))) == [list(table.columns), *map(list, table.rows)]
    assert r"year, publication type \& duplicates & 3,452" in table.to_latex()
    assert r"copy\_50\%: 725" in table.to_latex()
    assert "| Stage 2: case type | 3,452 | 0 |" in table.to_markdown()


def test_no_stage() -> None:
    with pytest.raises(InputError, match="no stage"):
        attrition_table(Attrition())
