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
        # an opening about the past that ends before the comma, and the operation of the plan
        ("en", "Nephrectomy.", "Previously healthy, she underwent nephrectomy. Nephrectomy went on.", "Previously healthy, she underwent [X]. [X] went on."),
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


@pytest.mark.parametrize(
    ("language", "plan", "text", "expected"),
    [
        ("en", "Meropenem 1 g.", "Meropenem 2 g every 8 hours for 14 days.", "[X] [X] [X] [X]."),
        ("en", "Meropenem 1 g.", "He got vancomycin 1 g and meropenem 2 g; ceftriaxone 1 g daily stopped.", "He got vancomycin 1 g and [X] [X]; ceftriaxone 1 g daily stopped."),
        ("en", "Meropenem 1 g.", "He took 5 mg of warfarin. Meropenem was begun at 2 g q8h.", "He took 5 mg of warfarin. [X] was begun [X] [X]."),
        ("en", "Meropenem 1 g.", "Meropenem was begun. The dose was 2 g q8h. Then 3 g daily.", "[X] was begun. The dose was 2 g q8h. Then 3 g daily."),
        ("en", "Meropenem 1 g.", "Meropenem was begun.\n\nThe dose was 2 g q8h.", "[X] was begun.\n\nThe dose was 2 g q8h."),
        ("en", "Meropenem 1 g.", "Meropenem was begun. Lisinopril at 10 mg daily.", "[X] was begun. Lisinopril at 10 mg daily."),
        ("en", "Nephrectomy with drain placement.", "Nephrectomy: 16 Fr drain; the gauze; incision of 5 cm.", "[X]; the gauze; [X]."),
        ("en", "Nephrectomy.", "Nephrectomy through a left subcostal incision was done.", "[X] was done."),
        ("en", "Nephrectomy.", "Nephrectomy via a midline approach, and a stent.", "[X] approach, and a [X]."),
        ("en", "Nephrectomy.", "Nephrectomy via a clever approach, and a stent.", "[X] via a clever approach, and a [X]."),
        ("en", "Nephrectomy.", "Nephrectomy was done with suture, clamps and then ligation of the vein.", "[X] was done with suture, clamps and then ligation of the vein."),
        ("en", "Nephrectomy.", "Nephrectomy was done. Suture with 3-0 Vicryl and a small mesh.", "[X] was done. Suture with 3-0 Vicryl and a [X]."),
        ("en", "Nephrectomy.", "Nephrectomy was done. Suture with clamps. Clips were placed. Drain out.", "[X] was done. Suture with clamps. [X]. [X] out."),
        ("en", "Nephrectomy.", "Suture of his hand. Nephrectomy was done.", "Suture of his hand. [X] was done."),
        ("en", "Nephrectomy.", "Nephrectomy was done.\n\nSuture of his hand.", "[X] was done.\n\nSuture of his hand."),
        ("en", "Meropenem 1 g.", "Meropenem was begun. Suture with 3-0 Vicryl.", "[X] was begun. Suture with 3-0 Vicryl."),
        ("en", "Distal femoral osteotomy; bone graft of the iliac crest", "Osteotomy. An iliac graft and DFO; BG; femoral pain.", "[X]. An [X]; BG; femoral pain."),
        ("en", "Distal femoral osteotomy; bone graft of the iliac crest", "Iliac pain. Osteotomy. An iliac graft.", "Iliac pain. [X]. An [X]."),
        ("en", "Laparoscopic cholecystectomy", "Cholecystectomy using four ports, left open; trocars.", "[X] using four ports, left open; [X]."),
        ("pt", "Nefrectomia com dreno.", "Nefrectomia por incisão subcostal esquerda, dreno 16 Fr e fio Vicryl 3-0.", "[X] subcostal esquerda, [X] e fio Vicryl 3-0."),
        ("pt", "Meropenem 1 g.", "Meropenem foi dado na dose de 2 g a cada 8 horas por 14 dias. Usava losartana 50 mg/dia.", "[X] foi dado [X] [X] [X]. Usava losartana 50 mg/dia."),
        ("es", "Nefrectomía con drenaje.", "Nefrectomía por vía lumbar izquierda con drenaje 16 Fr y sutura.", "[X] y sutura."),
        ("en", "Nephrectomy; Left renal vein graft", "Nephrectomy with a left renal vein graft and LRV; LVG.", "[X]; [X]."),
        ("en", "Knee arthroplasty", "Knee arthroplasty through an anterior approach. Approach her.", "[X]. Approach her."),
        ("en", "Rituximab 1 g; Prednisone 60 mg", "Rituximab with prednisone at 60 mg daily tapered over 6 weeks, aspirin 100 mg daily.", "[X] with [X] [X] [X] [X], aspirin 100 mg daily."),
        ("en", "Rituximab 1 g; Prednisone 60 mg", "He used aspirin 100 mg daily and rituximab 375 mg/m2 weekly.", "He used aspirin 100 mg daily and [X] [X] [X]."),
        ("en", "Rituximab 1 g; Prednisone 60 mg", "Rituximab was given. After 4 weeks, 375 mg/m2 again.", "[X] was given. After 4 weeks, [X] again."),
        ("en", "Rituximab 1 g; Prednisone 60 mg", "Rituximab was given.\n\nAfter 4 weeks, 375 mg/m2 again.", "[X] was given.\n\n[X]"),
        ("en", "Rituximab 1 g; Prednisone 60 mg", "RTX 1 g; R; rituxi.", "[X] [X]; R; rituxi."),
        ("en", "Meropenem 1 g", "Lisinopril 10 mg daily was kept. Meropenem was begun at 500 mg q8h and lisinopril was stopped at 5 mg.", "Lisinopril 10 mg daily was kept. [X] was begun [X] [X] and lisinopril was stopped at 5 mg."),
        ("en", "Meropenem 1 g", "At 500 mg q8h she got meropenem. At 700 mg q8h she left.", "[X] [X] she got [X]. [X] [X] she left."),
        ("en", "Meropenem 1 g", "Meropenem was given. It was raised to 500 mg q8h.", "[X] was given. It was [X] [X] [X]."),
        ("en", "Meropenem 1 g", "Meropenem was given. Lisinopril was raised to 500 mg q8h.", "[X] was given. Lisinopril was raised to 500 mg q8h."),
        ("en", "Meropenem 1 g", "Meropenem was given. It was raised, after lisinopril, to 500 mg q8h.", "[X] was given. It was raised, after lisinopril, to 500 mg q8h."),
        ("en", "Meropenem 1 g", "Meropenem was given. He slept. It was raised to 500 mg q8h.", "[X] was given. He slept. It was raised to 500 mg q8h."),
        ("en", "Meropenem 1 g", "He ate. Meropenem was given. He ate.", "He ate. [X] was given. [X]"),
        ("en", "Meropenem 1 g", "Before: 500 mg q8h. Meropenem was given.", "Before: 500 mg q8h. [X] was given."),
        ("en", "Meropenem 1 g", "On lisinopril at first for 10 days, then on meropenem, slowly, for 20 days.", "On lisinopril at first for 10 days, then on [X], [X], [X]."),
        ("en", "Meropenem 1 g", "Meropenem was given.\n\nIt was raised to 500 mg q8h.", "[X] was given.\n\nIt was raised to 500 mg q8h."),
        ("en", "Nephrectomy", "Nephrectomy was done. A drain was left. It was pulled. A stent was placed.", "[X] was done. A [X]. It was pulled. A [X]."),
        ("en", "Nephrectomy", "Nephrectomy was done. A large left drain, two 16 Fr drains, the first-rate stent and the vein were left.", "[X] was done. A [X], the [X] and the vein were left."),
        ("en", "Nephrectomy", "Nephrectomy was done through a left flank incision with clipping and ligation.", "[X] and ligation."),
        ("en", "Nephrectomy", "A drain was left. Nephrectomy was done.", "A drain was left. [X] was done."),
        ("en", "Nephrectomy with renal vein patch", "Nephrectomy: the renal veins were patched. RVP was fine; VRP; RP.", "[X]: the renal veins were patched. [X] was fine; VRP; RP."),
        ("en", "Nephrectomy with renal vein patch", "Patched shoes. Nephrectomy, then patched shoes.", "Patched shoes. [X], then patched shoes."),
        ("en", "Nephrectomy", "Nephrectomy was done. A drain was left in the bed, then a stent.", "[X] was done. A [X] in the bed, then a [X]."),
        ("en", "Nephrectomy", "Nephrectomy was done. A drain and a stent; a drain for a stent; a drain, a stent; a drain behind the long stent; a drain behind the pale stent.", "[X] was done. A [X]; a [X]; a [X], a [X]; a [X]; a [X] behind the pale [X]."),
        ("en", "Nephrectomy", "Nephrectomy was done. A 3 4 5 6 7 8 9 Fr drain was left.", "[X] was done. A 3 [X]."),
        ("en", "Nephrectomy", "Nephrectomy was done. A drain 3 4 5 6 7 8 9 was left.", "[X] was done. A [X] 9 was left."),
        ("en", "Nephrectomy", "Nephrectomy was done. A Foley drain; a Jackson-Pratt drain; a soft-tip drain; A Foley, drain.", "[X] was done. A [X]; a [X]; a [X]; A [X]."),
        ("en", "Nephrectomy", "Nephrectomy was done. An incision left; through an incision; via a left flank; via a Pfannenstiel; via a b c d e f g.", "[X] was done. An [X]; through an [X]; [X]; [X]; via a b c d e f g."),
        ("en", "Nephrectomy", "Nephrectomy was done. 16 French of wine. 16 Fr. Fr 16.", "[X] was done. [X] of wine. [X]. Fr 16."),
        ("en", "Nephrectomy", "Nephrectomy was done. Improved drain; healed.", "[X] was done. [X] [X]"),
        ("en", "Nephrectomy", "Nephrectomy was done.\n\nA drain was left.", "[X] was done.\n\nA drain was left."),
        ("en", "Nephrectomy", "Nephrectomy was done. He slept.\n\nA drain was left.", "[X] was done. He slept.\n\nA drain was left."),
        ("en", "Nephrectomy", "Nephrectomy was done; a drain was left; he slept; a stent was left; he coughed. A drain was left.", "[X] was done; a [X]; he slept; a [X]; he coughed. A [X]."),
        ("en", "Left distal femoral osteotomy", "Osteotomy was done. He slept. A DFO was seen. The femoral head.", "[X] was done. He slept. A [X] was seen. The femoral head."),
        ("en", "Left distal femoral osteotomy", "A distal pulse. Osteotomy was done. Distal femorals.", "A distal pulse. [X] was done. Distal femorals."),
        ("en", "Prednisone 60 mg", "Prednisone was begun at 40 mg; lisinopril 10 mg; then 20 mg of it. 60 mg.", "[X] was begun [X]; lisinopril 10 mg; then 20 mg of it. [X]."),
        ("en", "Prednisone 60 mg", "Aspirin 100 mg; prednisone; 20 mg. He had 60 mg of it.", "Aspirin 100 mg; [X]; [X]. He had [X] of it."),
    ],
)  # fmt: skip
def test_what_stands_beside_a_mention(language: str, plan: str, text: str, expected: str) -> None:
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
