"""Exams in a text: values, verbs, methods with their objects, and what only looks like an exam."""

from __future__ import annotations

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import ExamTarget, GoldTarget, Masker
from clinicalbr.masking.exam_values import values_of
from clinicalbr.text import Span

ENGLISH = (LanguagePack.load("en"),)


def hidden(exam: str, text: str, *, language: str = "en", results: bool = True) -> list[str]:
    diagnosis = GoldTarget(["sarcoidosis"], languages=dict.fromkeys((language, "en")))
    masker = Masker(ExamTarget(diagnosis, (exam,), results=results))
    return [redaction.surface for redaction in masker.mask(text).redactions]


TOLD = [
    ("serum potassium", "K 2.9 mEq/L on admission.", ["K 2.9 mEq/L"]),
    ("serum potassium", "Potassium was 2.9.", ["Potassium was 2.9"]),
    ("serum potassium", "He ate a diet rich in potassium 2 days ago.", []),
    ("serum potassium", "Potassium chloride 40 mEq was given.", []),
    ("serum potassium", "He took potassium 600 mg daily.", []),
    ("serum potassium", "Potassium supplements were given for 3 days", []),
    ("serum potassium", "Na/K 140/2.9 mEq/L.", ["K 140/2.9 mEq/L"]),
    ("serum potassium", "k 2.9 mEq/L in lower case", []),
    ("serum sodium", "Sodium chloride 0.9% was infused.", []),
    ("complete blood count", "There were 15,400 leukocytes/mm3 then.", ["15,400 leukocytes/mm3"]),
    ("complete blood count", "Hb 9.8 g/dL and 15,400 leukocytes.", ["Hb 9.8 g/dL and 15,400 leukocytes"]),
    ("complete blood count", "Platelets fell from 200 to 38 x 10^9/L.", ["Platelets fell from 200 to 38 x 10^9/L"]),
    ("complete blood count", "WBC of 12.3, hematocrit was 30%; lipase 40.", ["WBC of 12.3, hematocrit was 30%"]),
    ("C-reactive protein", "CRP 120 mg/L, ESR 80.", ["CRP 120 mg/L"]),
    ("C-reactive protein", "C-reactive protein was elevated, and he went home.", ["C-reactive protein was elevated"]),
    ("C-reactive protein", "The C-reactive protein was not elevated.", ["C-reactive protein was not elevated"]),
    ("HIV serology", "HIV serology was not reactive. He slept.", ["HIV serology was not reactive"]),
    (
        "chest CT",
        "CT of the chest showed a mass in the upper lobe, but a head CT was normal.",
        ["CT of the chest showed a mass in the upper lobe"],
    ),
    ("chest CT", "The head CT showed a bleed.", []),
    ("chest CT", "CT of the abdomen was normal", []),
    ("chest CT", "CT (chest) was done", ["CT (chest"]),
    ("chest CT", "A CT done in 2015 showed nodules.", []),
    ("chest CT", "A CT showed nodules.", ["CT showed nodules"]),
    ("chest CT", "A CT surgeon was called.", []),
    ("blood culture", "Blood cultures grew Staphylococcus aureus.", ["Blood cultures grew Staphylococcus aureus"]),
    (
        "blood culture",
        "grew gram-positive cocci in the blood culture.",
        ["grew gram-positive cocci in", "blood culture"],
    ),
    ("skin biopsy", "The skin was not biopsied; a liver biopsy was done.", ["skin was not biopsied"]),
    ("skin biopsy", "The liver was biopsied.", []),
    (
        "skin biopsy",
        "A punch biopsy of the skin lesion showed granulomas.",
        ["punch biopsy of the skin lesion showed granulomas"],
    ),
    ("colonoscopy", "A colono was done.", ["colono"]),
    ("colonoscopy", "He was scoped.", ["He was scoped"]),
    ("serum ferritin", "Ferritin 1,200 ng/mL (normal 30-300).", ["Ferritin 1,200 ng/mL (normal 30-300)"]),
    ("serum ferritin", "Ferritin titre normal, later raised.", ["Ferritin titre normal"]),
    (
        "anti-MuSK antibodies",
        "MuSK 3.4 nmol/L; muSK antibodies were positive.",
        ["MuSK 3.4 nmol/L", "muSK antibodies were positive"],
    ),
    ("arterial blood gas", "pH 7.21, pCO2 60 mmHg, HCO3 18.", ["pH 7.21, pCO2 60 mmHg, HCO3 18"]),
    ("liver panel", "Liver panel: AST 30, ALT 20.", ["Liver panel", "AST 30, ALT 20"]),
    ("complete metabolic panel", "chem-7 with sodium 130.", ["chem-7 with sodium 130"]),
    ("abdominal ultrasound", "US of the abdomen, and he told us about an abdominal pain.", ["US of the abdomen"]),
    ("toxoplasma serology", "Toxoplasma IgG was detected at 1:512.", ["Toxoplasma IgG was detected at 1:512"]),
    ("xylofluorin level", "Xylofluorin was 12. XYF was low", ["Xylofluorin was 12"]),
    ("serum potassium", "Potassium rose to 6.1 mmol/L from 5.2.", ["Potassium rose to 6.1 mmol/L from 5.2"]),
    ("serum potassium", "Potassium (6.1 mmol/L) was high.", ["Potassium (6.1 mmol/L"]),
    ("serum potassium", "Potassium: 6.1.", ["Potassium: 6.1"]),
    ("serum potassium", "Potassium, normal.", ["Potassium", "normal"]),
    ("serum potassium", "Potassium >6.1 mmol/L", ["Potassium >6.1 mmol/L"]),
    ("serum potassium", "Potassium level on admission was 6.1.", ["Potassium level on admission was 6.1"]),
    (
        "serum potassium",
        "Potassium fell from 6.1 to 3.4 mmol/L [3.5-5.0].",
        ["Potassium fell from 6.1 to 3.4 mmol/L [3.5-5.0]"],
    ),
    ("serum potassium", "Potassium returned 12h later.", []),
    ("serum potassium", "K+ 6.1; k 6.1; K 6.1", ["K+ 6.1", "K 6.1"]),
    ("serum potassium", "K 12 days. K 3. K 3,", ["K 3", "K 3"]),
    ("serum potassium", "K was 3 on day 2.", []),
    ("serum potassium", "K 3 on day 2.", []),
    ("serum potassium", "Potassium 3 on day 2.", ["Potassium 3 on day 2"]),
    ("serum potassium", "Vitamin K 10 mg was given.", []),
    ("serum potassium", "Potassium (chloride) 10 g/d", ["Potassium (chloride) 10 g/d"]),
    ("serum potassium", "Potassium 40 mmol/kg was infused.", []),
    ("serum potassium", "Potassium 40 mg/dL was measured.", ["Potassium 40 mg/dL"]),
    ("serum potassium", "6.1 mmol/L potassium. 12 potassium.", ["6.1 mmol/L potassium", "12 potassium"]),
    ("serum potassium", "A12 potassium.", []),
    ("serum potassium", "Magnesium potassium 3.4", ["potassium 3.4"]),
    ("serum potassium", "Magnesium, potassium 3.4", ["potassium 3.4"]),
    ("serum potassium", "Potassium with a diet", []),
    ("complete blood count", "62 leukocytes/mm3 and 3 neutrophils.", ["62 leukocytes/mm3 and 3 neutrophils"]),
    ("complete blood count", "A leukocyte count of 12.", ["leukocyte count of 12"]),
    (
        "complete blood count",
        "Hb 9.8, platelets 38. MCV 80 fL; the spleen was 12 cm.",
        ["Hb 9.8, platelets 38", "MCV 80 fL"],
    ),
    ("complete blood count", "Hemoglobin (9.8 g/dL), platelets (38).", ["Hemoglobin (9.8 g/dL", "platelets (38"]),
    ("complete blood count", "Hemoglobin A1c 8%.", []),
    ("complete blood count", "Hb dropped. Platelets low.", ["Hb dropped", "Platelets low"]),
    ("HIV serology", "He was screened for the HIV antibody.", ["screened for the HIV antibody"]),
    ("chest CT", "Chest CT, showing a mass; liver felt.", ["Chest CT", "a mass"]),
    ("chest CT", "Chest CT was done. It showed a mass.", ["Chest CT"]),
    ("chest CT", "Chest CT and bronchoscopy showed a mass.", ["Chest CT"]),
    ("chest CT", "Chest CT with contrast showed a mass.", ["Chest CT with contrast showed a mass"]),
    ("chest CT", "Chest CT with a mass.", ["Chest CT with a mass"]),
    ("chest CT", "Chest CT was compatible with lymphoma.", ["Chest CT was compatible with lymphoma"]),
    ("chest CT", "Chest CT showed.", ["Chest CT"]),
    ("chest CT", 'Chest CT showed "ground glass".', ['Chest CT showed "ground glass"']),
    ("chest CT", "Chest CT showed 30% (of the lung) involved.", ["Chest CT showed 30% (of the lung) involved"]),
    ("chest CT", "Chest CT, after which he was sent home, showed a mass.", ["Chest CT", "a mass"]),
    ("chest CT", "Chest CT showed opacities, lipase was raised.", ["Chest CT showed opacities"]),
    ("chest CT", "Chest CT showed opacities [fig].", ["Chest CT showed opacities [fig"]),
    ("chest CT", "CT: nodules in 2011 were known.", []),
    ("chest CT", "CT in 2011; CT now.", ["CT"]),
    ("chest CT", "A CT scan (2011 mg) was done.", ["CT scan (2011 mg"]),
    ("chest CT", "A CT of the thorax and abdomen was done.", ["CT of the thorax"]),
    ("chest CT", "A CT of the abdomen and thorax was done.", []),
    ("chest CT", "A CT for suspected embolism was done.", []),
    ("chest CT", "Abdominal CT.", []),
    ("chest CT", "Contrast-enhanced CT.", ["Contrast-enhanced CT"]),
    ("chest CT", "Contrast-enhanced chest CT.", ["Contrast-enhanced chest CT"]),
    ("chest CT", "Chest, abdomen and pelvis CT.", []),
    ("chest CT", "Chest pain; CT scan of the head.", []),
    ("chest CT", "CT chest/abdo. High-resolution CT lung.", ["CT chest", "High-resolution CT lung"]),
    ("chest CT", "CT angiography was done.", []),
    ("chest CT", "CT pulmonary angiography was done.", []),
    ("chest CT", "Computed tomography (head) was done.", ["Computed tomography"]),
    ("chest CT", "ct of the chest; Ct of the chest", ["ct of the chest", "Ct of the chest"]),
    ("CT chest", "CTs. The chest was scanned.", ["CTs", "chest was scanned"]),
    ("blood culture", "Culture shock struck him.", []),
    ("skin biopsy", "The lesion on his left arm was biopsied.", ["lesion on his left arm was biopsied"]),
    ("skin biopsy", "It was biopsied (skin).", ["It was biopsied (skin"]),
    ("skin biopsy", "Biopsied skin of the liver patient.", ["Biopsied skin"]),
    ("skin biopsy", "Biopsied; skin was fine.", ["Biopsied"]),
    ("skin biopsy", "The duodenum was biopsied.", []),
    ("skin biopsy", "Biopsied in 2009.", []),
    ("biopsy", "Renal biopsy. It was biopsied.", ["biopsy", "It was biopsied"]),
    (
        "bone marrow biopsy",
        "The marrow was biopsied; bone marrow aspirate and biopsy showed blasts.",
        ["marrow was biopsied", "bone marrow aspirate and biopsy showed blasts"],
    ),
    ("echocardiography", "ecocardiographed. Echocardiographical view.", ["ecocardiographed", "Echocardiographical"]),
    (
        "electroencephalography",
        "electroencephalographed; electroencephalo; electroencephalophone",
        ["electroencephalographed", "electroencephalo"],
    ),
    ("dengue serology", "Dengue NS1 positive. NS1", ["Dengue NS1 positive", "NS1"]),
    ("MuSK antibodies", "MuSK. MuSK positive", ["MuSK positive"]),
    (
        "liver function tests",
        "Liver function tests (AST, ALT) were raised; AST 200.",
        ["Liver function tests", "AST", "ALT", "were raised", "AST 200"],
    ),
    ("bilirubin", "T bili 3.4, direct bilirubin 2.", ["T bili 3.4, direct bilirubin 2"]),
    ("PR3 ANCA (serum)", "PR3 titre raised; ANCA 1:320", ["PR3 titre raised", "ANCA 1:320"]),
    ("zyxin antibody, serum (ZXA)", "ZXA up. Zyxin 4.2. zxa", ["ZXA", "Zyxin 4.2"]),
    ("quantitative zyxwin binding assay", "Zyxwin binding was low; zyxwin raised.", ["Zyxwin binding was low"]),
]


