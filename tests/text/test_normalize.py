"""Folding: what is alike, what stays apart, and where every folded character came from."""

from __future__ import annotations

import html.entities
import itertools
import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.text import Folded, Span, fold, fold_text

LETTERS = "aeiounrsABCÇçãÉéIşßœﬁⅣ½²"
MARKS = "\u0301\u0303\u0327\u0345\u034f\u0338\u20e3"
INVISIBLE = "\u00ad\u200b\u200d\ufeff\ufe0f\U000e0041"
OTHERS = "αΣйがカﾞｶㄱㅏ\u3099क\u093c\u094d\u093fทีุ่가각\u1100\u1161\u11a8درس\u064b中"
SIGNS = " -–—'’`/&;#,.19\t\u00a0\u2003\n\r\x0b\x0c\u2028"
PIECES = [
    *LETTERS, *MARKS, *INVISIBLE, *OTHERS, *SIGNS, "&eacute;", "&amp;", "&amp;amp;lt;", "&#769;", "&#xE7;", "&shy;", "&nbsp;",
    "&Ccedil;", "&CCEDIL;", "&nosuch;", "&amp", "&;", "&#;", "&#0;", "&#xD800;", "-\n", "-\r\n", "\u00ad\n", "‐ \n ", "a-\nb", "A-\nB", "  ",
    "\x00", "\ud800", "\udfff", "\U0001f469\u200d\u2695\ufe0f",
]  # fmt: skip
NOISE = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
ANY = st.one_of(NOISE, st.text(st.characters(codec=None), max_size=30))
SETTINGS = st.fixed_dictionaries({"squeeze": st.booleans(), "join_lines": st.booleans(), "join_hyphens": st.booleans()})


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


# --- a plain, slow account of folding, one character at a time ---

UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
SAME = {
    "'": "'`´ʹʻʼˈ‘’‛′＇",
    "-": "-֊‐‑‒–—―⁃−⸺⸻﹘﹣－",
    "/": "/⁄∕／",
}
CANON = {char: key for key, chars in SAME.items() for char in chars}
PLAIN = {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "ŧ": "t"}


def is_accent(char: str) -> bool:
    if unicodedata.category(char) == "Me" or unicodedata.combining(char):
        return bool(re.match("[\u0300-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]", char))
    return False


def goes_on(char: str) -> bool:
    first = unicodedata.normalize("NFKD", char)[0]
    mark = unicodedata.category(first).startswith("M") or "\u1160" <= first <= "\u11ff"
    return mark or bool(UNSEEN.match(char))


def decoded(text: str) -> list[tuple[str, bool]]:
    """Characters, and whether each stands in the text as such (and not in an entity)."""
    found: list[tuple[str, bool]] = []
    at = 0
    while at < len(text):
        match = re.compile(
            r"&(?:amp;)*(#\d{1,8}|#[xX][0-9a-fA-F]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});", re.IGNORECASE
        ).match(text, at)
        said = ""
        if match and match[1].startswith("#"):
            said = html.unescape(f"&{match[1]};")
        elif match:
            names = html.entities.html5
            said = names.get(match[1] + ";") or names.get(match[1].lower() + ";") or ""
        if said:
            found += [(char, False) for char in said]
            at = match.end()
        else:
            found.append((text[at], True))
            at += 1
    return found


def slow_fold(text: str, *, squeeze: bool, join_lines: bool, join_hyphens: bool) -> str:
    chars = decoded(text)
    out = []
    at = 0
    while at < len(chars):
        char, raw = chars[at]
        if join_lines and raw and char in "-\u00ad֊‐‑﹣－" and (after := end_of_break(chars, at)):
            at = after
            continue
        out.append(char)
        at += 1
    plain = nfd("".join(char for char in out if not UNSEEN.match(char)))
    plain = "".join(CANON.get(char, " " if char.isspace() else char) for char in plain)
    plain = unicodedata.normalize("NFKD", plain)
    for _ in range(3):
        plain = unicodedata.normalize("NFKD", "".join(CANON.get(char, char) for char in plain).casefold())
    plain = "".join(PLAIN.get(char, char) for char in plain if not UNSEEN.match(char) and not is_accent(char))
    plain = nfc("".join(" " if char.isspace() else CANON.get(char, char) for char in plain))
    if join_hyphens:
        plain = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", "", plain)
    return re.sub(r"[\s/-]+", " ", plain) if squeeze else plain


