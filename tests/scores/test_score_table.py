from __future__ import annotations

import math
import pickle
import sys
from enum import Enum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError, MissingExtraError
from clinicalbr.schema import Task, Unscored, UnscoredReason, Verdict
from clinicalbr.scores import ABSENT, Exclusion, Score, ScoreTable

REFUSED = Unscored(UnscoredReason.REFUSAL, "policy")


def score(case_id="c1", language="pt", value=1.0, *, attempt=0, system="m", task="diagnosis", measure="accuracy"):
    return Score(case_id, system, language, task, measure, attempt, value)


def paired(table):
    return table.paired("accuracy", "pt", "en", "m", "diagnosis")


@pytest.mark.parametrize("value", [1, True, np.float32(1), np.int64(1), Verdict(correct=True, judge="j")])
def test_values_become_plain_floats(value):
    assert type(score(value=value).value) is float
    assert score(value=value).value == 1.0


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, np.nan, 10**400, "1", None, [1], 1j])
def test_values_that_are_no_finite_number_are_refused(value):
    with pytest.raises(InputError, match="accuracy score of m on c1") as caught:
        score(value=value)
    assert "Unscored" in caught.value.remedy or "convert" in caught.value.remedy


@pytest.mark.parametrize("name", ["case_id", "system", "language", "task", "measure"])
@pytest.mark.parametrize("text", ["", "  ", None, 3])
def test_blank_names_are_refused(name, text):
    names = {"case_id": "c", "system": "m", "language": "pt", "task": "t", "measure": "x", "attempt": 0, "value": 1}
    with pytest.raises(InputError, match=f"the {name} of a score"):
        Score(**{**names, name: text})


@pytest.mark.parametrize("attempt", [-1, 1.0, True, None])
def test_an_attempt_that_is_no_number_is_refused(attempt):
    with pytest.raises(InputError, match="attempt"):
        score(attempt=attempt)


def test_enumeration_members_are_stored_as_plain_text():
    assert type(score(task=Task.DIAGNOSIS).task) is str
    assert score(task=Task.DIAGNOSIS) == score(task="diagnosis")


def test_duplicates_are_refused_and_named():
    with pytest.raises(InputError, match=r"rows 0 and 2 both score \('c1', 'm', 'pt', 'diagnosis', 'accuracy', 0\)"):
        ScoreTable.from_rows([score(), score("c2"), score(value=REFUSED)])
    with pytest.raises(InputError, match="rows 0 and 1"):
        ScoreTable().add(score()).add(score(value=0))


def test_rows_that_are_no_scores_are_refused():
    with pytest.raises(InputError, match="row 0 is a dict"):
        ScoreTable.from_rows([{"case_id": "c1"}])


def test_add_leaves_the_old_table_as_it_was():
    first = ScoreTable().add(score())
    second = first.add(score("c2"), score("c3"))
    assert (len(first), len(second)) == (1, 3)
    assert [row.case_id for row in second] == ["c1", "c2", "c3"]
    assert pickle.loads(pickle.dumps(second)) == second


def test_pairing_by_hand():
    table = ScoreTable.from_rows(
        [
            score("c1", "pt", 0), score("c1", "en", 1),
            score("c2", "en", 1), score("c2", "pt", REFUSED),
            score("c3", "pt", 1),
            score("c4", "en", 0), score("c4", "pt", 1),
            score("c4", "es", REFUSED),
            score("c5", "pt", 1, system="other"), score("c5", "en", 1, task="treatment"),
            score("c6", "pt", REFUSED), score("c6", "en", Unscored(UnscoredReason.BUDGET)),
        ]
    )  # fmt: skip
    pairs = paired(table)
    assert (pairs.case_ids, pairs.a, pairs.b) == (("c1", "c4"), (0.0, 1.0), (1.0, 0.0))
    assert pairs.excluded == (
        Exclusion("c2", "pt", "refusal", "policy"),
        Exclusion("c3", "en", ABSENT, "no row for attempt 0"),
        Exclusion("c6", "pt", "refusal", "policy"),
        Exclusion("c6", "en", "budget"),
    )
    assert (pairs.n, pairs.n_asked) == (2, 5)
    assert pairs.reasons == {("pt", "refusal"): 2, ("en", ABSENT): 1, ("en", "budget"): 1}


def test_attempts_are_averaged_only_when_all_are_there():
    rows = [score("c1", "pt", value, attempt=n) for n, value in enumerate([0, 1, 1, 1])]
    rows += [score("c1", "en", value, attempt=n) for n, value in enumerate([0, 1, 0, 0])]
    whole = paired(ScoreTable.from_rows(rows))
    assert (whole.a, whole.b) == ((0.75,), (0.25,))
    short = paired(ScoreTable.from_rows(rows[:-1]))
    assert short.n == 0
    assert short.excluded == (Exclusion("c1", "en", ABSENT, "no row for attempt 3"),)