@pytest.mark.parametrize(("exam", "text", "expected"), TOLD)
def test_what_tells_a_gold_exam(exam: str, text: str, expected: list[str]) -> None:
    assert hidden(exam, text) == expected


@pytest.mark.parametrize(
    ("language", "exam", "text", "expected"),
    [
        ("pt", "potássio sérico", "Potássio de 2,9 mEq/L, sódio 140.", ["Potássio de 2,9 mEq/L"]),
        ("pt", "potássio sérico", "Dieta rica em potássio 3 vezes ao dia.", []),
        ("pt", "potássio sérico", "Cloreto de potássio 40 mEq EV.", []),
        ("pt", "hemograma", "Hb 9,8 g/dL e 15.400 leucócitos/mm3, plaquetas 38.000.", ["Hb 9,8 g/dL e 15.400 leucócitos/mm3", "plaquetas 38.000"]),
        ("pt", "hemograma", "Hemoglobina de 9,8, VCM 80 fL; baço a 3 cm.", ["Hemoglobina de 9,8, VCM 80 fL"]),
        ("pt", "tomografia de tórax", "TC de crânio normal; TC do tórax com nódulos em vidro fosco.", ["TC do tórax com nódulos em vidro fosco"]),
        ("pt", "tomografia de tórax", "A tomografia evidenciou nódulos, mas o exame físico foi normal.", ["tomografia evidenciou nódulos"]),
        ("pt", "tomografia de tórax", "Tomografia realizada em 2015 com nódulos.", []),
        ("pt", "biópsia de pele", "A pele foi biopsiada.", ["pele foi biopsiada"]),
        ("pt", "biópsia de pele", "Fígado biopsiado.", []),
        ("pt", "endoscopia digestiva alta", "Paciente endoscopada; EDA com úlcera.", ["endoscopada", "EDA com úlcera"]),
        ("pt", "sorologia para HIV", "Sorologia anti-HIV não reagente.", ["Sorologia anti-HIV não reagente"]),
        ("pt", "sorologia para HIV", "Sorologia para sífilis reagente.", []),
        ("pt", "gasometria arterial", "pH 7,21, pCO2 60, HCO3 18.", ["pH 7,21, pCO2 60, HCO3 18"]),
        ("pt", "ressonância magnética de crânio", "RM de coluna e RM de encéfalo com lesões.", ["RM de encéfalo com lesões"]),
        ("pt", "ultrassonografia de abdome", "USG abdominal: fígado aumentado.", ["USG abdominal", "fígado aumentado"]),
        ("pt", "TSH", "TSH 12 mUI/L; tsh 3", ["TSH 12 mUI/L", "tsh 3"]),
        ("es", "potasio sérico", "Potasio de 2,9 mEq/L; dieta rica en potasio.", ["Potasio de 2,9 mEq/L"]),
        ("es", "tomografía de tórax", "La TC de tórax mostró nódulos, pero la TC de cráneo fue normal.", ["TC de tórax mostró nódulos"]),
        ("es", "biopsia de piel", "La piel fue biopsiada.", ["piel fue biopsiada"]),
        ("es", "radiografía de tórax", "Rx de tórax sin infiltrados; Rx de mano normal.", ["Rx de tórax sin infiltrados"]),
    ],
)  # fmt: skip
def test_other_languages(language: str, exam: str, text: str, expected: list[str]) -> None:
    assert hidden(exam, text, language=language) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("xxx 3", ("3", True)), ("xxx was 3.4 mmol/l", ("3.4 mmol/l", True)), ("xxx: 3", ("3", True)), ("xxx (3", ("3", True)),
        ("xxx level of 3 mg/dl (normal 4)", ("3 mg/dl (normal 4)", True)), ("xxx + 3", ("+ 3", True)), ("xxx ++ 3", None), ("xxx titre 1:320", ("1:320", True)), ("xxx 12h", None), ("xxx 12 hs", ("12 hs", True)), ("xxx 3a", None),
        ("xxx 3, 4 and 5 g/l", ("3, 4 and 5 g/l", True)), ("xxx <3%", ("<3%", True)), ("xxx 2 x 10^9/l", ("2 x 10^9/l", True)), ("xxx yyy 3", None), ("xxx", None), ("xxx of", None),
        ("xxx rose to from 3", ("from 3", False)),
    ],
)  # fmt: skip
def test_the_number_behind_a_name(text: str, expected: tuple[str, bool] | None) -> None:
    found = values_of(ENGLISH).number_after(text, 3)
    assert (found and (found[0].of(text), found[1])) == expected


