"""Finding quoted passages: what is forgiven, what is not, and exact places."""

from __future__ import annotations

import re
import unicodedata
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clinicalbr.text import Span, find_quote

TEXT = (
    "Ao exame, o fígado era palpável – 3 cm do rebordo – e do-\nloroso; o “baço” não era.  Fez-se pós-\noperatório em UTI com anti-\n"
    "HIV negativo… A paciente’s mother said: \u201cshe was in\u00adsane\u201d. Hb &lt; 7 g/dL &amp; IL-6 (alta) de 10-20. ﬁm."
)


def found(quote: str, text: str = TEXT) -> str | None:
    span = find_quote(quote, text)
    return None if span is None else span.of(text)


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("o fígado era palpável", "o fígado era palpável"),
        ("O fígado era palpável", "o fígado era palpável"),
        ("ao exame, o fi\u0301gado", "Ao exame, o fígado"),
        ('"o fígado era palpável"', "o fígado era palpável"),
        ("“o fígado era palpável”", "o fígado era palpável"),
        ("palpável - 3 cm", "palpável – 3 cm"),
        ("palpável—3 cm do rebordo", "palpável – 3 cm do rebordo"),
        ("e doloroso", "e do-\nloroso"),
        ("do-loroso", "do-\nloroso"),
        ("pós-operatório", "pós-\noperatório"),
        ("pós‑operatório em UTI", "pós-\noperatório em UTI"),
        ("anti-HIV", "anti-\nHIV"),
        ('o "baço" não era', "o “baço” não era"),
        ("não   era.\nFez-se", "não era.  Fez-se"),
        ("paciente's mother", "paciente’s mother"),
        ("she was insane", "she was in\u00adsane"),
        ("Hb < 7 g/dL & IL-6", "Hb &lt; 7 g/dL &amp; IL-6"),
        ("Hb &lt; 7", "Hb &lt; 7"),
        ("10–20", "10-20"),
        ("fim.", "ﬁm."),
        ("negativo...", "negativo"),
        ("  o fígado  ", "o fígado"),
    ],
)
def test_typesetting_is_forgiven(quote: str, passage: str) -> None:
    assert found(quote) == passage


@pytest.mark.parametrize(
    "quote",
    [
        "o figado era palpavel",
        "o fígado Era palpável",
        "o fígado palpável",
        "hB",
        "il-6",
        "o fígado é palpável",
        "ígado",
        "fíga",
        "insa",
        "dolo",
        "102",
        "1020",
        "IL6",
        "Ao exame o fígado",
        "o fígado era palpável.",
    ],
)
def test_nothing_else_is_forgiven(quote: str) -> None:
    assert found(quote) is None


@pytest.mark.parametrize("quote", ["", " ", "...", "…", "[...]", '""', "“…”", "-", ".,;", "\u200b", "\x00"])
def test_a_quote_without_words_is_nowhere(quote: str) -> None:
    assert find_quote(quote, TEXT) is None
    assert find_quote(quote, quote) is None


@pytest.mark.parametrize("gap", ["...", "…", " ... ", " [...] ", "[…]", "(...)", " […] … ", "....", "[ ... ]"])
def test_words_left_out(gap: str) -> None:
    assert found(f"o fígado{gap}e doloroso{gap}O “baço” não era") == TEXT[10:].split(".", maxsplit=1)[0]


def test_gaps_keep_their_order_and_their_bounds() -> None:
    text = "alfa um. " + "x " * 100 + "beta dois. gama"
    assert found("alfa ... beta ... gama", text) == text
    assert found("beta ... alfa", text) is None
    assert find_quote("alfa ... beta", text, longest_gap=50) is None
    assert found("alfa ... zeta", text) is None
    assert found("...alfa um...", text) == "alfa um"
    assert found("um ... um", text) is None


def test_a_later_middle_may_be_needed() -> None:
    text = "alfa beta " + "x " * 40 + "beta gama"
    assert find_quote("alfa ... beta ... gama", text, longest_gap=90) == Span(0, len(text))
    assert find_quote("alfa ... beta ... gama", text, longest_gap=60) is None


def test_the_tightest_passage_that_ends_first_is_given() -> None:
    assert found("alfa ... beta", "alfa x alfa y beta z beta") == "alfa y beta"
    assert find_quote("alfa", "ALFA alfa alfa") == Span(5, 9)


def test_text_that_has_the_dots_itself() -> None:
    assert found("dor... febre", "Teve dor... febre e tosse") == "dor... febre"


@pytest.mark.parametrize("text", ["", "palavra", "\ud800", "…"])
def test_absent(text: str) -> None:
    assert find_quote("outra coisa", text) is None


