"""Recall and precision of masking for the treatment and the exam task, on the project's own labelled cases.

The cases in ``benchmarks/data`` were invented and labelled before the code ran on them, by writers who had not seen it.
Every set was in view once it had been scored, and rules and word lists grew on it; what counts for unseen text are the
first figures of the last set. ``--first-run`` stores the figures of the sets that no first run has seen.
A labelled mention is found when every letter and digit of it is redacted; an outcome clause, when all of it is. A
redaction is right when it overlaps a labelled mention or clause.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from clinicalbr.masking import mask_case_with_log
from clinicalbr.schema import ClinicalCase, DiagnosisSection, ExamList, Redaction, TreatmentSection
from leak_scoring import Share
from record import RESULTS, commit, write

DATA = Path(__file__).resolve().parent / "data"
FIRST_RUN = "task_masking_quality_first_run"
SETS = {
    "treatment": ("treatment", ("treat_pt", "treat_en")),
    "exams": ("exams", ("exams_pt", "exams_en")),
    "treatment, second set": ("treatment", ("treat_second_pt", "treat_second_en")),
    "exams, second set": ("exams", ("exams_second_pt", "exams_second_en")),
    "treatment, third set": ("treatment", ("treat_third_pt", "treat_third_en")),
    "exams, third set": ("exams", ("exams_third_pt", "exams_third_en")),
}
"""Task and files of each set."""


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


def _rows(files: Iterable[str]) -> Iterator[dict[str, Any]]:
    for name in files:
        for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def score(task: str, files: Iterable[str], *, show: bool) -> dict[str, Share]:
    """Figures of one set, pooled and by language and kind of mention."""
    found: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for row in _rows(files):
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


def _first_runs() -> dict[str, Any]:
    """What earlier first runs stored, by set."""
    file = RESULTS / f"{FIRST_RUN}.json"
    return json.loads(file.read_text(encoding="utf-8"))["figures"] if file.exists() else {}


def main() -> None:
    """Score the sets, print a table and write the result."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cases", action="store_true", help="print what was missed and what was wrong")
    options.add_argument("--first-run", action="store_true", help="store the first figures of new sets and stop")
    options.add_argument("--sets", nargs="+", choices=SETS, default=tuple(SETS), help="sets to score; all by default")
    chosen = options.parse_args()
    stored = _first_runs() if chosen.first_run else {}
    measured: dict[str, Any] = {}
    for name, (task, files) in SETS.items():
        if name in stored or name not in chosen.sets:
            continue
        shares = score(task, files, show=chosen.cases)
        for key, share in shares.items():
            print(f"{name:21} {key:24} {share.count:4}/{share.of:<4} {share.count / share.of:.3f}")
        measured[name] = {key: share.figures() for key, share in shares.items()}
        if chosen.first_run:
            measured[name]["commit"] = commit()
    if chosen.first_run and not measured:
        raise SystemExit("no set is new; the first figures of those that are there are kept")
    if chosen.first_run or len(measured) == len(SETS):
        write(FIRST_RUN if chosen.first_run else "task_masking_quality", {**stored, **measured})


if __name__ == "__main__":
    main()
