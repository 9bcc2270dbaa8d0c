"""The laws of masking, as properties over clinical text with planted mentions and over any text at all.

The texts are Portuguese, English and Spanish, and French with a pack that src knows nothing of; the mentions are of
every kind: names with typographic noise, other forms and orders of their words, acronyms, causes, misspellings.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from clinicalbr.errors import GoldTargetError, OperatorError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masked, Masker, Tier
from clinicalbr.schema import Concept, Leak, Redaction
from clinicalbr.testing import strategies as clinical
from clinicalbr.text import Span, fold_text

LANGUAGES = ("pt", "en", "es")
FRENCH = Path(__file__).resolve().parent.parent / "languages" / "fr"
SEPARATORS = st.sampled_from(
    [" ", ", ", " (", ". ", "\n", "; ", "/", " - ", "-", ")", "“", " com ", "\u200b ", "\r\n", "\u2028", ""]
)
STRAY = st.sampled_from(
    ["[REDIGIDO]", "[REDACTED]", "[MASQUÉ]", "1", "II", "s", "'s", "(L.E.S.)", "DCH", "mg", "98 mg/dL", "= 4", "&", "&amp;", "\u00ad\n", "-\n", "²", "ﬁ", "患者", "а"]
)  # fmt: skip
ACRONYMS = ("LES", "DCh", "AIDS", "DM1", "TB", "AR", "EM", "IM", "MG", "HIV-1")
ANY_TEXT = st.text(st.characters(codec=None), max_size=200)
Verdicts = Literal["keep", "drop"]


@dataclass(frozen=True)
class Case:
    """A gold answer, a text that may speak of it, and how the masker is set up."""

    names: tuple[str, ...]
    acronyms: tuple[str, ...]
    synonyms: tuple[str, ...]
    agents: tuple[str, ...]
    languages: tuple[str, ...]
    text: str
    verdicts: Verdicts
    test_names: Literal["keep", "mask"] = "keep"

    @property
    def target(self) -> GoldTarget:
        return GoldTarget(self.names, self.acronyms, self.synonyms, self.languages, self.agents)

    @property
    def masker(self) -> Masker:
        packs = [french_pack()] if "fr" in self.languages else []
        return Masker(self.target, verdicts=self.verdicts, test_names=self.test_names, packs=packs)


@cache
def french_pack() -> LanguagePack:
    return LanguagePack.from_folder(FRENCH)


FRENCH_DISEASES = (
    Concept("T:1", {"fr": ("lupus érythémateux disséminé", "lupus systémique")}),
    Concept("T:2", {"fr": ("maladie de Chagas", "trypanosomose américaine")}, agents=("Trypanosoma cruzi",)),
    Concept("T:3", {"fr": ("tuberculose pulmonaire", "phtisie")}, agents=("Mycobacterium tuberculosis",)),
    Concept("T:4", {"fr": ("insuffisance rénale chronique",)}),
    Concept("T:5", {"fr": ("diabète de type 1",)}),
    Concept("T:6", {"fr": ("lymphome non hodgkinien", "lymphome diffus à grandes cellules B")}),
)
FRENCH_SENTENCES = (
    "Facteur rhumatoïde négatif, SpO2 à 96 % en air ambiant", "Le débit cardiaque (DC) était de 4,8 L/min", "Elle lit les notes de l'an dernier",
    "Il a reçu de la ceftriaxone, 2 g IV", "CRP à 98 mg/L et hémoglobine à 9,8 g/dL", "Ses parents sont en bonne santé",
)  # fmt: skip
FRENCH_FRAMES = (
    "La biopsie a confirmé {} ; urée à 98 mg/dL.", "Tableau compatible avec {}, mais la créatinine était normale.", "Le diagnostic de {} ({}) fut retenu.",
    "Pas de signe de {} à ce jour.", "Admise à l'hôpital {} pour fièvre.", "{}.", "Anticorps anti-{} positifs.",
)  # fmt: skip


def french_mentions(concept: Concept, acronyms: tuple[str, ...]) -> st.SearchStrategy[str]:
    names = concept.names["fr"]
    words = [word for name in names for word in name.split()]
    return st.one_of(
        st.sampled_from(names).flatmap(clinical.noisy),
        st.sampled_from([*words, *(f"{word}s" for word in words), *acronyms, *concept.agents, "DIC", "L.E.D.", "tuberculeux", "tuberculsoe", "lupique"]),
        st.sampled_from(names).map(lambda name: " ".join(reversed(name.split()))),
    )  # fmt: skip


def accepted(values: Iterable[str]) -> tuple[str, ...]:
    """Those that a target takes: "As" is arsenic and the article."""
    kept = []
    for value in values:
        try:
            GoldTarget(["dengue"], agents=[value], languages=LANGUAGES)
        except GoldTargetError:
            continue
        kept.append(value)
    return tuple(kept)


@st.composite
def planted(draw: st.DrawFn, languages: tuple[str, ...] = (*LANGUAGES, "fr")) -> Case:
    """A gold answer and a text in which mentions of every kind stand among clinical text and stray signs."""
    language = draw(st.sampled_from(languages))
    french = language == "fr"
    concepts = (
        draw(st.lists(st.sampled_from(FRENCH_DISEASES) if french else clinical.diseases(language), min_size=1, max_size=2, unique_by=lambda item: item.cui))
    )  # fmt: skip
    acronyms = tuple(draw(st.lists(st.sampled_from(ACRONYMS), max_size=2, unique=True)))
    kinds = [
        french_mentions(item, acronyms) if french else clinical.mentions(item, language, acronyms) for item in concepts
    ]
    mention = st.one_of(kinds)
    sentence = (
        st.builds(lambda frame, word: frame.replace("{}", word), st.sampled_from(FRENCH_FRAMES), mention)
        if french
        else clinical.sentences_around(mention, language)
    )
    plain = st.sampled_from(FRENCH_SENTENCES) if french else clinical.clinical_texts(language)
    piece = st.one_of(
        mention,
        sentence,
        sentence.map(" {} ".format),
        sentence.map("{}\n".format),
        plain,
        STRAY,
        SEPARATORS,
        st.text(max_size=12),
    )
    text = "".join(draw(st.lists(piece, min_size=1, max_size=8)))
    own = accepted(name for item in concepts for name in item.names.get(language, ())) or ("dengue",)
    foreign = [name for item in concepts for code, names in item.names.items() if code != language for name in names]
    parts = draw(st.integers(1, len(own)))
    second = () if french else ("en",)
    return Case(
        names=tuple(own[:parts]),
        acronyms=acronyms,
        synonyms=draw(st.sampled_from([(), accepted((*own[parts:], *foreign[:3]))])),
        agents=accepted(agent for item in concepts for agent in item.agents) if draw(st.booleans()) else (),
        languages=tuple(dict.fromkeys((language, *second))),
        text=text,
        verdicts=draw(st.sampled_from(["keep", "drop"])),
        test_names=draw(st.sampled_from(["keep", "mask"])),
    )


def covers(outer: Iterable[Redaction], inner: Redaction | Leak) -> bool:
    return any(item.start <= inner.start and inner.end <= item.end for item in outer)


def plain(
    names: tuple[str, ...],
    text: str,
    *,
    acronyms: tuple[str, ...] = (),
    agents: tuple[str, ...] = (),
    languages: tuple[str, ...] = ("pt", "en"),
    verdicts: Verdicts = "keep",
) -> Case:
    """A case that once broke a law."""
    return Case(names, acronyms, (), agents, languages, text, verdicts)


@given(planted())
@example(plain(("gengivoestomatite herpética",), "herpes simplex virusHSV", agents=("herpes simplex virus", "HSV")))
@example(plain(("dengue",), "dengueDEN e DENdengue", acronyms=("DEN",)))
# What stands beside a mention speaks against it, and is masked itself.
@example(Case(("dengue",), ("DC",), ("débito",), (), ("pt",), "débito cardíaco (DC)", "keep"))
@example(Case(("doença de Chagas",), (), ("hospital",), (), ("pt",), "no Hospital Carlos Chagas", "keep"))
@example(Case(("artrite reumatoide",), ("AR",), ("ambiente",), (), ("pt",), "EXAME COM AR AMBIENTE", "keep"))
@example(Case(("miastenia gravis",), ("MG",), ("Betim",), (), ("pt",), "veio de Betim-MG", "keep"))
@example(plain(("defeito da parede abdominal",), "HIV-1DPAHIV-1", acronyms=("HIV-1",)))
@example(
    plain(
        ("lymphome non hodgkinien", "lymphome diffus à grandes cellules B"),
        "lymphomelymphome diffus à grandes cellules Blymphomeslymphome non hodgkinien",
        languages=("fr",),
    )
)
@example(plain(("dengue",), "Diagnóstico de dengue\nConfirmou dengue", verdicts="drop"))
@example(plain(("dengue",), "Diagnóstico de dengue. Confirmou dengue\n\nConfirmou dengue", verdicts="drop"))
def test_no_residue_and_idempotence(case: Case) -> None:
    masker = case.masker
    once = masker.mask(case.text)
    assert masker.find(once.text) == ()
    twice = masker.mask(once.text)
    assert twice.text == once.text
    assert twice.redactions == ()


@given(planted())
def test_unmask_restores_the_source(case: Case) -> None:
    assert case.masker.mask(case.text).unmask() == case.text


@given(planted())
def test_everything_outside_redactions_is_untouched(case: Case) -> None:
    masker = case.masker
    masked = masker.mask(case.text)
    rebuilt, position = [], 0
    for redaction in masked.redactions:
        assert redaction.start < redaction.end
        assert case.text[redaction.start : redaction.end] == redaction.surface
        assert redaction.start >= position
        rebuilt += [case.text[position : redaction.start], masker.placeholder]
        position = redaction.end
    assert "".join([*rebuilt, case.text[position:]]) == masked.text


def outside(masked: Masked, text: str) -> list[int]:
    hidden = {position for redaction in masked.redactions for position in range(redaction.start, redaction.end)}
    return [position for position in range(len(text)) if position not in hidden]


@given(planted())
def test_offsets_map_both_ways(case: Case) -> None:
    masked = case.masker.mask(case.text)
    kept = outside(masked, case.text)
    for position in kept:
        assert masked.text[masked.to_masked(position)] == case.text[position]
        assert masked.to_source(masked.to_masked(position)) == position
    assert "".join(case.text[position] for position in kept) == "".join(
        char
        for index, char in enumerate(masked.text)
        if not any(edit.target.start <= index < edit.target.end for edit in masked.offsets.edits)
    )
    assert (masked.to_masked(len(case.text)), masked.to_source(len(masked.text))) == (len(masked.text), len(case.text))
    for redaction, edit in zip(masked.redactions, masked.offsets.edits, strict=True):
        assert masked.to_source(edit.target.start + 1) == redaction.start
        assert masked.to_masked(redaction.start) == edit.target.start
        assert masked.to_masked(redaction.end) == edit.target.end


@given(planted(), planted())
def test_offsets_of_two_maskings_compose(first: Case, second: Case) -> None:
    once = first.masker.mask(first.text)
    twice = second.masker.mask(once.text)
    whole = once.offsets.compose(twice.offsets)
    for position in outside(twice, once.text):
        source = once.to_source(position)
        if once.to_masked(source) == position:
            through = once.to_source(twice.to_source(twice.to_masked(position)))
            assert (
                whole.to_source(Span(twice.to_masked(position), twice.to_masked(position))).start == through == source
            )


@given(planted())
def test_every_redaction_covers_a_leak_and_every_leak_is_covered(case: Case) -> None:
    masker = replace(case, verdicts="keep").masker
    leaks, redactions = masker.find(case.text), masker.mask(case.text).redactions
    assert all(redaction.kind == "name" for redaction in redactions)
    for leak in leaks:
        assert leak.start < leak.end
        assert leak.surface == case.text[leak.start : leak.end]
        covering = [item for item in redactions if item.start <= leak.start and leak.end <= item.end]
        assert len(covering) == 1
        assert covering[0].tier.strength >= leak.tier.strength
    for redaction in redactions:
        within = [leak for leak in leaks if redaction.start <= leak.start and leak.end <= redaction.end]
        assert max(leak.tier.strength for leak in within) == redaction.tier.strength
        hidden = {position for leak in within for position in range(leak.start, leak.end)}
        assert hidden == set(range(redaction.start, redaction.end))


@given(planted())
def test_find_does_not_depend_on_verdicts_and_dropping_only_adds(case: Case) -> None:
    keep, drop = replace(case, verdicts="keep").masker, replace(case, verdicts="drop").masker
    assert keep.find(case.text) == drop.find(case.text)
    kept, dropped = keep.mask(case.text).redactions, drop.mask(case.text).redactions
    assert all(covers(dropped, redaction) for redaction in kept)
    for redaction in dropped:
        assert redaction.kind == "verdict" or redaction in kept


@given(planted(), st.randoms())
def test_order_of_names_does_not_matter(case: Case, random: object) -> None:
    def shuffled(values: tuple[str, ...]) -> tuple[str, ...]:
        listed = list(values)
        random.shuffle(listed)
        return tuple(listed)

    other = replace(case, names=shuffled(case.names), acronyms=shuffled(case.acronyms), synonyms=shuffled(case.synonyms), agents=shuffled(case.agents))  # fmt: skip
    assert other.masker.find(case.text) == case.masker.find(case.text)
    assert other.masker.mask(case.text).redactions == case.masker.mask(case.text).redactions


@given(planted(LANGUAGES), st.sampled_from(["names", "acronyms", "synonyms", "agents"]), st.data())
def test_adding_a_name_never_uncovers(case: Case, field: str, data: st.DataObject) -> None:
    added = {
        "names": clinical.disease_names(case.languages[0]),
        "acronyms": st.sampled_from(["ARS", "DC", "LE", "SIDA", "MGUS", "TBC"]),
        "synonyms": clinical.disease_names(data.draw(st.sampled_from(LANGUAGES))),
        "agents": clinical.diseases("en", with_agents=True).map(lambda item: accepted(item.agents)[0]),
    }[field]
    more = replace(case, **{field: (*getattr(case, field), data.draw(added))})
    after = more.masker.mask(case.text).redactions
    for redaction in case.masker.mask(case.text).redactions:
        assert covers(after, redaction)


@pytest.mark.parametrize(
    ("case", "name"),
    [
        (plain(("amiloidose AA",), "LES² e LES 2", acronyms=("LES",)), "1,3-beta-D-glucana"), (plain(("lúpus eritematoso sistêmico",), "lúpus 2 e lúpus tipo 2"), "dengue tipo 1"), (plain(("dengue",), "DC (débito cardíaco)", acronyms=("DC",)), "débito cardíaco"),
        (plain(("linfoma de Hodgkin",), "linfoma de Hodgkin; Hodgkin"), "linfoma não Hodgkin"), (plain(("tuberculose",), "tuberculose óssea"), "tuberculose pulmonar"), (plain(("Sweet syndrome",), "Sweet; sweet syndrome", languages=("en",)), "sweet"),
        (plain(("dengue",), "Dengue Hemorrágica"), "febre Hemorrágica da Dengue"), (plain(("dengue",), "aR, AR e Ar", acronyms=("AR",)), "ar residual"),
    ],
)  # fmt: skip
def test_adding_these_names_never_uncovers(case: Case, name: str) -> None:
    after = replace(case, names=(*case.names, name)).masker.mask(case.text).redactions
    for redaction in case.masker.mask(case.text).redactions:
        assert covers(after, redaction)


@given(planted())
@example(
    plain(
        ("lupus érythémateux disséminé",),
        "[MASQUÉ]La biopsie a confirmé lupus ; urée à 98 mg/dL.",
        languages=("fr",),
        verdicts="drop",
    )
)
def test_equivalent_unicode_forms_give_the_same_redactions(case: Case) -> None:
    masker = case.masker
    found = []
    for form in ("NFC", "NFD"):
        masked = masker.mask(unicodedata.normalize(form, case.text))
        found.append([(unicodedata.normalize("NFC", item.surface), item.tier, item.kind) for item in masked.redactions])
    assert found[0] == found[1]


@given(st.sampled_from(LANGUAGES), st.data())
def test_every_spelling_of_a_name_is_found(language: str, data: st.DataObject) -> None:
    concept = data.draw(clinical.diseases(language))
    name = data.draw(st.sampled_from(concept.names[language]))
    spelled = data.draw(clinical.noisy(name))
    before, after = (data.draw(clinical.clinical_texts(language)) for _ in range(2))
    text = f"{before} {spelled}, {after}"
    masker = Masker(GoldTarget([name], languages=(language, "en")))
    hidden = {position for item in masker.mask(text).redactions for position in range(item.start, item.end)}
    start = len(before) + 1
    assert all(start + index in hidden for index, char in enumerate(spelled) if char.isalnum())


def related(token: str, gold: str) -> bool:
    """Whether two words could be taken for forms, misspellings or parts of one another; wider than the code's rules."""
    return token[:4] == gold[:4] or gold[:4] in token or token in gold or OSA.normalized_similarity(token, gold) > 0.5


