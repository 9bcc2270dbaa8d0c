"""Pages through Firecrawl, for sites that do not answer this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from clinicalbr.errors import (
    BadAnswerError,
    EmptyArticleError,
    InputError,
    SourceError,
    SourceNotFoundError,
    SourceRefusedError,
    SourceUnavailableError,
)
from clinicalbr.sources._foreign import excerpt
from clinicalbr.sources._redaction import hide, without_secrets
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.fulltext import FullText
from clinicalbr.sources.limits import XmlLimits
from clinicalbr.sources.scielo_html import format_of_page, is_page_of_site, parse_scielo_html
from clinicalbr.sources.service import AnswerKind, Service
from clinicalbr.sources.session import Session

__all__ = ["FirecrawlClient", "ScrapedPage"]

_GONE = frozenset({404, 410})
_PASSING = frozenset({408, 425, 429})
_MARGIN = 10.0


@dataclass(frozen=True, slots=True)
class ScrapedPage:
    """A page as Firecrawl saw it.

    Args:
        url: Address of the page in the end.
        status: Status with which the page itself was answered.
        html: The page as it came, empty when it was not asked for.
        markdown: Its text as Markdown, empty when it was not asked for.
        title: Title.
        language: Language that the page states.
        credits: Credits that it cost, ``None`` when Firecrawl does not say.
        warning: What Firecrawl warns of.

    Examples:
        >>> ScrapedPage("https://example.org/", 200, html="<html></html>").markdown
        ''
    """

    url: str
    status: int
    html: str = field(default="", repr=False)
    markdown: str = field(default="", repr=False)
    title: str = ""
    language: str | None = None
    credits: float | None = None
    warning: str = ""


class FirecrawlClient:
    """Fetches pages through Firecrawl, which costs credits.

    Args:
        session: The way to the network.
        api_key: Key of the account. It is sent to Firecrawl only and stands in no log, error or cache.
        base_url: Address of the service, your own one included.
        rate: Requests a second; the free plan allows 10 a minute.
        parallel: Requests at once; the free plan has 2 browsers.
        proxy: ``"basic"``, or ``"stealth"``, ``"enhanced"`` or ``"auto"``, which may cost 5 credits a page.
        max_age: Age in seconds up to which a page from Firecrawl's own cache will do; 0 for a new one each time.
        max_credits: Credits after which this client asks for nothing more.

    Examples:
        >>> import httpx
        >>> from clinicalbr.sources import blocking
        >>> def firecrawl(request):
        ...     page = {"rawHtml": "<html></html>", "metadata": {"statusCode": 404, "sourceURL": "https://example.org/"}}
        ...     return httpx.Response(200, json={"success": True, "data": page})
        >>> with Session("me@example.org", transport=httpx.MockTransport(firecrawl)) as session:
        ...     try:
        ...         blocking(FirecrawlClient(session, "fc-secret").scrape("https://example.org/"))
        ...     except SourceNotFoundError as error:
        ...         print(error.message)
        https://example.org/: the page was answered with status 404
    """

    def __init__(
        self,
        session: Session,
        api_key: str | SecretStr,
        *,
        base_url: str = "https://api.firecrawl.dev",
        rate: float = 10 / 60,
        parallel: int = 2,
        proxy: str = "basic",
        max_age: float = 0,
        max_credits: float | None = None,
    ) -> None:
        key = api_key if isinstance(api_key, str) else api_key.get_secret_value()
        if not key.strip() or not key.isascii() or not key.isprintable():
            raise InputError(
                "the key of Firecrawl is none", remedy="give the key of your account, which begins with fc-"
            )
        self._session = session
        headers = {"authorization": SecretStr(f"Bearer {key.strip()}")}
        self._service = Service("firecrawl", base_url, rate=rate, parallel=parallel, secret_headers=headers)
        self._proxy, self._max_age, self._max_credits = proxy, max_age, max_credits
        self._spent = 0.0
        self._limits = XmlLimits(max_bytes=session.max_bytes)

    @property
    def credits_spent(self) -> float:
        """Credits that the pages of this client cost; a page of which Firecrawl does not say it counts as one."""
        return self._spent

    async def scrape(
        self, url: str, *, formats: Sequence[str] = ("rawHtml",), options: Mapping[str, Any] | None = None
    ) -> ScrapedPage:
        """Fetch a page.

        Args:
            url: Its address, which holds no password.
            formats: What to send: ``"rawHtml"`` (the page as it came), ``"html"``, ``"markdown"``.
            options: Further options of Firecrawl's, for instance ``{"waitFor": 2000}``.

        Returns:
            The page, which was answered with a status of success.

        Raises:
            InputError: The address is none, or holds a password.
            SourceNotFoundError: The page itself was answered with 404 or 410, although Firecrawl calls that a success.
            SourceRefusedError: The site refuses the page, the key is wrong, or no credit is left.
            SourceUnavailableError: Firecrawl or the site gave no answer.
            BadAnswerError: Firecrawl answered with something else.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            raise InputError(
                f"{without_secrets(url)!r} is no address that can be handed on",
                remedy="give http:// or https:// and a host, without user and password",
            )
        if self._max_credits is not None and self._spent >= self._max_credits:
            raise SourceRefusedError(
                f"{self._spent:g} credits are spent, of {self._max_credits:g} allowed",
                remedy="raise max_credits",
                url=without_secrets(url),
            )
        # Firecrawl must give up before the session does, or a page is paid for that nobody waits for.
        timeout = max(1.0, self._session.timeouts.read - _MARGIN)
        answer = await self._session.ask(
            self._service,
            self._service.url("v2", "scrape"),
            kind=AnswerKind.JSON,
            method="POST",
            body={
                "url": url, "formats": list(formats), "onlyMainContent": False, "timeout": int(timeout * 1000),
                "maxAge": int(self._max_age * 1000), "proxy": self._proxy, **(options or {}),
            },
            # Each attempt may be paid for.
            retry_bad_answers=False,
        )  # fmt: skip
        page = self._page(answer, url)
        self._check(page, answer)
        return page

    async def fetch(self, url: str) -> FullText:
        """Fetch the page of an article of a SciELO site.

        Firecrawl's Markdown loses sections, languages and licence, so the page itself is read. ``SciELOFullText``
        gives XML where the site answers this machine.

        Args:
            url: Address of the page.

        Returns:
            The text.

        Raises:
            SourceNotFoundError: The page was answered with 404, or is one of the site without text.
            BadAnswerError: The page is that of a block or a login.
            SourceError: As ``scrape`` does.
        """
        page = await self.scrape(url)
        data = page.html.encode()
        try:
            article = parse_scielo_html(data, url=page.url, limits=self._limits)
        except EmptyArticleError as error:
            if is_page_of_site(data, limits=self._limits):
                raise SourceNotFoundError(
                    f"a page of the site without article, titled {page.title!r}",
                    remedy="check the address",
                    url=page.url,
                    status=page.status,
                ) from error
            raise BadAnswerError(
                f"a web page titled {page.title!r} in place of the article",
                remedy="open the address in a browser; proxy='stealth' may pass a block",
                url=page.url,
                status=page.status,
                found="html",
            ) from error
        if not article.original.has_body:
            raise SourceNotFoundError(
                "a page without text", remedy="look at it in a browser", url=page.url, status=page.status
            )
        return FullText(without_secrets(url), format_of_page(data, limits=self._limits), page.url, data, article)

    def _page(self, answer: Answer, url: str) -> ScrapedPage:
        whole: Any = answer.json()
        data = whole.get("data") if isinstance(whole, dict) else None
        if not isinstance(whole, dict) or whole.get("success") is not True or not isinstance(data, dict):
            stated = self._shown(whole.get("error")) if isinstance(whole, dict) else ""
            raise _shape(answer, f"no page: {stated}" if stated else "no page")
        metadata = data.get("metadata")
        metadata = metadata if isinstance(metadata, dict) else {}
        spent = metadata.get("creditsUsed")
        self._spent += spent if isinstance(spent, int | float) else 1
        status = metadata.get("statusCode")
        if not isinstance(status, int):
            said = self._shown(metadata.get("error"))
            raise _shape(answer, "a page without the status of its own" + (f": {said}" if said else ""))
        return ScrapedPage(
            url=without_secrets(str(metadata.get("url") or metadata.get("sourceURL") or url)),
            status=status,
            html=_text(data.get("rawHtml")) or _text(data.get("html")),
            markdown=_text(data.get("markdown")),
            title=_text(metadata.get("title")),
            language=_text(metadata.get("language")) or None,
            credits=spent if isinstance(spent, int | float) else None,
            warning=_text(data.get("warning")),
        )

    def _shown(self, stated: object) -> str:
        """What Firecrawl says, without the key, which it may repeat."""
        return excerpt(hide(str(stated), self._service.secrets()), 200) if stated else ""

    def _check(self, page: ScrapedPage, answer: Answer) -> None:
        if 200 <= page.status < 300:
            if not (page.html.strip() or page.markdown.strip()):
                raise _shape(answer, f"an empty page of {page.url}")
            return
        kind: type[SourceError] = SourceRefusedError
        if page.status in _GONE:
            kind = SourceNotFoundError
        elif page.status in _PASSING or page.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            kind = SourceUnavailableError
        raise kind(
            f"the page was answered with status {page.status}",
            remedy="check the address" if kind is SourceNotFoundError else "ask again later, or with another proxy",
            url=page.url,
            status=page.status,
        )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _shape(answer: Answer, what: str) -> BadAnswerError:
    return BadAnswerError(what, remedy="ask again later", url=answer.url, status=answer.status, found="shape")
