"""Article pages of SciELO sites: real ones of both kinds, and written ones for what the real ones lack."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import EmptyArticleError, InputError, NotXmlError, UnsafeXmlError
from clinicalbr.languages import LanguagePack
from clinicalbr.sources import XmlLimits, case_section, parse_jats, parse_scielo_html
from clinicalbr.sources._html_page import decode_html
from clinicalbr.sources.scielo_html import is_page_of_site
from fake_service.scielo_sites import BLOCKED, CASE, NOT_FOUND, SiteArticle


@pytest.fixture(scope="module")
def pages(shared_data: Path) -> dict[str, bytes]:
    return {path.stem: path.read_bytes() for path in sorted(shared_data.glob("scielo/html/*.html"))}


def test_a_real_new_page_has_the_text_of_its_xml(pages: dict[str, bytes], shared_data: Path) -> None:
    """Also: pop-ups with references, and the reply of the authors that the page prints after the article, are no text."""
    page = parse_scielo_html(pages["new_template_GZYfdY6BDfMGKwrXQYxsZFd_en"], url="https://x.org/j/jbp/a/x/?lang=en")
    xml = parse_jats((shared_data / "scielo/sps/jbp_2022_letter_en_nested_reply.xml").read_bytes())
    paragraphs = [paragraph for section in page.sections for paragraph in section.all_paragraphs()]
    assert [" ".join(text.split()) for text in paragraphs] == [
        text for section in xml.sections for text in section.all_paragraphs()
    ]
    assert page.title == xml.title
    assert (page.language, page.licence, page.provenance.doi) == ("en", xml.licence, xml.provenance.doi)


def test_a_real_abstract_page_is_no_full_text(pages: dict[str, bytes], shared_data: Path) -> None:
    page = parse_scielo_html(pages["new_template_FngWzPqXpsVJGyxLD5PSHPg_pt"])
    xml = parse_jats((shared_data / "scielo/sps/ress_2023_other_en_with_pt_transabstract_es.xml").read_bytes())
    assert not page.original.has_body
    (own,) = page.abstracts
    assert own.language == "pt"
    (other,) = [abstract for abstract in xml.abstracts if abstract.language == "pt"]
    assert own.sections[0].paragraphs == other.sections[0].all_paragraphs()
    assert [word for language, word in page.keywords if language == "pt"] == [
        word.rstrip(".") for language, word in xml.keywords if language == "pt"
    ]
    assert page.licence == "CC BY 4.0"


def test_a_real_legacy_page_written_by_hand(pages: dict[str, bytes]) -> None:
    page = parse_scielo_html(pages["legacy_rsp_1967_pt"])
    assert page.language == "pt"
    assert page.title.startswith("Nôvo meio para isolamento de enterobacteriáceas")
    assert [abstract.language for abstract in page.abstracts] == ["pt", "en"]
    assert page.abstracts[1].text.startswith("SUMMARY\nA new culture medium")
    (section,) = page.sections
    assert section.paragraphs[0].startswith("Quando se pretende isolar enterobacteriáceas constitui sempre um problema")
    assert not any("Da Cadeira de Microbiologia" in text for text in section.paragraphs), "a footnote is no text"
    found = page.provenance
    assert (found.pid, found.doi) == ("S0034-89101967000100012", "10.1590/s0034-89101967000100012")
    assert (found.journal, found.issn, found.publication_date) == ("Revista de Saúde Pública", "0034-8910", "1967-06")
    assert page.licence == "CC BY-NC 4.0"


def test_a_real_legacy_page_made_from_xml(pages: dict[str, bytes]) -> None:
    page = parse_scielo_html(pages["legacy_rbee_editorial"])
    assert (page.language, page.title, page.licence) == ("pt", "Editorial", "CC BY 4.0")
    (section,) = page.sections
    assert len(section.paragraphs) == 13
    assert section.paragraphs[-1] == "Boa leitura!"
    # DOI and PID of this article differ although they look alike.
    assert (page.provenance.pid, page.provenance.doi) == ("S1413-65382015000100007", "10.1590/s1413-65382115000100001")


@pytest.mark.parametrize("style", [2, 3])
@pytest.mark.parametrize("language", ["pt", "en", "es"])
def test_new_pages_of_both_generations(style: int, language: str) -> None:
    page = SiteArticle(style=style).new_page(language, "http://x.org")
    article = parse_scielo_html(page.encode())
    title, summary, heading, text = CASE[language]
    assert (article.language, article.title) == (language, title)
    assert [(part.language, part.text) for part in article.abstracts] == [(language, f"{summary}\nBreve.")]
    assert [word for _, word in article.keywords] == ["Febre", "Fígado"]
    assert [section.title for section in article.sections] == [heading]
    assert article.sections[0].paragraphs == (f"{text}¹",)
    assert [(caption.kind, caption.label, caption.text) for caption in article.original.captions] == [
        ("figure", "Fig. 1", "Radiografia.")
    ]
    assert case_section(article) == f"{text}¹"


def test_pitfall_19_the_licence_of_the_site_is_not_that_of_the_article() -> None:
    page = SiteArticle().new_page("pt", "http://x.org")
    assert parse_scielo_html(page.encode()).licence == "CC BY-NC 4.0"
    without = page.replace('<section class="documentLicense">', "<section>")
    assert parse_scielo_html(without.encode()).licence is None


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "iso-8859-1", "utf-16"])
@pytest.mark.parametrize("declared", ["", "utf-8", "iso-8859-1"])
def test_pitfall_17_the_encoding_is_what_the_bytes_are_and_not_what_is_declared(encoding: str, declared: str) -> None:
    page = SiteArticle().legacy_page("es")
    if declared:
        page = page.replace("<head>", f'<head><meta http-equiv="Content-Type" content="text/html; charset={declared}">')
    article = parse_scielo_html(page.encode(encoding))
    assert article.sections[0].title == "CASO CLÍNICO"
    assert article.sections[0].paragraphs == (CASE["es"][3], "Sem outras queixas.")


def test_a_page_in_two_encodings_at_once() -> None:
    """The frame of a legacy page is made by the site, its text was copied in from a file in another encoding."""
    body = "<p><b>RELATO DO CASO</b></p><p>Há três dias, “febre” – e icterícia.</p>".encode("cp1252")
    title = '<meta name="citation_title" content="Icterícia"><div class="index,pt">'.encode()
    article = parse_scielo_html(title + body + b"</div>")
    assert article.title == "Icterícia"
    assert article.sections[0].paragraphs == ("Há três dias, “febre” – e icterícia.",)


@given(st.text(st.characters(codec="cp1252", exclude_categories=("Cc",))))
def test_text_in_windows_1252_is_read_where_no_two_accents_meet(text: str) -> None:
    spaced = "".join(f"{char}a" for char in text)
    assert decode_html(spaced.encode("cp1252")) == spaced


@given(st.text())
def test_utf_8_is_read_as_it_is(text: str) -> None:
    assert decode_html(text.encode("utf-8", "ignore")) == text.encode("utf-8", "ignore").decode().replace("\x00", "")


def test_a_legacy_page_leaves_out_authors_references_and_what_stands_before_the_abstract() -> None:
    article = parse_scielo_html(SiteArticle().legacy_page("pt").encode())
    assert [(part.language, part.text) for part in article.abstracts] == [("pt", "RESUMO\nBreve.")]
    assert [section.title for section in article.sections] == ["RELATO DO CASO"]
    assert article.sections[0].paragraphs == (CASE["pt"][3], "Sem outras queixas.")
    without_abstract = SiteArticle().legacy_page("pt").replace("<p><b>RESUMO</b></p><p>Breve.</p>", "")
    sections = parse_scielo_html(without_abstract.encode()).sections
    assert [section.title for section in sections] == ["", "RELATO DO CASO"]
    assert sections[0].paragraphs == ("Hospital de Exemplo",)


def test_a_page_written_by_hand_in_the_frame_of_the_new_site() -> None:
    article = parse_scielo_html(SiteArticle(style=0).new_page("pt", "http://x.org").encode())
    assert article.language == "pt"
    assert [section.title for section in article.sections] == ["RELATO DO CASO"]
    assert article.sections[0].paragraphs == (CASE["pt"][3],)


def test_headings_of_a_legacy_page_made_from_xml_nest_by_their_classes() -> None:
    page = (
        '<div class="index,en"><div id="article-front"><p class="title">A <i>case</i></p><p class="sec">Resumen</p><p>Breve.</p>'
        '</div><div id="article-body"><p class="sec">Case report</p><p>A man.</p><p class="sub-subsec">Treatment</p><p>None.'
        '</p><div class="figure"><div class="label_caption">Figure 1 - X</div></div><table><tr><td>1</td></tr></table>'
        '<p class="sec">Discussion</p><p>Rare.</p></div><div class="foot-notes"><p>Note.</p></div></div>'
    )
    article = parse_scielo_html(page.encode())
    assert article.title == "A case"
    assert [(part.language, part.text) for part in article.abstracts] == [("es", "Resumen\nBreve.")]
    case, discussion = article.sections
    assert (case.title, case.paragraphs, case.sections[0].title) == ("Case report", ("A man.",), "Treatment")
    assert (case.sections[0].paragraphs, discussion.paragraphs) == (("None.",), ("Rare.",))


@pytest.mark.parametrize("page", [NOT_FOUND, BLOCKED, "<html><title>Sign in</title><form></form></html>", "hello"])
def test_a_page_without_article_is_an_error(page: str) -> None:
    with pytest.raises(EmptyArticleError, match="holds no article"):
        parse_scielo_html(page.encode())


def test_whose_page_it_is() -> None:
    assert is_page_of_site(NOT_FOUND.encode())
    assert not is_page_of_site(BLOCKED.encode())


def test_what_is_no_page() -> None:
    for data, found in ((b"", "empty"), (b"%PDF-1.7", "pdf"), (b"PK\x03\x04", "zip"), (b"<!-- -->", "malformed")):
        with pytest.raises(NotXmlError) as caught:
            parse_scielo_html(data)
        assert caught.value.found == found
    with pytest.raises(InputError, match="bytes"):
        parse_scielo_html("<html></html>")  # type: ignore[arg-type]
    with pytest.raises(UnsafeXmlError, match="more than 10"):
        parse_scielo_html(b"<html>" * 10, limits=XmlLimits(max_bytes=10))


def test_a_deep_page_does_no_harm() -> None:
    deep = b"<div class='index,pt'>" + b"<div>" * 20_000 + b"text" + b"</div>" * 20_000
    with contextlib.suppress(InputError):
        parse_scielo_html(deep)


@given(st.data())
def test_garbled_pages_raise_errors_of_clinicalbr_only(data: st.DataObject) -> None:
    whole = data.draw(
        st.sampled_from([SiteArticle().legacy_page("pt"), SiteArticle(style=2).new_page("en", "x")])
    ).encode()
    begin = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(begin, len(whole)))
    garbled = whole[:begin] + data.draw(st.binary(max_size=20)) + whole[end:]
    with contextlib.suppress(InputError):
        article = parse_scielo_html(garbled, url=data.draw(st.sampled_from([None, "http://x/?lang=pt"])))
        assert all("\n" not in text for section in article.sections for text in section.all_paragraphs())


def by_hand(text: str, head: str = "") -> str:
    return f'<html><head>{head}</head><body><div class="index,pt">{text}</div></body></html>'


def test_a_paragraph_with_the_mark_of_a_footnote_stays_and_the_footnote_goes() -> None:
    page = by_hand(
        '<p><b>RELATO DO CASO</b></p><p>Homem de 54 anos<a name="top1"></a><a href="#back1"><sup>1</sup></a>, com febre.</p>'
        '<p><a href="#nt02"><sup>2</sup></a> Mulher de 31 anos.</p>'
        '<p><a name="back1"></a><a href="#top1">1</a> Internado em 2009.</p><p><a href="#tx02">2</a> Idem.</p>'
    )
    (section,) = parse_scielo_html(page.encode()).sections
    assert section.paragraphs == ("Homem de 54 anos¹, com febre.", "² Mulher de 31 anos.")


@pytest.mark.parametrize("link", ["/pdf/rex/v1n1/01.pdf", "/scielo.php?script=sci_pdf&pid=S1", "x.PDF"])
def test_pitfalls_9_21_a_page_that_only_points_to_a_pdf_has_no_text(link: str) -> None:
    notice = f'<p>Texto completo.</p><p><a href="{link}">Full text.</a></p>'
    assert not parse_scielo_html(by_hand(notice).encode()).original.has_body
    case = "<p><b>RELATO DO CASO</b></p>" + f"<p>{CASE['pt'][3]} {'Febre. ' * 80}</p>"
    assert parse_scielo_html(by_hand(case + notice).encode()).original.has_body


def test_pitfall_4_titles_in_the_head_are_escaped_twice() -> None:
    head = '<meta name="citation_title" content="Cora&amp;#231;&amp;atilde;o &lt;i&gt;in situ&lt;/i&gt;">'
    page = by_hand("<p><b>Coração in situ</b></p><p><b>RELATO DO CASO</b></p><p>Homem.</p>", head)
    article = parse_scielo_html(page.encode())
    assert article.title == "Coração in situ"
    assert [section.title for section in article.sections] == ["RELATO DO CASO"]


def test_the_page_of_a_login_is_not_the_sites_for_naming_it() -> None:
    for inside in (
        '<form action="/login?next=https://www.scielo.br/j/rsp/"></form>',
        '<a href="https://portal.example.org/?url=http://www.scielo.br/scielo.php?script=sci_arttext">x</a>',
        '<a href="http://[x/scielo">x</a>',
    ):
        assert not is_page_of_site(f"<html><body>{inside}</body></html>".encode())
    for inside in (
        '<img src="/img/scielo.gif">',
        '<a href="https://www.scielo.br/">x</a>',
        '<a href="/scielo.php?pid=1">x</a>',
    ):
        assert is_page_of_site(f"<html><body>{inside}</body></html>".encode())


def test_pitfall_20_no_paragraph_is_lost_or_glued() -> None:
    page = by_hand(
        "Solto no início.<p>Um<br>dois<p>três\nquatro<div>cinco<ul><li>seis</li><li>sete</li></ul>oito</div><p><!-- x -->nove"
        "<p>dez<script>não</script> onze<table><tr><td>não</td></tr></table>doze"
    )
    (section,) = parse_scielo_html(page.encode()).sections
    assert section.paragraphs == (
        "Solto no início.", "Um", "dois", "três quatro", "cinco", "seis", "sete", "oito", "nove", "dez onze", "doze",
    )  # fmt: skip


def test_pitfall_11_a_reply_on_the_page_is_no_part_of_the_article() -> None:
    page = SiteArticle().new_page("pt", "http://x.org")
    reply = '<div class="articleSection" data-anchor="Resposta"></div><h1 class="article-title">Resposta</h1><div><p>Não.</p></div>'
    article = parse_scielo_html(
        page.replace('<section class="documentLicense">', reply + '<section class="documentLicense">').encode()
    )
    assert article.title == CASE["pt"][0]
    assert [section.title for section in article.sections] == ["RELATO DO CASO"]


def test_sections_nest_by_the_level_of_their_headings() -> None:
    inner = "<h2>Relato</h2><p>A.</p><h3>Exame</h3><p>B.</p><h4>Sangue</h4><p>C.</p><h3>Conduta</h3><p>D.</p><h2>Discussão</h2><p>E.</p>"
    page = f'<article id="articleText"><div class="articleSection" data-anchor="Text">{inner}</div></article>'
    report, discussion = parse_scielo_html(page.encode()).sections
    exam, conduct = report.sections
    assert [part.title for part in (report, exam, *exam.sections, conduct, discussion)] == [
        "Relato",
        "Exame",
        "Sangue",
        "Conduta",
        "Discussão",
    ]
    assert report.all_paragraphs() == ("A.", "B.", "C.", "D.")


def test_pages_with_an_anchor_for_each_heading() -> None:
    """An older generation of the new site; the view of an abstract looks the same but has no references."""
    parts = {"Resumo": "Breve.", "Introdução": "Rara.", "Relato do caso": "Homem."}
    sections = "".join(
        f'<div class="articleSection" data-anchor="{name}"><h1>{name}</h1><p>{text}</p></div>'
        for name, text in parts.items()
    )
    references = '<div class="articleSection" data-anchor="Refs"><div class="ref-list"><p>Silva.</p></div></div>'
    whole = parse_scielo_html(f'<article id="articleText">{sections}{references}</article>'.encode())
    assert [section.title for section in whole.sections] == ["Introdução", "Relato do caso"]
    assert [abstract.language for abstract in whole.abstracts] == ["pt"]
    assert not parse_scielo_html(f'<article id="articleText">{sections}</article>'.encode()).original.has_body


def test_bytes_that_are_letters_in_no_encoding_part_words() -> None:
    page = by_hand("<p>Homem_de 54\x00 anos.</p>").encode().replace(b"_", b"\x81")
    assert parse_scielo_html(page).sections[0].paragraphs == ("Homem de 54 anos.",)


@pytest.mark.parametrize(
    "reference",
    [
        "<!-- ref --><p>1. Silva J. Outro artigo.</p>",
        "<p><!-- ref -->1. Silva J. Outro artigo.</p>",
        '<p>1. Silva J. Outro artigo. [<a href="/scielo.php?script=sci_nlinks&amp;ref=1">Links</a>]</p>',
    ],
)
def test_references_go_by_the_marks_that_the_site_puts_on_them(reference: str) -> None:
    page = by_hand(f"<p><b>RELATO DO CASO</b></p><p>Homem.</p><p><b>REFERÊNCIAS</b></p>{reference}")
    (section,) = parse_scielo_html(page.encode()).sections
    assert (section.title, section.paragraphs) == ("RELATO DO CASO", ("Homem.",))


def test_headings_of_abstracts_in_a_language_with_a_pack_of_its_own() -> None:
    page = by_hand("<p><b>RÉSUMÉ</b></p><p>Bref.</p><hr><p>Un homme.</p>").replace("index,pt", "index,fr")
    assert parse_scielo_html(page.encode()).abstracts == ()
    french = LanguagePack.from_folder(Path(__file__).parent.parent / "languages" / "fr")
    article = parse_scielo_html(page.encode(), packs=[french])
    assert [(part.language, part.text) for part in article.abstracts] == [("fr", "RÉSUMÉ\nBref.")]
    assert article.sections[0].paragraphs == ("Un homme.",)


def test_years_of_citations_are_no_superscripts_and_marks_of_footnotes_are_none_of_the_title() -> None:
    note = '<span class="ref footnote"><sup class="xref">{}</sup><span class="refCtt closed"><span>Nota.</span></span></span>'
    years = '(Souza 2009, <span class="ref"><sup class="xref xrefblue"><a data-ref="Souza 2011">2011</a></sup></span>)'
    page = (
        f'<h1 class="article-title">Febre{note.format("*")}</h1><article id="articleText"><div class="articleSection" '
        f'data-anchor="Text"><p>Rara {years}, nova{note.format(1)}, 10<sup>1500</sup>.</p></div></article>'
    )
    article = parse_scielo_html(page.encode())
    assert article.title == "Febre"
    assert article.sections[0].paragraphs == ("Rara (Souza 2009, 2011), nova¹, 10¹⁵⁰⁰.",)


def test_the_label_of_a_list_item_stands_before_its_text() -> None:
    page = by_hand(
        "<p>Foram:</p><ol><li>1<div>febre;</div></li><li>(b) <p>tosse</p></li><li>Outros sinais:<div>nenhum</div></li></ol>"
    )
    (section,) = parse_scielo_html(page.encode()).sections
    assert section.paragraphs == ("Foram:", "1 febre;", "(b) tosse", "Outros sinais:", "nenhum")


@pytest.mark.parametrize(
    "notice",
    [
        "<P>Texto completo dispon&iacute;vel apenas em PDF.</P><P>Full text available only in PDF format.</P>",
        "Molestia de Carlos ChagasGuerreiroCezar001912Texto completo disponível apenas em PDF.",
        "<p><b>RESUMO</b></p><p>Breve.</p><hr><p>Só em PDF.</p><p><b>REFERÊNCIAS</b></p><!-- ref --><p>1. Silva.</p>",
    ],
)
def test_pitfalls_9_21_a_notice_without_link_is_no_text_either(notice: str) -> None:
    assert not parse_scielo_html(by_hand(notice).encode()).original.has_body
