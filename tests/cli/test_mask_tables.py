"""``clinicalbr mask`` over tables: the same form back, the text masked, the answer left out."""

from __future__ import annotations

import csv
import io
import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from clinicalbr_command import run_command

ROWS = [
    {"id": "a", "lang": "pt", "text": "Portador de DCh;\n doença de Chagas.", "note": "n, \"1\"", "gold": "doença de Chagas", "short": "DCh"},
    {"id": "b", "lang": "en", "text": "Fever and malaria.", "note": "", "gold": "malaria", "short": ""},
]  # fmt: skip
COLUMNS = ["--text", "text", "--gold", "gold", "--acronyms", "short", "--language", "lang", "--id", "id"]
MASKED = ["Portador de [REDIGIDO];\n [REDIGIDO].", "Fever and [REDACTED]."]


def as_csv(rows: list[dict[str, str]], delimiter: str = ",", line_end: str = "\n") -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter, lineterminator=line_end)
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def as_jsonl(rows: list[dict[str, object]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.mark.parametrize(
    ("delimiter", "line_end", "mark"), [(",", "\n", ""), (";", "\r\n", "\ufeff"), ("\t", "\n", "")]
)
def test_csv_keeps_its_dialect_and_loses_the_answer(tmp_path: Path, delimiter: str, line_end: str, mark: str) -> None:
    content = mark + as_csv(ROWS, delimiter, line_end)
    (tmp_path / "t.csv").write_bytes(content.encode())
    done = run_command("mask", "t.csv", *COLUMNS, "--out", "m.csv", "--log", "log.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    kept = [
        {"id": row["id"], "lang": row["lang"], "text": text, "note": row["note"]}
        for row, text in zip(ROWS, MASKED, strict=True)
    ]
    assert (tmp_path / "m.csv").read_bytes() == (mark + as_csv(kept, delimiter, line_end)).encode()
    assert "2 rows masked, 3 redactions; 0 bad rows" in done.stderr
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [item["surface"] for item in log[0]["redactions"]["text"]] == ["DCh", "doença de Chagas"]
    audit = run_command("audit", "m.csv", "--text", "text", "--id", "id", "--gold-file", "g.csv", cwd=tmp_path)
    assert audit.returncode == 2
    (tmp_path / "g.csv").write_text(
        "id,language,names,acronyms\na,pt,doença de Chagas,DCh\nb,en,malaria,\n", encoding="utf-8"
    )
    audit = run_command("audit", "m.csv", "--text", "text", "--id", "id", "--gold-file", "g.csv", cwd=tmp_path)
    assert audit.returncode == 0, audit.stderr


def test_json_lines_keep_everything_else(tmp_path: Path) -> None:
    rows = [{**ROWS[0], "n": 1.5, "more": {"a": [None]}, "text": ["DCh", "febre"], "gold": ["doença de Chagas"]}]
    done = run_command("mask", *COLUMNS, cwd=tmp_path, stdin=as_jsonl(rows))
    assert done.returncode == 0, done.stderr
    (written,) = map(json.loads, done.stdout.splitlines())
    assert written == {
        "id": "a", "lang": "pt", "text": ["[REDIGIDO]", "febre"], "note": ROWS[0]["note"], "n": 1.5,
        "more": {"a": [None]},
    }  # fmt: skip


def test_the_answer_stays_only_when_asked_for(tmp_path: Path) -> None:
    done = run_command("mask", *COLUMNS, "--keep-gold", cwd=tmp_path, stdin=as_jsonl(ROWS))
    assert json.loads(done.stdout.splitlines()[0])["gold"] == "doença de Chagas"
    row = {
        "pid": "p", "lang": "pt", "task": "diagnosis", "title": "Dengue", "input_text": "Tem dengue.",
        "gold_final_diagnosis": "dengue", "article_final_diagnosis": "dengue", "gold_differential": ["dengue"],
        "gold_cuis": ["C0011311"], "journal_name": "J",
    }  # fmt: skip
    done = run_command(
        "mask", "--preset", "clinicalbr", cwd=tmp_path, stdin=as_jsonl([row, {**row, "task": "treatment"}])
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"pid": "p", "lang": "pt", "task": "diagnosis", "input_text": "Tem [REDIGIDO].", "journal_name": "J"}
    ]
    assert "1 row passed over and left out" in done.stderr


def test_a_column_that_tells_the_answer_is_pointed_out(tmp_path: Path) -> None:
    rows = [{**row, "note": f"relato: {row['gold']}"} for row in ROWS]
    done = run_command("mask", *COLUMNS, cwd=tmp_path, stdin=as_jsonl(rows))
    assert done.returncode == 0
    assert "column note is not masked and names the answer in 2 rows" in done.stderr


def test_what_cannot_be_masked_never_passes(tmp_path: Path) -> None:
    rows = [ROWS[0], {**ROWS[1], "gold": "the"}, {**ROWS[1], "text": 3}, {**ROWS[1], "text": "a \ud800 b malaria"}]
    stdin = "".join(json.dumps(row) + "\n" for row in rows)
    done = run_command("mask", *COLUMNS, "--aside", "bad.jsonl", cwd=tmp_path, stdin=stdin)
    assert done.returncode == 2
    written = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["text"] for row in written] == [MASKED[0], "a \ud800 b [REDACTED]"]
    assert "2 bad rows" in done.stderr
    bad = [json.loads(line) for line in (tmp_path / "bad.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [item["row"] for item in bad] == [2, 3]


def test_verdicts_placeholder_and_tiers(tmp_path: Path) -> None:
    rows = [{"text": "Febre há 5 dias. A sorologia confirmou dengue.", "gold": "dengue"}]
    arguments = ["--text", "text", "--gold", "gold", "--language", "pt"]
    dropped = run_command("mask", *arguments, "--verdicts", "drop", cwd=tmp_path, stdin=as_jsonl(rows))
    assert "confirmou" not in dropped.stdout
    assert "Febre há 5 dias." in dropped.stdout
    other = run_command("mask", *arguments, "--placeholder", "[X]", cwd=tmp_path, stdin=as_jsonl(rows))
    assert "confirmou [X]." in other.stdout
    acronyms = run_command("mask", *arguments, "--tiers", "acronym", cwd=tmp_path, stdin=as_jsonl(rows))
    assert "confirmou dengue." in acronyms.stdout


@pytest.mark.parametrize("source", ["table", "cases"])
def test_a_placeholder_that_never_fits_is_refused_before_anything_is_written(tmp_path: Path, source: str) -> None:
    (tmp_path / "m.jsonl").write_text("earlier", encoding="utf-8")
    columns = COLUMNS if source == "table" else []
    done = run_command("mask", *columns, "--placeholder", "X", "--out", "m.jsonl", cwd=tmp_path, stdin=as_jsonl(ROWS))
    assert done.returncode == 2
    assert done.stderr.startswith("clinicalbr: the placeholder 'X'")
    assert len(done.stderr.splitlines()) == 1
    assert (tmp_path / "m.jsonl").read_text(encoding="utf-8") == "earlier"


CLINICALBR = '{"pid": "1", "lang": "pt", "input_text": "x", "gold_final_diagnosis": "dengue", "title": "Dengue"}\n'


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["--text", "text", "--gold", "text", "--language", "pt"], as_jsonl(ROWS), "text is named both as text and as answer"),
        (["--preset", "clinicalbr", "--text", "title"], CLINICALBR, "title is text to mask and a column that holds the answer"),
    ],
)  # fmt: skip
def test_a_text_that_would_be_left_out_is_refused(
    tmp_path: Path, arguments: list[str], stdin: str, message: str
) -> None:
    done = run_command("mask", *arguments, "--out", "m.jsonl", cwd=tmp_path, stdin=stdin)
    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "m.jsonl").exists()


