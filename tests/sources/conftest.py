"""Small JATS files for the tests of sources."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


def write_jats(
    body: str = "", meta: str = "", *, attributes: str = 'xml:lang="en" article-type="case-report"', rest: str = ""
) -> bytes:
    title = "" if "<title-group>" in meta else "<title-group><article-title>A title</article-title></title-group>"
    inside = f"<body>{body}</body>" if body else ""
    return (
        f'<article {XLINK} xmlns:mml="http://www.w3.org/1998/Math/MathML" xmlns:ali="http://www.niso.org/schemas/ali/1.0/" '
        f"{attributes}><front><article-meta>{title}{meta}</article-meta></front>{inside}{rest}</article>"
    ).encode()


@pytest.fixture(scope="session")
def jats() -> Callable[..., bytes]:
    """Write a small article."""
    return write_jats


@pytest.fixture(scope="session")
def written_articles() -> dict[str, bytes]:
    """Written SPS files by name."""
    folder = Path(__file__).parent / "written"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.xml"))}


@pytest.fixture(scope="session")
def real_articles(shared_data: Path) -> dict[str, bytes]:
    """Real well-formed JATS files by path."""
    files = [*shared_data.glob("pmc/*/*.*ml"), *shared_data.glob("scielo/sps/*.xml")]
    broken = ("broken_not_wellformed.xml", "jbp_2009_pt_with_en_from_html.xml")
    return {str(path.relative_to(shared_data)): path.read_bytes() for path in sorted(files) if path.name not in broken}
