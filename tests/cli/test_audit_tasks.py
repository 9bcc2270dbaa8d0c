"""``clinicalbr audit --task``: masked cases are searched for the answer of the task that they were masked for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from clinicalbr_command import run_command

PT = {
    "case_id": "c1",
    "language": "pt",
    "narrative": "É sarampo. HMG com plaquetas 38.000/mm³. Recebeu amoxicilina e losartana. CBC repetido.",
    "diagnosis": {"final_diagnosis_name": "sarampo"},
    "gold_exams": {"laboratory": ["hemograma"]},
    "treatment": {"intervention": ["amoxicilina"]},
}
EN = PT | {
    "language": "en",
    "narrative": "It is measles. CBC ordered; HMG. Amoxicillin was given.",
    "diagnosis": {"final_diagnosis_name": "measles"},
    "gold_exams": {"laboratory": ["complete blood count"]},
    "treatment": {"intervention": ["amoxicillin"]},
}
TASKS = {"exams": ["HMG", "CBC"], "treatment": ["amoxicilina", "Amoxicillin"]}


def write(path: Path, *cases: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases), encoding="utf-8")
    return path


def forged(case: dict[str, Any], task: str) -> dict[str, Any]:
    """A case that claims to be masked and is not."""
    told = {"confirmed_diagnosis": "sarampo"} if task == "treatment" else {}
    return {name: case[name] for name in ("case_id", "language", "narrative")} | {"task": task} | told


@pytest.mark.parametrize("task", TASKS)
def test_a_masked_corpus_is_clean_and_a_forged_one_is_not(tmp_path: Path, task: str) -> None:
    write(tmp_path / "cases.jsonl", PT, EN)
    masked = run_command("mask", "cases.jsonl", "--task", task, "--out", "masked.jsonl", cwd=tmp_path)
    assert masked.returncode == 0, masked.stderr
    gate = ("--task", task, "--gold-cases", "cases.jsonl")
    clean = run_command("audit", "masked.jsonl", *gate, cwd=tmp_path)
    assert clean.returncode == 0, clean.stderr
    assert "2 cases audited, 0 with a leak" in clean.stderr
    write(tmp_path / "forged.jsonl", forged(PT, task), forged(EN, task))
    leaking = run_command("audit", "forged.jsonl", *gate, "--json", "-", cwd=tmp_path)
    assert leaking.returncode == 1, leaking.stderr
    for answer in TASKS[task]:
        assert f"'{answer}'" in leaking.stderr
    assert "losartana'" not in leaking.stderr
    assert TASKS[task][0] in {
        leak["surface"] for line in leaking.stdout.splitlines() for leak in json.loads(line)["leaks"]
    }


@pytest.mark.parametrize(
    ("task", "case", "message"),
    [
        ("treatment", forged(PT, "treatment"), "masked case 'c1' does not hold its treatment. Remedy: .*--gold-cases"),
        ("exams", forged(PT, "exams"), "case 'c1': it has no gold exam list. Remedy: .*--gold-cases"),
        ("exams", {name: PT[name] for name in PT if name != "gold_exams"}, "case 'c1': it has no gold exam list"),
    ],
)  # fmt: skip
def test_an_answer_that_nothing_states_never_passes(
    tmp_path: Path, task: str, case: dict[str, Any], message: str
) -> None:
    (tmp_path / "golds.csv").write_text("id,language,names\nc1,pt,sarampo\n", encoding="utf-8")
    write(tmp_path / "cases.jsonl", case)
    done = run_command("audit", "cases.jsonl", "--task", task, "--gold-file", "golds.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert re.search(message, done.stderr), done.stderr


def test_the_diagnosis_may_come_from_the_cases_before_masking(tmp_path: Path) -> None:
    write(tmp_path / "cases.jsonl", EN, PT)
    write(tmp_path / "forged.jsonl", forged(PT | {"narrative": "Sarampo (measles)."}, "diagnosis"))
    done = run_command("audit", "forged.jsonl", "--gold-cases", "cases.jsonl", cwd=tmp_path)
    assert done.returncode == 1
    assert "'Sarampo'" in done.stderr
    assert "'measles'" in done.stderr


def test_an_audit_for_another_task_is_pointed_out(tmp_path: Path) -> None:
    write(tmp_path / "cases.jsonl", PT)
    write(tmp_path / "forged.jsonl", forged(PT | {"narrative": "HMG."}, "exams"))
    done = run_command("audit", "forged.jsonl", "--gold-cases", "cases.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    assert "1 case masked for exams and audited for diagnosis. Remedy: audit with --task exams as well" in done.stderr


@pytest.mark.parametrize("extra", [["--task", "exams"], ["--gold-cases", "cases.jsonl"]])
def test_a_table_is_audited_for_the_diagnosis(tmp_path: Path, extra: list[str]) -> None:
    write(tmp_path / "cases.jsonl", PT)
    columns = ["--text", "caso", "--gold", "resposta", "--language", "pt"]
    stdin = '{"caso": "HMG.", "resposta": "sarampo"}\n'
    done = run_command("audit", "-", *columns, *extra, cwd=tmp_path, stdin=stdin)
    assert done.returncode == 2
    assert "a table is audited for the diagnosis" in done.stderr
