"""Packs of one's own for the tests of language packs: a French one as a folder, and changed copies of it."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from clinicalbr.languages import LanguagePack

FRENCH = Path(__file__).resolve().parent / "fr"


def _toml(table: Mapping[str, Any]) -> str:
    """Write a table back as TOML; a JSON text is also a TOML basic text."""
    plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
    nested = {key: value for key, value in table.items() if isinstance(value, dict)}
    lines = [f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}" for key, value in plain.items()]
    for key, inner in nested.items():
        lines += [f"[{key}]", _toml(inner)]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="session")
def french_folder() -> Path:
    return FRENCH


@pytest.fixture(scope="session")
def french() -> LanguagePack:
    return LanguagePack.from_folder(FRENCH)


@pytest.fixture
def changed_pack(tmp_path: Path) -> Callable[..., Path]:
    """A function that copies the French pack and changes one value: ``changed_pack("headings.case", [...])``.

    Without a value the key is removed.
    """
    missing = object()

    def change(path: str, value: Any = missing) -> Path:
        folder = tmp_path / "pack"
        shutil.copytree(FRENCH, folder)
        table = tomllib.loads((FRENCH / "pack.toml").read_text(encoding="utf-8"))
        name, _, key = path.partition(":")
        target = table[name] if key else table
        if value is missing:
            del target[key or name]
        else:
            target[key or name] = value
        (folder / "pack.toml").write_text(_toml(table), encoding="utf-8")
        return folder

    return change
