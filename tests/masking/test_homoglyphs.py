"""The readings of a text: letters of other scripts that look Latin, soft hyphens, entities, capitals, broken words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.masking import GoldTarget, Masker
from clinicalbr.masking.reading import Reading, readings

CYRILLIC = dict(zip("abekmhopctyxijs", "авекмнорстухіјѕ", strict=True))
GREEK = dict(zip("oavikptux", "οανικρτυχ", strict=True))


@pytest.mark.parametrize("table", [CYRILLIC, GREEK])
@pytest.mark.parametrize("name", ["hepatite", "beribéri", "tuberculose", "sarampo", "coqueluche"])
@given(data=st.data())
def test_look_alikes_beside_latin_letters_are_read_as_latin(
    table: dict[str, str], name: str, data: st.DataObject
) -> None:
    options = [index for index, char in enumerate(name) if char in table]
    chosen = data.draw(st.sets(st.sampled_from(options), min_size=1, max_size=2))
    spelled = "".join(table[char] if index in chosen else char for index, char in enumerate(name))
    masked = Masker(GoldTarget([name], languages=["pt"])).mask(f"Era {spelled}, sim")
    assert masked.text == "Era [REDIGIDO], sim"
    assert masked.redactions[0].surface == spelled


def test_a_text_in_another_script_is_left_as_it_is() -> None:
    text = "Больной: авто, мороз, рот. Η ασθενής έχει ρίγος."
    assert len(readings(text)) == 1
    masker = Masker(GoldTarget(["MOPO3", "aBTO disease"], languages=["en"]))
    assert masker.mask(text).text == text


@pytest.mark.parametrize(
    ("text", "lows"),
    [
        ("dengue", ["dengue"]), ("DENGUE", ["dengue"]), ("d\u0435ngue", ["d\u0435ngue", "dengue"]), ("\u0434\u0435", ["\u0434\u0435"]), ("\u03bcg", ["\u03bcg"]), ("den\u00ad\ngue", ["den gue", "dengue"]),
        ("den\u00adgue", ["dengue"]), ("den&shy;\ngue", ["den gue", "dengue"]), ("a & b", ["a & b"]), ("", [""]), ("caf\u00e9?", ["cafe?"]), ("\u00b5 \u03b1-tal\u03b1", ["\u03bc \u03b1-tal\u03b1", "\u03bc a-tala"]),
    ],
)  # fmt: skip
def test_the_ways_in_which_a_text_is_read(text: str, lows: list[str]) -> None:
    assert [reading.low for reading in readings(text)] == lows


@given(st.text(st.sampled_from("aB\u00e9\u0301\u00ad\u200b-\n &;ﬁ\u0435\u00b2ß"), max_size=30))
def test_readings_keep_the_way_back(text: str) -> None:
    for reading in readings(text):
        assert len(reading.cased) == len(reading.low)
        for position in range(len(reading.low)):
            span = reading.source(position, position + 1)
            assert 0 <= span.start <= span.end <= len(text)
        letters = [char for char, low in zip(reading.cased, reading.low, strict=True) if char != low]
        assert all(char.isupper() for char in letters) or len(readings(text)) > 1


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("a neuro-zika", "a neurozika"), ("neuro-\n zika b", "neurozika b"), ("neuro - zika", ""), ("neuro- zika", ""), ("-zika", ""), ("zika-", ""), ("a-b-c", "abc"), ("sem", ""), ("a--b", ""),
    ],
)  # fmt: skip
def test_words_with_hyphens_are_joined(text: str, joined: str) -> None:
    assert Reading.of(text).joined.text == joined


def test_hyphens_far_apart_are_joined_apart() -> None:
    found = Reading.of("um-dois " + "x " * 60 + "tres-quatro").joined.text
    first, second = found.split("\n")
    assert first.startswith("umdois x x")
    assert second.endswith("x tresquatro")


@given(st.lists(st.sampled_from(["ab", "c", "-", "-", "-\n ", " ", "\n", "x" * 50]), max_size=14).map("".join))
def test_joined_letters_are_those_of_the_text(text: str) -> None:
    reading = Reading.of(text)
    joined = reading.joined
    for line_start, line in zip(
        [0, *[i + 1 for i, c in enumerate(joined.text) if c == "\n"]], joined.text.split("\n"), strict=True
    ):
        if line:
            places = joined.places(line_start, line_start + len(line))
            assert "".join(reading.low[place] for place in places) == line
            assert list(places) == sorted(set(places))


@pytest.mark.parametrize(
    ("text", "position", "word"),
    [
        ("a dengue b", 4, "dengue"), ("dengue3", 2, "dengue"), ("dengue3", 6, "3"), ("患者dengue", 3, "dengue"), ("患者", 1, "者"), ("x" * 30, 3, "x" * 30), ("d\u0435ngue", 0, "d"), ("туберкулёз", 3, "туберкулез"), ("ab1cd", 3, "cd"), ("12,3", 0, "12"),
        ("dengue\u044f", 2, "dengue"),
    ],
)  # fmt: skip
def test_the_word_round_a_position(text: str, position: int, word: str) -> None:
    reading = Reading.of(text)
    assert reading.low[slice(*reading.word(position))] == word


def test_endless_words_are_cut() -> None:
    reading = Reading.of("x" * 1000)
    start, end = reading.word(500)
    assert 0 < start < 500 < end < 1000
