"""Licences, dates, identifiers and white space in one spelling."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.sources import _dates, _licence, _plain
from clinicalbr.sources._identifiers import normal_doi, normal_issn, normal_language, normal_pid_v2, normal_pmcid
from clinicalbr.sources._prolog import read_prolog


@pytest.mark.parametrize(
    ("sentence", "licence"),
    [
        ("under the Creative Commons Attribution License", "CC BY"),
        ("Creative Commons Attribution 4.0 International License", "CC BY 4.0"),
        ("Creative Commons Attribution License (CC BY)", "CC BY"),
        ("Creative Commons Attribution License (CC BY 4.0)", "CC BY 4.0"),
        ("Creative Commons Attribution-NonCommercial-NoDerivatives License 4.0", "CC BY-NC-ND 4.0"),
        ("Creative Commons Attribution, Non-commercial and ShareAlike 3.0 Unported", "CC BY-NC-SA 3.0"),
        ("Creative Commons Attribution NonCommercial No Derivs", "CC BY-NC-ND"),
        ("a CC-BY-NC license", "CC BY-NC"),
        ("CC BY-ND 4.0", "CC BY-ND 4.0"),
        ("licensed CC BY v4.0.", "CC BY 4.0"),
        ("licença Creative Commons Atribuição-NãoComercial 4.0", "CC BY-NC 4.0"),
        ("Licença Creative Commons do tipo Atribuição", "CC BY"),
        ("Creative Commons Licença de Atribuição", "CC BY"),
        ("licencia Creative Commons Atribución-NoComercial-SinDerivadas 4.0", "CC BY-NC-ND 4.0"),
        ("Creative Commons Atribución-CompartirIgual 3.0", "CC BY-SA 3.0"),
        ("CC0", "CC0 1.0"),
        ("the Creative Commons Zero dedication", "CC0 1.0"),
        ("Creative Commons Attribution License. Version 2.0 of the software", "CC BY"),
        ("see https://creativecommons.org/licenses/by-nc/2.5/ for terms", "CC BY-NC 2.5"),
        ("an open-access article", None),
        ("CC BYTES 4.0", None),
        ("", None),
        (None, None),
    ],
)
def test_licence_of_a_sentence(sentence: str | None, licence: str | None) -> None:
    assert _licence.licence_of_text(sentence) == licence


@pytest.mark.parametrize("terms", ["", "-NC", "-ND", "-SA", "-NC-ND", "-NC-SA"])
@pytest.mark.parametrize("version", ["", "1.0", "2.5", "3.0", "4.0"])
def test_every_licence_has_one_spelling(terms: str, version: str) -> None:
    spelled = f"CC BY{terms}" + (f" {version}" if version else "")
    code = f"by{terms.lower()}"
    assert _licence.licence_of_code(f"{code}/{version}" if version else code) == spelled
    assert _licence.licence_of_code(spelled) == spelled
    assert _licence.licence_of_text(f"({spelled})") == spelled
    for host in ("http://creativecommons.org", "https://www.creativecommons.org", "//creativecommons.org"):
        for tail in ("", "/", "/br/", "/deed.pt", "/legalcode"):
            address = f"{host}/licenses/{code}/{version}{tail}" if version else f"{host}/licenses/{code}/"
            assert _licence.licence_of_url(address) == spelled
    assert _licence.licence_of_code(code, default_version="4.0") == f"CC BY{terms} 4.0"


@pytest.mark.parametrize("code", ["nd", "", None, "nc", "by-xx", "copyright", "http://example.org/by/4.0", "byte"])
def test_what_is_no_licence(code: str | None) -> None:
    assert _licence.licence_of_code(code) is None


def test_the_strictest_licence() -> None:
    ordered = ["CC0 1.0", "CC BY 4.0", "CC BY-NC 4.0", "CC BY-NC-ND 4.0"]
    for some in itertools.permutations(ordered):
        assert _licence.strictest([None, *some]) == ordered[-1]
    assert _licence.strictest([None]) is None
    assert [_licence.licence_of_code(code) for code in ("CC0", "zero/1.0", "cc-0")] == ["CC0 1.0"] * 3
    assert _licence.strictest(["CC BY 4.0", "CC BY 3.0"]) == "CC BY 4.0"


DATES = (
    st.dates()
    .map(lambda day: day.isoformat() if day.year >= 1000 else "1999")
    .flatmap(lambda day: st.sampled_from([day, day[:7], day[:4]]))
)


@given(st.lists(DATES, min_size=1))
def test_the_earliest_date_is_before_all_others(dates: list[str]) -> None:
    first = _dates.earliest([None, *dates])
    assert first in dates
    assert all(first[: len(other)] <= other[: len(first)] for other in dates)
    # Of a year and a day in it the day is told.
    assert not any(other.startswith(first) and other != first for other in dates)


@given(st.integers(0, 99999), st.integers(0, 20), st.integers(0, 40))
def test_dates_make_sense(year: int, month: int, day: int) -> None:
    found = _dates.normal_date(str(year), str(month), str(day))
    assert (found is None) == (not 1000 <= year <= 9999)
    if found:
        assert _dates.from_digits(found) == found
        assert _dates.from_digits(found.replace("-", "").ljust(8, "0")) == found


@given(st.text())
def test_squeezing_twice_changes_nothing(text: str) -> None:
    once = _plain.squeeze(text)
    assert _plain.squeeze(once) == once
    assert "".join(once.split()) == "".join(text.translate(_plain._STRAY).split())


@given(
    st.lists(st.text(st.characters(categories=("L", "N")), min_size=1), min_size=1),
    st.sampled_from("\n\t\x00\x1f\u2028\r\x0b "),
)
def test_control_characters_never_glue_words(words: list[str], mark: str) -> None:
    assert _plain.clean_record_text(mark.join(words)).split() == words


def test_identifiers() -> None:
    assert normal_doi("10.1/x") is None
    assert normal_doi("HTTP://DX.DOI.ORG/10.1590/S0") == "10.1590/s0"
    assert normal_pid_v2("S0034-8910.2014048005091") is None
    assert normal_pmcid("PMC") is None
    assert normal_issn("12345678") == "1234-5678"
    assert normal_language("por") == "por"
    assert normal_language("português") is None


def test_line_numbers_survive_the_doctype() -> None:
    text = "<!-- a\n -->\n<!DOCTYPE article\n PUBLIC 'x' 'y' [\n<!ELEMENT p ANY>\n] >\n<article/>"
    prolog = read_prolog(text)
    assert (prolog.root, prolog.doctype) == ("article", "article")
    assert "DOCTYPE" not in prolog.body
    assert prolog.body[prolog.start :] == text[prolog.start :] == "<article/>"
    assert prolog.body.count("\n") == text.count("\n")
