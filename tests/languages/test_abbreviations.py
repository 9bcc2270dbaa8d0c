"""The table of abbreviations beside a pack."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clinicalbr.errors import LanguageError
from clinicalbr.languages import LanguagePack

HEADER = "short\tmeaning\tbeside\n"


@pytest.fixture
def folder(tmp_path: Path, project: Path) -> Path:
    return Path(shutil.copytree(project / "tests" / "languages" / "fr", tmp_path / "fr"))


def test_table_changed_between_two_loads_is_read_anew(folder: Path) -> None:
    file = folder / "abbreviations.tsv"
    file.write_text(f"{HEADER}FA\tfibrillation auriculaire\tparoxystique|Holter\n", encoding="utf-8")
    before = LanguagePack.from_folder(folder)
    assert before.abbreviations.meanings("fa")[0].beside == ("paroxystique", "holter")
    file.write_text(f"{HEADER}FA\tfacteur associé\trisque\n", encoding="utf-8")
    assert LanguagePack.from_folder(folder).abbreviations.meanings("FA")[0].name == "facteur associe"
    assert before.abbreviations.meanings("FA")[0].name == "fibrillation auriculaire"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("short\n", "lacks its header"),
        (f"{HEADER}FA\tfibrillation auriculaire\n", "line 2: .* has not three columns"),
    ],
)
def test_a_wrong_table_is_refused(folder: Path, text: str, message: str) -> None:
    (folder / "abbreviations.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(LanguageError, match=message):
        assert LanguagePack.from_folder(folder).abbreviations.meanings("FA")
