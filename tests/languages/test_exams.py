"""Exam tables of packs: what they hold, how the languages join, and which files are refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clinicalbr.errors import LanguageError
from clinicalbr.languages import LanguagePack

FRENCH = Path(__file__).parent / "fr"
HEADER = "exam\tnames\tmeasured\tverbs\tparts\tkind\theads"


@pytest.mark.parametrize("code", ["pt", "en", "es"])
def test_included_tables_hold_the_usual_exams_under_the_same_keys(code: str) -> None:
    exams = {exam.key: exam for exam in LanguagePack.load(code).exams.exams}
    assert set(exams) == {exam.key for exam in LanguagePack.load("pt").exams.exams}
    assert len(exams) >= 300
    assert exams["biopsy"].is_method
    assert not exams["cbc"].is_method
    assert "platelets" in exams["cbc"].parts
    assert "K" in exams["potassium"].measured


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FRENCH, tmp_path / "fr"))


def test_a_pack_need_not_have_a_table(folder: Path) -> None:
    (folder / "exams.tsv").unlink()
    assert LanguagePack.from_folder(folder).exams.exams == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name\n", "lacks its header"),
        (f"{HEADER}\nct\tscanner\n", "line 2: .* is not a line of the table"),
        (f"{HEADER}\nct\tscanner\t\t\t\tmachine\t\n", "line 2: .* is not a line of the table"),
        (f"{HEADER}\nct\t\t\tscanné\t\t\t\n", "the exam 'ct' has no name"),
        (f"{HEADER}\nct\tTDM\t\t\t\t\t\nct\tscanner\t\t\t\t\t\n", "line 3: the exam 'ct' is listed twice"),
        (f"{HEADER}\nct\tTDM\t\t\thb\t\t\n", "the part 'hb' of 'ct' is no exam of it"),
    ],
)
def test_a_wrong_table_is_refused(folder: Path, text: str, message: str) -> None:
    (folder / "exams.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(LanguageError, match=message):
        LanguagePack.from_folder(folder)


def test_a_table_that_is_not_utf8_is_refused(folder: Path) -> None:
    (folder / "exams.tsv").write_bytes(f"{HEADER}\nct\téchographie".encode("latin-1"))
    with pytest.raises(LanguageError, match=r"exams\.tsv cannot be read"):
        LanguagePack.from_folder(folder)
