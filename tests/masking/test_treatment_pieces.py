"""The pieces of the treatment search one by one: phrases, regimens, the patient's past, outcomes, and words of a plan."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.phrases import Phrases, TextWords
from clinicalbr.masking.regimens import Regimens
from clinicalbr.masking.treatment_context import history_of, overlaps
from clinicalbr.masking.treatment_forms import forms_of, plural_forms
from clinicalbr.masking.treatment_outcomes import outcome_clauses
from clinicalbr.masking.treatment_scene import folded_short
from clinicalbr.masking.treatment_terms import other_drugs, plan_terms
from clinicalbr.masking.treatment_words import PlanWords, _same_root, _spells, content_words
from clinicalbr.text import Span, SpanSet, fold

ENGLISH = (LanguagePack.load("en"),)
PORTUGUESE = (LanguagePack.load("pt"),)
REGIMENS = Regimens.of(ENGLISH)


def words_of(text: str) -> TextWords:
    return TextWords.of(text, fold(text))


def phrases(items: list[str], text: str) -> list[str]:
    words = words_of(text)
    return [words.span(*place).of(text) for place in Phrases(items).find(words)]


@pytest.mark.parametrize(
    ("items", "text", "found"),
    [
        (["aa bb"], "aa bb, aa-bb; aa.bb aa  bb aa' bb", ["aa bb", "aa-bb", "aa.bb", "aa  bb", "aa' bb"]), (["aa bb"], "aa, bb; aa    bb; aa x bb; aa", []), (["aa bb"], "aa   bb", ["aa   bb"]),
        (["aa", "aa bb", "aa bb cc"], "aa bb cc aa bb aa", ["aa bb cc", "aa bb", "aa"]), (["-oma"], "oma; xoma; xxoma; xxxoma; xxxomas", ["xxxoma"]), (["cef*"], "cef; cefx; xcefx; ceftriaxone", ["cefx", "ceftriaxone"]),
        (["ASA"], "ASA asa Asa", ["ASA", "Asa"]), (["asa"], "ASA asa", ["ASA", "asa"]), (["vitamin b12"], "Vitamin B12, vitamin B 12", ["Vitamin B12", "vitamin B 12"]), (["", "--", "*"], "a - *", []), (["aa bb"], "bb aa bb aa", ["aa bb"]),
        (["bb cc", "aa bb"], "aa bb cc", ["aa bb"]), (["-x oma"], "xxxoma", ["xxxoma"]), (["cef tri*"], "cefx", ["cefx"]),
    ],
)  # fmt: skip
def test_listed_phrases(items: list[str], text: str, found: list[str]) -> None:
    assert phrases(items, text) == found


def test_the_longest_phrase_at_a_place_counts() -> None:
    words = words_of("aa bb cc")
    listed = Phrases(["aa", "aa bb", "bb cc"])
    assert [listed.length_at(words, at) for at in range(3)] == [2, 2, 0]
    assert list(listed.find(words)) == [(0, 2)]


def doses(text: str) -> list[tuple[str, str, bool]]:
    return [(dose.span.of(text), dose.key, dose.loose) for dose in REGIMENS.find(fold(text))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("60 mg/day", [("60 mg/day", "60mg", True)]), ("10 mg/kg/h", [("10 mg/kg/h", "10mg", True)]), ("5 % and 5 U", [("5 %", "", False), ("5 U", "", False)]), ("5 U/kg/h", [("5 U/kg/h", "", True)]), ("12,5 mg", [("12,5 mg", "12.5mg", True)]),
        ("10mg", [("10mg", "10mg", True)]), ("60-80 mg", [("60-80 mg", "60-80mg", True)]), ("60 - 80 mg", [("60 - 80 mg", "60-80mg", True)]), ("60 mg/dL", []), ("10 mgs", []), ("10 mg2", []), ("2.5.10 mg", [("2.5.10 mg", "2.5.10mg", True)]),
        ("for 7 days", [("for 7 days", "", True)]), ("10 days", [("10 days", "", False)]), ("two tablets", [("two tablets", "", True)]), ("1/2 tablet", [("1/2 tablet", "", True)]), ("q8h", [("q8h", "", True)]), ("every 8 hours", [("every 8 hours", "", True)]),
        ("oral, IV", [("oral", "", False), ("IV", "", False)]), ("aural, ivy", []), ("a 3-week course", [("a 3-week course", "", True)]), ("twice  daily", [("twice  daily", "", True)]), ("70 kg", [("70 kg", "", False)]),
    ],
)  # fmt: skip
def test_parts_of_a_regimen(text: str, found: list[tuple[str, str, bool]]) -> None:
    assert doses(f"Xy {text}.") == found
    assert REGIMENS.amounts(f"Xy {text}.") == tuple(
        surface for surface, _, _ in found if any(unit in surface for unit in ("mg", "%", "U", "kg"))
    )


def test_amounts_are_compared_by_their_keys() -> None:
    assert REGIMENS.keys(["60 mg/day", "2,5 mg IV", "5 %", "x"]) == {"60mg", "2.5mg"}
    assert REGIMENS.without("Cefazolin 2 g IV daily.").split() == ["Cefazolin", "."]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("2 mg, then 1 mg", ["2 mg, then 1 mg"]), ("2 mg; 1 mg", ["2 mg", "1 mg"]), ("2 mg 1 mg", ["2 mg", "1 mg"]), ("2 mg and 1 mg daily", ["2 mg and 1 mg", "daily"]), ("2 mg was followed by 1 mg", ["2 mg", "1 mg"]),
    ],
)  # fmt: skip
def test_parts_run_together_over_joining_words(text: str, runs: list[str]) -> None:
    parts = [dose.span for dose in REGIMENS.find(fold(text))]
    assert [span.of(text) for span in REGIMENS.runs(text, parts)] == runs
    assert [span.of(text) for span in REGIMENS.runs(text, [*reversed(parts), *parts])] == runs


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("xxxx 2 g q8h for 14 days and 1 g", ["2 g", "q8h", "for 14 days", "1 g"]), ("xxxx at 2 g, then 1 g; 3 g", ["2 g", "1 g"]), ("2 g of xxxx", ["2 g"]), ("2 g q8h of xxxx", ["2 g", "q8h"]), ("3 g; 2 g xxxx", ["2 g"]),
        ("xxxx was 2 g low", []), ("xxxx; 2 g", []), ("2 g", []), ("xxxx", []), ("2 g, xxxx", []), ("xxxx" + " " * 8 + "2 g", ["2 g"]), ("xxxx" + " " * 61 + "2 g", []), ("3 g was xxxx 2 g", ["2 g"]),
    ],
)  # fmt: skip
def test_parts_beside_a_mention(text: str, told: list[str]) -> None:
    found = REGIMENS.find(fold(text))
    at = text.find("xxxx")
    mentions = [Span(at, at + 4)] if at >= 0 else []
    assert [span.of(text) for span in REGIMENS.touching(text, found, mentions)] == told


@pytest.mark.parametrize(
    ("text", "earlier", "home"),
    [
        ("He had surgery in 2009. Fever", ["He had surgery in 2009"], []), ("previous surgery, then drained", ["previous surgery"], []), ("a; previous surgery", ["previous surgery"], []),
        ("Well. Home medication: aspirin, insulin; fever. New", [], ["Home medication: aspirin, insulin; fever."]), ("allergic to penicillin", [], ["allergic to penicillin"]), ("He was drained.", [], []),
        ("(previous surgery) drained", ["previous surgery"], []), ("Old.\nprevious surgery\nNew", ["previous surgery"], []),
    ],
)  # fmt: skip
def test_stretches_of_the_past(text: str, earlier: list[str], home: list[str]) -> None:
    history = history_of(ENGLISH)
    assert [span.of(text).strip(" ;(\n") for span in history.earlier(words_of(text))] == earlier
    assert [span.of(text) for span in history.home(words_of(text))] == home


@pytest.mark.parametrize(
    ("text", "measured"),
    [
        ("Fasting insulin was begun", [8]), ("insulin 3 mU/L", [0]), ("insulin level 3", [0]), ("Insulin was given.", []), ("Fasting; insulin", []), ("Fasting (insulin", []), ("insulin, level", []), ("insulin of 1.5 mU/L", [0]),
        ("fasting" + " x" * 14 + " insulin", [36]), ("fasting" + " x" * 15 + " insulin", []), ("insulin; fasting insulin; insulin", [17]),
    ],
)  # fmt: skip
def test_what_is_measured_in_the_blood(text: str, measured: list[int]) -> None:
    assert [span.start for span in history_of(ENGLISH).measured(words_of(text))] == measured


@pytest.mark.parametrize(
    ("text", "present"),
    [
        ("xxxx was done.", [0]), ("previous xxxx in 2009.", []), ("Cured by xxxx. He had surgery in 2009.\n\nAn xxxx was done.", [43]), ("Cured by xxxx. He had fever.\n\nAn xxxx was done.", [9, 33]),
        ("Cured by xxxx. He had surgery in 2009. No more.", [9]), ("He had surgery in 2009. Cured by xxxx.\n\nAn xxxx was done.", [33, 43]), ("Cured by xxxx. He had surgery in 2009.\n\nNo more.", [9]), ("Fever.\n\nxxxx. He had surgery in 2009.\n\nxxxx", [8, 39]),
    ],
)  # fmt: skip
def test_mentions_of_the_treatment_as_it_is_given(text: str, present: list[int]) -> None:
    mentions = [Span(at, at + 4) for at in range(len(text)) if text.startswith("xxxx", at)]
    assert [span.start for span in history_of(ENGLISH).present(words_of(text), mentions)] == present


@given(
    st.tuples(st.integers(0, 9), st.integers(1, 3)),
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=3),
)
def test_overlap_is_a_letter_shared(one: tuple[int, int], others: list[tuple[int, int]]) -> None:
    span = Span(one[0], sum(one))
    spans = SpanSet.merge(Span(start, start + length) for start, length in others)
    assert overlaps(span, spans) is any(span.overlaps(other) for other in spans)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Pain improved. An xxxx was done. Pain improved.", ["Pain improved."]), ("An xxxx was done. Pain resolved and he was discharged; he left.", ["Pain resolved and he was discharged;"]), ("No treatment. Pain improved.", []),
        ("Pain improved after xxxx.", ["Pain improved after xxxx."]), ("xxxx at 6 months, a scan.", []),
    ],
)  # fmt: skip
def test_clauses_that_tell_an_outcome(text: str, told: list[str]) -> None:
    mentions = [Span(at, at + 4) for at in range(len(text)) if text.startswith("xxxx", at)]
    assert [span.of(text).strip() for span in outcome_clauses(text, ENGLISH, mentions)] == told


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
