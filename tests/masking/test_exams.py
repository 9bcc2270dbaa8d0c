"""The exam target: which words tell an exam of the gold list, which results follow, and what it lets stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clinicalbr.errors import GoldTargetError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import ExamTarget, GoldTarget, Masker, mask_case, mask_pair
from clinicalbr.masking.wider_target import WiderTarget
from clinicalbr.schema import CasePair, ClinicalCase, DiagnosisSection, ExamList
from clinicalbr.text import SpanSet, apply_edits

PACKS = {code: LanguagePack.load(code) for code in ("pt", "en", "es")}
FRENCH = LanguagePack.from_folder(Path(__file__).resolve().parents[1] / "languages" / "fr")
DISEASE = {"pt": "sarampo", "en": "measles", "es": "sarampión", "fr": "rougeole"}

LISTS = {
    "pt": (
        "Hemograma completo",
        "Proteína C reativa",
        "Tomografia computadorizada de tórax",
        "Biópsia renal",
        "Potássio sérico",
    ),
    "en": (
        "Complete blood count",
        "Chest computed tomography",
        "Kidney biopsy",
        "Serum potassium",
        "Liver function tests",
    ),
    "es": ("Hemograma completo", "Tomografía computarizada de tórax", "Biopsia renal", "Potasio sérico"),
}
"""Exams that every test of properties looks for."""


def target(language: str, *exams: str, results: bool = True) -> ExamTarget:
    return ExamTarget(GoldTarget([DISEASE[language]], languages=[language]), exams or LISTS[language], (), results)


def found(language: str, text: str, *exams: str, results: bool = False) -> list[str]:
    pack = FRENCH if language == "fr" else PACKS[language]
    return [span.of(text) for span, _ in target(language, *exams, results=results).find_more(text, [], [pack])]


@pytest.mark.parametrize(
    ("language", "exam", "text", "surfaces"),
    [
        ("pt", "hemograma", "O HMG de ontem; o leucograma.", ["HMG", "leucograma"]),
        ("pt", "Tomografia computadorizada do tórax", "A TC de tórax; a tomo.", ["TC de tórax", "tomo"]),
        ("pt", "Colonoscopia", "Agendou a colono.", ["colono"]),
        ("pt", "Ureteroscopia", "Agendou a uretero.", ["uretero"]),
        ("pt", "Endoscopia digestiva alta", "Foi endoscopada ontem.", ["Foi endoscopada"]),
        ("pt", "Biópsia hepática", "O fígado foi biopsiado.", ["fígado foi biopsiado"]),
        ("pt", "Imunodifusão dupla radial", "A IDR veio positiva.", ["IDR"]),
        ("en", "abdominal magnetic resonance imaging", "The MRI abdo was read.", ["MRI abdo"]),
        ("en", "Computed tomography of the paranasal sinuses", "A sinus CT was done.", ["sinus CT"]),
        ("en", "Beta-2 microglobulin", "The \u03b22-microglobulin is due.", ["\u03b22-microglobulin"]),
        ("en", "Anti-MuSK antibodies", "MuSK was negative.", ["MuSK"]),
        ("en", "Whole-body low-dose magnetic tomoscopy", "A WBLDMT was booked.", ["WBLDMT"]),
        ("es", "Ecografía abdominal", "La eco de abdomen.", ["eco de abdomen"]),
        ("es", "Hemograma", "La biometría hemática.", ["biometría hemática"]),
        ("fr", "Hémogramme", "La NFS du jour.", ["NFS"]),
        ("fr", "Scanner du thorax", "Le thorax fut scanné.", ["thorax fut scanné"]),
    ],
)
def test_other_wordings_of_an_exam_are_found(language: str, exam: str, text: str, surfaces: list[str]) -> None:
    assert found(language, text, exam) == surfaces


@pytest.mark.parametrize(
    ("language", "exam", "text"),
    [
        ("pt", "Tomografia computadorizada de tórax", "A TC de crânio foi normal."),
        ("pt", "Biópsia renal", "Em 2009, biopsiou um nódulo de próstata."),
        ("pt", "Biópsia renal", "Foi biopsiado em 2009."),
        ("pt", "Proteína C reativa", "Teve PCR em fibrilação ventricular."),
        ("pt", "Cálcio sérico", "Toma cálcio 600 mg com vitamina D."),
        ("pt", "Potássio sérico", "Dieta rica em potássio; K em estoque."),
        ("pt", "Ecocardiograma", "Um raio-X de tórax, PA 120x80 mmHg, FC 98 bpm e sopro mitral."),
        ("pt", "Sódio sérico", "Na 2ª semana, na consulta, referiu dor."),
        ("en", "Chest computed tomography", "A head CT was normal."),
        ("en", "Serum potassium", "He took potassium chloride 20 mEq daily."),
        ("en", "Transthoracic echocardiogram", "An ECHO virus was isolated."),
        ("en", "Serum glucose", "She cut out glucose drinks."),
        ("en", "Ultrasound of the liver", "It helped us a lot."),
        ("es", "Tomografía de tórax", "La TC de cráneo fue normal."),
    ],
)
def test_other_exams_drugs_food_signs_and_meanings_stay(language: str, exam: str, text: str) -> None:
    assert found(language, text, exam) == []


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("K 2,9 mEq/L na chegada", ["K"]),
        ("o potássio era de 2,9", ["potássio"]),
        ("potássio baixo", ["potássio"]),
        ("a potassemia segue em análise", ["potassemia"]),
        ("K por revisar", []),
    ],
)
def test_a_symbol_counts_beside_its_value_only(text: str, surfaces: list[str]) -> None:
    assert found("pt", text, "Potássio sérico") == surfaces


def test_what_ties_two_exams_goes_with_them() -> None:
    masker = Masker(target("pt", "Radiografia de punho para idade óssea"))
    assert masker.mask("Trazia RX para IO; RX, IO.").text == "Trazia [REDIGIDO]; [REDIGIDO], [REDIGIDO]."


def test_measures_of_a_panel_count_beside_their_values() -> None:
    text = "Hb 9,8 g/dL e 15.400 leucócitos/mm³; plaquetas à parte. TGO/TGP 120/98 U/L."
    assert found("pt", text, "Hemograma") == ["Hb", "leucócitos"]
    assert found("pt", text, "Função hepática") == ["TGO", "TGP"]


def test_a_panel_counts_where_its_listed_measure_follows() -> None:
    assert found("pt", "Função renal com Cr de 2,7 mg/dL.", "Creatinina") == [
        "Função renal",
        "Função renal com Cr",
        "Cr",
    ]
    assert found("pt", "Função renal preservada.", "Creatinina") == []


@pytest.mark.parametrize(
    ("language", "exam", "text", "result"),
    [
        ("en", "Chest computed tomography", "The chest CT showed two nodules; he went home.", "two nodules"),
        ("en", "Serum lipase", "Lipase was 1200 U/L.", "1200 U/L"),
        ("en", "HIV serology", "HIV serology was negative.", "negative"),
        (
            "pt",
            "Ressonância de hipófise",
            "A RNM de hipófise mostrou imagem de 4 mm, e foi para casa.",
            "imagem de 4 mm",
        ),
        ("pt", "Sorologia para HIV", "O anti-HIV (teste rápido) foi não reagente.", "não reagente"),
        ("pt", "Ferritina", "A ferritina, que era de 5 ng/mL, subiu.", "5 ng/mL"),
        ("pt", "Hemoculturas", "Cresceram cocos nas hemoculturas.", "Cresceram cocos"),
        ("es", "Hemograma", "El hemograma reveló anemia.", "anemia"),
    ],
)
def test_results_are_found_and_can_be_left(language: str, exam: str, text: str, result: str) -> None:
    with_results = target(language, exam).find_more(text, [], [PACKS[language]])
    assert any(result in span.of(text) for span, reason in with_results if reason == "result")
    without = target(language, exam, results=False).find_more(text, [], [PACKS[language]])
    assert all(reason != "result" for _, reason in without)


def test_a_result_ends_before_an_exam_that_is_not_in_the_list() -> None:
    text = "O PEV indicou latência de 148 ms e um VDRL foi não reagente."
    hidden = SpanSet.merge(
        span for span, _ in target("pt", "Potencial evocado visual").find_more(text, [], [PACKS["pt"]])
    )
    at = text.index("VDRL")
    assert all(span.end <= at for span in hidden)


def case(language: str = "pt", text: str = "A TC de tórax.", exams: ExamList | None = None) -> ClinicalCase:
    return ClinicalCase(
        case_id="c1", language=language, narrative=text,
        diagnosis=DiagnosisSection(final_diagnosis_name=DISEASE[language]),
        gold_exams=ExamList(imaging=("Tomografia de tórax",)) if exams is None else exams,
    )  # fmt: skip


def test_from_case_takes_diagnosis_exams_and_other_names() -> None:
    made = ExamTarget.from_case(case(), names_of=lambda name: [f"{name} helicoidal"])
    assert made.exams == ("Tomografia de tórax",)
    assert made.others == ("Tomografia de tórax helicoidal",)
    assert made.gold.names == ("sarampo",)
    assert made.gold.synonyms == ("Tomografia de tórax", "Tomografia de tórax helicoidal")
    assert isinstance(made, WiderTarget)


def test_abbreviations_and_symbols_are_left_out_of_the_names() -> None:
    assert target("pt", "K", "TSH", "ferritina").gold.synonyms == ("ferritina",)


def test_a_case_without_diagnosis_is_refused() -> None:
    with pytest.raises(GoldTargetError, match="c1"):
        ExamTarget.from_case(ClinicalCase(case_id="c1", language="pt", narrative="x"))


def test_mask_case_hides_exams_and_diagnosis_and_no_other_exam() -> None:
    text = "Sarampo? A TC de tórax mostrou consolidação. Um ECG foi normal."
    masked = mask_case(case(text=text), "exams").narrative
    assert masked == "[REDIGIDO]? A [REDIGIDO] mostrou [REDIGIDO]. Um ECG foi normal."


def test_a_verdict_clause_is_one_of_the_diagnosis_only() -> None:
    text = "Foi confirmado por TC de tórax o derrame. Diagnosticado com sarampo; teve alta."
    masked = mask_case(case(text=text), "exams").narrative
    assert masked == "Foi confirmado por [REDIGIDO] o derrame. [REDIGIDO]; teve alta."


def test_a_case_without_exam_list_is_masked_for_its_diagnosis() -> None:
    assert (
        mask_case(case(text="Teve sarampo e fez TC.", exams=ExamList()), "exams").narrative
        == "Teve [REDIGIDO] e fez TC."
    )


def test_a_pair_knows_the_exams_of_both_languages() -> None:
    english = case("en", "A CT of the chest was done, then a CBC.", ExamList(laboratory=("complete blood count",)))
    pair = CasePair(source=case(text="Fez TC de tórax; HMG."), target=english, origin="written")
    source, other = mask_pair(pair, "exams")
    assert source.narrative == "Fez [REDIGIDO]; [REDIGIDO]."
    assert other.narrative == "A [REDACTED] was done, then a [REDACTED]."


TEXTS = st.one_of(
    st.text(max_size=120),
    st.lists(
        st.sampled_from(
            [
                "TC",
                "de",
                "do",
                "tórax",
                "crânio",
                "CT",
                "chest",
                "head",
                "of",
                "the",
                "biopsia",
                "biopsy",
                "renal",
                "rim",
                "biopsied",
                "K",
                "Na",
                "2,9",
                "mEq/L",
                "38.000",
                "Hb",
                "plaquetas",
                "HMG",
                "hemograma",
                "PCR",
                "era",
                "was",
                "showed",
                "mostrou",
                "normal",
                "negativo",
                ",",
                ".",
                ";",
                "(",
                ")",
                "[REDIGIDO]",
                "[REDACTED]",
                "e",
                "and",
                "com",
                "with",
                "2019",
                "em",
                "in",
                "potássio",
                "cloreto",
                "mg",
                "TGO",
                "/",
                "ALT",
                "sarampo",
                "confirmado",
                "tomo",
                "não",
                "lesão",
            ]
        ),
        max_size=14,
    ).map(" ".join),
)


@pytest.mark.parametrize("language", sorted(LISTS))
@given(text=TEXTS)
@example(text="K 2,9 mEq/L\u00ad TC\u0301 de to\u0301rax")
@example(text="TC DE TORAX E HEMOGRAMA COM HB 9,8 G/DL")
def test_any_text_gives_spans_of_its_own(language: str, text: str) -> None:
    for span, reason in target(language).find_more(text, [], [PACKS[language]]):
        assert 0 <= span.start < span.end <= len(text)
        assert reason


@pytest.mark.parametrize("language", sorted(LISTS))
@given(text=TEXTS)
@example(text="TC de tórax de crânio PCR era 2,9")
def test_nothing_is_left_in_the_masked_text(language: str, text: str) -> None:
    made, packs = target(language), [PACKS[language]]
    hidden = SpanSet.merge(span for span, _ in made.find_more(text, [], packs))
    masked, _ = apply_edits(text, ((span, packs[0].placeholder) for span in hidden))
    again = list(made.find_more(masked, [], packs))
    new = [span.of(masked) for span, _ in again if packs[0].placeholder not in span.of(masked)]
    assert new == []


@given(text=TEXTS)
def test_the_masker_finds_nothing_in_what_it_masked(text: str) -> None:
    masker = Masker(target("pt"))
    masked = masker.mask(text).text
    assert masker.mask(masked).text == masked
