"""Recall and precision of masking for the treatment and the exam task, on the project's own labelled cases.

The cases in ``benchmarks/data`` were invented and labelled before the code ran on them, by writers who had not seen it.
A labelled mention is found when every letter and digit of it is redacted; an outcome clause, when all of it is. A
redaction is right when it overlaps a labelled mention or clause.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clinicalbr.masking import mask_case_with_log
from clinicalbr.schema import ClinicalCase, DiagnosisSection, ExamList, Redaction, TreatmentSection
from leak_scoring import Share
from record import write

DATA = Path(__file__).resolve().parent / "data"
SETS = {"treatment": ("treat_pt", "treat_en"), "exams": ("exams_pt", "exams_en")}


def _case(row: dict[str, Any], task: str) -> ClinicalCase:
    kinds = ("laboratory", "imaging", "pathology", "other")
    return ClinicalCase(
        case_id=row["id"],
        language=row["language"],
        narrative=row["text"],
        diagnosis=DiagnosisSection(final_diagnosis_name=row["diagnosis"]),
        treatment=TreatmentSection(intervention=tuple(row["plan"])) if task == "treatment" else None,
        gold_exams=ExamList(**{kind: tuple(row.get(kind, ())) for kind in kinds}) if task == "exams" else None,
    )


def _rows(task: str) -> Iterator[dict[str, Any]]:
    for name in SETS[task]:
        for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def score(task: str, *, show: bool) -> dict[str, Share]:
    """Figures of one task, pooled and by language and kind of mention."""
    found: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for row in _rows(task):
        text = row["text"]
        redactions = mask_case_with_log(_case(row, task), task)[1].redactions.get("narrative", ())
        hidden = {place for item in redactions for place in range(item.start, item.end)}
        labels = [(item["tier"], item) for item in row["leaks"]] + [("outcome", item) for item in row["verdicts"]]
        for kind, item in labels:
            closed = all(place in hidden for place in range(item["start"], item["end"]) if text[place].isalnum())
            keys = [kind, "recall"] if kind != "outcome" else [kind]
            for key in (*keys, *(f"{key} {row['language']}" for key in keys)):
                asked[key] += 1
                found[key] += closed
            if show and not closed:
                print("missed", row["id"], kind, repr(item["surface"]))
        for redaction in redactions:
            right = any(_overlap(redaction, item) for _, item in labels)
            for key in ("precision", f"precision {row['language']}"):
                asked[key] += 1
                found[key] += right
            if show and not right:
                around = text[max(0, redaction.start - 30) : redaction.end + 30].replace("\n", " ")
                print("wrong ", row["id"], redaction.tier.value, repr(redaction.surface), "in", repr(around))
        for item in row["hard_negatives"]:
            hit = any(place in hidden for place in range(item["start"], item["end"]) if text[place].isalnum())
            for key in ("hard negatives hit", f"hard negatives hit {row['language']}"):
                asked[key] += 1
                found[key] += hit
            if show and hit:
                print("hit   ", row["id"], repr(item["surface"]), item["why"])
    return {key: Share(found[key], asked[key]) for key in sorted(asked)}


def _overlap(redaction: Redaction, item: dict[str, Any]) -> bool:
    return bool(redaction.start < item["end"] and item["start"] < redaction.end)


def main() -> None:
    """Score both tasks, print a table and write the result."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--cases", action="store_true", help="print what was missed and what was wrong")
    options.add_argument("--first-run", action="store_true", help="write the figures of a first run apart")
    chosen = options.parse_args()
    figures = {task: score(task, show=chosen.cases) for task in SETS}
    for task, shares in figures.items():
        for key, share in shares.items():
            print(f"{task:10} {key:24} {share.count:4}/{share.of:<4} {share.count / share.of:.3f}")
    written = {task: {key: share.figures() for key, share in shares.items()} for task, shares in figures.items()}
    write("task_masking_quality_first_run" if chosen.first_run else "task_masking_quality", written)


if __name__ == "__main__":
    main()
