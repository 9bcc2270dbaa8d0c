"""Acronyms by themselves: their letters, those made of a name, and the case that counts."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronyms import (
    initials,
    inner_acronyms,
    is_written_as,
    needs_evidence,
    parts_of,
    plain,
    words_of,
)
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.word_weight import Thresholds

PORTUGUESE = Lexicon([LanguagePack.load("pt")], Thresholds())


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
    ("surface", "acronym", "counts"),
    [
        ("AR", "AR", True), ("ar", "AR", False), ("Ar", "AR", False), ("DCh", "DCh", True), ("DCH", "DCh", True), ("dch", "DCh", False), ("AIDS", "AIDS", True), ("Aids", "AIDS", True), ("aids", "AIDS", True), ("A.I.D.S.", "AIDS", True), ("aidx", "AIDS", False), ("LES", "AIDS", False), ("para", "PARA", False), ("Para", "PARA", False), ("P\u00c1RA", "PARA", True),
        ("abc", "ABC", False), ("abcd", "ABCD", True), ("AbCd", "ABCD", True),
    ],
)  # fmt: skip
def test_the_case_of_an_acronym(surface: str, acronym: str, counts: bool) -> None:
    assert is_written_as(surface, acronym, LanguagePack.load("pt")) is counts
