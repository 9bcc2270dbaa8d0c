"""The treatment target: what it takes from a plan, what it finds beside the names, and what it lets stand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clinicalbr.errors import GoldTargetError, LanguageError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.treatment import TreatmentTarget
from clinicalbr.schema import ClinicalCase, TreatmentSection
from clinicalbr.text import Span, SpanSet, apply_edits, fold_text

PACKS = {code: LanguagePack.load(code) for code in ("pt", "en", "es")}
FRENCH = LanguagePack.from_folder(Path(__file__).resolve().parents[1] / "languages" / "fr")

PLANS = {
    "pt": "Prednisona 60 mg/dia VO por 14 dias. Drenagem cirúrgica, colecistectomia e ceftriaxona 2 g EV. Implante de stent.",
    "en": "Oral prednisone 1 mg/kg/day. Laparoscopic cholecystectomy, resection and ceftriaxone 2 g every 12 hours. A stent.",
    "es": "Dexametasona 8 mg cada 8 horas por 5 días, drenaje percutáneo y ceftriaxona 2 g. Férula.",
}


def case(language: str, plan: str | None, **fields: str) -> ClinicalCase:
    treatment = None if plan is None else TreatmentSection(intervention=plan, **fields)
    return ClinicalCase(case_id="c1", language=language, narrative="x", treatment=treatment)


def target_of(language: str, plan: str | None = None) -> TreatmentTarget:
    return TreatmentTarget.from_case(case(language, plan or PLANS[language]))


def folded(names: Iterable[str]) -> set[str]:
    return {fold_text(name) for name in names}


def mentions_of(text: str, target: TreatmentTarget) -> list[Span]:
    """Names of the target, word for word; the masker's own search is tested elsewhere."""
    low = text.lower()
    found = []
    for name in (*target.gold.names, *target.gold.synonyms):
        start = low.find(name.lower())
        while start >= 0:
            end = start + len(name)
            if not (low[start - 1 : start].isalnum() if start else False) and not low[end : end + 1].isalnum():
                found.append(Span(start, end))
            start = low.find(name.lower(), end)
    return sorted(found)


def hidden(text: str, target: TreatmentTarget, packs: list[LanguagePack]) -> SpanSet:
    mentions = mentions_of(text, target) if len(text.lower()) == len(text) else []
    mentions += [span for span, _ in target.find_more(text, mentions, packs)]
    return SpanSet.merge([*mentions, *target.outcome_clauses(text, packs, mentions)])


def masked(language: str, text: str, plan: str | None = None) -> str:
    spans = hidden(text, target_of(language, plan), [PACKS[language]])
    return apply_edits(text, [(span, "[X]") for span in spans])[0]


@pytest.mark.parametrize(
    ("language", "drugs", "procedures", "devices", "doses"),
    [
        (
            "pt",
            {"prednisona", "ceftriaxona"},
            {"drenagem cirurgica", "colecistectomia"},
            {"stent"},
            {"60 mg/dia", "2 g"},
        ),
        ("en", {"prednisone", "ceftriaxone"}, {"cholecystectomy", "resection"}, {"stent"}, {"1 mg/kg/day", "2 g"}),
        ("es", {"dexametasona", "ceftriaxona"}, {"drenaje percutaneo"}, {"ferula"}, {"8 mg", "2 g"}),
    ],
)
def test_plan_gives_drugs_procedures_devices_and_doses(
    language: str, drugs: set[str], procedures: set[str], devices: set[str], doses: set[str]
) -> None:
    target = target_of(language)
    assert folded(target.drugs) == drugs
    assert procedures <= folded(target.procedures)
    assert folded(target.devices) == devices
    assert folded(target.doses) == doses
    assert target.languages == (language,)
    assert all(name in target.explain() for name in target.drugs)


def test_drug_is_known_by_its_ending_or_from_the_list_and_analytes_are_none() -> None:
    plan = "Usou nivolumabe, lenvatinibe, metotrexato e dipirona; dosou colesterol, hemoglobina, creatinina e albumina."
    assert folded(target_of("pt", plan).drugs) == {"nivolumabe", "lenvatinibe", "metotrexato", "dipirona"}


def test_classes_and_trade_names_are_synonyms_of_the_gold() -> None:
    target = target_of("pt", "Prednisona 20 mg e captopril.")
    assert {"corticoide", "corticoterapia"} <= set(target.classes)
    assert "antibiótico" not in target.classes
    assert "meticorten" in target.trade_names
    assert {"corticoide", "meticorten"} <= set(target.gold.synonyms)
    assert "IECA" in target.gold.acronyms