def test_names_that_the_table_does_not_hold_are_refused_with_those_it_does():
    table = ScoreTable.from_rows([score(), score(language="en")])
    for arguments, message in (
        (("accuracy", "pt", "fr", "m", "diagnosis"), "no language 'fr'.*'pt', 'en'"),
        (("f1", "pt", "en", "m", "diagnosis"), "no measure 'f1'.*'accuracy'"),
        (("accuracy", "pt", "en", "M", "diagnosis"), "no system 'M'.*'m'"),
        (("accuracy", "pt", "en", "m", "exams"), "no task 'exams'.*'diagnosis'"),
        (("accuracy", "pt", "pt", "m", "diagnosis"), "both languages"),
    ):
        with pytest.raises(InputError, match=message):
            table.paired(*arguments)
    with pytest.raises(InputError, match="add scores first"):
        paired(ScoreTable())


def test_ledger_by_hand():
    table = ScoreTable.from_rows(
        [
            score("c1"),
            score("c2", value=REFUSED),
            score("c3"),
            score("c1", "en"),
            score("c2", "en"),
            score("c1", system="z"),
        ]
    )
    portuguese, english, other = table.ledger()
    assert (portuguese.language, portuguese.asked, portuguese.scored, portuguese.absent) == ("pt", 3, 2, 0)
    assert portuguese.reasons == {"refusal": 1}
    assert (english.asked, english.scored, english.absent, english.reasons) == (2, 2, 1, {})
    assert portuguese.paired == english.paired == 1
    assert (other.system, other.asked, other.paired) == ("z", 1, 1)
    assert ScoreTable().ledger() == ()


outcomes = st.one_of(st.floats(-5, 5), st.sampled_from([REFUSED, Unscored(UnscoredReason.UNPARSED)]))
tables = st.dictionaries(
    st.tuples(st.sampled_from(["c1", "c2", "c3"]), st.sampled_from(["pt", "en"]), st.integers(0, 2)),
    outcomes,
    min_size=1,
).map(
    lambda cells: ScoreTable.from_rows(
        score(case_id, language, value, attempt=n) for (case_id, language, n), value in cells.items()
    )
)


@given(table=tables)
def test_nothing_is_lost_between_table_ledger_and_pairs(table):
    ledger = table.ledger()
    assert sum(row.asked for row in ledger) == len(table)
    assert all(row.asked == row.scored + sum(row.reasons.values()) for row in ledger)
    cases = {row.case_id for row in table}
    if len(ledger) == 2:
        pairs = paired(table)
        assert pairs.n == ledger[0].paired == ledger[1].paired
        assert set(pairs.case_ids) | {exclusion.case_id for exclusion in pairs.excluded} == cases
        assert pairs.n_asked == len(cases)
        for case_id, a, b in zip(pairs.case_ids, pairs.a, pairs.b, strict=True):
            for language, mean in (("pt", a), ("en", b)):
                mine = [row.value for row in table if (row.case_id, row.language) == (case_id, language)]
                assert mean == pytest.approx(sum(mine) / len(mine), abs=1e-12)


@given(table=tables)
def test_exchanging_the_languages_exchanges_the_sides(table):
    if len(table.ledger()) < 2:
        return
    there, back = paired(table), table.paired("accuracy", "en", "pt", "m", "diagnosis")
    assert (there.case_ids, there.a, there.b) == (back.case_ids, back.b, back.a)
    assert set(there.excluded) == set(back.excluded)


def test_pandas_keeps_missing_scores_missing():
    pandas = pytest.importorskip("pandas")
    frame = ScoreTable.from_rows([score(), score("c2", value=REFUSED), score("c3", value=0)]).to_pandas()
    assert frame["value"].isna().tolist() == [False, True, False]
    assert frame["value"].mean() == 0.5
    assert frame["reason"].tolist()[1] == "refusal"
    assert frame["detail"].tolist()[1] == "policy"
    assert pandas.isna(frame["reason"][0])
    assert len(ScoreTable().to_pandas()) == 0


def test_without_pandas_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match=r"clinicalbr\[hf\]"):
        ScoreTable().to_pandas()


def test_a_task_of_any_text_enumeration_is_stored_by_its_value():
    class Own(str, Enum):  # noqa: UP042  # the older form, whose str() is not its value
        TRIAGE = "triage"

    found = score(task=Own.TRIAGE).task
    assert (type(found), found) == (str, "triage")
