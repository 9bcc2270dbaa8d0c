"""What is found and replaced, form by form."""

from __future__ import annotations

import pytest

from clinicalbr.errors import GoldTargetError, InputError, LanguageError, OperatorError
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.schema import ClinicalCase, DiagnosisSection, Presentation

R = "[REDIGIDO]"


def masked(text: str, *names: str, acronyms: tuple[str, ...] = (), **settings: object) -> str:
    return Masker(GoldTarget(names, acronyms, **settings)).mask(text).text


@pytest.mark.parametrize(
    "surface",
    [
        "doença de Chagas", "DOENÇA DE CHAGAS", "doenca de chagas", "doenc\u0327a de Chagas", "doença\u00a0de\u2009Chagas",
        "doença de Cha\u00adgas", "do\u200bença de Chagas", "doença de Cha-\ngas", "DOENÇA DE CHA-\nGAS", "doença de  Chagas", "doen&ccedil;a de Chagas",
        "doen&amp;ccedil;a de Chagas", "ｄｏｅｎça de Chagas", "doença\nde\nChagas", "doença-de-Chagas", "doença/de/Chagas",
    ],
)  # fmt: skip
def test_verbatim_forms(surface: str) -> None:
    assert (
        masked(f"Portador de {surface}, em uso de amiodarona.", "doença de Chagas")
        == f"Portador de {R}, em uso de amiodarona."
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("pré-dengue", "dengue"), ("anti-\ndengue", "dengue"), ("dengue/zika", "dengue"), ("“dengue”", "dengue"), ("_dengue_", "dengue"),
        ("dengue¹,² prévia", "dengue"), ("dengue3 prévia", "dengue"), ("dengue tipo 1²", "dengue tipo 1"), ("患者dengue確定", "dengue"), ("<b>dengue</b>", "dengue"), ("neuro-chikungunya", "neurochikungunya"),
        ("linfoma não‑Hodgkin", "linfoma não Hodgkin"), ("HTLV-1", "HTLV 1"), ("mal d’água", "mal d'água"), ("ﬁbrose", "fibrose"),
    ],
)  # fmt: skip
def test_word_edges_and_marks_around_a_name(text: str, name: str) -> None:
    assert R in masked(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("denguinho", "dengue"), ("dengue tipo 12", "dengue tipo 1"), ("grife", "gripe aviária"), ("A fobia amarelada", "febre amarela"), ("tubérculo", "tuberculose"), ("gotejamento", "gota"),
    ],
)  # fmt: skip
def test_longer_words_are_other_words(text: str, name: str) -> None:
    assert masked(text, name) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AR soropositiva", f"{R} soropositiva"), ("em ar ambiente", "em ar ambiente"), ("A.R. grave", f"{R} grave"),
        ("duas ARs", f"duas {R}"), ("o Ar puro", "o Ar puro"),
    ],
)  # fmt: skip
def test_case_decides_for_acronyms(text: str, expected: str) -> None:
    assert masked(text, "artrite reumatoide", acronyms=("AR",)) == expected


@pytest.mark.parametrize("surface", ["AIDS", "Aids", "aids", "A.I.D.S.", "ＡＩＤＳ"])
def test_long_acronyms_are_also_written_like_words(surface: str) -> None:
    assert (
        masked(f"teste para {surface}.", "síndrome da imunodeficiência adquirida", acronyms=("AIDS",))
        == f"teste para {R}."
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("doença de Chagas (DC) crônica; a DC foi tratada", f"{R} ({R}) crônica; a {R} foi tratada"),
        ("DC (doença de Chagas) crônica; a DC foi tratada", f"{R} ({R}) crônica; a {R} foi tratada"),
        ("doença de Chagas [DC]; DC", f"{R} [{R}]; {R}"),
        ("doença de Chagas - DC, tratada; DC", f"{R} - {R}, tratada; {R}"),
        ("DC - doença de Chagas; DC", f"{R} - {R}; {R}"),
        ("doença de Chagas (vide adiante); DC de 3 L/min", f"{R} (vide adiante); DC de 3 L/min"),
        ("doença de Chagas (ECG normal); ECG", f"{R} (ECG normal); ECG"),
        ("débito cardíaco (DC) de 3 L/min", "débito cardíaco (DC) de 3 L/min"),
        ("DOENÇA DE CHAGAS (DC). MAL DE CHAGAS (DC)", f"{R} ({R}). MAL DE {R} ({R})"),
    ],
)  # fmt: skip
def test_acronyms_defined_in_the_text(text: str, expected: str) -> None:
    assert masked(text, "doença de Chagas") == expected


