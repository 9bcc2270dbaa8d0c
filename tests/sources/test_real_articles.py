"""Laws over every real and written article: no text lost, none invented, none out of place."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator

import pytest
from lxml import etree

from clinicalbr.schema import ArticleText
from clinicalbr.sources import parse_jats

FLOATS = ("fig", "fig-group", "table-wrap", "table-wrap-group", "fn", "supplementary-material", "table", "graphic")


@pytest.fixture(scope="module")
def articles(real_articles: dict[str, bytes], written_articles: dict[str, bytes]) -> dict[str, bytes]:
    return {**real_articles, **written_articles}


def texts_of_file(data: bytes) -> Iterator[etree._Element]:
    """The article and its translations, found without the parser under test."""
    root = etree.fromstring(data, etree.XMLParser(remove_comments=True, remove_pis=True, resolve_entities=False))
    yield root
    yield from root.xpath("./sub-article[@article-type='translation']")


DASHES = dict.fromkeys(map(ord, "\u2212\u2013"), "-")


def letters(text: str) -> str:
    """Text without white space, in one spelling; superscript figures count as figures and dashes as one dash."""
    return "".join(unicodedata.normalize("NFKC", text).split()).translate(DASHES)


def text_as_written(body: etree._Element) -> str:
    for element in body.xpath("|".join(f".//{name}" for name in FLOATS)):
        kept = element.tail or ""
        before, parent = element.getprevious(), element.getparent()
        if before is not None:
            before.tail = (before.tail or "") + kept
        else:
            parent.text = (parent.text or "") + kept
        parent.remove(element)
    return letters("".join(body.itertext()))


def text_as_parsed(text: ArticleText) -> str:
    lines = (line for part in text.body for section in part.walk() for line in (section.title, *section.paragraphs))
    return letters("".join(lines))


def test_every_letter_of_every_body_is_kept_in_order(articles: dict[str, bytes]) -> None:
    compared = 0
    for name, data in articles.items():
        article = parse_jats(data)
        for element, text in zip(texts_of_file(data), (article.original, *article.translations), strict=True):
            body = element.find("body")
            if body is None or "<p" in "".join(body.itertext()):
                continue
            assert text_as_parsed(text) == text_as_written(body), name
            compared += 1
    assert compared == 53


def test_no_word_is_glued_at_a_block_or_line_end(articles: dict[str, bytes]) -> None:
    """Words of every paragraph of the file, split at its own white space, are words of the parsed text."""
    for name, data in articles.items():
        article = parse_jats(data)
        words = {
            word
            for part in article.sections
            for section in part.walk()
            for text in section.paragraphs
            for word in text.split()
        }
        for paragraph in next(texts_of_file(data)).xpath("./body//p[not(*)]"):
            own = (paragraph.text or "").split()
            if not any(each.tag in FLOATS for each in paragraph.iterancestors()) and "<p" not in (paragraph.text or ""):
                assert set(own) <= words, name


def test_captions_are_kept_apart(articles: dict[str, bytes]) -> None:
    for name, data in articles.items():
        article = parse_jats(data)
        root = next(texts_of_file(data))
        captions = root.xpath(
            "./body//*[self::fig or self::table-wrap]/caption | ./floats-group//*[self::fig or self::table-wrap]/caption"
        )
        assert len(article.original.captions) == len(captions), name
        body = text_as_parsed(article.original)
        for caption in article.original.captions:
            assert len(caption.text) < 40 or letters(caption.text) not in body, name


def test_replies_never_leak_into_texts(real_articles: dict[str, bytes]) -> None:
    article = parse_jats(real_articles["scielo/sps/jbp_2022_letter_en_nested_reply.xml"])
    root = next(texts_of_file(real_articles["scielo/sps/jbp_2022_letter_en_nested_reply.xml"]))
    replies = root.xpath(".//sub-article[@article-type='reply']/body/p")
    assert len(replies) > 4
    everything = "".join(map(text_as_parsed, (article.original, *article.translations)))
    for reply in replies:
        assert letters("".join(reply.itertext())) not in everything
    assert [text.language for text in article.translations] == ["pt"]


def test_abstracts_are_kept_whole(articles: dict[str, bytes]) -> None:
    compared = 0
    for name, data in articles.items():
        article = parse_jats(data)
        root = next(texts_of_file(data))
        first = next(iter(root.xpath("front/article-meta/abstract[not(@abstract-type)]")), None)
        if first is None:
            assert all(abstract.language != article.language for abstract in article.abstracts), name
            continue
        own_title = "".join("".join(title.itertext()) for title in first.findall("title"))
        written = letters("".join(first.itertext())).removeprefix(letters(own_title))
        assert letters(article.abstracts[0].text) == written, name
        assert article.abstracts[0].language == article.language
        compared += 1
    assert compared == 42


def test_provenance_is_complete(articles: dict[str, bytes]) -> None:
    for name, data in articles.items():
        provenance = parse_jats(data, source="file").provenance
        assert provenance.sha256 == hashlib.sha256(data).hexdigest()
        for key in ("doi", "journal", "issn", "publication_date", "licence", "title"):
            assert getattr(provenance, key), (name, key)
        assert provenance.pmcid or provenance.pid or name.startswith(("pmc/front_only", "scielo/sps/rsp_2014")), name


def test_mathematics_in_real_articles(real_articles: dict[str, bytes]) -> None:
    article = parse_jats(real_articles["pmc/mistagged/PMC5723401.xml"])
    text = " ".join(part for section in article.sections for part in section.all_paragraphs())
    assert "documentclass" not in text
    assert "Peak oxygen uptake (V\u02d9O2peak) was assessed" in text
