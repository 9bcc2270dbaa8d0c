"""A journal site that serves one XML file an article, with validators."""

from __future__ import annotations

import hashlib
from urllib.parse import unquote

from fake_service.messages import Reply, Request, Route

PARAGRAPH = "Homem de 54 anos, com dispneia há três dias, foi internado na enfermaria e recebeu tratamento. " * 6


class ArticleSite:
    """Serves ``/j/<acronym>/a/<code>/?format=xml``.

    Args:
        codes: Codes of the articles that it has; ``None`` for every one.
        paragraphs: Length of a text.
    """

    def __init__(self, codes: set[str] | None = None, *, paragraphs: int = 12) -> None:
        self.codes, self.paragraphs = codes, paragraphs
        self.edition = 1

    def routes(self) -> list[tuple[str, Route]]:
        """The route of the texts."""
        return [(r"/j/[^/]+/a/[^/]+/", self._text)]

    def text(self, code: str) -> bytes:
        """The file of an article."""
        body = "".join(f"<p>{number}. {PARAGRAPH}</p>" for number in range(self.paragraphs))
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n<article xmlns:xlink="http://www.w3.org/1999/xlink" '
            'article-type="case-report" xml:lang="pt"><front><article-meta>'
            f'<article-id pub-id-type="publisher-id">{code}</article-id>'
            f"<title-group><article-title>Relato {code}, edição {self.edition}</article-title></title-group>"
            '<permissions><license xlink:href="https://creativecommons.org/licenses/by/4.0/"/></permissions>'
            f"</article-meta></front><body><sec><title>Relato do caso</title>{body}</sec></body></article>\n"
        ).encode()

    def _text(self, request: Request) -> Reply:
        code = unquote(request.path.split("/")[4])
        if self.codes is not None and code not in self.codes:
            return Reply(404, b"<html><title>404</title></html>")
        if request.query.get("format") != "xml":
            return Reply(400, b"<html><title>400</title></html>")
        body = self.text(code)
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = {"ETag": tag, "Date": f"Tue, 02 Jan 2024 00:00:{self.edition:02} GMT"}
        if request.headers.get("if-none-match") == tag:
            return Reply(304, b"", headers=headers, items=(code,))
        return Reply(200, body, "application/xml", headers=headers, items=(code,))
