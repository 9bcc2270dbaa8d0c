"""Addresses of articles on the new SciELO site and on legacy ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

from clinicalbr.sources._html_page import HtmlPage

__all__ = ["LEGACY_PAGE", "in_language", "is_new_address", "without_language", "xml_addresses"]

LEGACY_PAGE = "scielo.php"
_NEW_PATH = re.compile(r"/j/[^/]+/a/[A-Za-z0-9]{23}/?")


def is_new_address(url: str) -> bool:
    """Whether an address is that of an article on the new site."""
    return _NEW_PATH.fullmatch(urlsplit(url).path) is not None


def in_language(url: str, language: str) -> str:
    """The address of an article's page in another language."""
    parts = urlsplit(url)
    names = ("lang",) if is_new_address(url) else ("lng", "tlng")
    kept = [(name, value) for name, value in parse_qsl(parts.query) if name not in names]
    return urlunsplit(parts._replace(query=urlencode([*kept, *((name, language) for name in names)])))


def xml_addresses(url: str, page: HtmlPage | None) -> Iterator[str]:
    """Where the XML of an article may be.

    Args:
        url: Address of its page.
        page: The page, if there is one.

    Yields:
        Addresses, the likeliest first.
    """
    parts = urlsplit(url)
    if is_new_address(url):
        yield urlunsplit((parts.scheme, parts.netloc, parts.path, "format=xml", ""))
    elif parts.path.rpartition("/")[2] == LEGACY_PAGE:
        asked = parse_qs(parts.query)
        language = next(iter(asked.get("tlng", asked.get("lng", []))), "en")
        query = urlencode({"pid": next(iter(asked.get("pid", [])), ""), "lang": language})
        path = f"{parts.path.removesuffix(LEGACY_PAGE)}scieloOrg/php/articleXML.php"
        yield urlunsplit((parts.scheme, parts.netloc, path, query, ""))
    if page is not None and (stated := page.meta("citation_xml_url")):
        address = urljoin(url, stated)
        if urlsplit(address).hostname == parts.hostname:
            yield address


def without_language(url: str) -> str:
    """An address of XML without its language, for the file is the same in all."""
    parts = urlsplit(url)
    kept = sorted((name, values) for name, values in parse_qs(parts.query).items() if name != "lang")
    return f"{parts.netloc}{parts.path.rstrip('/')}?{kept}"
