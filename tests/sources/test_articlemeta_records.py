"""Article records of ArticleMeta."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError
from clinicalbr.schema import ArticleRecord
from clinicalbr.sources import parse_articlemeta

PID = "S0066-782X2009000600016"


def record(top: dict[str, Any] | None = None, journal: dict[str, Any] | None = None, **fields: Any) -> ArticleRecord:
    article = {"v880": [{"_": PID}], "v40": [{"_": "pt"}], **fields}
    return parse_articlemeta({"article": article, "title": journal or {}, **(top or {})})


def test_nothing_but_the_pid() -> None:
    found = parse_articlemeta({"article": {"v880": [{"_": PID}]}})
    assert (found.pid, found.document_type, found.language, found.titles) == (PID, "undefined", None, {})
    assert found.provenance.model_dump(exclude_none=True) == {"source": "articlemeta", "pid": PID, "subject_areas": ()}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "the record is null"),
        ([], "an empty list"),
        ([{}], "of type list"),
        ("null", "of type str"),
        (b"{}", "of type bytes"),
        (3, "of type int"),
        ({}, "its keys are none"),
        ({"article": None}, "no article fields"),
        ({"article": {}}, "no article fields"),
        ({"article": "x"}, "no article fields"),
        ({"error": "x", "meta": 1}, "its keys are 'error', 'meta'"),
        ({"article": {"v12": []}}, "no PID"),
        ({"article": {"v880": [{"_": "S00"}]}, "code": "x"}, "no PID"),
    ],
)
def test_what_is_no_article_record(value: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        parse_articlemeta(value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("code", "stated", "found"),
    [
        ("cr", None, "case-report"), ("CR", "research-article", "case-report"), ("oa", None, "research-article"), ("le", None, "letter"),
        ("ra", None, "review-article"), ("nd", None, "undefined"), ("up", "letter", "letter"), (None, None, "undefined"), (None, "case-report", "case-report"),
        ("qq", None, "undefined"), ("qq", "editorial", "editorial"), ("data-article", None, "data-article"), ("reply", "letter", "reply"),
        (None, "undefined", "undefined"), ("zz", None, "other"), ("sc", None, "rapid-communication"),
    ],
)  # fmt: skip
def test_document_type(code: str | None, stated: str | None, found: str) -> None:
    fields = {"v71": [{"_": code}]} if code else {}
    assert record({"document_type": stated} if stated else None, **fields).document_type == found


def test_titles_abstracts_and_keywords() -> None:
    found = record(
        v12=[{"_": "", "t": "Um título", "l": "pt"}, {"_": "A <i>title</i> &amp; more", "l": "EN"}, {"_": "Outro", "l": "pt"}, {"l": "es"}],
        v83=[{"_": "", "a": "Resumo.", "l": "pt"}, {"_": "", "l": "en"}, {"_": "Sem língua."}],
        v85=[
            {"_": "", "d": "decs", "i": "1"}, {"_": "", "k": "Dengue", "s": "diagnóstico", "l": "pt"}, {"_": "", "k": "Febre", "l": "pt"},
            {"_": "", "k": "Febre", "l": "pt"}, {"_": "", "k": "Dengue", "l": "en"}, {"_": "", "k": " ", "l": "es"},
        ],
    )  # fmt: skip
    assert dict(found.titles) == {"pt": "Um título", "en": "A title & more"}
    assert dict(found.abstracts) == {"pt": "Resumo."}
    assert dict(found.keywords) == {"pt": ("Dengue, diagnóstico", "Febre"), "en": ("Dengue",)}
    assert found.provenance.title == "Um título"
    assert record(v12=[{"_": "Only English", "l": "en"}]).provenance.title == "Only English"
    assert record(v12=[{"_": "A", "l": "en"}, {"_": "B", "l": "pt"}]).provenance.title == "B"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("press&#227;o", "pressão"),
        ("press&amp;#227;o", "pressão"),
        ("press&amp;amp;#227;o", "press&#227;o"),
        ("&lt;5 mg e p&lt;0,05", "<5 mg e p<0,05"),
        ("linha um\nlinha dois\tfim", "linha um linha dois fim"),
        ("palavra\x1foutra\x00fim", "palavra outra fim"),
        ("diag\u00adnóstico\u200b", "diagnóstico"),
        ("x<sup>2</sup> H<sub>2</sub>O", "x2 H2O"),
        ("<p>Um.</p><p>Dois.</p>", "Um. Dois."),
        ("um<br/>dois", "um dois"),
        ("n\u0096o \u0093bom\u0094 x\u0085y", "n\u2013o \u201cbom\u201d x y"),
        ("  muito   espaço\u00a0 ", "muito espaço"),
        ("solto\ud800fim", "soltofim"),
        ("&nosuch; fica", "&nosuch; fica"),
    ],
)
def test_text_is_cleaned(written: str, text: str) -> None:
    assert record(v12=[{"_": written, "l": "pt"}]).titles["pt"] == text


@pytest.mark.parametrize(
    ("fields", "top", "date"),
    [
        ({"v65": [{"_": "20180000"}]}, {}, "2018"),
        ({"v65": [{"_": "20100800"}]}, {}, "2010-08"),
        ({"v65": [{"_": "20180000"}], "v223": [{"_": "20180521"}]}, {}, "2018-05-21"),
        ({"v65": [{"_": "20190100"}]}, {"publication_date": "2018-12-03"}, "2018-12-03"),
        ({}, {"publication_date": "2007-04"}, "2007-04"),
        ({}, {"publication_date": "2018-00-00"}, "2018"),
        ({}, {"publication_year": "2012"}, "2012"),
        ({}, {"publication_year": 2012}, "2012"),
        ({"v65": [{"_": "20180000"}]}, {"publication_year": "2017"}, "2018"),
        ({"v65": [{"_": "00000000"}]}, {}, None),
        ({"v65": [{"_": "soon"}]}, {"publication_date": 5, "publication_year": None}, None),
        ({}, {}, None),
    ],
)
def test_publication_date(fields: dict[str, Any], top: dict[str, Any], date: str | None) -> None:
    assert record(top, **fields).provenance.publication_date == date


@pytest.mark.parametrize(
    ("top", "fields", "journal", "licence"),
    [
        ({"license": "by/4.0"}, {}, {"v541": [{"_": "BY-NC"}]}, "CC BY 4.0"),
        ({"license": "by-nc"}, {}, {}, "CC BY-NC"),
        ({"license": "http://creativecommons.org/licenses/by-nc-nd/3.0/"}, {}, {}, "CC BY-NC-ND 3.0"),
        ({}, {"v540": [{"l": "pt", "t": '<a href="https://creativecommons.org/licenses/by/3.0/">x</a>'}]}, {"v541": [{"_": "BY-NC"}]}, "CC BY 3.0"),
        ({}, {"v540": [{"l": "pt", "_": "<a href='//creativecommons.org/licenses/by-nc/4.0/deed.pt_BR'/>"}]}, {}, "CC BY-NC 4.0"),
        ({}, {"v540": [{"l": "pt", "t": "Todos os direitos reservados"}]}, {"v541": [{"_": "BY"}]}, None),
        ({}, {"v540": [{"l": "pt", "t": "<p> </p>"}]}, {"v541": [{"_": "BY"}]}, "CC BY 4.0"),
        ({}, {}, {"license": "by-nc"}, "CC BY-NC 4.0"),
        ({}, {}, {"v541": [{"_": "BY"}]}, "CC BY 4.0"),
        ({}, {}, {"v541": [{"_": "BY-NC-SA/4.0"}]}, "CC BY-NC-SA 4.0"),
        ({}, {}, {"v541": [{"_": "BY/3.0"}]}, "CC BY 3.0"),
        ({}, {}, {"v541": [{"_": "nd"}], "v540": [{"t": "http://creativecommons.org/licenses/by/4.0/"}]}, None),
        ({}, {}, {"v540": [{"l": "en", "t": '<img src="https://i.creativecommons.org/l/by/4.0/80x15.png"/> under <a href="http://creativecommons.org/licenses/by/4.0/">x</a>'}]}, "CC BY 4.0"),
        ({}, {}, {}, None),
        ({"license": "unknown"}, {}, {"v541": [{"_": "BY"}]}, None),
    ],
)  # fmt: skip
def test_licence_in_order(
    top: dict[str, Any], fields: dict[str, Any], journal: dict[str, Any], licence: str | None
) -> None:
    assert record(top, journal, **fields).provenance.licence == licence


def test_dois_in_either_order_of_subfields() -> None:
    found = record(
        v337=[
            {"_": "", "l": "10.1590/X.pt", "d": "pt"},
            {"_": "", "l": "en", "d": "10.1590/X.en"},
            {"l": "es", "d": "none"},
        ]
    )
    assert dict(found.dois) == {"pt": "10.1590/x.pt", "en": "10.1590/x.en"}
    assert found.provenance.doi == "10.1590/x.pt"
    assert record({"doi": "10.1590/TOP"}).provenance.doi == "10.1590/top"
    assert dict(parse_articlemeta({"article": {"v880": [{"_": PID}]}, "doi": "10.1590/top"}).dois) == {}
    both = record({"doi": "10.1590/TOP"}, v237=[{"_": "10.1590/Own"}])
    assert (both.provenance.doi, dict(both.dois)) == ("10.1590/own", {"pt": "10.1590/own"})


def test_identifiers() -> None:
    found = record(
        {"code": "S0004-27492000000500002"},
        v881=[{"_": "S0044-59672004005000013"}],
        v885=[{"_": "GlaPaaeoKaeKaPjaeHaHjae"}],
    )
    assert (found.pid, found.previous_pid, found.pid_v3) == (PID, "S0044-59672004005000013", "GlaPaaeoKaeKaPjaeHaHjae")
    assert parse_articlemeta({"article": {"v1": [{"_": "x"}]}, "code": PID.lower()}).pid == PID


@pytest.mark.parametrize(
    ("top", "fields", "journal", "asked", "collection"),
    [
        ({"collection": "scl"}, {"v992": [{"_": "spa"}]}, {}, None, "scl"),
        ({"collection": "scl"}, {}, {}, "spa", "spa"),
        ({}, {"v992": "spa"}, {}, None, "spa"),
        ({}, {"v992": ["psi", "scl"]}, {}, None, "psi"),
        ({}, {"v992": [{"_": "scl"}]}, {}, None, "scl"),
        ({}, {}, {"v992": [{"_": "arg"}]}, None, "arg"),
        ({}, {}, {}, None, None),
    ],
)
def test_collection(
    top: dict[str, Any], fields: dict[str, Any], journal: dict[str, Any], asked: str | None, collection: str | None
) -> None:
    article = {"v880": [{"_": PID}], **fields}
    assert parse_articlemeta({"article": article, "title": journal, **top}, collection=asked).collection == collection


def test_languages_of_the_full_text() -> None:
    texts = {"html": {"pt": " http://a/pt "}, "pdf": {"en": "http://a/en.pdf", "": "x", "es": None}}
    found = record(
        {"fulltexts": texts, "fulltext_langs": ["fr"]},
        v601=[{"_": "de"}, {"_": "en"}],
        v12=[{"_": "Titolo", "l": "it"}],
    )
    assert found.text_languages == ("pt", "en", "de", "fr")
    assert dict(found.full_text_urls) == {("html", "pt"): "http://a/pt", ("pdf", "en"): "http://a/en.pdf"}
    assert found.provenance.url == "http://a/pt"


def test_address_where_none_is_stated() -> None:
    assert record().provenance.url is None
    for domain in ("www.scielo.br", "http://www.scielo.br/"):
        assert record(journal={"v690": [{"_": domain}]}).provenance.url == (
            f"http://www.scielo.br/scielo.php?script=sci_arttext&pid={PID}&lng=pt&tlng=pt"
        )


def test_journal() -> None:
    journal = {"v100": [{"_": "Rev. &amp; X"}], "v400": [{"_": "0034-8910"}], "v935": [{"_": "1518-8787"}], "v441": [{"_": "Health Sciences"}, {"_": "Health Sciences"}, {"_": "Human Sciences"}]}  # fmt: skip
    provenance = record(journal=journal).provenance
    assert (provenance.journal, provenance.issn) == ("Rev. & X", "0034-8910")
    assert provenance.subject_areas == ("Health Sciences", "Human Sciences")
    listed = parse_articlemeta({"article": {"v880": [{"_": PID}]}, "title": [journal]})
    assert listed.provenance.issn == "0034-8910"
    assert record({"code_title": ["bad", "1234-098x"]}).provenance.issn == "1234-098X"


def test_section_and_processing_date() -> None:
    assert record({"section": {"en": "Case Reports", "pt": "Relatos"}}).section == "Relatos"
    assert record({"section": {"en": "Case Reports"}}).section == "Case Reports"
    labels = [
        {"c": "A1", "l": "en", "t": "Letters"},
        {"c": "A2", "l": "pt", "t": "Relatos"},
        {"c": "A1", "l": "pt", "t": "Cartas"},
    ]
    issue = {"issue": {"issue": {"v49": labels}}}
    assert record(issue, v49=[{"_": "A2"}]).section == "Relatos"
    assert record(issue).section is None
    assert (
        record({"processing_date": "2007-04-03T00:00:00.000Z"}, v91=[{"_": "19990101"}]).processing_date == "2007-04-03"
    )
    assert record(v91=[{"_": "20080312"}]).processing_date == "2008-03-12"


EXPECTED: dict[str, dict[str, Any]] = {
    "article_S0034-89102010000400007_with_body.json": {
        "document_type": "research-article", "language": "pt", "collection": "scl", "text_languages": ("pt", "en"), "processing_date": "2010-07-26",
    },
    "article_S0034-89102018000100244_spa.json": {
        "document_type": "research-article", "language": "en", "collection": "spa", "text_languages": ("en", "pt"), "section": "Original Articles",
    },
    "article_S0036-36341997000100001_editorial_es.json": {
        "document_type": "editorial", "language": "es", "section": "Editorial", "abstracts": {}, "titles": {"es": "EDITORIAL"},
    },
    "article_S0044-59672004000100013_aop_previous_pid.json": {
        "pid": "S0044-59672004000100013", "previous_pid": "S0044-59672004005000013", "document_type": "undefined", "processing_date": "2007-04-03",
    },
    "article_S0044-59672004000100013_no_v71_no_v65_multi_doi.json": {
        "pid": "S0044-59672004000100013", "pid_v3": "GlaPaaeoKaeKaPjaeHaHjae",
        "dois": {"pt": "10.1590/s0044-59672004000100013.pt", "en": "10.1590/s0044-59672004000100013.en"},
    },
    "article_S0100-879X1998000800011_docs.json": {
        "document_type": "rapid-communication", "section": "Physiology and biophysics",
        "keywords": {"en": ("calcium carbonate", "arterial blood pressure", "dietary calcium")},
    },
    "article_S1676-06032007000300020_minimal.json": {"language": "pt", "collection": "scl", "text_languages": ("pt",), "document_type": "research-article"},
}  # fmt: skip
EXPECTED_PROVENANCE: dict[str, tuple[str | None, str | None, str | None, str | None]] = {
    "article_S0034-89102010000400007_with_body.json": (
        "10.1590/s0034-89102010000400007",
        "2010-08",
        "CC BY-NC",
        "0034-8910",
    ),
    "article_S0034-89102018000100244_spa.json": (
        "10.11606/s1518-8787.2018052000131",
        "2018-05-21",
        "CC BY 4.0",
        "0034-8910",
    ),
    "article_S0036-36341997000100001_editorial_es.json": (
        "10.1590/s0036-36341997000100001",
        "1997-01",
        "CC BY 3.0",
        "0036-3634",
    ),
    "article_S0044-59672004000100013_aop_previous_pid.json": (
        "10.1590/s0044-59672004000100013",
        "2007-04",
        None,
        "0004-2749",
    ),
    "article_S0044-59672004000100013_no_v71_no_v65_multi_doi.json": (
        "10.1590/s0044-59672004000100013",
        "2007-04",
        None,
        "0004-2749",
    ),
    "article_S0100-879X1998000800011_docs.json": (
        "10.1590/s0100-879x1998000800011",
        "1998-08",
        "CC BY 4.0",
        "0100-879X",
    ),
    "article_S1676-06032007000300020_minimal.json": (None, "2007", "CC BY 4.0", "1676-0603"),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_real_records(name: str, shared_data: Path) -> None:
    found = parse_articlemeta(json.loads((shared_data / "scielo/articlemeta" / name).read_text(encoding="utf-8")))
    assert {key: getattr(found, key) for key in EXPECTED[name]} == EXPECTED[name]
    provenance = found.provenance
    assert (provenance.doi, provenance.publication_date, provenance.licence, provenance.issn) == EXPECTED_PROVENANCE[
        name
    ]
    assert found.titles[found.language or ""] == provenance.title


def test_every_record_file_is_read_or_refused(shared_data: Path) -> None:
    for path in shared_data.glob("scielo/articlemeta/*.json"):
        value = json.loads(path.read_text(encoding="utf-8"))
        if path.name.startswith("article_"):
            assert parse_articlemeta(value).pid in (path.name[8:31], "S0044-59672004000100013")
        else:
            with pytest.raises(InputError):
                parse_articlemeta(value)


LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
    | st.sampled_from([PID, "pt", "20180000", "10.1590/x"])
)  # fmt: skip
KEYS = st.sampled_from(["_", "l", "t", "a", "k", "d", "html", "pt"]) | st.text(max_size=3)
FLAT = LEAVES | st.lists(LEAVES, max_size=3) | st.dictionaries(KEYS, LEAVES, max_size=4)
JSON = FLAT | st.lists(FLAT, max_size=3) | st.dictionaries(KEYS, FLAT, max_size=4)
NAMES = [
    "v880",
    "v71",
    "v65",
    "v12",
    "v83",
    "v85",
    "v40",
    "v601",
    "v237",
    "v337",
    "v49",
    "v540",
    "v992",
    "v91",
    "v881",
    "v885",
    "v223",
]
TOP = ["code", "collection", "doi", "license", "section", "fulltexts", "fulltext_langs", "publication_date", "publication_year", "processing_date", "document_type", "code_title", "issue", "title"]  # fmt: skip


def survives(value: Any) -> None:
    try:
        found: ArticleRecord | InputError = parse_articlemeta(value)
    except InputError as error:
        found = error
    if isinstance(found, ArticleRecord):
        hash(found.provenance)
        repr(found).encode()
    else:
        assert found.remedy


@given(
    st.fixed_dictionaries({"article": st.dictionaries(st.sampled_from(NAMES), JSON, max_size=6)}),
    st.dictionaries(st.sampled_from(TOP), JSON, max_size=5),
)
def test_any_record(article: dict[str, Any], top: dict[str, Any]) -> None:
    survives({**article, **top})
    survives({"article": {**article["article"], "v880": [{"_": PID}]}, **top})


@given(JSON)
def test_any_value(value: Any) -> None:
    survives(value)


@given(data=st.data())
def test_real_records_with_another_value_anywhere(shared_data: Path, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(EXPECTED)))
    value = json.loads((shared_data / "scielo/articlemeta" / name).read_text(encoding="utf-8"))
    value.pop("citations", None)
    place: Any = value
    for _ in range(data.draw(st.integers(1, 4))):
        keys = sorted(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner:
            break
        last, place = (place, key), inner
    else:
        place, key = last
    place[key] = data.draw(JSON)
    survives(value)
