"""Write a benchmark's figures beside what they were measured on."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results"


def cpu() -> str:
    """Model of the processor and number of logical cores."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{models[0] if models else platform.processor() or platform.machine()} ({len(models) or '?'} logical cores)"


def commit() -> str:
    """Commit of the checkout, with ``+changes`` when files that are tracked differ from it."""
    root = Path(__file__).resolve().parent.parent
    git = ["git", "-C", str(root)]
    head = subprocess.run(
        [*git, "rev-parse", "--verify", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    changed = subprocess.run(
        [*git, "status", "--porcelain", "--untracked-files=no", "--", "src"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    return (head or "unknown") + ("+changes" if changed else "")


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Versions of the packages that took part; one that is absent says so."""
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def write(name: str, figures: Mapping[str, Any], *, packages: Iterable[str] = ()) -> Path:
    """Write ``results/<name>.json`` and print it."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    record = {
        "benchmark": name,
        "commit": commit(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "cpu": cpu(),
        "versions": versions(("clinicalbr", *packages)),
        "figures": dict(figures),
    }
    text = json.dumps(record, indent=2, ensure_ascii=False, sort_keys=False)
    path.write_text(text + "\n", encoding="utf-8")
    print(text)
    return path
