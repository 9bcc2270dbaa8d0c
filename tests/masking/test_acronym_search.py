"""Acronyms as clinicians write them, whatever they mean."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.masking.acronym_search import AcronymForm, capital_tokens
from clinicalbr.masking.reading import Reading

NAMES = {"pt": "doença sem sigla", "en": "disease without acronym", "es": "enfermedad sin sigla"}


def short(text: str, acronym: str, language: str = "pt") -> list[str]:
    target = GoldTarget([NAMES[language]], [acronym], languages=[language], derive_acronyms=False)
    return [leak.surface for leak in Masker(target, tiers=[Tier.ACRONYM]).find(text)]


@pytest.mark.parametrize(
    ("acronym", "parts", "low", "seed", "length"),
    [
        ("LES", ("LES",), ("les",), 0, 3), ("DM1", ("DM", "1"), ("dm", "1"), 0, 3), ("T1DM", ("T", "1", "DM"), ("t", "1", "dm"), 2, 4), ("anti-NMDAR", ("anti", "NMDAR"), ("anti", "nmdar"), 1, 9),
        ("H&P", ("H", "P"), ("h", "p"), 0, 2), ("DCh", ("DCh",), ("dch",), 0, 3), ("É.T.", ("E", "T"), ("e", "t"), 0, 2), ("1234A", ("1234", "A"), ("1234", "a"), 1, 5),
    ],
)  # fmt: skip
def test_an_acronym_is_taken_apart(
    acronym: str, parts: tuple[str, ...], low: tuple[str, ...], seed: int, length: int
) -> None:
    form = AcronymForm.of(acronym)
    assert (form.parts, form.low, form.seed, form.length) == (parts, low, seed, length)


@pytest.mark.parametrize(
    ("acronym", "text", "surface"),
    [
        ("LES", "LES", "LES"), ("LES", "L.E.S.", "L.E.S."), ("LES", "L.E.S", "L.E.S"), ("LES", "L. E. S.", "L. E. S."), ("LES", "LESs", "LESs"), ("LES", "LES's", "LES's"), ("LES", "\uff2c\uff25\uff33", "\uff2c\uff25\uff33"), ("LES", "L\u00adES", "L\u00adES"),
        ("LES", "les", None), ("LES", "Les", None), ("LES", "LeS", None), ("LES", "L.E.", None), ("LES", "L E S", None), ("LES", "L.ES", None), ("LES", "LESÃO", None), ("LES", "FILES", None), ("LES", "LESx", "LESx"), ("LES", "LESxy", None), ("LES", "lES", None), ("LES", "l.e.s.", None),
        ("LES", "LES\u00b2", "LES"), ("LES", "(LES)", "LES"), ("LES", "antiLES", "antiLES"), ("LES", "anti-LES", "anti-LES"), ("LES", "anti\u2011LES", "anti\u2011LES"), ("LES", "pré-LES", "LES"), ("LES", "LES/AR", "LES"), ("LES", "xLES", "xLES"), ("LES", "xxLES", None), ("LES", "XLES", None),
        ("DM1", "DM1", "DM1"), ("DM1", "DM-1", "DM-1"), ("DM1", "DM 1", "DM 1"), ("DM1", "DM.1", "DM.1"), ("DM1", "DM - 1", None), ("DM1", "DM", None), ("DM1", "DM12", None), ("DM1", "dm1", None), ("DM1", "DM2", None), ("DM1", "DM,1", None), ("DM1", "DM+1", None), ("DM1", "DMx1", None), ("DM1", "DM -1", "DM -1"), ("T1DM", "T,1DM", None), ("T1DM", "T1,DM", None), ("T1DM", "T 1 DM", "T 1 DM"), ("T1DM", "T - 1DM", None),
        ("T1DM", "T1DM", "T1DM"), ("T1DM", "T-1-DM", "T-1-DM"), ("T1DM", "t1dm", "t1dm"), ("T1DM", "T2DM", None), ("T1DM", "1DM", None), ("AIDS", "aids", "aids"), ("AIDS", "Aids", "Aids"), ("AIDS", "aIDS", "aIDS"), ("DCh", "DCh", "DCh"), ("DCh", "DCH", "DCH"), ("DCh", "dch", None), ("DCh", "Dch", None),
        ("H&P", "H&P", "H&P"), ("H&P", "H&amp;P", "H&amp;P"), ("H&P", "H/P", "H/P"), ("H&P", "HP", "HP"), ("HIV-1", "HIV1", "HIV1"), ("SIDA", "SIDA's", "SIDA's"), ("SIDA", "sidas", "sidas"),
    ],
)  # fmt: skip
def test_ways_to_write_an_acronym(acronym: str, text: str, surface: str | None) -> None:
    assert short(f"o {text}, foi", acronym) == ([surface] if surface else [])


@pytest.mark.parametrize(
    ("language", "acronym", "text", "found"),
    [
        ("pt", "PELE", "a pele", False), ("pt", "PELE", "a PELE", True), ("pt", "PARA", "para ele", False), ("pt", "AIDS", "aids", True), ("en", "AIDS", "hearing aids", False), ("en", "AIDS", "Aids", True),
        ("en", "THIS", "for this", False), ("es", "PARA", "para él", False), ("es", "SIDA", "la sida", True), ("pt", "ARA", "ara", False),
    ],
)  # fmt: skip
def test_a_long_acronym_may_be_written_like_a_word_that_is_none_of_the_language(
    language: str, acronym: str, text: str, found: bool
) -> None:
    assert bool(short(f"{text} ,", acronym, language)) is found


@pytest.mark.parametrize(
    ("acronym", "text", "surface"),
    [
        ("SLE", "SLEDAI", "SLEDAI"), ("SLE", "SLEDAI-2K", "SLEDAI"), ("SLE", "SLED", None), ("SLE", "SLEQW", "SLEQW"), ("SLE", "SLEQWXZ", "SLEQWXZ"), ("SLE", "SLEDAIXYZ", None), ("SLE", "XSLEDAI", None), ("SLE", "SLEDAi", None), ("SLE", "SLEDAI9", None), ("SLE", "SLEEP", None),
        ("AR", "ARDS", None), ("SLE", "sledai", None),
    ],
)  # fmt: skip
def test_scores_named_after_an_acronym(acronym: str, text: str, surface: str | None) -> None:
    assert short(f"o {text} foi", acronym, "en") == ([surface] if surface else [])


@pytest.mark.parametrize(
    ("acronym", "text", "surface"),
    [
        ("TTP", "iTTP", "iTTP"), ("TTP", "cTTP", "cTTP"), ("TTP", "TTPi", "TTPi"), ("ATTR", "hATTR", "hATTR"), ("ATTR", "ATTRv", "ATTRv"), ("AVC", "AVCi", "AVCi"), ("TTP", "iTTPs", "iTTPs"), ("TTP", "TTPs", "TTPs"),
        ("TTP", "i-TTP", "TTP"), ("TTP", "(iTTP)", "iTTP"), ("TTP", "iTTPx", None), ("TTP", "ITTP", None), ("TTP", "TTPI", None), ("TTP", "TTPwt", None), ("TTP", "ittp", None), ("TTP", "iTTp", None), ("TTP", "iTtP", None), ("TTP", "iTTP2", None), ("TTP", "2iTTP", "iTTP"),
        ("AR", "iAR", None), ("AR", "ARi", None), ("DM1", "iDM1", None), ("DCh", "iDCh", None), ("SLE", "SLEDAi", None), ("TTP", "antiTTPi", None), ("TTP", "çTTP", "çTTP"),
    ],
)  # fmt: skip
def test_one_small_letter_of_a_subtype_belongs_to_the_acronym(acronym: str, text: str, surface: str | None) -> None:
    assert short(f"o {text} foi", acronym, "en") == ([surface] if surface else [])


@given(
    st.sampled_from(["LES", "ABCD", "TBC", "DMX"]),
    st.lists(st.sampled_from(["LES", "L.E.S.", "ABCD", "abcd", "A.B.C.D.", "TBC", "TBCs", "DMX", "dmx", "DMXs", "casa", "LESS", "xABC", "T.B.C.", "A B C D", "TBCa", "iTBC", "cDMXs", "vABCD", "vabcd", "iTBCa", "(", ")", ","]), max_size=9),
    st.sampled_from([" ", ", ", "\n"]),
)  # fmt: skip
def test_the_search_finds_what_a_plain_pattern_finds(acronym: str, words: list[str], between: str) -> None:
    text = between.join(words)
    dotted = r"\. ?".join(acronym) + r"\.?"
    solid = acronym if len(acronym) < 4 else f"(?i:{acronym})"
    subtype = rf"[a-z]{acronym}[sS]?|{acronym}[a-z]"
    pattern = re.compile(rf"(?<![A-Za-z])(?:{dotted}|(?:{subtype}|{solid}[sS]?)(?![A-Za-z]))")
    assert short(text, acronym) == [match.group() for match in pattern.finditer(text)]


@pytest.mark.parametrize("language", ["pt", "en", "es"])
def test_plural_endings_are_those_of_the_language(language: str) -> None:
    for ending in LanguagePack.load(language).acronyms.plural_endings:
        assert short(f"x QWZ{ending} y", "QWZ", language) == [f"QWZ{ending}"]
    assert short("x QWZqq y", "QWZ", language) == []


def test_many_places_are_found_in_order() -> None:
    assert short("LES L.E.S. LESs " * 50, "LES") == ["LES", "L.E.S.", "LESs"] * 50


@pytest.mark.parametrize(
    ("name", "language", "text", "surfaces"),
    [
        ("paracoccidioidomicose", "pt", "PCM e PCDM, PBM; pcm", ["PCM", "PCDM"]), ("quimera zonal anular", "pt", "QUZA e QAZ; QXZA", ["QUZA"]), ("queer zoster annulus", "en", "QAZ, QZX", []),
    ],
)  # fmt: skip
def test_letters_of_a_name_that_are_not_its_initials(name: str, language: str, text: str, surfaces: list[str]) -> None:
    derived, plain = (
        Masker(GoldTarget([name], languages=[language], derive_acronyms=derive)) for derive in (True, False)
    )
    assert [leak.surface for leak in derived.find(text)] == surfaces
    assert plain.find(text) == ()


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
