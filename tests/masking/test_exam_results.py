"""How texts tell results of exams: one example a kind, beside what must stay."""

from __future__ import annotations

import pytest

from clinicalbr.masking import ExamTarget, GoldTarget, Masker

EN = ("chest computed tomography", "C-reactive protein", "serum potassium", "electrocardiogram", "blood cultures")
PT = (
    "tomografia computadorizada de tórax",
    "proteína C reativa",
    "potássio sérico",
    "eletrocardiograma",
    "hemoculturas",
)


def masked(language: str, exams: tuple[str, ...], text: str) -> str:
    diagnosis = GoldTarget(["xantomatose"], languages=(language,))
    return Masker(ExamTarget(diagnosis, exams), "[X]").mask(text).text


@pytest.mark.parametrize(
    ("language", "exams", "text", "expected"),
    [
        pytest.param("en", EN, "The CRP trebled within a day.", "The [X].", id="a verb that no list holds"),
        pytest.param("en", EN, "The ECG was full of ectopics, and he slept.", "The [X], and he slept.", id="copula"),
        pytest.param("pt", PT, "ECG: ritmo sinusal, sem isquemia. Dormiu.", "[X]: [X]. Dormiu.", id="colon"),
        pytest.param("pt", PT, "No ECG, ritmo sinusal. Dormiu.", "No [X], [X]. Dormiu.", id="fronted"),
        pytest.param("en", EN, "There was a right-sided mass on CT chest.", "There was a [X].", id="told before"),
        pytest.param("en", EN, "Hypokalaemia (K 2.9 mEq/L) persisted.", "[X] ([X]) persisted.", id="what a value proves"),
        pytest.param("en", EN, "Potassium fell to 2.9, rose to 4.1.", "[X].", id="a value that changes"),
        pytest.param("pt", PT, "A PCR veio alterada: 112 mg/L.", "A [X].", id="word and number"),
        pytest.param("en", EN, "Blood cultures grew S. aureus and Candida.", "[X].", id="the dot of an initial"),
        pytest.param("pt", PT, "TC de tórax com nódulos, o maior de 3 cm.", "[X].", id="over a comma"),
        pytest.param("en", EN, "An electocardiogram had long pauses.", "An [X].", id="misspelt name"),
        pytest.param("en", ("NT-proBNP",), "NTproBNP 4,870 pg/mL.", "[X].", id="gap left out"),
        pytest.param("en", ("HIV antibody test",), "He tested positive for HIV.", "He [X].", id="tested for"),
        pytest.param("en", ("ESR", "CRP"), "Inflammatory markers were sky-high.", "[X].", id="panel of the list"),
        pytest.param("en", ("Urine culture",), "Urine sent for culture yielded E. coli.", "[X].", id="specimen sent"),
        pytest.param("pt", ("cultura de secreção orofaríngea",), "O swab de orofaringe cresceu Candida.", "O [X].", id="specimen that grew"),
        pytest.param("en", ("blood film",), "The film had spherocytes.", "The [X].", id="head alone"),
        pytest.param("en", ("six-minute walk test",), "On the 6MWT he managed 310 m, with desaturation to 81%.", "On the [X].", id="value of a person"),
        pytest.param("pt", ("tonometria",), "PIO 32 mmHg em OD e 28 mmHg em OE.", "[X].", id="value on both sides"),
        pytest.param("pt", ("cariótipo",), "Cariótipo 46,XX.", "[X].", id="comma within a value"),
        pytest.param("en", ("specific IgE",), "sIgE to peanut 54 kU/L.", "[X].", id="what an exam is for"),
        pytest.param("pt", ("elastase-1 fecal",), "A elastase nas fezes foi < 15 µg/g.", "A [X].", id="specimen in another word"),
        pytest.param("pt", PT, "Três amostras de hemocultura negativas.", "[X].", id="number of samples"),
        pytest.param("en", ("insulin tolerance test",), "On ITT, GH peaked at 1.8 ng/mL.", "On [X], [X].", id="what a dynamic test measures"),
        pytest.param("pt", ("espirometria",), "VEF1 de 58% com ganho de 320 mL após salbutamol.", "[X].", id="circumstance"),
        pytest.param("en", ("immunofixation",), "Immunofixation of serum and urine found no monoclonal band.", "[X].", id="two specimens"),
    ],
)  # fmt: skip
def test_result_beside_its_exam_is_masked(language: str, exams: tuple[str, ...], text: str, expected: str) -> None:
    assert masked(language, exams, text) == expected


@pytest.mark.parametrize(
    ("language", "exams", "text", "expected"),
    [
        pytest.param("en", EN, "An ECG had been booked by the nurse.", "An [X] had been booked by the nurse.", id="asked for"),
        pytest.param("pt", PT, "A TC de tórax foi solicitada.", "A [X] foi solicitada.", id="pt: asked for"),
        pytest.param("en", EN, "CRP was 90 and he was given fluids.", "[X] and he was given fluids.", id="new statement"),
        pytest.param("pt", PT, "PCR de 90 e iniciou soro.", "[X] e iniciou soro.", id="pt: new statement"),
        pytest.param("en", EN, "ECG looked odd and he was sent home.", "[X] and he was sent home.", id="after words"),
        pytest.param(
            "pt", PT, "TC de tórax com nódulos e iniciou soro.", "[X] e iniciou soro.", id="pt: after words"
        ),
        pytest.param("en", EN, "The ECG was normal; ferritin was 400.", "The [X]; ferritin was 400.", id="next exam"),
        pytest.param("en", EN, "ECG normal, BP 120/80 mmHg.", "[X], BP 120/80 mmHg.", id="vital signs"),
        pytest.param("pt", ("videolaparoscopia diagnóstica",), "Colecistectomia videolaparoscópica em 2009.", None, id="way of an operation"),
        pytest.param("pt", ("raspado intradérmico",), "O raspado micológico foi negativo.", None, id="part of another name"),
        pytest.param("en", ("bronchoalveolar lavage",), "Whole-lung lavage was discussed.", None, id="treatment"),
        pytest.param("en", ("gastrin",), "Atrophic gastritis was thought unlikely.", None, id="disease of the same root"),
        pytest.param("en", ("sputum culture",), "The child grew well.", None, id="grew without a specimen"),
        pytest.param("en", ("blood film",), "A film about nurses was on.", None, id="no result behind a noun"),
        pytest.param("en", EN, "He took potassium 600 mg and a diet rich in potassium.", None, id="taken, not measured"),
        pytest.param("en", EN, "CT of the abdomen showed a cyst.", None, id="another place"),
        pytest.param("en", ("complete blood count",), "Hemoglobin A1c was 8.6 %.", None, id="within another exam"),
        pytest.param("en", ("HIV antibody test",), "Her partner has HIV.", None, id="the disease alone"),
        pytest.param("en", ("optical coherence tomography",), "A CT was normal.", None, id="method in a longer name"),
        pytest.param("en", ("brain MRI",), "MRI-safe clips were used.", None, id="no exam"),
    ],
)  # fmt: skip
def test_what_tells_no_result_stays(language: str, exams: tuple[str, ...], text: str, expected: str | None) -> None:
    assert masked(language, exams, text) == (expected or text)
