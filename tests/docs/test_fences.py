"""Every code fence of the documentation is collected by a runner, and the runners that are not sybil run here."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
OPENING = re.compile(r"^(?P<indent>\s*)(?P<marks>```+|~~~+)(?P<info>.*)$")


@dataclass(frozen=True)
class Fence:
    page: Path
    line: int
    info: str
    body: str

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def fences(page: Path) -> list[Fence]:
    found, opened = [], None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        match = OPENING.match(line)
        if opened is None and match:
            opened = (number, match["marks"], match["info"], [])
        elif opened and match and match["marks"].startswith(opened[1]) and not match["info"].strip():
            found.append(Fence(page, opened[0], opened[2], "\n".join(opened[3]) + "\n"))
            opened = None
        elif opened:
            opened[3].append(line)
    assert opened is None, f"{page}: the fence of line {opened[0]} is not closed"
    return found


ALL = [fence for page in PAGES for fence in fences(page)]
PARSED = {
    "json": json.loads,
    "toml": tomllib.loads,
    "csv": lambda text: list(csv.reader(text.splitlines(), strict=True)),
}
RUNNERS = {"python", "bash", "text", *PARSED}


def test_there_are_pages_and_fences() -> None:
    assert ROOT / "README.md" in PAGES
    assert {"python", "bash"} <= {fence.info for fence in ALL}


def test_every_fence_has_a_runner() -> None:
    """A fence with attributes, or in a language that nothing runs, would be skipped without a word."""
    assert [f"{fence.name}: {fence.info!r}" for fence in ALL if fence.info not in RUNNERS] == []


def test_shown_output_follows_the_shell_fence_that_prints_it() -> None:
    """Output of a shell fence is compared with what it prints; output of Python is asserted in the fence itself."""
    alone = [
        fence.name
        for page in PAGES
        for before, fence in zip([None, *fences(page)], fences(page), strict=False)
        if fence.info == "text" and (before is None or before.info != "bash")
    ]
    assert alone == []


def test_sybil_collects_every_python_fence() -> None:
    parser = Sybil(parsers=[PythonCodeBlockParser()], patterns=["*.md"])
    collected = {page: sum(1 for _ in parser.parse(page).examples()) for page in PAGES}
    written = {page: sum(fence.info == "python" for fence in ALL if fence.page == page) for page in PAGES}
    assert collected == written


def test_pytest_collects_every_page() -> None:
    """The patterns of the root conftest and the test paths reach each page; a page that no pattern names is not run."""
    patterns = re.findall(r'"([^"]+\.md)"', (ROOT / "conftest.py").read_text(encoding="utf-8"))
    reached = {page for pattern in patterns for page in ROOT.glob(pattern)}
    with_python = {fence.page for fence in ALL if fence.info == "python"}
    assert with_python <= reached
    paths = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"][
        "testpaths"
    ]
    assert all(any(page.is_relative_to(ROOT / path) for path in paths) for page in with_python)


def test_laws_on_the_masking_page_name_their_tests() -> None:
    page = (ROOT / "docs" / "concepts" / "masking.md").read_text(encoding="utf-8")
    tests = (ROOT / "tests" / "masking").glob("test_*.py")
    defined = {
        name for file in tests for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.M)
    }
    named = set(re.findall(r"`(test_\w+)`", page))
    assert len(named) >= 10
    assert named <= defined


def test_no_indented_fence_hides_from_the_runner() -> None:
    hidden = [
        f"{page.relative_to(ROOT)}:{number}"
        for page in PAGES
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if (match := OPENING.match(line)) and match["indent"]
    ]
    assert hidden == []


@pytest.mark.parametrize("fence", [fence for fence in ALL if fence.info in PARSED], ids=lambda fence: fence.name)
def test_data_fences_parse(fence: Fence) -> None:
    assert PARSED[fence.info](fence.body)


SHELL_PAGES = sorted({fence.page for fence in ALL if fence.info == "bash"})


@pytest.mark.parametrize("page", SHELL_PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_shell_fences_run(page: Path, tmp_path: Path) -> None:
    """Shell fences of a page run in one folder, in order; a text fence right after one shows lines of its output."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "200",
    }
    output = ""
    for fence in fences(page):
        if fence.info == "bash":
            lines = [line for line in fence.body.splitlines() if not _is_set_up(line, fence)]
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
                cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert done.returncode == 0, f"{fence.name}\n{done.stdout}{done.stderr}"
            output = done.stdout + done.stderr
        elif fence.info == "text" and output:
            for line in fence.body.splitlines():
                assert line.strip() in ("", "...") or line.strip() in output, (
                    f"{fence.name}: not printed: {line!r}\n{output}"
                )


def _is_set_up(line: str, fence: Fence) -> bool:
    """Set-up lines are checked, not run again: make targets exist, pip installs name extras of ours."""
    words = line.split("#", maxsplit=1)[0].split()
    if words[:1] == ["make"]:
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert set(words[1:]) <= set(targets), f"{fence.name}: no such make target in {line!r}"
        return True
    if words[:2] == ["pip", "install"]:
        extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
            "optional-dependencies"
        ]
        named = {extra for group in re.findall(r"clinicalbr\[([^\]]+)\]", line) for extra in group.split(",")}
        assert named <= set(extras), f"{fence.name}: unknown extra in {line!r}"
        return True
    return False
