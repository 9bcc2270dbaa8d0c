"""Language versions of one case: names of all are sought in each, and each keeps its own placeholder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clinicalbr_command import run_command

NAMES = {"pt": "sarampo", "en": "measles"}
PT = {"case_id": "c1", "language": "pt", "narrative": "É sarampo (measles)."}
EN = {"case_id": "c1", "language": "en", "narrative": "It is measles (sarampo)."}
OTHER = {"case_id": "c2", "language": "pt", "narrative": "É sarampo."}


def stated(case: dict[str, Any]) -> dict[str, Any]:
    return case | {"diagnosis": {"final_diagnosis_name": NAMES[case["language"]]}}


def lines(*cases: dict[str, Any]) -> str:
    return "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)


def narratives(printed: str) -> list[str]:
    return [json.loads(line)["narrative"] for line in printed.splitlines()]


@pytest.mark.parametrize("order", [("pt", "en"), ("en", "pt")])
def test_each_version_gets_its_own_placeholder_from_a_joint_gold(tmp_path: Path, order: tuple[str, str]) -> None:
    rows = "".join(f"c1,{language},{NAMES[language]}\n" for language in order)
    (tmp_path / "golds.csv").write_text(f"id,language,names\n{rows}", encoding="utf-8")
    done = run_command("mask", "--gold-file", "golds.csv", cwd=tmp_path, stdin=lines(PT, EN))
    assert done.returncode == 0, done.stderr
    assert narratives(done.stdout) == ["É [REDIGIDO] ([REDIGIDO]).", "It is [REDACTED] ([REDACTED])."]


def test_a_gold_in_another_language_only(tmp_path: Path) -> None:
    (tmp_path / "golds.csv").write_text("id,language,names\nc1,pt,sarampo|measles\n", encoding="utf-8")
    done = run_command("mask", "--gold-file", "golds.csv", cwd=tmp_path, stdin=lines(EN))
    assert narratives(done.stdout) == ["It is [REDACTED] ([REDACTED])."]


def test_neighbours_share_their_names(tmp_path: Path) -> None:
    stdin = lines(stated(PT), stated(EN), stated(OTHER))
    done = run_command("mask", cwd=tmp_path, stdin=stdin)
    assert done.returncode == 0, done.stderr
    assert narratives(done.stdout) == [
        "É [REDIGIDO] ([REDIGIDO]).",
        "It is [REDACTED] ([REDACTED]).",
        "É [REDIGIDO].",
    ]
    audited = run_command("audit", "--out", "-", cwd=tmp_path, stdin=stdin)
    assert [json.loads(line)["by_tier"] for line in audited.stdout.splitlines()] == [
        {"verbatim": 2}, {"verbatim": 2}, {"verbatim": 1},
    ]  # fmt: skip
    assert "apart" not in done.stderr + audited.stderr


def test_a_version_without_a_diagnosis_takes_that_of_its_neighbour(tmp_path: Path) -> None:
    done = run_command("mask", cwd=tmp_path, stdin=lines(stated(EN), PT))
    assert done.returncode == 0, done.stderr
    assert narratives(done.stdout)[1] == "É sarampo ([REDIGIDO])."


@pytest.mark.parametrize("command", ["mask", "audit"])
def test_a_version_that_stands_apart_is_reported(tmp_path: Path, command: str) -> None:
    done = run_command(command, cwd=tmp_path, stdin=lines(stated(PT), stated(OTHER), stated(EN)))
    assert f"clinicalbr {command}: case 'c1' (en) stands apart from its version in pt" in done.stderr
    again = run_command(command, cwd=tmp_path, stdin=lines(stated(PT), stated(OTHER), stated(PT)))
    assert "stands apart" not in again.stderr
    (tmp_path / "golds.csv").write_text(
        "id,language,names\nc1,pt,sarampo\nc1,en,measles\nc2,pt,sarampo\n", encoding="utf-8"
    )
    joint = run_command(command, "--gold-file", "golds.csv", cwd=tmp_path, stdin=lines(PT, OTHER, EN))
    assert "stands apart" not in joint.stderr


def test_exam_names_of_all_versions_are_masked(tmp_path: Path) -> None:
    pt = stated(PT) | {"narrative": "Pedida sorologia (serology).", "gold_exams": {"laboratory": ["sorologia"]}}
    en = stated(EN) | {"narrative": "Ordered serology (sorologia).", "gold_exams": {"laboratory": ["serology"]}}
    for extra in ([], ["--placeholder", "[X]"]):
        done = run_command("mask", "--task", "exams", *extra, cwd=tmp_path, stdin=lines(pt, en))
        assert done.returncode == 0, done.stderr
        assert "orologia" not in done.stdout
        assert "erology" not in done.stdout


def test_the_exam_task_masks_abbreviations_values_and_results_of_the_gold_exams_only(tmp_path: Path) -> None:
    case = PT | {
        "narrative": "Lúpus eritematoso sistêmico; LES ativo. HMG com plaquetas 38.000/mm³, K 2,9 mEq/L e vitamina K. "
        "TC de tórax com vidro fosco. Ureia 40 mg/dL, TC de abdome normal.",
        "diagnosis": {"final_diagnosis_name": "lúpus eritematoso sistêmico"},
        "gold_exams": {
            "laboratory": ["hemograma completo", "K", "FAN"],
            "imaging": ["tomografia computadorizada de tórax"],
        },
    }
    done = run_command("mask", "--task", "exams", "--log", "log.jsonl", cwd=tmp_path, stdin=lines(case))
    assert done.returncode == 0, done.stderr
    (masked,) = narratives(done.stdout)
    for answer in ("Lúpus", "LES", "HMG", "plaquetas", "38.000", "2,9", "TC de tórax", "vidro fosco"):
        assert answer not in masked
    for other in ("vitamina K", "Ureia 40 mg/dL", "TC de abdome normal"):
        assert other in masked
    log = json.loads((tmp_path / "log.jsonl").read_text(encoding="utf-8"))
    assert "TC de tórax com vidro fosco" in [item["surface"] for item in log["redactions"]["narrative"]]
    for_diagnosis = run_command("mask", cwd=tmp_path, stdin=lines(case))
    assert "HMG com plaquetas 38.000/mm³, K 2,9 mEq/L" in for_diagnosis.stdout


def test_the_treatment_task_masks_the_plan_and_reveals_the_diagnosis(tmp_path: Path) -> None:
    case = stated(PT) | {
        "narrative": "Recebeu amoxicilina e losartana.",
        "treatment": {"intervention": ["amoxicilina"]},
    }
    done = run_command("mask", "--task", "treatment", cwd=tmp_path, stdin=lines(case, OTHER))
    assert narratives(done.stdout) == ["Recebeu [REDIGIDO] e losartana."]
    assert json.loads(done.stdout)["confirmed_diagnosis"] == "sarampo"
    assert done.returncode == 2
    assert "case 'c2' states no treatment" in done.stderr


def test_the_exam_task_takes_the_exam_list_of_a_case_whose_diagnosis_stands_in_the_gold_file(tmp_path: Path) -> None:
    (tmp_path / "golds.csv").write_text("id,language,names\nc1,pt,sarampo\n", encoding="utf-8")
    case = PT | {"narrative": "É sarampo. Pedido HMG.", "gold_exams": {"laboratory": ["hemograma"]}}
    done = run_command("mask", "--task", "exams", "--gold-file", "golds.csv", cwd=tmp_path, stdin=lines(case))
    assert done.returncode == 0, done.stderr
    assert narratives(done.stdout) == ["É [REDIGIDO]. Pedido [REDIGIDO]."]
