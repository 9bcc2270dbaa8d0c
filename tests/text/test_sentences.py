"""Sentence ends: the traps of clinical prose, and the laws of tiling."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.testing import sample_corpus
from clinicalbr.text import Span, sentences

SHORT = ("dr.", "dra.", "p. ex.", "i.e.", "et al.", "v.o.", "sp.", "fig.", "máx.", "min.", "mar.", "aprox.")


def split(text: str, abbreviations: tuple[str, ...] = SHORT) -> list[str]:
    return [span.of(text) for span in sentences(text, abbreviations)]


@pytest.mark.parametrize(
    "sentence",
    [
        "O Dr. Chagas e a Dra. Lia viram o caso.",
        "Recebeu 3,5 mg de prednisona e 1.200 UI/mL de heparina.",
        "Received 3.5 mg of it at 8.30 a.m. on Monday.",
        "Usou antibiótico, p. ex. penicilina, i.e. um betalactâmico, segundo Silva et al. (2010).",
        "Fluconazol 150 mg v.o. em dose única.",
        "Cresceu S. aureus e, no sangue, T. cruzi.",
        "Foi visto por J. B. Souza no leito n.º 3 da U.T.I. pediátrica.",
        "Isolou-se Cryptococcus sp. em cultura.",
        "A dose (5 mg. Não mais.) foi mantida.",
        "Veja a Fig. 2 e a Fig. Suplementar.",
        "Relatou dor... mas não febre … nem tosse.",
        '"Dói aqui?" perguntou o médico.',
        "The U.S. patient had a pH of 7.2.",
        "Temperatura de 38.5",
        "Foi ao endereço www.exemplo.com.br e voltou.",
        "Aguarda-se o laudo [...] da biópsia.",
        "O exame de M. Saúde, aprox. 5 minutos, foi normal.",
        "Voltou em 12 mar. 2010 para revisão.",
    ],
)
def test_one_sentence(sentence: str) -> None:
    assert split(sentence) == [sentence]


@pytest.mark.parametrize(
    "parts",
    [
        ["Teve febre.", "Foi internado!", "Por quê?", "Ninguém sabe…", "Alta"],
        ["Dói?!", "Sim."],
        ['Disse: "Tenho febre."', "Foi internado."],
        ["Disse “tenho febre.”", "Foi internado."],
        ["Teve febre (38,5 °C).", "Foi internado."],
        ["Teve febre. [3]".replace(" [", "[").replace("].", "]"), "Foi internado."],
        ["Teve febre.¹²", "Foi internado."],
        ["Described in children.1,2", "It is rare."],
        ["(Ver a tabela.)", "Foi internado."],
        ["¿Tiene fiebre?", "¡Mucha!", "«Sí.»", "—No."],
        ["A temperatura era de 38.", "5 dias depois, normal."],
        ["Creatinina 1,3 mg/dL.", "TC sem lesões."],
        ["Débito de 3,1 L/min.", "Coronariografia normal."],
        ["Durou 5 min.", "Repetiu-se."],
        ["Tratado em 2010.", "Sem recidiva."],
        ["The test was done.", "pH was 7.2.", "mRNA was found."],
        ["Suportou bem… ", "Depois piorou."],
        ["患者发热。", "入院！”", "出院。"],
    ],
    ids=lambda parts: parts[0],
)
def test_several_sentences(parts: list[str]) -> None:
    expected = [part.strip() for part in parts]
    joined = ("" if "。" in parts[0] else " ").join(expected)
    assert split(joined) == expected
    assert split(joined.replace(" ", "\n", 1).replace("\n", " \u00a0 ", 1) if "。" not in joined else joined)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Amoxicilina v.o. O quadro melhorou, e o paciente saiu.", True),
        ("Amoxicilina v.o. O quadro melhorou.", False),
        ("Hepatite B. Paciente com icterícia; paciente tratado.", True),
        ("Visto pelo Dr. Silva; o paciente saiu.", False),
        ("Cresceu Candida sp. The isolate was sensitive to the drug.", True),
        ("Por J. Silva, o paciente. O Silva saiu.", True),
        ("Para o Dr. O. Cruz, o caso era raro", False),
        ("São 11 mg. Trouxe exames", True),
    ],
)
def test_an_abbreviation_ends_a_sentence_before_a_word_that_the_text_also_writes_small(text: str, ends: bool) -> None:
    assert (len(split(text, (*SHORT, "mg."))) > 1) is ends


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_abbreviations_match_in_any_form(form: str) -> None:
    text = unicodedata.normalize(form, "Dose MÁX. Silva, a p.\u00a0 ex. menor.")
    assert split(text, ("max.", "P. Ex.")) == [text]
    assert split(text, ()) != [text]


def test_abbreviations_match_whole_words_only() -> None:
    assert split("Foi ao hospital. Saiu bem.", ("al.",)) == ["Foi ao hospital.", "Saiu bem."]
    assert split("Foi visto. Saiu bem.", ("to.", "nothing", "")) == ["Foi visto.", "Saiu bem."]


def test_lists_headings_and_blank_lines() -> None:
    text = (
        "RELATO DE CASO\n"
        "Homem de 45 anos com febre e dor\nabdominal há três dias, sem outras\nqueixas. Exame normal\n\n"
        "sem alterações\n"
        "Exames:\n- hemograma\n- ureia;\n• creatinina\n1) TC\n2) RM:\n1. tórax\n2. crânio\n  \n"
        "Conduta\nAlta"
    )
    assert split(text) == [
        "RELATO DE CASO",
        "Homem de 45 anos com febre e dor\nabdominal há três dias, sem outras\nqueixas.",
        "Exame normal",
        "sem alterações",
        "Exames:",
        "- hemograma",
        "- ureia;",
        "• creatinina",
        "1) TC",
        "2) RM:",
        "1. tórax",
        "2. crânio",
        "Conduta",
        "Alta",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028", "\n \t"])
def test_every_kind_of_line_end(end: str) -> None:
    assert split(f"EXAMES{end}Ureia 30 mg/dL{end}Creatinina 1 mg/dL") == [
        "EXAMES", "Ureia 30 mg/dL", "Creatinina 1 mg/dL",
    ]  # fmt: skip
    assert split(f"sem febre{end}{end}com tosse") == ["sem febre", "com tosse"]
    assert split(f"com febre há{end}três dias") == [f"com febre há{end}três dias"]


@pytest.mark.parametrize("number", ["1.", "12.", "2.1.", "a.", "iv.", "IV."])
def test_the_number_of_an_item_belongs_to_it(number: str) -> None:
    assert split(f"{number} Hemograma normal. Ureia alta.") == [f"{number} Hemograma normal.", "Ureia alta."]
    assert split(f"{number}\nHemograma normal.") == [f"{number}\nHemograma normal."]


def test_a_wrapped_paragraph_stays_one_sentence() -> None:
    wrapped = (
        "O paciente foi admitido no serviço de urgência da Santa Casa de Misericórdia de\n"
        "São Paulo, pelo Dr.\nSilva, em 2010, com\n38 °C e sem\nTosse"
    )
    assert split(wrapped) == [wrapped]


def test_text_without_capitals_still_has_sentences() -> None:
    assert split("paciente com febre. nega tosse. sem dor.") == ["paciente com febre.", "nega tosse.", "sem dor."]


def test_brackets_hold_a_sentence_together_only_when_they_pair_nearby() -> None:
    assert split("a) Febre. b) Tosse (seca. Sem sangue") == ["a) Febre.", "b) Tosse (seca.", "Sem sangue"]
    assert split("Febre (alta. Tosse\n\nseca) foi.") == ["Febre (alta.", "Tosse", "seca) foi."]
    far = "Febre (alta. " + "Tosse. " * 100 + "Fim) foi."
    assert len(split(far)) == 102
    assert split("Febre {alta. [Tosse. (Seca.) Sim.] Não.} foi.") == ["Febre {alta. [Tosse. (Seca.) Sim.] Não.} foi."]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u00a0\t\u2029"])
def test_blank_text_has_no_sentence(text: str) -> None:
    assert sentences(text) == ()


@pytest.mark.parametrize("text", ["Febre", ".", "...", "(", "\ufeff", "\ud800", "\x00", "5", ". . ."])
def test_text_without_a_proper_end(text: str) -> None:
    spans = sentences(text)
    assert spans[0].start == 0
    assert spans[-1].end == len(text)


PIECES = ["Febre", "o", "O", "S", "5", "Dr", "v.o", "et al", "pH", "É", "e\u0301", ".", "!", "?", "…", "。", ")", "(", '"', "”", "[3]", "¹",
          " ", "  ", "\n", "\n\n", "\r\n", "\u2028", "\u2029", "\x0c", "\u00a0", "- ", "1. ", "•", ",", ";", ":", "\u200b", "&amp;", "1,2"]  # fmt: skip
ANY = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.text(st.characters(codec=None), max_size=40)
)


@given(
    st.lists(st.sampled_from([piece for piece in PIECES if piece.isascii() or piece == "É"]), max_size=30).map("".join)
)
def test_composed_and_decomposed_text_has_the_same_sentences(text: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert [unicodedata.normalize("NFC", part) for part in split(decomposed)] == split(composed)


def check_tiling(text: str, spans: tuple[Span, ...]) -> None:
    position = 0
    for span in spans:
        assert text[position : span.start].strip() == ""
        assert span.of(text) == span.of(text).strip() != ""
        position = span.end
    assert text[position:].strip() == ""


@given(ANY)
def test_sentences_tile_any_text(text: str) -> None:
    spans = sentences(text, SHORT)
    check_tiling(text, spans)
    assert spans == sentences(text, list(SHORT))


@given(ANY)
def test_no_number_and_no_word_is_cut(text: str) -> None:
    for span in sentences(text, SHORT):
        if span.end < len(text) and text[span.end - 1] not in '。！？｡”")]':
            assert text[span.end].isspace()


@given(st.lists(ANY, max_size=4))
def test_paragraphs_are_split_apart(parts: list[str]) -> None:
    """No sentence reaches over a blank line."""
    for span in sentences("\n\n".join(parts), SHORT):
        assert "\n\n" not in span.of("\n\n".join(parts))


@pytest.mark.parametrize(
    "piece",
    [".", ". ", "a. ", "A. ", "?!", ". (", ") ", "(", "[", "Dr. O ", " ", "\n", "1. ", "- ", ".\"", ".)", ".]1", "\u0301", "a\n", ".1", "S.", "。", "”",
     "Febre. ", "o O. "],
    ids=ascii,
)  # fmt: skip
def test_long_hostile_text(piece: str) -> None:
    """Nothing here may take quadratic time: it would not end."""
    text = piece * (60_000 // len(piece))
    check_tiling(text, sentences(text, SHORT))


def test_a_megabyte_of_prose() -> None:
    paragraph = "O Dr. Silva (CRM 1) viu 3,5 mg de T. cruzi; o paciente, com febre há 3 dias, saiu. Voltou, e o exame foi normal. "
    text = paragraph * (1_000_000 // len(paragraph))
    spans = sentences(text, SHORT)
    assert len(spans) == 2 * (1_000_000 // len(paragraph))
    check_tiling(text, spans)


def test_every_written_case_is_split_into_sentences_that_end_well() -> None:
    """Read by hand once: in the sample corpus every sentence ends with a stop, and none begins in lower case."""
    for pair in sample_corpus():
        for case in (pair.source, pair.target):
            rules = LanguagePack.load(case.language).sentences
            for texts in case.texts().values():
                for text in texts:
                    for span in sentences(text, rules.abbreviations)[:-1]:
                        assert span.of(text)[-1] in '.!?)”"', span.of(text)
