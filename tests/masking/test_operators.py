"""What operators write, and what is done with the output of a custom one that cannot be trusted."""

from __future__ import annotations

import pickle
import unicodedata
from collections.abc import Callable
from enum import StrEnum

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clinicalbr.errors import OperatorError
from clinicalbr.masking.operators import DropClause, FixedLength, Replace, _separates, checked
from clinicalbr.text import fold

PLACEHOLDER = "[REDIGIDO]"
BUILT_IN = [Replace(PLACEHOLDER), FixedLength(), DropClause(PLACEHOLDER)]


def readings(text: str) -> set[str]:
    """Every reading in which a masker searches a text."""
    ways = ({}, {"join_lines": False}, {"join_hyphens": True})
    return {fold(text, squeeze=True, **way).text for way in ways}


def tells(text: str) -> bool:
    return any("dengue" in reading for reading in readings(text))


def safely(operator: Callable[[str], str], source: str = "dengue") -> tuple[str, str | None]:
    return checked(operator, PLACEHOLDER, tells)(source)


@pytest.mark.parametrize("operator", BUILT_IN, ids=lambda operator: operator.signature)
@given(source=st.text())
def test_built_in_output_does_not_depend_on_what_is_hidden(operator: Callable[[str], str], source: str) -> None:
    assert operator(source) == operator("dengue")
    assert safely(operator, source) == (operator(source), None)


def test_built_in_operators_are_values() -> None:
    assert FixedLength("█", 4) == FixedLength("█", 4) != FixedLength("█", 5)
    assert Replace("[X]") != DropClause("[X]")
    assert len({Replace("[X]"), Replace("[X]"), Replace("[Y]")}) == 2
    assert all(pickle.loads(pickle.dumps(operator)) == operator for operator in BUILT_IN)
    with pytest.raises(AttributeError):
        Replace("[X]").placeholder = "[Y]"


def test_signatures_tell_settings_apart() -> None:
    operators = [*BUILT_IN, FixedLength("█"), FixedLength("■", 3), Replace("[X]")]
    assert len({operator.signature for operator in operators}) == len(operators)


def test_only_drop_clause_asks_for_the_clause() -> None:
    assert [operator.scope for operator in BUILT_IN] == ["mention", "mention", "clause"]


def test_bar_has_the_length_asked_for() -> None:
    assert FixedLength("█", 3)("lúpus eritematoso sistêmico") == "███"


UNSAFE_EDGES = {
    "letter": "x]",
    "last letter": "[x",
    "digit": "[2",
    "superscript": "[x]²",
    "underscore": "_x_",
    "hyphen": "-",
    "soft hyphen": "[x]\u00ad",
    "combining accent": "\u0301[x]",
    "joiner at the end": "[x]\u200d",
    "apostrophe": "'x'",
    "curly apostrophe": "’x’",
    "slash": "/x/",
    "fraction slash": "\u2044x]",
    "point": "[x].",
    "entity": "[x&",
    "trade mark folds to letters": "™",
    "lone surrogate": "[\ud800]",
    "control sign": "[\x00]",
}


@pytest.mark.parametrize("output", UNSAFE_EDGES.values(), ids=UNSAFE_EDGES)
def test_unfit_output_gives_way_to_the_placeholder(output: str) -> None:
    written, warning = safely(lambda _: output)
    assert written == PLACEHOLDER
    assert warning is not None
    assert warning.startswith(("the operator returned a text that begins or", "the operator returned a sign that"))
    with pytest.raises(OperatorError):
        Replace(output)
    with pytest.raises(OperatorError):
        DropClause(output)
    with pytest.raises(OperatorError):
        checked(Replace(PLACEHOLDER), output, tells)


@pytest.mark.parametrize("output", ["", " \n", "\u200b\u00ad", "\u0301"])
def test_blank_output_gives_way_to_the_placeholder(output: str) -> None:
    assert safely(lambda _: output) == (
        PLACEHOLDER,
        "the operator returned a blank text; the placeholder stands instead",
    )
    with pytest.raises(OperatorError, match="is a blank text"):
        Replace(output)


@pytest.mark.parametrize("output", ["[D.]", "<oculto>", "■■", '"…"', "  [X] ", "«doença»", "[doença\nrara]", "***"])
def test_fit_output_stands(output: str) -> None:
    assert safely(lambda _: output) == (output, None)
    assert Replace(output)("x") == output


