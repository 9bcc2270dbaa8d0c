"""Leak reports: counts, JSON, and a page that is safe to open."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from clinicalbr.errors import GoldTargetError, InputError
from clinicalbr.masking import (
    ExamTarget,
    FieldLeaks,
    GoldTarget,
    LeakReport,
    LeakWarning,
    Masker,
    audit_case,
    audit_prompt,
    audit_text,
    audit_texts,
    html_fragment,
    html_page,
    severity,
)
from clinicalbr.masking.leak_context import context_of
from clinicalbr.masking.treatment import TreatmentTarget
from clinicalbr.masking.wider_target import NamesOnly, WiderTarget
from clinicalbr.schema import ClinicalCase, DiagnosisSection, Leak, MaskedCase, Presentation, Tier, Workup
from clinicalbr.text import Span

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


def leak(surface: str, tier: str, variant: str = "", start: int = 0) -> Leak:
    return Leak(start, start + len(surface), surface, Tier(tier), variant or surface)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (leak("Chagas", "core", "doença de Chagas"), "weak"),
        (leak("T. cruzi", "core", "Trypanosoma cruzi"), "leak"),
        (leak("hansenaíse", "typo", "hanseníase"), "weak"),
        (leak("doensa de Chagas", "typo", "doença de Chagas"), "leak"),
        (leak("chagásica", "inflection", "doença de Chagas"), "weak"),
        (leak("tuberculosa", "inflection", "tuberculose"), "leak"),
        (leak("dengue", "verbatim"), "leak"),
        (leak("calazar", "synonym"), "leak"),
        (leak("LES", "acronym"), "leak"),
        (leak("Graves'", "core", "Graves' disease"), "weak"),
    ],
)
def test_a_lone_word_that_only_relates_to_the_answer_is_weak(found: Leak, expected: str) -> None:
    assert severity(found).value == expected


def report_of(*leaks: Leak, text: str, warnings: tuple[LeakWarning, ...] = ()) -> LeakReport:
    fields = (FieldLeaks("narrative", text, leaks), FieldLeaks("workup.imaging[0]", "Normal.", ()))
    return LeakReport(fields, "doença de Chagas", "pt", "c1", tuple(Tier), "masker:1", warnings)


def test_weak_hints_are_counted_apart() -> None:
    text = "Chagas? doença de Chagas."
    report = report_of(
        leak("Chagas", "core", "doença de Chagas"), leak("doença de Chagas", "verbatim", start=8), text=text
    )
    assert [found.surface for found in report.weak] == ["Chagas"]
    assert [found.surface for found in report.real_leaks] == ["doença de Chagas"]
    assert report.by_severity() == {"weak": 1, "leak": 1}
    assert report.by_field() == {"narrative": {"weak": 1, "leak": 1}}
    only_weak = report_of(leak("Chagas", "core", "doença de Chagas"), text=text)
    assert (only_weak.clean, only_weak.no_real_leak) == (False, True)
    assert (report.clean, report.no_real_leak) == (False, False)


def test_a_passage_counts_once() -> None:
    report = audit_text("Tem doença de Chagas.", TARGET)
    assert [found.tier for found in report.leaks] == [Tier.VERBATIM]
    longer = audit_text("Foi dengue grave.", GoldTarget(["dengue", "dengue grave"]))
    assert [found.surface for found in longer.leaks] == ["dengue grave"]


def test_each_text_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []
    find = Masker.find

    def counting(self: Masker, text: str) -> tuple[Leak, ...]:
        searched.append(text)
        return find(self, text)

    monkeypatch.setattr(Masker, "find", counting)
    report = audit_texts({"a": "É DCh.", "b": "É DCh.", "c": "Febre."}, TARGET)
    assert searched == ["É DCh.", "Febre."]
    assert report.by_field() == {"a": {"leak": 1}, "b": {"leak": 1}}


@pytest.mark.parametrize(
    ("text", "passage", "width", "expected"),
    [
        ("Sorologia reagente para DCh em 2019.", "DCh", 12, ("para ", " em 2019.")),
        ("Sorologia reagente para DCh em 2019.", "DCh", 1000, ("Sorologia reagente para ", " em 2019.")),
        ("Sorologia reagente para DCh em 2019.", "DCh", 5, ("para ", " em")),
        ("Sorologia reagente para DCh em 2019.", "DCh", 0, ("", "")),
        ("xxxxxxxxxx DCh", "DCh", 4, ("", "")),
        ("xxxxxxxxxx-DCh", "DCh", 4, ("xxx-", "")),
        ("DCh", "DCh", 9, ("", "")),
    ],
)
def test_context_is_cut_at_word_ends(text: str, passage: str, width: int, expected: tuple[str, str]) -> None:
    start = text.index(passage)
    assert context_of(text, start, start + len(passage), width) == expected


@given(st.text(), st.integers(0, 40), st.integers(0, 40), st.integers(0, 15))
def test_context_is_part_of_the_text(text: str, start: int, length: int, width: int) -> None:
    start = min(start, len(text))
    end = min(start + length, len(text))
    before, after = context_of(text, start, end, width)
    assert text[:start].endswith(before)
    assert after == "" or after in text[end : end + width]
    assert max(len(before), len(after)) <= width


HOSTILE = "a\x00b \x1b[31m </mark><script>alert(1)</script> \"q\" 's' \ud800 \u2028 \u202e &amp; \r\n\t\x7f\x85 DCh"


def test_json_reads_back_whole_whatever_the_text_holds() -> None:
    warning = LeakWarning("other_disease", "narrative", 0, 1, "a")
    start = HOSTILE.index("DCh")
    report = report_of(leak("DCh", "acronym", start=start), text=HOSTILE, warnings=(warning,))
    written = report.to_json()
    assert len(written.splitlines()) == 1
    assert json.loads(written.encode("utf-8"))["leaks"][0]["severity"] == "leak"
    assert LeakReport.from_json(written) == report
    record = json.loads(written)
    assert record["warnings"][0]["after"]
    assert record["by_field"] == {"narrative": {"leak": 1}}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"texts": {"a": "x"}, "leaks": [{"field": "b"}]}', "[" * 100_000]
)
def test_what_is_no_report_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not a leak report"):
        LeakReport.from_json(text)


def test_a_report_that_contradicts_itself_is_refused() -> None:
    written = report_of(leak("DCh", "acronym"), text="DCh aqui").to_json()
    with pytest.raises(InputError, match="does not stand at"):
        LeakReport.from_json(written.replace('"surface": "DCh"', '"surface": "DCx"'))


def visible(page: str) -> str:
    shown = html.fromstring(page).xpath("//div[@class='text']")[0]
    for note in shown.xpath(".//sup"):
        note.drop_tree()
    return shown.text_content()


@pytest.mark.parametrize("language", ["pt", "en", "es"])
def test_hostile_text_is_shown_and_cannot_act(language: str) -> None:
    start = HOSTILE.index("DCh")
    report = report_of(leak("DCh", "acronym", '"><script>', start), text=HOSTILE)
    page = html_page([report], language)
    assert page.encode("utf-8")
    assert html.fromstring(page).xpath("//script | //@onclick | //@src | //@href") == []
    assert len(visible(page)) == len(HOSTILE)
    for sign in ("\x00", "\x1b", "\u202e", "\x7f", "\x85"):
        assert sign not in page


def test_page_shows_severity_counts_context_and_warnings() -> None:
    text = "Chagas em investigação; diabetes mellitus; depois doença de Chagas confirmada."
    report = report_of(
        leak("Chagas", "core", "doença de Chagas"),
        leak("doença de Chagas", "verbatim", start=50),
        text=text,
        warnings=(LeakWarning("other_disease", "narrative", 24, 41, "diabetes mellitus"),),
    )
    document = html.fromstring(html_page([report], "pt"))
    assert document.xpath("//div[@class='text']/mark/@class") == ["core weak", "other_disease", "verbatim leak"]
    counts = [[cell.text_content() for cell in row] for row in document.xpath("//table[@class='counts']/tr")]
    assert counts == [
        ["", "vazamento", "indício fraco"], ["narrative", "1", "1"], ["Todos os campos", "1", "1"],
    ]  # fmt: skip
    rows = [row.text_content() for row in document.xpath("//table[@class='list']/tr")]
    assert len(rows) == 4
    assert "núcleo do nome" in rows[1]
    assert "em investigação; diabetes mellitus; depois" in rows[3] or "em investigação" in rows[1]
    legend = document.xpath("//p[@class='legend']//mark/@class")
    assert legend == ["leak", "weak", "other_disease"]
    told = document.text_content()
    for sentence in ("Vazamentos encontrados: 1.", "Indícios fracos", "Outras doenças"):
        assert sentence in told
    assert visible(html_page([report], "pt")) == text


def test_in_a_notebook_the_report_leaves_the_page_alone() -> None:
    fragment = audit_text("É DCh.", TARGET)._repr_html_()
    assert fragment.startswith('<div class="clinicalbr-leaks"')
    assert "<html" not in fragment
    assert "<body" not in fragment
    style = html.fromstring(fragment).xpath("//style")[0].text
    for rule in filter(None, style.split("}")):
        selectors = rule.partition("{")[0].split(",")
        assert all(selector.startswith(".clinicalbr-leaks") for selector in selectors), rule
    assert html_fragment(audit_text("É DCh.", TARGET)) == fragment


def places(*names: str) -> Callable[[str], list[Span]]:
    def find(text: str) -> list[Span]:
        return [Span(text.index(name), text.index(name) + len(name)) for name in names if name in text]

    return find


def test_other_diseases_are_warned_of_in_the_presentation_only() -> None:
    case = ClinicalCase(
        case_id="c1", language="pt",
        presentation=Presentation(chief_complaint="dispneia, doença de Chagas, sarampo", family_history="sarampo"),
        workup=Workup(laboratory=("sarampo negativo",)), narrative="sarampo",
    )  # fmt: skip
    finder = places("sarampo", "doença de Chagas")
    report = audit_case(case, TARGET, other_diseases=finder)
    assert {(item.field, item.surface) for item in report.warnings} == {
        ("presentation.chief_complaint", "sarampo"), ("presentation.family_history", "sarampo"),
    }  # fmt: skip
    assert all(item.code == "other_disease" for item in report.warnings)
    only_narrative = MaskedCase(case_id="c1", language="pt", task="diagnosis", narrative="sarampo")
    found = audit_case(only_narrative, TARGET, other_diseases=finder)
    assert [item.field for item in found.warnings] == ["narrative"]
    assert found.clean
    assert audit_case(only_narrative, TARGET).warnings == ()


def test_the_answer_is_no_other_disease_even_where_its_tier_is_not_searched() -> None:
    masker = Masker(TARGET, tiers=["acronym"])
    report = audit_text("Tem doença de Chagas.", masker, other_diseases=places("doença de Chagas"))
    assert report.clean
    assert report.warnings == ()


def test_a_finder_that_points_outside_the_text_is_refused() -> None:
    with pytest.raises(InputError, match="0-99"):
        audit_text("febre", TARGET, other_diseases=lambda _: [Span(0, 99)])


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="a is a NoneType"):
        audit_texts({"a": None}, TARGET)


@pytest.mark.parametrize(
    ("target", "shown", "leaks"),
    [
        (ExamTarget(GoldTarget(["dengue"], languages=["pt"]), ("hemograma",), results=False), "dengue, hemograma", ["HMG", "dengue", "DG"]),
        (TreatmentTarget(classes=("IECA",), languages=("pt",)), "IECA", ["IECA"]),
        (NamesOnly(GoldTarget([], ["DG"], languages=["pt"])), "DG", ["DG"]),
    ],
)  # fmt: skip
def test_every_target_of_a_masker_is_audited(target: WiderTarget, shown: str, leaks: list[str]) -> None:
    text = "Recebeu IECA. HMG pedido; dengue (DG)."
    masked = MaskedCase(case_id="c1", language="pt", task="exams", narrative=Masker(target).mask(text).text)
    report = audit_text(text, target)
    assert (report.gold, [found.surface for found in report.leaks]) == (shown, leaks)
    assert [found.surface for found in audit_prompt(text, target).leaks] == leaks
    assert audit_case(masked, target).clean


def test_a_treatment_is_audited_like_a_diagnosis() -> None:
    target = TreatmentTarget(drugs=("prednisona",), procedures=("biópsia excisional",), languages=("pt",))
    report = audit_text("Iniciada prednisona.", target)
    assert report.gold == "prednisona, biópsia excisional"
    assert ["prednisona" in found.surface for found in report.leaks] == [True]
    assert LeakReport.from_json(report.to_json()) == report