def test_the_number_behind_a_name_is_looked_for_in_reach() -> None:
    values = values_of(ENGLISH)
    for space, found in ((100, True), (118, True), (119, True), (120, False)):
        assert bool(values.number_after("xxx" + " " * space + "7", 3)) is found, space
    assert values.number_after("aaa xxx 7", 7) == (Span(8, 9), True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("k 3", True), ("k 3; d", True), ("k 3. d", True), ("k 3.", True), ("k 3 d", False), ("k 3 mmol/l d", True), ("k 3.1 d", True), ("k 3,1 d", True), ("k 3) d", True), ("k 3\nd", True), ("k 3: d", True),
    ],
)  # fmt: skip
def test_a_number_that_must_tell_of_itself(text: str, found: bool) -> None:
    assert bool(values_of(ENGLISH).number_after(text, 1, unit=True)) is found
    assert values_of(ENGLISH).number_after(text, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("15,400 xxx", "15,400 "), ("of 15,400 xxx", "15,400 "), ("3 mg/dl xxx", "3 mg/dl "), ("3 of xxx", "3 of "), ("3 xx xxx", None), ("a3 xxx", None), ("xxx", None), ("3, xxx", None),
        ("3 k xxx", "3 k "), ("two xxx", None), ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 3 xxx", "3 "), ("1:40 xxx", "1:40 "), ("(3 xxx", "3 "), ("_3 xxx", "3 "),
    ],
)  # fmt: skip
def test_the_number_before_a_name(text: str, expected: str | None) -> None:
    found = values_of(ENGLISH).number_before(text, len(text) - 3)
    assert (found and found.of(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("xxx was positive", "positive"), ("xxx, not reactive now", "not reactive"), ("xxx is a bit too high", "a bit too high"), ("xxx is a bit too very high", "a bit too very high"), ("xxx (normal)", "normal"),
        ("xxx normality", None), ("xxx normal-sized", None), ("xxx", None), ("xxx; normal", None), ("xxx within normal limits", "within normal limits"),
    ],
)  # fmt: skip
def test_the_word_behind_a_name(text: str, expected: str | None) -> None:
    found = values_of(ENGLISH).word_after(text, 3)
    assert (found and found.of(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("xxx showed a mass", "a mass"), ("xxx showed a mass, and a cyst", "a mass"), ("xxx showed a mass but he left", "a mass"), ("xxx showed a mass. He left", "a mass"), ("xxx showed 3.5 cm", "3.5 cm"),
        ("xxx, showing a mass", "a mass"), ("xxx, he left showing a mass", None), ("xxx with a mass", "a mass"), ("xxx, with a mass", "a mass"), ("xxx of legs with a mass", None), ("xxx showed", None),
        ("xxx was compatible with a mass", "compatible with a mass"), ("xxx showed a mass -", "a mass"), ('xxx showed "a mass"', '"a mass"'), ("xxx showed 30%", "30%"), ("xxx showed  \t a mass", "a mass"), ("xxx. showed a mass", None),
        ("xxx showed (a)", None), ("xxx showed a mass (a", "a mass"), ("xxx showed a mass\nHe", "a mass"), ("xxx", None), ("xxx of the left leg of the man at hand showed a mass", "a mass"),
    ],
)  # fmt: skip
def test_the_finding_behind_a_name(text: str, expected: str | None) -> None:
    found = values_of(ENGLISH).finding_after(text.lower(), 3, len(text))
    assert (found and found.of(text)) == expected


