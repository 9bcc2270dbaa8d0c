"""A word of a name: its beginnings, its kinship with words of a text, and its slips."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.target_word import Kinship, TargetWord, _beginnings
from clinicalbr.masking.word_weight import Thresholds

PORTUGUESE = Lexicon([LanguagePack.load("pt")], Thresholds())


@pytest.mark.parametrize(
    ("word", "forms", "found"),
    [
        ("abcdefgh", {"abcdefgh", "abcdefgs"}, ("abcd",)), ("abcdefgh", {"abcdefgh", "xbcdefgs"}, ("abcd", "xbcd")), ("abcdefghi", {"abcdefghi"}, ("abcde",)), ("abc", {"abc", "abcs"}, ("abc", "abcs")), ("abcdefghij", {"abcdefghij", "abcd"}, ("abcd",)), ("abcdefghij", {"abcdefghij", "abc"}, ("abc", "abcde")),
        ("abcde", {"abcde"}, ("abcd",)),
    ],
)  # fmt: skip
def test_beginnings_that_all_forms_share(word: str, forms: set[str], found: tuple[str, ...]) -> None:
    assert _beginnings(word, frozenset(forms)) == found


def test_kinds_of_kinship_are_in_order_of_nearness() -> None:
    word = PORTUGUESE.target_word("tuberculose", False)
    tokens = ["tuberculina", "antituberculoso", "tuberculosos", "tuberculose"]
    kinds = [word.kinship(token, PORTUGUESE.prefixes) for token in tokens]
    assert kinds == [Kinship.ROOT, Kinship.DERIVED, Kinship.FORM, Kinship.EXACT]
    assert sorted(kind for kind in kinds if kind) == kinds
    assert Kinship.ROOT < Kinship.TYPO < Kinship.DERIVED
    assert word.kinship("tubo", PORTUGUESE.prefixes) is None
    assert word.is_misspelt_alone("tubercolose")
    assert word.is_misspelt_alone("tubercolsoe")
    assert not word.is_misspelt_alone("tuberculose")
    assert not word.is_misspelt_alone("tubexcolsoe")
    assert (word.slips, word.slips_alone) == (2, 2)
    assert word.is_misspelt("tuberculosox")
    assert not word.is_misspelt("tubo")


def test_a_proper_name_may_have_a_slip_where_it_stands_alone() -> None:
    for text, proper, slips in (("sweet", False, 0), ("sweet", True, 1), ("addison", True, 1), ("abcd", True, 0)):
        word = TargetWord.of(text, PORTUGUESE.inflector, PORTUGUESE.weights, proper=proper)
        assert word.slips_alone == slips, text
        assert bool(word.slip_parts) is bool(slips)
