"""Clauses that announce the answer, and those that do not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.verdicts import (
    _by_sentence,
    _sentence_end,
    _sentence_start,
    _title_end,
    _trimmed,
    _whole,
    verdict_clauses,
)
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.schema import Leak
from clinicalbr.testing import strategies as clinical
from clinicalbr.text import Span

GOLD = {"pt": "dengue", "en": "leprosy", "es": "lepra"}


def dropped(text: str, language: str, **settings: str) -> str:
    masked = Masker(GoldTarget([GOLD[language]], languages=[language]), verdicts="drop", **settings).mask(text).text
    return masked.replace(LanguagePack.load(language).placeholder, "■")


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        # the clause goes, the measurement beside it stays
        ("pt", "A biópsia confirmou dengue; plaquetas 98.000/mm³.", "■; plaquetas 98.000/mm³."), ("pt", "Quadro compatível com dengue, mas plaquetas de 98.000.", "■, mas plaquetas de 98.000."), ("pt", "Hb 9 g/dL. Diagnosticada dengue. Hb 8 g/dL.", "Hb 9 g/dL. ■. Hb 8 g/dL."),
        ("pt", "Febre; diagnóstico: dengue", "Febre; ■"), ("pt", "Confirmou-se dengue, quando teve alta.", "■, quando teve alta."), ("pt", "Suspeita de dengue", "■"),
        ("en", "Biopsy confirmed leprosy; urea was 98 mg/dL.", "■; urea was 98 mg/dL."), ("en", "Findings were consistent with leprosy, but creatinine was 2.1.", "■, but creatinine was 2.1."), ("en", "He was diagnosed with leprosy. Urea was 98 mg/dL.", "■. Urea was 98 mg/dL."),
        ("es", "La biopsia confirmó lepra; urea 98 mg/dL.", "■; urea 98 mg/dL."), ("es", "Cuadro compatible con lepra, pero creatinina 2,1.", "■, pero creatinina 2,1."), ("es", "Se hizo el diagnóstico de lepra.", "■."),
        # another disease: the clause stays
        ("pt", "Sorologia confirmou sífilis. Irmão com dengue.", "Sorologia confirmou sífilis. Irmão com ■."), ("pt", "Diagnóstico de sífilis; dengue na infância.", "Diagnóstico de sífilis; ■ na infância."), ("pt", "Sorologia confirmou sífilis.", "Sorologia confirmou sífilis."),
        ("en", "The diagnosis of syphilis was made, whereas leprosy was rare.", "The diagnosis of syphilis was made, whereas ■ was rare."), ("es", "Diagnóstico de sífilis. Tía con lepra.", "Diagnóstico de sífilis. Tía con ■."),
        # denied
        ("pt", "Nega dengue prévia.", "Nega ■ prévia."), ("pt", "Foi feito o diagnóstico sem sinais de dengue.", "Foi feito o diagnóstico sem sinais de ■."), ("pt", "Diagnóstico de zika e não dengue", "Diagnóstico de zika e não ■"),
        ("en", "The diagnosis was made with no evidence of leprosy.", "The diagnosis was made with no evidence of ■."), ("es", "El diagnóstico se hizo sin evidencia de lepra.", "El diagnóstico se hizo sin evidencia de ■."),
        # what was denied is another thing
        ("pt", "Sem febre, compatível com dengue.", "■."), ("pt", "Não tinha febre (compatível com dengue)", "■"), ("en", "No fever, consistent with leprosy.", "■."),
        # no cue
        ("pt", "Paciente com dengue e febre.", "Paciente com ■ e febre."), ("en", "Her brother had leprosy.", "Her brother had ■."), ("es", "Su hermano tuvo lepra.", "Su hermano tuvo ■."), ("pt", "O diagnosticador dengue", "O diagnosticador ■"),
        # other lines
        ("pt", "Foi feito o diagnóstico.\nDengue grave.", "Foi feito o diagnóstico.\n■ grave."), ("pt", "Foi confirmado\ndengue", "Foi confirmado\n■"), ("pt", "Febre.\nConfirmou dengue\nHb 9 g/dL", "Febre.\n■\nHb 9 g/dL"), ("pt", "Diagnóstico de dengue em gestante\n\nMulher com febre.", "Diagnóstico de ■ em gestante\n\nMulher com febre."),
        # case and accents of the cue
        ("pt", "COMPATÍVEL COM DENGUE", "■"), ("pt", "diagnostico de dengue", "■"),
    ],
)  # fmt: skip
def test_which_clauses_go(language: str, text: str, expected: str) -> None:
    assert dropped(text, language) == expected


def test_kept_by_default_and_marked_when_dropped() -> None:
    text = "A biópsia confirmou dengue; Hb 9 g/dL, e a mãe teve dengue."
    target = GoldTarget(["dengue"], languages=["pt"])
    kept = Masker(target).mask(text)
    assert [redaction.kind for redaction in kept.redactions] == ["name", "name"]
    gone = Masker(target, verdicts="drop").mask(text)
    assert [(redaction.surface, redaction.kind, redaction.tier) for redaction in gone.redactions] == [
        ("A biópsia confirmou dengue", "verdict", Tier.VERBATIM),
        ("dengue", "name", Tier.VERBATIM),
    ]
    assert gone.unmask() == text


def clauses_of(text: str, *surfaces: str, tiers: tuple[Tier, ...] = (), language: str = "pt") -> list[tuple[str, Tier]]:
    lexicon = Lexicon([LanguagePack.load(language)], Thresholds())
    leaks = []
    for index, surface in enumerate(surfaces):
        start = text.index(surface)
        leaks.append(Leak(start, start + len(surface), surface, tiers[index] if tiers else Tier.VERBATIM, surface))
    return [(span.of(text), tier) for span, tier in verdict_clauses(text, leaks, lexicon)]


def test_a_clause_bears_its_strongest_tier_and_no_marks_at_its_edges() -> None:
    text = "  , Compatível com aaa e bbb ; x"
    assert clauses_of(text, "aaa", "bbb", tiers=(Tier.TYPO, Tier.ACRONYM)) == [
        ("Compatível com aaa e bbb", Tier.ACRONYM)
    ]
    assert clauses_of(text, "bbb", "aaa", tiers=(Tier.ACRONYM, Tier.TYPO)) == [
        ("Compatível com aaa e bbb", Tier.ACRONYM)
    ]
    assert clauses_of(text, "x") == []
    assert clauses_of(text) == []


def test_every_announcing_clause_of_a_text_is_given_in_order() -> None:
    text = "Confirmou aaa. Hb 9. Diagnóstico de bbb; visto. Sugestivo de ccc"
    assert [surface for surface, _ in clauses_of(text, "ccc", "aaa", "bbb")] == [
        "Confirmou aaa",
        "Diagnóstico de bbb",
        "Sugestivo de ccc",
    ]


def test_a_denied_mention_does_not_shield_another_one() -> None:
    assert clauses_of("Confirmou aaa e excluiu bbb", "bbb") == []
    assert [surface for surface, _ in clauses_of("Confirmou aaa e excluiu bbb", "aaa", "bbb")] == [
        "Confirmou aaa e excluiu bbb"
    ]
    far = "Sem " + "x" * 60 + " confirmou aaa"
    assert [surface for surface, _ in clauses_of(far, "aaa")] == [far]


def test_a_cue_out_of_reach_is_another_sentence() -> None:
    long = "Confirmou " + "z " * 500 + "aaa"
    assert "Confirmou" not in " ".join(surface for surface, _ in clauses_of(long, "aaa"))
    near = "Confirmou " + "z " * 100 + "aaa"
    assert [surface for surface, _ in clauses_of(near, "aaa")] == [near]


@pytest.mark.parametrize("language", ["pt", "en", "es"])
@given(data=st.data())
def test_clauses_without_a_mention_are_never_touched(language: str, data: st.DataObject) -> None:
    before, after = (data.draw(clinical.clinical_texts(language)) for _ in range(2))
    cue = data.draw(st.sampled_from(LanguagePack.load(language).cues.verdict))
    gold = "qwrtzpsdf"
    text = f"{before}.\n\nXxx {cue} {gold}.\n\n{after}."
    masked = Masker(GoldTarget([gold], languages=[language]), verdicts="drop").mask(text)
    (redaction,) = masked.redactions
    assert redaction.surface in {f"Xxx {cue} {gold}", f"{cue} {gold}", gold}
    assert redaction.kind == "verdict" or redaction.surface == gold
    assert masked.text.startswith(before)
    assert masked.text.endswith(f"{after}.")


@pytest.mark.parametrize("language", ["pt", "en", "es"])
def test_every_cue_of_the_pack_announces_and_every_denial_denies(language: str) -> None:
    pack = LanguagePack.load(language)
    masker = Masker(GoldTarget(["qwrtzpsdf"], languages=[language]), verdicts="drop")
    denials = set(pack.cues.negation)
    for cue in pack.cues.verdict:
        kinds = {redaction.kind for redaction in masker.mask(f"xxx yyy {cue} qwrtzpsdf").redactions}
        if not any(word in denials for word in cue.split()):
            assert kinds == {"verdict"}, cue
    for denial in pack.cues.negation:
        text = f"xxx {pack.cues.verdict[0]} yyy {denial} qwrtzpsdf"
        assert {redaction.kind for redaction in masker.mask(text).redactions} == {"name"}, denial


def test_what_the_clause_leaves_bare_is_searched_again() -> None:
    masker = Masker(GoldTarget(["dengue"], languages=["pt"]), verdicts="drop")
    text = "Confirmou dengue, sugestivo de dengue; diagnóstico de zika. " * 3
    masked = masker.mask(text)
    assert masker.find(masked.text) == ()
    assert masked.text.count("zika") == 3


def leak(text: str, surface: str, after: int = 0) -> Leak:
    start = text.index(surface, after)
    return Leak(start, start + len(surface), surface, Tier.VERBATIM, surface)


def by_sentence(text: str, *surfaces: str) -> list[tuple[str, list[str]]]:
    return [
        (sentence.of(text), [item.surface for item in inside])
        for sentence, inside in _by_sentence(text, [leak(text, surface) for surface in surfaces])
    ]


@pytest.mark.parametrize(
    ("text", "surfaces", "expected"),
    [
        ("One aaa. Two bbb. Three", ["bbb"], [("Two bbb.", ["bbb"])]),
        ("One aaa. Two bbb. Three", ["bbb", "aaa"], [("One aaa.", ["aaa"]), ("Two bbb.", ["bbb"])]),
        ("One aaa and bbb! Two", ["bbb", "aaa"], [("One aaa and bbb!", ["aaa", "bbb"])]),
        ("One aaa e.g. bbb? Two", ["aaa"], [("One aaa e.g. bbb?", ["aaa"])]),
        ("aaa", ["aaa"], [("aaa", ["aaa"])]),
        ("One.\n\n  Two aaa\nThree", ["aaa"], [("Two aaa", ["aaa"])]),
        ("One (of.) \u201cTwo aaa.\u201d Three", ["aaa"], [("\u201cTwo aaa.", ["aaa"])]),
        ("One. 2 aaa. 3 bbb", ["aaa"], [("2 aaa.", ["aaa"])]),
        ("One. two aaa. three", ["aaa"], [("One. two aaa. three", ["aaa"])]),
        # a mention that reaches over the end of a sentence takes both
        ("One aaa. Two bbb. Three ccc", ["aaa. Two bbb", "Three"], [("One aaa. Two bbb.", ["aaa. Two bbb"]), ("Three ccc", ["Three"])]),
        ("One aaa. Two bbb", ["aaa", "aaa. Two"], [("One aaa. Two", ["aaa", "aaa. Two"])]),
    ],
)  # fmt: skip
def test_sentences_around_mentions(text: str, surfaces: list[str], expected: list[tuple[str, list[str]]]) -> None:
    found = by_sentence(text, *surfaces)
    assert [(sentence.strip(), inside) for sentence, inside in found] == expected


@given(
    st.lists(st.sampled_from(["Aa", "b", ". ", "? ", "! X", "\n", "e.g. ", " ", "9", ".\u201d ", "; "]), max_size=40),
    st.data(),
)
def test_sentences_are_found_alike_from_any_mention(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    if not text:
        return
    places = data.draw(st.lists(st.integers(0, len(text) - 1), min_size=1, max_size=5))
    leaks = [Leak(at, at + 1, text[at], Tier.CORE, "x") for at in places]
    found = list(_by_sentence(text, leaks))
    assert sorted((item.start for _, inside in found for item in inside)) == sorted(places)
    assert all(one.end <= other.start for (one, _), (other, _) in pairwise(found))
    for sentence, inside in found:
        for item in inside:
            assert sentence.start <= item.start
            assert item.end <= sentence.end
        marks = [mark for mark in ".!?\n" if mark in text]
        alone = _sentence_start(text, marks, 0, inside[0].start)
        assert sentence.start <= inside[0].start
        assert alone <= inside[0].start


def test_a_sentence_is_looked_for_in_reach() -> None:
    before = "x " * 400
    text = f"{before}aaa {before}"
    at = text.index("aaa")
    assert _sentence_start(text, ".", at - 600, at) == at - 600
    assert _sentence_end(text, at + 3) == at + 603
    ((sentence, _),) = _by_sentence(text, [leak(text, "aaa")])
    assert sentence == Span(at - 600, at + 603)
    many = "A. b. c. d. e. f. g. h. i. j. k aaa"
    assert _sentence_start(many, ".", 0, many.index("aaa")) == 0
    assert _sentence_start("A. B. c. d. e. f. g. h. i. j. k. l aaa", ".", 0, 34) == 3


def test_the_end_of_a_sentence_keeps_its_stop_and_no_line_end() -> None:
    assert _sentence_end("aaa. Bb", 2) == 4
    assert _sentence_end("aaa\nBb", 2) == 3
    assert _sentence_end("aaa", 2) == 3


@pytest.mark.parametrize(
    ("text", "end"),
    [("Title\nText", 5), ("Title.\nText", 0), ("Title", 0), ("Title\n", 0), ("Title:\nText", 0), ("\nText", 0), ("a" * 300 + "\nText", 300), ("a" * 301 + "\nText", 0), ("Title\r\nText", 5)],
)  # fmt: skip
def test_where_a_title_ends(text: str, end: int) -> None:
    assert _title_end(text) == end


@given(st.text(" a,.;:\n", max_size=10), st.text(" a,.;:\n", max_size=3))
def test_a_clause_has_no_marks_at_its_edges(text: str, around: str) -> None:
    whole = around + text + around
    trimmed = _trimmed(whole, Span(len(around), len(around) + len(text)))
    assert trimmed.of(whole) == text.lstrip(" \t\n\r,;:").rstrip(" \t\n\r.,;:!?")


def test_a_sentence_as_one_clause() -> None:
    text = "xx  aaa bbb  yy"
    span, held = _whole(
        Span(2, 13), text[2:13], [leak(text, "aaa"), leak(text, "bbb"), leak(text, "yy"), leak(text, "xx")]
    )
    assert span == Span(4, 11)
    assert [item.surface for item in held] == ["aaa", "bbb"]
    assert _whole(Span(2, 4), "  ", []) == (Span(4, 4), [])


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Mulher com febre. Dengue diagnosticada.", "Mulher com febre. [X]."),
        ("Hb 9 g/dL. Dengue confirmada. Alta.", "Hb 9 g/dL. [X]. Alta."),
        ("Plaquetas 12.000! “Dengue confirmada”.", "Plaquetas 12.000! [X]."),
        ("Febre alta\nDengue confirmada", "Febre alta\n[X]"),
    ],
)
def test_the_sentence_before_a_mention_that_begins_its_own_stays(text: str, masked: str) -> None:
    assert Masker(GoldTarget(["dengue"]), "[X]", verdicts="drop").mask(text).text == masked
