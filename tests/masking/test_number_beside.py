"""Numbers of types right before or behind a mention."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking.number_beside import number_before, number_behind

TYPES, OWN = {"tipo", "type"}, ("diabetes", "mellitus")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("dm2", "2"), ("dm 2", "2"), ("dm-2", "2"), ("dm - 2", "2"), ("dm   2", "2"), ("dm    2", None), ("dm.2", None), ("dm 12", "12"), ("dm 123", None), ("dm 2a", None), ("dm 2,5", None), ("dm 2.5", None), ("dm 2.", "2"), ("dm 2, e", "2"), ("dm 2%", None), ("dm 2 %", None), ("dm 2  %", "2"), ("dm 2/3", None), ("dm 2 / 3", None),
        ("dm i", "i"), ("dm ii", "ii"), ("dm iii", "iii"), ("dm iiii", None), ("dm iv", "iv"), ("dm v", "v"), ("dm vi", "vi"), ("dm vii", None), ("dm ix", None), ("dm \u03b1", "\u03b1"), ("dm \u03c9", "\u03c9"), ("dm \u0430", None), ("dm", None), ("dm x", None), ("dm ", None),
        ("dm tipo 2", "2"), ("dm mellitus 2", "2"), ("dm mellitus tipo 2", "2"), ("dm tipo mellitus 2", "2"), ("dm tipo tipo tipo 2", None), ("dm ha 2", None), ("dm tipo ha 2", None), ("dm tipo-2", "2"), ("dm-tipo 2", "2"), ("dm   tipo   2", "2"), ("dm    tipo 2", None), ("dm tipos 2", None), ("dm tipo2", "2"), ("dm tipo", None), ("dm tipo (2", None),
    ],
)  # fmt: skip
def test_the_number_behind_a_mention(text: str, number: str | None) -> None:
    assert number_behind(text, 2, TYPES, OWN) == number
    assert number_behind(f"2 {text}", 4, TYPES, OWN) == number


def test_no_word_may_stand_between_where_none_is_given() -> None:
    assert number_behind("dm tipo 2", 2) is None
    assert number_behind("dm 2", 2) == "2"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2 x", "2"), ("2-x", "2"), ("12 x", "12"), ("123 x", None), ("a2 x", None), ("-2 x", "2"), ("(ii) x", None), ("ii x", "ii"), ("iii-x", "iii"), ("iv x", "iv"), ("vi x", "vi"), ("vii x", None), ("\u03b2-x", "\u03b2"), ("2x", None), ("2  x", None), ("2. x", None), ("2, x", None), ("1,2 x", None), ("1.2 x", None), ("1,12 x", None), (", 2 x", "2"), (".2 x", "2"), ("a.2 x", "2"), ("x", None),
    ],
)  # fmt: skip
def test_the_number_before_a_mention(text: str, number: str | None) -> None:
    assert number_before(text, len(text) - 1) == number
    assert number_before(f"febre de dengue; {text}", len(text) + 16) == number


@given(st.text("a1i- ,.", max_size=8), st.text("a1i- ,.%/", max_size=8))
def test_a_number_stands_where_it_is_found(before: str, behind: str) -> None:
    text = f"{before}x{behind}"
    ahead, follows = number_before(text, len(before)), number_behind(text, len(before) + 1)
    assert ahead is None or before[:-1].endswith(ahead)
    assert follows is None or behind.lstrip(" -").startswith(follows)
