"""extract, mask, audit and doctor: results on standard output, messages on standard error, exit statuses."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from typer.testing import CliRunner

from clinicalbr import __version__
from clinicalbr.cli.app import app
from clinicalbr_command import run_command

ARTICLE = """<article xml:lang="pt" article-type="case-report"><front><journal-meta/><article-meta>
<article-id pub-id-type="pmc">PMC{number}</article-id><title-group><article-title>Relato</article-title></title-group></article-meta></front>
<body><sec><title>Relato de caso</title><p>Homem com doença de Chagas (DCh) confirmada.</p></sec><sec><title>Discussão</title><p>Fim.</p></sec></body></article>"""
GOLDS = "id,language,names,acronyms\nPMC1,pt,doença de Chagas,\nPMC2,pt,doença de Chagas,\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (1, 2):
        (tmp_path / f"{number}.xml").write_text(ARTICLE.format(number=number), encoding="utf-8")
    (tmp_path / "page.xml").write_text("<!DOCTYPE html><html><body>404</body></html>", encoding="utf-8")
    (tmp_path / "golds.csv").write_text(GOLDS, encoding="utf-8")
    return tmp_path


def test_pipeline_from_articles_to_a_clean_audit(folder: Path) -> None:
    extracted = run_command("extract", "1.xml", "2.xml", cwd=folder)
    assert extracted.returncode == 0
    raw = run_command("audit", "-", "--gold-file", "golds.csv", cwd=folder, stdin=extracted.stdout)
    assert raw.returncode == 1
    assert "PMC1 (pt) narrative" in raw.stderr
    masked = run_command("mask", "--gold-file", "golds.csv", "--task", "diagnosis", cwd=folder, stdin=extracted.stdout)
    assert masked.returncode == 0
    assert json.loads(masked.stdout.splitlines()[0])["narrative"] == "Homem com [REDIGIDO] ([REDIGIDO]) confirmada."
    clean = run_command("audit", "-", "--gold-file", "golds.csv", cwd=folder, stdin=masked.stdout)
    assert clean.returncode == 0
    assert "2 cases audited, 0 with a leak" in clean.stderr


def test_a_bad_file_is_named_counted_and_passed_over(folder: Path) -> None:
    done = run_command("extract", "1.xml", "page.xml", "absent.xml", "--aside", "bad.jsonl", cwd=folder)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert "1 case from 1 of 3 files; 2 files gave none" in done.stderr
    failures = [json.loads(line) for line in (folder / "bad.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [failure["file"] for failure in failures] == ["page.xml", "absent.xml"]
    assert failures[0]["error"] == "NotXmlError"
    assert all("Remedy" in failure["message"] for failure in failures)


def test_no_usable_file_is_an_error(folder: Path) -> None:
    assert run_command("extract", "page.xml", cwd=folder).returncode == 2


@pytest.mark.parametrize("stdin", ["", "\n \n"])
@pytest.mark.parametrize("command", ["mask", "audit"])
def test_no_case_is_no_success(folder: Path, command: str, stdin: str) -> None:
    done = run_command(command, "--gold-file", "golds.csv", cwd=folder, stdin=stdin)
    assert done.returncode == 2
    assert f"clinicalbr {command}: no case was read" in done.stderr


def test_a_failed_extract_fails_the_pipe_that_audits_it(folder: Path) -> None:
    extracted = run_command("extract", "page.xml", cwd=folder)
    assert run_command("audit", "--gold-file", "golds.csv", cwd=folder, stdin=extracted.stdout).returncode == 2


def test_a_case_without_gold_never_passes(folder: Path) -> None:
    cases = run_command("extract", "1.xml", "2.xml", cwd=folder).stdout
    (folder / "one.csv").write_text("id,language,names\nPMC1,pt,doença de Chagas\n", encoding="utf-8")
    masked = run_command("mask", "--gold-file", "one.csv", cwd=folder, stdin=cases)
    assert masked.returncode == 2
    assert len(masked.stdout.splitlines()) == 1
    assert "'PMC2' has no gold answer" in masked.stderr
    audited = run_command("audit", "--gold-file", "one.csv", cwd=folder, stdin=masked.stdout + cases.splitlines()[1])
    assert audited.returncode == 2
    assert "1 not audited" in audited.stderr


def test_logs_and_reports_are_written(folder: Path) -> None:
    cases = run_command("extract", "1.xml", cwd=folder).stdout
    run_command(
        "mask", "--gold-file", "golds.csv", "--log", "log.jsonl", "--out", "masked.jsonl", cwd=folder, stdin=cases
    )
    log = json.loads((folder / "log.jsonl").read_text(encoding="utf-8"))
    assert [item["surface"] for item in log["redactions"]["narrative"]] == ["doença de Chagas", "DCh"]
    audit = run_command(
        "audit",
        "--gold-file",
        "golds.csv",
        "--out",
        "-",
        "--html",
        "report.html",
        "--language",
        "pt",
        cwd=folder,
        stdin=cases,
    )
    assert json.loads(audit.stdout)["by_tier"] == {"verbatim": 1, "acronym": 1}
    assert "Relatório de vazamentos" in (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["mask", "--gold-file", "golds.csv"], '{"case_id": "c1", "langu', "<standard input>, line 1"),
        (["audit", "--gold-file", "golds.csv"], '{"case_id": "c1", "langu', "<standard input>, line 1"),
        (["audit", "--language", "xx"], "", "no language pack 'xx'"),
        (["mask", "--pack", "absent"], "", "absent holds no pack.toml"),
        (["mask", "--gold-file", "absent.csv"], "", "absent.csv cannot be opened"),
        (["audit", "absent.jsonl"], "", "absent.jsonl cannot be opened"),
        (["mask", "--task", "surgery"], "", "surgery"),
        (["extract"], "", "Missing argument"),
        (["nothing"], "", "No such command"),
    ],
)
def test_misuse_is_status_two_without_a_traceback(folder: Path, arguments: list[str], stdin: str, message: str) -> None:
    done = run_command(*arguments, cwd=folder, stdin=stdin)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["mask", "audit"])
def test_a_bad_line_costs_none_of_the_others(folder: Path, command: str) -> None:
    first, second = run_command("extract", "1.xml", "2.xml", cwd=folder).stdout.splitlines()
    stdin = f"{first}\n{{\n{second}\n"
    extra = ["--log", "log.jsonl"] if command == "mask" else ["--out", "-", "--html", "report.html"]
    done = run_command(command, "--gold-file", "golds.csv", "--aside", "bad.jsonl", *extra, cwd=folder, stdin=stdin)
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 2
    assert "1 bad line\n" in done.stderr
    assert json.loads((folder / "bad.jsonl").read_text(encoding="utf-8"))["line"] == 2
    written = folder / ("log.jsonl" if command == "mask" else "report.html")
    assert "Chagas" in written.read_text(encoding="utf-8")


def test_a_language_of_ones_own(folder: Path, project: Path) -> None:
    case = '{"case_id": "f1", "language": "fr", "narrative": "Un lupus, dit LED."}'
    (folder / "fr.csv").write_text("id,language,names,acronyms\nf1,fr,lupus,LED\n", encoding="utf-8")
    without = run_command("mask", "--gold-file", "fr.csv", cwd=folder, stdin=case)
    assert without.returncode == 2
    assert "case 'f1'" in without.stderr
    assert "--pack" in without.stderr
    pack = str(project / "tests" / "languages" / "fr")
    masked = run_command("mask", "--gold-file", "fr.csv", "--pack", pack, cwd=folder, stdin=case)
    assert masked.returncode == 0
    assert "lupus" not in masked.stdout
    assert (
        run_command("audit", "--gold-file", "fr.csv", "--pack", pack, cwd=folder, stdin=masked.stdout).returncode == 0
    )


def test_doctor_without_package_metadata(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("clinicalbr.cli.doctor.requires", absent)
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 0
    assert "not installed" in done.output
    assert "Default knowledge base" in done.output


def test_python_m_and_the_short_help(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "clinicalbr", "mask", "-h"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "language versions of one case" in " ".join(done.stdout.split())
    assert run_command("-h", cwd=folder).returncode == 0


def test_doctor_and_version(folder: Path) -> None:
    doctor = run_command("doctor", cwd=folder)
    assert doctor.returncode == 0
    assert "Default knowledge base" in doctor.stdout
    assert "[REDIGIDO]" in doctor.stdout
    assert run_command("--version", cwd=folder).stdout.strip() == f"clinicalbr {__version__}"
