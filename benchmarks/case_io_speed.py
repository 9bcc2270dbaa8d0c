"""Reading and writing 2,892 cases of 7 KB, beside json.loads and msgspec on the same file, and memory when streamed.

python benchmarks/case_io_speed.py
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

import record
from clinicalbr.schema import ClinicalCase, read_cases, write_cases
from clinicalbr.testing import sample_corpus

CASES, SIZE, ROUNDS = 2892, 7000, 5


def corpus() -> list[ClinicalCase]:
    """The sample corpus repeated and filled up to the size of ClinicalBr, 7 KB a line."""
    sides = [side for pair in sample_corpus() for side in (pair.source, pair.target)]
    made = []
    for number in range(CASES):
        case = sides[number % len(sides)]
        lacking = SIZE - len(case.model_dump_json(exclude_none=True).encode())
        filler = (" ".join(text for texts in case.texts().values() for text in texts) + " ") * 3
        made.append(case.model_copy(update={"case_id": f"case-{number:05}", "narrative": filler[: max(1, lacking)]}))
    return made


def msgspec_decoder() -> msgspec.json.Decoder:
    """A typed decoder of the same shape: field values are text, list or null, unknown keys are refused."""
    value = str | list[str] | None

    def struct(name: str, *fields: object) -> type:
        return msgspec.defstruct(name, fields, frozen=True, forbid_unknown_fields=True, omit_defaults=True)

    text = lambda *names: [(name, value, None) for name in names]  # noqa: E731
    presentation = struct(
        "Presentation", *text("patient_info", "chief_complaint", "history_present_illness", "past_medical_history", "allergies",
                              "social_history", "family_history", "physical_exam", "hospital_course", "final_diagnosis"),
    )  # fmt: skip
    workup = struct("Workup", *text("laboratory", "imaging", "pathology", "other"))
    exams = struct("Exams", *[(name, list[str], []) for name in ("laboratory", "imaging", "pathology", "other")])
    diagnosis = struct(
        "Diagnosis", ("diagnosis", str | None, None), ("final_diagnosis_name", str | None, None), ("acronyms", list[str], []),
        ("other_names", list[str], []),
    )  # fmt: skip
    treatment = struct("Treatment", *text("intervention", "outcome", "follow_up"))
    item = struct("Item", ("diagnosis", str), ("confirmed", bool, False), ("justification", str | None, None))
    tropical = struct(
        "Tropical", ("programme", str | None, None), ("disease", str | None, None), ("endemic", bool, False), ("ntd", bool, False),
        ("arbovirus", bool, False),
    )  # fmt: skip
    case = struct(
        "Case", ("case_id", str), ("language", str), ("case_type", str | None, None), ("title", str | None, None),
        ("presentation", presentation | None, None), ("workup", workup | None, None), ("narrative", value, None),
        ("diagnosis", diagnosis | None, None), ("treatment", treatment | None, None), ("gold_differential", list[item], []),
        ("gold_exams", exams | None, None), ("gold_cuis", list[str], []), ("reasoning", list[dict], []), ("anatomy", list[str], []),
        ("disease_categories", list[str], []), ("tropical", tropical | None, None), ("provenance", dict | None, None),
    )  # fmt: skip
    return msgspec.json.Decoder(case)


def seconds(task: Callable[[], object]) -> float:
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def peak_kib(file: Path) -> int:
    """Peak memory of a fresh process that streams the file; ru_maxrss would count this process's own peak in."""
    code = (
        "import re, sys\nfrom clinicalbr.schema import read_cases\nfor _ in read_cases(sys.argv[1]): pass\n"
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def main() -> None:
    cases = corpus()
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder) / "cases.jsonl", Path(folder) / "out.jsonl"
        write_cases(file, cases)
        decoder = msgspec_decoder()
        contenders: dict[str, Callable[[], object]] = {
            "clinicalbr read_cases": lambda: sum(1 for _ in read_cases(file)),
            "json.loads": lambda: sum(1 for line in file.open("rb") if json.loads(line)),
            "msgspec typed": lambda: sum(1 for line in file.open("rb") if decoder.decode(line)),
            "clinicalbr write_cases": lambda: write_cases(out, cases),
        }
        times: dict[str, list[float]] = {name: [] for name in contenders}
        for _ in range(ROUNDS):
            for name, task in contenders.items():
                times[name].append(seconds(task))
        medians = {name: statistics.median(values) for name, values in times.items()}
        peaks = {}
        for repeats in (1, 4):
            large = Path(folder) / f"{repeats}.jsonl"
            large.write_bytes(file.read_bytes() * repeats)
            peaks[f"{repeats * CASES} cases, {large.stat().st_size / 1e6:.0f} MB"] = peak_kib(large)
        record.write(
            "case_io_speed",
            {
                "cases": CASES,
                "megabytes": round(file.stat().st_size / 1e6, 1),
                "rounds": ROUNDS,
                "median_seconds": {name: round(value, 4) for name, value in medians.items()},
                "read_to_json_loads": round(medians["clinicalbr read_cases"] / medians["json.loads"], 2),
                "read_to_msgspec": round(medians["clinicalbr read_cases"] / medians["msgspec typed"], 2),
                "write_to_json_loads": round(medians["clinicalbr write_cases"] / medians["json.loads"], 2),
                "streaming_peak_kib": peaks,
            },
            packages=("pydantic", "msgspec"),
        )


if __name__ == "__main__":
    main()
