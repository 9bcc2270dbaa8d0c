"""The sites of SciELO collections, new and legacy, with articles that lack this or that."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from urllib.parse import unquote

from fake_service.messages import Reply, Request, Route

CASE = {
    "pt": ("Febre amarela: relato de caso", "Resumo", "RELATO DO CASO", "Homem de 38 anos, com febre há três dias."),
    "en": ("Yellow fever: a case report", "Abstract", "CASE REPORT", "A man of 38, with fever for three days."),
    "es": (
        "Fiebre amarilla: caso clínico",
        "Resumen",
        "CASO CLÍNICO",
        "Varón de 38 años, con fiebre desde hace tres días.",
    ),
}
NOT_FOUND = (
    '<!DOCTYPE html><html lang="pt"><head><title>Página não encontrada</title>'
    '<link rel="stylesheet" href="/static/css/scielo-portal.css"></head><body><h1>404</h1></body></html>'
)
BLOCKED = "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script>1</script></body></html>"


@dataclass
class SiteArticle:
    """An article of a site.

    Args:
        pid_v2: Its PID of version 2.
        pid_v3: Its PID of version 3.
        doi: Its DOI.
        languages: Languages of its texts, the original first.
        xml: ``"whole"``, ``"front"`` (no body), ``"page"`` (an error page with status 200), ``"missing"`` (404),
            ``"broken"`` (500), ``"unknown format"`` (400) or ``"garbled"`` (not well-formed).
        pages: Languages in which a page is made; others are answered with 404.
        page_status: Status of its pages.
        style: Generation of the new site's pages, 2 or 3, or 0 for a page that was written by hand.
        text_on_page: Whether the page shows more than the abstract.
        xml_doi: DOI that the XML states.
    """

    pid_v2: str = "S0034-89102018000100244"
    pid_v3: str = "abcdefghijklmnopqrstuvw"
    doi: str = "10.1590/s1518-8787.2018052000244"
    languages: tuple[str, ...] = ("pt", "en")
    xml: str = "whole"
    pages: tuple[str, ...] | None = None
    page_status: int = 200
    style: int = 3
    text_on_page: bool = True
    xml_doi: str = ""
    older_pids: tuple[str, ...] = field(default=())

    def xml_file(self) -> bytes:
        """The SPS file, with its translations."""
        original, *others = self.languages
        translations = "".join(
            f'<sub-article article-type="translation" xml:lang="{language}" id="S{number}"><front-stub>'
            f'<article-id pub-id-type="doi">{self.doi}.{language}</article-id>'
            f"<title-group><article-title>{CASE[language][0]}</article-title></title-group></front-stub>"
            f"{self._xml_body(language)}</sub-article>"
            for number, language in enumerate(others, 1)
        )
        front = (
            "<front><journal-meta><journal-title-group><journal-title>Revista de Exemplo</journal-title></journal-title-group>"
            f'</journal-meta><article-meta><article-id pub-id-type="publisher-id" specific-use="scielo-v2">{self.pid_v2}'
            f'</article-id><article-id pub-id-type="doi">{self.xml_doi or self.doi}</article-id>'
            f"<title-group><article-title>{CASE[original][0]}</article-title></title-group><permissions>"
            '<license xlink:href="https://creativecommons.org/licenses/by/4.0/"/></permissions></article-meta></front>'
        )
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n<article xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'article-type="case-report" specific-use="sps-1.9" xml:lang="{original}">{front}{self._xml_body(original)}'
            f"{translations}</article>\n"
        ).encode()

    def _xml_body(self, language: str) -> str:
        if self.xml == "front":
            return ""
        _, _, heading, text = CASE[language]
        return f"<body><sec><title>{heading.capitalize()}</title><p>{text}</p></sec></body>"

    def xml_reply(self) -> Reply:
        """What ``format=xml`` answers."""
        file = self.xml_file()
        return {
            "page": Reply(200, NOT_FOUND.encode(), "application/xml"),
            "missing": Reply(404, NOT_FOUND.encode()),
            "broken": Reply(500, b"<html><title>Erro inesperado</title></html>"),
            "unknown format": Reply(400, "<html>Formato não suportado</html>".encode()),
            "garbled": Reply(200, file.replace(b"</title><p>", b"</titel><p>"), "application/xml"),
        }.get(self.xml, Reply(200, file, "application/xml", items=(self.pid_v2,)))

    def new_page(self, language: str, host: str) -> str:
        """The page of the new site in one language."""
        title, summary, heading, text = CASE[language]
        tag = "h2" if self.style == 3 else "h1"
        kind = ' class="h5"' if self.style == 3 else ' class="articleSectionTitle"'
        xml_url = f"{host}/j/rex/a/{self.pid_v3}/?format=xml&amp;lang={self.languages[0]}"
        note = (
            '<span class="ref"><sup class="xref"><a href="#B1_ref" data-ref="1 Silva J. Outro artigo.">1</a></sup></span>'
            if self.style == 3
            else '<span class="ref"><sup class="xref xrefblue">1</sup><span class="refCtt closed"><span>1 Silva J. Outro '
            "artigo.</span></span></span>"
        )
        figure = (
            '<div class="row fig" id="f1"><div class="col-md-4"><a><div class="thumbImg"><img src="x.jpg">Thumbnail'
            '<div class="zoom"></div></div></a></div><div class="col-md-8"><strong>Fig. 1</strong><br>Radiografia.</div></div>'
        )
        body = (
            f'<div class="articleSection" data-anchor="Text"><{tag}{kind}>{heading}</{tag}><p>{text}{note}</p>'
            f"<p>{figure}</p></div>"
            if self.text_on_page
            else ""
        )
        references = (
            f'<div class="articleSection" data-anchor="Refs"><{tag}{kind}>Refs</{tag}><div class="ref-list"><ul class="refList">'
            "<li>Silva J. Outro artigo.</li></ul></div></div>"
            if self.text_on_page
            else ""
        )
        inner = (
            f'<article id="articleText"><div class="articleSection" data-anchor="{summary}"><{tag}{kind}>{summary}</{tag}>'
            f"<p>Breve.</p><p><strong>Palavras:</strong><br>Febre; Fígado.</p></div>{body}{references}"
            '<section class="documentLicense"><a href="https://creativecommons.org/licenses/by-nc/4.0/">CC</a></section></article>'
        )
        if self.style == 0:
            inner = (
                f"<p><b>{title}</b></p><p><b>{summary.upper()}</b></p><p>Breve.</p><p><b>{heading}</b></p><p>{text}</p>"
            )
        return (
            f'<!DOCTYPE html><html lang="en"><head><title>SciELO - {title}</title><link href="/static/scielo.css">'
            f'<meta name="citation_title" content="{title}"></meta><meta name="citation_language" content="{language}"></meta>'
            f'<meta name="citation_doi" content="{self.doi}"></meta><meta name="citation_xml_url" content="{xml_url}"></meta>'
            '<meta name="citation_journal_title" content="Revista de Exemplo"></meta>'
            '<meta name="citation_publication_date" content="2018"></meta></head><body class="journal article">'
            f'<section class="articleCtt"><div class="container"><h1 class="article-title">{title}</h1>{inner}</div></section>'
            '<footer><a href="https://creativecommons.org/licenses/by/4.0/">Este site</a></footer></body></html>'
        )

    def legacy_page(self, language: str) -> str:
        """The page of a legacy site, written by hand."""
        title, summary, heading, text = CASE[language]
        safe = {name: html.escape(value) for name, value in (("title", title), ("text", text))}
        return (
            f'<html><head><title>Rev. Exemplo - {safe["title"]}</title><meta name="citation_title" content="{safe["title"]}">'
            f'<meta name="citation_doi" content="{self.doi}"><meta name="citation_author" content="Souza, Ana"></head><body>'
            f'<div class="content"><input type="hidden" name="PID" value="{self.pid_v2}"><div class="index,{language}">'
            f'<!--version=html--><p><font size="4"><b>{safe["title"]}</b></font></p><p><b>Ana Souza; João Lima</b></p>'
            f"<p>Hospital de Exemplo</p><hr><p><b>{summary.upper()}</b></p><p>Breve.</p><hr>"
            f"<p><b>{heading}</b></p><p>{safe['text']}<br>Sem outras queixas.</p><p><b>REFER&Ecirc;NCIAS</b></p>"
            '<!-- ref --><p>1. Silva J. Outro artigo. [&nbsp;<a href="javascript:void(0);" '
            "onclick=\"window.open('/scielo.php?script=sci_nlinks&ref=1')\">Links</a>&nbsp;]</p></div></div>"
            '<div class="article-license"><a rel="license" href="http://creativecommons.org/licenses/by-nc/4.0/deed.pt">'
            "<img></a></div></body></html>"
        )


class NewSite:
    """The new site: redirects from old links, pages by language, XML of all languages at once.

    Args:
        articles: Its articles.
        blocked: Whether every answer is the page of a block, with status 200.
    """

    def __init__(self, *articles: SiteArticle, blocked: bool = False) -> None:
        self.articles, self.blocked = articles, blocked

    def routes(self) -> list[tuple[str, Route]]:
        """Old links, addresses of articles, and the resolver of DOIs under ``/doi``."""
        return [
            ("/scielo.php", self._old_link),
            (r"/j/[^/]+/a/[^/]+/", self._article),
            (r"/doi/.*", self._resolve),
        ]

    def _old_link(self, request: Request) -> Reply:
        """301 to the article; a language that it lacks leads to the original, no PID to 400, an unknown one to 404."""
        if self.blocked:
            return Reply(200, BLOCKED.encode())
        pid = request.query.get("pid")
        if not pid:
            return Reply(400, b"<html>pid</html>")
        for article in self.articles:
            if pid in (article.pid_v2, *article.older_pids):
                wanted = request.query.get("tlng", article.languages[0])
                language = wanted if wanted in article.languages else article.languages[0]
                return Reply(301, headers={"Location": f"/j/rex/a/{article.pid_v3}/?lang={language}"})
        return Reply(404, NOT_FOUND.encode())

    def _resolve(self, request: Request) -> Reply:
        doi = unquote(request.path.removeprefix("/doi/"))
        for article in self.articles:
            if doi == article.doi or doi.startswith(f"{article.doi}."):
                return Reply(302, headers={"Location": f"/scielo.php?script=sci_arttext&pid={article.pid_v2}"})
        return Reply(404, b"<html><title>DOI Not Found</title></html>")

    def _article(self, request: Request) -> Reply:
        if self.blocked:
            return Reply(200, BLOCKED.encode())
        _, _, acronym, _, pid, _ = request.path.split("/")
        article = next((article for article in self.articles if article.pid_v3 == pid and acronym == "rex"), None)
        if article is None:
            return Reply(404, NOT_FOUND.encode())
        if request.query.get("format") == "xml":
            return article.xml_reply()
        language = request.query.get("lang", article.languages[0])
        if language not in article.languages:
            return Reply(301, headers={"Location": f"/j/rex/a/{pid}/"})
        if language not in (article.languages if article.pages is None else article.pages):
            return Reply(404, NOT_FOUND.encode())
        host = f"http://{request.headers['host']}"
        return Reply(article.page_status, article.new_page(language, host).encode(), items=(article.pid_v2,))


class LegacySite:
    """A legacy site: one address for all, pages in Windows-1252, and soft errors with status 200.

    Args:
        articles: Its articles.
        encoding: Of the pages.
    """

    def __init__(self, *articles: SiteArticle, encoding: str = "cp1252") -> None:
        self.articles, self.encoding = articles, encoding

    def routes(self) -> list[tuple[str, Route]]:
        """Pages and XML of articles."""
        return [("/scielo.php", self._page), ("/scieloOrg/php/articleXML.php", self._xml)]

    def _find(self, request: Request) -> SiteArticle | None:
        return next((article for article in self.articles if article.pid_v2 == request.query.get("pid")), None)

    def _page(self, request: Request) -> Reply:
        article = self._find(request)
        if article is None:
            soft = '<html><head><title>SciELO</title></head><body><img src="/img/scielo.gif">Article not found</body></html>'
            return Reply(200, soft.encode())
        language = request.query.get("tlng", article.languages[0])
        language = language if language in article.languages else article.languages[0]
        return Reply(200, article.legacy_page(language).encode(self.encoding, "xmlcharrefreplace"), "text/html")

    def _xml(self, request: Request) -> Reply:
        article = self._find(request)
        return article.xml_reply() if article else Reply(200, b"<html>error</html>")
