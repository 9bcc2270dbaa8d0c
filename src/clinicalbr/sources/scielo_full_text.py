"""Full texts from the sites of SciELO collections, the best format that a site has."""

from __future__ import annotations

import re
from http import HTTPStatus
from urllib.parse import urlsplit

from clinicalbr.errors import (
    BadAnswerError,
    EmptyArticleError,
    InputError,
    SourceError,
    SourceNotFoundError,
    SourceRefusedError,
    SourceUnavailableError,
)
from clinicalbr.schema import Article
from clinicalbr.sources._answer_check import check_answer
from clinicalbr.sources._html_page import HtmlPage, read_page
from clinicalbr.sources._identifiers import normal_doi, normal_language, normal_pid_v2
from clinicalbr.sources._scielo_addresses import LEGACY_PAGE, is_new_address, without_language, xml_addresses
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.fulltext import FullText, Miss, TextFormat
from clinicalbr.sources.harvesting import Document, Item
from clinicalbr.sources.jats import parse_jats
from clinicalbr.sources.limits import XmlLimits
from clinicalbr.sources.scielo_html import format_of_page, is_page_of_site, parse_scielo_html
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = ["SciELOFullText"]

_PID_V3 = re.compile(r"[A-Za-z0-9]{23}")
_SOURCE = "scielo"
_END_OF_PAGE = b"</html"
_TAIL = 4000


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
        search = _Search(self._session, places, _named(identifier), normal_language(language), journal)
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


