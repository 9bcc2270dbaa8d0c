"""How distinctive a word is, and whether it is a word of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.word_weight import Thresholds

PACKS = {code: LanguagePack.load(code) for code in ("pt", "en", "es")}
LEXICONS = {code: Lexicon([pack], Thresholds()) for code, pack in PACKS.items()}

WORDS = {
    "limit": (430, 30), "common": (431, 30), "shared": (430, 31), "headed": (430, 8), "overhead": (430, 9), "abc": (100, 1), "abcd": (100, 1),
    "rarely": (220, 10), "often": (221, 10), "shares": (220, 11), "single": (270, 3), "singled": (271, 3), "singles": (270, 4), "tokens": (150, 0), "nothing": (149, 0), "named": (0, 1), "inname": (350, 0), "outname": (349, 9),
    "above": (531, 0), "below": (530, 0),
}  # fmt: skip


@pytest.fixture(scope="module")
def weighed(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The Portuguese pack with a table of frequencies of our own."""
    folder: Path = tmp_path_factory.mktemp("packs") / "pt"
    shutil.copytree(PACKS["pt"].folder, folder)
    rows = [
        "word\tzipf\tconcepts",
        *(f"{word}\t{zipf}\t{concepts}" for word, (zipf, concepts) in sorted(WORDS.items())),
    ]
    (folder / "background.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return Lexicon([LanguagePack.from_folder(folder)], Thresholds())


@pytest.mark.parametrize(
    ("word", "alone", "head", "qualifier"),
    [
        ("limit", True, False, False), ("common", False, False, False), ("shared", False, False, False), ("headed", True, True, False), ("overhead", True, False, False), ("abc", False, False, False), ("abcd", True, True, True),
        ("rarely", True, False, True), ("often", True, False, False), ("shares", True, False, False), ("single", True, True, True), ("singled", True, True, False), ("singles", True, True, False), ("unknown", True, True, True),
        ("cronica", False, False, False), ("renal", False, False, False), ("doenca", False, False, False), ("quando", False, False, False), ("abcd1", False, False, False),
    ],
)  # fmt: skip
def test_how_distinctive_a_word_is(weighed: Lexicon, word: str, alone: bool, head: bool, qualifier: bool) -> None:
    weights = weighed.weights
    assert weights.is_distinctive(word) is alone
    assert weights.is_distinctive(word, head=True) is head
    assert weights.is_distinctive(word, qualifier=True) is qualifier


@pytest.mark.parametrize(
    ("word", "real", "real_in_name"),
    [
        ("tokens", True, False), ("nothing", False, False), ("named", True, False), ("inname", True, True), ("outname", True, False), ("unknown", False, False), ("quando", True, True),
    ],
)  # fmt: skip
def test_a_word_of_its_own_is_no_misspelling(weighed: Lexicon, word: str, real: bool, real_in_name: bool) -> None:
    assert weighed.weights.is_real_word(word) is real
    assert weighed.weights.is_real_word(word, in_name=True) is real_in_name


def test_a_form_far_more_common_than_the_word(weighed: Lexicon) -> None:
    weights = weighed.weights
    assert weights.is_more_common("above", "limit")
    assert not weights.is_more_common("below", "limit")
    assert not weights.is_more_common("limit", "unknown")
    assert weights.is_more_common("common", "unknown")
    assert not weights.is_more_common("above", "common")
    assert weights.known(frozenset({"limit", "unknown"})) == {"limit"}
    assert (weights.zipf("limit"), weights.concepts("limit"), weights.zipf("unknown"), weights.concepts("unknown")) == (
        4.3,
        30,
        0.0,
        0,
    )


def test_the_highest_figure_of_several_languages_counts(weighed: Lexicon) -> None:
    both = Lexicon([weighed.packs[0], PACKS["en"]], Thresholds()).weights
    english = LEXICONS["en"].weights
    assert both.zipf("limit") == max(4.3, english.zipf("limit"))
    assert both.concepts("limit") == 30
    assert both.zipf("fever") == english.zipf("fever") > 0
    assert both.concepts("fever") == english.concepts("fever") > 0
