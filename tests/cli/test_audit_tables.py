"""``clinicalbr audit`` over CSV, JSON lines and Parquet by column names."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

from clinicalbr.cli.app import app
from clinicalbr.errors import MissingExtraError
from clinicalbr.masking import LeakReport
from clinicalbr_command import run_command

ROWS = [
    {"id": "a", "lang": "pt", "text": "Portador de DCh; doença de Chagas.", "gold": "doença de Chagas", "short": "DCh"},
    {"id": "b", "lang": "en", "text": "Fever,\nfor \"5\" days.", "gold": "malaria|paludism", "short": ""},
]  # fmt: skip
COLUMNS = ["--text", "text", "--gold", "gold", "--acronyms", "short", "--language", "lang", "--id", "id"]


def as_csv(rows: list[dict[str, str]], delimiter: str = ",") -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def as_jsonl(rows: list[dict[str, object]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def reports(path: Path) -> list[LeakReport]:
    return [LeakReport.from_json(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.csv", as_csv(ROWS)),
        ("t.csv", as_csv(ROWS, ";")),
        ("t.csv", "\ufeff" + as_csv(ROWS, ";")),
        ("t.tsv", as_csv(ROWS, "\t")),
        ("t.jsonl", as_jsonl(ROWS)),
        ("t.jsonl", "\ufeff" + as_jsonl(ROWS)),
    ],
)
def test_rows_are_searched_by_column(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8", newline="")
    done = run_command("audit", name, *COLUMNS, "--json", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "2 rows audited, 1 with a leak" in done.stderr
    assert "a (pt) text 12-15 acronym: 'DCh'" in done.stderr
    first, second = reports(tmp_path / "r.jsonl")
    assert (first.case_id, first.gold, first.language) == ("a", "doença de Chagas", "pt")
    assert first.by_tier() == {"acronym": 1, "verbatim": 1}
    assert second.clean
    assert second.fields[0].text == ROWS[1]["text"]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_standard_input_and_gzip(tmp_path: Path, form: str) -> None:
    content = as_csv(ROWS) if form == "csv" else as_jsonl(ROWS)
    piped = run_command("audit", "-", "--format", form, *COLUMNS, "--json", "-", cwd=tmp_path, stdin=content)
    assert piped.returncode == 1
    assert len(piped.stdout.splitlines()) == 2
    (tmp_path / f"t.{form}.gz").write_bytes(gzip.compress(content.encode()))
    packed = run_command("audit", f"t.{form}.gz", *COLUMNS, "--json", "-", cwd=tmp_path)
    assert packed.stdout == piped.stdout


def test_a_clean_table_ends_with_zero(tmp_path: Path) -> None:
    assert run_command("audit", *COLUMNS, cwd=tmp_path, stdin=as_jsonl(ROWS[1:])).returncode == 0


BAD_CSV = (
    "id,lang,text,gold,short\n"
    "a,pt,Febre.,dengue,\n"
    "b,pt,Febre.\n"
    'c,pt,"Febre" alta,dengue,\n'
    "d,pt,Caf\xe9,dengue,\n"
    "e,pt,,dengue,\n"
    "f,pt,Febre.,de,\n"
    "g,xx,Febre.,dengue,\n"
    "h,,Febre.,dengue,\n"
    "\n"
    "i,pt,É dengue.,dengue,\n"
)


def test_bad_rows_are_named_counted_and_put_aside(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(BAD_CSV.encode("latin-1").replace("É".encode("latin-1"), "É".encode()))
    done = run_command("audit", "t.csv", *COLUMNS, "--aside", "bad.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "2 rows audited, 1 with a leak" in done.stderr
    assert "7 bad rows" in done.stderr
    bad = [json.loads(line) for line in (tmp_path / "bad.jsonl").read_text(encoding="utf-8").splitlines()]
    assert sorted(item["row"] for item in bad) == [2, 3, 4, 5, 6, 7, 8]
    assert bad[0]["record"] == "b,pt,Febre."
    told = {item["row"]: item["error"] for item in bad}
    for row, message in {
        2: "3 cells where the header has 5", 3: "not a CSV row", 4: "not UTF-8", 5: "no text in text",
        6: "function words", 7: "'xx'", 8: "no code of a language",
    }.items():  # fmt: skip
        assert message in told[row]
    assert "t.csv, line 3: row 2:" in done.stderr


def test_bad_lines_of_json_cost_none_of_the_others(tmp_path: Path) -> None:
    good = as_jsonl(ROWS[:1])
    stdin = (
        f'{{\n[1]\n{{"id": "x", "lang": "pt", "text": 5, "gold": "dengue", "short": null}}\n\n{"[" * 99_999}\n{good}'
    )
    done = run_command("audit", *COLUMNS, "--aside", "bad.jsonl", cwd=tmp_path, stdin=stdin)
    assert done.returncode == 2
    assert "1 row audited, 1 with a leak" in done.stderr
    assert "4 bad rows" in done.stderr
    assert "text holds a int" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_quote_that_is_never_closed_is_reported(tmp_path: Path) -> None:
    stdin = as_csv(ROWS) + '"x,pt,Febre.,dengue,\ny,pt,É dengue.,dengue,\n'
    done = run_command(
        "audit", "--format", "csv", *COLUMNS, "--aside", "bad.jsonl", cwd=tmp_path, stdin=stdin
    )  # fmt: skip
    assert done.returncode == 2
    assert "row 3: not a CSV row" in done.stderr
    assert "É dengue." in json.loads((tmp_path / "bad.jsonl").read_text(encoding="utf-8"))["record"]


def test_a_huge_cell_is_read(tmp_path: Path) -> None:
    rows = [{**ROWS[0], "text": "febre " * 50_000 + "e DCh."}]
    (tmp_path / "t.csv").write_text(as_csv(rows), encoding="utf-8")
    assert run_command("audit", "t.csv", *COLUMNS, cwd=tmp_path).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no text column was named; the table has the columns id, lang, text, gold, short"),
        (["--text", "text"], "nothing says what the answer is"),
        (["--text", "text", "--gold", "gold"], "in which language"),
        (["--text", "nota", "--gold", "gold", "--language", "pt"], "lacks the column nota"),
        (["--text", "text", "--gold", "ouro", "--language", "pt"], "lacks the column ouro"),
        (["--text", "text", "--gold", "gold", "--language", "xx"], "neither a column nor the code"),
        (["--text", "text", "--gold-file", "golds.csv"], "give --id COLUMN"),
        (["--preset", "clinicalbr"], "lacks the column input_text"),
        (["--preset", "other"], "other"),
        ([*COLUMNS, "--tiers", "verbatim,guess"], "guess is unknown"),
        ([*COLUMNS, "--skip", "text"], "--skip COLUMN=VALUE"),
        ([*COLUMNS, "--skip", "nota=1"], "lacks the column nota"),
        ([*COLUMNS, "--fail-on", "never"], "never"),
        ([*COLUMNS, "--json", "t.csv"], "names an input file"),
        ([*COLUMNS, "--format", "parquet"], "arquet"),
    ],
)
def test_misuse_is_status_two(tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "t.csv").write_text(as_csv(ROWS), encoding="utf-8")
    (tmp_path / "golds.csv").write_text("id,language,names\na,pt,dengue\n", encoding="utf-8")
    done = run_command("audit", "t.csv", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.csv", b"", "is empty"),
        ("t.csv", b"text,text\nx,y\n", "twice"),
        ("t.csv", "text,gold\nx,y\n".encode("utf-16"), "UTF-16"),
        ("t.csv.gz", b"\x1f\x8b\x08\x00garbage", "cannot be read"),
        ("t.xlsx", b"PK", "does not tell its form"),
    ],
)
def test_files_that_are_no_table(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    done = run_command("audit", name, "--text", "text", "--gold", "gold", "--language", "pt", cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_column_that_no_json_row_has_is_misspelt(tmp_path: Path) -> None:
    done = run_command(
        "audit", *COLUMNS[:4], "--acronyms", "sigla", "--language", "lang", cwd=tmp_path, stdin=as_jsonl(ROWS)
    )
    assert done.returncode == 2
    assert "has sigla; rows have gold, id, lang, short, text" in done.stderr


def test_versions_of_a_case_are_searched_for_the_names_of_all(tmp_path: Path) -> None:
    rows = [
        {"id": "a", "lang": "pt", "text": "Tem leprosy.", "gold": "hanseníase"},
        {"id": "a", "lang": "en-US", "text": "Has hanseniase.", "gold": "leprosy"},
        {"id": "b", "lang": "en", "text": "Has leprosy.", "gold": "gout"},
    ]
    arguments = ["--text", "text", "--gold", "gold", "--language", "lang", "--json", "r.jsonl"]
    together = run_command("audit", *arguments, "--id", "id", cwd=tmp_path, stdin=as_jsonl(rows))
    assert together.returncode == 1
    assert [report.clean for report in reports(tmp_path / "r.jsonl")] == [False, False, True]
    apart = run_command("audit", *arguments, cwd=tmp_path, stdin=as_jsonl(rows))
    assert apart.returncode == 0
    assert [report.case_id for report in reports(tmp_path / "r.jsonl")] == ["row 1", "row 2", "row 3"]


def test_versions_that_stand_apart_are_reported(tmp_path: Path) -> None:
    def row(case_id: str, language: str, gold: str) -> dict[str, object]:
        return {"id": case_id, "lang": language, "text": "Febre.", "gold": gold}

    apart = [row("a", "pt", "hanseníase"), row("b", "pt", "gota"), row("a", "en", "leprosy"), row("b", "pt", "gota")]
    arguments = ["--text", "text", "--gold", "gold", "--id", "id"]
    message = "1 identifier with rows in several languages that stand apart ('a')"
    for command in ("audit", "mask"):
        done = run_command(command, *arguments, "--language", "lang", cwd=tmp_path, stdin=as_jsonl(apart))
        assert f"clinicalbr {command}: {message}" in done.stderr
        assert done.returncode == 0
    together = sorted(apart, key=lambda item: str(item["id"]))
    for stdin, language in ((together, "lang"), (apart, "pt")):
        done = run_command("audit", *arguments, "--language", language, cwd=tmp_path, stdin=as_jsonl(stdin))
        assert "stand apart" not in done.stderr


@pytest.mark.parametrize("tag", ["pt-BR", "PT"])
def test_a_tag_of_a_language_counts_as_its_code(tmp_path: Path, tag: str) -> None:
    (tmp_path / "golds.csv").write_text(f"id,language,names\na,{tag},dengue\n", encoding="utf-8")
    for column in ("lang", tag):
        options = ["--text", "text", "--id", "id", "--gold-file", "golds.csv", "--language", column, "--html", "r.html"]
        stdin = as_jsonl([{"id": "a", "lang": tag, "text": "É dengue."}])
        done = run_command("audit", *options, cwd=tmp_path, stdin=stdin)
        assert done.returncode == 1, done.stderr
        assert "a (pt) text" in done.stderr
    assert 'lang="pt"' in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_gold_file_and_lists_in_json(tmp_path: Path) -> None:
    (tmp_path / "golds.csv").write_text("id,language,names\n7,pt,doença de Chagas\n", encoding="utf-8")
    rows = [{"id": 7, "notes": ["Febre.", "Tem Doença de Chagas."]}, {"id": 8, "notes": ["x"]}]
    done = run_command(
        "audit", "--text", "notes", "--id", "id", "--gold-file", "golds.csv", cwd=tmp_path, stdin=as_jsonl(rows)
    )
    assert done.returncode == 2
    assert "7 (pt) notes[1] 4-20 verbatim" in done.stderr
    assert "golds.csv has no row for '8'" in done.stderr


CLINICALBR = {
    "id": "r1", "pid": "S0004-27492015000100014", "lang": "pt", "case_type": "Ambos", "title": "Síndrome de Sweet: relato",
    "task": "diagnosis", "specialty_diseases": ["Oftalmopatias [C11]"], "input_text": "Mulher, 46 anos, com síndrome de Sweet.",
    "gold_final_diagnosis": "síndrome de Sweet", "article_final_diagnosis": "Sweet", "gold_cuis": ["C0085077"],
    "gold_differential": ["[correct] síndrome de Sweet"],
}  # fmt: skip
MEDCASE = {
    "pmcid": "PMC1", "title": "A case of gout", "case_prompt": "A man with gout.", "final_diagnosis": "Gout",
    "diagnostic_reasoning": "1. Gout.",
}  # fmt: skip


def test_presets_of_the_published_data_sets(tmp_path: Path) -> None:
    treatment = {**CLINICALBR, "task": "Treatment"}
    done = run_command(
        "audit", "--preset", "clinicalbr", "--json", "r.jsonl", cwd=tmp_path, stdin=as_jsonl([CLINICALBR, treatment])
    )
    assert done.returncode == 1
    assert "1 row audited, 1 with a leak" in done.stderr
    assert "1 row passed over" in done.stderr
    assert [report.case_id for report in reports(tmp_path / "r.jsonl")] == [CLINICALBR["pid"]]
    done = run_command("audit", "--preset", "medcasereasoning", cwd=tmp_path, stdin=as_jsonl([MEDCASE]))
    assert done.returncode == 1
    assert "PMC1 (en) case_prompt 11-15 verbatim" in done.stderr
    bare = {key: MEDCASE[key] for key in ("case_prompt", "final_diagnosis", "diagnostic_reasoning")}
    (tmp_path / "m.csv").write_text(as_csv([bare]), encoding="utf-8")
    done = run_command("audit", "m.csv", "--preset", "medcasereasoning", cwd=tmp_path)
    assert done.returncode == 1
    assert "row 1 (en) case_prompt" in done.stderr


def test_nothing_but_rows_passed_over_is_no_success(tmp_path: Path) -> None:
    rows = as_jsonl([{**CLINICALBR, "task": "treatment"}])
    assert run_command("audit", "--preset", "clinicalbr", cwd=tmp_path, stdin=rows).returncode == 2


def test_tiers_severity_and_other_diseases(tmp_path: Path) -> None:
    rows = [{"text": "Irmã com diabetes mellitus. Avó com Chagas.", "gold": "doença de Chagas"}]
    arguments = ["--text", "text", "--gold", "gold", "--language", "pt"]
    stdin = as_jsonl(rows)
    weak = run_command("audit", *arguments, cwd=tmp_path, stdin=stdin)
    assert weak.returncode == 1
    assert "core, weak: 'Chagas'" in weak.stderr
    assert "1 of them with weak hints only" in weak.stderr
    lenient = run_command("audit", *arguments, "--fail-on", "leak", cwd=tmp_path, stdin=stdin)
    assert lenient.returncode == 0
    narrow = run_command(
        "audit", *arguments, "--tiers", "verbatim,acronym", "--other-diseases", "--html", "p.html", "--json", "-",
        cwd=tmp_path, stdin=stdin,
    )  # fmt: skip
    assert narrow.returncode == 0
    report = LeakReport.from_json(narrow.stdout)
    assert [tier.value for tier in report.tiers] == ["verbatim", "acronym"]
    assert [warning.surface for warning in report.warnings] == ["diabetes mellitus"]
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert 'lang="pt"' in page
    assert "Outras doenças" in page


def test_cases_take_the_same_options(tmp_path: Path) -> None:
    case = {
        "case_id": "c1", "language": "pt", "presentation": {"chief_complaint": "diabetes mellitus e sarampo"},
        "diagnosis": {"final_diagnosis_name": "sarampo"},
    }  # fmt: skip
    done = run_command("audit", "--other-diseases", "--json", "-", cwd=tmp_path, stdin=json.dumps(case))
    assert done.returncode == 1
    assert "warning, other_disease: 'diabetes mellitus' in presentation.chief_complaint" in done.stderr
    assert json.loads(done.stdout)["by_severity"] == {"leak": 1}
    narrow = run_command("audit", "--tiers", "acronym", cwd=tmp_path, stdin=json.dumps(case))
    assert narrow.returncode == 0


def test_memory_does_not_grow_with_the_table(tmp_path: Path) -> None:
    script = (
        "import resource, sys; from clinicalbr.cli import main\n"
        "try: main()\n"
        "finally: sys.stderr.write(f'peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}')"
    )

    def peak(rows: int) -> int:
        path = tmp_path / f"{rows}.csv"
        with path.open("w", encoding="utf-8") as stream:
            stream.write("text,gold\n")
            stream.writelines(f'"{"febre e dengue " * 300}",dengue\n' for _ in range(rows))
        done = subprocess.run(
            [sys.executable, "-c", script, "audit", str(path), "--text", "text", "--gold", "gold", "--language", "pt",
             "--tiers", "verbatim", "--json", str(tmp_path / "r.jsonl"), "--html", str(tmp_path / "p.html")],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 1, done.stderr
        return int(done.stderr.rpartition("peak ")[2])

    few, many = peak(20), peak(400)
    grown = (tmp_path / "r.jsonl").stat().st_size // 1024
    assert grown > 20_000
    assert many - few < grown / 4


parquet = pytest.mark.skipif(
    find_spec("pyarrow") is None, reason="pyarrow (extra hf) is absent, so this test did not run"
)


@parquet
def test_parquet_and_parquet_on_standard_input(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [{**row, "names": [row["gold"]]} for row in ROWS] * 200
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "t.parquet", row_group_size=50)
    arguments = ["--text", "text", "--gold", "names", "--acronyms", "short", "--language", "lang"]
    done = run_command("audit", "t.parquet", *arguments, "--json", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 1
    assert "400 rows audited, 200 with a leak" in done.stderr
    assert len(reports(tmp_path / "r.jsonl")) == 400
    content = (tmp_path / "t.parquet").read_bytes()
    piped = run_command("audit", "--format", "parquet", *arguments, cwd=tmp_path, stdin=content)
    assert "400 rows audited, 200 with a leak" in piped.stderr
    (tmp_path / "cut.parquet").write_bytes(content[:-100])
    cut = run_command("audit", "cut.parquet", *arguments, cwd=tmp_path)
    assert cut.returncode == 2
    assert "is no Parquet file" in cut.stderr


def test_parquet_without_pyarrow_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = CliRunner().invoke(
        app, ["audit", str(tmp_path / "t.parquet"), "--text", "x", "--gold", "y", "--language", "pt"]
    )
    assert isinstance(done.exception, MissingExtraError)
    assert "clinicalbr[hf]" in str(done.exception)


def test_real_labelled_reports_as_a_table(shared_data: Path, tmp_path: Path) -> None:
    rows = [
        json.loads(line)
        for line in (shared_data / "leaks" / "real_en_es.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    rows = [
        {
            "id": row["id"],
            "lang": row["language"],
            "text": row["text"],
            "gold": "|".join(row["gold"]),
            "short": "|".join(row["gold_acronyms"]),
        }
        for row in rows
    ]
    (tmp_path / "t.csv").write_text(as_csv(rows), encoding="utf-8", newline="")
    done = run_command("audit", "t.csv", *COLUMNS, "--json", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    found = {report.case_id: report for report in reports(tmp_path / "r.jsonl")}
    assert len(found) == len(rows)
    told = 0
    labelled = (shared_data / "leaks" / "real_en_es.jsonl").read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, labelled):
        verbatim = [leak for leak in row["leaks"] if leak["tier"] == "verbatim"]
        told += len(verbatim)
        leaks = found[row["id"]].leaks
        assert all(any(leak.start < item["end"] and item["start"] < leak.end for leak in leaks) for item in verbatim)
    assert told > 30
