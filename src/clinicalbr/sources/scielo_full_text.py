"""Full texts from the sites of SciELO collections, the best format that a site has."""

from __future__ import annotations

import re

from clinicalbr.errors import InputError
from clinicalbr.sources._identifiers import normal_doi, normal_language, normal_pid_v2
from clinicalbr.sources._scielo_search import TextSearch
from clinicalbr.sources.fulltext import FullText
from clinicalbr.sources.harvesting import Document, Item
from clinicalbr.sources.service import Service
from clinicalbr.sources.session import Session

__all__ = ["SciELOFullText"]

_PID_V3 = re.compile(r"[A-Za-z0-9]{23}")


class SciELOFullText:
    """Fetches articles from the site of a SciELO collection.

    Asked for are the SPS XML, which holds all languages, the types of sections and the licence, then the page of the
    article. The result tells which of them it is, and why a better one was not to be had.

    Args:
        session: The way to the network.
        base_url: Address of the collection's site, new or legacy; ArticleMeta knows it as the ``domain`` of a
            collection.
        doi_url: Address of the resolver of DOIs.
        rate: Requests a second, for the site and the resolver each.

    Examples:
        >>> import httpx
        >>> from clinicalbr.sources import blocking
        >>> xml = b'''<article xml:lang="pt"><front><article-meta><title-group>
        ... <article-title>Febre amarela</article-title></title-group></article-meta></front>
        ... <body><p>Homem, 38 anos.</p></body></article>'''
        >>> def site(request):
        ...     if request.url.path == "/scielo.php":
        ...         return httpx.Response(301, headers={"location": "/j/rsp/a/abcdefghijklmnopqrstuvw/?lang=pt"})
        ...     if request.url.params.get("format") == "xml":
        ...         return httpx.Response(200, content=xml)
        ...     return httpx.Response(200, html='<html><link href="/static/scielo.css"></html>')
        >>> with Session("me@example.org", transport=httpx.MockTransport(site)) as session:
        ...     text = blocking(SciELOFullText(session).fetch("S0034-89102018000100244"))
        >>> text.format.value, text.article.title, text.url
        ('sps', 'Febre amarela', 'https://www.scielo.br/j/rsp/a/abcdefghijklmnopqrstuvw/?format=xml')
    """

    def __init__(
        self,
        session: Session,
        *,
        base_url: str = "https://www.scielo.br",
        doi_url: str = "https://doi.org",
        rate: float = 1.0,
    ) -> None:
        self._session = session
        self._site = Service("scielo", base_url, rate=rate, parallel=2)
        self._resolver = Service("doi", doi_url, rate=rate, parallel=2)

    async def document(self, item: Item) -> Document:
        """The text of an item, for a harvest.

        Args:
            item: An item whose identifier is a PID v2 or a DOI, with or without the collection before it.

        Returns:
            The file.

        Raises:
            SourceError: As ``fetch`` does.
            InputError: The identifier is none of SciELO.
        """
        identifier = item.id if normal_doi(item.id) else item.id.rpartition("/")[2]
        return (await self.fetch(identifier)).document()

    async def fetch(self, identifier: str, *, language: str | None = None, journal: str | None = None) -> FullText:
        """Fetch an article.

        Args:
            identifier: PID v2 (``S`` and 22 more characters), PID v3 (23 letters and figures), or DOI.
            language: Language in which the text is wanted; ``None`` for the original. XML holds all languages, a page
                one.
            journal: Acronym of the journal in addresses of the new site, for instance ``"rsp"``; needed with a PID v3
                only.

        Returns:
            The text, which has a body in that language.

        Raises:
            InputError: It is no such identifier, or the acronym is missing.
            SourceNotFoundError: The site has no such article, or no text of it, or none in that language.
            BadAnswerError: A page of something else stands before the site, or the file is of another article.
            SourceUnavailableError: The site gives no answer, whatever format is asked for.
            SourceRefusedError: The site refuses the request.
        """
        places = (self._site, self._resolver)
        search = TextSearch(self._session, places, _named(identifier), normal_language(language), journal)
        return await search.run()


def _named(identifier: str) -> tuple[str, str]:
    """Kind and usual spelling of an identifier."""
    text = identifier.strip()
    for kind, found in (("v2", normal_pid_v2(text)), ("doi", normal_doi(text))):
        if found:
            return kind, found
    if _PID_V3.fullmatch(text):
        return "v3", text
    raise InputError(
        f"{identifier[:80]!r} is no identifier of a SciELO article",
        remedy="give a PID v2 such as S0034-89102018000100244, a PID v3 of 23 letters and figures, or a DOI",
    )
