"""Every value that a reader wrote down for a real or written file is what the parser finds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clinicalbr.errors import EmptyArticleError, NotXmlError
from clinicalbr.schema import Article
from clinicalbr.sources import CaseText, case_section, case_sections, parse_jats

HERE = Path(__file__).parent
REAL: dict[str, dict[str, Any]] = json.loads((HERE / "expected_articles.json").read_text(encoding="utf-8"))
WRITTEN: dict[str, dict[str, Any]] = json.loads((HERE / "written/expected_written.json").read_text(encoding="utf-8"))


def squeezed(text: str) -> str:
    return " ".join(text.split())


def cases_in(article: Article, language: str | None) -> tuple[CaseText, ...]:
    try:
        return case_sections(article, language)
    except EmptyArticleError:
        return ()


def check_cases(article: Article, language: str | None, spans: list[dict[str, str]], *, whole_body: bool) -> None:
    cases = cases_in(article, language)
    assert len(cases) == len(spans)
    for case, span in zip(cases, spans, strict=True):
        assert squeezed(case.text).startswith(squeezed(span["begins"]))
        assert squeezed(case.text).endswith(squeezed(span["ends"]))
        assert case.whole_body is whole_body
    if cases:
        assert case_section(article, language) == "\n\n".join(case.text for case in cases)


def check(data: bytes, label: dict[str, Any]) -> None:
    if label["error"]:
        with pytest.raises(NotXmlError):
            parse_jats(data)
        return
    article = parse_jats(data)
    assert article.language == label["language"]
    assert sorted(text.language or "" for text in article.translations) == label["translations"]
    assert article.title == squeezed(label["title"])
    assert dict(article.titles) == {code: squeezed(title) for code, title in label["titles"].items()}
    assert article.article_type == label["article_type"]
    assert article.provenance.doi == label["doi"].lower()
    assert article.licence == label["licence"]
    assert article.provenance.year == label["year"]
    paragraphs = [text for section in article.sections for text in section.all_paragraphs()]
    assert len(paragraphs) == label["n_body_paragraphs"] - label["n_body_paragraphs_without_text"]
    whole_body = bool(label.get("whole_body"))
    spans = [label["whole_body_span"]] if whole_body else label["cases"]
    assert len(spans) == label["n_cases"]
    check_cases(article, None, spans, whole_body=whole_body)
    for language, translated in label.get("translation_cases", {}).items():
        check_cases(article, language, translated, whole_body=False)


@pytest.mark.parametrize("name", REAL)
def test_real_files(name: str, shared_data: Path) -> None:
    check((shared_data / name).read_bytes(), REAL[name])


@pytest.mark.parametrize("name", WRITTEN)
def test_written_files(name: str) -> None:
    check((HERE / "written" / name).read_bytes(), WRITTEN[name])


def test_every_written_file_is_labelled() -> None:
    assert sorted(path.name for path in (HERE / "written").glob("*.xml")) == sorted(WRITTEN)


def test_every_real_file_is_labelled(shared_data: Path) -> None:
    files = {
        *shared_data.glob("pmc/*/*.*ml"),
        *shared_data.glob("scielo/sps/*.xml"),
        *shared_data.glob("scielo/articlemeta/*.xml"),
    }
    assert sorted(str(path.relative_to(shared_data)) for path in files) == sorted(REAL)
