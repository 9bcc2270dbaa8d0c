"""Exams in a text: names, verbs, methods with their objects, results, and what only looks like an exam."""

from __future__ import annotations

import pytest

from clinicalbr.masking import ExamTarget, GoldTarget, Masker


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
