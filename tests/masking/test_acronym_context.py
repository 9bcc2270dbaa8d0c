"""What an acronym means where it stands: the answer, or something else with the same letters."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker
from clinicalbr.masking.acronym_context import AcronymContext, _measure, _spelled_out, _stands_in
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.word_weight import Thresholds
from clinicalbr.text import Span

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
        ("IM", "diclofenaco 75 mg IM"), ("IM", "via IM"), ("IM", "dose IM"), ("IM", "penicilina 1.200.000 UI IM"), ("IM", "injeção IM"), ("IM", "medicação injetável IM"), ("IM", "2 ml IM"), ("SC", "enoxaparina 40 mg SC"), ("IT", "methotrexate 12 mg IT"), ("IV", "ceftriaxona 2 g IV"), ("IV", "inyección IV"),
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
        ("IM", "teve IM em 2010"), ("IM", "IM prévio; AAS 100 mg"), ("IM", "75 mg/dL; teve IM"), ("IM", "diclofenaco 75 mg. IM prévio"), ("IM", "5 gestações, IM prévio"), ("IM", "viajou com IM"), ("IM", "70 kg, IM prévio"), ("IT", "The patient with IT bled"), ("IV", "con IV crónica"),
        ("AR", "TC com AR no seio"), ("AR", "AR SOROPOSITIVA com dor"), ("EM", "paciente com EM"), ("EM", "EM SURTO"),
        ("DM", "DM1"), ("DM", "DM 1"), ("DM", "DM tipo 1"), ("DM", "DM I"), ("DM", "DM"), ("DM", "DM há 2 anos"), ("DM", "DM, 2 filhos"), ("DM", "DM desde 2 anos"), ("DM", "DM 2/3 dos casos"), ("DM", "DM 1,5 mês"), ("DM1.given", "DM1 2 anos"),
        ("EP", "EP masiva"), ("AR.es", "AR seropositiva"), ("AR.es", "con AR y aire ambiente"),
    ],
)  # fmt: skip
def test_the_answer_goes(acronym: str, text: str) -> None:
    assert not stays(acronym, text)
    assert not stays(acronym, f"Hoje {text} ,")


@pytest.mark.parametrize(
    ("key", "own", "name", "goes_and_stays"),
    [
        ("type_words", '["sorte"]', "quimera 1 (QU)", ("QU tipo 2", "QU sorte 2; quimera sorte 2")),
        ("particles", '["zu"]', "doença de Quimera", ("sinal de Quimera", "sinal zu Quimera")),
        ("route_cues", '["# gotas", "pinga*"]', "infarto monstro (IM)", ("75 mg IM", "75 gotas IM; pingado IM")),
        ("route_cues", "[]", "infarto monstro (IM)", ("75 mg IM", "")),
    ],
)
def test_what_tells_another_meaning_is_in_the_pack(
    tmp_path: Path, key: str, own: str, name: str, goes_and_stays: tuple[str, str]
) -> None:
    folder = shutil.copytree(LanguagePack.load("pt").folder, tmp_path / "pt")
    file = folder / "pack.toml"
    text, changes = re.subn(rf"(?m)^{key} = .*", f"{key} = {own}", file.read_text(encoding="utf-8"))
    assert changes == 1
    file.write_text(text, encoding="utf-8")
    goes, stays = goes_and_stays
    target = GoldTarget([name], languages=["pt"])
    included, masker = Masker(target), Masker(target, packs=[LanguagePack.from_folder(folder)])
    assert masker.mask(stays).text == stays
    assert masker.mask(goes).text == re.sub("QU|Quimera|IM", R["pt"], goes)
    assert included.mask(goes).text == goes


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


@pytest.mark.parametrize("test_names", ["keep", "mask"])
@pytest.mark.parametrize(
    ("name", "acronyms"),
    [("infecção pelo HIV", []), ("infecção pelo HIV", ["HIV"]), ("síndrome da imunodeficiência adquirida", ["HIV"])],
)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("anti-HIV reagente", "R reagente"), ("ANTI-HIV NEGATIVO", "R NEGATIVO"), ("HBsAg, anti-HCV e anti-HIV", "HBsAg, anti-HCV e R"), ("anti HIV e antiHIV", "anti R e R"), ("teste rápido anti-HIV", "teste rápido R"),
        ("anti-HIV 1/2", "R 1/2"), ("anti-HIV1", "R1"), ("anti-HIV: 5,2 UI/mL", "R: 5,2 UI/mL"), ("anti-HIV 0,25 UI/mL", "R 0,25 UI/mL"), ("anti-HIV = 0,5", "R = 0,5"),
        ("sorologia para HIV", "sorologia para R"), ("carga viral do HIV", "carga viral do R"), ("vírus da imunodeficiência humana (HIV)", None),
        ("HIV = 0,5", "HIV = 0,5"), ("HIV27", "HIV27"),
    ],
)  # fmt: skip
def test_what_an_antibody_is_directed_at(
    name: str, acronyms: list[str], text: str, expected: str | None, test_names: Literal["keep", "mask"]
) -> None:
    masker = Masker(GoldTarget([name], acronyms, languages=["pt"]), test_names=test_names)
    masked = masker.mask(text).text
    if expected is None:
        assert masked.endswith(f"({R['pt']})")
    else:
        assert masked == expected.replace("R", R["pt"])


def test_a_name_that_holds_the_letters_leaves_their_meaning_open(table_pack: LanguagePack) -> None:
    def masked(names: list[str], text: str) -> str:
        return Masker(GoldTarget(names, ["QA"], languages=["pt"]), packs=[table_pack]).mask(text).text

    assert masked(["mal por QA"], "QA no respirador") == f"{R['pt']} no respirador"
    assert masked(["mal por QA"], "quimera alegre (QA)") == f"quimera alegre ({R['pt']})"
    # Another name that spells the letters out settles it.
    assert masked(["mal por QA", "quimera alfa"], "QA no respirador") == "QA no respirador"
    assert masked(["mal por QA", "quimera alfa"], "quociente alegre (QA)") == "quociente alegre (QA)"
    assert masked(["mal por QA", "quisto azul"], "QA no respirador") == "QA no respirador"
    # Letters inside a word are not held.
    assert masked(["mal squamoso"], "QA no respirador") == "QA no respirador"


@given(
    st.sampled_from(
        [
            ("artrite reumatoide", ["artrite reumatoide (AR)", "AR (artrite reumatoide)", "AR: artrite reumatoide", "artrite reumatoide - AR"], ["AR 24 irpm", "AR = 5", "AR de 20 mmHg"]),
            ("miastenia gravis", ["miastenia gravis (MG)", "MG (miastenia gravis)", "miastenia gravis/MG"], ["Juiz de Fora-MG", "Betim/MG", "Uberaba, MG"]),
            ("infarto do miocárdio", ["infarto do miocárdio (IM)", "IM (infarto do miocárdio)"], ["diclofenaco 75 mg IM", "via IM"]),
        ]
    ),
    st.booleans(),
    st.data(),
)  # fmt: skip
def test_what_speaks_against_an_acronym_does_so_on_either_side_of_its_definition(
    told: tuple[str, list[str], list[str]], is_given: bool, data: st.DataObject
) -> None:
    name, forms, others = told
    short = re.findall(r"[A-Z]{2}", forms[0])[0]
    form = data.draw(st.sampled_from(forms))
    beside = data.draw(st.lists(st.sampled_from(others), min_size=1, max_size=3))
    parts = data.draw(st.permutations([form, *beside]))
    joint = data.draw(st.sampled_from(["; ", ", com "]))
    expected = [re.sub(f"{name}|{short}", R["pt"], part) if part == form else part for part in parts]
    masker = Masker(GoldTarget([name], [short] if is_given else [], languages=["pt"]))
    assert masker.mask(joint.join(parts)).text == joint.join(expected)


def test_only_the_place_of_the_definition_is_sure() -> None:
    masker = Masker(GoldTarget(["artrite reumatoide"], languages=["pt"]))
    assert (
        masker.mask("artrite reumatoide (AR) 24 irpm, AR 24 irpm").text == f"{R['pt']} ({R['pt']}) 24 irpm, AR 24 irpm"
    )
    assert masker.mask("AR 24 irpm. AR (artrite reumatoide)").text == f"AR 24 irpm. {R['pt']} ({R['pt']})"
    assert masker.mask("artrite reumatoide (A.R.), AR").text == f"{R['pt']} ({R['pt']}), {R['pt']}"


@pytest.mark.parametrize(
    ("name", "acronym", "language", "text", "goes"),
    [
        ("púrpura trombocitopênica trombótica", "PTT", "pt", "o PTTa alargou", False), ("púrpura trombocitopênica trombótica", "PTT", "pt", "a PTTi recidivou", True), ("púrpura trombocitopênica trombótica", "PTT", "pt", "PTT de controle 31 s", False),
        ("acidente vascular cerebral", "AVC", "pt", "teve AVCi", True), ("síndrome hemolítico-urêmica", "SHU", "pt", "teve SHUa", True), ("immune thrombocytopenia", "PTT", "en", "the aPTT was long", False),
        ("aortic regurgitation", "AR", "en", "the ARs were mild", True),
    ],
)  # fmt: skip
def test_a_small_letter_that_makes_another_abbreviation(
    name: str, acronym: str, language: Literal["pt", "en", "es"], text: str, goes: bool
) -> None:
    masked = Masker(GoldTarget([name], [acronym], languages=[language])).mask(text).text
    assert (R[language] in masked) is goes


@pytest.mark.parametrize(
    ("name", "language", "text", "found"),
    [
        ("non-small cell lung carcinoma", "en", "NSCLC was staged", True), ("câncer medular da tireoide", "pt", "CMT com RET", True), ("enfermedad mixta del tejido conjuntivo", "es", "EMTC con Raynaud", True), ("paracoccidioidomicoses", "pt", "a PCM com itraconazol", True),
        ("northern swamp cat lung cough", "en", "NSCLC was staged", False), ("prurigo agudo infantil", "pt", "PAI medida", False),
    ],
)  # fmt: skip
def test_an_acronym_known_for_the_name_in_other_words_needs_no_definition(
    name: str, language: Literal["pt", "en", "es"], text: str, found: bool
) -> None:
    assert (R[language] in Masker(GoldTarget([name], languages=[language])).mask(text).text) is found


@pytest.mark.parametrize(
    ("name", "evidence"), [("non-small cell lung carcinoma", False), ("northern swamp cat lung cough", True)]
)
def test_initials_known_for_the_name_in_other_words_are_searched_at_once(name: str, evidence: bool) -> None:
    variants = Masker(GoldTarget([name], languages=["en"])).variants
    assert {variant.needs_evidence for variant in variants if variant.text == "NSCLC"} == {evidence}


@pytest.mark.parametrize(
    ("words", "letters", "whole", "expected"),
    [
        (["x", "aa", "bb"], "ab", False, ["aa", "bb"]), (["aa", "de", "bb"], "ab", False, ["aa", "bb"]), (["aa", "bb"], "ab", True, ["aa", "bb"]), (["x", "aa", "bb"], "ab", True, ["x", "aa", "bb"]), (["x", "y", "aa", "bb"], "ab", True, None), (["aa"], "a", True, None), ([], "ab", True, None), ([], "ab", False, None),
        (["ab"], "ab", False, None), (["aa", "bb", "yy"], "ab", False, ["aa", "bb", "yy"]), (["aa", "bb", "yy", "zz"], "ab", False, None), (["x", "aa", "bb", "cc"], "abc", False, ["aa", "bb", "cc"]),
    ],
)  # fmt: skip
def test_words_that_an_acronym_spells_out(
    words: list[str], letters: str, whole: bool, expected: list[str] | None
) -> None:
    assert _spelled_out(words, letters, {"de"}, whole=whole) == expected


@given(st.text("ab .", max_size=10), st.sampled_from(["a", "ab", "a b", ".a", "b."]))
def test_a_phrase_stands_as_words_of_its_own(text: str, phrase: str) -> None:
    expected = any(
        text.startswith(phrase, at)
        and not (text[at - 1 : at].isalnum() and phrase[0].isalnum())
        and not (text[at + len(phrase) : at + len(phrase) + 1].isalnum() and phrase[-1].isalnum())
        for at in range(len(text) + 1)
    )
    assert _stands_in(phrase, text) is expected


@pytest.mark.parametrize(
    ("after", "measured"),
    [
        (" 5 mg", True), (" 5mg", True), (" of 5 mg", True), (": 5 mg", True), (" (5 mg", True), (" of (<5,2 mg", True), ("     5 mg", False), ("    5 mg", True), (" 5 mgs", False), (" 5 xx", False), (" 5 mg/dl", True), (" of5 mg", True), (" xx 5 mg", False),
    ],
)  # fmt: skip
def test_a_number_with_a_unit(after: str, measured: bool) -> None:
    assert bool(_measure(frozenset({"mg", "mg/dl"}), frozenset({"of"})).match(after)) is measured


def hides(text: str, name: str, short: str, language: str = "pt") -> bool:
    masked = Masker(GoldTarget([name], [short], languages=[language])).mask(text).text
    return LanguagePack.load(language).placeholder in masked


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        # all words around in capitals, one of them known
        ("TC COM AR NO SEIO", False), ("AR NO SEIO", False), ("TC COM AR", False), ("AR", True), ("COM AR", True), ("com AR NO", True), ("AR NO seio", True), ("TC. AR. SEIO", True), ("X AR Y", True), ("QQQQ AR ZZZZ", True),
        ("QQQQ AR ZZZZ COM NO", False), ("AR AR AR", True), ("dor; COM AR NO seio", True), ("COM AR NO (seio)", False),
    ],
)  # fmt: skip
def test_a_word_among_capitals(text: str, hidden: bool) -> None:
    assert hides(text, "artrite reumatoide", "AR") is hidden


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("enoxaparina 40 mg SC", False), ("dose inicial SC", False), ("dose. SC", True), ("dose bem longa e inicial SC", True), ("40 mg/dia SC", False), ("via SC", False), ("servia SC", True), ("injetado SC", False), ("injeta SC", False),
    ],
)  # fmt: skip
def test_routes_of_drugs(text: str, hidden: bool) -> None:
    assert hides(text, "síndrome de Cushing", "SC") is hidden


PACKS = {code: LanguagePack.load(code) for code in ("pt", "en", "es")}


@pytest.fixture(scope="module")
def near_words(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """The Portuguese pack with frequencies around what a word of its own needs."""
    folder: Path = tmp_path_factory.mktemp("packs") / "pt"
    shutil.copytree(PACKS["pt"].folder, folder)
    words = {"xlmno": 349, "ylmno": 350, "rhombia": 149, "rhombus": 150, "rhombis": 0}
    concepts = {"rhombis": 1}
    rows = [
        "word\tzipf\tconcepts",
        *(f"{word}\t{zipf}\t{concepts.get(word, 0)}" for word, zipf in sorted(words.items())),
    ]
    (folder / "background.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return Lexicon([LanguagePack.from_folder(folder)], Thresholds())


@pytest.mark.parametrize(
    ("text", "genus"),
    [("Sida rhombia", True), ("Sida rhombus", False), ("Sida rhombis", False), ("Sida unknownus", True), ("SIDA rhombia", False), ("Sida rhomba", True), ("Sida rhoma", False), ("Sida rhoa", False), ("Sida  rhombia", False), ("Sida rhombiax", False), ("Sida Rhombia", False)],
)  # fmt: skip
def test_a_genus_with_its_species(near_words: Lexicon, text: str, genus: bool) -> None:
    assert AcronymContext(near_words, (), frozenset())._is_binomial(text, Span(0, 4)) is genus
