"""Acronyms that a text defines beside a name."""

from __future__ import annotations

import pytest

from clinicalbr.masking.acronym_definitions import Definition, definitions
from clinicalbr.text import Span


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("doença de Chagas (DC)", ["DC"]), ("DC (doença de Chagas)", ["DC"]), ("DC: doença de Chagas", ["DC"]), ("doença de Chagas - DC", ["DC"]), ("doença de Chagas, DC", []), ("doença de Chagas (D.C.)", ["D.C."]),
    ],
)  # fmt: skip
def test_acronyms_that_a_text_defines(text: str, found: list[str]) -> None:
    start = text.index("doença")
    mention = Span(start, start + len("doença de Chagas"))
    made = definitions(text, mention, [("doenca", "de", "chagas")])
    assert made == tuple(Definition(short, behind=text.index(short) > start) for short in found)


NAMES = [("doenca", "de", "chagas"), ("quimera", "zonal", "12")]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("", " [DCh] x", ["DCh"]), ("", " (DCh) x", ["DCh"]), ("", "(DCh)", ["DCh"]), ("", " (DChs)", ["DChs"]), ("", " (DCs)", ["DC"]), ("", " (D.C.)", ["D.C."]), ("", " (a DC, b)", ["DC"]), ("", " (DC/QZ)", ["DC", "QZ"]), ("", " (DC e DCh)", ["DC", "DCh"]), ("", " (XC)", []), ("", " (CD)", []), ("", " (Dc)", []), ("", " (dc)", []), ("", " (D)", []),
        ("", " - DC, x", ["DC"]), ("", "/DC x", ["DC"]), ("", " \u2014 DC.", ["DC."]), ("", " - DC", ["DC"]), ("", " - DCx y", ["DCx"][:0]), ("", "    (DC)", []), ("", "   (DC)", ["DC"]), ("", "\u201d (DC)", ["DC"]), ("", " x (DC)", []), ("", " (" + "a" * 38 + " DC)", []), ("", " (" + "a" * 37 + " DC)", ["DC"]), ("", "\u00b9 (DC)", ["DC"]), ("", "1,2 (DC)", ["DC"]), ("", "</b> (DC)", ["DC"]),
        ("", " &#40;DC)", ["DC"]), ("", " (CHAGAS)", []), ("", " (Z12)", []), ("", " (QZ12)", ["QZ12"]), ("", " (Q-Z)", ["Q-Z"]),
        ("DC (", ")", ["DC"]), ("DC: ", "", ["DC"]), ("DC - ", "", ["DC"]), ("DC/", "", ["DC"]), ("(DC) ", "", ["DC"]), ("o DC (", "", ["DC"]), ("xDC (", "", ["xDC"][:0]), ("DC ", "", []), ("DC, ", "", []), ("DC. ", "", []), ("[DC] \u201c", "", ["DC"]), ("DC (", ") - DCh", ["DC"]),
    ],
)  # fmt: skip
def test_acronyms_defined_right_beside_a_mention(before: str, after: str, found: list[str]) -> None:
    name = "doença de Chagas"
    mention = Span(len(before), len(before) + len(name))
    made = definitions(f"{before}{name}{after}", mention, NAMES)
    assert [definition.short for definition in made] == found
    assert all(definition.behind is not bool(before) for definition in made)
    assert definitions(f"{before}{name}{after}", mention, []) == ()
