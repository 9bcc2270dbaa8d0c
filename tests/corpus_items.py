"""Records and articles for the tests of the corpus stages, and the labels of the real files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clinicalbr.schema import Article, ArticleRecord, ArticleText, Provenance, Section
from clinicalbr.sources import parse_articlemeta, parse_jats

LABELS: dict[str, Any] = json.loads((Path(__file__).parent / "corpus/labels.json").read_text(encoding="utf-8"))


def make_record(pid: str = "S1", title: str = "", *, language: str = "pt", **more: Any) -> ArticleRecord:
    fields = {
        name: more.pop(name)
        for name in ("doi", "pmid", "issn", "journal", "publication_date", "licence")
        if name in more
    }
    provenance = Provenance(source="articlemeta", pid=pid, title=title or None, **fields)
    titles = more.pop("titles", {language: title} if title else {})
    return ArticleRecord(pid, provenance, titles=titles, language=language, **more)


def make_article(*body: Section, title: str = "A title", language: str | None = "en", **more: Any) -> Article:
    provenance = Provenance(source="jats", **more.pop("provenance", {}))
    return Article(ArticleText(language, title, body), provenance=provenance, **more)


def read_item(file: Path) -> Article | ArticleRecord:
    data = file.read_bytes()
    return parse_articlemeta(json.loads(data)) if file.suffix == ".json" else parse_jats(data)