def test_acronyms_of_the_other_language() -> None:
    text = "Infecção pelo HIV com SIDA (AIDS)."
    names = ("síndrome da imunodeficiência adquirida", "acquired immunodeficiency syndrome")
    assert masked(text, *names, acronyms=("SIDA",)) == f"Infecção pelo HIV com {R} ({R})."


def test_a_word_of_the_name_is_no_acronym_of_it() -> None:
    text = "LUPUS ERITEMATOSO SISTEMICO (LES). Acometimento sistêmico."
    assert masked(text, "lúpus eritematoso sistêmico") == f"{R} ({R}). Acometimento sistêmico."


def test_derived_acronyms_can_be_turned_off() -> None:
    assert masked("LES ativo", "lúpus eritematoso sistêmico") == f"{R} ativo"
    assert masked("LES ativo", "lúpus eritematoso sistêmico", derive_acronyms=False) == "LES ativo"


def test_overlaps_merge_into_one_redaction_of_the_strongest_tier() -> None:
    masker = Masker(GoldTarget(["dengue grave"], synonyms=["febre da dengue grave"]))
    redactions = masker.mask("febre da dengue grave").redactions
    assert [(item.surface, item.tier) for item in redactions] == [("febre da dengue grave", Tier.VERBATIM)]
    assert {leak.tier for leak in masker.find("febre da dengue grave")} >= {Tier.VERBATIM, Tier.SYNONYM}


def test_tiers_can_be_chosen() -> None:
    target = GoldTarget(["dengue"], ["DENV"], ["febre quebra-ossos"])
    text = "dengue DENV febre quebra-ossos"
    assert Masker(target, tiers=[Tier.ACRONYM]).mask(text).text == f"dengue {R} febre quebra-ossos"
    assert Masker(target, tiers=[Tier.SYNONYM]).mask(text).text == f"dengue DENV {R}"


@pytest.mark.parametrize("text", ["Febre e tosse.", "患者", "[REDIGIDO]", "x"])
def test_nothing_found_is_a_warning(text: str) -> None:
    warnings = Masker(GoldTarget(["dengue"])).mask(text).warnings
    assert [warning.code for warning in warnings] == ["nothing_found"]
    assert warnings[0].detail


@pytest.mark.parametrize("text", ["", " ", "\n\u00a0"])
def test_a_blank_text_is_no_warning(text: str) -> None:
    masked_text = Masker(GoldTarget(["dengue"])).mask(text)
    assert (masked_text.text, masked_text.redactions, masked_text.warnings) == (text, (), ())


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("dengue abcdef", []), ("dengue abcde", ["half_redacted"]), ("dengue   a b c d e f", []), ("dengue" + " " * 20 + "abc", ["half_redacted"]), ("DENGUE, dengue e dengue", ["half_redacted"]), ("dengue", ["half_redacted"]), ("d e n g u e", ["nothing_found"]),
        ("A biópsia confirmou dengue", ["half_redacted"]),
    ],
)  # fmt: skip
def test_half_of_the_visible_signs(text: str, codes: list[str]) -> None:
    masker = Masker(GoldTarget(["dengue"], languages=["pt"]), verdicts="drop")
    assert [warning.code for warning in masker.mask(text).warnings] == codes


def test_the_figures_behind_a_warning() -> None:
    (warning,) = Masker(GoldTarget(["dengue"])).mask("dengue ab").warnings
    assert str(warning) == "half_redacted: 6 of 8 characters were redacted"