def end_of_break(chars: list[tuple[str, bool]], at: int) -> int:
    before = at - 1
    while before >= 0 and goes_on(chars[before][0]):
        before -= 1
    if before < 0 or not chars[before][0].isalpha():
        return 0
    line = "".join(char if raw else "\ue000" for char, raw in chars[at + 1 : at + 24])
    space = r"(?:(?![\n\r\x0b\x0c])\s){0,8}"
    match = re.match(rf"{space}(?:\r\n|[\n\r\x0b\x0c])\x0c?{space}", line)
    after = at + 1 + match.end() if match else len(chars)
    if after >= len(chars) or not chars[after][1]:
        return 0
    char = chars[after][0]
    in_capitals = nfd(chars[before][0])[0].isupper() and nfd(char)[0].isupper()
    return after if char.isalpha() and (char.islower() or in_capitals) else 0


@given(ANY, SETTINGS)
def test_agrees_with_the_slow_account(text: str, settings: dict[str, bool]) -> None:
    assert fold(text, **settings).text == slow_fold(text, **settings)


@given(ANY, st.booleans(), st.booleans())
def test_text_alone_is_the_same(text: str, squeeze: bool, join_hyphens: bool) -> None:
    folded = fold(text, squeeze=squeeze, join_hyphens=join_hyphens)
    assert fold_text(text, squeeze=squeeze, join_hyphens=join_hyphens) == folded.text


# --- laws ---


def graphemes(text: str) -> list[tuple[int, int]]:
    """Stretches of a letter with what goes on after it, the pieces that a mention cannot break up."""
    starts = [at for at, char in enumerate(text) if at == 0 or not goes_on(char)]
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


@given(ANY, SETTINGS)
def test_offsets_add_up(text: str, settings: dict[str, bool]) -> None:
    folded = fold(text, **settings)
    assert folded.offsets.source_length == len(text)
    assert folded.offsets.target_length == len(folded.text)
    assert fold(text, **settings) == folded


@given(ANY, SETTINGS)
def test_source_spans_lie_in_order_and_leave_no_letter_out(text: str, settings: dict[str, bool]) -> None:
    folded = fold(text, **settings)
    spans = [folded.source_span(Span(at, at + 1)) for at in range(len(folded.text))]
    assert all(len(span) for span in spans)
    for before, after in itertools.pairwise(spans):
        assert before.start <= after.start
        assert before.end <= after.end
    covered = {position for span in spans for position in range(span.start, span.end)}
    for position, char in enumerate(text):
        if char.isascii() and char.isalnum() and "&" not in text:
            assert position in covered


@given(ANY, SETTINGS)
def test_composed_and_decomposed_text_fold_alike_and_cover_the_same(text: str, settings: dict[str, bool]) -> None:
    composed, decomposed = fold(nfc(text), **settings), fold(nfd(text), **settings)
    assert composed.text == decomposed.text == fold(text, **settings).text
    forms = (nfc(text), nfd(text))
    for at in range(len(composed.text)):
        covered = []
        for form, folded in zip(forms, (composed, decomposed), strict=True):
            span = folded.source_span(Span(at, at + 1))
            touched = [piece for piece in graphemes(form) if piece[0] < span.end and span.start < piece[1]]
            covered.append(nfd("".join(form[start:end] for start, end in touched)))
        assert covered[0] == covered[1]


@given(st.text("abcçãéíõúABCÇÃÉ ,.", max_size=20))
def test_case_and_accents_do_not_count(text: str) -> None:
    bare = "".join(char for char in nfd(text) if not unicodedata.combining(char))
    assert fold_text(text) == fold_text(text.upper()) == fold_text(text.lower()) == fold_text(bare) == bare.lower()


@given(st.text("abcdeçãéí -", min_size=1, max_size=20), st.data())
def test_invisible_characters_do_not_count_and_go_with_their_letter(text: str, data: st.DataObject) -> None:
    unseen = st.lists(st.sampled_from(INVISIBLE), max_size=3).map("".join)
    noisy = "".join(char + data.draw(unseen) for char in text)
    folded = fold(noisy)
    assert folded.text == fold_text(text)
    # A folded character covers its letter with all that is invisible behind it.
    assert "".join(folded.source_span(Span(at, at + 1)).of(noisy) for at in range(len(folded.text))) == noisy


@given(st.text("abcdefABC123!?", max_size=20))
def test_full_width_forms_do_not_count(text: str) -> None:
    assert fold_text("".join(chr(ord(char) + 0xFEE0) for char in text)) == text.casefold()


