"""Score signatures read back to equal objects, whatever their values hold."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clinicalbr
from clinicalbr.errors import SignatureError
from clinicalbr.signature import Signature

KEYS = st.from_regex(r"[a-z][a-z0-9_.-]{0,8}", fullmatch=True)
VALUES = st.one_of(
    st.text(st.characters(codec=None), max_size=12), st.sampled_from(["%", "|", "%7C", "%25", "%257C", ":", "a:b", "\r\n", "%0A", ""])
)  # fmt: skip
FIELDS = st.dictionaries(KEYS, VALUES, max_size=6)


@given(FIELDS)
def test_round_trip(fields: dict[str, str]) -> None:
    made = Signature(tuple(fields.items()))
    printed = str(made)
    assert Signature.parse(printed) == made
    assert str(Signature.parse(printed)) == printed
    assert hash(Signature.parse(printed)) == hash(made)


@given(FIELDS)
def test_printed_on_one_line_and_split_by_bars_only(fields: dict[str, str]) -> None:
    printed = str(Signature(tuple(fields.items())))
    assert "\n" not in printed
    assert "\r" not in printed
    assert printed.count("|") == max(0, len(fields) - 1)


@given(FIELDS)
def test_fields_can_be_asked_for(fields: dict[str, str]) -> None:
    made = Signature(tuple(fields.items()))
    assert made.as_dict() == fields
    assert list(made) == list(fields.items())
    assert all(made.get(key) == value for key, value in fields.items())
    assert made.get("no such field") is None


@given(FIELDS, FIELDS)
def test_merging_takes_the_other_value_in_this_place(one: dict[str, str], other: dict[str, str]) -> None:
    merged = Signature(tuple(one.items())).merged(Signature(tuple(other.items())))
    assert merged.as_dict() == {**one, **other}
    assert [key for key, _ in merged] == [*one, *(key for key in other if key not in one)]
    assert merged == Signature(tuple(one.items())).merged(other)


def test_of_names_the_version_last() -> None:
    made = Signature.of(kb="default-1", depth=2, ratio=0.5, sorted=True)
    assert str(made) == f"kb:default-1|depth:2|ratio:0.5|sorted:True|clinicalbr:{clinicalbr.__version__}"


def test_empty_signature() -> None:
    assert str(Signature(())) == ""
    assert Signature.parse("") == Signature(())


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("seed", "'seed' has no colon"),
        ("seed:0|", "'' has no colon"),
        ("seed:0|seed:1", "'seed' occurs twice"),
        ("Seed:0", "'Seed' is not a lower-case word"),
        (":0", "'' is not a lower-case word"),
        ("a b:0", "'a b' is not a lower-case word"),
        ("1a:0", "'1a' is not a lower-case word"),
        ("a\n:0", "is not a lower-case word"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_name(text: str, named: str) -> None:
    with pytest.raises(SignatureError) as caught:
        Signature.parse(text)
    assert named in str(caught.value)
    assert caught.value.remedy


def test_the_version_cannot_be_given() -> None:
    with pytest.raises(SignatureError, match="'clinicalbr' occurs twice"):
        Signature.of(clinicalbr="9")


@given(FIELDS)
def test_copies_are_equal(fields: dict[str, str]) -> None:
    made = Signature(tuple(fields.items()))
    assert pickle.loads(pickle.dumps(made)) == made == copy.deepcopy(made)
