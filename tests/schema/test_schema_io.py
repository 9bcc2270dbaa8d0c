"""Streaming records: round trips, bad lines, compression, cut files, memory."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zlib
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError, RecordError
from clinicalbr.schema import (
    ClinicalCase,
    MaskedCase,
    MaskedTreatmentCase,
    Prediction,
    RedactionLog,
    json_schema,
    read_any_cases,
    read_cases,
    read_records,
    write_cases,
    write_records,
)
from clinicalbr.testing import sample_corpus
from clinicalbr.testing import strategies as clinical

CASES = [side for pair in sample_corpus() for side in (pair.source, pair.target)]
GOOD = '{"case_id": "c1", "language": "pt", "narrative": "Febre."}'


@pytest.mark.parametrize("name", ["cases.jsonl", "cases.jsonl.gz"])
def test_round_trip(tmp_path: Path, name: str) -> None:
    assert write_cases(tmp_path / name, CASES) == 48
    assert list(read_cases(tmp_path / name)) == CASES


def test_equal_cases_make_equal_bytes(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_cases(tmp_path / name, CASES[:3])
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


@given(clinical.clinical_cases(), st.text(max_size=20))
def test_any_case_survives_a_round_trip(case: ClinicalCase, title: str) -> None:
    stream = io.BytesIO()
    titled = case.model_copy(update={"title": title})
    write_cases(stream, [titled])
    stream.seek(0)
    assert list(read_cases(stream)) == [titled]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"case_id": "c1", "langu', "cut short"),
        ("[]", "valid dictionary or object|ClinicalCase"),
        ('{"case_id": "c1", "language": "pt"}', "has no text"),
        ('{"case_id": "c1", "language": "pt", "narrative": "x", "gold": 1}', "gold: Extra inputs"),
        ('{"case_id": "", "language": "pt", "narrative": "x"}', "case_id"),
        ('{"case_id": "c1", "language": "Portuguese", "narrative": "x"}', "language"),
        ('{"case_id": "c1", "language": "pt", "narrative": 3}', "narrative"),
        ("<html></html>", "not a whole JSON object"),
        ('{"case_id": NaN}', "not a whole JSON object|case_id"),
    ],
)
def test_bad_line_is_named_with_file_line_and_remedy(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(f"{GOOD}\n\n{line}\n{GOOD}\n", encoding="utf-8")
    reader = read_cases(file)
    assert next(reader).case_id == "c1"
    with pytest.raises(RecordError, match=message) as caught:
        next(reader)
    assert caught.value.line == 3
    assert caught.value.file == str(file)
    assert caught.value.remedy


def test_bad_lines_can_be_put_aside(tmp_path: Path) -> None:
    file, aside = tmp_path / "cases.jsonl", tmp_path / "bad.jsonl"
    file.write_text(f'{GOOD}\n{{"case_id": "c2", \n{GOOD}\nnull\n', encoding="utf-8")
    with read_cases(file, aside=aside) as reader:
        assert [case.case_id for case in reader] == ["c1", "c1"]
        assert (reader.n_read, reader.n_bad) == (2, 2)
    bad = [json.loads(line) for line in aside.read_text(encoding="utf-8").splitlines()]
    assert [entry["line"] for entry in bad] == [2, 4]
    assert bad[0]["record"] == '{"case_id": "c2", \n'


def test_a_clean_file_leaves_no_aside_file(tmp_path: Path) -> None:
    list(read_cases(io.BytesIO(GOOD.encode()), aside=tmp_path / "bad.jsonl"))
    assert not (tmp_path / "bad.jsonl").exists()


def test_byte_order_mark_and_windows_line_ends() -> None:
    assert len(list(read_cases(io.BytesIO(b"\xef\xbb\xbf" + GOOD.encode() + b"\r\n" + GOOD.encode())))) == 2


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_other_encodings_are_bad_records_not_mojibake(encoding: str) -> None:
    line = GOOD.replace("Febre", "Síncope").encode(encoding)
    with pytest.raises(RecordError):
        list(read_cases(io.BytesIO(line)))


def test_a_compressed_file_that_was_cut_says_what_came_before(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl.gz"
    write_cases(file, CASES)
    file.write_bytes(file.read_bytes()[:-200])
    with pytest.raises(RecordError, match=r"cannot be read to its end.*good records came before"):
        list(read_cases(file))


def test_plain_file_named_as_compressed(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl.gz"
    file.write_text(GOOD, encoding="utf-8")
    with pytest.raises(RecordError, match="cannot be read"):
        list(read_cases(file))


def test_missing_file_and_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be opened"):
        read_cases(tmp_path / "absent.jsonl")
    with pytest.raises(InputError, match="cannot be written"):
        write_cases(tmp_path / "absent" / "cases.jsonl", CASES)


def test_a_run_that_dies_leaves_the_earlier_file(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    write_cases(file, CASES[:2])

    def dying() -> object:
        yield CASES[2]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_cases(file, dying())
    assert len(list(read_cases(file))) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["cases.jsonl"]


def test_masked_and_unmasked_cases_are_told_apart() -> None:
    records = [
        CASES[0],
        MaskedCase(case_id="m", language="pt", task="diagnosis", narrative="x"),
        MaskedTreatmentCase(case_id="t", language="en", narrative="x", confirmed_diagnosis="dengue"),
    ]
    stream = io.BytesIO()
    write_records(stream, records)
    stream.seek(0)
    read = list(read_any_cases(stream))
    assert read == records
    assert [type(record) for record in read] == [type(record) for record in records]


@pytest.mark.parametrize(
    "record",
    [
        RedactionLog(case_id="c", language="pt", task="diagnosis", withheld=("title",)),
        Prediction(case_id="c", language="pt", task="diagnosis", system="s", ranked=("dengue",)),
    ],
)
def test_other_records(record: object) -> None:
    stream = io.BytesIO()
    write_records(stream, [record])
    stream.seek(0)
    assert list(read_records(stream, type(record))) == [record]


def test_json_schema_accepts_what_we_write_and_refuses_unknown_keys() -> None:
    validator = jsonschema.Draft202012Validator(json_schema())
    validator.check_schema(json_schema())
    for case in CASES:
        validator.validate(json.loads(case.model_dump_json()))
    assert list(validator.iter_errors({"case_id": "c", "language": "pt", "narrative": "x", "gold": 1}))


_PEAK = """
import sys, tracemalloc
from clinicalbr.schema import read_cases
tracemalloc.start()
total = sum(1 for _ in read_cases(sys.argv[1]))
print(total, tracemalloc.get_traced_memory()[1] // 1024)
"""


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    peaks = []
    for repeats in (1, 40):
        file = tmp_path / f"{repeats}.jsonl"
        write_cases(file, CASES * repeats)
        done = subprocess.run([sys.executable, "-c", _PEAK, str(file)], capture_output=True, text=True, check=True)
        count, peak = map(int, done.stdout.split())
        assert count == 48 * repeats
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 512, f"peak memory grew from {peaks[0]} to {peaks[1]} KiB"


def test_a_damaged_compressed_file_names_the_line_that_was_reached(tmp_path: Path) -> None:
    lines = "".join(f"{GOOD}\n\n" for _ in range(3)).encode()
    path = tmp_path / "cases.jsonl.gz"
    compressed = zlib.compressobj(wbits=31)
    # After a whole block comes one of a type that does not exist.
    path.write_bytes(compressed.compress(lines) + compressed.flush(zlib.Z_FULL_FLUSH) + b"\x07" + b"\x00" * 40)
    reader = read_cases(path)
    with pytest.raises(RecordError, match="cannot be read to its end") as caught:
        list(reader)
    assert caught.value.line == 2 * reader.n_read + 1


def test_the_line_of_a_cut_counts_blank_lines() -> None:
    class Cut(io.BytesIO):
        def __next__(self) -> bytes:
            if line := self.readline():
                return line
            raise EOFError("cut")

    reader = read_cases(Cut(f"{GOOD}\n\n\n{GOOD}\n".encode()))
    with pytest.raises(RecordError) as caught:
        list(reader)
    assert (caught.value.line, reader.n_read) == (5, 2)


def test_bad_places_for_bad_records(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(f"{GOOD}\nno record\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"folder that does not exist.*Remedy"):
        read_cases(path, aside=tmp_path / "none" / "bad.jsonl")
    with pytest.raises(InputError, match=r"is the file that is read.*Remedy"):
        read_cases(path, aside=tmp_path / "." / "cases.jsonl")
    with pytest.raises(InputError, match=r"cannot be written.*Remedy"):
        list(read_cases(path, aside=tmp_path))
    assert path.read_text(encoding="utf-8") == f"{GOOD}\nno record\n"


def test_a_placeholder_is_not_blank() -> None:
    with pytest.raises(ValueError, match="placeholder"):
        MaskedCase(case_id="c1", language="pt", task="diagnosis", placeholder=" ")
