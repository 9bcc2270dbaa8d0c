"""The pipeline on real case reports: extract, mask, audit, with the gold answers of the labelled leak set."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from clinicalbr_command import run_command


@pytest.fixture(scope="module")
def golds(shared_data: Path) -> dict[str, tuple[str, str, bool]]:
    """Gold names and acronyms by article, as the annotators stated them."""
    found = {}
    for line in (shared_data / "leaks" / "real_en_es.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["source_file"].startswith("pmc/"):
            article = Path(row["source_file"]).stem
            title = row["text"].index("\n")
            told = {leak["tier"] for leak in row["leaks"] if leak["start"] > title} & {"verbatim", "acronym"}
            leaks = article in found and found[article][2]
            found[article] = ("|".join(row["gold"]), "|".join(row["gold_acronyms"]), leaks or bool(told))
    return found


def test_extract_mask_audit(shared_data: Path, golds: dict[str, tuple[str, str, bool]], tmp_path: Path) -> None:
    files = [str(shared_data / "pmc" / "case_reports_ccby" / f"{article}.xml") for article in sorted(golds)]
    extracted = run_command("extract", *files, cwd=tmp_path)
    assert extracted.returncode == 0, extracted.stderr
    cases = [json.loads(line) for line in extracted.stdout.splitlines()]
    assert {case["case_id"].split("-")[0] for case in cases} == set(golds)
    with (tmp_path / "golds.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "language", "names", "acronyms"])
        writer.writerows([case["case_id"], "en", *golds[case["case_id"].split("-")[0]][:2]] for case in cases)

    before = run_command(
        "audit", "-", "--gold-file", "golds.csv", "--out", "before.jsonl", cwd=tmp_path, stdin=extracted.stdout
    )
    assert before.returncode == 1
    leaking = [json.loads(line) for line in (tmp_path / "before.jsonl").read_text(encoding="utf-8").splitlines()]
    told = {report["case_id"].split("-")[0] for report in leaking if not report["clean"]}
    expected = {article for article, (_, _, leaks) in golds.items() if leaks}
    assert len(expected) >= 8
    assert told >= expected

    masked = run_command(
        "mask", "--gold-file", "golds.csv", "--task", "diagnosis", cwd=tmp_path, stdin=extracted.stdout
    )
    assert masked.returncode == 0, masked.stderr
    assert len(masked.stdout.splitlines()) == len(cases)
    after = run_command("audit", "-", "--gold-file", "golds.csv", cwd=tmp_path, stdin=masked.stdout)
    assert after.returncode == 0, after.stderr
    assert f"{len(cases)} cases audited, 0 with a leak" in after.stderr
