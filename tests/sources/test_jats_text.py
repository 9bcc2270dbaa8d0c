"""Plain text of JATS bodies: what is kept, what is left out, where words part."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from clinicalbr.schema import Caption, Section
from clinicalbr.sources import parse_jats

Jats = Callable[..., bytes]


def paragraphs(data: bytes) -> list[str]:
    return [text for section in parse_jats(data).sections for text in section.all_paragraphs()]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>anti<italic>body</italic> of <bold>type</bold> A</p>", "antibody of type A"),
        ("<p>58.000/mm<sup>3</sup> and H<sub>2</sub>O</p>", "58.000/mm³ and H2O"),
        ("<p>as shown<xref ref-type='bibr' rid='B1'><sup>1</sup></xref>, twice</p>", "as shown¹, twice"),
        ("<p>lúpus<sup>a</sup> e <bold>gota</bold><xref ref-type='fn'><sup>b, 2</sup></xref></p>", "lúpusᵃ e gotaᵇ, ²"),
        (
            "<p>1<sup>st</sup>, 1<sup>a</sup>, <bold>2</bold><sup>a</sup>, lupus<sup>et al</sup></p>",
            "1st, 1a, 2a, lupuset al",
        ),
        ("<p>fever\n      and\tcough\r\n</p>", "fever and cough"),
        ("<p>line one<break/>line two</p>", "line one line two"),
        ("<p>10\u00a0mg \u2009 daily</p>", "10 mg daily"),
        ("<p>a note<fn><p>hidden</p></fn> here</p>", "a note here"),
        ("<p>Figure<fig><label>1</label><caption><p>hidden</p></caption></fig>shows</p>", "Figure shows"),
        ("<p>before<table-wrap><table><tr><td>hidden</td></tr></table></table-wrap>after</p>", "before after"),
        ("<p>one<inline-graphic xlink:href='a'/>word</p>", "oneword"),
        ("<p>one<?page 3?>word<!-- note --></p>", "oneword"),
        ("<p>x &lt; 5 &amp; y &#x3B1; &#233;</p>", "x < 5 & y α é"),
        ("<p>it&rsquo;s &eacute;&nbsp;so &mdash; 5&thinsp;mg &hellip;</p>", "it\u2019s é so \u2014 5 mg \u2026"),
        ("<p>O\u0092NEILL \u0093quoted\u0094</p>", "O\u2019NEILL \u201cquoted\u201d"),
        ("<p><![CDATA[5 < 6 &rsquo; x]]></p>", "5 < 6 &rsquo; x"),
        ("<p><named-content content-type='x'>A</named-content>B <styled-content>C</styled-content></p>", "AB C"),
        ("<p>see <ext-link xlink:href='http://x.org'>x.org</ext-link>.</p>", "see x.org."),
        ("<p>unknown<widget>word</widget>next</p>", "unknown word next"),
        ("<p>soft\u00adhyphen stays</p>", "soft\u00adhyphen stays"),
    ],
)
def test_one_paragraph(jats: Jats, markup: str, text: str) -> None:
    assert paragraphs(jats(f"<sec><title>Case report</title>{markup}</sec>")) == [text]


@pytest.mark.parametrize(
    ("markup", "texts"),
    [
        ("<p>a</p><p>b</p>", ["a", "b"]),
        ("<p>before <list><list-item><p>one</p></list-item><list-item><p>two</p></list-item></list> after</p>", ["before", "one", "two", "after"]),
        ("<list><list-item><label>1.</label><p>one</p><p>more</p></list-item><list-item><p>two</p></list-item></list>", ["1. one", "more", "two"]),
        ("<list><title>Criteria</title><list-item>bare</list-item></list>", ["Criteria", "bare"]),
        ("<list><list-item><p>a</p><list><list-item><p>a1</p></list-item></list></list-item></list>", ["a", "a1"]),
        ("<p>He said:</p><disp-quote><p>It hurts.</p><attrib>Patient</attrib></disp-quote><p>Then.</p>", ["He said:", "It hurts.", "Patient", "Then."]),
        ("<boxed-text><label>Box 1</label><caption><title>Points</title></caption><p>One.</p></boxed-text>", ["Points", "One."]),
        ("<def-list><def-item><term>HIV</term><def><p>the virus</p></def></def-item></def-list>", ["HIV", "the virus"]),
        ("<p/><p>  </p><p><fig><graphic/></fig></p><p>text</p>", ["text"]),
        ("<p>a</p>bare text in a section<p>b</p>", ["a", "bare text in a section", "b"]),
        ("<p>a</p>bare text at the end", ["a", "bare text at the end"]),
        ("<p>a</p><supplementary-material><caption><p>hidden</p></caption></supplementary-material><p>b</p>", ["a", "b"]),
        ("<verse-group><verse-line>one</verse-line><verse-line>two</verse-line></verse-group>", ["one", "two"]),
    ],
)  # fmt: skip
def test_paragraphs_in_reading_order(jats: Jats, markup: str, texts: list[str]) -> None:
    assert paragraphs(jats(f"<sec><title>Case report</title>{markup}</sec>")) == texts


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("<inline-formula><mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>2</mml:mn></mml:math></inline-formula>", "if x=2 then"),
        ("<inline-formula><tex-math>\\documentclass{minimal}\\begin{document}$$x=2$$\\end{document}</tex-math></inline-formula>", "if x=2 then"),
        ("<inline-formula><alternatives><tex-math>\\documentclass{a}</tex-math><mml:math><mml:mi>x=2</mml:mi></mml:math><inline-graphic/></alternatives></inline-formula>", "if x=2 then"),
        ("<alternatives><inline-graphic/><textual-form>x=2</textual-form></alternatives>", "if x=2 then"),
        ("<alternatives><graphic/><italic>x=2</italic></alternatives>", "if x=2 then"),
        ("<alternatives><graphic/></alternatives>", "if then"),
        ("<inline-formula><mml:math><mml:semantics><mml:mi>x=2</mml:mi><mml:annotation>x equals 2</mml:annotation></mml:semantics></mml:math></inline-formula>", "if x=2 then"),
        ("<disp-formula><label>(1)</label><tex-math>x=2</tex-math><graphic/></disp-formula>", "if (1) x=2 then"),
        ("<tex-math>\\end{document}x\\begin{document}</tex-math>", "if \\end{document}x\\begin{document} then"),
    ],
)  # fmt: skip
def test_formulas(jats: Jats, formula: str, text: str) -> None:
    assert paragraphs(jats(f"<sec><p>if {formula} then</p></sec>")) == [text]


def test_nested_sections_and_text_between_them_keep_their_order(jats: Jats) -> None:
    body = (
        "<p>loose</p><sec sec-type='cases'><title>Case <italic>A</italic></title><p>one</p>"
        "<sec><title>Inner</title><p>two</p></sec><p>three</p></sec><p>four</p><sec><p>five</p></sec>"
    )
    assert parse_jats(jats(body)).sections == (
        Section(paragraphs=("loose",)),
        Section("Case A", ("one",), (Section("Inner", ("two",)), Section(paragraphs=("three",))), "cases"),
        Section(paragraphs=("four",)),
        Section(paragraphs=("five",)),
    )


def test_text_directly_in_the_body(jats: Jats) -> None:
    assert parse_jats(jats("<p>A woman of 31.</p>")).sections == (Section(paragraphs=("A woman of 31.",)),)


def test_a_label_is_the_title_of_a_section_without_one(jats: Jats) -> None:
    titles = [part.title for part in parse_jats(jats(
        "<sec><label>OBJECTIVE:</label><p>a</p></sec><sec><label>2</label><title>Case</title><p>b</p></sec>"
    )).sections]  # fmt: skip
    assert titles == ["OBJECTIVE:", "Case"]


def test_empty_sections_are_dropped_and_titles_alone_are_kept(jats: Jats) -> None:
    article = parse_jats(jats("<sec/><sec><fig/></sec><sec><title>Only</title></sec>"))
    assert article.sections == (Section("Only"),)
    assert not article.original.has_body


def test_captions_stand_apart_and_in_order(jats: Jats) -> None:
    body = (
        "<sec><title>Case</title><p>See.<fig><label>Figure 1</label><caption><title>CT</title><p>of the <italic>chest</italic>.</p></caption></fig></p>"
        "<table-wrap><label>Table 1</label><caption><p>Values<xref ref-type='table-fn'>*</xref></p></caption><table><tr><td>5</td></tr></table>"
        "<table-wrap-foot><fn><p>note</p></fn></table-wrap-foot></table-wrap><fig><graphic/></fig></sec>"
    )
    floats = "<floats-group><fig><label>Figure 2</label><caption><p>MRI</p></caption></fig></floats-group>"
    article = parse_jats(jats(body, rest=floats))
    assert article.original.captions == (
        Caption("figure", "Figure 1", "CT of the chest."),
        Caption("table", "Table 1", "Values"),
        Caption("figure", "Figure 2", "MRI"),
    )
    assert paragraphs(jats(body, rest=floats)) == ["See."]


def test_back_matter_and_reports_of_reviewers_are_no_text(jats: Jats) -> None:
    rest = (
        "<back><ack><p>Thanks.</p></ack><ref-list><ref><mixed-citation>Ref</mixed-citation></ref></ref-list></back>"
        "<sub-article article-type='reviewer-report' xml:lang='pt'><body><p>Good.</p></body></sub-article>"
        "<response><body><p>Reply.</p></body></response>"
    )
    article = parse_jats(jats("<p>Text.</p>", rest=rest))
    assert article.original.body == (Section(paragraphs=("Text.",)),)
    assert article.translations == ()


def test_escaped_html_is_decoded_into_sections(jats: Jats) -> None:
    page = (
        '<!--version=html--> <p align="center"><b>Relato do caso</b></p><p>Homem, <i>54</i> anos.<br>Febre.</p><b> </b>'
        "<p>DISCUSSÃO</p><p>Rara. &amp;eacute; &lt;5</p><ul><li>um<li>dois</ul><table><tr><td>9</td></tr></table><script>x()</script>"
    )
    escaped = page.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert parse_jats(jats(f"<p>{escaped}</p>")).sections == (
        Section("Relato do caso", ("Homem, 54 anos.", "Febre.")),
        Section("DISCUSSÃO", ("Rara. &eacute; <5", "um", "dois")),
    )


def test_a_comparison_is_no_escaped_html(jats: Jats) -> None:
    assert paragraphs(jats("<p>a difference (p&lt;0.05 and p&gt;0.01)</p>")) == ["a difference (p<0.05 and p>0.01)"]


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=12).filter(
    lambda text: text.strip() and not any(char in text for char in "\ufffe\uffff<>")
)


def trees(depth: int = 3) -> st.SearchStrategy[Section]:
    inner = trees(depth - 1) if depth else st.nothing()
    return st.builds(
        Section,
        title=WORDS,
        paragraphs=st.lists(WORDS, max_size=3).map(tuple),
        sections=st.lists(inner, max_size=2).map(tuple) if depth else st.just(()),
        kind=st.sampled_from(["", "cases", "intro"]),
    )


def element_of(section: Section) -> etree._Element:
    element = etree.Element("sec", {"sec-type": section.kind} if section.kind else {})
    etree.SubElement(element, "title").text = section.title
    for paragraph in section.paragraphs:
        etree.SubElement(element, "p").text = paragraph
    element.extend([element_of(inner) for inner in section.sections])
    return element


def squeezed(section: Section) -> Section:
    clean = " ".join
    return Section(
        clean(section.title.split()),
        tuple(clean(text.split()) for text in section.paragraphs),
        tuple(squeezed(inner) for inner in section.sections),
        section.kind,
    )


@given(st.lists(trees(), min_size=1, max_size=3))
def test_sections_come_back_as_they_were_written(sections: list[Section]) -> None:
    article = etree.Element("article")
    group = etree.SubElement(etree.SubElement(etree.SubElement(article, "front"), "article-meta"), "title-group")
    etree.SubElement(group, "article-title").text = "T"
    etree.SubElement(article, "body").extend([element_of(section) for section in sections])
    for encoding in ("utf-8", "utf-16", "ascii"):
        data = etree.tostring(article, encoding=encoding, xml_declaration=True)
        assert parse_jats(data).sections == tuple(squeezed(section) for section in sections)
