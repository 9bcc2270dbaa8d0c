"""The labelled real files."""

from __future__ import annotations

from pathlib import Path

import pytest

from clinicalbr.schema import Article, ArticleRecord
from corpus_items import LABELS, read_item


@pytest.fixture(scope="session")
def real_items(shared_data: Path) -> dict[str, Article | ArticleRecord]:
    """The labelled real articles and records by path."""
    return {name: read_item(shared_data / name) for name in (*LABELS["articles"], *LABELS["records"])}