def test_trade_name_gives_the_substance() -> None:
    assert "prednisona" in target_of("pt", "Meticorten 20 mg.").gold.synonyms


def test_general_words_are_no_names_of_the_gold() -> None:
    target = target_of("pt")
    assert "cirurgia" in target.general
    assert not {"cirurgia", "cirúrgica"} & {word for name in target.gold.names for word in name.split()}
    assert "Drenagem" in target.gold.names


def test_examinations_make_no_plan() -> None:
    assert folded(target_of("pt", "Biópsia excisional, tomografia, radiografia e ressecção.").procedures) == {
        "resseccao"
    }
    assert folded(target_of("en", "Excisional biopsy, MRI, angiography; physical therapy.").procedures) == {
        "physical therapy"
    }


def test_knowledge_base_names_what_the_packs_do_not() -> None:
    asked: list[str] = []

    def types_of(name: str) -> tuple[str, ...]:
        asked.append(name)
        return {"zorbatrina forte": ("T121",), "manobra de Kempff": ("T061",), "fígado": ("T023",)}.get(name, ())

    plan = "Prednisona e zorbatrina forte, depois manobra de Kempff no fígado."
    target = TreatmentTarget.from_case(case("pt", plan), types_of=types_of)
    assert target.drugs == ("Prednisona", "zorbatrina forte")
    assert target.procedures == ("manobra de Kempff",)
    assert "Prednisona" not in asked
    assert not any(name.startswith(("e ", "de ")) or name.endswith(" de") for name in asked)


def test_analyte_counts_where_the_knowledge_base_calls_a_word_of_the_plan_a_drug() -> None:
    plan = case("en", "Prednisone, cortisol.")
    assert TreatmentTarget.from_case(plan).drugs == ("Prednisone",)
    types = {"cortisol": ("T121",)}
    assert TreatmentTarget.from_case(plan, types_of=lambda name: types.get(name, ())).drugs == (
        "Prednisone",
        "cortisol",
    )


def test_other_languages_of_the_case_lend_their_names() -> None:
    target = TreatmentTarget.from_case(case("pt", PLANS["pt"]), case("en", PLANS["en"]))
    assert {"prednisona", "prednisone", "cholecystectomy"} <= folded((*target.drugs, *target.procedures))
    assert target.languages == target.gold.languages == ("pt", "en")


def test_follow_up_is_part_of_the_plan() -> None:
    target = TreatmentTarget.from_case(case("en", "Prednisone.", follow_up="Later switched to azathioprine."))
    assert target.drugs == ("Prednisone", "azathioprine")


