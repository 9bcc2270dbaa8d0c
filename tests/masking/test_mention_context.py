"""Where a telling word does not speak of the answer."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker
from clinicalbr.masking.names import type_numbers


def masked(name: str, text: str, language: str = "pt", **settings: str) -> str:
    result = Masker(GoldTarget([name], languages=[language], derive_acronyms=False), **settings).mask(text).text
    return result.replace(LanguagePack.load(language).placeholder, "\u25a0")


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (("diabetes", "tipo", "1"), {"1", "i"}),
        (("type", "ii"), {"2", "ii"}),
        (("talassemia", "beta"), {"beta", "β"}),
        (("hepatite", "b"), set()),
        (("vitamina", "12"), {"12", "xii"}),
        (("α", "talassemia"), {"alfa", "alpha", "α"}),
        ((), set()),
    ],
)
def test_type_numbers(words: tuple[str, ...], numbers: set[str]) -> None:
    assert type_numbers(words) == numbers


@pytest.mark.parametrize(
    ("language", "name", "text"),
    [
        ("pt", "doença de Chagas", "Hospital Carlos Chagas"), ("pt", "doença de Chagas", "rua Chagas 12"), ("pt", "doença de Chagas", "o Dr. Chagas"), ("pt", "doença de Chagas", "Instituto Evandro Chagas"), ("pt", "doença de Chagas", "prêmio Carlos Chagas"),
        ("pt", "doença de Chagas", "a professora Maria Chagas"), ("pt", "doença de Chagas", "município de Chagas"), ("en", "Addison disease", "Addison Hospital"), ("en", "Sweet syndrome", "Sweet Cakes bakery"), ("en", "Sweet syndrome", "Dr Sweet"),
        ("en", "Addison disease", "University of Addison"), ("es", "enfermedad de Chagas", "el Hospital Carlos Chagas"), ("es", "enfermedad de Chagas", "calle Chagas"), ("es", "enfermedad de Chagas", "el doctor Chagas"),
    ],
)  # fmt: skip
def test_places_and_persons_stay(language: str, name: str, text: str) -> None:
    assert masked(name, f"Foi em {text}.", language) == f"Foi em {text}."


@pytest.mark.parametrize(
    ("language", "name", "text", "expected"),
    [
        ("pt", "doença de Chagas", "Hospital geral. Chagas crônica", "Hospital geral. ■ crônica"), ("pt", "doença de Chagas", "no hospital, Chagas confirmada", "no hospital, ■ confirmada"), ("pt", "doença de Chagas", "o hospital trata Chagas", "o hospital trata ■"),
        ("pt", "doença de Chagas", "Hospital CHAGAS", "Hospital ■"), ("pt", "doença de Chagas", "rua da doença de Chagas", "rua da ■"), ("en", "Addison disease", "known Addison and fever", "known ■ and fever"), ("en", "Addison disease", "Addison disease Hospital", "■ Hospital"),
        ("es", "enfermedad de Chagas", "en el hospital, Chagas crónica", "en el hospital, ■ crónica"), ("pt", "tuberculose", "Hospital tuberculose", "Hospital ■"),
    ],
)  # fmt: skip
def test_institutions_do_not_shield_what_is_no_name(language: str, name: str, text: str, expected: str) -> None:
    assert masked(name, text, language) == expected


@pytest.mark.parametrize(
    ("language", "name", "phrase", "rest"),
    [
        ("pt", "artrite reumatoide", "fator reumatoide", "fator ■"), ("pt", "lúpus eritematoso sistêmico", "anticoagulante lúpico", "anticoagulante ■"), ("en", "systemic lupus erythematosus", "lupus anticoagulant", "■ anticoagulant"),
        ("es", "artritis reumatoide", "factor reumatoide", "factor ■"), ("es", "lupus eritematoso sistémico", "anticoagulante lúpico", "anticoagulante ■"),
    ],
)  # fmt: skip
def test_fixed_names_of_tests(language: str, name: str, phrase: str, rest: str) -> None:
    for text in (phrase, phrase.capitalize(), f"o {phrase} foi"):
        assert masked(name, text, language) == text
        assert masked(name, text, language, test_names="keep") == text
    assert masked(name, f"o {phrase} foi", language, test_names="mask") == f"o {rest} foi"
    # The phrase shields its own word only.
    word = phrase.split()[rest.split().index("■")]
    assert masked(name, f"{phrase}; {word} x", language) == f"{phrase}; ■ x"


def test_a_fixed_phrase_does_not_shield_a_whole_name() -> None:
    assert masked("anticoagulante lúpico", "anticoagulante lúpico presente") == "■ presente"
    assert masked("síndrome do anticoagulante lúpico", "síndrome do anticoagulante lúpico") == "■"


@pytest.mark.parametrize(
    ("language", "name", "text", "expected"),
    [
        ("pt", "neurofibromatose tipo 2", "neurofibromatose tipo 1", "neurofibromatose tipo 1"), ("pt", "neurofibromatose tipo 2", "neurofibromatose; neurofibromatose grave", "■; ■ grave"), ("pt", "neurofibromatose tipo 2", "neurofibromatose tipo I; neurofibromatose 1", "neurofibromatose tipo I; neurofibromatose 1"), ("pt", "neurofibromatose tipo 2", "neurofibromatose II", "■"), ("pt", "neurofibromatose tipo 1", "neurofibromatose II; neurofibromatose I; neurofibromatose III", "neurofibromatose II; ■; neurofibromatose III"),
        ("en", "neurofibromatosis type 2", "neurofibromatosis type 1; neurofibromatosis", "neurofibromatosis type 1; ■"), ("en", "neurofibromatosis type 2", "1 neurofibromatosis", "1 neurofibromatosis"), ("es", "neurofibromatosis tipo 2", "neurofibromatosis tipo 1; neurofibromatosis", "neurofibromatosis tipo 1; ■"), ("pt", "talassemia beta", "α talassemia; α-talassemia", "α talassemia; α-talassemia"),
        ("pt", "lúpus eritematoso sistêmico", "lúpus tipo 2; lúpus 3", "■ tipo 2; ■ 3"), ("pt", "neurofibromatose tipo 2", "neurofibromatose 1,5 mg; neurofibromatose 1%; neurofibromatose 1/3", "■ 1,5 mg; ■ 1%; ■ 1/3"),
        ("pt", "neurofibromatose tipo 2", "neurofibromatose há 1 ano; neurofibromatose em 3 irmãos", "■ há 1 ano; ■ em 3 irmãos"),
    ],
)  # fmt: skip
def test_other_types_stay(language: str, name: str, text: str, expected: str) -> None:
    assert masked(name, text, language) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("gota", "2 gotas; 2gotas; 3-gotas", "2 gotas; 2gotas; 3-gotas"),
        ("gota", "duas gotas; gotas; a gota 2", "duas ■; ■; a ■ 2"),
        ("gota", "2 gota", "2 ■"),
        ("gota", "2 crises de gota", "2 crises de ■"),
    ],
)
def test_units_behind_a_number_stay(name: str, text: str, expected: str) -> None:
    if text == "2 gota":
        # As written, a name counts whatever stands before it.
        assert masked(name, text) == expected
    else:
        assert masked(name, text) == expected


@pytest.mark.parametrize(
    ("language", "name", "text", "expected"),
    [
        ("pt", "linfoma não Hodgkin", "linfoma de Hodgkin", "linfoma de Hodgkin"), ("pt", "linfoma não Hodgkin", "linfoma; linfoma difuso", "■; ■ difuso"), ("en", "non-Hodgkin lymphoma", "Hodgkin lymphoma", "Hodgkin lymphoma"), ("en", "non-Hodgkin lymphoma", "lymphoma was", "■ was"),
        ("es", "linfoma no Hodgkin", "linfoma de Hodgkin", "linfoma de Hodgkin"), ("pt", "tuberculose miliar", "tuberculose óssea", "■ óssea"), ("es", "tuberculosis pulmonar", "tuberculosis ósea; tuberculosis miliar", "tuberculosis ósea; ■ miliar"), ("pt", "tuberculose pulmonar", "tuberculose óssea; tuberculose miliar", "tuberculose óssea; ■ miliar"), ("en", "pulmonary tuberculosis", "renal tuberculosis; active tuberculosis", "renal tuberculosis; active ■"),
    ],
)  # fmt: skip
def test_another_disease_of_the_same_head_stays(language: str, name: str, text: str, expected: str) -> None:
    assert masked(name, text, language) == expected
