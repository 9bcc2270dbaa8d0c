"""Runs tests against mutants, each in a process of its own, on a private copy of the sources.

A worker loads everything that no mutant changes once, and branches off a process for each mutant. There the tests that
passed over the changed lines come first, the fastest ahead, and the first failure ends the trial.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import coverage
import pytest
from hypothesis import HealthCheck, Phase, settings

from mutants import Mutant

__all__ = ["EXAMPLES", "Coverage", "Trial", "copied", "map_tests", "prepare", "run_trial"]

EXAMPLES = 8
"""Examples of a property test."""
_WARM = ("clinicalbr.languages", "clinicalbr.schema", "clinicalbr.testing", "hypothesis.strategies", "scipy.stats")
_LONGEST_TRIAL, _LONGEST_MAP = 600.0, 3600.0
_SLOWEST_START = 120
_SPARE_SECONDS, _SPARE_TIMES = 30.0, 20.0
"""How much longer than on the unchanged sources a test may take before it counts as endless."""
_SLOW = 1.0
_MEMORY = 8 << 30
_STOPPED = frozenset({signal.SIGALRM, signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT})


@dataclass(frozen=True, slots=True)
class Trial:
    """What the tests said of a mutant.

    Args:
        name: The mutant's.
        outcome: ``"failed"`` (a test), ``"endless"`` (time or memory ran out), ``"survived"``.
        test: The test that failed first; empty when the module could not even be imported.
        seconds: What the trial took.
    """

    name: str
    outcome: str
    test: str
    seconds: float


@dataclass(slots=True)
class _Watch:
    """A pytest plugin: few and fixed examples, the order of tests, an alarm for each, and what came of them."""

    first: Sequence[str] = ()
    usual_seconds: Mapping[str, float] = field(default_factory=dict)
    enter: Callable[[str], object] | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    failed: str = ""
    file: str = ""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        settings.register_profile(
            "mutants",
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")
        signal.alarm(_SLOWEST_START)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        rank = {test: place for place, test in enumerate(self.first)}
        # A slow test that does not pass over the change would cost much and hardly ever tell.
        items[:] = [item for item in items if item.nodeid in rank or self.usual_seconds.get(item.nodeid, 0.0) < _SLOW]
        items.sort(key=lambda item: (rank.get(item.nodeid, len(rank)), self.usual_seconds.get(item.nodeid, 0.0)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        file = _file_of(nodeid)
        if self.enter and file != self.file:
            _forget()
        self.file = file
        usual = self.usual_seconds.get(nodeid, 0.0)
        signal.alarm(int(_SPARE_SECONDS + _SPARE_TIMES * usual))
        if self.enter:
            self.enter(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed = report.nodeid


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def _forget() -> None:
    """Empty the caches of the package, so that a file of tests runs all lines that its outcome depends on."""
    for name, module in list(sys.modules.items()):
        if name.startswith("clinicalbr.masking"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which tests pass over which lines, and how long each takes.

    Args:
        lines: For each module, for each line, the tests that run it; an empty name where it runs on import.
        seconds: How long each test took.
    """

    lines: Mapping[str, Mapping[int, Collection[str]]]
    seconds: Mapping[str, float]

    def tests_of(self, mutant: Mutant) -> tuple[list[str], list[str]]:
        """The tests that pass over a mutant's lines, the fastest first, and the files of tests that can notice it.

        What one test has put into a cache can fail another one of its file, so files are chosen and not tests.
        """
        lines = self.lines.get(mutant.module, {})
        found = {test for line in range(mutant.line, mutant.last_line + 1) for test in lines.get(line, ())}
        files = {_file_of(test) for test in (self.seconds if "" in found or not found else found)}
        return sorted(found - {""}, key=lambda test: (self.seconds[test], test)), sorted(files)


@dataclass(frozen=True, slots=True)
class _Place:
    root: Path
    sources: Path
    tests: tuple[str, ...]


_here: list[_Place] = []


def copied(checkout: Path, folder: Path) -> Path:
    """Copy what the trials need, so that no later change of the checkout reaches them.

    Args:
        checkout: The checkout.
        folder: A folder for the copy, that is not there yet; what the tests read beside a checkout is linked beside it.

    Returns:
        The folder.
    """
    for name in ("src", "tests"):
        shutil.copytree(checkout / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "conftest.py"):
        shutil.copy(checkout / name, folder / name)
    shared = checkout.parent / "shared"
    if shared.is_dir():
        (folder.parent / "shared").symlink_to(shared.resolve())
    return folder


