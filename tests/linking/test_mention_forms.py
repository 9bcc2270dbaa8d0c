"""Forms of a mention with brackets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.linking._mentions import mention_forms


@pytest.mark.parametrize(
    ("mention", "forms"),
    [
        ("dengue", ("dengue",)),
        ("anemia (falciforme)", ("anemia falciforme", "anemia", "falciforme")),
        ("a (b) c [d (e)]", ("a b c d e", "a c", "b", "d e")),
        ("(a) (b) (c) (d)", ("a b c d", "a", "b", "c")),
        ("(a)", ("a",)),
        ("a ()", ("a",)),
        ("a (b", ("a (b",)),
        ("a b)", ("a b)",)),
        ("a (b] c)", ("a (b] c)",)),
        ("a (b [c) d]", ("a (b [c) d]",)),
        ("", ("",)),
        ("()", ()),
    ],
)
def test_forms(mention: str, forms: tuple[str, ...]) -> None:
    assert mention_forms(mention) == forms


@given(st.text(alphabet="ab ()[]{}", max_size=30))
def test_any_brackets_give_distinct_forms(mention: str) -> None:
    forms = mention_forms(mention)
    assert len(set(forms)) == len(forms) <= 5
