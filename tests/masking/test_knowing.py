"""Acronyms that other texts of the same case define."""

from __future__ import annotations

import pytest

from clinicalbr.masking import GoldTarget, Masker, Tier


def masker(*names: str, languages: tuple[str, ...] = ("pt", "en"), **settings: object) -> Masker:
    return Masker(GoldTarget(names, languages=languages), **settings)


@pytest.mark.parametrize(
    ("name", "languages", "definition", "text", "expected"),
    [
        ("quimera zonal", ("pt",), "Tem quimera zonal (QZ).", "Mãos com QZ.", "Mãos com ■."), ("quimera zonal", ("pt",), "QZ (quimera zonal)", "Mãos com QZ.", "Mãos com ■."), ("quimera zonal", ("pt",), "quimera zonal - QZ,", "QZ", "■"),
        ("quimera zonal", ("pt",), "quimera zonal [Q.Z.]", "QZ e Q.Z.", "■ e ■"), ("quimera zonal", ("pt",), "qz (QZ)", "QZ", "QZ"), ("quimera zonal", ("pt",), "quimera zonal (XWV)", "XWV", "XWV"),
        ("queer zoster", ("en",), "queer zoster (QZ)", "QZ confirmed", "■ confirmed"), ("quimera zonal", ("es",), "quimera zonal (QZ)", "una QZ masiva", "una ■ masiva"),
    ],
)  # fmt: skip
def test_what_another_text_defines_counts(
    name: str, languages: tuple[str, ...], definition: str, text: str, expected: str
) -> None:
    plain = masker(name, languages=languages)
    knowing = plain.knowing(["febre", definition])
    assert knowing.mask(text).text.replace(plain.placeholder, "■") == expected
    assert plain.mask(text).text == text


def test_knowing_nothing_new_is_the_same_masker() -> None:
    plain = masker("dengue")
    assert plain.knowing([]) is plain
    assert plain.knowing(["Caso de dengue.", ""]) is plain
    without = masker("artrite reumatoide", tiers=[Tier.VERBATIM])
    assert without.knowing(["artrite reumatoide (AR)"]) is without


def test_the_first_masker_stays_as_it_is() -> None:
    plain = masker("quimera zonal", verdicts="drop", test_names="mask")
    before = plain.variants
    knowing = plain.knowing(["quimera zonal (QZ)"])
    assert plain.variants == before
    assert plain.mask("com QZ").text == "com QZ"
    assert [variant.origin for variant in knowing.variants if variant.text == "QZ" and not variant.needs_evidence] == [
        "defined in the text"
    ]
    assert (knowing.verdicts, knowing.test_names, knowing.placeholder, knowing.target) == (
        "drop",
        "mask",
        plain.placeholder,
        plain.target,
    )
    assert knowing.signature == plain.signature


def test_knowing_adds_up() -> None:
    knowing = masker("quimera zonal").knowing(["quimera zonal (QZ)"])
    again = knowing.knowing(["quimera zonal (QZon)"])
    assert again.mask("QZon").text == "[REDIGIDO]"


def test_a_defined_acronym_still_means_what_stands_beside_it() -> None:
    knowing = masker("quimera zonal").knowing(["quimera zonal (QZ)"])
    assert knowing.mask("o QZ de 3 L/min; a QZ piorou").text == "o QZ de 3 L/min; a [REDIGIDO] piorou"