def words_of(text: str) -> set[str]:
    return set("".join(char if char.isalnum() else " " for char in fold_text(text, squeeze=True)).split())


@given(st.sampled_from(LANGUAGES), st.data())
def test_text_without_the_answer_is_returned_as_is(language: str, data: st.DataObject) -> None:
    name = data.draw(
        clinical.disease_names(language).filter(lambda item: all(len(word) > 3 for word in words_of(item)))
    )
    text = data.draw(st.one_of(clinical.clinical_texts(language), ANY_TEXT))
    assume(not any(related(token, gold) for token in words_of(text) for gold in words_of(name)))
    masker = Masker(GoldTarget([name], languages=(language, "en"), derive_acronyms=False))
    masked = masker.mask(text)
    assert masked.text == text
    assert masked.redactions == masker.find(text) == ()
    assert [warning.code for warning in masked.warnings] == (["nothing_found"] if text.strip() else [])


@given(ANY_TEXT)
def test_a_long_name_is_not_found_in_any_text_that_lacks_it(text: str) -> None:
    masker = Masker(GoldTarget(["paracoccidioidomicose"], languages=["pt"]))
    assume("para" not in fold_text(text))
    assume("cocci" not in fold_text(text))
    masked = masker.mask(text)
    assert masked.text == text
    assert masked.redactions == ()