def test_a_finding_ends_before_the_next_exam_and_in_reach() -> None:
    values = values_of(ENGLISH)
    text = "xxx showed a mass yyy"
    for limit in range(len(text) + 1):
        found = values.finding_after(text, 3, limit)
        assert (found.of(text) if found else None) == ((text[11:limit].rstrip() or None) if limit > 10 else None), limit
    long = "xxx showed " + "ab " * 90
    assert values.finding_after(long, 3, len(long)) == Span(11, 11 + 160)
    for words in range(24, 32):
        text = "xxx" + " a" * words + " showed a mass"
        assert bool(values.finding_after(text, 3, len(text))) is (text.index("showed") + 6 <= 63), text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("grew cocci in xxx", "grew cocci"), ("grew cocci in the xxx", "grew cocci in"), ("grew cocci from two xxx", None), ("growth of cocci in xxx", "growth of cocci"), ("grew cocci, in xxx", None), ("grew cocci xxx", None),
        ("he grew gram-positive cocci in xxx", "grew gram-positive cocci"), ("grew cocci in the blood xxx", None), ("regrew cocci in xxx", None), ("grew in xxx", None), ("grew. cocci in xxx", None), ("a " * 70 + "grew cocci in xxx", "grew cocci"),
    ],
)  # fmt: skip
def test_what_grew_before_a_name(text: str, expected: str | None) -> None:
    found = values_of(ENGLISH).growth_before(text, len(text) - 3)
    assert (found and found.of(text)) == expected


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("xxx 40 mg", True), ("xxx 40 mg/dl", False), ("xxx 40 mg / dl", False), ("xxx 40 mgs", False), ("xxx (40 g)", True), ("xxx of 40 mcg daily", True), ("xxx 40 mmol/l", False), ("xxx 40 mmol/kg", True),
        ("xxx supplements", True), ("xxx-chloride", True), ("xxx, chloride", False), ("xxx level", False), ("xxx", False), ("xxx    40 mg", False), ("xxx 1.5 g", True),
    ],
)  # fmt: skip
def test_the_dose_of_a_drug_is_no_value(text: str, dose: bool) -> None:
    assert values_of(ENGLISH).is_dose(text, 3) is dose


