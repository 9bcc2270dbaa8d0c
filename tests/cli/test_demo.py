"""The main job, from the installed package, in a folder of its own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from clinicalbr.schema import MaskedCase, Prediction, read_records
from clinicalbr.scores import read_scores
from clinicalbr.stats import paired_bootstrap
from clinicalbr_command import run_command

FILES = {
    "forest.png", "leaks-before-masking.html", "masked.jsonl", "predictions.jsonl", "redactions.jsonl", "results.csv",
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
    counts = re.search(r"Masked +(\d+) mentions of the answer in (\d+) of 40 texts; (\d+) after masking", ran[1])
    assert counts is not None
    assert int(counts[1]) > 20
    assert int(counts[3]) == 0


def test_figures_follow_from_the_written_scores(ran: tuple[Path, str]) -> None:
    out, printed = ran
    scores = read_scores(out / "scores.jsonl")
    paired = scores.paired('F1(depth=0, matching="any")@5', "pt", "en", "lexical-baseline", "diagnosis")
    difference = paired_bootstrap(paired.a, paired.b, seed=0)
    assert difference.n == 20
    assert f"{difference.low:.3f}, {difference.high:.3f}" in printed.replace("−", "-")


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