def test_more_than_half_redacted_is_a_warning() -> None:
    assert [warning.code for warning in Masker(GoldTarget(["dengue"])).mask("Dengue, sim").warnings] == [
        "half_redacted"
    ]
    assert Masker(GoldTarget(["dengue"])).mask("Dengue, confirmada por sorologia").warnings == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"names": []}, "no name"), ({"names": ["", "  "]}, "no name"), ({"names": ["de"]}, "function words"), ({"names": ["com a"]}, "function words"),
        ({"names": ["x"]}, "single letter"), ({"names": ["12 3"]}, "no letter"), ({"names": ["..."]}, "no letter"), ({"names": "dengue"}, "not a list"),
        ({"names": ["dengue"], "acronyms": ["A"]}, "single letter"), ({"names": [None]}, "not a text"), ({"names": ["dengue"], "languages": []}, "no language"),
        ({"names": ["dengue"], "synonyms": ["the"]}, "function words"), ({"names": ["dengue"], "agents": ["de"]}, "function words"), ({"names": ["the"], "languages": ["en"]}, "function words"), ({"names": ["los"], "languages": ["es"]}, "function words"),
        ({"names": ["é"]}, "single letter"), ({"names": 3}, "not a list"), ({"names": ["dengue"], "synonyms": "zika"}, "not a list"), ({"names": ["dengue"], "agents": [3]}, "not a text"),
    ],
)  # fmt: skip
def test_bad_golds_are_refused_when_the_target_is_built(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(GoldTargetError, match=message) as caught:
        GoldTarget(**arguments)
    assert caught.value.remedy


def test_parentheses_split_a_name() -> None:
    target = GoldTarget(["síndrome de Sweet (dermatose neutrofílica febril aguda) (SS)"])
    assert target.names == ("síndrome de Sweet", "dermatose neutrofílica febril aguda")
    assert target.acronyms == ("SS",)


def test_a_language_without_pack_is_an_error_that_says_how_to_give_one() -> None:
    with pytest.raises(LanguageError, match=r"packs=\[LanguagePack.from_folder"):
        Masker(GoldTarget(["grippe"], languages=["fr"]))


def test_target_of_a_case_takes_every_version() -> None:
    pt = ClinicalCase(
        case_id="c", language="pt", presentation=Presentation(chief_complaint="febre", final_diagnosis="sarampo grave"),
        diagnosis=DiagnosisSection(final_diagnosis_name="sarampo", acronyms=("SRP",), other_names=("rubéola do velho mundo",)),
    )  # fmt: skip
    en = ClinicalCase(
        case_id="c", language="en", narrative="fever", diagnosis=DiagnosisSection(final_diagnosis_name="measles")
    )
    target = GoldTarget.from_case(pt, en)
    assert target.names == ("sarampo", "rubéola do velho mundo", "sarampo grave", "measles")
    assert target.acronyms == ("SRP",)
    assert target.languages == ("pt", "en")
    with pytest.raises(GoldTargetError, match="states no final diagnosis"):
        GoldTarget.from_case(ClinicalCase(case_id="c", language="en", narrative="fever"))


def test_signature_names_the_settings_and_not_the_answer() -> None:
    signature = str(Masker(GoldTarget(["dengue"])).signature)
    assert "tiers:verbatim+inflection+acronym+synonym+core+typo" in signature
    assert "verdicts:keep" in signature
    assert "test_names:keep" in signature
    assert "dengue" not in signature


@pytest.mark.parametrize(
    "name", ["Dengue.", '"dengue"', "dengue;", "dengue*", " dengue , ", "dengue (grave", "(DENV) dengue"]
)
def test_punctuation_round_a_gold_name_is_none_of_it(name: str) -> None:
    assert masked("caso de dengue grave", name).startswith(f"caso de {R}")


@pytest.mark.parametrize("text", ["LES²", "LESᵃ", "患者LES確診", "L.E.S.²", "LES™", "LESs²"])
def test_acronyms_end_where_names_do(text: str) -> None:
    assert R in masked(text, "lúpus", acronyms=("LES",))


@pytest.mark.parametrize("text", ["dengue™", "dengueª", "dengueᵃ", "dengueⅡ", "COVID19", "COVID 19", "covid-19"])
def test_marks_and_figures_beside_a_name(text: str) -> None:
    assert masked(text, "dengue", "COVID-19").startswith(R)


@pytest.mark.parametrize(
    ("acronym", "text"),
    [("TB MDR", "TB-MDR"), ("HIV/AIDS", "HIV/AIDS"), ("H&P", "H&P"), ("GM-CSF", "GM CSF"), ("anti-NMDAR", "anti NMDAR"),
     ("anti-NMDAR encephalitis", "anti-NMDAR encephalitis"), ("DM1", "DM-1")],
)  # fmt: skip
def test_acronyms_with_marks_inside(acronym: str, text: str) -> None:
    assert masked(f"o {text} foi", "febre amarela", acronyms=(acronym,)) == f"o {R} foi"


@pytest.mark.parametrize(
    "name",
    [
        "linfoma B (difuso) de grandes células",
        "leucemia com t(15;17)",
        "metástase(s) hepática(s)",
        "deficiência de 25(OH)D",
    ],
)
def test_brackets_inside_a_name(name: str) -> None:
    assert masked(f"Era {name}, sim.", name) == f"Era {R}, sim."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dengue (grave)", "anemia grave"),
        ("diabetes mellitus (tipo 2)", "derrame tipo 2"),
        ("linfoma (não) Hodgkin", "não houve"),
    ],
)
def test_a_modifier_in_brackets_is_no_name(name: str, text: str) -> None:
    assert masked(text, name) == text


