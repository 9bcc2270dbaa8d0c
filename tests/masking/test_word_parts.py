"""Parts of the words of names: what they belong to, and where the edges of a word around one can be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.word_parts import WordsOfPart, parts_of_words
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.testing.wording import misspellings

LEXICON = Lexicon([LanguagePack.load("pt")], Thresholds())
WORDS = {word: LEXICON.target_word(word, False) for word in ("dengue", "tuberculose", "lupus", "renal", "2", "cronica")}
PREFIX = max(map(len, LEXICON.prefixes))


@given(
    st.text("ab ", max_size=12),
    st.data(),
    st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted),
    st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted),
)
def test_edges_of_a_word_where_they_must_be(
    text: str, data: st.DataObject, ahead: list[int], behind: list[int]
) -> None:
    at = data.draw(st.integers(0, len(text)))
    begins = at <= ahead[1] or " " in text[at - ahead[1] - 1 : at - ahead[0]]
    ends = at + behind[1] >= len(text) or " " in text[at + behind[0] : at + behind[1] + 1]
    words = WordsOfPart((), (), (ahead[0], ahead[1]), (behind[0], behind[1]))
    assert words.may_stand(text.encode(), at) is (begins and ends)


@pytest.mark.parametrize(
    ("ahead", "behind", "stands"),
    [
        (0, 3, False),
        (1, 3, True),
        (3, 3, True),
        (4, 3, False),
        (2, 1, False),
        (2, 2, True),
        (2, 4, True),
        (2, 5, False),
    ],
)
def test_edges_of_a_word_at_their_limits(ahead: int, behind: int, stands: bool) -> None:
    words = WordsOfPart((), (), (1, 3), (2, 4))
    letters = b"zzzzzz " + b"a" * (ahead + behind) + b" zzzzzz"
    assert words.may_stand(letters, 7 + ahead) is stands
    assert words.may_stand(b"a" * 3, 2) is words.may_stand(b"a" * 6, 3) is words.may_stand(b"a" * 7, 3) is True
    assert not words.may_stand(b"a" * 7, 4)
    assert not words.may_stand(b"a" * 8, 3)


@pytest.mark.parametrize("typos", [True, False])
def test_every_form_and_misspelling_holds_a_part_of_its_word_where_it_may_stand(typos: bool) -> None:
    parts = parts_of_words(WORDS.values(), PREFIX, typos=typos)
    for word, target in WORDS.items():
        tokens = {*target.forms, *(f"anti{form}" for form in target.forms if form.isalpha() and len(form) > 4)}
        slipped = {token for token in misspellings(word) if target.is_misspelt_alone(token)} if typos else set()
        assert slipped or not typos or not target.slips_alone
        for token in sorted(tokens | slipped):
            letters = f"xx {token} xx"
            seen = "".join(letter if "a" <= letter <= "z" else " " for letter in letters).encode()
            held = [
                words.begun if token in tokens else words.misspelt
                for part, words in parts.items()
                for at in range(len(letters))
                if letters.startswith(part, at) and words.may_stand(seen, at)
            ]
            assert any(target in own for own in held), (word, token)


def test_which_words_a_part_belongs_to() -> None:
    plain = parts_of_words([WORDS["dengue"]], 4, typos=False)
    assert list(plain) == ["deng"]
    assert (plain["deng"].begun, plain["deng"].misspelt) == ((WORDS["dengue"],), ())
    slips = parts_of_words([WORDS["dengue"]], 4, typos=True)
    assert list(slips) == sorted({"deng", "den", "gue", "degnue"})
    assert (slips["gue"].begun, slips["gue"].misspelt) == ((), (WORDS["dengue"],))
    assert (slips["gue"].ahead, slips["gue"].behind) == ((2, 4), (2, 4))
    assert (slips["den"].ahead, slips["den"].behind) == ((0, 1), (5, 7))
    assert parts_of_words([], 4, typos=True) == {}


def test_how_much_may_stand_before_a_beginning() -> None:
    parts = parts_of_words([WORDS["dengue"], WORDS["2"]], 7, typos=False)
    assert parts["deng"].ahead == (0, 8)
    assert parts["deng"].behind[0] == 0
    assert parts["2"].ahead[0] == 0
    assert parts["2"].ahead[1] > 1000
    assert parts["deng"].may_stand(b" " + b"a" * 8 + b"dengue ", 9)
    assert not parts["deng"].may_stand(b" " + b"a" * 9 + b"dengue ", 10)
    short = LEXICON.target_word("gas", False)
    assert short.longest < 5
    assert parts_of_words([short], 7, typos=False)["gas"].ahead == (0, 0)


def test_words_that_share_a_part() -> None:
    words = [LEXICON.target_word(word, False) for word in ("tuberculose", "tuberculoma")]
    parts = parts_of_words(words, 4, typos=False)
    assert parts["tuberc"].begun == tuple(words)
