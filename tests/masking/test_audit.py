"""Leak reports: counts, JSON, and a page that is safe to open."""

from __future__ import annotations

import json

import pytest
from lxml import html

from clinicalbr.errors import GoldTargetError
from clinicalbr.masking import GoldTarget, Masker, audit_case, audit_prompt, audit_text, html_page
from clinicalbr.schema import ClinicalCase, DiagnosisSection, MaskedCase, Presentation

TARGET = GoldTarget(["doença de Chagas"], ["DCh"])


def test_report_counts_by_tier_and_gives_offsets() -> None:
    text = "Portador de DCh; doença de Chagas confirmada."
    report = audit_text(text, TARGET)
    assert not report.clean
    assert report.by_tier() == {"acronym": 1, "verbatim": 1}
    for leak in json.loads(report.to_json())["leaks"]:
        assert text[leak["start"] : leak["end"]] == leak["surface"]


def test_clean_report() -> None:
    report = audit_text("Febre há 5 dias.", TARGET)
    assert report.clean
    assert report.by_tier() == {}
    assert json.loads(report.to_json())["clean"] is True


def test_case_report_names_fields_and_uses_the_cases_own_gold() -> None:
    case = ClinicalCase(
        case_id="c1", language="pt", presentation=Presentation(physical_exam=("normal", "sinais de sarampo")),
        diagnosis=DiagnosisSection(final_diagnosis_name="sarampo"),
    )  # fmt: skip
    report = audit_case(case)
    assert [(field.field, len(field.leaks)) for field in report.fields] == [
        ("presentation.physical_exam[0]", 0), ("presentation.physical_exam[1]", 1)
    ]  # fmt: skip


def test_masked_case_needs_a_target() -> None:
    masked = MaskedCase(case_id="c1", language="pt", task="diagnosis", narrative="febre")
    with pytest.raises(GoldTargetError, match="pass the GoldTarget"):
        audit_case(masked)


def test_prompt_is_audited_as_rendered() -> None:
    prompt = "Instrução: responda em JSON.\n\nCaso: homem com DCh."
    assert audit_prompt(prompt, Masker(TARGET)).fields[0].field == "prompt"
    assert not audit_prompt(prompt, TARGET).clean


@pytest.mark.parametrize("language", ["pt", "en", "es", "xx"])
def test_page_marks_leaks_and_escapes_everything_else(language: str) -> None:
    text = '<script>alert(1)</script> DCh & doença de Chagas "x" <b>'
    page = html_page([audit_text(text, TARGET)], language)
    document = html.fromstring(page)
    assert document.xpath("//script | //link | //img | //iframe | //@onclick | //@src | //@href") == []
    marks = document.xpath("//div[@class='text']//mark")
    assert [mark.text for mark in marks] == ["DCh", "doença de Chagas"]
    shown = document.xpath("//div[@class='text']")[0]
    for note in shown.xpath(".//sup"):
        note.drop_tree()
    assert shown.text_content() == text


def test_overlapping_leaks_do_not_repeat_text() -> None:
    target = GoldTarget(["dengue", "dengue grave"])
    shown = html.fromstring(audit_text("a dengue grave.", target).to_html()).xpath("//div[@class='text']")[0]
    for note in shown.xpath(".//sup"):
        note.drop_tree()
    assert shown.text_content() == "a dengue grave."


def test_what_is_no_gold_answer_is_refused() -> None:
    with pytest.raises(GoldTargetError, match="no gold answer"):
        audit_text("x", "dengue")


def test_page_and_json_say_what_was_searched() -> None:
    report = audit_text("Febre.", Masker(TARGET, tiers=["acronym"]))
    assert json.loads(report.to_json())["searched"] == ["acronym"]
    legend = html.fromstring(report.to_html()).xpath("//p[@class='note']//mark")
    assert [mark.get("class") for mark in legend] == ["acronym"]