@pytest.mark.parametrize(
    ("text", "taken"),
    [("diet rich in xxx", True), ("rich in this one xxx", False), ("rich in the xxx", True), ("xxx rich", False), ("rich" + " " * 21 + "xxx", False), ("rich" + " " * 20 + "xxx", True), ("x xxx", False)],
)  # fmt: skip
def test_what_is_eaten_is_not_measured(text: str, taken: bool) -> None:
    assert values_of(ENGLISH).is_taken(text, text.index("xxx")) is taken


def test_a_concentration_some_words_behind_a_name() -> None:
    values = values_of(ENGLISH)
    text = "xxx in the very last sample 12 ng/ml now"
    found = values.number_far(text, 3, len(text))
    assert found is not None
    assert found.of(text) == "12 ng/ml"
    assert values.number_far(text, 3, text.index("12")) is None
    for other in (
        "xxx in a, sample 12 ng/ml",
        "xxx in 12 ng",
        "xxx in 12 ng/kg",
        "xxx in 12 ng/h",
        "xxx 12 ng/ml",
        "xxx " + "a " * 8 + "12 ng/ml",
    ):
        assert values.number_far(other, 3, len(other)) is None, other
    assert values.number_far("xxx " + "a " * 7 + "12 ng/ml", 3, 99) == Span(18, 26)


