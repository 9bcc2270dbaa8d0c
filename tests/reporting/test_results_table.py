from __future__ import annotations

import pytest

from clinicalbr.errors import InputError
from clinicalbr.reporting import LabelledDifference, results_table
from clinicalbr.schema import Unscored, UnscoredReason
from clinicalbr.stats import paired_bootstrap


def test_columns_and_numbers_are_those_of_the_paper(rows):
    table = results_table(rows)
    assert table.columns == ("Task", "Model", "n", "PT (95% CI)", "EN (95% CI)", "Delta EN-PT (95% CI)")
    assert table.rows[0] == (
        "Diagnosis", "MedGemma-27B", "2135", "0.401 [0.381, 0.422]", "0.522 [0.502, 0.543]", "0.121 [0.099, 0.143]",
    )  # fmt: skip
    assert table.rows[2][5] == "-0.003 [-0.011, 0.005]"


def test_a_missing_result_says_why_and_shows_no_number(rows):
    cells = results_table(rows).rows[1]
    assert cells == ("Diagnosis", "Sabiá-4", "-", "-", "-", "not scored: refusal (12 of 12 answers)")
    short = results_table([LabelledDifference("T", "m", Unscored(UnscoredReason.EMPTY_GOLD))]).rows[0]
    assert short[-1] == "not scored: empty gold"
    assert not any(character.isdigit() for character in "".join(short))


def test_language_names_digits_and_confidence_are_carried_through(difference):
    row = LabelledDifference("T", "m", difference(0.12, 0.1, 0.14, confidence=0.999))
    table = results_table([row], a="Português", b="Español", digits=1, caption="c")
    assert table.columns[3:] == (
        "Português (99.9% CI)", "Español (99.9% CI)", "Delta Español-Português (99.9% CI)",
    )  # fmt: skip
    assert table.rows[0][5] == "0.1 [0.1, 0.1]"
    assert table.caption == "c"


def test_notes_hold_each_signature_once(rows):
    notes = results_table(rows).notes
    assert len(notes) == 2  # with and without clusters
    assert "clusters:none" in notes[0]
    assert "clusters:28" in notes[1]
    assert results_table([rows[1]]).notes == ()


def test_no_negative_zero(difference):
    row = LabelledDifference("T", "m", difference(-0.0001, -0.0004, 0.0))
    assert results_table([row]).rows[0][5] == "0.000 [0.000, 0.000]"


def test_different_confidences_are_refused(difference):
    mixed = [LabelledDifference("T", "m", difference(0, 0, 0, confidence=share)) for share in (0.9, 0.95)]
    with pytest.raises(InputError, match=r"different confidences: 0\.9, 0\.95"):
        results_table(mixed)


@pytest.mark.parametrize("digits", [-1, 13, 1.5, True])
def test_digits_that_are_no_count_are_refused(rows, digits):
    with pytest.raises(InputError, match="digits is"):
        results_table(rows, digits=digits)


@pytest.mark.parametrize("result", [0.0, None, "0.1"])
def test_a_label_takes_a_result_or_the_reason_for_none(result):
    with pytest.raises(InputError, match="the result of m in T"):
        LabelledDifference("T", "m", result)


def test_no_rows_make_an_empty_table():
    assert results_table([]).rows == ()


def test_what_the_bootstrap_gives_is_what_the_table_shows():
    found = paired_bootstrap([0, 1, 0, 0, 1], [1, 1, 0, 1, 1])
    cells = results_table([LabelledDifference("T", "m", found)]).rows[0]
    assert cells[2:] == (
        "5",
        f"{found.mean_a:.3f} [{found.low_a:.3f}, {found.high_a:.3f}]",
        f"{found.mean_b:.3f} [{found.low_b:.3f}, {found.high_b:.3f}]",
        f"{found.delta:.3f} [{found.low:.3f}, {found.high:.3f}]",
    )


def test_an_interval_without_width_has_a_note(rows, difference):
    assert not any("zero width" in note for note in results_table(rows).notes)
    for flat in ({"method_used": "degenerate"}, {"low_a": 0.4, "high_a": 0.4}):
        table = results_table([*rows, LabelledDifference("T", "m", difference(0.1, 0.05, 0.2, **flat))])
        assert "zero width shows that the sample does not vary, not that the figure is certain" in table.notes[-1]