@given(st.text("aeocAEOCçãéÇ", max_size=12))
def test_entities_do_not_count(text: str) -> None:
    for written in (
        "".join(f"&#{ord(char)};" for char in text),
        "".join(f"&#x{ord(char):X};" for char in text),
        "".join(f"&amp;#{ord(char)};" for char in text),
        "".join(f"&{html.entities.codepoint2name.get(ord(char), f'#{ord(char)}')};" for char in text),
    ):
        folded = fold(written)
        assert folded.text == fold_text(text)
        assert folded.source_span(Span(0, len(folded.text))) == Span(0, len(written) if text else 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HANSENÍASE", "hanseniase"),
        ("Doença de Chagas", "DOENC\u0327A DE CHAGAS"),
        ("fibrose", "ﬁbrose"),
        ("influenza", "inﬂuenza"),
        ("Sjögren", "Sjo\u0308gren"),
        ("Guillain‑Barré", "guillain-barre"),
        ("Guillain–Barré", "guillain-barre"),
        ("Crohn’s", "crohn's"),
        ("Crohn´s", "crohn's"),
        ("anti‑HIV\u2044AIDS", "anti-hiv/aids"),
        ("lúpus\u00a0eritematoso\u2009sistêmico", "lupus eritematoso sistemico"),
        ("insuficiên-\ncia", "insuficiencia"),
        ("insuficiên\u00ad\r\n  cia", "insuficiencia"),
        ("insuficie\u0302n‐\ncia", "insuficiencia"),
        ("irma\u0303-\nzinha", "irmazinha"),
        ("irm&atilde;-\nzinha", "irmazinha"),
        ("insufici-\x0cência", "insuficiencia"),
        ("insufici-\n\x0cência", "insuficiencia"),
        ("INSUFICIÊN-\nCIA", "insuficiencia"),
        ("INFECC\u0327A\u0303-\nO", "infeccao"),
        ("INFEC&Ccedil;-\nAO", "infeccao"),
        ("Chagas&nbsp;aguda", "chagas aguda"),
        ("&AMP;", "&"),
        ("AT&amp;T", "at&t"),
        ("&amp;amp;amp;amp;eacute;", "e"),
        ("&NoBreak;&ZeroWidthSpace;x", "x"),
        ("e&#769;", "e"),
        ("Straße", "STRASSE"),
        ("ŒDEMA", "oedema"),
        ("Łódź", "lodz"),
        ("ⅣA", "iva"),
        ("CO₂", "co2"),
        ("mm³", "mm3"),
        ("µg", "μg"),
        ("K", "k"),
        ("İ", "i"),
        ("ﬁ\u0301", "fi"),
        ("d\U000e0064engue", "dengue"),
        ("1️⃣", "1"),
    ],
)
def test_a_reader_takes_these_for_the_same(one: str, other: str) -> None:
    assert fold_text(one) == fold_text(other)
    assert fold_text(other) == "".join(char for char in nfd(other.casefold()) if not unicodedata.combining(char))


@pytest.mark.parametrize(
    "written",
    [
        "não-Hodgkin",
        "não Hodgkin",
        "não – Hodgkin",
        "não/Hodgkin",
        "não \n Hodgkin",
        "não\u00a0- Hodgkin",
        "não‑ /Hodgkin",
    ],
)
def test_squeezing(written: str) -> None:
    folded = fold(f"x {written} y", squeeze=True)
    assert folded.text == "x nao hodgkin y"
    assert folded.source_span(Span(2, 13)).of(f"x {written} y") == written


def test_squeezing_keeps_composed_and_decomposed_spans_alike() -> None:
    for text, end in (("café  x", 4), ("cafe\u0301  x", 5), ("cafe\u0301 - x", 5)):
        assert fold(text, squeeze=True).source_span(Span(0, 4)) == Span(0, end)


@pytest.mark.parametrize(
    "text",
    [
        "anti-\nHIV",
        "Pós-\nDengue",
        "PÓS-\n&amp;",
        "febre -\nsem tosse",
        "febre—\nsem tosse",
        "CD4-\npositivo",
        "a-\n\nb",
        "-\nx",
        "a-\n1",
        "a-\n",
    ],
)
def test_no_word_is_joined_here(text: str) -> None:
    assert fold(text).text == fold(text, join_lines=False).text
    assert "-" in fold(text).text


def test_line_ends_and_hyphens_by_choice() -> None:
    assert fold("pós-\ndengue").text == "posdengue"
    assert fold("pós-\ndengue", join_lines=False).text == "pos- dengue"
    assert fold("neuro-chikungunya, 1-2, x -y", join_hyphens=True).text == "neurochikungunya, 1-2, x -y"


