"""What a treatment target finds around its mentions in a whole report, and what it leaves there."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clinicalbr.masking import Masker
from clinicalbr.masking.treatment import TreatmentTarget
from clinicalbr.masking.treatment_words import PlanWords, content_words
from clinicalbr.schema import ClinicalCase, TreatmentSection


def masker_of(language: str, plan: str) -> Masker:
    case = ClinicalCase(
        case_id="c1", language=language, narrative="x", treatment=TreatmentSection(intervention=plan.split("; "))
    )
    return Masker(TreatmentTarget.from_case(case), "[X]", verdicts="drop")


@pytest.mark.parametrize(
    ("language", "plan", "text", "expected"),
    [
        # trade names, abbreviations, clipped forms and classes, both ways
        ("pt", "Amicacina 15 mg/kg.", "Novamin; AMK; amica; um aminoglicosídeo.", "[X]; [X]; [X]; um [X]."),
        ("pt", "Cozaar 50 mg.", "Losartana e um BRA.", "[X] e um [X]."),
        ("en", "Sarilumab 200 mg.", "An IL-6 inhibitor was chosen, Kevzara.", "An [X] was chosen, [X]."),
        ("en", "Metoprolol 25 mg.", "Two beta-blockers.", "Two [X]."),
        ("es", "Rituximab 1 g.", "Un anti-CD20 (MabThera).", "Un [X] ([X])."),
        # a regimen and its parts
        ("pt", "R-CHOP por 6 ciclos.", "Recebeu vincristina.", "Recebeu [X]."),
        ("en", "Oxaliplatin and leucovorin.", "Six cycles of FOLFOX.", "[X] of [X]."),
        ("en", "Oxaliplatin.", "Irinotecan failed.", "Irinotecan failed."),
        # a class that the patient did not take
        ("pt", "Prednisona.", "Negava uso de corticoides. Iniciada prednisona.", "Negava uso de corticoides. Iniciada [X]."),
        # medicines of the same class are told apart
        ("en", "Losartan 50 mg.", "Valsartan 80 mg was stopped.", "Valsartan 80 mg was stopped."),
        ("pt", "Ácido folínico 15 mg.", "Usava ácido fólico 5 mg/dia.", "Usava ácido fólico 5 mg/dia."),
        # a dose in the clause of a mention, unless it is another drug's
        ("en", "Meropenem 1 g.", "Meropenem was given slowly at 2 g q8h.", "[X] was given [X] [X] [X]."),
        ("en", "Meropenem 1 g.", "Meropenem was added to lisinopril, kept at 10 mg daily.", "[X] was added to lisinopril, kept at 10 mg daily."),
        ("pt", "Cabergolina.", "A cabergolina foi dada 3x/semana até completar 6 semanas.", "A [X] foi dada [X] [X]."),
        # the parts of a schedule, a list of days, a target and a tapering
        ("en", "Adalimumab 40 mg.", "Humira 160 mg SC at week 0, 80 mg at week 2, then 40 mg every other week.", "[X] [X] [X] [X], [X] [X] [X]."),
        ("en", "Warfarin.", "Warfarin (target INR 2-3, lifelong).", "[X] ([X], [X])."),
        ("en", "Etoposide 100 mg.", "VP-16 on days 1, 8 and 15 of each cycle.", "[X] [X] [X]."),
        ("pt", "Prednisona 60 mg.", "A prednisona foi reduzida ao longo de 6 semanas.", "A [X] foi [X]."),
        # a name before a dose, a name in brackets, a clipped name
        ("en", "Frobnazole isethionate 0.1% eye drops.", "Frobnazole 0.1% hourly.", "[X] [X] [X]."),
        ("pt", "Vacina dupla adulto (dT) 0,5 mL.", "Aplicou-se a dT 0,5 mL IM após a vacina.", "Aplicou-se a [X] [X] após a [X]."),
        ("en", "Vancomycin 1 g.", "Vanc 1 g was given; he was on a van.", "[X] [X] was given; he was on a van."),
        # what relatives had, what was not done, and the drugs of others
        ("en", "Warfarin 5 mg.", "Her mother takes warfarin. Warfarin was begun.", "Her mother takes warfarin. [X] was begun."),
        ("pt", "Prednisona 5 mg.", "A mãe relatou que recebera prednisona.", "A mãe relatou que recebera [X]."),
        ("en", "Covered stent.", "A covered stent was placed. A caval stent was not required.", "A [X]. A caval stent was not required."),
        ("en", "Fibrinogen concentrate 4 g.", "Fibrinogen concentrate was infused with four units of packed red cells.", "[X] was infused with four units of packed red cells."),
        ("pt", "Ertapenem 1 g.", "Recebeu ertapenem. Prurido revertido com prometazina 25 mg IM.", "Recebeu [X]. Prurido revertido com prometazina 25 mg IM."),
        ("en", "Ertapenem 1 g.", "Ertapenem was given. He was discharged on day 41 on clozapine 150 mg nocte.", "[X] was given. [X] clozapine 150 mg nocte."),
        ("pt", "Nefrectomia.", "Aos 4 anos, quebrou o rádio, tratado por cirurgia. Feita a nefrectomia.", "Aos 4 anos, quebrou o rádio, tratado por cirurgia. Feita a [X]."),
        # what followed the treatment, without a word for a change
        ("en", "Diazoxide 5 mg/kg.", "Diazoxide was begun. After five days of the drug and of diazoxide he could not fast at all.", "[X] was begun. [X]"),
        # a measured analyte
        ("en", "Insulin infusion 0.1 U/kg/h.", "Fasting insulin 3 mU/L. Insulin was begun.", "Fasting insulin 3 mU/L. [X] was begun."),
        # an operation of the past, and the operation of the plan
        ("en", "Total knee arthroplasty.", "Hip arthroplasty in 2009. Knee arthroplasty followed.", "Hip arthroplasty in 2009. [X] followed."),
        # steps, devices and sizes beside a mention only
        (
            "en",
            "Nephrectomy with drain placement.",
            "The tube of the pump was closed.\n\nNephrectomy: the vein was clamped and then a 16 Fr Jackson tube came.",
            "The tube of the pump was closed.\n\n[X]: the vein was [X] came.",
        ),
        ("pt", "Osteotomia femoral distal.", "RFD ao exame.\n\nOsteotomia, a OFD foi feita.", "RFD ao exame.\n\n[X], a [X] foi feita."),
        # outcomes: only behind the treatment
        (
            "pt",
            "Drenagem do abscesso.",
            "A dor melhorou sozinha.\n\nFeita a drenagem. No 3º dia, afebril; aos 6 meses, TC de controle normal.",
            "A dor melhorou sozinha.\n\nFeita a [X]. [X] [X]",
        ),
        ("es", "Ertapenem 1 g.", "Recibió ertapenem. A los 3 meses, ecografía normal.", "Recibió [X]. [X]"),
    ],
)  # fmt: skip
def test_report_is_masked(language: str, plan: str, text: str, expected: str) -> None:
    assert masker_of(language, plan).mask(text).text == expected


def test_announcement_before_the_history_does_not_make_outcomes_of_it() -> None:
    text = (
        "Patient cured by nephrectomy. He was taking aspirin; pain had improved with rest.\n\n"
        "Nephrectomy was done. Pain resolved."
    )
    masked = masker_of("en", "Nephrectomy.").mask(text).text
    assert "pain had improved with rest" in masked
    assert "resolved" not in masked


def test_words_of_the_plan_that_the_history_used_stay() -> None:
    masker = masker_of("en", "Cystectomy with a calcified patch.")
    assert masker.mask("Cystectomy, with calcified edges.").text == "[X], with [X] edges."
    told = masker.mask("A calcified mass.\n\nCystectomy, with calcified edges.").text
    assert told == "A calcified mass.\n\n[X], with calcified edges."


def test_abbreviations_are_made_of_neighbouring_words_in_order() -> None:
    words = PlanWords([content_words("Left distal femoral osteotomy", ())], ())
    assert words.is_short("DFO")
    assert not words.is_short("FDO")
    assert not words.is_short("dfo")


PIECES = st.sampled_from(
    ["Nephrectomy ", "insulin ", "Fasting ", "in 2009", "was placed", " drain ", "16 Fr ", "Lantus", "3 mU/L", "improved", "on day 2 ",
     "taking ", ". ", "; ", "\n\n", ", ", "and ", "10 mg ", "q8h", "nephrectomised", "control CT ", "DFO"]
)  # fmt: skip
OPERATION = masker_of("en", "Left nephrectomy with drain placement; Insulin 10 U; Distal femoral osteotomy")


@example("taking Nephrectomy . Nephrectomy ")
@given(st.lists(PIECES, max_size=14).map("".join))
def test_masking_twice_changes_nothing(text: str) -> None:
    once = OPERATION.mask(text).text
    assert OPERATION.mask(once).text == once
