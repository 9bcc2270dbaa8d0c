"""Front matter of JATS: languages, titles, identifiers, dates, licence, abstracts, keywords."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from clinicalbr.errors import EmptyArticleError, InputError
from clinicalbr.schema import Abstract, Section
from clinicalbr.sources import case_section, parse_jats, parse_jats_set

Jats = Callable[..., bytes]
TRANSLATION = """<sub-article article-type="translation" xml:lang="PT-br" id="s1"><front-stub>
<article-id pub-id-type="doi">10.1590/ABC.pt</article-id>
<title-group><article-title>Um título<xref ref-type="fn">*</xref></article-title></title-group>
<abstract><p>Resumo traduzido.</p></abstract><kwd-group><kwd>febre</kwd></kwd-group></front-stub>
<body><sec><title>Relato do caso</title><p>Homem.</p></sec></body>
<sub-article article-type="reply" xml:lang="pt"><front-stub><title-group><article-title>Resposta</article-title></title-group>
</front-stub><body><p>Uma resposta.</p></body></sub-article></sub-article>"""


@pytest.mark.parametrize(
    ("stated", "language"),
    [('xml:lang="EN"', "en"), ('xml:lang="pt-BR"', "pt"), ('xml:lang="es_MX"', "es"), ("", None), ('xml:lang=""', None),
     ('xml:lang="und"', None), ('xml:lang="1"', None), ('xml:lang=" fr "', "fr")],
)  # fmt: skip
def test_language(jats: Jats, stated: str, language: str | None) -> None:
    article = parse_jats(jats("<p>x</p>", attributes=stated))
    assert article.language == language
    assert dict(article.titles) == ({language: "A title"} if language else {})
    assert article.provenance.language == language


@pytest.mark.parametrize(
    ("group", "title"),
    [
        (
            "<article-title>A case<xref ref-type='fn' rid='f'>*</xref> of <italic>X</italic></article-title>",
            "A case of X",
        ),
        ("<article-title>A case<fn><p>Funded.</p></fn></article-title>", "A case"),
        ("<article-title>Dengue</article-title><subtitle>a case report</subtitle>", "Dengue: a case report"),
        ("<article-title>Dengue?</article-title><subtitle>A case</subtitle>", "Dengue? A case"),
        ("<article-title>Two\n   lines<break/>here</article-title>", "Two lines here"),
        ("<article-title>See <xref ref-type='bibr'>1</xref></article-title>", "See 1"),
        ("<alt-title>Running</alt-title>", ""),
    ],
)
def test_title(jats: Jats, group: str, title: str) -> None:
    assert parse_jats(jats("<p>x</p>", f"<title-group>{group}</title-group>")).title == title


def test_translations_by_child_paths_only(jats: Jats) -> None:
    meta = (
        "<title-group><article-title>A title</article-title><trans-title-group xml:lang='pt'><trans-title>Outro</trans-title></trans-title-group>"
        "<trans-title-group xml:lang='es'><trans-title>Un título</trans-title><trans-subtitle>caso</trans-subtitle></trans-title-group></title-group>"
        "<article-id pub-id-type='doi'>10.1590/ABC</article-id>"
    )
    article = parse_jats(jats("<sec><title>Case report</title><p>A man.</p></sec>", meta, rest=TRANSLATION))
    (translation,) = article.translations
    assert (translation.language, translation.title, translation.doi) == ("pt", "Um título", "10.1590/abc.pt")
    assert translation.body == (Section("Relato do caso", ("Homem.",)),)
    assert article.languages == ("en", "pt")
    assert list(article.titles.items()) == [("en", "A title"), ("pt", "Um título"), ("es", "Un título: caso")]
    assert article.provenance.doi == "10.1590/abc"
    assert [(each.language, each.text) for each in article.abstracts] == [("pt", "Resumo traduzido.")]
    assert article.keywords == (("pt", "febre"),)


IDS = {
    '<article-id pub-id-type="pmc">1790863</article-id>': {"pmcid": "PMC1790863"},
    '<article-id pub-id-type="pmcid">PMC4739221</article-id>': {"pmcid": "PMC4739221"},
    '<article-id pub-id-type="pmcid">PMC4739221.2</article-id>': {"pmcid": "PMC4739221"},
    '<article-id pub-id-type="pmcid">none</article-id>': {"pmcid": None},
    '<article-id pub-id-type="pmid"> 17299597 </article-id>': {"pmid": "17299597"},
    '<article-id pub-id-type="pmid">x</article-id>': {"pmid": None},
    '<article-id pub-id-type="doi">https://doi.org/10.1590/ABC-1</article-id>': {"doi": "10.1590/abc-1"},
    '<article-id pub-id-type="doi">doi: 10.1590/ABC-1</article-id>': {"doi": "10.1590/abc-1"},
    '<article-id pub-id-type="doi">not a doi</article-id>': {"doi": None},
    '<article-id pub-id-type="publisher-id" specific-use="scielo-v3">GZYfdY6BDfMGKwrXQYxsZFd</article-id>': {"pid": "GZYfdY6BDfMGKwrXQYxsZFd"},
    '<article-id pub-id-type="publisher-id" specific-use="scielo-v3">GZYfdY6BDfMGKwrXQYxsZFd</article-id>'
    '<article-id pub-id-type="publisher-id" specific-use="scielo-v2">S1806-37132022000201100</article-id>': {"pid": "S1806-37132022000201100"},
    '<article-id pub-id-type="publisher-id" specific-use="previous-pid">S2176-45732023005002205</article-id>': {"pid": None},
    '<article-id pub-id-type="publisher-id">S0102-86501998000100007</article-id>': {"pid": "S0102-86501998000100007"},
    '<article-id pub-id-type="publisher-id">3343</article-id>': {"pid": None},
}  # fmt: skip


@pytest.mark.parametrize("markup", IDS)
def test_identifiers(jats: Jats, markup: str) -> None:
    provenance = parse_jats(jats("<p>x</p>", markup)).provenance
    assert {key: getattr(provenance, key) for key in IDS[markup]} == IDS[markup]


@pytest.mark.parametrize(
    ("dates", "found"),
    [
        ("<pub-date pub-type='ppub'><year>2016</year></pub-date><pub-date pub-type='epub'><day>3</day><month>1</month><year>2016</year></pub-date>", "2016-01-03"),
        ("<pub-date pub-type='collection'><month>2</month><year>2018</year></pub-date><pub-date pub-type='epub'><day>27</day><month>7</month><year>2018</year></pub-date>", "2018-02"),
        ("<pub-date date-type='collection'><year>2022</year></pub-date><pub-date date-type='pub'><day>27</day><month>09</month><year>2021</year></pub-date>", "2021-09-27"),
        ("<pub-date pub-type='epub'><season>Jul-Sep</season><year>2017</year></pub-date>", "2017"),
        ("<pub-date pub-type='epub'><month>Sept</month><year>2017</year></pub-date>", "2017"),
        ("<pub-date pub-type='epub'><day>31</day><month>2</month><year>2017</year></pub-date>", "2017-02"),
        ("<pub-date pub-type='epub'><month>13</month><year>2017</year></pub-date>", "2017"),
        ("<pub-date pub-type='epub'><year>0000</year></pub-date><pub-date pub-type='ppub'><year>2018</year></pub-date>", "2018"),
        ("<pub-date pub-type='pmc-release'><year>2001</year></pub-date><pub-date pub-type='epub'><year>2018</year></pub-date>", "2018"),
        ("<pub-date iso-8601-date='2019-04-05'/>", "2019-04-05"),
        ("<pub-date><day>1</day></pub-date>", None),
        ("<history><date date-type='received'><year>1999</year></date></history>", None),
    ],
)  # fmt: skip
def test_publication_date(jats: Jats, dates: str, found: str | None) -> None:
    assert parse_jats(jats("<p>x</p>", dates)).provenance.publication_date == found


BY4 = "http://creativecommons.org/licenses/by/4.0/"
LICENCES = {
    f'<permissions><license xlink:href="{BY4}"/></permissions>': "CC BY 4.0",
    '<permissions><license xlink:href="https://creativecommons.org/licenses/by-nc-nd/3.0/br/"/></permissions>': "CC BY-NC-ND 3.0",
    '<permissions><license xlink:href="https://creativecommons.org/publicdomain/zero/1.0/"/></permissions>': "CC0 1.0",
    '<permissions><license xlink:href="https://creativecommons.org/licenses/by-sa/4.0"/></permissions>': "CC BY-SA 4.0",
    f"<permissions><license><ali:license_ref>{BY4}</ali:license_ref></license></permissions>": "CC BY 4.0",
    f"<permissions><ali:free_to_read/><ali:license_ref>{BY4}</ali:license_ref></permissions>": "CC BY 4.0",
    f'<permissions><license><license-p>Terms at <ext-link xlink:href="{BY4}">here</ext-link>.</license-p></license></permissions>': "CC BY 4.0",
    f"<permissions><license><license-p>Terms at <uri>{BY4}</uri>.</license-p></license></permissions>": "CC BY 4.0",
    f"<permissions><license><license-p>Terms at {BY4}.</license-p></license></permissions>": "CC BY 4.0",
    "<permissions><license><license-p>under the Creative Commons Attribution License, which permits</license-p></license></permissions>": "CC BY",
    "<permissions><license><p>under the Creative Commons Attribution Non-Commercial License 3.0</p></license></permissions>": "CC BY-NC 3.0",
    "<permissions><copyright-statement>Licensed CC BY-NC-SA 4.0.</copyright-statement></permissions>": "CC BY-NC-SA 4.0",
    "<copyright-statement>Distributed under the Creative Commons Attribution License.</copyright-statement>": "CC BY",
    '<permissions><license license-type="cc-by"><license-p>Open.</license-p></license></permissions>': "CC BY",
    f'<license xlink:href="{BY4}"/>': "CC BY 4.0",
    # A page of the publisher is no licence, and a later place may name one.
    f'<permissions><license xlink:href="https://www.elsevier.com/terms"><license-p>{BY4}</license-p></license></permissions>': "CC BY 4.0",
    # One licence in two languages, and two that differ: the strictest is safe for the reader.
    f'<permissions><license xml:lang="pt" xlink:href="{BY4}"/><license xml:lang="en" xlink:href="{BY4}"/></permissions>': "CC BY 4.0",
    f'<permissions><license xlink:href="{BY4}"/><license xlink:href="http://creativecommons.org/licenses/by-nc/4.0/"/></permissions>': "CC BY-NC 4.0",
    # The dedication of the data to the public domain is not the licence of the text.
    f'<permissions><license><license-p><ext-link xlink:href="{BY4}">a</ext-link> <ext-link '
    'xlink:href="http://creativecommons.org/publicdomain/zero/1.0/">b</ext-link></license-p></license></permissions>': "CC BY 4.0",
    '<permissions><license license-type="open-access"><license-p>Open access.</license-p></license></permissions>': None,
    "<permissions><copyright-statement>All rights reserved.</copyright-statement></permissions>": None,
    "": None,
}  # fmt: skip


@pytest.mark.parametrize("markup", LICENCES)
def test_licence_from_every_place(jats: Jats, markup: str) -> None:
    assert parse_jats(jats("<p>x</p>", markup)).licence == LICENCES[markup]


def test_the_licence_of_a_translation_is_not_that_of_the_article(jats: Jats) -> None:
    rest = (
        '<sub-article article-type="translation" xml:lang="pt"><front-stub><permissions>'
        f'<license xlink:href="{BY4}"/></permissions></front-stub></sub-article>'
    )
    assert parse_jats(jats("<p>x</p>", rest=rest)).licence is None


def test_abstracts(jats: Jats) -> None:
    meta = (
        "<abstract><title>Abstract</title><sec><title>Background</title><p>Rare.</p></sec><sec><label>Case</label><p>A man.</p></sec></abstract>"
        "<abstract abstract-type='graphical'><p><fig/>Picture</p></abstract><abstract abstract-type='key-points'><p>Point</p></abstract>"
        "<abstract abstract-type='summary'><p>Short</p></abstract><abstract abstract-type='plain-language-summary'><p>Plain</p></abstract>"
        "<trans-abstract xml:lang='PT'><title>Resumo</title><p>Raro.</p></trans-abstract><trans-abstract><p>Sin lengua.</p></trans-abstract>"
        "<trans-abstract xml:lang='es'/>"
    )
    article = parse_jats(jats("<p>x</p>", meta))
    assert article.abstracts == (
        Abstract("en", (Section("Background", ("Rare.",)), Section("Case", ("A man.",)))),
        Abstract("pt", (Section("", ("Raro.",)),)),
        Abstract(None, (Section("", ("Sin lengua.",)),)),
    )
    assert article.abstracts[0].text == "Background\nRare.\nCase\nA man."


def test_keywords_subjects_and_journal(jats: Jats) -> None:
    meta = (
        "<article-categories><subj-group><subject>Neurology</subject><subj-group><subject>Case Report</subject></subj-group></subj-group>"
        "<subj-group><subject>Neurology</subject></subj-group></article-categories>"
        "<kwd-group><title>Keywords</title><kwd><italic>Aedes</italic> aegypti</kwd><kwd> </kwd></kwd-group>"
        "<kwd-group xml:lang='pt'><kwd>dengue</kwd></kwd-group><kwd-group kwd-group-type='abbreviations'><kwd>CT</kwd></kwd-group>"
    )
    data = jats("<p>x</p>", meta).replace(
        b"<front>",
        b"<front><journal-meta><journal-id journal-id-type='nlm-ta'>J</journal-id><journal-title-group><journal-title>Rev. \n X</journal-title>"
        b"</journal-title-group><issn pub-type='ppub'>bad</issn><issn pub-type='ppub'>0034-891x</issn></journal-meta>",
    )
    article = parse_jats(data)
    assert article.subjects == ("Neurology", "Case Report")
    assert article.keywords == (("en", "Aedes aegypti"), ("pt", "dengue"))
    assert (article.provenance.journal, article.provenance.issn) == ("Rev. X", "0034-891X")
    assert article.article_type == "case-report"


def test_the_linking_issn_goes_first(jats: Jats) -> None:
    data = jats("<p>x</p>").replace(
        b"<front>", b"<front><journal-meta><issn>1111-1111</issn><issn-l>2222-2222</issn-l></journal-meta>"
    )
    assert parse_jats(data).provenance.issn == "2222-2222"


def test_source_url_and_hash(jats: Jats) -> None:
    data = jats("<p>x</p>")
    provenance = parse_jats(data, source="scielo", url="https://www.scielo.br/j/x/a/y/").provenance
    assert (provenance.source, provenance.url) == ("scielo", "https://www.scielo.br/j/x/a/y/")
    assert provenance.sha256 == hashlib.sha256(data).hexdigest()


def test_front_matter_only_is_an_article(jats: Jats) -> None:
    article = parse_jats(jats())
    assert article.title == "A title"
    assert not article.original.has_body


@pytest.mark.parametrize(
    "data",
    [b"<article/>", b"<article><front/><body><sec/></body></article>", b"<article class='html'><h1>x</h1></article>"],
)
def test_an_article_without_anything(data: bytes) -> None:
    with pytest.raises(EmptyArticleError, match="no title, no abstract and no body"):
        parse_jats(data)
    (found,) = parse_jats_set(data)
    assert (found.title, found.sections, found.abstracts) == ("", (), ())


def test_sets(jats: Jats) -> None:
    first, second = jats("<p>one</p>"), jats("<p>two</p>")
    assert parse_jats(b"<pmc-articleset>" + first + b"</pmc-articleset>").sections[0].paragraphs == ("one",)
    both = b"<pmc-articleset>" + first + second + b"</pmc-articleset>"
    articles = parse_jats_set(both)
    spaced = b"<pmc-articleset>\n" + first + b"\n\n" + second + b"\n</pmc-articleset>"
    assert parse_jats_set(spaced) == articles
    spaced = b"<pmc-articleset>\n" + first + b"\n\n" + second + b"\n</pmc-articleset>"
    assert parse_jats_set(spaced) == articles
    assert [article.sections[0].paragraphs for article in articles] == [("one",), ("two",)]
    assert len({article.provenance.sha256 for article in articles}) == 2
    assert parse_jats_set(first)[0] == parse_jats(first)
    with pytest.raises(InputError, match=r"2 articles.*parse_jats_set"):
        parse_jats(both)


def test_a_set_without_articles_says_what_the_service_answered() -> None:
    with pytest.raises(InputError, match="no article: 'id 9 is not open'"):
        parse_jats_set(b"<pmc-articleset><Reply Id='9' error='id 9 is not open'/></pmc-articleset>")
    with pytest.raises(InputError, match=r"holds no article. Remedy"):
        parse_jats(b"<pmc-articleset/>")


def test_translated_titles_need_a_language_and_text(jats: Jats) -> None:
    groups = (
        "<trans-title-group><trans-title>Sem língua</trans-title></trans-title-group>"
        "<trans-title-group xml:lang='es'><trans-title/></trans-title-group>"
        "<trans-title-group><trans-title xml:lang='fr'>Titre</trans-title></trans-title-group>"
    )
    meta = f"<title-group><article-title>A title</article-title>{groups}</title-group>"
    assert dict(parse_jats(jats("<p>x</p>", meta)).titles) == {"en": "A title", "fr": "Titre"}


def test_a_translation_alone_is_something(jats: Jats) -> None:
    article = parse_jats(b"<article>" + TRANSLATION.encode() + b"</article>")
    assert (article.title, article.languages) == ("", ("pt",))
    assert case_section(article, "pt") == "Homem."
    bare = parse_jats(
        b"<article><sub-article article-type='translation' xml:lang='pt'><body><p>x</p></body></sub-article></article>"
    )
    assert (bare.languages, bare.abstracts, bare.keywords) == (("pt",), (), ())
    unstated = parse_jats(b"<article>" + TRANSLATION.replace('xml:lang="PT-br"', "").encode() + b"</article>")
    assert (unstated.languages, dict(unstated.titles)) == ((), {})


def test_articles_in_a_namespace(jats: Jats) -> None:
    data = jats("<sec><title>Case report</title><p>A man.</p></sec>")
    spaced = data.replace(b"<article ", b'<article xmlns="https://jats.nlm.nih.gov/ns/archiving/1.3/" ')
    assert parse_jats(spaced).sections == parse_jats(data).sections
    prefixed = b'<j:article xmlns:j="https://jats.nlm.nih.gov/ns/archiving/1.3/"><j:body><j:p>A man.</j:p></j:body></j:article>'
    assert parse_jats(prefixed).sections == (Section(paragraphs=("A man.",)),)
