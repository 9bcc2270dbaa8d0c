"""The laws of masking, as properties over clinical text with planted names and over any text at all."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clinicalbr.errors import GoldTargetError, OperatorError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker
from clinicalbr.testing import strategies as clinical

LANGUAGES = st.sampled_from(["pt", "en"])
SEPARATORS = st.sampled_from([" ", ", ", " (", ". ", "\n", "; ", "/", " - ", "-", ")", "“", " com ", "\u200b ", ""])
ANY_TEXT = st.text(st.characters(codec=None), max_size=200)


@st.composite
def planted(draw: st.DrawFn) -> tuple[GoldTarget, str]:
    """A target and a text in which noisy forms of its names stand among clinical text and stray characters."""
    language = draw(LANGUAGES)
    names = draw(st.lists(clinical.disease_names(language), min_size=1, max_size=3, unique=True))
    acronyms = draw(st.lists(st.sampled_from(["LES", "DCh", "AIDS", "DM1", "TB"]), max_size=2, unique=True))
    pieces = [
        st.sampled_from([*names, *acronyms]).flatmap(clinical.noisy),
        clinical.clinical_texts(language),
        st.text(max_size=12),
        st.sampled_from(["[REDIGIDO]", "[REDACTED]", "1", "s", "(L.E.S.)", "DCH", "&", "&amp;", "\u00ad\n", "-\n"]),
    ]
    text = "".join(draw(st.lists(st.one_of(*pieces, SEPARATORS), min_size=1, max_size=8)))
    return GoldTarget(names, acronyms, languages=(language, "en")), text


@given(planted())
def test_no_residue_and_idempotence(case: tuple[GoldTarget, str]) -> None:
    target, text = case
    masker = Masker(target)
    once = masker.mask(text)
    assert masker.find(once.text) == ()
    assert masker.mask(once.text).text == once.text


@given(planted())
def test_unmask_restores_the_source(case: tuple[GoldTarget, str]) -> None:
    target, text = case
    assert Masker(target).mask(text).unmask() == text


@given(planted())
def test_everything_outside_redactions_is_untouched(case: tuple[GoldTarget, str]) -> None:
    target, text = case
    masker = Masker(target)
    masked = masker.mask(text)
    rebuilt, position = [], 0
    for redaction in masked.redactions:
        assert text[redaction.start : redaction.end] == redaction.surface
        assert redaction.start >= position
        rebuilt += [text[position : redaction.start], masker.placeholder]
        position = redaction.end
    assert "".join([*rebuilt, text[position:]]) == masked.text


@given(planted(), st.data())
def test_offsets_map_both_ways(case: tuple[GoldTarget, str], data: st.DataObject) -> None:
    target, text = case
    masked = Masker(target).mask(text)
    outside = [
        position
        for position in range(len(text))
        if not any(redaction.start <= position < redaction.end for redaction in masked.redactions)
    ]
    assume(outside)
    position = data.draw(st.sampled_from(outside))
    assert masked.text[masked.to_masked(position)] == text[position]
    assert masked.to_source(masked.to_masked(position)) == position


@given(planted())
def test_every_redaction_covers_a_leak_and_every_leak_is_covered(case: tuple[GoldTarget, str]) -> None:
    target, text = case
    masker = Masker(target)
    leaks, redactions = masker.find(text), masker.mask(text).redactions
    for leak in leaks:
        assert leak.surface == text[leak.start : leak.end]
        covering = [item for item in redactions if item.start <= leak.start and leak.end <= item.end]
        assert len(covering) == 1
        assert covering[0].tier.strength >= leak.tier.strength
    for redaction in redactions:
        within = [leak for leak in leaks if redaction.start <= leak.start and leak.end <= redaction.end]
        assert max(leak.tier.strength for leak in within) == redaction.tier.strength


@given(planted(), st.randoms())
def test_order_of_names_does_not_matter(case: tuple[GoldTarget, str], random: object) -> None:
    target, text = case
    names, acronyms = list(target.names), list(target.acronyms)
    random.shuffle(names)
    random.shuffle(acronyms)
    shuffled = GoldTarget(names, acronyms, languages=target.languages)
    assert Masker(shuffled).find(text) == Masker(target).find(text)


@given(planted(), LANGUAGES.flatmap(clinical.disease_names))
def test_adding_a_name_never_uncovers(case: tuple[GoldTarget, str], name: str) -> None:
    target, text = case
    more = GoldTarget([*target.names, name], target.acronyms, languages=target.languages)
    before, after = Masker(target).mask(text).redactions, Masker(more).mask(text).redactions
    assert all(any(new.start <= old.start and old.end <= new.end for new in after) for old in before)


@given(planted())
def test_equivalent_unicode_forms_give_the_same_redactions(case: tuple[GoldTarget, str]) -> None:
    target, text = case
    masker = Masker(target)
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    surfaces = [
        [unicodedata.normalize("NFC", redaction.surface) for redaction in masker.mask(form).redactions]
        for form in (composed, decomposed)
    ]
    assert surfaces[0] == surfaces[1]


@given(ANY_TEXT)
def test_text_without_the_answer_is_returned_as_is(text: str) -> None:
    masker = Masker(GoldTarget(["paracoccidioidomicose"], languages=["pt"]))
    assume("paracoccidioidomicose" not in text.casefold())
    masked = masker.mask(text)
    assert masked.text == text
    assert masked.redactions == ()


@given(ANY_TEXT, st.lists(st.text(min_size=3, max_size=12), min_size=1, max_size=3))
def test_any_text_and_any_accepted_name(text: str, names: list[str]) -> None:
    """Names that a target accepts never make masking raise or leave a residue, whatever the text."""
    try:
        masker = Masker(GoldTarget(names), "[■■■]")
    except (GoldTargetError, OperatorError):
        return
    masked = masker.mask(text + names[0] + text)
    assert masker.find(masked.text) == ()
    assert masked.unmask() == text + names[0] + text


@given(planted())
def test_placeholders_in_the_text_stay_and_are_never_matched(case: tuple[GoldTarget, str]) -> None:
    target, text = case
    masker = Masker(target)
    framed = f"{masker.placeholder} {text} {masker.placeholder}"
    masked = masker.mask(framed)
    assert masked.text.startswith(masker.placeholder)
    assert masked.text.endswith(masker.placeholder)
    assert masked.text.count(masker.placeholder) == framed.count(masker.placeholder) + len(masked.redactions)


def test_a_placeholder_that_names_the_answer_is_refused() -> None:
    with pytest.raises(OperatorError, match="names the answer itself"):
        Masker(GoldTarget(["dengue"]), "<dengue>")
    with pytest.raises(OperatorError, match="blank"):
        Masker(GoldTarget(["dengue"]), " ")


@pytest.mark.parametrize("folder", ["fr"])
def test_laws_hold_with_a_pack_of_ones_own(folder: str, project: object) -> None:
    """A language that src knows nothing of: its pack alone is enough."""
    pack = LanguagePack.from_folder(project / "tests" / "languages" / folder)
    target = GoldTarget(["lupus érythémateux disséminé"], languages=["fr"])
    masker = Masker(target, packs=[pack])
    text = "Le LUPUS E\u0301RYTHE\u0301MATEUX DISSE\u0301MINE\u0301 (LED) ; le LED fut traité. Elle lit les notes."
    masked = masker.mask(text)
    assert masker.placeholder == pack.placeholder
    assert (
        masked.text
        == f"Le {pack.placeholder} ({pack.placeholder}) ; le {pack.placeholder} fut traité. Elle lit les notes."
    )
    assert masked.unmask() == text
    assert masker.find(masked.text) == ()
