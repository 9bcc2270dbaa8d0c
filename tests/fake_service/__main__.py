"""Serves a catalogue and its texts in a process of its own: ``python -m fake_service --articles 200000 --log FILE``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fake_service import ArticleMeta, ArticleSite, FakeService, Fault, Faults


def main() -> None:
    """Serve until standard input ends; the address is the first line of standard output."""
    options = argparse.ArgumentParser()
    options.add_argument("--articles", type=int, default=1000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--batch", type=int, default=40)
    options.add_argument("--big-day", type=int, action="append", default=[], help="records of one more day")
    options.add_argument("--faults", type=float, default=0.0)
    options.add_argument("--kind", action="append", choices=[kind.name for kind in Fault])
    options.add_argument("--stale-pages", type=float, default=0.0)
    options.add_argument("--log", type=Path, required=True)
    options.add_argument("--drip-seconds", type=float, default=0.2)
    given = options.parse_args()
    big_days = {100 * (number + 1): size for number, size in enumerate(given.big_day)}
    catalogue = ArticleMeta(
        given.articles, seed=given.seed, batch=given.batch, big_days=big_days, stale_pages=given.stale_pages
    )
    kinds = tuple(Fault[name] for name in given.kind) if given.kind else tuple(Fault)
    faults = Faults(given.faults, kinds, given.seed, drip_seconds=given.drip_seconds)
    routes = [*catalogue.routes(), *ArticleSite().routes()]
    with FakeService(routes, faults, log_file=given.log) as service:
        sys.stdout.write(service.url + "\n")
        sys.stdout.flush()
        sys.stdin.read()


main()