def test_a_title_is_masked_when_it_is_kept(tmp_path: Path) -> None:
    arguments = ["--preset", "clinicalbr", "--text", "title", "--keep-gold"]
    done = run_command("mask", *arguments, cwd=tmp_path, stdin=CLINICALBR)
    assert json.loads(done.stdout)["title"] == "[REDIGIDO]"


def test_a_run_that_fails_leaves_the_earlier_file(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("earlier", encoding="utf-8")
    (tmp_path / "t.csv").write_text(as_csv(ROWS), encoding="utf-8")
    done = run_command(
        "mask", "t.csv", "--text", "nota", "--gold", "gold", "--language", "pt", "--out", "m.csv", cwd=tmp_path
    )
    assert done.returncode == 2
    assert (tmp_path / "m.csv").read_text(encoding="utf-8") == "earlier"
    assert {file.name for file in tmp_path.iterdir()} == {"m.csv", "t.csv"}


@pytest.mark.parametrize("task", ["treatment", "exams"])
def test_a_table_is_masked_for_the_diagnosis(tmp_path: Path, task: str) -> None:
    done = run_command("mask", *COLUMNS, "--task", task, cwd=tmp_path, stdin=as_jsonl(ROWS))
    assert done.returncode == 2
    assert "a table is masked for the diagnosis" in done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow (extra hf) is absent, so this test did not run")
def test_parquet_keeps_types_and_order(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [{**ROWS[number % 2], "n": number} for number in range(300)]
    rows[7]["gold"] = "the"
    table = pa.Table.from_pylist(rows)
    table = table.append_column("day", pa.array(range(300), pa.timestamp("ns")))
    table = table.set_column(2, "text", table.column("text").dictionary_encode())
    pq.write_table(table, tmp_path / "t.parquet")
    done = run_command("mask", "t.parquet", *COLUMNS, "--out", "m.parquet", cwd=tmp_path)
    assert done.returncode == 2
    assert "299 rows masked" in done.stderr
    masked = pq.read_table(tmp_path / "m.parquet")
    assert masked.column_names == ["id", "lang", "text", "note", "n", "day"]
    assert masked.schema.field("day").type == pa.timestamp("ns")
    wanted = [number for number in range(300) if number != 7]
    assert masked.column("n").to_pylist() == wanted
    assert masked.column("day").cast(pa.int64()).to_pylist() == wanted
    assert masked.column("text").to_pylist() == [MASKED[number % 2] for number in wanted]