@given(
    ANY_TEXT,
    st.lists(st.text(min_size=3, max_size=12), min_size=1, max_size=3),
    st.lists(st.text(min_size=2, max_size=6), max_size=2),
    st.sampled_from(["keep", "drop"]),
)
def test_any_text_and_any_accepted_name(text: str, names: list[str], acronyms: list[str], verdicts: Verdicts) -> None:
    """Names that a target accepts never make masking raise or leave a residue, whatever the text."""
    try:
        masker = Masker(GoldTarget(names, acronyms, synonyms=names[1:], agents=names[2:]), "[■■■]", verdicts=verdicts)
    except (GoldTargetError, OperatorError):
        return
    whole = text + names[0] + text + (acronyms or [""])[0] + text
    masked = masker.mask(whole)
    assert masker.find(masked.text) == ()
    assert masked.unmask() == whole


@given(planted(), st.sampled_from([" ", "", ", ", "\n"]))
def test_placeholders_in_the_text_stay_and_are_never_matched(case: Case, between: str) -> None:
    masker = case.masker
    framed = f"{masker.placeholder}{between}{case.text}{between}{masker.placeholder}"
    for leak in masker.find(framed):
        assert masker.placeholder not in leak.surface
    masked = masker.mask(framed)
    assert masked.text.startswith(masker.placeholder)
    assert masked.text.endswith(masker.placeholder)
    assert masked.text.count(masker.placeholder) == framed.count(masker.placeholder) + len(masked.redactions)