def test_other_scripts() -> None:
    assert found("कुष्ठ रोग", "यह कुष्ठ रोग है") == "कुष्ठ रोग"
    assert found("कुष", "यह कुष्ठ रोग है") is None
    assert found("각막염", unicodedata.normalize("NFD", "한국어 각막염")) == unicodedata.normalize("NFD", "각막염")


def test_entities_are_letters_of_their_word() -> None:
    assert found("f", "f&eacute;") is None
    assert found("fé", "a f&eacute; b") == "f&eacute;"


WORDS = st.sampled_from(["febre", "Tosse", "é", "ação", "3,5", "IL-6", "x", "não", "pós", "“sim”", "(alta)", "ﬁm"])
PROSE = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)


FORMS = {
    " ": [" ", "\u00a0", "  ", "\n", " \r\n"],
    "-": ["-", "‑", "‐"],
    "“": ["“", '"', "«", "„"],
    "”": ["”", '"', "»"],
    "ﬁ": ["ﬁ", "fi"],
    "é": ["é", "e\u0301", "&eacute;", "&#233;", "&amp;eacute;"],
    "ç": ["ç", "c\u0327"],
}


def disguised(text: str, random: Random) -> str:
    """A text in other typesetting."""
    made = []
    for char, following in zip(text, text[1:] + " ", strict=True):
        made.append(random.choice(FORMS.get(char, [char])))
        if char.isalpha() and following != " ":
            made.append(random.choice(["", "", "", "\u00ad", "\u200b"]))
    return "".join(made)


@given(PROSE, PROSE, PROSE, st.randoms(use_true_random=False))
def test_what_is_quoted_is_found_where_it_stands(before: str, quote: str, after: str, random: Random) -> None:
    text = " # ".join(disguised(part, random) for part in (before, quote, after))
    span = find_quote(disguised(quote, random), text)
    assert span is not None
    assert find_quote(quote, span.of(text)) is not None
    # From word edge to word edge, and nothing tighter holds it.
    assert not span.of(text)[0].isspace()
    assert not span.of(text)[-1].isspace()
    assert find_quote(quote, span.of(text)[1:]) is None or not span.of(text)[0].isalnum()


@given(PROSE, st.text(st.characters(codec=None), max_size=60))
def test_never_raises_and_never_lies(quote: str, text: str) -> None:
    for asked in (quote, text, text[3:9]):
        span = find_quote(asked, text)
        if span is not None:
            assert 0 <= span.start < span.end <= len(text)
            assert find_quote(asked, span.of(text)) is not None


@given(PROSE)
def test_absent_words_are_never_found(text: str) -> None:
    assume("hepatite" not in text)
    assert find_quote(f"{text} hepatite", text) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a" * 1000, "a" * 200_000),
        ("a", "a" * 200_000),
        ("a ... a ... b", "a " * 20_000),
        ("a a", "a  " * 20_000),
        ("a-a", "a-" * 20_000),
        ("aa", "a\u00ad" * 20_000),
        ("a", "&" * 50_000),
        ("x", "- " * 30_000),
        ("... " * 5000, "b"),
        ("a ... " * 500, "a " * 500),
    ],
    ids=range(10),
)
def test_long_hostile_input(quote: str, text: str) -> None:
    span = find_quote(quote, text)
    assert span is None or span.end <= len(text)


def test_many_pieces_that_occur_often_are_found_and_refused() -> None:
    text = "a " * 50_000
    found = find_quote(" [...] ".join(["a"] * 200), text)
    assert found == Span(0, 399)
    assert find_quote(" [...] ".join([*["a"] * 200, "b"]), text) is None
    assert find_quote(" [...] ".join(["a"] * 200), text + "b", longest_gap=10**12) == found


@given(
    st.text("ab ", max_size=40),
    st.lists(st.sampled_from(["a", "b", "ab", "a b"]), min_size=1, max_size=4),
    st.integers(1, 6),
)
def test_omissions_agree_with_a_search_of_all_chains(text: str, pieces: list[str], gap: int) -> None:
    text = " ".join(text.split())
    chains: list[tuple[int, int]] = []
    for number, piece in enumerate(pieces):
        spans = [match.span(1) for match in re.finditer(rf"(?<!\S)(?=({piece})(?!\S))", text)]
        if number:
            chains = [(end, first) for before, first in chains for start, end in spans if 0 <= start - before <= gap]
        else:
            chains = [(end, start) for start, end in spans]
    found = find_quote(" ... ".join(pieces), text, longest_gap=gap)
    tightest = min(chains, key=lambda chain: (chain[0], -chain[1]), default=None)
    assert (None if found is None else (found.end, found.start)) == tightest
