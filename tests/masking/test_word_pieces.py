"""Single words: their roots, numerals, prefixes, edges, slips, and the letters that abbreviate them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronym_definitions import Definition, definitions
from clinicalbr.masking.acronym_letters import _opens_syllables, aligns, by_initials
from clinicalbr.masking.acronym_search import capital_tokens
from clinicalbr.masking.acronyms import (
    initials,
    inner_acronyms,
    is_written_as,
    needs_evidence,
    parts_of,
    plain,
    words_of,
)
from clinicalbr.masking.agents import agent_forms, binomials
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.target_word import Kinship, TargetWord, _beginnings
from clinicalbr.masking.token_search import Token, _are_near, _bounds
from clinicalbr.masking.typos import allowed_slips, is_misspelling, search_parts
from clinicalbr.masking.word_edges import goes_on, is_apart, is_whole_word
from clinicalbr.masking.word_forms import numeral_forms, shares_root, without_prefix
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.text import Span

PORTUGUESE = Lexicon([LanguagePack.load("pt")], Thresholds())


@given(st.text("ab", max_size=12), st.text("ab", max_size=12))
def test_a_root_is_four_letters_and_three_fifths_or_the_whole_of_half_as_many(one: str, other: str) -> None:
    shorter, longer = sorted((one, other), key=len)
    common = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(shorter))
    needed = max(4, math.ceil(len(longer) * 0.6 - 1e-9))
    whole = common == len(shorter) >= max(4, math.ceil(len(longer) / 2))
    assert shares_root(one, other) is (common >= needed or whole)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("abcd", "abcd", True), ("abcd", "abcdefgh", True), ("abcd", "abcdefghi", False), ("abc", "abcd", False), ("abcx", "abcd", False), ("abcdxx", "abcdyy", True), ("abcdxxx", "abcdyyy", False), ("abcdexxx", "abcdeyyy", True),
        ("abcdefxxxx", "abcdefyyyy", True), ("abcdexxxxx", "abcdeyyyyy", False),
    ],
)  # fmt: skip
def test_how_much_a_root_is(one: str, other: str, shared: bool) -> None:
    assert shares_root(one, other) is shared
    assert shares_root(other, one) is shared


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("1", {"1", "i"}), ("12", {"12", "xii"}), ("13", {"13"}), ("0", {"0"}), ("i", {"i", "1"}), ("xii", {"xii", "12"}), ("xiii", {"xiii"}), ("beta", {"beta", "\u03b2"}), ("\u03b3", {"gama", "gamma", "\u03b3"}), ("dengue", {"dengue"}), ("\u0664", {"\u0664"}), ("004", {"004"}),
        ("04", {"04", "iv"}), ("mu", {"mu", "\u03bc"}), ("kappa", {"kappa", "\u03ba"}), ("omega", {"omega", "\u03c9"}), ("delta", {"delta", "\u03b4"}), ("lambda", {"lambda", "\u03bb"}),
    ],
)  # fmt: skip
def test_ways_to_write_a_numeral(word: str, forms: set[str]) -> None:
    assert numeral_forms(word) == forms


@pytest.mark.parametrize(
    ("token", "form"),
    [
        ("antiabcde", "abcde"), ("antiabcd", None), ("antirrabcde", "rabcde"), ("antissabcde", "sabcde"), ("antittabcde", None), ("antirrabcd", "rabcd"), ("antirrabc", None), ("xantiabcde", None), ("abcde", None), ("reabcde", "abcde"), ("aabcde", None),
        ("abcdefghijklabcde", "abcde"), ("abcdefghijklmabcde", None),
    ],
)  # fmt: skip
def test_a_form_behind_a_prefix(token: str, form: str | None) -> None:
    forms = frozenset({"abcde", "abcd", "rabcde", "sabcde", "tabcde", "rabcd", "rabc"})
    prefixes = {"anti", "re", "a", "abcdefghijkl", "abcdefghijklm"}
    assert without_prefix(token, forms, prefixes) == form


@pytest.mark.parametrize(
    ("word", "alone", "beside"),
    [("a" * size, int(size >= 6) + int(size >= 10), int(size >= 5) + int(size >= 7)) for size in range(1, 13)]
    + [("dengue2", 0, 0)],
)
def test_slips_by_length(word: str, alone: int, beside: int) -> None:
    assert allowed_slips(word) == alone
    assert allowed_slips(word, alone=False) == beside


@given(st.text("abc", max_size=9), st.text("abc", max_size=9), st.integers(0, 2))
def test_a_misspelling_is_within_its_slips(token: str, word: str, slips: int) -> None:
    assert is_misspelling(token, word, slips) is (0 < OSA.distance(token, word) <= slips)


@pytest.mark.parametrize(
    ("word", "slips", "parts"),
    [
        ("dengue", 0, ("dengue",)), ("dengue", 1, ("den", "gue", "degnue")), ("abcdefghi", 2, ("abc", "def", "ghi", "abdcef", "degfhi", "abdcegfhi")), ("abcde", 1, ("ab", "cde", "acbde")),
    ],
)  # fmt: skip
def test_parts_that_a_misspelling_keeps(word: str, slips: int, parts: tuple[str, ...]) -> None:
    assert search_parts(word, slips) == parts


@given(st.text("abcdef", min_size=6, max_size=11), st.data())
def test_every_misspelling_keeps_a_part(word: str, data: st.DataObject) -> None:
    slips = data.draw(st.integers(1, 2 if len(word) > 9 else 1))
    token = word
    for _ in range(slips):
        at = data.draw(st.integers(0, len(token) - 1))
        kind = data.draw(st.sampled_from(["less", "more", "other", "swap"]))
        letter = data.draw(st.sampled_from("abcxyz"))
        if kind == "less":
            token = token[:at] + token[at + 1 :]
        elif kind == "more":
            token = token[:at] + letter + token[at:]
        elif kind == "other":
            token = token[:at] + letter + token[at + 1 :]
        elif at:
            token = token[: at - 1] + token[at] + token[at - 1] + token[at + 1 :]
    if is_misspelling(token, word, slips):
        assert any(part in token for part in search_parts(word, slips))


@pytest.mark.parametrize(
    ("left", "right", "one_word"),
    [
        ("a", "b", True), ("a", "1", False), ("1", "a", False), ("1", "2", True), ("a", " ", False), (" ", "a", False), ("\u00e9", "\u00e8", True), ("\u0431", "\u0432", True), ("a", "\u0431", False), ("\u75c5", "\u540d", False),
        ("\u0e01", "\u0e02", False), ("\u0664", "1", True), ("\u0664", "\u0431", False), ("\u03b1", "\u03b2", True), ("\uac00", "\uac01", False), ("\u3042", "\u3044", False), ("\u30a2", "\u30a4", False),
    ],
)  # fmt: skip
def test_neighbours_in_one_word(left: str, right: str, one_word: bool) -> None:
    assert goes_on(left, right) is one_word
    assert goes_on(left, right) is goes_on(right, left)


@pytest.mark.parametrize(
    ("text", "start", "end", "whole"),
    [
        ("dengue", 0, 6, True), ("a dengue b", 2, 8, True), ("adengue", 1, 7, False), ("denguea", 0, 6, False), ("dengue2", 0, 6, True), ("2dengue", 1, 7, True), ("ab", 0, 1, False), ("ab", 1, 2, False), ("12", 0, 1, False),
    ],
)  # fmt: skip
def test_a_mention_by_itself(text: str, start: int, end: int, whole: bool) -> None:
    span = Span(start, end)
    assert is_whole_word(text, span, text, span) is whole
    assert not is_apart(text, start, end) or whole
    assert is_apart(f" {text} ", start + 1, end + 1) is is_apart(text, start, end)
    assert is_whole_word("dengue1x", Span(0, 6), "dengue\u00b9x", Span(0, 6))
    assert is_whole_word("12", Span(0, 1), "1\u00b2", Span(0, 1))
    assert is_whole_word("adengue", Span(1, 7), "\u1d43dengue", Span(1, 7))
    assert is_whole_word("21", Span(1, 2), "\u00b21", Span(1, 2))
    assert is_whole_word("denguea", Span(0, 6), "dengue\u1d43", Span(0, 6))
    assert not is_whole_word("ab", Span(0, 1), "a\u0301b", Span(0, 2))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("O DCh e o P.C.M. do Sr. Lima", ["DCh", "PCM"]), ("AB ABC ABCDEFG ABCDEFGH", ["ABC"]), ("aBC ABc AbC xABC ABCx ABC1 ABC-D", ["ABc", "AbC", "ABCx", "ABC"]), ("P. C. M. e P.C.", ["PCM"]), ("Sim Nao", []), ("ABCDEF", ["ABCDEF"]), ("A.B.C.D.E.F.", ["ABCDEF"]), ("(ABC)", ["ABC"]),
        ("Abc", []), ("ABCDEFG.", []), ("ABCDEFg", ["ABCDEFg"]),
    ],
)  # fmt: skip
def test_tokens_written_like_acronyms(text: str, found: list[str]) -> None:
    tokens = list(capital_tokens(Reading.of(text)))
    assert [letters for _, letters in tokens] == found
    for span, letters in tokens:
        assert text[span.start : span.end].replace(".", "").replace(" ", "") == letters


@pytest.mark.parametrize(
    ("letters", "word", "opens"),
    [
        ("p", "x", False), ("p", "p", True), ("pc", "paca", True), ("pcm", "paracoccidioidomicose", True), ("pc", "pcaa", False), ("pa", "paaa", False), ("pcc", "pacac", True), ("pcc", "paca", False), ("pm", "paca", False), ("pcb", "pabac", False), ("pb", "pyb", True), ("pbb", "paba", False),
    ],
)  # fmt: skip
def test_letters_that_open_the_syllables_of_a_word(letters: str, word: str, opens: bool) -> None:
    assert _opens_syllables(letters, word.ljust(9, "z")) is opens
    assert not _opens_syllables(letters, word.ljust(9, "z")[:8])


@pytest.mark.parametrize(
    ("letters", "words", "found"),
    [
        ("DCh", ("doenca", "chagas"), True), ("DC", ("doenca", "chagas"), True), ("Ch", ("doenca", "chagas"), False), ("DX", ("doenca", "chagas"), False), ("PCM", ("paracoccidioidomicose",), True), ("PCM", ("pacamaca",), False), ("PCM", ("pacamacax",), True), ("XCM", ("paracoccidioidomicose",), False),
        ("LES", ("lupus", "eritematoso", "sistemico"), True), ("LE", ("lupus", "eritematoso", "sistemico"), True), ("LS", ("lupus", "eritematoso", "sistemico"), True), ("LX", ("lupus", "zona"), False), ("LEZ", ("lupus", "eritematoso", "zoster"), True), ("QZ", ("quisto", "anular", "zoster"), True),
        ("QZ", ("quisto", "anular", "banal", "zoster"), False), ("DO", ("doenca",), False), ("QUZ", ("quisto", "zoster"), True), ("QIZ", ("quisto", "zoster"), False), ("SIDA", ("sindrome", "imunodeficiencia", "adquirida"), True),
    ],
)  # fmt: skip
def test_letters_that_abbreviate_a_name(letters: str, words: tuple[str, ...], found: bool) -> None:
    assert aligns(letters.casefold(), words, by_initials(PORTUGUESE)) is found


def test_acronyms_of_names() -> None:
    assert initials("doença pulmonar obstrutiva crônica", PORTUGUESE)[0] == "DPOC"
    assert initials("dengue", PORTUGUESE) == ()
    assert initials("imunodeficiência", PORTUGUESE) == ()
    assert initials("12", PORTUGUESE) == ()
    assert initials("diabetes tipo 12", PORTUGUESE)[0].startswith("D")
    assert inner_acronyms("infecção pelo HIV e HTLV e HIV, EM, ABCDEFGH") == ("HIV", "HTLV")
    assert inner_acronyms("HIV") == ()
    assert words_of("Doença de Chagas-2") == ("doenca", "de", "chagas", "2")
    assert plain("L.\u00c9.S. &amp; 1") == "LES1"
    assert parts_of("T1DM-x") == ("T", "1", "DM", "x")
    assert needs_evidence("AB", ())
    assert not needs_evidence("ABC", ())


@pytest.mark.parametrize(
    ("text", "position", "bounds"), [("ab cd", 0, (0, 2)), ("ab cd", 1, (0, 2)), ("ab cd", 4, (3, 5)), ("a1b", 1, (0, 3)), ("-a-", 1, (1, 2))]
)  # fmt: skip
def test_the_run_of_letters_around_a_place(text: str, position: int, bounds: tuple[int, int]) -> None:
    assert _bounds(text, position) == bounds


@pytest.mark.parametrize(("gap", "near"), [(0, True), (32, True), (33, False)])
def test_tokens_near_each_other(gap: int, near: bool) -> None:
    one, other = Token(0, 3, "abc", {}), Token(3 + gap, 9 + gap, "abc", {})
    assert _are_near(one, other) is near
    assert not _are_near(None, other)
    assert not _are_near(one, None)


@pytest.mark.parametrize(
    ("word", "forms", "found"),
    [
        ("abcdefgh", {"abcdefgh", "abcdefgs"}, ("abcd",)), ("abcdefgh", {"abcdefgh", "xbcdefgs"}, ("abcd", "xbcd")), ("abcdefghi", {"abcdefghi"}, ("abcde",)), ("abc", {"abc", "abcs"}, ("abc", "abcs")), ("abcdefghij", {"abcdefghij", "abcd"}, ("abcd",)), ("abcdefghij", {"abcdefghij", "abc"}, ("abc", "abcde")),
        ("abcde", {"abcde"}, ("abcd",)),
    ],
)  # fmt: skip
def test_beginnings_that_all_forms_share(word: str, forms: set[str], found: tuple[str, ...]) -> None:
    assert _beginnings(word, frozenset(forms)) == found


def test_kinds_of_kinship_are_in_order_of_nearness() -> None:
    word = PORTUGUESE.target_word("tuberculose", False)
    tokens = ["tuberculina", "antituberculoso", "tuberculosos", "tuberculose"]
    kinds = [word.kinship(token, PORTUGUESE.prefixes) for token in tokens]
    assert kinds == [Kinship.ROOT, Kinship.DERIVED, Kinship.FORM, Kinship.EXACT]
    assert sorted(kind for kind in kinds if kind) == kinds
    assert Kinship.ROOT < Kinship.TYPO < Kinship.DERIVED
    assert word.kinship("tubo", PORTUGUESE.prefixes) is None
    assert word.is_misspelt_alone("tubercolose")
    assert word.is_misspelt_alone("tubercolsoe")
    assert not word.is_misspelt_alone("tuberculose")
    assert not word.is_misspelt_alone("tubexcolsoe")
    assert (word.slips, word.slips_alone) == (2, 2)
    assert word.is_misspelt("tuberculosox")
    assert not word.is_misspelt("tubo")


def test_a_proper_name_may_have_a_slip_where_it_stands_alone() -> None:
    for text, proper, slips in (("sweet", False, 0), ("sweet", True, 1), ("addison", True, 1), ("abcd", True, 0)):
        word = TargetWord.of(text, PORTUGUESE.inflector, PORTUGUESE.weights, proper=proper)
        assert word.slips_alone == slips, text
        assert bool(word.slip_parts) is bool(slips)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("doença de Chagas (DC)", ["DC"]), ("DC (doença de Chagas)", ["DC"]), ("DC: doença de Chagas", ["DC"]), ("doença de Chagas - DC", ["DC"]), ("doença de Chagas, DC", []), ("doença de Chagas (D.C.)", ["D.C."]),
    ],
)  # fmt: skip
def test_acronyms_that_a_text_defines(text: str, found: list[str]) -> None:
    start = text.index("doença")
    mention = Span(start, start + len("doença de Chagas"))
    made = definitions(text, mention, [("doenca", "de", "chagas")])
    assert made == tuple(Definition(short, behind=text.index(short) > start) for short in found)


NAMES = [("doenca", "de", "chagas"), ("quimera", "zonal", "12")]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("", " [DCh] x", ["DCh"]), ("", " (DCh) x", ["DCh"]), ("", "(DCh)", ["DCh"]), ("", " (DChs)", ["DChs"]), ("", " (DCs)", ["DC"]), ("", " (D.C.)", ["D.C."]), ("", " (a DC, b)", ["DC"]), ("", " (DC/QZ)", ["DC", "QZ"]), ("", " (DC e DCh)", ["DC", "DCh"]), ("", " (XC)", []), ("", " (CD)", []), ("", " (Dc)", []), ("", " (dc)", []), ("", " (D)", []),
        ("", " - DC, x", ["DC"]), ("", "/DC x", ["DC"]), ("", " \u2014 DC.", ["DC."]), ("", " - DC", ["DC"]), ("", " - DCx y", ["DCx"][:0]), ("", "    (DC)", []), ("", "   (DC)", ["DC"]), ("", "\u201d (DC)", ["DC"]), ("", " x (DC)", []), ("", " (" + "a" * 38 + " DC)", []), ("", " (" + "a" * 37 + " DC)", ["DC"]), ("", "\u00b9 (DC)", ["DC"]), ("", "1,2 (DC)", ["DC"]), ("", "</b> (DC)", ["DC"]),
        ("", " &#40;DC)", ["DC"]), ("", " (CHAGAS)", []), ("", " (Z12)", []), ("", " (QZ12)", ["QZ12"]), ("", " (Q-Z)", ["Q-Z"]),
        ("DC (", ")", ["DC"]), ("DC: ", "", ["DC"]), ("DC - ", "", ["DC"]), ("DC/", "", ["DC"]), ("(DC) ", "", ["DC"]), ("o DC (", "", ["DC"]), ("xDC (", "", ["xDC"][:0]), ("DC ", "", []), ("DC, ", "", []), ("DC. ", "", []), ("[DC] \u201c", "", ["DC"]), ("DC (", ") - DCh", ["DC"]),
    ],
)  # fmt: skip
def test_acronyms_defined_right_beside_a_mention(before: str, after: str, found: list[str]) -> None:
    name = "doença de Chagas"
    mention = Span(len(before), len(before) + len(name))
    made = definitions(f"{before}{name}{after}", mention, NAMES)
    assert [definition.short for definition in made] == found
    assert all(definition.behind is not bool(before) for definition in made)
    assert definitions(f"{before}{name}{after}", mention, []) == ()


@pytest.mark.parametrize(
    ("surface", "acronym", "counts"),
    [
        ("AR", "AR", True), ("ar", "AR", False), ("Ar", "AR", False), ("DCh", "DCh", True), ("DCH", "DCh", True), ("dch", "DCh", False), ("AIDS", "AIDS", True), ("Aids", "AIDS", True), ("aids", "AIDS", True), ("A.I.D.S.", "AIDS", True), ("aidx", "AIDS", False), ("LES", "AIDS", False), ("para", "PARA", False), ("Para", "PARA", False), ("P\u00c1RA", "PARA", True),
        ("abc", "ABC", False), ("abcd", "ABCD", True), ("AbCd", "ABCD", True),
    ],
)  # fmt: skip
def test_the_case_of_an_acronym(surface: str, acronym: str, counts: bool) -> None:
    assert is_written_as(surface, acronym, LanguagePack.load("pt")) is counts


def test_names_of_organisms() -> None:
    weights = PORTUGUESE.weights
    assert list(binomials(["doença por Qqxyza wwvutii", "febre alta", "Doença crônica"], weights)) == ["Qqxyza wwvutii"]

    def named(agent: str, *names: str) -> list[tuple[str, bool]]:
        return [(form.text, form.is_acronym) for form in agent_forms(agent, names, weights)]

    assert named("Leishmania donovani", "leishmaniose") == [
        ("Leishmania donovani", False), ("L. donovani", False), ("Leishmania", False), ("Leishmania sp.", False), ("Leishmania spp.", False),
    ]  # fmt: skip
    assert named("HIV", "aids") == [("HIV", True)]
    assert named("bacilo", "aids") == [("bacilo", False)]
    assert ("Qqxyza", False) in named("Qqxyza wwvut", "febre")