@pytest.mark.parametrize("plan", [None, "", "  ", "Orientações gerais.", "Tratamento conforme protocolo."])
def test_case_without_a_plan_is_refused(plan: str | None) -> None:
    with pytest.raises(GoldTargetError) as caught:
        TreatmentTarget.from_case(case("pt", plan))
    assert "'c1'" in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    "fields", [{}, {"doses": ("60 mg",)}, {"drugs": ("de", "1")}, {"drugs": ("prednisona",), "languages": ()}]
)
def test_target_without_a_name_or_language_is_refused(fields: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(GoldTargetError):
        TreatmentTarget(**fields)


def test_names_that_would_mask_ordinary_text_are_left_out() -> None:
    assert TreatmentTarget(drugs=("de", "prednisona", "K"), languages=("pt",)).gold.names == ("prednisona",)


def test_language_without_a_pack_needs_one_of_ones_own() -> None:
    plan = case("fr", "Amoxicilline 1 g par voie orale pendant 7 jours, puis drainage.")
    with pytest.raises(LanguageError):
        TreatmentTarget.from_case(plan)
    target = TreatmentTarget.from_case(plan, packs=[FRENCH])
    assert (target.drugs, target.procedures) == (("Amoxicilline",), ("drainage",))
    text = (
        "Une antibiothérapie par amoxicilline 1 g par voie orale pendant 7 jours ; abcès drainé. Évolution favorable."
    )
    place = text.index("amoxicilline")
    mentions = [Span(place, place + 12)]
    found = [span.of(text) for span, _ in target.find_more(text, mentions, [FRENCH])]
    assert found == ["antibiothérapie", "1 g", "par voie orale", "pendant 7 jours", "drainé"]
    assert [span.of(text) for span in target.outcome_clauses(text, [FRENCH], mentions)] == ["Évolution favorable."]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        # word forms and general words
        (
            "pt",
            "O abscesso foi drenado; paciente colecistectomizado e operado.",
            "O abscesso foi [X]; paciente [X] e [X].",
        ),
        ("en", "The mass was resected in the operating room.", "The mass was [X] in the [X]."),
        ("es", "El absceso fue drenado.", "El absceso fue [X]."),
        # classes
        ("pt", "Recebeu corticoide e antibioticoterapia.", "Recebeu [X] e [X]."),
        ("en", "Steroids and antibiotics were given.", "[X] and [X] were given."),
        # regimens beside a mention, whichever way round
        ("pt", "Usou prednisona na dose de 40 mg/dia, por 7 dias, via oral.", "Usou [X] [X], [X], [X]."),
        ("en", "She took 40 mg of prednisone daily for 2 weeks.", "She took [X] of [X] [X] [X]."),
        ("es", "Recibió dexametasona intravenosa (4 mg cada 6 horas).", "Recibió [X] [X] ([X] [X])."),
        # a dose of the plan anywhere, in any spelling of the number
        ("pt", "Reduzida para 60mg.", "Reduzida para [X]."),
        # home medication and allergies
        ("pt", "Alérgico a ceftriaxona.", "Alérgico a [X]."),
        ("en", "Home medication: prednisone, lisinopril 10 mg.", "Home medication: [X], lisinopril 10 mg."),
        ("pt", "Em uso de losartana 50 mg/dia, prednisona.", "Em uso de losartana 50 mg/dia, [X]."),
    ],
)
def test_leaks_beside_the_names(language: str, text: str, expected: str) -> None:
    assert masked(language, text) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pt", "Cortisol 12 µg/dL, ureia 60 mg/dL, creatinina 1,2 mg/dL, sódio 140 mEq/L."),
        ("pt", "Losartana 50 mg ao dia por 10 anos; alergia a dipirona."),
        ("pt", "História de cirurgia de catarata há 10 anos."),
        ("pt", "Febre há 14 dias e perda de 2 g/dL de hemoglobina."),
        ("pt", "Biópsia da lesão e tomografia de alta resolução."),
        ("en", "Previous surgery for a hernia, lisinopril 10 mg daily for 14 days."),
        ("en", "Excisional biopsy; cortisol 1 mg/dL."),
        ("en", "Surgical pathology showed granulomas."),
        ("pt", "Nódulo de 2 g retirado na infância."),
        ("en", "The fever improved spontaneously, then recurred."),
        ("es", "Antecedente de cirugía previa. Mejoró la fiebre. Enalapril 10 mg por 5 días."),
    ],
)
def test_what_is_none_of_the_plan_stays(language: str, text: str) -> None:
    assert masked(language, text) == text


def test_small_letters_are_no_acronym() -> None:
    target = TreatmentTarget(drugs=("captopril",), classes=("IECA",), languages=("pt",))
    assert [span for span, _ in target.find_more("Recebe IECA; ieca.", [], [PACKS["pt"]])] == [Span(7, 11)]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "pt",
            "Febre com melhora. Recebeu prednisona. Evoluiu com melhora clínica e recebeu alta. Sem sequelas; fuma.",
            "Febre com melhora. Recebeu [X]. [X] [X] fuma.",
        ),
        ("en", "Pain improved. Complete resolution was seen with prednisone.", "Pain improved. [X]"),
        ("en", "Complete remission was achieved, once ceftriaxone was given.", "[X] once [X] was given."),
        ("en", "Prednisone was given. She was discharged.", "[X] was given. [X]"),
        ("es", "Mejoró la fiebre, pero recibió dexametasona.", "Mejoró la fiebre, pero recibió [X]."),
        ("es", "Se logró remisión tras dexametasona.", "[X] tras [X]."),
    ],
)
def test_outcome_after_the_treatment_is_dropped(language: str, text: str, expected: str) -> None:
    assert masked(language, text) == expected


def test_outcome_without_a_mention_stays() -> None:
    target = target_of("pt")
    assert list(target.outcome_clauses("Evoluiu com melhora.", [PACKS["pt"]], [])) == []


