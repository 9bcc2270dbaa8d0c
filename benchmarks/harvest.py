"""Whether a harvest gets everything once: faults of all kinds, and kills at random moments.

The service is the one of the tests, in a process of its own, and its log is what the harvest is compared with. Requests
are not slowed down to the rate of the real service; a real harvest takes as long as the service's rate asks.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from record import write

TESTS = Path(__file__).resolve().parent.parent / "tests"
CLIENT = TESTS / "sources" / "harvest_process.py"
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])}
PAGE = 1000
IDENTIFIERS = 200_000
TEXTS = 2_000
FAULTS = 0.05
BIG_DAYS = (3_000, 1_500)
KILLS = 20
KILLED_IDENTIFIERS = 50_000
PARALLEL = 4
LIST, TEXT = "/api/v1/article/identifiers/", "/j/"


@contextmanager
def service(log: Path, *options: str) -> Iterator[str]:
    """The fake service in a process of its own; gives its address."""
    command = [sys.executable, "-m", "fake_service", "--log", str(log), "--batch", "120", *options]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.wait()


def requests(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def entries(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in whole_lines(folder / "manifest.jsonl")]


def verified(folder: Path) -> bool:
    """Whether every stored file has its hash; asked of the library, in this process."""
    from clinicalbr.sources import Harvest

    return Harvest(folder, None, None).verify() == ()


def client(url: str, folder: Path, share: int) -> list[str]:
    return [sys.executable, str(CLIENT), url, str(folder), str(share)]


def listed(folder: Path) -> Counter[str]:
    lines = (folder / "listing.jsonl").read_text(encoding="utf-8").splitlines()
    return Counter(item[0] for line in lines for item in json.loads(line)["items"])


def with_faults(folder: Path) -> dict[str, Any]:
    """Everything obtainable exactly once, in spite of faults."""
    log, store = folder / "faults.log", folder / "faults"
    days = [word for size in BIG_DAYS for word in ("--big-day", str(size))]
    with service(
        log, "--articles", str(IDENTIFIERS), "--faults", str(FAULTS), "--stale-pages", str(FAULTS), *days
    ) as url:
        before = time.perf_counter()
        process = subprocess.Popen(client(url, store, IDENTIFIERS // TEXTS), env=ENVIRONMENT)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - before
    if process.returncode:
        raise SystemExit(f"the harvest ended with status {process.returncode}")
    asked = requests(log)
    faults = Counter(line["fault"] for line in asked if line["fault"])
    pages = [line for line in asked if line["path"] == LIST and not line["fault"]]
    texts = Counter(item for line in asked if line["path"].startswith(TEXT) for item in line["items"])
    stored = [entry for entry in entries(store) if entry["status"] == "stored"]
    least = -(-IDENTIFIERS // PAGE)
    again = sum(len(line["items"]) for line in pages) - IDENTIFIERS
    # Records of a moment that was cut by the end of a page come in another order the next time, and so come again.
    forced = -(-again // PAGE)
    budget = least + TEXTS + faults.total() + forced
    counts = listed(store)
    return {
        "identifiers": IDENTIFIERS,
        "identifiers_listed_once": sum(count == 1 for count in counts.values()),
        "identifiers_listed_more_than_once": sum(count > 1 for count in counts.values()),
        "texts": TEXTS,
        "texts_stored_once": sum(count == 1 for count in Counter(entry["id"] for entry in stored).values()),
        "texts_handed_out_once_by_the_server": sum(count == 1 for count in texts.values()),
        "texts_handed_out_more_than_once": sum(count > 1 for count in texts.values()),
        "hashes_verified": verified(store),
        "requests": len(asked),
        "least_pages": least,
        "faults_injected": faults.total(),
        "faults_by_kind": dict(sorted(faults.items())),
        "pages_read": len(pages),
        "records_read_again": again,
        "pages_of_records_read_again": forced,
        "budget": budget,
        "requests_to_budget": round(len(asked) / budget, 4),
        "requests_to_budget_without_records_read_again": round(len(asked) / (budget - forced), 4),
        "peak_memory_mb": round(usage.ru_maxrss / 1024, 1),
        "seconds": round(seconds, 1),
    }


def with_kills(folder: Path) -> dict[str, Any]:
    """Nothing stored is lost or asked for again."""
    log, store = folder / "kills.log", folder / "kills"
    drawn = random.Random(7)
    moments: list[tuple[int, set[str]]] = []
    least = -(-KILLED_IDENTIFIERS // PAGE)
    with service(log, "--articles", str(KILLED_IDENTIFIERS)) as url:
        command = client(url, store, KILLED_IDENTIFIERS // TEXTS)
        while len(moments) < KILLS:
            before = len(requests(log)) if log.exists() else 0
            process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
            # Spread over the whole harvest: at each kill about a twentieth more of it is done.
            wanted = before + drawn.randrange(1, 2 * (TEXTS + least) // (KILLS + 2))
            while process.poll() is None and log.read_bytes().count(b"\n") < wanted:
                time.sleep(0.001)
            if process.poll() is not None:
                break
            process.send_signal(signal.SIGKILL)
            process.wait()
            moments.append((len(requests(log)), {entry["id"] for entry in entries(store)}))
        subprocess.run(command, check=True, env=ENVIRONMENT)
    asked = requests(log)
    texts = Counter(item for line in asked if line["path"].startswith(TEXT) for item in line["items"])
    pages = sum(line["path"] == LIST for line in asked)
    lines = len((store / "listing.jsonl").read_text(encoding="utf-8").splitlines())
    stored = Counter(entry["id"] for entry in entries(store) if entry["status"] == "stored")
    kills = len(moments)
    again = [
        item
        for number, kept in moments
        for line in asked[number:]
        if line["path"].startswith(TEXT)
        for item in line["items"]
        if f"scl/{item}" in kept
    ]
    return {
        "kills": kills,
        "identifiers": KILLED_IDENTIFIERS,
        "texts": TEXTS,
        "texts_stored_at_each_kill": [len(kept) for _, kept in moments],
        "stored_texts_lost": sum(len(kept - set(stored)) for _, kept in moments),
        "stored_texts_asked_for_again": len(again),
        "texts_stored_once": sum(count == 1 for count in stored.values()),
        "texts_stored_more_than_once": sum(count > 1 for count in stored.values()),
        "texts_handed_out": texts.total(),
        "texts_handed_out_again": texts.total() - TEXTS,
        "texts_handed_out_again_at_most": kills * PARALLEL,
        "pages_asked": pages,
        "pages_kept": lines,
        "pages_asked_again": pages - lines,
        "identifiers_listed_once": sum(count == 1 for count in listed(store).values()),
        "hashes_verified": verified(store),
    }


def whole_lines(path: Path) -> list[bytes]:
    return [line for line in path.read_bytes().splitlines(True) if line.endswith(b"\n")] if path.exists() else []


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        figures = {"faults": with_faults(Path(folder)), "kills": with_kills(Path(folder))}
    write("harvest", figures, packages=("httpx", "tenacity", "aiolimiter", "hishel", "filelock"))


if __name__ == "__main__":
    main()
