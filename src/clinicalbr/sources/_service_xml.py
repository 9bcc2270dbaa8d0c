"""XML that a service answers with and that is no article."""

from __future__ import annotations

from lxml import etree

from clinicalbr.errors import BadAnswerError, InputError, NotXmlError
from clinicalbr.sources._xml import load_xml
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.limits import XmlLimits

__all__ = ["service_xml"]


def service_xml(answer: Answer, *roots: str) -> etree._Element:
    """Parse an answer as safely as an article.

    Args:
        answer: An answer of the kind XML.
        *roots: Names that the root element may have.

    Returns:
        The root element; tags in its namespace bear none.

    Raises:
        BadAnswerError: It is not well-formed, or something else.
    """
    try:
        return load_xml(answer.content, XmlLimits(max_bytes=max(1, len(answer.content))), roots=frozenset(roots))
    except InputError as error:
        found = error.found if isinstance(error, NotXmlError) else "malformed"
        raise BadAnswerError(
            error.message,
            remedy="ask again later",
            url=answer.url,
            status=answer.status,
            found="shape" if found == "xml" else found,
        ) from error
