"""Misspellings: how far two words may be apart, and that the search by parts never loses one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.typos import allowed_slips, is_misspelling, search_parts
from clinicalbr.masking.word_forms import without_prefix
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.testing.wording import misspellings

LETTERS = st.text("abc", min_size=1, max_size=12)

WORDS = st.sampled_from(
    [
        "dengue", "hanseniase", "tuberculose", "esquistossomose", "leishmaniose", "sarcoidose", "sarampo", "paracoccidioidomicose",
        "leprosy", "tuberculosis", "histoplasmosis", "amyloidosis", "measles", "brucellosis", "sarampion", "triquinosis", "equinococosis",
    ]
)  # fmt: skip


def plain_distance(one: str, other: str) -> int:
    """Optimal string alignment distance by its definition (Boytsov 2011, section 2): the oracle."""
    rows = [list(range(len(other) + 1))]
    for i, left in enumerate(one, 1):
        row = [i]
        for j, right in enumerate(other, 1):
            best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                best = min(best, rows[i - 2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


@pytest.mark.parametrize(
    ("word", "alone", "in_name"),
    [
        ("gota", 0, 0), ("sweet", 0, 1), ("dengue", 1, 1), ("sarampo", 1, 2), ("sarcoidose"[:9], 1, 2), ("hanseniase", 2, 2), ("esquistossomose", 2, 2),
        ("covid19", 0, 0), ("2", 0, 0), ("", 0, 0),
    ],
)  # fmt: skip
def test_longer_words_are_allowed_more_slips(word: str, alone: int, in_name: int) -> None:
    assert allowed_slips(word) == alone
    assert allowed_slips(word, alone=False) == in_name


@given(LETTERS, LETTERS, st.integers(0, 2))
@example("ca", "abc", 2)
@example("degnue", "dengue", 1)
def test_a_misspelling_is_a_word_within_the_distance(token: str, word: str, slips: int) -> None:
    assert is_misspelling(token, word, slips) == (0 < plain_distance(token, word) <= slips)


@given(WORDS, st.integers(1, 2), st.data())
def test_every_misspelling_keeps_a_part(word: str, slips: int, data: st.DataObject) -> None:
    token = word
    for _ in range(slips):
        token = data.draw(st.sampled_from([*misspellings(token), "x" + token, token[1:]]))
    if is_misspelling(token, word, slips):
        assert any(part in token for part in search_parts(word, slips))


@given(st.text("ab", min_size=6, max_size=12), st.integers(1, 2), st.data())
def test_every_misspelling_of_a_word_of_few_letters_keeps_a_part(word: str, slips: int, data: st.DataObject) -> None:
    token = list(word)
    for _ in range(slips):
        at = data.draw(st.integers(0, len(token) - 2))
        change = data.draw(st.sampled_from(["swap", "drop", "add", "other"]))
        if change == "swap":
            token[at], token[at + 1] = token[at + 1], token[at]
        elif change == "drop":
            del token[at]
        elif change == "add":
            token.insert(at, "c")
        else:
            token[at] = "c"
    text = "".join(token)
    if is_misspelling(text, word, slips):
        assert any(part in text for part in search_parts(word, slips)), (text, search_parts(word, slips))


def test_parts_of_a_word() -> None:
    assert search_parts("dengue", 0) == ("dengue",)
    assert search_parts("dengue", 1) == ("den", "gue", "degnue")
    parts = search_parts("hanseniase", 2)
    assert parts[:3] == ("han", "sen", "iase")
    # Both seams may be swapped at once.
    assert len(parts) == 6
    assert any(part in "hasnesiniase" or part in "hasneinase" for part in parts)


@given(
    WORDS,
    st.lists(st.one_of(WORDS, st.sampled_from(["febre", "com", "denguinho", "masles", "measels"])), max_size=4),
    st.data(),
)
def test_seeds_never_lose_a_misspelling(word: str, others: list[str], data: st.DataObject) -> None:
    """Against brute force over all words of the text."""
    codes = ("pt", "en", "es")
    lexicon = Lexicon([LanguagePack.load(code) for code in codes], Thresholds())
    forms = lexicon.inflector.forms(word)
    slipped = data.draw(
        st.lists(
            st.sampled_from([word, *sorted(forms)]).flatmap(
                lambda form: st.sampled_from([*misspellings(form)] or [form])
            ),
            max_size=3,
        )
    )
    text = " ".join(data.draw(st.permutations([*others, *slipped, word])))
    surest, possible, at = set(), set(), 0
    for token in text.split(" "):
        derived = without_prefix(token, forms, lexicon.prefixes) or token in forms
        if not derived and not lexicon.weights.is_real_word(token):
            if 0 < plain_distance(token, word) <= allowed_slips(word):
                surest.add((at, token))
            if any(0 < plain_distance(token, form) <= allowed_slips(word) for form in forms):
                possible.add((at, token))
        at += len(token) + 1
    leaks = Masker(GoldTarget([word], languages=codes)).find(text)
    assert surest <= {(leak.start, leak.surface) for leak in leaks if leak.tier is Tier.TYPO} <= possible


@pytest.mark.parametrize(
    ("gold", "text", "languages"),
    [
        ("hanseníase", "hansenfase", ("pt",)), ("dengue", "degnue", ("pt",)), ("tuberculosis", "tuberculsosis", ("en",)), ("sarampión", "saramipón", ("es",)),
        ("esquistossomose", "esquitosomose", ("pt",)), ("histoplasmosis", "histoplamosis", ("en",)), ("brucelosis", "bruceloosis", ("es",)),
    ],
)  # fmt: skip
def test_misspelt_names_are_found_as_typos(gold: str, text: str, languages: tuple[str, ...]) -> None:
    masker = Masker(GoldTarget([gold], languages=languages))
    for spelled in (text, text.upper()):
        assert [(leak.surface, leak.tier) for leak in masker.find(f"x {spelled} y")] == [(spelled, Tier.TYPO)]
    assert text.capitalize() in [leak.surface for leak in masker.find(f"x {text.capitalize()} y")]


@pytest.mark.parametrize(
    ("gold", "text", "languages"),
    [
        ("dengue", "dente dengo denso sangue", ("pt",)), ("gota", "goda gotz gta", ("pt",)), ("malária", "maioria", ("pt",)), ("sarampo", "campo", ("pt",)),
        ("measles", "measures easels", ("en",)), ("typhus", "typhoid", ("en",)), ("rabies", "babies ladies", ("en",)),
        ("dengue", "dxngxe", ("pt",)),
    ],
)  # fmt: skip
def test_other_words_are_no_misspellings(gold: str, text: str, languages: tuple[str, ...]) -> None:
    assert Masker(GoldTarget([gold], languages=languages)).find(text) == ()


@pytest.mark.parametrize(
    ("gold", "text", "languages"),
    [
        ("síndrome de Sweet", "síndrome de Swete", ("pt",)), ("síndrome de Sweet", "síndrome swete", ("pt",)), ("lúpus eritematoso sistêmico", "lupsu eritematoso sistêmico", ("pt",)),
        ("Sweet syndrome", "Swete syndrome", ("en",)), ("febre amarela", "febre amarella", ("pt",)),
    ],
)  # fmt: skip
def test_beside_the_rest_of_a_name_more_slips_are_allowed(gold: str, text: str, languages: tuple[str, ...]) -> None:
    leaks = Masker(GoldTarget([gold], languages=languages)).find(f"Tem {text}, sim")
    assert Tier.TYPO in {leak.tier for leak in leaks if leak.surface == text}


def test_typos_are_looked_for_only_when_asked() -> None:
    masker = Masker(GoldTarget(["hanseníase"]), tiers=[tier for tier in Tier if tier is not Tier.TYPO])
    assert masker.find("hansenfase") == ()
    masker = Masker(GoldTarget(["hanseníase"]), tiers=[Tier.TYPO])
    assert [leak.surface for leak in masker.find("hansenfase hanseníase")] == ["hansenfase"]


@pytest.mark.parametrize(
    ("word", "alone", "beside"),
    [("a" * size, int(size >= 6) + int(size >= 10), int(size >= 5) + int(size >= 7)) for size in range(1, 13)]
    + [("dengue2", 0, 0)],
)
def test_slips_by_length(word: str, alone: int, beside: int) -> None:
    assert allowed_slips(word) == alone
    assert allowed_slips(word, alone=False) == beside


@given(st.text("abc", max_size=9), st.text("abc", max_size=9), st.integers(0, 2))
def test_a_misspelling_is_within_its_slips(token: str, word: str, slips: int) -> None:
    assert is_misspelling(token, word, slips) is (0 < OSA.distance(token, word) <= slips)


@pytest.mark.parametrize(
    ("word", "slips", "parts"),
    [
        ("dengue", 0, ("dengue",)), ("dengue", 1, ("den", "gue", "degnue")), ("abcdefghi", 2, ("abc", "def", "ghi", "abdcef", "degfhi", "abdcegfhi")), ("abcde", 1, ("ab", "cde", "acbde")),
    ],
)  # fmt: skip
def test_parts_that_a_misspelling_keeps(word: str, slips: int, parts: tuple[str, ...]) -> None:
    assert search_parts(word, slips) == parts
