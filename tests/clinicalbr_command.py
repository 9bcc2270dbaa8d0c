"""Runs the installed command in a process of its own, as a user does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run_command(*arguments: str, cwd: Path, stdin: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run ``clinicalbr`` and keep what it printed."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "clinicalbr.cli", *arguments], cwd=cwd, input=data, capture_output=True, check=False
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
