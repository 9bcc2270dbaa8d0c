"""Word tables of packs: what they hold, when they are read, and which files are refused."""

from __future__ import annotations

import pickle
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from clinicalbr.errors import LanguageError
from clinicalbr.languages import Background, LanguagePack
from clinicalbr.linking import KnowledgeBase
from clinicalbr.linking._background_build import LARGEST, concept_counts, folded_frequencies, main, render
from clinicalbr.text import fold_text

CODES = LanguagePack.included()
HEADER = "word\tzipf\tconcepts\n"
INCLUDED = files("clinicalbr.languages")


def background(code: str) -> Background:
    return LanguagePack.load(code).background


@pytest.fixture
def pack_folder(tmp_path: Path, french_folder: Path) -> Path:
    """A pack of one's own, without a table."""
    return Path(shutil.copytree(french_folder, tmp_path / "pack"))


def table(folder: Path, text: str) -> Path:
    file = folder / "background.tsv"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("code", "common", "rare"),
    [
        ("pt", "casa", "tuberculose"),
        ("es", "casa", "tuberculosis"),
        ("en", "house", "tuberculosis"),
        ("pt", "febre", "leishmaniose"),
        ("pt", "coracao", "miocardio"),
        ("en", "fever", "leishmaniasis"),
        ("es", "fiebre", "leishmaniasis"),
    ],
)
def test_everyday_words_are_more_frequent_than_diseases(code: str, common: str, rare: str) -> None:
    assert background(code).zipf(common) > background(code).zipf(rare) > 0


@pytest.mark.parametrize(("code", "word"), [("pt", "casa"), ("es", "casa"), ("en", "house")])
def test_an_everyday_word_has_the_frequency_of_one(code: str, word: str) -> None:
    # The Zipf scale calls words from 4 on frequent; no noun reaches 7, ten in a thousand.
    assert 5 < background(code).zipf(word) < 7


def test_spellings_that_fold_alike_are_one_word() -> None:
    assert "coracao" in background("pt")
    assert "coração" not in background("pt")


@pytest.mark.parametrize("code", CODES)
def test_short_and_unknown_words_are_not_listed(code: str) -> None:
    words = background(code)
    for word in ("de", "a", "xqzxqzxq", "", "covid-19"):
        assert word not in words
        assert words.zipf(word) == 0.0
        assert words.concepts(word) == 0
    assert min(map(len, words.words)) == 3


@pytest.mark.parametrize("code", CODES)
def test_every_word_of_the_knowledge_base_is_listed_with_its_number_of_concepts(code: str) -> None:
    expected: dict[str, set[str]] = {}
    for concept in KnowledgeBase.default():
        for name in concept.names.get(code, ()):
            for word in re.split(r"[\W\d_]+", fold_text(name)):
                expected.setdefault(word, set()).add(concept.cui)
    counted = {word: len(cuis) for word, cuis in expected.items() if len(word) >= 3}
    assert counted == {word: count for word, (_, count) in background(code).words.items() if count}


@pytest.mark.parametrize("code", CODES)
def test_table_is_small_sorted_and_folded(code: str) -> None:
    data = (INCLUDED / code / "background.tsv").read_bytes()
    words = [line.split("\t")[0] for line in data.decode("utf-8").splitlines()[1:]]
    assert len(data) < LARGEST
    assert words == sorted(set(words))
    assert all(word.isalpha() and fold_text(word) == word for word in words)


def test_notice_beside_the_tables_names_source_and_licence() -> None:
    notice = (INCLUDED / "NOTICE").read_text(encoding="utf-8")
    for needed in ("CC BY-SA 4.0", "wordfreq 3.1.1", "10.5281/zenodo.7199437", "SUBTLEX", "OpenSubtitles"):
        assert needed in notice
    assert all(f"{code}/background.tsv" in notice for code in CODES)