def test_leak_across_a_broken_word_has_exact_offsets() -> None:
    text = "Foi drena-\ndo, recebeu corti\u00adcoide."
    found = [span.of(text) for span, _ in target_of("pt").find_more(text, [], [PACKS["pt"]])]
    assert found == ["drena-\ndo", "corti\u00adcoide"]


PIECES = st.sampled_from(
    [
        "prednisona", "Ceftriaxona", "60 mg/dia", "60mg", "por 7 dias", "via oral", "drenado", "operado", "cirurgia", "prévia",
        "antecedente de ", "melhora", "Evoluiu com melhora.", "recebeu alta", "após", "corticoides", "prednisone", "1 mg/kg", "/day",
        "resected", "improved", "with", "biópsia", "12/12 h", "2", "g", "de", "há 10 anos", "[REDIGIDO]", "(", ")", ";", ". ", ", ", " ",
        " ", "\n", "-\n", "\u00ad", "\u0301", "&amp;", "p. ex. ", "x", "病",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.lists(PIECES, max_size=14).map("".join), st.text(st.characters(codec=None), max_size=80))
BOTH = TreatmentTarget.from_case(case("pt", PLANS["pt"]), case("en", PLANS["en"]))
TWO = [PACKS["pt"], PACKS["en"]]


@given(TEXTS, st.data())
def test_any_text_and_any_mentions_are_accepted(text: str, data: st.DataObject) -> None:
    edges = st.integers(0, len(text))
    mentions = [
        Span(*sorted(pair)) for pair in data.draw(st.lists(st.tuples(edges, edges), max_size=4), label="mentions")
    ]
    more = list(BOTH.find_more(text, mentions, TWO))
    assert more == list(BOTH.find_more(text, list(reversed(mentions)), TWO))
    assert [span for span, _ in more] == sorted(span for span, _ in more)
    for span, reason in more:
        assert 0 <= span.start < span.end <= len(text)
        assert reason
    for clause in BOTH.outcome_clauses(text, TWO, mentions):
        assert any(char.isalnum() for char in clause.of(text))


@given(TEXTS)
@example("prednisona-\ndrenado")
def test_nothing_is_found_in_what_was_masked(text: str) -> None:
    spans = hidden(text, BOTH, TWO)
    once = apply_edits(text, [(span, "[REDIGIDO]") for span in spans])[0]
    assert list(BOTH.find_more(once, [], TWO)) == []
    assert list(BOTH.outcome_clauses(once, TWO, [])) == []


@given(TEXTS)
def test_another_mention_uncovers_nothing_found_for_itself(text: str) -> None:
    alone = SpanSet.merge(span for span, _ in BOTH.find_more(text, [], TWO))
    mentions = mentions_of(text, BOTH) if len(text.lower()) == len(text) else []
    more = SpanSet.merge([*mentions, *(span for span, _ in BOTH.find_more(text, mentions, TWO))])
    assert all(more.covers(span) for span in alone)


@given(st.text(max_size=120))
def test_any_plan_is_read_or_refused(plan: str) -> None:
    try:
        target = TreatmentTarget.from_case(case("en", plan))
    except GoldTargetError:
        return
    assert target.gold.names or target.gold.acronyms


def test_names_of_several_words_or_two_letters_are_not_sought_by_their_parts() -> None:
    target = TreatmentTarget(
        drugs=("metoprolol",),
        classes=("beta blocker", "betablocker", "BB"),
        trade_names=("Lopressor", "XR", "XRQ", "Toprol XL"),
        languages=("en",),
    )
    assert target.gold.names == ("metoprolol",)
    assert target.gold.synonyms == ("Lopressor", "betablocker")
    assert target.gold.acronyms == ("XRQ",)
    assert not target.gold.derive_acronyms


def test_a_plan_of_classes_or_general_words_alone() -> None:
    assert TreatmentTarget(classes=("antibiotic",), languages=("en",)).gold.names == ("antibiotic",)
    assert TreatmentTarget(general=("surgery",), languages=("en",)).gold.names == ("surgery",)
    several = TreatmentTarget(procedures=("hip arthroplasty",), general=("surgery",), languages=("en",))
    assert several.gold.names == ("hip arthroplasty",)
    assert several.gold.derive_acronyms
    surgical = TreatmentTarget(procedures=("surgical drainage",), general=("surgical",), languages=("en",))
    assert surgical.gold.names == ("drainage",)
