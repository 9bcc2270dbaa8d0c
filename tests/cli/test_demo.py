"""The main job, from the installed package, in a folder of its own."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from clinicalbr.cli.app import app
from clinicalbr.errors import MissingExtraError
from clinicalbr.schema import MaskedCase, Prediction, read_records
from clinicalbr.scores import read_scores
from clinicalbr.stats import paired_bootstrap
from clinicalbr_command import run_command

FILES = {
    "forest.png", "golds.csv", "leaks-before-masking.html", "masked.jsonl", "predictions.jsonl", "redactions.jsonl", "results.csv",
    "results.md", "results.tex", "scores.jsonl",
}  # fmt: skip


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("demo")
    done = run_command("demo", "--out", str(folder / "out"), cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "out", done.stdout


def test_it_writes_what_it_lists(ran: tuple[Path, str]) -> None:
    out, printed = ran
    assert {file.name for file in out.iterdir()} == FILES
    assert all(name in printed for name in FILES)
    assert (out / "forest.png").read_bytes().startswith(b"\x89PNG")
    assert "<mark" in (out / "leaks-before-masking.html").read_text(encoding="utf-8")


def test_nothing_leaks_after_masking(ran: tuple[Path, str]) -> None:
    counts = re.search(
        r"Masked +(\d+) mentions of the answer in (\d+) of 40 texts\n +(\d+) after masking, of the kinds searched",
        ran[1],
    )
    assert counts is not None
    assert int(counts[1]) > 20
    assert int(counts[3]) == 0


def test_figures_follow_from_the_written_scores(ran: tuple[Path, str]) -> None:
    out, printed = ran
    scores = read_scores(out / "scores.jsonl")
    paired = scores.paired('F1(depth=0, matching="any")@5', "pt", "en", "lexical-baseline", "differential")
    difference = paired_bootstrap(paired.a, paired.b, seed=0)
    assert difference.n == 20
    assert f"{difference.low:.3f}, {difference.high:.3f}" in printed.replace("−", "-")


def test_each_measure_stands_under_its_task(ran: tuple[Path, str]) -> None:
    tasks = {(row.measure.split("(")[0], str(row.task)) for row in read_scores(ran[0] / "scores.jsonl")}
    assert tasks == {("F1", "differential"), ("Recall", "diagnosis")}


def test_the_table_says_how_it_was_made_and_how_to_read_it(ran: tuple[Path, str]) -> None:
    out, printed = ran
    assert "*Note.* Linking: kb:" in (out / "results.md").read_text(encoding="utf-8")
    assert re.search(r"Linked +\d+ of 200 names of the predictions", printed)
    for told in ("F1@5 compares", "Delta EN-PT below 0 means that Portuguese scored higher", "20 cases are few"):
        assert told in printed


def test_the_first_suggestion_runs(ran: tuple[Path, str]) -> None:
    line = ran[1].partition("What to try next\n")[2].splitlines()[0]
    arguments = shlex.split(line.strip().partition("   ")[0])
    assert arguments[:2] == ["clinicalbr", "audit"]
    done = run_command(*arguments[1:], cwd=ran[0].parent)
    assert done.returncode == 0, done.stderr
    assert "40 cases audited, 0 with a leak" in done.stderr


def test_only_files_of_this_run_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise MissingExtraError("matplotlib", extra="plots")

    monkeypatch.setattr("clinicalbr.cli.demo.forest_plot", missing)
    (tmp_path / "forest.png").write_bytes(b"old")
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(app, ["demo", "--out", str(tmp_path), "--resamples", "100"])
    assert done.exit_code == 0
    listed = done.stdout.partition("Files in")[2].partition("What to try")[0]
    assert "notes.txt" not in listed
    assert "forest.png" not in listed
    assert not (tmp_path / "forest.png").exists()
    assert (tmp_path / "notes.txt").exists()


def test_a_folder_in_place_of_a_file_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "out" / "results.md").mkdir(parents=True)
    done = run_command("demo", "--out", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert "results.md cannot be written: it is a folder" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["results.md"]


def test_hierarchy_credit_never_lowers_a_score(ran: tuple[Path, str]) -> None:
    rows = {(row.case_id, row.language, row.measure): row.value for row in read_scores(ran[0] / "scores.jsonl")}
    deeper = [key for key in rows if "depth=2" in key[2]]
    assert deeper
    for case_id, language, measure in deeper:
        assert rows[case_id, language, measure] >= rows[case_id, language, measure.replace("depth=2", "depth=0")]


def test_outputs_read_back(ran: tuple[Path, str]) -> None:
    out, _ = ran
    assert len(list(read_records(out / "masked.jsonl", MaskedCase))) == 40
    predictions = list(read_records(out / "predictions.jsonl", Prediction))
    assert len(predictions) == 40
    assert all(prediction.ranked for prediction in predictions)
    for line in (out / "masked.jsonl").read_text(encoding="utf-8").splitlines():
        assert "diagnosis" not in json.loads(line)


def test_a_second_run_gives_the_same_numbers(ran: tuple[Path, str], tmp_path: Path) -> None:
    out, printed = ran
    again = run_command("demo", "--out", str(out), cwd=tmp_path)
    assert again.stdout == printed


def test_a_file_in_place_of_the_folder_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    done = run_command("demo", "--out", "taken", cwd=tmp_path)
    assert done.returncode == 2
    assert "taken cannot be made" in done.stderr
    assert "Traceback" not in done.stderr
