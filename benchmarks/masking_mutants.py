"""How many small changes of the masking code its tests notice.

Draws from all mutants of `clinicalbr.masking` and runs the tests of the masker on each. A mutant that no test notices
counts as a survivor even where it means the same as the code. A run that was stopped goes on where it was.

python benchmarks/masking_mutants.py [--count 300] [--seed 0]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scipy.stats import binomtest

import record
from mutant_trials import EXAMPLES, Coverage, Trial, copied, map_tests, prepare, run_trial
from mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "clinicalbr"
TARGET = "masking"
TESTS = ("tests/masking",)
CACHE = ROOT / ".cache" / "masking_mutants"
PROCESSES = 2


def all_mutants() -> list[Mutant]:
    files = sorted((SOURCES / TARGET).rglob("*.py"))
    return [
        mutant
        for file in files
        for mutant in mutants_of(file.read_text(encoding="utf-8"), file.relative_to(SOURCES).as_posix())
    ]


def drawn(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """The first of all mutants in a random order, so that a larger draw holds a smaller one."""
    shuffled = list(mutants)
    random.Random(seed).shuffle(shuffled)
    return shuffled[:count]


def key() -> str:
    """What the outcomes depend on: the sources, the tests, and how the trials are run."""
    files = [
        *(file for file in SOURCES.rglob("*") if file.is_file() and "__pycache__" not in file.parts),
        *(file for folder in TESTS for file in (ROOT / folder).rglob("*.py")),
        ROOT / "tests" / "conftest.py",
        *(Path(__file__).with_name(f"{name}.py") for name in ("mutants", "mutant_trials")),
    ]
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(f"{file.relative_to(ROOT).as_posix()}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def trials_of(mutants: Sequence[Mutant]) -> dict[str, Trial]:
    """The trial of each mutant, read from the cache or run now."""
    CACHE.mkdir(parents=True, exist_ok=True)
    store = CACHE / f"{key()}.jsonl"
    lines = store.read_text(encoding="utf-8").splitlines() if store.exists() else []
    known = {trial.name: trial for trial in (Trial(**json.loads(line)) for line in lines)}
    wanted = [mutant for mutant in mutants if mutant.name not in known]
    print(f"{len(mutants)} mutants, {len(wanted)} to try; outcomes in {store.relative_to(ROOT)}", flush=True)
    with store.open("a", encoding="utf-8") as out:
        for done, trial in enumerate(_run(wanted), 1):
            known[trial.name] = trial
            out.write(json.dumps(asdict(trial), ensure_ascii=False) + "\n")
            out.flush()
            print(f"{done}/{len(wanted)} {trial.outcome} {trial.seconds:.0f} s {trial.name}", flush=True)
    return {mutant.name: known[mutant.name] for mutant in mutants}


def _run(mutants: Sequence[Mutant]) -> Iterator[Trial]:
    if not mutants:
        return
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies = Path(folder)
        # Workers start at different times, and the checkout may change between.
        start = (copied(ROOT, copies / "first" / "checkout"), copies, TESTS)
        with ProcessPoolExecutor(PROCESSES, mp_context=context, initializer=prepare, initargs=start) as pool:
            covered: Coverage = pool.submit(map_tests, TARGET).result()
            futures = [pool.submit(run_trial, mutant, *covered.tests_of(mutant), covered.seconds) for mutant in mutants]
            for future in as_completed(futures):
                yield future.result()


def share(trials: Iterable[Trial]) -> dict[str, Any]:
    outcomes = Counter(trial.outcome for trial in trials)
    tried = outcomes.total()
    killed = tried - outcomes["survived"]
    interval = binomtest(killed, tried).proportion_ci(method="wilson")
    return {
        "mutants": tried,
        "killed": killed,
        "of_these_endless": outcomes["endless"],
        "share": round(killed / tried, 3),
        "wilson_95": [round(float(interval.low), 3), round(float(interval.high), 3)],
    }


def grouped(mutants: Sequence[Mutant], trials: dict[str, Trial], by: str) -> dict[str, dict[str, int]]:
    groups: dict[str, list[Trial]] = {}
    for mutant in mutants:
        groups.setdefault(getattr(mutant, by), []).append(trials[mutant.name])
    return {
        group: {"mutants": len(own), "killed": sum(trial.outcome != "survived" for trial in own)}
        for group, own in sorted(groups.items())
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="How many small changes of the masking code its tests notice.")
    parser.add_argument("--count", type=int, default=300, help="mutants to draw")
    parser.add_argument("--seed", type=int, default=0, help="of the draw")
    options = parser.parse_args()
    possible = all_mutants()
    mutants = drawn(possible, options.count, options.seed)
    trials = trials_of(mutants)
    survivors = sorted((m for m in mutants if trials[m.name].outcome == "survived"), key=lambda m: (m.module, m.line))
    record.write(
        "masking_mutants",
        {
            "tests": list(TESTS),
            "examples_a_property_test": EXAMPLES,
            "possible_mutants": len(possible),
            "seed": options.seed,
            "all": share(trials.values()),
            "by_operator": grouped(mutants, trials, "operator"),
            "by_module": grouped(mutants, trials, "module"),
            "survivors": [
                {field: getattr(mutant, field) for field in ("module", "line", "operator", "before", "after")}
                for mutant in survivors
            ],
        },
        packages=("hypothesis", "pytest", "coverage"),
    )


if __name__ == "__main__":
    main()
