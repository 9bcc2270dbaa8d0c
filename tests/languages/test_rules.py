"""Word lists, endings, cues and acronym rules of the packs: complete, folded, strict, and true to labelled reports."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.languages import LanguagePack, Morphology
from clinicalbr.text import fold_text

CODES = LanguagePack.included()


@pytest.fixture(params=CODES)
def pack(request: pytest.FixtureRequest) -> LanguagePack:
    return LanguagePack.load(request.param)


def all_words(pack: LanguagePack) -> Iterable[str]:
    yield from pack.function_words
    for group in (
        pack.names.heads,
        pack.names.modifiers,
        pack.names.sites,
        pack.names.institutions,
        pack.names.fixed_phrases,
    ):
        yield from group
    for cues in (pack.cues.verdict, pack.cues.negation, pack.cues.suspicion):
        yield from cues
    yield from pack.acronyms.skipped_words | pack.acronyms.homographs
    yield from pack.acronyms.prefixes
    yield from pack.sentences.abbreviations + pack.sentences.clause_connectors
    for pair in pack.morphology.plurals + pack.morphology.spellings:
        yield from pair
    for paradigm in pack.morphology.paradigms:
        yield from paradigm


def test_everything_that_is_compared_is_folded(pack: LanguagePack) -> None:
    assert [word for word in all_words(pack) if fold_text(word) != word or word != word.strip()] == []


def test_placeholder_reads_as_no_word_of_the_pack(pack: LanguagePack) -> None:
    letters = fold_text(pack.placeholder).strip("[]")
    assert letters.isalpha()
    assert letters not in set(all_words(pack))
    assert pack.headings.kind(pack.placeholder) is None


@pytest.mark.parametrize(
    ("code", "denials"),
    [("pt", ["não", "sem", "mal"]), ("en", ["no", "not", "non", "without"]), ("es", ["no", "sin", "mal"])],
)
def test_denials_are_no_function_words(code: str, denials: list[str]) -> None:
    pack = LanguagePack.load(code)
    folded = {fold_text(word) for word in denials}
    assert not folded & pack.function_words
    assert not folded & pack.acronyms.skipped_words


@pytest.mark.parametrize(
    "eponym",
    ["Down", "Still", "Little", "Best", "Sweet", "Graves", "Bell", "Hunter", "Bright", "Chagas", "Hansen", "Crohn"],
)
def test_eponyms_are_no_function_words(pack: LanguagePack, eponym: str) -> None:
    assert fold_text(eponym) not in pack.function_words


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "pt",
            "o a os as um uma de do da dos das em no na nos nas por pelo pela com para ao à e ou que se é foi são está",
        ),
        ("en", "the a an of in on at by for with from to and or that which is are was were has had been be it he she"),
        ("es", "el la los las un una de del en por con para al y o que se es fue son está ha había lo su"),
    ],
)
def test_commonest_grammatical_words_are_function_words(code: str, words: str) -> None:
    assert {fold_text(word) for word in words.split()} <= LanguagePack.load(code).function_words


def test_function_words_cover_a_quarter_of_running_text(shared_data: Path) -> None:
    cases = _labelled(shared_data)
    for code in CODES:
        words = re.findall(
            r"[^\W\d_]+", fold_text(" ".join(case["text"] for case in cases if case["language"] == code))
        )
        share = {
            other: sum(word in LanguagePack.load(other).function_words for word in words) / len(words)
            for other in CODES
        }
        assert share[code] > 0.25
        assert max(share, key=lambda other: share[other]) == code


@pytest.mark.parametrize(
    ("code", "spellings"),
    [
        ("pt", "ar em mg da de do ca as se pa pe dc os ela ira iam ave ui ml sal dor pus ms cm kg les"),
        ("en", "as ms all aids cat is it he or mg cap men hip us in an am bad fit pan pots dl kg map"),
        ("es", "en se las les los la el mg ira sal ves va de del tos pie ml kg mal"),
    ],
)
def test_homographs_hold_words_and_units(code: str, spellings: str) -> None:
    assert set(spellings.split()) <= LanguagePack.load(code).acronyms.homographs


def test_acronyms_that_are_no_words_are_no_homographs(pack: LanguagePack) -> None:
    for acronym in (
        "hiv",
        "lupus",
        "sle",
        "avc",
        "dpoc",
        "copd",
        "epoc",
        "iam" if pack.code != "pt" else "sca",
        "nmdar",
    ):
        assert acronym not in pack.acronyms.homographs


def test_skipped_words_are_grammatical_or_say_a_kind(pack: LanguagePack) -> None:
    others = pack.acronyms.skipped_words - pack.function_words
    assert others <= {"tipo", "devido", "debido", "due", "type"}


def test_prefixes_and_connectors_stand_longest_first(pack: LanguagePack) -> None:
    for group in (pack.acronyms.prefixes, pack.sentences.clause_connectors, pack.cues.verdict):
        lengths = [len(item) for item in group]
        assert lengths == sorted(lengths, reverse=True)
    plurals = [len(plural) for _, plural in pack.morphology.plurals]
    assert plurals == sorted(plurals, reverse=True)
    assert pack.morphology.plurals[-1] == ("", "s")


def test_abbreviations_hold_a_full_stop(pack: LanguagePack) -> None:
    assert [item for item in pack.sentences.abbreviations if not item.endswith(".")] == []
    assert {"dr.", "vs.", "fig.", "cf.", "et al.", "sp.", "i.e.", "e.g."} <= set(pack.sentences.abbreviations)


def test_number_formats() -> None:
    assert {code: LanguagePack.load(code).numbers.decimal for code in CODES} == {"en": ".", "es": ",", "pt": ","}
    for code in CODES:
        numbers = LanguagePack.load(code).numbers
        assert numbers.decimal not in numbers.thousands


def test_fixed_phrases_are_no_cues(pack: LanguagePack) -> None:
    assert not set(pack.names.fixed_phrases) & {*pack.cues.verdict, *pack.cues.negation, *pack.cues.suspicion}
    assert not pack.names.heads & pack.function_words
    assert not pack.names.sites & (pack.names.heads | pack.names.modifiers)


def distinctive(name: str, pack: LanguagePack) -> list[str]:
    common = pack.function_words | pack.names.heads | pack.names.modifiers | pack.names.sites
    return [word for word in re.findall(r"[^\W_]+", fold_text(name)) if word not in common]


@pytest.mark.parametrize(
    ("code", "name", "left"),
    [
        ("pt", "doença de Chagas", ["chagas"]),
        ("pt", "lúpus eritematoso sistêmico", ["lupus"]),
        ("pt", "linfoma não Hodgkin", ["linfoma", "nao", "hodgkin"]),
        ("pt", "tuberculose pulmonar", ["tuberculose"]),
        ("pt", "síndrome de Sweet", ["sweet"]),
        ("pt", "amiloidose laríngea", ["amiloidose"]),
        ("pt", "febre amarela", []),
        ("pt", "acidente vascular cerebral", []),
        ("en", "biatrial myxoma", ["myxoma"]),
        ("en", "Down syndrome", ["down"]),
        ("en", "adult-onset Still's disease", ["still"]),
        ("en", "acute esophageal necrosis", ["necrosis"]),
        ("en", "ipilimumab-induced Graves' disease", ["ipilimumab", "graves"]),
        ("en", "primary thyroid leiomyosarcoma", ["leiomyosarcoma"]),
        ("es", "leiomiosarcoma de vena cava inferior", ["leiomiosarcoma"]),
        ("es", "pancreatitis aguda", ["pancreatitis"]),
        ("es", "coloboma macular bilateral", ["coloboma"]),
    ],
)
def test_what_is_left_of_a_name_is_its_distinctive_part(code: str, name: str, left: list[str]) -> None:
    assert distinctive(name, LanguagePack.load(code)) == left


def singulars(word: str, morphology: Morphology) -> set[str]:
    made = {
        word[: len(word) - len(plural)] + singular for singular, plural in morphology.plurals if word.endswith(plural)
    }
    return {word, *made}


def related(first: str, second: str, morphology: Morphology, stem: int = 3) -> bool:
    """A strict matcher as the packs are meant for: one stem, two endings of one set."""
    for a in singulars(fold_text(first), morphology):
        for b in singulars(fold_text(second), morphology):
            if a == b:
                return True
            for endings in morphology.paradigms:
                stems = [{word[: len(word) - len(end)] for end in endings if word.endswith(end)} for word in (a, b)]
                if any(len(shared) >= stem for shared in stems[0] & stems[1]):
                    return True
    return False


RELATED = {
    "pt": [
        "tuberculose tuberculosa", "tuberculose tuberculosos", "trombose trombótico", "paracoccidioidomicose paracoccidioidomicóticas",
        "esquistossomose esquistossomótica", "artrite artrítico", "anemia anêmica", "porfiria porfírica", "porfiria porfirias", "miastenia miastênicas",
        "linfoma linfomatoso", "feocromocitoma feocromocitomatosas", "asma asmático", "lúpus lúpica", "sífilis sifilítico", "sífilis sifílide",
        "diabetes diabética", "diabete diabetes", "chagas chagásico", "hansen hanseníase", "hanseníase hansênica", "infarto infartou", "infarto infartada",
        "leishmaniose leishmanioses", "visceral viscerais", "crônico crônicas", "lesão lesões", "pulmão pulmões", "rim rins", "múltipla múltiplas",
        "sarcoide sarcoidose", "amiloide amiloidose", "epilepsia epiléptica", "metástase metastático", "hemofilia hemofílicos", "parkinson parkinsoniano",
        "insuficiência insuficiente", "obesidade obesa", "embolia embolismo", "esclerose esclerosada", "hemólise hemolítica", "tumor tumores", "cushing cushingoide",
        "lepra leproso", "virchow virchowiana", "demência demente", "cirrose cirróticos", "leucemia leucêmico", "cardiopatia cardiopatas",
    ],
    "en": [
        "thrombosis thrombotic", "thrombosis thromboses", "tuberculosis tuberculous", "metastasis metastatic", "metastasis metastases", "diagnosis diagnoses",
        "arthritis arthritic", "arthritis arthritides", "anemia anemic", "porphyria porphyric", "hemophilia hemophiliac", "lymphoma lymphomatous", "myxoma myxomas",
        "carcinoma carcinomata", "asthma asthmatic", "syphilis syphilitic", "diabetes diabetic", "chagas chagasic", "infarct infarction", "infarction infarcted",
        "sarcoid sarcoidosis", "epilepsy epileptic", "gout gouty", "leprosy leprous", "parkinson parkinsonian", "cushing cushingoid", "allergy allergic", "allergy allergies",
        "hyperthyroidism hyperthyroid", "deficiency deficient", "embolism embolic", "ulcer ulceration", "fungus fungi", "bacterium bacteria", "vertebra vertebrae",
        "ovary ovaries", "abscess abscesses", "necrosis necrotic", "sclerosis sclerosed", "leukemia leukemic", "gangrene gangrenous", "cardiomyopathy cardiomyopathic",
    ],
    "es": [
        "tuberculosis tuberculosa", "trombosis trombótico", "artritis artrítica", "anemia anémico", "porfiria porfírica", "linfoma linfomatosos", "asma asmática",
        "lupus lúpica", "sífilis sifilítico", "diabetes diabética", "infarto infartó", "crónico crónicas", "lesión lesiones", "riñón riñones", "tumor tumores",
        "sarcoide sarcoidosis", "epilepsia epiléptica", "metástasis metastásico", "parkinson parkinsoniano", "tiroides tiroidea", "lepra leproso", "cáncer cánceres",
        "leishmaniasis leishmaniosis", "psoriasis psoriásica", "embolia embolismo", "perforación perforada", "hemofilia hemofílico", "raíz raíces", "insuficiencia insuficiente",
        "cirrosis cirrótica", "intraóseo intraósea", "escaldado escaldada", "estafilocócico estafilocócica", "metastásico metastásicas",
    ],
}  # fmt: skip
UNRELATED = {
    "pt": [
        "tuberculose tubérculo", "tuberculose tuberculoide", "lúpus lupa", "lesões les", "linfoma linfedema", "linfoma linfonodo", "linfoma linfócito",
        "neurofibroma neurofibromatose", "hepatite hepático", "pancreatite pancreático", "tifo tifoide", "sífilis silicose", "hipertireoidismo hipotireoidismo",
        "dengue dengosa", "esclerose esclera", "reumatoide reumático", "amiloidose amilase", "gota gotejamento", "asma plasma", "amarela amarelada", "carcinoma carcinoide",
        "meningite meningioma", "leishmaniose leishmania", "cirrose cirro", "coccidioidomicose paracoccidioidomicose", "infarto infarctectomia", "hansen hansel", "artrite artrose",
    ],
    "en": [
        "tuberculosis tuberosity", "tuberculosis tubercle", "gout guttate", "lymphoma lymphocyte", "lymphoma lymphedema", "neurofibroma neurofibromatosis",
        "hepatitis hepatic", "hepatitis hepatosis", "myxoma myxedema", "sclerosis sclera", "crohn chronic", "arthritis arthrosis", "hyperthyroidism hypothyroidism",
        "carcinoma carcinoid", "meningitis meningioma", "amyloid amylase", "cystic cyst", "histoplasmosis toxoplasmosis", "hemoglobin methemoglobinemia", "lime lyme",
    ],
    "es": [
        "tuberculosis tubérculo", "linfoma linfedema", "hepatitis hepático", "pancreatitis pancreático", "lepra leptospirosis", "tifus tifoidea", "artritis artrosis",
        "carcinoma carcinoide", "medular médula", "ictus ictericia", "meningitis meningioma", "hipertiroidismo hipotiroidismo", "neurofibroma neurofibromatosis", "sífilis silicosis",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("code", "pair"), [(code, pair) for code, pairs in RELATED.items() for pair in pairs])
def test_endings_join_forms_of_one_word(code: str, pair: str) -> None:
    first, second = pair.split()
    assert related(first, second, LanguagePack.load(code).morphology)
    assert related(second, first, LanguagePack.load(code).morphology)


@pytest.mark.parametrize(("code", "pair"), [(code, pair) for code, pairs in UNRELATED.items() for pair in pairs])
def test_endings_do_not_join_two_words(code: str, pair: str) -> None:
    first, second = pair.split()
    assert not related(first, second, LanguagePack.load(code).morphology)


@given(st.sampled_from(CODES), st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=12))
def test_plural_goes_back_to_its_singular(code: str, word: str) -> None:
    morphology = LanguagePack.load(code).morphology
    for singular, plural in morphology.plurals:
        if word.endswith(singular):
            assert word in singulars(word[: len(word) - len(singular)] + plural, morphology)


@pytest.mark.parametrize(
    ("code", "first", "second"),
    [
        ("en", "haemorrhage", "hemorrhage"),
        ("en", "oesophageal", "esophageal"),
        ("en", "anaemia", "anemia"),
        ("en", "leucocyte", "leukocyte"),
        ("en", "generalised", "generalized"),
        ("pt", "enfarte", "infarte"),
        ("pt", "fractura", "fratura"),
        ("es", "psoriasis", "soriasis"),
        ("es", "fibrosis quística", "fibrosis cística"),
    ],
)
def test_spellings_of_one_word_part(code: str, first: str, second: str) -> None:
    def plain(text: str) -> str:
        folded = fold_text(text)
        for old, new in LanguagePack.load(code).morphology.spellings:
            folded = folded.replace(old, new)
        return folded

    assert plain(first) == plain(second)


def holds(cues: Iterable[str], text: str) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(cue)}(?!\w)", text) for cue in cues)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("pt", "Foi diagnosticado com dengue."),
        ("pt", "A biópsia foi compatível com hanseníase."),
        ("pt", "O exame confirmou tuberculose, confirmando-se o quadro."),
        ("pt", "Firmado o diagnóstico de lúpus."),
        ("pt", "Achados sugestivos de linfoma."),
        ("pt", "Concluiu-se por amiloidose."),
        ("pt", "Hipótese diagnóstica de porfiria."),
        ("pt", "Tratava-se de feocromocitoma."),
        ("en", "He was diagnosed with tularemia."),
        ("en", "These findings were consistent with sarcoidosis."),
        ("en", "Biopsy confirmed myxoma."),
        ("en", "The picture was in keeping with lupus."),
        ("en", "She met criteria for SLE."),
        ("es", "Se diagnosticó fenilcetonuria."),
        ("es", "Hallazgos compatibles con sarcoma."),
        ("es", "Se llegó al diagnóstico de lepra."),
        ("es", "La biopsia confirmó el linfoma."),
        ("es", "Hizo pensar que se trataba de un coloboma."),
    ],
)
def test_sentence_with_a_verdict_holds_a_cue(code: str, sentence: str) -> None:
    assert holds(LanguagePack.load(code).cues.verdict, fold_text(sentence))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("pt", "Homem de 54 anos procurou o hospital por dor torácica havia três dias."),
        ("pt", "Pressão arterial de 120 x 80 mmHg e temperatura de 38,5 °C."),
        ("en", "A 54-year-old man came to the hospital with chest pain for three days."),
        ("en", "Blood pressure was 120/80 mmHg and temperature was 38.5 °C."),
        ("es", "Varón de 54 años que acude al hospital por dolor torácico de tres días."),
        ("es", "Presión arterial de 120/80 mmHg y temperatura de 38,5 °C."),
    ],
)
def test_plain_finding_holds_no_cue(code: str, sentence: str) -> None:
    assert not holds(LanguagePack.load(code).cues.verdict, fold_text(sentence))


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("pt", "Sem evidência de tuberculose; a sorologia foi negativa para HIV e descartou-se malária."),
        ("en", "There was no evidence of tuberculosis, and malaria was ruled out."),
        ("es", "Sin evidencia de tuberculosis; se descartó malaria."),
    ],
)
def test_denials_hold_a_negation(code: str, sentence: str) -> None:
    assert holds(LanguagePack.load(code).cues.negation, fold_text(sentence))


def _labelled(shared_data: Path) -> list[dict[str, Any]]:
    files = ("pt_written.jsonl", "real_en_es.jsonl")
    return [
        json.loads(line)
        for name in files
        for line in (shared_data / "leaks" / name).read_text(encoding="utf-8").splitlines()
    ]


def test_labelled_verdicts_hold_a_cue(shared_data: Path) -> None:
    found: dict[str, list[bool]] = {code: [] for code in CODES}
    for case in _labelled(shared_data):
        cues = LanguagePack.load(case["language"]).cues
        found[case["language"]] += [
            holds((*cues.verdict, *cues.suspicion), fold_text(verdict["surface"])) for verdict in case["verdicts"]
        ]
    for code, hits in found.items():
        assert len(hits) >= 10
        assert sum(hits) / len(hits) >= 0.9, code


def test_clauses_keep_the_cue_with_the_name_it_announces(shared_data: Path) -> None:
    kept: list[bool] = []
    for case in _labelled(shared_data):
        pack = LanguagePack.load(case["language"])
        opener = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, pack.sentences.clause_connectors))})(?!\w)")
        cues = (*pack.cues.verdict, *pack.cues.suspicion)
        for verdict in case["verdicts"]:
            start, end = verdict["start"], verdict["end"]
            # One folded character for one of the text, so that positions stay comparable.
            text = "".join((fold_text(character) or " ")[0] for character in case["text"][start:end])
            cuts = [0, *(match.start() for match in opener.finditer(text)), len(text)]
            leaks = [(leak["start"] - start, leak["end"] - start) for leak in case["leaks"]]
            kept += [
                any(
                    holds(cues, text[left:right]) and any(first < right and last > left for first, last in leaks)
                    for left, right in pairwise(cuts)
                )
            ]
    assert len(kept) >= 80
    assert sum(kept) / len(kept) >= 0.9


def test_labelled_one_word_inflections_are_joined_to_a_gold_word(shared_data: Path) -> None:
    hits: list[bool] = []
    for case in _labelled(shared_data):
        morphology = LanguagePack.load(case["language"]).morphology
        gold = re.findall(r"[^\W\d_]{4,}", " ".join(case["gold"]))
        for leak in case["leaks"]:
            if leak["tier"] == "inflection" and re.fullmatch(r"[^\W\d_]+", leak["surface"]):
                hits += [any(related(leak["surface"], word, morphology) for word in gold)]
    assert len(hits) >= 15
    assert sum(hits) / len(hits) >= 0.8
