"""The search for the best text of one article on a SciELO site."""

from __future__ import annotations

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
from clinicalbr.sources._html_page import read_page
from clinicalbr.sources._scielo_addresses import (
    LEGACY_PAGE,
    in_language,
    is_new_address,
    without_language,
    xml_addresses,
)
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.fulltext import FullText, Miss, TextFormat
from clinicalbr.sources.jats import parse_jats
from clinicalbr.sources.limits import XmlLimits
from clinicalbr.sources.scielo_html import format_of_page, is_page_of_site, parse_scielo_html
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = ["TextSearch"]

_SOURCE = "scielo"
_END_OF_PAGE = b"</html"
_TAIL = 4000


class TextSearch:
    """The search for one text: the addresses that were tried, and what came of them.

    Args:
        session: The way to the network.
        places: The site and the resolver of DOIs.
        named: Kind (``"v2"``, ``"v3"`` or ``"doi"``) and usual spelling of the identifier.
        language: Language that is wanted, ``None`` for the original.
        journal: Acronym of the journal.
    """

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
        self._may_pass = False
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
        return self._from_page(await self._in_language(answer))

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
        self._may_pass |= isinstance(reason, BadAnswerError | SourceUnavailableError)
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

    async def _in_language(self, answer: Answer) -> Answer:
        """The page in the language that is wanted; a DOI leads to the original."""
        if self._language is None or self._article(answer).language == self._language:
            return answer
        url = in_language(answer.url, self._language)
        if url == answer.url:
            return answer
        return await self._session.ask(self._site, url, kind=AnswerKind.HTML, check=self._check_page)

    def _article(self, answer: Answer) -> Article:
        try:
            return parse_scielo_html(answer.content, source=_SOURCE, url=answer.url, limits=self._limits)
        except EmptyArticleError as error:
            title = read_page(answer.content, self._limits).title
            raise SourceNotFoundError(
                f"a page of the site without article, titled {title!r}",
                remedy="check the identifier and the collection",
                url=answer.url,
                status=answer.status,
            ) from error

    def _from_page(self, answer: Answer) -> FullText:
        article = self._article(answer)
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

    def _nothing(self) -> SourceError:
        said = f"no full text of {self._identifier}{f' in {self._language}' if self._language else ''}: " + "; ".join(
            map(str, self._misses)
        )
        if self._may_pass:
            # What failed may be there the next time: nobody should put the article down as gone.
            return SourceUnavailableError(said, remedy="ask again later")
        return SourceNotFoundError(said, remedy="look at the address in a browser; some articles are there as PDF only")


def _bad(answer: Answer, what: str, found: str) -> BadAnswerError:
    remedy = "open the address in a browser: a proxy, a login or a block may stand before the site"
    return BadAnswerError(what, remedy=remedy, url=answer.url, status=answer.status, found=found)