@pytest.mark.parametrize(
    ("between", "tied", "joined", "bare"),
    [
        (" ", True, True, True), (" and ", True, True, True), (" and a ", False, False, False), (", ", False, True, True), ("", False, True, True), ("/", False, True, True), (" 3 mg/dl, ", False, False, False), (" 3 mg/dl and ", False, True, False),
        (" and 3 ", False, True, False), (" of ", True, True, True), (" leg ", False, False, False), ("; ", False, False, False), ("       of ", True, False, False), ("        of ", False, False, False), (" " * 10, True, False, False), (" " * 11, False, False, False),
    ],
)  # fmt: skip
def test_what_ties_and_what_joins(between: str, tied: bool, joined: bool, bare: bool) -> None:
    values = values_of(ENGLISH)
    text = f"xxx{between}yyy"
    places = (3, 3 + len(between))
    assert values.ties(text, *places) is tied
    assert values.joins(text, *places) is joined
    assert values.joins(text, *places, bare=True) is bare


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("xxx in 2011", True), ("in 1998 xxx", True), ("in 1898 xxx", False), ("In 2011. xxx", False), ("xxx. In 2011", False), ("xxx; in 2011", False), ("in 2011; xxx", False), ("xxx 2011 mg", False), ("xxx 2011/ml", False), ("xxx 2011.5", False),
        ("xxx 12011", False), ("xxx in 2011.", True), ("xxx\nin 2011", False), ("xxx, in 2011", True), ("xxx" + " " * 157 + "2011", False), ("xxx" + " " * 156 + "2011", True), ("2011" + " " * 157 + "xxx", False), ("2011" + " " * 156 + "xxx", True), ("2011. a; b. c xxx", False),
        ("2011 and 12 xxx. 2011", True),
    ],
)  # fmt: skip
def test_a_year_in_the_sentence_lays_an_exam_in_the_past(text: str, past: bool) -> None:
    start = text.index("xxx")
    assert values_of(ENGLISH).is_past(text, start, start + 3) is past


def test_denominators_and_verbs_beside_a_name() -> None:
    values = values_of(ENGLISH)
    assert values.unit_after("cells/mm3 now", 5) == 9
    assert values.unit_after("cells mm3", 5) == 5
    for text, start in (
        ("was tested for xxx", 4),
        ("tested for the xxx", 0),
        ("tested for the a xxx", 17),
        ("untested for xxx", 13),
        ("tested,  xxx", 9),
        ("x" * 60 + " tested xxx", 61),
    ):
        assert values.doing_before(text, text.rindex("xxx")) == start, text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Potassium chloride 3 mmol/l", []),
        ("Potassium chloride was 3", []),
        ("Potassium, chloride 3 mmol/l", ["Potassium", "chloride 3 mmol/l"]),
        ("A. Chloride 3 mmol/l", ["Chloride 3 mmol/l"]),
    ],
)
def test_a_salt_is_no_two_measures(text: str, expected: list[str]) -> None:
    diagnosis = GoldTarget(["sarcoidosis"], languages=["en"])
    masker = Masker(ExamTarget(diagnosis, ("serum potassium", "serum chloride")))
    assert [redaction.surface for redaction in masker.mask(text).redactions] == expected