@given(planted(), planted())
def test_knowing_other_texts_only_adds(case: Case, other: Case) -> None:
    masker = case.masker
    knowing = masker.knowing([case.text, other.text])
    after = knowing.mask(case.text)
    assert all(covers(after.redactions, redaction) for redaction in masker.mask(case.text).redactions)
    assert knowing.find(after.text) == ()
    assert after.unmask() == case.text


@given(planted(), st.sets(st.sampled_from(list(Tier)), min_size=1))
def test_no_residue_of_any_choice_of_tiers(case: Case, tiers: set[Tier]) -> None:
    packs = [french_pack()] if "fr" in case.languages else []
    masker = Masker(case.target, tiers=tiers, verdicts=case.verdicts, packs=packs)
    masked = masker.mask(case.text)
    assert {leak.tier for leak in masker.find(case.text)} <= tiers
    assert masker.find(masked.text) == ()
    assert masked.unmask() == case.text


def test_a_placeholder_that_names_the_answer_is_refused() -> None:
    with pytest.raises(OperatorError, match="names the answer itself"):
        Masker(GoldTarget(["dengue"]), "<dengue>")
    with pytest.raises(OperatorError, match="blank"):
        Masker(GoldTarget(["dengue"]), " ")


def test_laws_hold_with_a_pack_of_ones_own() -> None:
    """A language that src knows nothing of: its pack alone is enough."""
    pack = french_pack()
    masker = Masker(GoldTarget(["lupus érythémateux disséminé"], languages=["fr"]), packs=[pack])
    text = "Le LUPUS E\u0301RYTHE\u0301MATEUX DISSE\u0301MINE\u0301 (LED) ; le LED fut traité. Elle lit les notes. Néphrite lupique."
    masked = masker.mask(text)
    r = pack.placeholder
    assert masker.placeholder == r
    assert masked.text == f"Le {r} ({r}) ; le {r} fut traité. Elle lit les notes. Néphrite {r}."
    assert masked.unmask() == text
    assert masker.find(masked.text) == ()
