from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError, RecordError
from clinicalbr.schema import Unscored, UnscoredReason
from clinicalbr.scores import Score, ScoreTable, read_scores, write_scores

GOOD = {
    "case_id": "c1", "system": "m", "language": "pt", "task": "diagnosis", "measure": "accuracy", "attempt": 0,
    "value": 1.0,
}  # fmt: skip
characters = st.characters(exclude_categories=["Cs"])
names = st.text(characters, min_size=1, max_size=8).filter(str.strip)
rows = st.builds(
    Score, names, names, names, names, names, st.integers(0, 10**6),
    st.floats(allow_nan=False, allow_infinity=False)
    | st.builds(Unscored, st.sampled_from(UnscoredReason), st.text(characters, max_size=8)),
)  # fmt: skip


@given(table=st.lists(rows, unique_by=lambda row: row.key, max_size=6).map(ScoreTable.from_rows))
@pytest.mark.parametrize("name", ["scores.jsonl", "scores.jsonl.gz"])
def test_a_table_reads_back_equal(table, name, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / name
    write_scores(path, table)
    assert read_scores(path) == table
    first = path.read_bytes()
    write_scores(path, read_scores(path))
    assert path.read_bytes() == first


def test_one_row_a_line_with_value_or_reason(tmp_path):
    path = tmp_path / "s.jsonl"
    missing = Score("caso ç", "m", "pt", "diagnosis", "accuracy", 0, Unscored(UnscoredReason.REFUSAL, "policy"))
    write_scores(path, ScoreTable().add(Score(**GOOD), missing))
    first, second = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    assert first == GOOD
    assert (second["reason"], second["detail"], "value" in second) == ("refusal", "policy", False)


def line(**changes):
    return json.dumps({key: value for key, value in {**GOOD, **changes}.items() if value != "DROP"}).encode()


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (b"{", "JSON"),
        (b"<html>", "JSON"),
        (b"[]", "object|dictionary"),
        (b"null", "object|dictionary"),
        (b"\xff\xfe", "JSON|unicode|UTF-8"),
        (line(value="DROP"), "neither a value nor a reason"),
        (line(value=None), "neither a value nor a reason"),
        (line(reason="refusal"), "both a value"),
        (line(detail="x"), "both a value"),
        (line(value="DROP", reason="because"), "reason"),
        (line(value="0.5"), "value"),
        (line(value=True), "value"),
        (line(value="DROP")[:-1] + b', "value": NaN}', "value|JSON"),
        (line(value="DROP")[:-1] + b', "value": 1e999}', "value"),
        (line(attempt=-1), "attempt"),
        (line(attempt=0.5), "attempt"),
        (line(system=" "), "system"),
        (line(case_id=None), "case_id"),
        (line(extra=1), "extra"),
        (line(), "line 1 already"),
    ],
)
def test_a_bad_line_is_named(bad, message, tmp_path):
    path = tmp_path / "scores.jsonl"
    path.write_bytes(line() + b"\n\n" + bad + b"\n")
    with pytest.raises(RecordError, match=message) as caught:
        read_scores(path)
    assert (caught.value.file, caught.value.line) == ("scores.jsonl", 3)
    assert caught.value.remedy


def test_damaged_compression_is_a_record_error(tmp_path):
    path = tmp_path / "s.jsonl.gz"
    whole = gzip.compress(b"".join(line(case_id=f"c{n}") + b"\n" for n in range(2000)))
    for data in (whole[: len(whole) // 2], b"not compressed", whole[:40] + b"\0" * 40 + whole[80:]):
        path.write_bytes(data)
        with pytest.raises(RecordError, match="damaged"):
            read_scores(path)


def test_files_that_cannot_be_opened(tmp_path):
    for name in ("missing.jsonl", "missing.jsonl.gz", "."):
        with pytest.raises(InputError, match=r"cannot be read.*Remedy"):
            read_scores(tmp_path / name)
    with pytest.raises(InputError, match=r"cannot be written.*Remedy"):
        write_scores(tmp_path / "none" / "scores.jsonl", ScoreTable())
