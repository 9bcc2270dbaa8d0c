"""The table of abbreviations beside a pack."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from clinicalbr.errors import LanguageError
from clinicalbr.languages import LanguagePack
from clinicalbr.text import fold_text

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


@pytest.fixture(params=["pt", "en", "es"])
def pack(request: pytest.FixtureRequest) -> LanguagePack:
    return LanguagePack.load(request.param)


def rows(pack: LanguagePack) -> list[list[str]]:
    lines = (Path(pack.folder) / "abbreviations.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def test_the_tables_are_sorted_and_say_nothing_twice(pack: LanguagePack) -> None:
    table = rows(pack)
    shorts = [short for short, _, _ in table]
    assert shorts == sorted(shorts)
    assert [short for short in shorts if not re.fullmatch("[A-Z0-9&]{1,9}", short)] == []
    keys = [(short, fold_text(meaning)) for short, meaning, _ in table]
    assert sorted({key for key in keys if keys.count(key) > 1}) == []
    doubled = [
        (short, meaning)
        for short, meaning, beside in table
        if len(set(map(fold_text, beside.split("|")))) < len(beside.split("|"))
    ]
    assert doubled == []


def test_each_meaning_has_neighbours_that_can_be_found_in_a_folded_text(pack: LanguagePack) -> None:
    few, unfolded = [], []
    for short, meanings in pack.abbreviations.by_short.items():
        few += [(short, meaning.name) for meaning in meanings if len(meaning.beside) < 3]
        unfolded += [item for meaning in meanings for item in meaning.beside if item != fold_text(item).strip()]
    assert (few, unfolded) == ([], [])


def test_no_neighbour_is_a_word_that_stands_beside_anything(pack: LanguagePack) -> None:
    common = {
        (short, item)
        for short, meanings in pack.abbreviations.by_short.items()
        for meaning in meanings
        for item in meaning.beside
        if item in pack.function_words
    }
    assert common == set()


def test_meanings_are_words_in_full(pack: LanguagePack) -> None:
    whole = re.compile(r"[^\s|#+~](?:[^\s|#+~]| (?! ))*")
    odd = [
        (short, meaning)
        for short, meaning, _ in rows(pack)
        if not whole.fullmatch(meaning)
        or meaning.count("(") != meaning.count(")")
        or not re.search(r"[^\W\d_]{3}", meaning)
        or (meaning == short and pack.background.zipf(meaning.casefold()) == 0)
    ]
    assert odd == []