def test_several_acronyms_in_one_bracket() -> None:
    assert GoldTarget(["lúpus eritematoso sistêmico (LES; SLE)"]).acronyms == ("LES", "SLE")
    assert GoldTarget(["dengue " + "(grave) " * 3000]).names[0] == "dengue"


@pytest.mark.parametrize("text", ["LES1", "LES27", "XLES", "LESX", "les"])
def test_a_figure_or_letter_makes_another_acronym(text: str) -> None:
    assert masked(text, "lúpus", acronyms=("LES",)) == text


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("tuberculose pulmonar", Tier.VERBATIM), ("tuberculoses pulmonares", Tier.INFLECTION), ("pulmonar tuberculose", Tier.INFLECTION), ("TBP", Tier.ACRONYM), ("tísica", Tier.SYNONYM), ("tuberculose", Tier.CORE),
        ("tuberculsoe", Tier.TYPO), ("Mycobacterium bovis", Tier.CORE),
    ],
)  # fmt: skip
def test_every_tier(text: str, tier: Tier) -> None:
    target = GoldTarget(["tuberculose pulmonar"], ["TBP"], ["tísica"], ["pt"], ["Mycobacterium bovis"])
    redactions = Masker(target).mask(f"Era {text}, sim").redactions
    assert [(redaction.surface, redaction.tier, redaction.kind) for redaction in redactions] == [(text, tier, "name")]


@pytest.mark.parametrize(
    "option",
    [
        {"verdicts": "remove"}, {"test_names": "drop"}, {"verdicts": None}, {"thresholds": None}, {"thresholds": 3}, {"tiers": None}, {"tiers": ()},
        {"tiers": "verbatim"}, {"packs": None}, {"packs": ["pt"]},
    ],
)  # fmt: skip
def test_unknown_options_are_refused(option: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(option))) as caught:
        Masker(GoldTarget(["dengue"]), **option)
    assert caught.value.remedy


@pytest.mark.parametrize("placeholder", ["e", "de", "dengue", "[de", "x]"])
def test_placeholders_that_could_be_part_of_a_word_are_refused(placeholder: str) -> None:
    with pytest.raises(OperatorError, match="begins or ends like a word"):
        Masker(GoldTarget(["febre de Lassa"]), placeholder)


@pytest.mark.parametrize(("option", "message"), [({"placeholder": 3}, "no text"), ({"operator": 3}, "no operator")])
def test_what_cannot_replace_is_refused(option: dict[str, object], message: str) -> None:
    with pytest.raises(OperatorError, match=message) as caught:
        Masker(GoldTarget(["dengue"]), **option)
    assert caught.value.remedy