@pytest.mark.parametrize("output", ["[dengue]", "[DEN-GUE]", "[den\u00adgue]", "[ｄｅｎｇｕｅ]"])
def test_output_that_brings_the_leak_back_is_refused(output: str) -> None:
    assert safely(lambda _: output) == (
        PLACEHOLDER,
        "the operator brought a leak back; the placeholder stands instead",
    )


@pytest.mark.parametrize("result", [None, 3, b"[x]", ["[x]"]])
def test_result_that_is_no_text_is_refused(result: object) -> None:
    assert safely(lambda _: result) == (
        PLACEHOLDER,
        f"the operator returned {type(result).__name__}, not text; the placeholder stands instead",
    )


def test_text_subclass_is_taken_as_plain_text() -> None:
    class Mark(StrEnum):
        HIDDEN = "[oculto]"

    class Liar(str):
        __slots__ = ()

        def strip(self, *_: object) -> str:
            return "[x]"

        def __iter__(self) -> object:
            return iter("[x]")

    written, warning = safely(lambda _: Mark.HIDDEN)
    assert (type(written), written, warning) == (str, "[oculto]", None)
    assert safely(lambda _: Liar("x"))[0] == PLACEHOLDER


def test_exception_becomes_a_warning_that_does_not_quote_the_answer() -> None:
    written, warning = safely({}.__getitem__)
    assert written == PLACEHOLDER
    assert warning == "the operator raised KeyError; the placeholder stands instead"


def test_endless_recursion_becomes_a_warning() -> None:
    def forever(source: str) -> str:
        return forever(source)

    assert safely(forever) == (PLACEHOLDER, "the operator raised RecursionError; the placeholder stands instead")


def test_output_that_cannot_be_checked_is_not_safe() -> None:
    def broken(_: str) -> bool:
        raise ValueError("dengue")

    assert checked(lambda _: "[x]", PLACEHOLDER, broken)("dengue") == (
        PLACEHOLDER,
        "the check of the operator's output raised ValueError; the placeholder stands instead",
    )


def test_interruption_is_not_swallowed() -> None:
    def stop(_: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        safely(stop)


@given(output=st.text())
@example("-")
@example("\u2010\n")
@example("&shy;")
@example("\ufeff")
def test_no_output_joins_what_stands_on_its_two_sides(output: str) -> None:
    written, warning = safely(lambda _: output)
    assert written == (output if warning is None else PLACEHOLDER)
    assert not tells(f"den{written}gue")
    assert not tells(f"den-\n{written}\ngue")
    edges = written.strip()
    assert not any(unicodedata.category(edge)[0] in "LNMC" for edge in (edges[0], edges[-1]))


@pytest.mark.parametrize(
    "make",
    [
        lambda: FixedLength("■■"),
        lambda: FixedLength(""),
        lambda: FixedLength("x"),
        lambda: FixedLength("_"),
        lambda: FixedLength(" "),
        lambda: FixedLength("\u200b"),
        lambda: FixedLength(7),
        lambda: FixedLength("■", 0),
        lambda: FixedLength("■", -1),
        lambda: FixedLength("■", 2.0),
        lambda: FixedLength("■", True),
        lambda: Replace(None),
        lambda: DropClause(3),
        lambda: checked("[x]", PLACEHOLDER, tells),
    ],
)
def test_settings_that_cannot_be_used_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(OperatorError, match="Remedy: "):
        make()


@pytest.mark.parametrize(
    ("sign", "apart"),
    [(sign, True) for sign in '[]()<>$*"\u00ab\u25a0\u2020'[:-1]]
    + [(sign, False) for sign in "a1-/'.&;# _\u2122\u2019\u00ad\u0301"],
)
def test_signs_that_keep_two_sides_apart(sign: str, apart: bool) -> None:
    assert _separates(sign) is apart


def test_the_shortest_bar_is_one_sign() -> None:
    assert FixedLength(length=1)("x") == "\u25a0"
    for length in (0, -1, True, 1.0):
        with pytest.raises(OperatorError, match="length"):
            FixedLength(length=length)  # type: ignore[arg-type]
    for sign in ("", "\u25a0\u25a0", None):
        with pytest.raises(OperatorError):
            FixedLength(sign=sign)  # type: ignore[arg-type]
    for placeholder in ("[x", "x]", "\x00", "  ", "[\u0001]"):
        with pytest.raises(OperatorError):
            Replace(placeholder)
    assert Replace("[a\tb]")("") == "[a\tb]"