class _Search:
    """The search for one text: the addresses that were tried, and what came of them."""

    def __init__(
        self,
        session: Session,
        places: tuple[Service, Service],
        named: tuple[str, str],
        language: str | None,
        journal: str | None,
    ) -> None:
        self._session = session
        # A bound of the session is one of the parsers too: what was let in is read.
        self._limits = XmlLimits(max_bytes=session.max_bytes)
        self._site, self._resolver = places
        self._kind, self._identifier = named
        self._language = language
        self._journal = journal
        self._misses: list[Miss] = []
        self._asked: set[str] = set()

    async def run(self) -> FullText:
        """Try the addresses, the best first."""
        service, url, params = self._start()
        if self._kind == "v3" and (found := await self._from_xml(f"{url}?format=xml")):
            return found
        try:
            answer = await self._session.ask(service, url, kind=AnswerKind.HTML, params=params, check=self._check_page)
        except (SourceNotFoundError, SourceUnavailableError) as error:
            # The page of an article that the site knows may be missing or fail for good while its XML is there.
            known = is_new_address(error.url) or error.status == HTTPStatus.INTERNAL_SERVER_ERROR
            if not known or (error.status not in (HTTPStatus.NOT_FOUND, HTTPStatus.INTERNAL_SERVER_ERROR)):
                raise
            self._miss(error.url, error)
            for address in xml_addresses(error.url, None):
                if found := await self._from_xml(address):
                    return found
            raise self._nothing() from error
        page = read_page(answer.content, self._limits)
        for address in xml_addresses(answer.url, page):
            if found := await self._from_xml(address):
                return found
        return self._from_page(answer, page)

    def _start(self) -> tuple[Service, str, dict[str, str | int]]:
        site, wanted = self._site, self._language
        if self._kind == "doi":
            return self._resolver, self._resolver.url(*self._identifier.split("/")), {}
        if self._kind == "v2":
            fixed: dict[str, str | int] = {"script": "sci_arttext", "pid": self._identifier}
            return site, site.url(LEGACY_PAGE), fixed | ({"lng": wanted, "tlng": wanted} if wanted else {})
        if not self._journal:
            raise InputError(
                f"the site does not find the PID v3 {self._identifier} without the acronym of the journal",
                remedy="give journal=..., the part behind /j/ in its addresses and v68 of its ArticleMeta record",
            )
        return site, site.url("j", self._journal, "a", self._identifier, ""), {"lang": wanted} if wanted else {}

    def _check_page(self, answer: Answer) -> None:
        """Raise for a page that is cut short, or that stands before the site: neither may be for good."""
        if _END_OF_PAGE not in answer.content[-_TAIL:].lower():
            raise _bad(answer, "a page that is cut short: it has no end", "truncated")
        if is_page_of_site(answer.content, limits=self._limits):
            return
        title = read_page(answer.content, self._limits).title
        if self._kind == "doi" and urlsplit(answer.url).hostname != urlsplit(self._site.base_url).hostname:
            raise SourceNotFoundError(
                f"the DOI {self._identifier} leads to a page titled {title!r}, which is none of a SciELO site",
                remedy="give the PID: the journal may have moved its DOIs to another publisher",
                url=answer.url,
                status=answer.status,
            )
        raise _bad(answer, f"a web page titled {title!r} in place of the article", "html")

    def _check_xml(self, answer: Answer) -> None:
        """Raise for what is no XML. A page of the site is how it says that it has none; any other may pass."""
        try:
            check_answer(answer.content, AnswerKind.XML, url=answer.url, status=answer.status)
        except BadAnswerError as error:
            if error.found == "html" and is_page_of_site(answer.content, limits=self._limits):
                raise SourceNotFoundError(
                    error.message.removeprefix(f"{error.url}: "),
                    remedy=error.remedy,
                    url=error.url,
                    status=error.status,
                ) from None
            raise

    def _miss(self, url: str, reason: SourceError | InputError | str) -> None:
        text = reason if isinstance(reason, str) else reason.message
        self._misses.append(Miss(url, text.removeprefix(f"{url}: ")))

    async def _from_xml(self, url: str) -> FullText | None:
        if without_language(url) in self._asked:
            return None
        self._asked.add(without_language(url))
        try:
            answer = await self._session.ask(self._site, url, check=self._check_xml)
            article = parse_jats(answer.content, source=_SOURCE, url=answer.url, limits=self._limits)
        except (SourceNotFoundError, BadAnswerError, InputError) as error:
            self._miss(url, error)
            return None
        except (SourceRefusedError, SourceUnavailableError) as error:
            # 400 is how a site says that it does not know the format, and 500 that its store lacks the file.
            if error.status not in (HTTPStatus.BAD_REQUEST, HTTPStatus.INTERNAL_SERVER_ERROR):
                raise
            self._miss(url, error)
            return None
        text = article.text_in(self._language)
        if text is None or not text.has_body:
            if self._language and any(part.has_body for part in (article.original, *article.translations)):
                self._miss(
                    url,
                    f"no text in {self._language}, only in {', '.join(article.languages) or 'an unstated language'}",
                )
            else:
                self._miss(url, "front matter only")
            return None
        self._check_doi(article, answer.url)
        return FullText(
            self._identifier, TextFormat.SPS, answer.url, answer.content, article, misses=tuple(self._misses)
        )

    def _check_doi(self, article: Article, url: str) -> None:
        stated = {text.doi for text in (article.original, *article.translations)} - {None}
        if self._kind == "doi" and stated and self._identifier not in stated:
            raise BadAnswerError(
                f"the DOI {self._identifier} leads to the article with the DOI {article.provenance.doi}",
                remedy="check the DOI, or give the PID",
                url=url,
                found="shape",
            )

    def _from_page(self, answer: Answer, page: HtmlPage) -> FullText:
        try:
            article = parse_scielo_html(answer.content, source=_SOURCE, url=answer.url, limits=self._limits)
        except EmptyArticleError as error:
            raise SourceNotFoundError(
                f"a page of the site without article, titled {page.title!r}",
                remedy="check the identifier and the collection",
                url=answer.url,
                status=answer.status,
            ) from error
        if not article.original.has_body:
            self._miss(answer.url, "a page without text")
            raise self._nothing()
        if self._language and article.language != self._language:
            self._miss(answer.url, f"a page in {article.language or 'an unstated language'}, not in {self._language}")
            raise self._nothing()
        return FullText(
            self._identifier,
            format_of_page(answer.content, limits=self._limits),
            answer.url,
            answer.content,
            article,
            misses=tuple(self._misses),
        )

    def _nothing(self) -> SourceNotFoundError:
        return SourceNotFoundError(
            f"no full text of {self._identifier}{f' in {self._language}' if self._language else ''}: "
            + "; ".join(map(str, self._misses)),
            remedy="look at the address in a browser; some articles are there as PDF only",
        )


def _bad(answer: Answer, what: str, found: str) -> BadAnswerError:
    remedy = "open the address in a browser: a proxy, a login or a block may stand before the site"
    return BadAnswerError(what, remedy=remedy, url=answer.url, status=answer.status, found=found)
