"""Names as written: what may stand between their words and inside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.masking.name_words import (
    NameWords,
    _changes_kind,
    _own_signs,
    _own_signs_before,
    _spelled,
    _spelled_before,
)
from clinicalbr.masking.reading import Reading
from clinicalbr.text import Span

R = "\u25a0"


def verbatim(text: str, *names: str, languages: tuple[str, ...] = ("pt", "en", "es")) -> list[str]:
    masker = Masker(GoldTarget(names, languages=languages, derive_acronyms=False), tiers=[Tier.VERBATIM])
    return [leak.surface for leak in masker.find(text)]


@pytest.mark.parametrize(
    ("name", "words", "joints", "seed"),
    [
        ("doença de Chagas", ("doenca", "de", "chagas"), (" ", " "), 2), ("COVID-19", ("covid", "19"), ("",), 0), ("linfoma não-Hodgkin", ("linfoma", "nao", "hodgkin"), (" ", ""), 2),
        ("Parkinson's disease", ("parkinson", "disease"), ("'s",), 0), ("Parkinson\u2019s", ("parkinson",), (), 0), ("t(15;17)", ("t", "15", "17"), ("(", ";"), 2),
        ("dengue tipo1", ("dengue", "tipo", "1"), (" ", ""), 0), ("25(OH)D", ("25", "oh", "d"), ("(", ")"), 1), ("grupo s", ("grupo", "s"), (" ",), 0), ("A/B", ("a", "b"), ("",), 1),
    ],
)  # fmt: skip
def test_a_name_is_taken_apart(name: str, words: tuple[str, ...], joints: tuple[str, ...], seed: int) -> None:
    apart = NameWords.of(name)
    assert (apart.words, apart.joints, apart.seed) == (words, joints, seed)


@pytest.mark.parametrize(
    "between",
    [
        " ", "  ", "\u00a0", "\u2009", "\n", "\r\n", "\t", "-", " - ", "\u2013", "/", " / ", "_", "__", "'", " '", " \"", "\u201c", "\u201d ", "\u00ab", "\u00b7", "<b>", " <i>", "</b> ", "</em> <em>",
        "&nbsp;", " \u200b", "'s ", "\u2019s ", "\u2022", "-\n", "\u00ad ",
    ],
)  # fmt: skip
def test_what_may_part_the_words_of_a_name(between: str) -> None:
    surface = f"artrite{between}reumatoide"
    assert verbatim(f"Tem {surface}, hoje.", "artrite reumatoide") == [surface]
    # The seed is the longest word, first here and last in the other name.
    assert verbatim(f"Tem {surface}, hoje.", "artrite reumatoide", "artrite de membros") == [surface]
    other = f"tuberculose{between}oral"
    assert verbatim(f"Tem {other}, hoje.", "tuberculose oral") == [other]


@pytest.mark.parametrize(
    "between", ["", ", ", "; ", ". ", " (", ": ", "+", "=", "x", " e ", "<", ">", "<123456789abc>", "1", "s "]
)
def test_what_may_not(between: str) -> None:
    assert verbatim(f"Tem artrite{between}reumatoide, hoje.", "artrite reumatoide") == []


def test_many_separators_are_looked_over_and_endless_ones_are_not() -> None:
    for count, found in ((60, True), (200, False)):
        for name in ("artrite reumatoide", "tuberculose oral"):
            text = (" " * count).join(name.split())
            assert bool(verbatim(text, name)) is found
    tags = "<b>" * 20
    assert verbatim(f"artrite{tags}reumatoide", "artrite reumatoide")
    assert verbatim(f"tuberculose{tags}oral", "tuberculose oral")


@pytest.mark.parametrize(
    ("name", "text", "surface"),
    [
        ("HTLV 1", "HTLV-1", "HTLV-1"), ("HTLV 1", "HTLV1", "HTLV1"), ("covid 19", "o COVID19,", "COVID19"), ("dengue tipo 1", "dengue tipo1", "dengue tipo1"), ("linfoma não-Hodgkin", "linfoma não Hodgkin", "linfoma não Hodgkin"),
        ("linfoma não-Hodgkin", "linfoma nãoHodgkin", "linfoma nãoHodgkin"), ("linfoma não Hodgkin", "linfoma nãoHodgkin", None), ("1p36 deletion", "1 p36 deletion", "1 p36 deletion"),
        ("leucemia com t(15;17)", "leucemia com t (15 ; 17", "leucemia com t (15 ; 17"), ("leucemia com t(15;17)", "leucemia com t 15;17", "leucemia com t 15;17"), ("leucemia com t(15;17)", "leucemia com t[15,17]", None),
        ("Parkinson's disease", "Parkinson disease", "Parkinson disease"), ("Parkinson disease", "Parkinson's disease", "Parkinson's disease"), ("Chagas disease", "Chagas\u2019 disease", "Chagas\u2019 disease"),
        ("grupos de dengue", "grupo's de dengue", None),
    ],
)  # fmt: skip
def test_figures_signs_and_possessives(name: str, text: str, surface: str | None) -> None:
    assert verbatim(f"({text} .", name, languages=("pt", "en")) == ([surface] if surface else [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("esquistos-\nsomose", True), ("esquistos- \n  somose", True), ("esquistos-somose", True), ("es-quis-tos-so-mo-se", True), ("es-\nquis-\ntos-\nso-\nmo-\nse", True), ("ES\u00adQUIS\u2010TOSSO\u2011MOSE", True), ("esquistos\u00ad\nsomose", True),
        ("esquistos- somose", False), ("esquistos -somose", False), ("esquistos\nsomose", False), ("esquistos--somose", False), ("xesquistos-\nsomose", False), ("esquistos-\nsomosex", False),
    ],
)  # fmt: skip
def test_a_word_broken_at_hyphens(text: str, found: bool) -> None:
    assert verbatim(f"a {text}, b", "esquistossomose") == ([text] if found else [])


@pytest.mark.parametrize(
    "text",
    [
        "artrite reuma-\ntoide", "ar-trite reumatoide", "ar-\ntrite reuma-\ntoide", "artrite-reuma-toide", "a-r-t-r-i-t-e r-e-u-m-a-t-o-i-d-e", "artrite-\nreumatoide", "artrite reuma\u00ad\ntoide", "ar-trite\nreuma-toide",
        "ARTRITE REUMA-\nTOIDE", "artri-te/reumatoide",
    ],
)  # fmt: skip
def test_hyphens_of_several_kinds_in_one_name(text: str) -> None:
    assert verbatim(f"Com {text}.", "artrite reumatoide") == [text]
    assert verbatim(f"Pré-operatório e pós-\noperatório: {text}; bem-\nestar", "artrite reumatoide") == [text]


@given(st.lists(st.booleans(), min_size=13, max_size=13), st.sampled_from(["-", "-\n", "-\n  ", "\u2010"]))
def test_any_choice_of_breaks(cuts: list[bool], mark: str) -> None:
    word = "esquistossomose"
    text = (
        word[0]
        + "".join((mark if cut else "") + letter for cut, letter in zip(cuts, word[1:14], strict=True))
        + word[14]
    )
    assert verbatim(f"a {text} b", word) == [text]


@pytest.mark.parametrize(
    ("name", "text", "surface"),
    [
        ("乳癌", "患者は乳癌でした", "乳癌"), ("結核", "肺結核症", "結核"), ("มะเร็งเต้านม", "ผู้ป่วยเป็นมะเร็งเต้านมระยะ", "มะเร็งเต้านม"), ("결핵", "환자는결핵으로", "결핵"), ("dengue", "患者dengue確定", "dengue"),
        ("туберкулёз", "был туберкулёз", "туберкулёз"), ("туберкулёз", "туберкулёзом", None), ("φυματίωση", "η φυματίωση", "φυματίωση"),
    ],
)  # fmt: skip
def test_scripts_with_and_without_spaces(name: str, text: str, surface: str | None) -> None:
    assert verbatim(text, name) == ([surface] if surface else [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("dengue", True), ("(dengue)", True), ("dengue2", True), ("2dengue", True), ("dengue\u00b2", True), ("dengue\u2122", True), ("dengue\u1d43", True), ("_dengue_", True), ("<b>dengue</b>", True),
        ("xdengue", False), ("denguex", False), ("dengu\u00e9", True), ("d\u00e9ngu\u00e9s", False), ("dengue\u0301", True), ("dengue\u0301s", False),
    ],
)  # fmt: skip
def test_edges_of_a_name(text: str, found: bool) -> None:
    assert bool(verbatim(f" {text} ", "dengue")) is found


def test_where_a_name_stands_in_the_folded_text() -> None:
    reading = Reading.of("O mal  de Chagas foi")
    words = NameWords.of("mal de Chagas")
    assert words.at(reading, range(10, 16)) == Span(2, 16)
    assert words.at(Reading.of("vem de Chagas"), range(7, 13)) is None
    assert words.at(Reading.of("Chagas"), range(0, 6)) is None
    assert NameWords.of("Chagas mal").at(Reading.of("Chagas"), range(0, 6)) is None
    assert NameWords.of("Chagas mal").at(Reading.of("Chagas ma"), range(0, 6)) is None


@given(st.permutations(["febre amarela", "dengue", "febre", "mal de Chagas"]), st.sampled_from([" e ", ", ", "; "]))
def test_every_name_is_found_beside_the_others(names: list[str], between: str) -> None:
    text = between.join(names)
    found = verbatim(text, *names)
    assert sorted(found) == sorted([*names, "febre"])


BROKEN = st.lists(st.sampled_from(["a", "b", "-", "-\n", "-\n  ", "- ", " ", "\n"]), max_size=12).map("".join)


def spelled(reading: Reading, position: int, word: str) -> int:
    """Where a word ends, read letter by letter, a break before each but the first."""
    for index, letter in enumerate(word):
        if index:
            position = reading.after_break(position)
        if reading.low[position : position + 1] != letter:
            return -1
        position += 1
    return position


@given(BROKEN, st.text("ab", min_size=1, max_size=4))
def test_a_word_is_spelled_alike_from_both_ends(text: str, word: str) -> None:
    reading = Reading.of(text)
    ends = {start: spelled(reading, start, word) for start in range(len(reading.low) + 1)}
    assert {start: _spelled(reading, start, word) for start in ends} == ends
    starts = {end: start for start, end in ends.items() if end >= 0}
    for end in range(len(reading.low) + 1):
        assert _spelled_before(reading, end, word) == starts.get(end, -1)


@pytest.mark.parametrize("spaces", [0, 1, 40, 78, 79, 80, 81, 82, 120])
def test_how_long_a_break_may_be(spaces: int) -> None:
    reading = Reading.of("ab-\n" + " " * spaces + "cd")
    behind = 3 + 1 + spaces if spaces < 80 else 3 + 80
    whole = spaces < 80
    assert _spelled(reading, 0, "abcd") == (behind + 2 if whole else -1)
    assert _spelled_before(reading, len(reading.low), "abcd") == (0 if whole else -1)


PARTS = st.lists(
    st.sampled_from([" ", "-", " - ", "/", "_", "'", "<b>", "</em>", "<table>", "\u00ab", "\u2022"]), max_size=6
)


@given(PARTS.map("".join), st.sampled_from(["", "'s "]), st.sampled_from([" ", ""]))
def test_what_parts_two_words_is_seen_alike_from_both_sides(parts: str, first: str, joint: str) -> None:
    between = first + parts
    low = f"x{between}y"
    words = NameWords.of("aa bbb")
    expected = len(between) + 1 if between or not joint else -1
    assert words._forward(low, 1, joint) == expected
    assert words._backward(low, len(low) - 1, joint) == (1 if expected > 0 else -1)


@pytest.mark.parametrize(
    ("between", "whole"),
    [
        ("<b>" * 20, True), (" " * 79, True), (" " * 80, True), (" " * 81, False), ("<abcdefgh>", True), ("</abcdefgh>", True), ("<abcdefghi>", False), ("<>", False), ("<b", False), ("b>", False), ("<B>", False), ("<1>", False), (".", False), ("'s ", True), ("'t ", False), ("s ", False),
    ],
)  # fmt: skip
def test_how_much_may_part_two_words(between: str, whole: bool) -> None:
    low = f"x{between}y"
    words = NameWords.of("aa bbb")
    assert (words._forward(low, 1, " ") == len(low) - 1) is whole
    assert (words._backward(low, len(low) - 1, " ") == 1) is whole


def test_a_figure_parts_itself_from_a_letter() -> None:
    words = NameWords.of("aa bbb")
    assert (words._forward("x1", 1, " "), words._backward("x1", 1, " ")) == (1, 1)
    assert (words._forward("xy", 1, " "), words._backward("xy", 1, " ")) == (-1, -1)
    assert [_changes_kind("a1b", at) for at in range(-1, 5)] == [False, False, True, True, False, False]
    assert not _changes_kind("ab", 1)
    assert not _changes_kind("12", 1)


@pytest.mark.parametrize(
    ("low", "start", "end"),
    [("x(y", 1, 2), ("x  ( y", 1, 5), ("x y", 1, -1), ("x", 1, -1), ("x(", 1, 2), ("x (  ", 1, 5), ("(y", 0, 1), ("  (y", 0, 3)],
)  # fmt: skip
def test_signs_of_a_name_with_spaces_around(low: str, start: int, end: int) -> None:
    assert _own_signs(low, start, "(") == end
    if end >= 0:
        assert _own_signs_before(low, end, "(") == start
    assert _own_signs_before("x y", 2, "(") == -1
    assert _own_signs_before("", 0, "(") == -1


@pytest.mark.parametrize(
    ("name", "tail", "spaced", "ahead"),
    [
        ("mal de Chagas", "", "mal de chagas", 7), ("Chagas", "", "chagas", 0), ("t(15;17)", ")", "", 5), ("dengue (grave)", ")", "", 0), ("dengue)", "", "dengue", 0), ("a [b] cc", "", "", 4), ("grupo s", "", "", 0),
        ("febre amarela", "", "febre amarela", 6),
    ],
)  # fmt: skip
def test_what_is_looked_at_first(name: str, tail: str, spaced: str, ahead: int) -> None:
    words = NameWords.of(name)
    assert (words.tail, words.spaced, words.ahead) == (tail, spaced, ahead)


@pytest.mark.parametrize(
    ("name", "text", "span"),
    [
        ("mal de chagas", "mal de chagas", Span(0, 13)), ("mal de chagas", "al de chagas", None), ("mal de chagas", "xmal de chagas", Span(1, 14)), ("mal de chagas", "mal  de - chagas", Span(0, 16)), ("chagas mal", "chagas mal", Span(0, 10)),
        ("chagas mal", "chagas  mal", Span(0, 11)), ("chagas (mal)", "chagas (mal)", Span(0, 12)), ("chagas (mal)", "chagas mal", Span(0, 10)), ("chagas (mal)", "chagas ( mal )", Span(0, 12)), ("mal (de) chagas", "mal (de) chagas", Span(0, 15)),
        ("mal (de) chagas", "mal de chagas", Span(0, 13)), ("mal (de) chagas", "mal ( de ) chagas", Span(0, 17)), ("mal chagas", "malchagas", None), ("chagas mal", "chagasmal", None), ("mal 1chagas", "mal 1 chagas", Span(0, 12)),
    ],
)  # fmt: skip
def test_a_name_around_its_seed(name: str, text: str, span: Span | None) -> None:
    at = text.index("chagas")
    assert NameWords.of(name).at(Reading.of(text), range(at, at + 6)) == span


def test_a_seed_with_hyphens_in_it() -> None:
    reading = Reading.of("mal de cha-gas")
    assert NameWords.of("mal de Chagas").at(reading, (7, 8, 9, 11, 12, 13)) == Span(0, 14)
