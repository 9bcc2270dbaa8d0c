"""Whole names in other words, telling parts of a name, and what is not enough."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.mentions import Surroundings, _judge, _words_between, not_settled
from clinicalbr.masking.name_words import NameWords
from clinicalbr.masking.names import CompiledName, compile_name
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.target_word import Kinship
from clinicalbr.masking.token_search import Token
from clinicalbr.masking.whole_names import WholeNames
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.text import Span

WHOLE = {
    "pt": [("insuficiência renal crônica", "insuficiência crônica renal"), ("lúpus eritematoso sistêmico", "lúpus sistêmico eritematoso"), ("artrite reumatoide", "reumatoide artrite"), ("febre amarela", "amarela febre")],
    "en": [("chronic kidney failure", "kidney failure chronic"), ("systemic lupus erythematosus", "lupus erythematosus systemic"), ("acute interstitial nephritis", "interstitial acute nephritis"), ("yellow fever", "fever yellow")],
    "es": [("insuficiencia renal crónica", "insuficiencia crónica renal"), ("lupus eritematoso sistémico", "lupus sistémico eritematoso"), ("fiebre amarilla", "amarilla fiebre")],
}  # fmt: skip


def found(name: str, text: str, language: str = "pt", **settings: object) -> list[tuple[str, str]]:
    masker = Masker(GoldTarget([name], languages=[language], derive_acronyms=False), **settings)
    return [(leak.surface, leak.tier.value) for leak in masker.find(text)]


def surfaces(name: str, text: str, language: str = "pt") -> list[str]:
    return [surface for surface, _ in found(name, text, language)]


@pytest.mark.parametrize(
    ("language", "name", "other"), [(language, *pair) for language, pairs in WHOLE.items() for pair in pairs]
)
def test_a_name_in_another_order(language: str, name: str, other: str) -> None:
    assert (other, "inflection") in found(name, f"Era {other}, sim", language)
    assert (name, "verbatim") in found(name, f"Era {name}, sim", language)


@pytest.mark.parametrize(
    ("language", "name", "text", "surface"),
    [
        ("pt", "febre amarela", "febre muito amarela", "febre muito amarela"), ("pt", "febre amarela", "febre, amarela", "febre, amarela"), ("pt", "febre amarela", "febre pelo vírus amarela", "febre pelo vírus amarela"),
        ("pt", "febre amarela", "febre por vírus antigo amarela", None), ("pt", "febre amarela", "febre. amarela", None), ("pt", "febre amarela", "febre; amarela", None), ("pt", "febre amarela", "febre\namarela", "febre\namarela"), ("pt", "febre amarela", "febre (amarela", None),
        ("pt", "febre amarela", "febre de 39 amarela", None), ("pt", "febre amarela", "febre: amarela", None), ("pt", "febre amarela", "amarela alta febre", None), ("pt", "febre amarela", "amarela a febre", "amarela a febre"), ("pt", "febre amarela", "febre de um a um de um amarela", None),
        ("en", "yellow fever", "yellow high fever", "yellow high fever"), ("en", "yellow fever", "yellow high burning fever", None), ("en", "yellow fever", "yellow. Fever", None), ("en", "yellow fever", "fever was yellow", "fever was yellow"), ("en", "yellow fever", "fever high yellow", None),
        ("es", "fiebre amarilla", "fiebre alta amarilla", "fiebre alta amarilla"), ("es", "fiebre amarilla", "fiebre; amarilla", None), ("es", "fiebre amarilla", "amarilla alta fiebre", None),
    ],
)  # fmt: skip
def test_what_may_stand_between_the_words(language: str, name: str, text: str, surface: str | None) -> None:
    whole = {item for item in surfaces(name, f"x {text} y", language) if len(item.split()) > 1}
    assert whole == ({surface} if surface else set())


def test_words_far_apart_are_two_phrases() -> None:
    assert surfaces("febre amarela", "febre " + "a" * 60 + " amarela") == []
    assert surfaces("febre amarela", "febre " + "a" * 40 + " amarela") == ["febre " + "a" * 40 + " amarela"]


def test_the_number_of_extra_words_is_a_setting() -> None:
    text = "febre alta forte longa amarela"
    assert found("febre amarela", text) == []
    assert found("febre amarela", text, thresholds=Thresholds(extra_words=3)) == [(text, "inflection")]
    assert found("febre amarela", "febre alta amarela", thresholds=Thresholds(extra_words=0)) == []


@pytest.mark.parametrize(
    ("language", "name", "text", "parts"),
    [
        # the telling word of a longer name
        ("pt", "lúpus eritematoso sistêmico", "o lúpus; sistêmico; eritematoso", ["lúpus"]), ("en", "miliary histoplasmosis", "histoplasmosis; miliary", ["histoplasmosis"]), ("es", "tuberculosis pulmonar", "tuberculosis; pulmonar", ["tuberculosis"]),
        ("pt", "artrite reumatoide", "artrite; reumatoide", ["reumatoide"]), ("en", "systemic lupus erythematosus", "lupus; systemic; erythematosus", ["lupus"]), ("pt", "linfoma não Hodgkin", "Hodgkin; não; não houve", []),
        # a general head and a word that describes it
        ("pt", "insuficiência renal crônica", "insuficiência renal; renal; crônica; insuficiência; renal crônica", ["insuficiência renal"]), ("pt", "insuficiência renal crônica", "insuficiência crônica", []),
        ("en", "chronic kidney failure", "kidney failure; kidney; failure; chronic kidney", ["kidney failure"]), ("es", "insuficiencia renal crónica", "insuficiencia renal; renal; insuficiencia", ["insuficiencia renal"]),
        ("pt", "doença pulmonar obstrutiva crônica", "doença pulmonar; doença; pulmonar; doença crônica; obstrutiva", []),
        # eponyms count with a capital, or where they are no ordinary words
        ("pt", "doença de Chagas", "Chagas; chagas; CHAGAS; chagásica; doença", ["Chagas", "chagas", "CHAGAS", "chagásica"]), ("en", "Sweet syndrome", "Sweet; sweet; syndrome", ["Sweet"]), ("es", "enfermedad de Chagas", "Chagas; chagas; enfermedad", ["Chagas", "chagas"]),
        # nationality, organ, qualifier
        ("en", "rocky mountain spotted fever", "mountain; fever; spotted", []), ("pt", "febre hemorrágica brasileira", "febre; hemorrágica", []), ("pt", "câncer de mama direita", "mama; direita; câncer", []), ("en", "acute bacterial liver infection", "acute; bacterial; liver; infection; bacterial infection", []),
        # figures are needed
        ("pt", "diabetes mellitus tipo 2", "diabetes; tipo 2; diabetes tipo", []),
    ],
)  # fmt: skip
def test_parts_of_a_name(language: str, name: str, text: str, parts: list[str]) -> None:
    assert [
        surface for surface, tier in found(name, text.replace(";", " x x x. X x:"), language) if tier == "core"
    ] == parts


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("heparin-induced thrombocytopenia", "heparin was given", []), ("heparin-induced thrombocytopenia", "thrombocytopenia induced by heparin", ["thrombocytopenia induced by heparin"]), ("heparin-induced thrombocytopenia", "heparin thrombocytopenia", ["heparin thrombocytopenia"]),
        ("non-Hodgkin lymphoma", "non-Hodgkin's lymphoma", ["non-Hodgkin's lymphoma"]), ("non-Hodgkin lymphoma", "Hodgkin lymphoma", []), ("non-Hodgkin lymphoma", "Hodgkin", []),
    ],
)  # fmt: skip
def test_causes_and_denials_within_a_name(name: str, text: str, expected: list[str]) -> None:
    whole = [
        surface for surface, tier in found(name, text, "en") if tier in {"inflection", "verbatim"} or " " in surface
    ]
    assert sorted(set(whole)) == expected
    assert expected or found(name, text, "en") == []


@pytest.mark.parametrize("word", ["Diagnosticada", "Apresenta", "Suspeita", "Ontem", "PACIENTE"])
def test_an_ordinary_word_before_a_name_is_no_genus(word: str) -> None:
    assert surfaces("dengue", f"{word} dengue.") == ["dengue"]


def test_the_genus_goes_with_the_species() -> None:
    assert "Mycobacterium tuberculosis" in surfaces("tuberculosis", "Mycobacterium tuberculosis", "en")
    assert surfaces("tuberculosis", "Mycobacterium Tuberculosis", "en") == ["Tuberculosis"]
    assert surfaces("tuberculosis", "M. tuberculosis", "en") in (["tuberculosis"], ["M. tuberculosis", "tuberculosis"])


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("pt", "hanseníase", "hanseníase"), ("pt", "hanseníase", "hansenianos"), ("pt", "artrite reumatoide", "artrites reumatoides"), ("en", "systemic lupus erythematosus", "lupus"), ("es", "lepra", "leproso"),
    ],
)  # fmt: skip
def test_synonyms_stay_synonyms_in_every_form(language: str, name: str, text: str) -> None:
    masker = Masker(GoldTarget(["qqqqqqqq"], synonyms=[name], languages=[language], derive_acronyms=False))
    assert {leak.tier for leak in masker.find(text)} <= {Tier.SYNONYM}
    assert masker.find(text) or len(name.split()) > 2


def test_a_synonym_of_several_telling_words_has_no_core() -> None:
    masker = Masker(GoldTarget(["doença de Chagas"], synonyms=["doença do barbeiro"], languages=["pt"]))
    assert masker.find("foi ao barbeiro, o barbeiro") == ()
    assert [leak.tier for leak in masker.find("a doença do barbeiro")][:1] == [Tier.SYNONYM]


@given(st.permutations(["lupus", "eritematoso", "sistemico"]), st.sampled_from([" ", " e ", "-"]))
def test_every_order_of_a_name_is_found(words: list[str], between: str) -> None:
    text = between.join(words)
    assert text in surfaces("lúpus eritematoso sistêmico", f"Era {text}.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("febre alta. Febre de lúpus eritematoso sistêmico", "lúpus eritematoso sistêmico"),
        ("lúpus, com rim e pele. Lúpus eritematoso sistêmico", "Lúpus eritematoso sistêmico"),
    ],
)
def test_the_shortest_window_counts(text: str, expected: str) -> None:
    assert expected in surfaces("lúpus eritematoso sistêmico", text)
    assert text not in surfaces("lúpus eritematoso sistêmico", text)


def test_a_word_counts_once_in_a_window() -> None:
    assert surfaces("febre amarela", "febre febre") == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("tularemia", "F. tularensis", [("F. tularensis", "core")]), ("tularemia", "Francisella tularensis", [("Francisella tularensis", "core")]), ("tularemia", "tularensis", []), ("tularemia", "Tularella gravis", [("Tularella gravis", "core")]), ("tularemia", "Tularella spp.", [("Tularella spp.", "core")]),
        ("tularemia", "Tularex", []), ("tularemia", "Xy tularensis", []), ("tularemia", "f. tularensis", []), ("brucellosis", "Brucella x", [("Brucella", "core")]), ("brucellosis", "Brucella", [("Brucella", "core")]), ("brucellosis", "BRUCELLA", []), ("brucellosis", "brucella", []), ("brucellosis", "Brucelax", []),
        ("cutaneous leishmaniasis", "Leishmania donovani", [("Leishmania donovani", "core")]), ("cutaneous leishmaniasis", "Leishmania spp. x", [("Leishmania spp.", "core")]), ("cutaneous leishmaniasis", "leishmania", []), ("cutaneous leishmaniasis", "LEISHMANIA", []),
        ("tuberculosis", "Mycobacterium tuberculosis", [("Mycobacterium tuberculosis", "verbatim"), ("tuberculosis", "verbatim")]), ("tuberculosis", "Mycobacterium  tuberculosis", [("tuberculosis", "verbatim")]), ("tuberculosis", "MYCOBACTERIUM tuberculosis", [("tuberculosis", "verbatim")]),
        ("miliary tuberculosis", "Mycobacterium tuberculosis", [("Mycobacterium tuberculosis", "core")]), ("tuberculosis", "Patients tuberculosis", [("tuberculosis", "verbatim")]),
    ],
)  # fmt: skip
def test_organisms_named_like_the_answer(name: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert found(name, f"had {text} now", "en") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tubercolose", ["tubercolose"]), ("tuberclose miliar", ["tuberclose miliar", "tuberclose"]), ("miliar tuberculoze", ["miliar tuberculoze", "tuberculoze"]), ("tuberculose xmiliar", ["tuberculose xmiliar", "tuberculose"]), ("miliar", []), ("xmiliar", []),
        ("tuberculose de padrao miliar", ["tuberculose de padrao miliar", "tuberculose"]), ("tuberculose" + " " * 25 + "xmiliar", ["tuberculose" + " " * 25 + "xmiliar", "tuberculose"]), ("tuberculose" + " " * 49 + "xmiliar", ["tuberculose"]), ("xmiliar tuberculose", ["xmiliar tuberculose", "tuberculose"]), ("tuberculose mil", ["tuberculose"]),
        ("tuberculose tuberculose miliar", ["tuberculose tuberculose miliar", "tuberculose", "tuberculose miliar"]), ("miliar, tuberculose miliar", ["miliar, tuberculose", "tuberculose miliar"]), ("tuberculose" + " " * 21 + "xmiliar", ["tuberculose" + " " * 21 + "xmiliar", "tuberculose"]),
    ],
)  # fmt: skip
def test_misspelt_words_beside_the_others_of_a_name(text: str, expected: list[str]) -> None:
    assert surfaces("tuberculose miliar", f"teve {text} ontem") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dengeu", "typo"), ("degnue", "typo"), ("denge", "typo"), ("dngue", "typo"), ("deengue", "typo"), ("dengues", "inflection"), ("antidengue", "inflection"), ("DENGUE", "verbatim"), ("dengoso", None), ("dengxx", None), ("den", None),
    ],
)  # fmt: skip
def test_forms_and_slips_of_one_word(text: str, expected: str | None) -> None:
    assert found("dengue", f"teve {text} ontem") == ([(text, expected)] if expected else [])


PACKS = {code: LanguagePack.load(code) for code in ("pt", "en", "es")}
LEXICONS = {code: Lexicon([pack], Thresholds()) for code, pack in PACKS.items()}


def compiled(name: str, code: str = "pt", tier: Tier = Tier.VERBATIM) -> CompiledName:
    return compile_name(name, NameWords.of(name), tier, LEXICONS[code])


@pytest.mark.parametrize(
    ("gap", "between"),
    [
        (" ", 0), ("", 0), (" de ", 0), (" zyx ", 1), (" zyx wvu ", 2), (" de zyx ", 1), (" de da do ", 0), (" de da do no ", None), (". ", None), ("; ", None), (", ", 0), (" (", None), ("\n", None), (" 3 ", None), (" cronica ", 1), (" zyx-wvu ", 1), ("-", 0), (" zyx - wvu ", 2), (" " * 48, 0), (" " * 49, None),
        ("-zyx ", 1), (" zyx3 ", 1), ("\u3002", None), (" grave zyx ", 2),
    ],
)  # fmt: skip
def test_telling_words_between_two_places(gap: str, between: int | None) -> None:
    low = f"a{gap}b"
    assert _words_between(low, 1, 1 + len(gap), LEXICONS["pt"].weights) == between
    reading = Reading.of(low)
    surroundings = Surroundings(reading, LEXICONS["pt"], WholeNames(reading, []))
    if "\n" not in gap:
        assert surroundings.words_between(1, 1 + len(gap)) == surroundings.words_between(1, 1 + len(gap)) == between
    assert _words_between(low, 1, 0, LEXICONS["pt"].weights) == 0


def test_rare_words_for_course_and_degree_do_not_part_the_words_of_a_name() -> None:
    weights = LEXICONS["pt"].weights
    for word in sorted(PACKS["pt"].names.modifiers - PACKS["pt"].function_words):
        if word.isalpha():
            expected = 0 if weights.concepts(word) <= 8 else 1
            assert _words_between(f"a {word} b", 1, len(word) + 3, weights) == expected, word


@pytest.mark.parametrize(
    ("code", "name", "held", "tier"),
    [
        ("pt", "febre amarela", ("febre", "amarela"), Tier.INFLECTION), ("pt", "febre amarela", ("febre",), None), ("pt", "insuficiência renal crônica", ("insuficiencia", "renal"), Tier.CORE), ("pt", "insuficiência renal crônica", ("renal", "cronica"), None), ("pt", "insuficiência renal crônica", ("insuficiencia", "cronica"), None),
        ("pt", "linfoma não Hodgkin", ("linfoma", "hodgkin"), None), ("pt", "linfoma não Hodgkin", ("nao", "hodgkin"), None), ("pt", "diabetes mellitus tipo 2", ("diabetes", "mellitus", "tipo"), None), ("pt", "doença pulmonar obstrutiva crônica", ("doenca", "pulmonar"), None), ("pt", "doença pulmonar obstrutiva crônica", ("doenca", "pulmonar", "obstrutiva"), Tier.CORE),
        ("pt", "doença de Chagas", ("doenca", "chagas"), Tier.INFLECTION),
    ],
)  # fmt: skip
def test_what_some_words_of_a_name_are_worth(code: str, name: str, held: tuple[str, ...], tier: Tier | None) -> None:
    made = compiled(name, code)
    found = _judge(made, dict.fromkeys(held, Kinship.EXACT))
    assert (found and found[0]) == tier
    slipped = _judge(made, {**dict.fromkeys(held, Kinship.EXACT), held[-1]: Kinship.TYPO})
    assert (slipped and slipped[0]) == (tier and Tier.TYPO)
    if tier is Tier.CORE:
        assert _judge(made, {**dict.fromkeys(held, Kinship.EXACT), made.head: Kinship.ROOT}) is None
        assert _judge(compiled(name, code, Tier.SYNONYM), dict.fromkeys(held, Kinship.EXACT)) is None


@pytest.mark.parametrize(
    ("text", "whole", "kept"),
    [
        # what one whole name holds is settled, alone or with others
        ("x brucellis fever x", ["brucellis fever"], []), ("x brucellis x", ["brucellis"], []), ("x brucellis fever x", ["brucellis"], ["brucellis", "fever"]), ("x brucellis fever x", [], ["brucellis", "fever"]), ("x brucellis fever x", ["brucellis", "fever"], ["brucellis", "fever"]),
        # but not where one of them may be a species of the genus before, or a genus with its species behind
        ("Xyzla brucellis fever x", ["brucellis fever"], ["brucellis", "fever"]), ("x fever Brucella abortis", ["fever brucella"], ["fever", "brucella"]), ("x fever Brucella abortis", ["fever brucella abortis"], []),
        # nor where another token stands near
        ("x brucellis" + " " * 48 + "fever", ["brucellis"], ["brucellis", "fever"]), ("x brucellis" + " " * 49 + "fever", ["brucellis"], ["fever"]), ("x brucellis" + " " * 49 + "fever", ["fever"], ["brucellis"]), ("x brucellis" + " " * 49 + "fever", ["brucellis", "fever"], []), ("x brucellis" + " " * 49 + "fever fever", ["brucellis", "fever"], ["fever", "fever"]),
        ("x", [], []),
    ],
)  # fmt: skip
def test_tokens_inside_a_whole_name_are_settled(text: str, whole: list[str], kept: list[str]) -> None:
    reading = Reading.of(text)
    tokens = [
        Token(*match.span(), match.group(), {"brucellosis": Kinship.ROOT})
        for match in re.finditer("brucell(?:a|is)|fever", reading.low)
    ]
    places = [Span(at, at + len(name)) for name in whole for at in [reading.low.index(name)]]
    assert [token.text for token in not_settled(tokens, reading, WholeNames(reading, places))] == kept
