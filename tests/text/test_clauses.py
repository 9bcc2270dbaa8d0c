"""Clauses: where sentences are cut, and where they are not, in three languages."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.text import Span, clauses, sentences

CONNECTORS = ("mas", "porém", "no entanto", "but", "however", "pero", "sin embargo")


def split(text: str, connectors: tuple[str, ...] = CONNECTORS) -> list[str]:
    return [span.of(text) for span in clauses(text, connectors, ["dr."])]


@pytest.mark.parametrize(
    "parts",
    [
        ["Teve febre alta,", "mas não tosse;", "plaquetas de 98.000."],
        ["Teve febre", "mas não tosse."],
        ["O paciente,", "porém, negou.", "Saiu."],
        ["Foi tratado;", "no\n entanto, piorou."],
        ["Had fever,", "but no cough;", "platelets were 98,000."],
        ["Tuvo fiebre,", "pero no tos;", "sin embargo, empeoró."],
        ["O exame –", "compatível com dengue –", "foi repetido."],
        ["O exame --", "positivo —", "foi repetido."],
        ["Disse,", "“mas não sei”,", "porém saiu."],
        ["Febre,", "MAS sem tosse."],
        ["Febre,", "pore\u0301m sem tosse."],
    ],
    ids=lambda parts: ascii(parts[0]),
)
def test_cuts(parts: list[str]) -> None:
    assert split(" ".join(parts)) == parts


@pytest.mark.parametrize(
    "whole",
    [
        "Diagnóstico: dengue, com febre, cefaleia e mialgia.",
        "Plaquetas (98.000; baixas, mas estáveis – sem queda) foram vistas.",
        "Recebeu 10 - 20 mg por 3 – 5 dias, na diluição 1:80.",
        "Negou [sic; mas com dúvida] febre.",
        "Disse “febre; mas pouca” ao médico.",
        'Disse "febre - mas pouca" ao médico.',
        "Fez o pós-mas e o pré-porém.",
        "Teve febre &lt; 38 &amp; tosse&#59; seca.",
        "Masculino, de mastro alto, masc.",
        "Mas teve febre.",
        "- febre alta",
        "– Porém não",
        "(febre; tosse)",
    ],
)
def test_no_cut(whole: str) -> None:
    assert split(whole) == [whole]


def test_connectors_come_from_the_caller() -> None:
    assert split("Teve febre, mas não tosse.", ()) == ["Teve febre, mas não tosse."]
    assert split("Teve febre, mas não tosse.", ("", " ")) == ["Teve febre, mas não tosse."]
    assert split("Teve febre quando saiu. E tosse", ("QUÁNDO",)) == ["Teve febre", "quando saiu.", "E tosse"]
    assert split("a (b. c*d) e, x.y z", ("x.y", "c*d")) == ["a (b. c*d) e,", "x.y z"]


def test_the_longest_connector_wins() -> None:
    assert split("Piorou no entanto que saiu", ("no", "no entanto", "que")) == ["Piorou", "no entanto", "que saiu"]


def test_abbreviations_reach_the_sentences() -> None:
    assert split("Visto pelo Dr. Chagas; saiu.") == ["Visto pelo Dr. Chagas;", "saiu."]


@pytest.mark.parametrize(
    ("language", "text", "parts"),
    [
        ("pt", "A sorologia, embora tardia, foi reagente; firmou-se dengue.", ["A sorologia,", "embora tardia, foi reagente;", "firmou-se dengue."]),
        ("en", "Serology was negative, although late; dengue was ruled out.", ["Serology was negative,", "although late;", "dengue was ruled out."]),
        ("es", "La serología fue negativa, aunque tardía; se descartó.", ["La serología fue negativa,", "aunque tardía;", "se descartó."]),
    ],
)  # fmt: skip
def test_language_packs_fit(language: str, text: str, parts: list[str]) -> None:
    rules = LanguagePack.load(language).sentences
    assert [span.of(text) for span in clauses(text, rules.clause_connectors, rules.abbreviations)] == parts


PIECES = ["febre", "mas", "no entanto", "é", "3", "(", ")", "[", "]", '"', "“", "”", ";", ",", ":", ".", " - ", " – ", "--", "-", " ", "\n", "\n\n",
          "&amp;", "&", "Dr.", "Mas", "?", "\u200b", "\u00a0"]  # fmt: skip
ANY = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join), st.text(st.characters(codec=None), max_size=40)
)


def check(text: str, found: tuple[Span, ...], whole: tuple[Span, ...]) -> None:
    position = 0
    for span in found:
        assert text[position : span.start].strip() == ""
        assert span.of(text) == span.of(text).strip() != ""
        position = span.end
    assert text[position:].strip() == ""
    assert {span.start for span in whole} <= {span.start for span in found}
    assert {span.end for span in whole} <= {span.end for span in found}


@given(ANY)
def test_clauses_tile_sentences(text: str) -> None:
    whole, found = sentences(text, ["dr."]), clauses(text, CONNECTORS, ["dr."])
    check(text, found, whole)
    for sentence in whole:
        own = [span for span in found if sentence.contains(span)]
        wordless = [span for span in own if not any(char.isalnum() for char in span.of(text))]
        assert not wordless or len(own) == 1


@given(ANY)
def test_without_connectors_only_marks_cut(text: str) -> None:
    for before, after in pairwise(clauses(text)):
        last = before.of(text).rstrip()[-1]
        assert last in ";-–" or not any(
            sentence.contains(Span(before.start, after.end)) for sentence in sentences(text)
        )


@given(
    st.lists(st.sampled_from(["febre ", "é ", ", mas ", "; ", "no entanto ", "(é) ", "3 ", " – "]), max_size=20).map(
        "".join
    )
)
def test_composed_and_decomposed_text_has_the_same_clauses(text: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert [unicodedata.normalize("NFC", part) for part in split(decomposed)] == split(composed)


@pytest.mark.parametrize(
    "piece", [";", "; ", " - ", "- ", ",mas ", " mas", "(;", ")", '"', "“", "&a", " ", "a;(", "; 1 - 1 "], ids=ascii
)
def test_long_hostile_text(piece: str) -> None:
    text = "x " + piece * 10_000 + " y"
    check(text, clauses(text, CONNECTORS), sentences(text))
