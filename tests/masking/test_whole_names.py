"""Whole names in a text: what lies inside one, and that looking no second time there changes no redaction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import OperatorError
from clinicalbr.masking import GoldTarget, Masker, finder
from clinicalbr.masking.reading import LONGEST_PART, Reading
from clinicalbr.masking.whole_names import WholeNames
from clinicalbr.masking.word_edges import goes_on
from clinicalbr.schema import Redaction, Tier
from clinicalbr.testing import strategies as clinical
from clinicalbr.text import Span

NAMES = (
    "lúpus eritematoso sistêmico",
    "lúpus",
    "tuberculose pulmonar",
    "tuberculosis",
    "leishmaniose visceral",
    "doença de Chagas",
)
NEAR = st.sampled_from(
    ["lúpus", "lupvs", "eritematoso", "sistêmico", "sistemica", "Mycobacterium", "tuberculosis", "T. cruzi", "tuberculose", "pulmonar", "pulmonares", "Leishmania donovani", "visceral", "doença", "de", "Chagas", "[X]", "<b>", "grave", "renal"]
)  # fmt: skip


class NoWholeNames(WholeNames):
    """Knows of none, so that everything is looked at twice."""

    def __init__(self, reading: Reading, spans: object) -> None:
        super().__init__(reading, [])


def redactions(text: str, names: tuple[str, ...], placeholder: str) -> list[tuple[int, int]]:
    found = Masker(GoldTarget(names), placeholder).mask(text).redactions
    return [(hidden.start, hidden.end) for hidden in found]


@pytest.mark.parametrize("placeholder", ["[X]", "<b>", "(-)"])
@given(
    names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True).map(tuple),
    words=st.lists(st.one_of(NEAR, st.sampled_from(NAMES)), max_size=12),
    joint=st.sampled_from([" ", "  ", "-", ", "]),
    around=clinical.clinical_texts("pt"),
)
def test_what_lies_inside_a_whole_name_changes_no_redaction(
    placeholder: str, names: tuple[str, ...], words: list[str], joint: str, around: str
) -> None:
    text = f"{around} {joint.join(words)}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(finder, "WholeNames", NoWholeNames)
        plain = redactions(text, names, placeholder)
    assert redactions(text, names, placeholder) == plain


def test_a_name_cut_by_a_placeholder_is_masked_in_its_parts() -> None:
    masked = Masker(GoldTarget(["lúpus eritematoso sistêmico"]), "<b>").mask(
        "O lúpus <b> eritematoso sistêmico piorou."
    )
    assert "pus" not in masked.text
    assert "<b> <b>" in masked.text


@pytest.mark.parametrize("placeholder", [" x ", "gold ", " ", "\u200b", "\u00a0gold\u00a0"])
def test_a_placeholder_that_may_be_read_as_a_word_or_as_nothing_is_refused(placeholder: str) -> None:
    with pytest.raises(OperatorError):
        Masker(GoldTarget(["dengue"]), placeholder)


def test_a_binomial_that_begins_before_a_whole_name_is_masked_as_a_whole() -> None:
    hidden: Redaction = (
        Masker(GoldTarget(["tuberculosis"], languages=["en"])).mask("Mycobacterium tuberculosis grew.").redactions[0]
    )
    assert hidden.surface == "Mycobacterium tuberculosis"


def test_one_find_for_one_mention() -> None:
    leaks = Masker(GoldTarget(["doença de Chagas"])).find("Tem doença de Chagas.")
    assert [(leak.surface, leak.tier) for leak in leaks] == [("doença de Chagas", Tier.VERBATIM)]


@pytest.mark.parametrize(
    ("start", "end", "around"),
    [(0, 5, Span(0, 9)), (2, 9, Span(0, 9)), (7, 12, Span(3, 12)), (0, 12, None), (12, 13, None), (3, 9, Span(3, 12))],
)
def test_the_whole_name_around_a_stretch(start: int, end: int, around: Span | None) -> None:
    names = WholeNames(Reading.of("abc def ghi jkl"), [Span(3, 12), Span(0, 9)])
    assert names.around(start, end) == around


def test_a_place_with_another_sign_in_it_is_no_whole_name() -> None:
    assert WholeNames(Reading.of("lupus-like"), [Span(0, 10)]).spans == []


@given(st.text(st.sampled_from("ab19 -°éßжя.患"), max_size=12).map(lambda text: text * 3), st.data())
def test_words_by_bytes_are_words_by_signs(text: str, data: st.DataObject) -> None:
    low = Reading.of(text).low
    places = [place for place, char in enumerate(low) if char.isalnum()]
    if not places:
        return
    position = data.draw(st.sampled_from(places))
    start, end = position, position + 1
    while start and goes_on(low[start - 1], low[start]):
        start -= 1
    while end < len(low) and goes_on(low[end - 1], low[end]):
        end += 1
    assert end - start < LONGEST_PART
    assert Reading.of(text).word(position) == (start, end)
