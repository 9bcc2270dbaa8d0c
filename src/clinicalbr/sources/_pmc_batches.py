"""Full texts of PubMed Central from the E-utilities, many with one request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lxml import etree

from clinicalbr.errors import AnswerTooLargeError, InputError, SourceRefusedError
from clinicalbr.sources._entrez import Entrez
from clinicalbr.sources._xml import load_xml
from clinicalbr.sources.answer import Answer
from clinicalbr.sources.fulltext import FullText, NoFullText, TextFormat
from clinicalbr.sources.jats import parse_jats
from clinicalbr.sources.limits import XmlLimits

__all__ = ["PMC_SOURCE", "PMCBatches"]

PMC_SOURCE = "pmc"
_SET = frozenset({"pmc-articleset", "article"})
_FRONT_ONLY = "the publisher gives the full text to readers only, or there is none in XML"
_BAD_REQUEST = 400


class PMCBatches:
    """Fetches articles in batches, and tells them by their identifiers.

    Args:
        entrez: The E-utilities.
        limits: Bounds of a set.
        url: Address of one article, without its number.
    """

    def __init__(self, entrez: Entrez, limits: XmlLimits, url: str) -> None:
        self._entrez, self._limits, self._url = entrez, limits, url

    def url_of(self, name: str) -> str:
        """Address at which the E-utilities give one article."""
        return self._url + name.removeprefix("PMC")

    async def fetch(self, names: Sequence[str]) -> list[FullText | NoFullText]:
        """Texts of some articles, or the reasons why there are none, in the order asked for.

        Args:
            names: Identifiers in their usual spelling, each once.

        Returns:
            An outcome for each.

        Raises:
            SourceError: The service gave no answer, or another one.
        """
        found = await self._some(names)
        missing = [name for name in names if found[name] is None or isinstance(found[name], str)]
        if missing and len(names) > 1:
            found |= await self._some(missing)
        outcomes: list[FullText | NoFullText] = []
        for name in names:
            outcome = found[name]
            outcomes.append(
                outcome if isinstance(outcome, FullText | NoFullText) else NoFullText(name, "not found", outcome or "")
            )
        return outcomes

    async def _some(self, names: Sequence[str]) -> dict[str, FullText | NoFullText | str | None]:
        """Texts by name; what the service said, or ``None``, for those that it did not send."""
        found: dict[str, FullText | NoFullText | str | None] = dict.fromkeys(names)
        try:
            answer = await self._entrez.fetch([name.removeprefix("PMC") for name in names])
            root = load_xml(answer.content, self._limits, roots=_SET)
        except (InputError, SourceRefusedError, AnswerTooLargeError) as error:
            # One article that cannot be read, or an identifier that is refused, must not cost the others.
            if isinstance(error, SourceRefusedError) and error.status != _BAD_REQUEST:
                raise
            if len(names) > 1:
                half = len(names) // 2
                return await self._some(names[:half]) | await self._some(names[half:])
            reason = "not found" if isinstance(error, SourceRefusedError) else "unreadable"
            return {names[0]: NoFullText(names[0], reason, error.message)}
        said = self._entrez.shown(_said(root))
        for element in [root] if root.tag == "article" else root.iterfind("article"):
            text = self._text(element, answer, names)
            if text is not None and found.get(text.identifier, text) is None:
                found[text.identifier] = text
        return {name: outcome or said or None for name, outcome in found.items()}

    def _text(self, element: etree._Element, answer: Answer, names: Sequence[str]) -> FullText | NoFullText | None:
        content = etree.tostring(element, encoding="utf-8", xml_declaration=True, with_tail=False)
        try:
            article = parse_jats(content, source=PMC_SOURCE, url=answer.url, limits=self._limits)
        except InputError:
            return None
        name = article.provenance.pmcid or (names[0] if len(names) == 1 else None)
        if name is None:
            return None
        if not article.original.has_body:
            return NoFullText(name, "front matter only", _FRONT_ONLY)
        # The address of the batch is no address of this article.
        url = self.url_of(name)
        article = replace(article, provenance=article.provenance.model_copy(update={"url": url}))
        return FullText(name, TextFormat.JATS, url, content, article)


def _said(root: etree._Element) -> str:
    """What the service says in place of articles, with status 200."""
    replies = [str(element.get("error")) for element in root.iter("Reply") if element.get("error")]
    return "; ".join(dict.fromkeys(replies))