def test_tables_are_read_once_and_only_when_asked_for() -> None:
    script = """
from pathlib import Path
from clinicalbr.languages import Background, LanguagePack
read, seen = Background.read, []
Background.read = staticmethod(lambda file: seen.append(Path(file).parent.name) or read(file))
packs = [LanguagePack.load(code) for code in LanguagePack.included()]
assert seen == [], seen
assert packs[0].background is packs[0].background
assert seen == [packs[0].code], seen
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_pack_without_a_table_has_an_empty_background(french: LanguagePack) -> None:
    assert french.background == Background.empty()
    assert not french.background.words
    assert "maison" not in french.background
    assert french.background.zipf("maison") == 0.0


def test_pack_of_ones_own_may_bring_a_table(pack_folder: Path) -> None:
    table(pack_folder, HEADER + "maison\t571\t0\nlepre\t312\t2\n")
    words = LanguagePack.from_folder(pack_folder).background
    assert (words.zipf("maison"), words.zipf("lepre"), words.concepts("lepre")) == (5.71, 3.12, 2)
    assert "maison" in words
    assert "maisons" not in words


def test_line_ends_and_byte_order_mark_of_windows_are_read(pack_folder: Path) -> None:
    (pack_folder / "background.tsv").write_bytes(b"\xef\xbb\xbfword\tzipf\tconcepts\r\nmaison\t571\t0\r\n")
    assert dict(LanguagePack.from_folder(pack_folder).background.words) == {"maison": (571, 0)}


def test_table_changed_between_two_loads_is_read_anew(pack_folder: Path) -> None:
    table(pack_folder, HEADER + "maison\t571\t0\n")
    before = LanguagePack.from_folder(pack_folder)
    assert before.background.zipf("maison") == 5.71
    table(pack_folder, HEADER + "maison\t300\t0\n")
    after = LanguagePack.from_folder(pack_folder)
    assert after.background.zipf("maison") == 3.0
    assert before.background.zipf("maison") == 5.71
    assert before != after


def test_packs_are_equal_by_what_they_hold_and_not_by_their_place(
    pack_folder: Path, french: LanguagePack, tmp_path: Path
) -> None:
    copied = LanguagePack.from_folder(pack_folder)
    assert copied == french
    assert hash(copied) == hash(french)
    table(pack_folder, HEADER + "maison\t571\t0\n")
    assert LanguagePack.from_folder(pack_folder) != french


@pytest.mark.parametrize("code", CODES)
def test_background_and_pack_survive_pickling(code: str) -> None:
    pack = LanguagePack.load(code)
    assert pickle.loads(pickle.dumps(pack.background)) == pack.background
    restored = pickle.loads(pickle.dumps(pack))
    assert restored == pack
    assert hash(restored) == hash(pack)
    assert restored.background.zipf("casa") == pack.background.zipf("casa")


def test_words_cannot_be_changed() -> None:
    given = {"casa": (560, 0)}
    words = Background(given)
    given["rua"] = (500, 0)
    assert "rua" not in words
    with pytest.raises(TypeError):
        words.words["rua"] = (500, 0)  # type: ignore[index]


def test_relative_folder_is_found_after_a_change_of_directory(
    pack_folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(pack_folder, HEADER + "maison\t571\t0\n")
    monkeypatch.chdir(pack_folder.parent)
    pack = LanguagePack.from_folder("pack")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert pack.background.zipf("maison") == 5.71


def test_table_gone_since_the_pack_was_loaded_is_no_empty_table(pack_folder: Path) -> None:
    file = table(pack_folder, HEADER + "maison\t571\t0\n")
    pack = LanguagePack.from_folder(pack_folder)
    file.unlink()
    with pytest.raises(LanguageError, match="is gone since the pack was loaded"):
        _ = pack.background


@pytest.mark.parametrize(
    ("text", "line", "problem", "remedy"),
    [
        ("", 1, "is not the header", "begin with a line"),
        ("maison\t571\t0\n", 1, "is not the header", "begin with a line"),
        (HEADER + "maison\t571\n", 2, "is not a word and two whole numbers", "write the word"),
        (HEADER + "rue\t500\t0\nmaison\t571\t0\t1\n", 3, "is not a word and two whole numbers", "write the word"),
        (HEADER + "rue\t500\t0\n\nmaison\t571\t0\n", 3, "is not a word and two whole numbers", "write the word"),
        (HEADER + "maison\t5.71\t0\n", 2, "is not a word and two whole numbers", "write the word"),
        (HEADER + "maison\t-1\t0\n", 2, "is not a word and two whole numbers", "write the word"),
        (HEADER + "maison\t571\tzero\n", 2, "is not a word and two whole numbers", "write the word"),
        (HEADER + "covid-19\t571\t0\n", 2, "is not a word and two whole numbers", "write the word"),
        (HEADER + "\t571\t0\n", 2, "is not a word and two whole numbers", "write the word"),
        (HEADER + "lèpre\t312\t2\n", 2, "has capitals or accents", "write it as 'lepre'"),
        (HEADER + "Maison\t571\t0\n", 2, "has capitals or accents", "write it as 'maison'"),
        (HEADER + "maison\t571\t0\nrue\t500\t0\nmaison\t3\t0\n", 4, "is listed twice", "keep one of the lines"),
    ],
)
def test_malformed_table_is_refused_by_file_line_and_remedy(
    pack_folder: Path, text: str, line: int, problem: str, remedy: str
) -> None:
    file = table(pack_folder, text)
    with pytest.raises(LanguageError) as caught:
        _ = LanguagePack.from_folder(pack_folder).background
    assert f"{file}, line {line}: " in str(caught.value)
    assert problem in str(caught.value)
    assert remedy in str(caught.value)


def test_table_that_is_not_utf8_is_refused(pack_folder: Path) -> None:
    (pack_folder / "background.tsv").write_bytes(HEADER.encode() + "lèpre\t312\t2\n".encode("latin-1"))
    with pytest.raises(LanguageError, match=r"background\.tsv is not UTF-8"):
        _ = LanguagePack.from_folder(pack_folder).background


def test_folder_in_place_of_the_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "background.tsv").mkdir()
    with pytest.raises(LanguageError, match=r"background\.tsv cannot be read"):
        Background.read(tmp_path / "background.tsv")


def test_frequencies_of_spellings_that_fold_alike_are_added_up() -> None:
    found = folded_frequencies([("Médica", 4e-6), ("medica", 6e-6), ("café", 1e-9), ("rara", 1e-10), ("a1", 1.0)])
    assert found == {"medica": 400, "cafe": 0, "rara": 0}


def test_a_concept_counts_once_for_a_word() -> None:
    assert concept_counts([("Doença de Chagas", "chagas crônica"), ("chagas aguda",)])["chagas"] == 2


def test_rare_words_are_listed_only_beside_words_of_names() -> None:
    zipf = {"casa": 350, "rara": 349, "dengues": 150, "dengua": 149, "de": 700}
    assert render(zipf, {"dengue": 9, "tb": 1}) == HEADER + "casa\t350\t0\ndengue\t0\t9\ndengues\t150\t0\n"


def test_table_too_large_loses_its_rarest_words_first_but_none_of_a_name() -> None:
    zipf = {"casa": 560, "dengues": 150, "dengua": 200, "dengun": 200}
    room = len("casa\t560\t0\ndengue\t0\t9\ndengua\t200\t0\ndengun\t200\t0\n")
    assert render(zipf, {"dengue": 9}, room).split()[3::3] == ["casa", "dengua", "dengue", "dengun"]
    assert render(zipf, {"dengue": 9}, room - 1).split()[3::3] == ["casa", "dengue"]
    assert render(zipf, {"dengue": 9}, 0).split()[3::3] == ["casa", "dengue"]


def test_builder_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(LanguageError, match=r"pip install wordfreq==3\.1\.1"):
        main(["--out", str(tmp_path)])


def test_included_tables_are_those_that_the_builder_writes(tmp_path: Path) -> None:
    pytest.importorskip("wordfreq", reason="wordfreq 3.1.1 is needed to build the tables again")
    for code in CODES:
        (tmp_path / code).mkdir()
    assert main(["--out", str(tmp_path)]) == 0
    for code in CODES:
        assert (tmp_path / code / "background.tsv").read_bytes() == (INCLUDED / code / "background.tsv").read_bytes()
