"""What the plan of a treatment gives to look for."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.phrases import TextWords
from clinicalbr.masking.treatment_forms import forms_of, plural_forms
from clinicalbr.masking.treatment_terms import _Lexicon, other_drugs, plan_terms
from clinicalbr.masking.treatment_words import PlanWords, _same_root, _spells, content_words, folded_short
from clinicalbr.text import fold

ENGLISH = (LanguagePack.load("en"),)
PORTUGUESE = (LanguagePack.load("pt"),)


@pytest.mark.parametrize(
    ("own", "word", "same"),
    [
        ("osteotomy", "osteotomy", True), ("osteotomy", "osteotomies", True), ("osteotomy", "osteoporosis", False), ("abcde", "abcde", True), ("abcde", "abcdx", False), ("abcdef", "abcdex", False), ("abcdef", "abcdefg", True),
        ("abcdefgh", "abcdefxx", True), ("abcdefg", "abcdexx", False), ("abcdefghij", "abcdefgxyz", False), ("abcdefghij", "abcdefghyz", True), ("abcdef", "abcdefghi", False), ("abc", "abcd", False),
    ],
)  # fmt: skip
def test_words_of_one_root(own: str, word: str, same: bool) -> None:
    assert _same_root(own, word) is same
    assert _same_root(word, own) is same


@pytest.mark.parametrize(
    ("letters", "firsts", "spelled"),
    [
        ("ab", "ab", True), ("ab", "axb", True), ("ab", "axxb", False), ("ab", "ba", False), ("abc", "axbxc", True), ("aab", "aab", True), ("ab", "aab", True), ("ab", "a", False), ("b", "ab", True), ("c", "ab", False), ("aba", "xabxa", True),
    ],
)  # fmt: skip
def test_letters_in_order_among_first_letters(letters: str, firsts: str, spelled: bool) -> None:
    assert _spells(letters, list(firsts)) is spelled


def test_words_of_a_plan() -> None:
    assert content_words("A left knee of mg 12 plate", {"left"}) == ("knee", "plate")
    words = PlanWords([("distal", "femoral", "osteotomy"), ("plate", "screw")], {"distal"})
    assert words.roots_of("osteotomies") == {"osteotomy"}
    assert words.roots_of("plate") == {"plate"}
    assert not words.has_root("distal")
    assert not words.has_root("femur")
    assert [words.is_short(token) for token in ("DFO", "DO", "FO", "OFD", "Dfo", "DF1", "PSX", "DFOPSA")] == [True] + [
        False
    ] * 7
    long = PlanWords([tuple("abcdef")], ())
    assert long.is_short("ABCDE")
    assert not long.is_short("ABCDEF")


def test_names_too_short_to_count_anywhere() -> None:
    assert folded_short(["O2", "5-FU", "K+", "abc", "d", "\u00e9-a"]) == ("O2", "K+", "d", "\u00e9-a")


def test_word_forms_of_procedures() -> None:
    assert {"drenado", "drenagem"} <= forms_of(["Drenagem"], PORTUGUESE)
    assert "colecistectomizada" in forms_of(["colecistectomia"], PORTUGUESE)
    ending = next(ending for row in PORTUGUESE[0].treatment.procedure_endings for ending in row)
    row = next(row for row in PORTUGUESE[0].treatment.procedure_endings if ending in row)
    for stem, made in (("xyz", True), ("xy", False)):
        assert (forms_of([stem + ending], PORTUGUESE) > {stem + ending}) is made
    assert {"xyz" + other for other in row} <= forms_of(["xyz" + ending], PORTUGUESE)


@pytest.mark.parametrize(
    ("names", "made"),
    [
        (["agonista opioide"], {"agonista opioide", "agonistas opioide", "agonista opioides", "agonistas opioides"}), (["antibi\u00f3tico"], {"antibi\u00f3tico", "antibioticos"}), (["BRA"], {"BRA"}), ([], set()),
        (["xa ya za"], {"xa ya za", "xas ya za", "xa ya zas", "xas yas za"}),
    ],
)  # fmt: skip
def test_plurals_of_classes(names: list[str], made: set[str]) -> None:
    assert plural_forms(names, PORTUGUESE) >= made
    if names != ["xa ya za"]:
        assert {name for name in plural_forms(names, PORTUGUESE) if name.endswith(("s", "a", "e", "o", "A"))} == made


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        ("Ceftriaxone 2 g daily; drainage of the abscess", {"drugs": ["Ceftriaxone"], "procedures": ["drainage"], "doses": ["2 g"], "devices": []}),
        ("ceftriaxone, CEFTRIAXONE", {"drugs": ["ceftriaxone"], "doses": []}),
        ("CT-guided drainage. Biopsy.", {"procedures": ["drainage"], "drugs": []}),
        ("Radiotherapy 20 Gy, stent", {"procedures": ["Radiotherapy"], "devices": ["stent"], "doses": ["20 Gy"], "general": ["irradiation", "irradiated"]}),
        ("Vitamin B12 1 mg", {"drugs": ["Vitamin B12"], "doses": ["1 mg"], "words": []}),
        ("Osteotomy left distal, plate", {"procedures": ["Osteotomy left distal", "Osteotomy"]}),
        ("Rest", {"drugs": [], "procedures": [], "devices": [], "words": [("rest",)]}),
        ("Aspirin", {"drugs": ["Aspirin"], "words": []}),
        ("Aspirin and ibuprofen", {"drugs": ["Aspirin", "ibuprofen"], "words": [("aspirin", "ibuprofen")]}),
    ],
)  # fmt: skip
def test_terms_of_a_plan(plan: str, expected: dict[str, list[object]]) -> None:
    terms = plan_terms([plan, plan], ENGLISH)
    assert {name: getattr(terms, name) for name in expected} == expected


def test_other_names_and_classes_of_the_drugs_of_a_plan() -> None:
    terms = plan_terms(["Rocephin 2 g", "ceftriaxone"], ENGLISH)
    assert terms.drugs == ["Rocephin", "ceftriaxone"]
    assert "Rocefin" in terms.trade_names
    assert not {"rocephin", "ceftriaxone"} & {name.casefold() for name in terms.trade_names}
    assert len(terms.trade_names) == len({name.casefold() for name in terms.trade_names})
    assert {"cephalosporin", "antibiotic"} <= set(terms.classes)
    assert len(terms.classes) == len(set(terms.classes))


TYPES = {
    "Zyxin": ["T121"],
    "big zyxin": ["T121"],
    "zapping of zyxin": ["T061"],
    "zap": ["T061"],
    "bigger": ["T000"],
    "abc": ["T121"],
    "of zyxin": ["T121"],
}


@pytest.mark.parametrize(
    ("plan", "drugs", "procedures"),
    [
        ("Zyxin daily", ["Zyxin"], []), ("big zyxin", ["big zyxin"], []), ("zapping of zyxin", [], ["zapping of zyxin"]), ("big, zyxin", [], []), ("big  zyxin", ["big zyxin"], []), ("bigger Zyxin", ["Zyxin"], []), ("abc", [], []), ("zap", [], []), ("aspirin big zyxin", ["aspirin", "big zyxin"], []),
        ("of zyxin", [], []), ("big/zyxin", ["big/zyxin"], []), ("Zyxin Zyxin", ["Zyxin"], []),
    ],
)  # fmt: skip
def test_a_knowledge_base_is_asked_for_the_longest_names(plan: str, drugs: list[str], procedures: list[str]) -> None:
    terms = plan_terms([plan], ENGLISH, lambda name: TYPES.get(name, TYPES.get(name.replace("/", " "), ())))
    assert (terms.drugs, terms.procedures) == (drugs, procedures)


def test_names_of_other_drugs() -> None:
    assert other_drugs(["folinic acid"], ["folic acid", "folinic acid", "leucovorin", "xyz"], ENGLISH) == {"folic acid"}
    assert other_drugs(["Losartan"], ["valsartan", "LOSARTAN", "Cozaar"], ENGLISH) == {"valsartan"}


def test_the_ending_of_a_word_gives_way_to_that_of_its_plural() -> None:
    made = plural_forms(["lesão", "inibidor da fusão grande"], PORTUGUESE)
    assert {"lesoes", "inibidores da fusão grande", "inibidor da fusão grandes"} <= made
    assert not any(name.startswith("lesaoo") for name in made)
    assert all(len(name) <= len("lesoes") for name in made if " " not in name)


@pytest.mark.parametrize(
    ("between", "close"),
    [(" ", True), ("-", True), ("/", True), ("'", True), (" - ", True), ("   ", True), ("    ", False), (", ", False), (".", False), (" + ", False)],
)  # fmt: skip
def test_what_may_part_the_words_of_one_name(between: str, close: bool) -> None:
    text = f"aa{between}bb"
    assert _Lexicon._close(TextWords.of(text, fold(text)), 1) is close
