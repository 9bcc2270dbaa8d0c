"""What an acronym means where it stands: the answer, or something else with the same letters."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker

R = {"pt": "[REDIGIDO]", "en": "[REDACTED]", "es": "[OCULTO]"}
ANSWERS = {
    "AR": ("pt", "artrite reumatoide"), "MG": ("pt", "miastenia gravis"), "IM": ("pt", "infarto do miocárdio"), "EM": ("pt", "esclerose múltipla"), "DM": ("pt", "diabetes mellitus tipo 1"), "DM1.given": ("pt", "diabetes mellitus tipo 1"), "SC": ("pt", "síndrome de Cushing"),
    "MS": ("en", "multiple sclerosis"), "MA": ("en", "malignant ascites"), "IT": ("en", "immune thrombocytopenia"), "PE": ("en", "pulmonary embolism"),
    "EP": ("es", "embolia pulmonar"), "IV": ("es", "insuficiencia venosa"), "AR.es": ("es", "artritis reumatoide"),
}  # fmt: skip


def stays(acronym: str, text: str) -> bool:
    language, name = ANSWERS[acronym]
    short = acronym.partition(".")[0]
    masked = Masker(GoldTarget([name], [short], languages=[language])).mask(text).text
    return masked == text


@pytest.mark.parametrize(
    ("acronym", "text"),
    [
        # measurements
        ("AR", "AR = 5"), ("AR", "AR=5"), ("AR", "AR < 3 mg"), ("AR", "AR 5 mg"), ("AR", "AR de 20 mmHg"), ("AR", "AR 3,4%"), ("AR", "AR: 5,2 mg/dL"), ("AR", "AR estimada em 3,1 L/min"), ("AR", "AR (3,1 L/min)"), ("AR", "AR foi de 4 mg"), ("AR", "AR = -2"),
        ("MS", "MS 10 mg"), ("PE", "PE was 30 mmHg"), ("EP", "EP de 30 mmHg"), ("EP", "EP = 4"),
        # places
        ("MG", "Juiz de Fora-MG"), ("MG", "Juiz de Fora, MG"), ("MG", "Belo Horizonte (MG)"), ("MG", "Betim/MG"), ("MG", "São João del Rei - MG"), ("MS", "Jackson, MS"), ("MA", "Boston, MA"), ("MA", "from Boston (MA)"),
        # routes of drugs
        ("IM", "diclofenaco 75 mg IM"), ("IM", "via IM"), ("IM", "dose IM"), ("IM", "penicilina 1.200.000 UI IM"), ("IM", "injeção IM"), ("SC", "enoxaparina 40 mg SC"), ("IT", "methotrexate 12 mg IT"), ("IV", "ceftriaxona 2 g IV"), ("IV", "inyección IV"),
        # words in capitals
        ("AR", "TC COM AR NO SEIO"), ("AR", "EXAME COM AR AMBIENTE NORMAL"), ("EM", "FOI INTERNADO EM SP"), ("AR", "PRESENÇA DE AR"),
        # other types
        ("DM", "DM2"), ("DM", "DM 2"), ("DM", "DM tipo 2"), ("DM", "DM-2"), ("DM", "DM II"), ("DM", "DM tipo II"), ("DM", "DM mellitus tipo 2"), ("AR", "AR1"), ("AR", "AR27"),
    ],
)  # fmt: skip
def test_other_meanings_stay(acronym: str, text: str) -> None:
    assert stays(acronym, text)
    assert stays(acronym, f"Ontem, {text}.") or acronym in {"AR", "EM"}


@pytest.mark.parametrize(
    ("acronym", "text"),
    [
        ("AR", "AR há 5 anos"), ("AR", "AR 2 anos"), ("AR", "tem AR: 5"), ("AR", "AR."), ("AR", "AR, 5 mg de metotrexato"), ("AR", "AR\u00b2"), ("AR", "AR tipo 2"), ("AR", "AR (5)"), ("AR", "ARs"), ("AR", "AR 5 meses"),
        ("MG", "com MG"), ("MG", "MG generalizada"), ("MG", "tem MG-"), ("MG", "A paciente com MG"), ("MS", "She had MS"), ("MS", "relapsing MS in Boston"), ("MA", "The MA recurred"),
        ("IM", "teve IM em 2010"), ("IM", "IM prévio; AAS 100 mg"), ("IM", "75 mg/dL; teve IM"), ("IM", "diclofenaco 75 mg. IM prévio"), ("IT", "The patient with IT bled"), ("IV", "con IV crónica"),
        ("AR", "TC com AR no seio"), ("AR", "AR SOROPOSITIVA com dor"), ("EM", "paciente com EM"), ("EM", "EM SURTO"),
        ("DM1.given", "DM1 2 anos"), ("DM", "DM1"), ("DM", "DM 1"), ("DM", "DM tipo 1"), ("DM", "DM I"), ("DM", "DM"), ("DM", "DM há 2 anos"), ("DM", "DM, 2 filhos"), ("DM", "DM 1,5 mês"),
        ("EP", "EP masiva"), ("AR.es", "AR seropositiva"), ("AR.es", "con AR y aire ambiente"),
    ],
)  # fmt: skip
def test_the_answer_goes(acronym: str, text: str) -> None:
    assert not stays(acronym, text)
    assert not stays(acronym, f"Hoje {text} ,")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("débito cardíaco (DC) de 3", "débito cardíaco (DC) de 3"), ("doença de Chagas (DC) de 3 anos; DC baixa", "R (R) de 3 anos; R baixa"),
        ("doença de Chagas (DC) há mais de trinta anos; o DC era de 3 L/min", "R (R) há mais de trinta anos; o DC era de 3 L/min"), ("DC (débito cardíaco); doença de Chagas", "DC (débito cardíaco); R"),
        ("doença de Chagas (DC) = 5", "R (R) = 5"),
    ],
)  # fmt: skip
def test_what_the_text_defines(text: str, expected: str) -> None:
    assert Masker(GoldTarget(["doença de Chagas"], languages=["pt"])).mask(text).text == expected.replace("R", R["pt"])


@pytest.mark.parametrize(
    ("name", "language", "text"),
    [
        ("doença hepática quística", "pt", "derivação hidrocefálica quilosa (DHQ)"), ("doença hepática quística", "pt", "DHQ (derivação hidrocefálica quilosa)"), ("doença hepática quística", "pt", "derivação da hidrocefalia e quilo [DHQ]"),
        ("weird lymph queer", "en", "waning lobe quotient (WLQ)"), ("enfermedad hepática quística", "es", "estudio hemodinámico quirúrgico (EHQ)"),
    ],
)  # fmt: skip
def test_a_rival_expansion_speaks_against_an_acronym(name: str, language: str, text: str) -> None:
    letters = "".join(char for char in text if char.isupper())
    own = Masker(GoldTarget([name], languages=[language]))
    assert own.mask(f"o {letters} foi").text == f"o {R[language]} foi"
    assert own.mask(text).text == text
    assert own.mask(f"{name} ({letters})").text == f"{R[language]} ({R[language]})"
    assert Masker(GoldTarget([name], [letters], languages=[language])).mask(text).text == text


@pytest.fixture(scope="module")
def table_pack(tmp_path_factory: pytest.TempPathFactory) -> LanguagePack:
    """The Portuguese pack with a table of abbreviations of our own."""
    folder: Path = tmp_path_factory.mktemp("packs") / "pt"
    shutil.copytree(LanguagePack.load("pt").folder, folder)
    rows = [
        "short\tmeaning\tbeside", "QA\tquimera alfa\trim|em alça", "QA\tquociente aéreo\tL/min|respirador", "QAZ\tquadro azul zonal\tpele",
        "QB\tquimera beta\t", "QC\tquociente cardíaco\teco",
    ]  # fmt: skip
    (folder / "abbreviations.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return LanguagePack.from_folder(folder)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("QA grave", True), ("QA no respirador", False), ("respirador com QA", False), ("QA no respirador, rim normal", True), ("QA do respiradores", True), ("QA (quociente aéreo)", False), ("quociente aéreo (QA)", False),
        ("QA: normal", False), ("Com QA: normal", True), ("febre. QA: normal", False), ("QA" + " x" * 40 + " respirador", True), ("QA" + " " * 34 + "respirador", False), ("QA" + " " * 36 + "respirador", True), ("respirador" + " " * 35 + "QA", False), ("respirador" + " " * 36 + "QA", True), ("respirador com QA " + "x " * 100, False), ("x " * 100 + "respirador com QA", False), ("respirador " + "x " * 100 + "QA", True), ("respirador. QA", True), ("respirador; QA", True), ("QA. O respirador", True), ("QA; respirador", True), ("QA em alça no respirador", True), ("rim. QA no respirador", False), ("QA 3 L/min", False), ("quociente alto (QA)", False), ("doente (QA)", True),
    ],
)  # fmt: skip
def test_the_usual_meanings_of_a_given_acronym(table_pack: LanguagePack, text: str, found: bool) -> None:
    masker = Masker(GoldTarget(["quimera alfa"], ["QA"], languages=["pt"]), packs=[table_pack])
    assert ("[REDIGIDO]" in masker.mask(text).text.replace("quimera alfa", "")) is found


def test_the_table_gives_acronyms_and_asks_for_evidence(table_pack: LanguagePack) -> None:
    known = Masker(GoldTarget(["quimera beta"], languages=["pt"]), packs=[table_pack])
    assert known.mask("a QB foi").text == "a [REDIGIDO] foi"
    rival = Masker(GoldTarget(["quisto anular zoonótico"], languages=["pt"]), packs=[table_pack])
    assert rival.mask("o QAZ foi").text == "o QAZ foi"
    assert rival.mask("quisto anular zoonótico (QAZ); o QAZ foi").text == "[REDIGIDO] ([REDIGIDO]); o [REDIGIDO] foi"
    other = Masker(GoldTarget(["quisto anular zoonótico"], languages=["pt"]))
    assert other.mask("o QAZ foi").text == "o [REDIGIDO] foi"


@pytest.mark.parametrize("text", ["Sida rhombifolia", "chá de Sida rhombifolia e mel"])
def test_a_genus_is_no_acronym(text: str) -> None:
    masker = Masker(GoldTarget(["síndrome da imunodeficiência adquirida"], ["SIDA"], languages=["pt"]))
    assert masker.mask(text).text == text
    assert masker.mask("Sida grave").text == "[REDIGIDO] grave"
    assert masker.mask("SIDA rhombifolia").text == "[REDIGIDO] rhombifolia"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("quizofrenia axial (QZA)", False), ("quizofrenia muito axial (QZA)", False), ("quizofrenia com axial (QZA)", False), ("QZA (quizofrenia axial)", False),
        ("quizofrenia (QZA)", True), ("quizofrenia. Axial (QZA)", True), ("febre e tosse (QZA)", True), ("quadro zonal (QZA)", True),
    ],
)  # fmt: skip
def test_letters_may_stand_inside_the_words_of_a_rival_expansion(text: str, found: bool) -> None:
    masker = Masker(GoldTarget(["quadro zonal anular"], ["QZA"], languages=["pt"], derive_acronyms=False))
    assert any(leak.surface == "QZA" for leak in masker.find(text)) is found
