"""Whether an answer is of the kind that was asked for, decided before anybody stores or trusts it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable

from clinicalbr.errors import BadAnswerError, NotXmlError, SourceNotFoundError, UnsafeXmlError
from clinicalbr.sources._encoding import decode_xml
from clinicalbr.sources._foreign import excerpt, refuse_bytes, refuse_text
from clinicalbr.sources._prolog import read_prolog
from clinicalbr.sources._redaction import HIDDEN, forms
from clinicalbr.sources.service import AnswerKind

__all__ = ["check_answer"]

_TITLE = re.compile(r"<title\b[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_NAMES = {AnswerKind.JSON: "JSON", AnswerKind.XML: "XML", AnswerKind.HTML: "a web page"}
_PAGE_REMEDY = "open the address in a browser: a proxy, a login or a block may stand before the service"
_AGAIN = "ask again later"
_HEAD = 20_000
_FOREIGN = {"json": "JSON", "pdf": "a PDF", "gzip": "data compressed with gzip", "zip": "a ZIP archive"}


def check_answer(content: bytes, kind: AnswerKind, *, url: str, status: int, secrets: Iterable[str] = ()) -> None:
    """Refuse an answer of another kind.

    Args:
        content: The decoded body.
        kind: What was asked for.
        url: Address without secrets, for the error.
        status: Status of the answer, for the error.
        secrets: What the error must not quote.

    Raises:
        BadAnswerError: Nothing is there, it is of another kind, or it was cut short.
        SourceNotFoundError: ``null`` in place of a file, which is how some services say that they know no such thing.
    """
    for form in forms(secrets):
        content = content.replace(form.encode(), HIDDEN.encode())
    try:
        _CHECKS[kind](content)
    except _BadContentError as error:
        raise BadAnswerError(
            f"{error.what} in place of {_NAMES[kind]}" if error.foreign else error.what,
            remedy=error.remedy,
            url=url,
            status=status,
            found=error.found,
        ) from None
    except _NullError:
        raise SourceNotFoundError(
            "the service answers null", remedy="check the identifier and the collection", url=url, status=status
        ) from None


class _BadContentError(Exception):
    def __init__(self, what: str, remedy: str, found: str, *, foreign: bool = True) -> None:
        super().__init__(what)
        self.what, self.remedy, self.found, self.foreign = what, remedy, found, foreign


class _NullError(Exception):
    pass


def _page(text: str) -> _BadContentError:
    title = _TITLE.search(text[:_HEAD])
    name = f" titled {excerpt(html.unescape(title[1]), 80)}" if title and title[1].strip() else ""
    return _BadContentError(f"a web page{name}", _PAGE_REMEDY, "html")


def _check_any(content: bytes) -> None:
    if not content.strip():
        raise _BadContentError("an empty answer", _AGAIN, "empty", foreign=False)


def _check_json(content: bytes) -> None:
    _check_any(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"data that are not UTF-8 (byte {error.start})"
        raise _BadContentError(what, _AGAIN, "malformed") from None
    if text.lstrip().startswith("<"):
        head = text.lstrip()[:_HEAD]
        raise _page(head) if _is_page(head) else _BadContentError(f"XML ({excerpt(head)})", _AGAIN, "xml")
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        # The parser stops at the end of a text that was cut, or at the opening quote of its last string.
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        raise _BadContentError(
            f"JSON that {'is cut short' if cut else 'cannot be read'} at character {error.pos} of {len(text)}: "
            f"{excerpt(text[-40:] if cut else text[max(0, error.pos - 20) :])}",
            _AGAIN,
            "truncated" if cut else "malformed",
            foreign=False,
        ) from None
    except RecursionError:
        raise _BadContentError("JSON that is nested too deep", _AGAIN, "malformed", foreign=False) from None


def _is_page(text: str) -> bool:
    try:
        return read_prolog(text).is_html
    except (NotXmlError, UnsafeXmlError):
        return re.search(r"<html\b|<!doctype\s+html", text, re.IGNORECASE) is not None


def _check_xml(content: bytes) -> None:
    _check_any(content)
    if content.strip() == b"null":
        raise _NullError
    try:
        refuse_bytes(content)
        text = decode_xml(content)
        refuse_text(text)
        prolog = read_prolog(text)
    except NotXmlError as error:
        foreign = _FOREIGN.get(error.found)
        what = f"{foreign} ({excerpt(content[:200].decode('utf-8', 'replace'))})" if foreign == "JSON" else foreign
        raise _BadContentError(what or error.message, error.remedy, error.found, foreign=what is not None) from None
    except UnsafeXmlError:
        # It is what the service has; the reader of the file refuses it, and asking again would not help.
        return
    if prolog.is_html:
        raise _page(text)
    if not prolog.root:
        raise _BadContentError(f"text ({excerpt(text)})", _AGAIN, "malformed")
    if not prolog.is_closed:
        raise _BadContentError("XML that is cut short: its root element never ends", _AGAIN, "truncated", foreign=False)


def _check_html(content: bytes) -> None:
    _check_any(content)
    try:
        refuse_bytes(content)
    except NotXmlError as error:
        raise _BadContentError(_FOREIGN.get(error.found, error.found), error.remedy, error.found) from None
    if content.lstrip()[:1] in (b"{", b"["):
        raise _BadContentError(f"JSON ({excerpt(content[:200].decode('utf-8', 'replace'))})", _AGAIN, "json")
    if b"<" not in content:
        raise _BadContentError(f"text ({excerpt(content[:200].decode('utf-8', 'replace'))})", _AGAIN, "malformed")


_CHECKS = {
    AnswerKind.JSON: _check_json,
    AnswerKind.XML: _check_xml,
    AnswerKind.HTML: _check_html,
    AnswerKind.ANY: _check_any,
}