def prepare(checkout: Path, copies: Path, tests: tuple[str, ...]) -> None:
    """Make this process a worker: copy sources and tests, and load from the copy what no mutant changes.

    Args:
        checkout: The checkout.
        copies: A folder for the copies of all workers.
        tests: Files and folders of tests, from the checkout.
    """
    folder = copied(checkout, Path(tempfile.mkdtemp(dir=copies)) / "checkout")
    sys.path.insert(0, str(folder / "src"))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder / "src"), os.environ.get("PYTHONPATH", "")])
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    for name in _WARM:
        importlib.import_module(name)
    package = importlib.import_module("clinicalbr")
    if not str(package.__file__).startswith(str(folder)) or "clinicalbr.masking" in sys.modules:
        raise SystemExit("the trials would not run on the copy of the sources; run this file by itself")
    for code in ("pt", "en", "es"):
        importlib.import_module("clinicalbr.languages").LanguagePack.load(code)
    _here.append(_Place(folder, folder / "src" / "clinicalbr", tests))


def map_tests(target: str) -> Coverage:
    """Run all tests on the unchanged sources and note which lines each passes over.

    Args:
        target: The package to look at, a folder in the sources.

    Returns:
        The tests of each line.

    Raises:
        SystemExit: A test fails without any change.
    """
    place = _here[0]
    report = place.root.parent / "map.json"

    def run() -> int:
        data = coverage.Coverage(data_file=None, include=[str(place.sources / target / "*")], config_file=False)
        data.start()
        watch = _Watch(enter=data.switch_context)
        code = _tests(place, watch, place.tests)
        data.stop()
        found = data.get_data()
        lines = {
            str(Path(file).relative_to(place.sources)): {
                line: sorted(tests) for line, tests in found.contexts_by_lineno(file).items()
            }
            for file in found.measured_files()
        }
        report.write_text(json.dumps({"lines": lines, "seconds": watch.seconds}), encoding="utf-8")
        return code

    code = _branched(run, _LONGEST_MAP)
    if code:
        raise SystemExit(f"the tests do not pass on the unchanged sources (pytest ended with {code})")
    read: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    lines = {
        module: {int(line): frozenset(tests) for line, tests in by_line.items()}
        for module, by_line in read["lines"].items()
    }
    return Coverage(lines, read["seconds"])


def run_trial(mutant: Mutant, first: Sequence[str], files: Sequence[str], usual_seconds: Mapping[str, float]) -> Trial:
    """Run the tests on a mutant until one fails.

    Args:
        mutant: The mutant.
        first: Tests to begin with; the others of the files follow.
        files: Files of tests to run.
        usual_seconds: How long each test takes.

    Returns:
        What came of it.

    Raises:
        SystemExit: pytest itself did not run.
    """
    place = _here[0]
    report = place.root.parent / "failed.txt"
    report.write_text("", encoding="utf-8")

    def run() -> int:
        watch = _Watch(first, usual_seconds)
        code = _tests(place, watch, files)
        report.write_text(watch.failed, encoding="utf-8")
        return code

    began = time.monotonic()
    with _changed(place.sources / mutant.module, mutant.applied):
        code = _branched(run, _LONGEST_TRIAL)
    outcome = {0: "survived", 1: "failed", 2: "failed"}.get(code, "endless" if -code in _STOPPED else "")
    if not outcome:
        raise SystemExit(f"pytest ended with {code} on {mutant.name}")
    return Trial(mutant.name, outcome, report.read_text(encoding="utf-8"), round(time.monotonic() - began, 1))


@contextlib.contextmanager
def _changed(file: Path, change: Callable[[str], str]) -> Iterator[None]:
    source = file.read_text(encoding="utf-8")
    file.write_text(change(source), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(source, encoding="utf-8")


def _tests(place: _Place, watch: _Watch, files: Sequence[str]) -> int:
    options = ["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:cov", f"--rootdir={place.root}"]
    return int(pytest.main([*options, *files], plugins=[watch]))


def _branched(task: Callable[[], int], limit: float) -> int:
    """Exit status of a task in a process of its own; that of a signal is negative."""
    child = os.fork()
    if child == 0:
        _run_and_end(task)
    ends = time.monotonic() + limit
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > ends:
            os.kill(child, signal.SIGKILL)
            ends += limit
        time.sleep(0.02)


def _run_and_end(task: Callable[[], int]) -> None:
    code = 3
    try:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        os.chdir(_here[0].root)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        code = task()
    finally:
        os._exit(code)
