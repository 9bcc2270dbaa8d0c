"""Genus and species beside a word of a name."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.organisms import organism, stays_inside, with_genus
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.target_word import Kinship
from clinicalbr.masking.token_search import Token
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.text import Span

WEIGHTS = Lexicon([LanguagePack.load("en")], Thresholds()).weights


def token(text: str, surface: str, kinship: Kinship = Kinship.ROOT) -> tuple[Token, Reading]:
    reading = Reading.of(text)
    start = reading.low.index(surface)
    return Token(start, start + len(surface), surface, {"brucellosis": kinship}), reading


@pytest.mark.parametrize(
    ("text", "surface", "found"),
    [
        # a genus, with its species or without
        ("a Brucella now", "brucella", "Brucella"), ("a Brucella melitensis now", "brucella", "Brucella melitensis"), ("a Brucella spp. now", "brucella", "Brucella spp."), ("a Brucella sp. now", "brucella", "Brucella sp."), ("a Brucella sp now", "brucella", "Brucella"), ("a Brucella ovi now", "brucella", "Brucella"), ("a Brucella abcdi now", "brucella", "Brucella abcdi"),
        ("a Brucella abcdx now", "brucella", "Brucella"), ("a Brucella Abcdi now", "brucella", "Brucella"), ("a Brucella  abcdi", "brucella", "Brucella"), ("a BRUCELLA abcdi", "brucella", None), ("a BrucellA abcdi", "brucella", None),
        ("a Brucellum x", "brucellum", "Brucellum"), ("a Brucellus x", "brucellus", "Brucellus"), ("a Brucellis x", "brucellis", "Brucellis"), ("a Brucelles x", "brucelles", "Brucelles"), ("a Brucellyces x", "brucellyces", "Brucellyces"), ("a Brucellose x", "brucellose", None), ("a Brucellic x", "brucellic", None),
        # a species behind its genus
        ("a B. brucellensis", "brucellensis", "B. brucellensis"), ("a b. brucellensis", "brucellensis", None), ("a Xyzla brucellensis", "brucellensis", "Xyzla brucellensis"), ("a Xyl brucellensis", "brucellensis", None), ("a Xyla brucellensis", "brucellensis", None), ("a Xyza, brucellensis", "brucellensis", None), ("a Xyzlam brucellensis", "brucellensis", None), ("a Xyzlum brucellensis", "brucellensis", "Xyzlum brucellensis"),
        ("aXyzla brucellensis", "brucellensis", None), ("a Xyzla  brucellensis", "brucellensis", None), ("a Xa brucellensis", "brucellensis", None), ("brucellensis", "brucellensis", None), ("Xyzla brucellensis", "brucellensis", "Xyzla brucellensis"), ("a XYLA brucellensis", "brucellensis", None),
        # less than five letters in common
        ("a Brucus x", "brucus", None),
    ],
)  # fmt: skip
def test_an_organism_named_like_a_word(text: str, surface: str, found: str | None) -> None:
    held, reading = token(text, surface)
    place = organism(held, "brucellosis", reading)
    assert (place and text[slice(*place)]) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mycobacterium tuberculosis", "Mycobacterium tuberculosis"), ("the Mycobacterium tuberculosis", "Mycobacterium tuberculosis"), ("M. tuberculosis", "tuberculosis"), ("Mycobacterium Tuberculosis", "Tuberculosis"), ("mycobacterium tuberculosis", "tuberculosis"), ("Patients tuberculosis", "tuberculosis"), ("Hospital tuberculosis", "tuberculosis"), ("Drama tuberculosis", "tuberculosis"),
        ("Mycobacterium, tuberculosis", "tuberculosis"), ("tuberculosis", "tuberculosis"), ("Xyzabcum" + "a" * 38 + "us tuberculosis", "tuberculosis"), ("X" + "a" * 44 + "us tuberculosis", "X" + "a" * 44 + "us tuberculosis"),
    ],
)  # fmt: skip
def test_the_genus_before_a_species(text: str, found: str) -> None:
    held, reading = token(text, "tuberculosis")
    assert text[with_genus(held, reading, WEIGHTS) : held.end] == found


@pytest.mark.parametrize(
    ("text", "surface", "whole", "kinship", "inside"),
    [
        # a species may follow a genus that ends the whole name
        ("x Brucella abortus", "brucella", "x Brucella", Kinship.ROOT, False), ("x Brucella abortus", "brucella", "x Brucella", Kinship.TYPO, False), ("x Brucella abortus", "brucella", "x Brucella", Kinship.DERIVED, True), ("x Brucella abortus", "brucella", "x Brucella abortus", Kinship.ROOT, True), ("x Brucella fever", "brucella", "x Brucella", Kinship.ROOT, True),
        # a genus may stand before a species that begins it
        ("Xyzla brucellis x", "brucellis", "brucellis x", Kinship.ROOT, False), ("Xyzla brucellis x", "brucellis", "brucellis x", Kinship.EXACT, False), ("Xyzla brucellis x", "brucellis", "Xyzla brucellis x", Kinship.ROOT, True), ("x brucellis x", "brucellis", "brucellis x", Kinship.ROOT, True),
    ],
)  # fmt: skip
def test_what_may_reach_beyond_a_whole_name(
    text: str, surface: str, *, whole: str, kinship: Kinship, inside: bool
) -> None:
    held, reading = token(text, surface, kinship)
    start = text.index(whole)
    assert stays_inside(held, "brucellosis", Span(start, start + len(whole)), reading) is inside