@pytest.mark.parametrize(
    "text",
    [
        "हिन्दी में कुष्ठ रोग",
        "กระดูกที่ผู้ป่วยปู่",
        "登革热患者",
        "がんとパン",
        "한국어 각막염",
        "مرض السكري",
        "לב",
        "ασθενεια",
        "தமிழ் மொழி",
        "ভারত",
        "မြန်မာ",
    ],
    ids=["Hindi", "Thai", "Chinese", "Japanese", "Korean", "Arabic", "Hebrew", "Greek", "Tamil", "Bengali", "Burmese"],
)
def test_other_scripts_are_unharmed(text: str) -> None:
    assert fold_text(text) == nfc(text)
    assert fold_text(nfd(text)) == nfc(text)
    assert fold(text).offsets.edits == () or nfc(text) != text


def test_marks_that_make_another_word_stay() -> None:
    assert fold_text("か") != fold_text("が")
    assert fold_text("คน") != fold_text("คุน")
    assert fold_text("क") != fold_text("कि")
    assert fold_text("مُحَمَّد") == fold_text("محمد")
    assert fold_text("ёлка") == fold_text("елка")


def decomposing() -> list[str]:
    """Every character that folding could trip over, and a sample of the rest."""
    found = []
    for code in range(0x110000):
        char = chr(code)
        special = unicodedata.normalize("NFKD", char) != char or char.casefold() != char
        if code < 0x3000 or code % 211 == 0 or (special and code % 7 == 0) or unicodedata.category(char)[0] == "M":
            found.append(char)
    return found


def test_every_kind_of_character() -> None:
    """Alone and within a word: never raises, adds up, same for both Unicode forms, settled after one folding."""
    for char in decomposing():
        text = f"a{char}b-{char}"
        folded = fold(text)
        assert len(folded.text) == folded.offsets.target_length, hex(ord(char))
        assert folded.text == fold_text(nfd(text)) == fold_text(nfc(text)), hex(ord(char))
        assert folded.text == slow_fold(text, squeeze=False, join_lines=True, join_hyphens=False), hex(ord(char))
        once = fold_text(char)
        assert fold_text(once) == once, hex(ord(char))


def test_composition_never_needs_more_than_a_cluster() -> None:
    """What goes on after a letter is told by category; a letter that composes backwards would be missed."""
    for code in range(0x30000):
        parts = nfd(chr(code))
        if len(parts) > 1 and unicodedata.normalize("NFC", parts) == chr(code):
            assert all(goes_on(part) or "\U00016d63" <= part <= "\U00016d67" for part in parts[1:]), hex(code)


# --- hostile input ---


@pytest.mark.parametrize(
    "piece",
    [
        "&", "&amp;", "&amp", "&#", "-", "-\n", "a-\n", "\u00ad", "a\u00ad\n", "a\u0301", "&#769;", "\u0301", "\u200b", " ", "\n", "/", "-\r",
        "\u00ad ", "é", "ﷺ", "가", "\u094d\u093c" * 20, "\u1100\u1161\u11a8", "\ud800", "\x00", "ﬁ", "e\u0301\u200b", "&eacute;", "\u094d\u093c",
    ],
    ids=lambda piece: ascii(piece[:4]),
)  # fmt: skip
def test_long_hostile_input_is_folded_to_the_end(piece: str) -> None:
    """Nothing here may take quadratic time: it would not end."""
    text = "x " + piece * 20_000 + " y"
    folded = fold(text, squeeze=True, join_hyphens=True)
    assert folded.text.startswith("x")
    assert folded.text.endswith("y")
    assert folded.offsets.target_length == len(folded.text)
    assert folded.source_span(Span(0, len(folded.text))) == Span(0, len(text))


def test_work_grows_in_line_with_the_text() -> None:
    """Operation counts, not time: calls made by Python code on ten times the text are about ten times as many."""

    def calls(text: str) -> int:
        count = 0

        def count_calls(frame: object, event: str, arg: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(count_calls)
        try:
            folded = fold(text, squeeze=True, join_hyphens=True)
            folded.source_span(Span(0, len(folded.text)))
        finally:
            sys.setprofile(None)
        return count

    for piece in ("&", "a&amp;", "e\u0301 -", "\u0301", "&#769;", "a-\n", "\u00ad\n", "  /"):
        fold(piece * 50)
        small, large = calls(piece * 500), calls(piece * 5000)
        assert large <= 12 * small + 200, piece


def test_lone_surrogates_and_control_characters_stay() -> None:
    assert fold_text("\ud800x\x00\udfff") == "\ud800x\x00\udfff"
    assert fold_text("&#0;&#xD800;") == "\ufffd\ufffd"


def test_the_empty_text() -> None:
    assert fold("") == Folded("", fold("").offsets)
    assert fold("", squeeze=True).text == ""
    assert fold("\u200b").text == ""
    assert fold("\u200b").offsets.source_length == 1
