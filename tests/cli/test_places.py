"""Files that cannot be written, and files named twice, are refused before anything happens."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clinicalbr_command import run_command

CASE = (
    '{"case_id": "c1", "language": "pt", "narrative": "É dengue.", "diagnosis": {"final_diagnosis_name": "dengue"}}\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cases.jsonl").write_text(CASE, encoding="utf-8")
    (tmp_path / "golds.csv").write_text("id,language,names\nc1,pt,dengue\n", encoding="utf-8")
    (tmp_path / "link.jsonl").symlink_to("cases.jsonl")
    (tmp_path / "taken").mkdir()
    return tmp_path


def tree(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["audit", "cases.jsonl", "--out", "absent/a"], "there is no folder absent"),
        (["audit", "cases.jsonl", "--html", "absent/a"], "there is no folder absent"),
        (["audit", "cases.jsonl", "--html", "taken"], "taken cannot be written: it is a folder"),
        (["audit", "cases.jsonl", "--aside", "absent/a"], "there is no folder absent"),
        (["extract", "a.xml", "--aside", "absent/a"], "there is no folder absent"),
        (["extract", "a.xml", "--out", "a.xml"], "--out names an input file"),
        (["mask", "cases.jsonl", "--aside", "absent/a"], "there is no folder absent"),
        (["mask", "cases.jsonl", "--log", "absent/a"], "there is no folder absent"),
        (["mask", "cases.jsonl", "--log", "cases.jsonl/a"], "there is no folder cases.jsonl"),
        (["mask", "cases.jsonl", "--log", "taken"], "taken cannot be written: it is a folder"),
        (["mask", "cases.jsonl", "--out", "a", "--log", "./a"], "--out and --log name the same file"),
        (["mask", "cases.jsonl", "--out", "a", "--aside", "taken/../a"], "--out and --aside name the same file"),
        (["mask", "cases.jsonl", "--log", "a", "--aside", "a"], "--log and --aside name the same file"),
        (["mask", "cases.jsonl", "--out", "./cases.jsonl"], "--out names an input file"),
        (["mask", "cases.jsonl", "--log", "link.jsonl"], "--log names an input file"),
        (["mask", "cases.jsonl", "--gold-file", "golds.csv", "--out", "golds.csv"], "--out names an input file"),
    ],
)
def test_one_line_and_nothing_written(folder: Path, arguments: list[str], message: str) -> None:
    before = tree(folder)
    done = run_command(*arguments, cwd=folder)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Remedy" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert tree(folder) == before


def test_a_device_may_be_named_twice(folder: Path) -> None:
    done = run_command("audit", "cases.jsonl", "--out", os.devnull, "--html", os.devnull, cwd=folder)
    assert done.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_one_line(folder: Path) -> None:
    done = run_command("audit", "cases.jsonl", "--html", "/dev/full", cwd=folder)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