def test_unknown_tiers_are_refused() -> None:
    with pytest.raises(InputError, match="verbatin"):
        Masker(GoldTarget(["dengue"]), tiers=["verbatin"])


def test_a_name_that_is_an_acronym_is_treated_as_one() -> None:
    assert masked("dois AVCs; A.V.C. prévio", "AVC") == f"dois {R}; {R} prévio"
    assert masked("ar ambiente; AR ativa", "AR") == f"ar ambiente; {R} ativa"


def test_adding_an_acronym_does_not_uncover_a_plural_or_a_shorter_one() -> None:
    assert masked("duas ARs", "artrite reumatoide", acronyms=("AR", "ARS")) == f"duas {R}"


@pytest.mark.parametrize(
    "definition", ["(“AR”)", "(ARs)", "(AR ou RA)", "(doravante AR)", "&nbsp;(AR)", "（AR）", "² (AR)", "—AR—", " [AR]"]
)
def test_more_ways_to_define_an_acronym(definition: str) -> None:
    assert masked(f"artrite reumatoide {definition} grave. Nas mãos, AR.", "artrite reumatoide").endswith(
        f"Nas mãos, {R}."
    )


@pytest.mark.parametrize("text", ["mucopolysaccharidosis type Ⅲ", "staﬀ", "Abß", "ﬃ", "½"])
def test_matches_that_end_inside_one_character_do_not_crash(text: str) -> None:
    for name in ("mucopolysaccharidosis type II", "staf", "abs", "ff", "a 1"):
        Masker(GoldTarget([name])).mask(text)


def test_initials_come_from_words_that_mean_something() -> None:
    assert masked("LDH 412 U/L", "linfoma de Hodgkin") == "LDH 412 U/L"


def test_many_placeholders_and_hits_are_no_problem() -> None:
    text = "[REDIGIDO] dengue " * 4000
    assert len(Masker(GoldTarget(["dengue"])).mask(text).redactions) == 4000


@pytest.mark.parametrize(
    ("name", "text", "masked"),
    [
        ("dengue grave", "Anti-dengue IgG reagente.", "[X] IgG reagente."),
        ("infecção pelo vírus Zika", "anti-Zika IgM reagente", "anti-[X] IgM reagente"),
        ("doença de Chagas", "sorologia para chagas; Rua Chagas Lima", "sorologia para [X]; Rua Chagas Lima"),
        ("doença de Graves", "casos graves", "casos graves"),
        ("diabetes mellitus tipo 2", "DM2, T2DM, o pai T1DM, a mãe DM1", "[X], [X], o pai T1DM, a mãe DM1"),
        ("diabetes mellitus", "T2DM e DM", "[X] e [X]"),
        ("COVID-19", "pós-COVID, covid leve, COVID 19", "pós-[X], [X] leve, [X]"),
        ("tuberculose pulmonar", "Tratou TB em 2010; TBC", "Tratou [X] em 2010; [X]"),
    ],
)
def test_what_notes_write_for_a_name(name: str, text: str, masked: str) -> None:
    assert Masker(GoldTarget([name], ["DM"] if "diabetes" in name else []), "[X]").mask(text).text == masked


@pytest.mark.parametrize("placeholder", ["-", ".", ";", "&", "/", "'", "- -", "\u2122"])
def test_a_placeholder_that_joins_what_stands_beside_it_is_refused(placeholder: str) -> None:
    with pytest.raises(OperatorError, match="begins or ends like a word"):
        Masker(GoldTarget(["hanseníase"]), placeholder)


@pytest.mark.parametrize("acronym", ["de", "em", "of the"])
def test_a_function_word_in_small_letters_is_no_acronym(acronym: str) -> None:
    with pytest.raises(GoldTargetError, match="function words"):
        GoldTarget(["lúpus eritematoso"], [acronym])
    assert GoldTarget(["esclerose múltipla"], ["EM"]).acronyms == ("EM",)
