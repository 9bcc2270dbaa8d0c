"""XML that nobody vouches for: bombs, other files in place of XML, odd encodings, garbled bytes."""

from __future__ import annotations

import codecs
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import ClinicalBrError, EmptyArticleError, InputError, NotXmlError, UnsafeXmlError
from clinicalbr.sources import XmlLimits, case_sections, parse_jats, parse_jats_set

Jats = Callable[..., bytes]
SMALL = "<article xml:lang='pt'><front><article-meta><title-group><article-title>Doen\xe7a</article-title></title-group></article-meta></front></article>"
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
BOMBS = {
    "billion laughs": f'<!DOCTYPE article [<!ENTITY l0 "ha">{LAUGHS}]><article><body><p>&l9;</p></body></article>',
    "in an attribute": f'<!DOCTYPE article [<!ENTITY l0 "ha">{LAUGHS}]><article article-type="&l9;"/>',
    "quadratic": f'<!DOCTYPE article [<!ENTITY a "{"a" * 200_000}">]><article><body><p>{"&a;" * 200_000}</p></body></article>',
    "external": '<!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/hostname">]><article><body><p>&x;</p></body></article>',
    "parameter": '<!DOCTYPE article [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd">%x;]><article/>',
    "parameter reference": "<!DOCTYPE article [%x;]><article/>",
    "unparsed": '<!DOCTYPE article [<!NOTATION g SYSTEM "g"><!ENTITY x SYSTEM "x.gif" NDATA g>]><article/>',
    "default attributes": f'<!DOCTYPE article [<!ATTLIST p x CDATA "{"a" * 200_000}">]><article><body>{"<p/>" * 50_000}</body></article>',
    "behind a comment": '<!-- a --><?b c?><!DOCTYPE article PUBLIC "-//x" "x.dtd" [ <!-- > ] --> <!ELEMENT p ANY> <?x ]> ?> <!ENTITY x "y">]><article/>',
    "behind a quoted bracket": '<!DOCTYPE article SYSTEM "a[]>b" [<!ELEMENT p (#PCDATA)><!ENTITY x "y">]><article/>',
    "never closed": '<!DOCTYPE article [<!ENTITY x "',
    "deep": "<article>" + "<sec>" * 100_000,
    "very deep and whole": "<article>" + "<sec>" * 100_000 + "</sec>" * 100_000 + "</article>",
    "one endless text": f"<article><body><p>{'a ' * 5_500_000}</p></body></article>",
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_bombs_are_refused(name: str, encoding: str) -> None:
    with pytest.raises(UnsafeXmlError):
        parse_jats(BOMBS[name].encode(encoding))


LINEAR = {
    "sections of CDATA": "<article>" + "<![CDATA[" * 300_000,
    "comments": "<article>" + "<!--" * 300_000,
    "comments in front": "<!--" * 300_000,
    "instructions in front": "<?a" * 300_000,
    "ampersands": "<article>" + "&a" * 500_000,
    "angle brackets": "<" * 500_000,
    "blanks in the doctype": "<!DOCTYPE article" + " " * 500_000 + "\x01",
    "quotes in the doctype": "<!DOCTYPE article " + "'" * 500_001,
    "brackets in the doctype": "<!DOCTYPE article [" + "<!ELEMENT " * 300_000,
    "long name": "<" + "a" * 500_000 + "/>",
    "colons": "<" + "a:" * 300_000 + "/>",
    "formulas": "<article><body><p><tex-math>" + "\\begin{document}" * 100_000 + "</tex-math></p></body></article>",
    "long heading": "<article xml:lang='en'><body><sec><title>" + "case " * 200_000 + "</title><p>x</p></sec></body></article>",
    "many labels": "<article xml:lang='en'><body>" + "<p>Case 1. " * 200 + "</p>" * 200 + "</body></article>",
    "escaped tags": "<article><body><p>&lt;p&gt;" + "&lt;b&gt;" * 50_000 + "</p></body></article>",
}  # fmt: skip
HARNESS = """
import json, resource, sys
from clinicalbr.errors import ClinicalBrError
from clinicalbr.sources import case_sections, parse_jats
files = {name: text.encode() for name, text in json.load(sys.stdin).items()}
resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
used = int(next(line for line in open("/proc/self/status") if line.startswith("VmSize")).split()[1]) * 1024
resource.setrlimit(resource.RLIMIT_AS, (used + 1_000_000_000,) * 2)
for name, data in files.items():
    print(name, flush=True)
    try:
        case_sections(parse_jats(data))
    except ClinicalBrError as error:
        assert len(str(error)) < 4000, len(str(error))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bounds of memory and time are set the Linux way")
def test_bounded_memory_and_time() -> None:
    """A file of a few megabytes costs a bounded amount, whatever stands in it."""
    files = {**BOMBS, **LINEAR}
    done = subprocess.run(
        [sys.executable, "-c", HARNESS], input=json.dumps(files), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()) == (0, list(files)), done.stderr[-2000:]


def test_a_doctype_as_the_services_write_it_is_fine_and_never_loaded(tmp_path: Path) -> None:
    dtd = tmp_path / "own.dtd"
    dtd.write_text('<!ATTLIST article xml:lang CDATA "fr"><!ENTITY x "loaded">', encoding="utf-8")
    body = "<article><body><p>text</p></body></article>"
    for doctype in (
        '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.1 20151215//EN" "http://127.0.0.1:9/JATS.dtd">',
        f'<!DOCTYPE article SYSTEM "{dtd}">',
        f"<!DOCTYPE article SYSTEM '{dtd.as_uri()}' >",
        "<!DOCTYPE article [<!ELEMENT article ANY> <!-- c -->] >",
        "<!DOCTYPE article>",
    ):
        article = parse_jats(f"{doctype}\n{body}".encode())
        assert (article.language, article.sections[0].paragraphs) == (None, ("text",))
    with pytest.raises(NotXmlError, match="&x;"):
        parse_jats(f'<!DOCTYPE article SYSTEM "{dtd}"><article><body><p>&x;</p></body></article>'.encode())


def test_bounds_are_settings(jats: Jats) -> None:
    data = jats("<p>" * 50 + "x" + "</p>" * 50)
    with pytest.raises(UnsafeXmlError, match="more than 100"):
        parse_jats(data, limits=XmlLimits(max_bytes=100))
    with pytest.raises(UnsafeXmlError, match="more than 20 levels"):
        parse_jats_set(data, limits=XmlLimits(max_depth=20))
    assert parse_jats(data, limits=XmlLimits(max_depth=52)).original.has_body
    with pytest.raises(UnsafeXmlError, match="more than 51 levels"):
        parse_jats(data, limits=XmlLimits(max_depth=51))


@pytest.mark.parametrize("bounds", [{"max_bytes": 0}, {"max_depth": 0}, {"max_depth": 251}])
def test_senseless_bounds(bounds: dict[str, int]) -> None:
    with pytest.raises(InputError, match="not bounds"):
        XmlLimits(**bounds)


def test_the_deepest_allowed_nesting_is_read_to_the_end(jats: Jats) -> None:
    depth = XmlLimits().max_depth - 3
    sections = "".join(f"<sec><title>Case report</title><p>level {n}</p>" for n in range(depth)) + "</sec>" * depth
    article = parse_jats(jats(sections))
    assert len(article.sections[0].all_paragraphs()) == depth
    (case,) = case_sections(article)
    assert case.text.endswith(f"level {depth - 1}")
    bold = "<bold>x" * (depth - 1) + "</bold>" * (depth - 1)
    assert parse_jats(jats(f"<p>{bold}</p>")).sections[0].paragraphs == ("x" * (depth - 1),)


FOREIGN: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "empty"),
    "blanks": (b" \n\t", "empty"),
    "a byte order mark": (codecs.BOM_UTF8, "empty"),
    "zeros": (b"\0" * 20, "empty"),
    "null": (b"null", "json"),
    "an object": (b'{"error": "not found"}', "json"),
    "a list": (b"\xef\xbb\xbf [] ", "json"),
    "a string": (b'"not found"', "json"),
    "a number": (b"404", "json"),
    "wide JSON": ("[1]".encode("utf-16"), "json"),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "pdf"),
    "gzip": (gzip.compress(SMALL.encode()), "gzip"),
    "a ZIP": (b"PK\x03\x04\x14\0", "zip"),
    "a page": (b"<!DOCTYPE html><html><head><title>403</title></head><body>x</body></html>", "html"),
    "a page without doctype": (b"<html><body><p>Not found<br></body></html>", "html"),
    "a loud page": (b"\n<HTML><BODY>x</BODY></HTML>", "html"),
    "a fragment": (b"<div class='x'>blocked</div>", "html"),
    "a script": (b"<script>location='/'</script>", "html"),
    "an XHTML page": (
        b'<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html xmlns="http://www.w3.org/1999/xhtml"/>', "html"),
    "an old page": (b'<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><TITLE>x', "html"),
    "a page behind a comment": (b"<!-- cached --><html></html>", "html"),
    "plain text": (b"Service unavailable", "malformed"),
    "an error of a service": (b"<OA><error code='idIsNotOpenAccess'>no</error></OA>", "xml"),
    "another vocabulary": (b"<?xml version='1.0'?><records><article/></records>", "xml"),
    "garbled tags": (b"<article><body><p>x</body></p></article>", "malformed"),
    "two roots": (b"<article/><article/></article>", "malformed"),
    "an attribute twice": (b"<article a='1' a='2'></article>", "malformed"),
    "a control character": (b"<article><p>\x01</p></article>", "malformed"),
    "a zero in the text": (b"<article><p>\0</p></article>", "malformed"),
    "a number that is no character": (b"<article><p>&#0;</p></article>", "malformed"),
    "a bare ampersand": (b"<article><p>R&D</p></article>", "malformed"),
    "an unknown entity": (b"<article><p>&nosuch;</p></article>", "malformed"),
    "cut in the text": (b"<article><body><p>A wom", "truncated"),
    "cut in a tag": (b"<article><body><p", "truncated"),
    "cut in an attribute": (b"<article><body id='", "truncated"),
    "cut in a comment": (b"<article><!-- note", "truncated"),
    "cut in the doctype": (b"<!DOCTYPE article PUBLIC '-//NLM", "truncated"),
    "cut in the subset": (b"<!DOCTYPE article [<!-- x", "truncated"),
    "cut in front": (b"<?xml version='1.0'?>\n<!-- note", "truncated"),
    "cut behind the declaration": (b"<?xml version='1.0'?>", "empty"),
    "cut in a letter": ("<article><body><p>doen\xe7a".encode()[:-2], "truncated"),
    "cut in a wide letter": ("<article><p>\xe7".encode("utf-16")[:-1], "truncated"),
    "a broken subset": (b"<!DOCTYPE article [ <!WHAT> ]><article/>", "malformed"),
}  # fmt: skip


@pytest.mark.parametrize("name", FOREIGN)
def test_other_things_are_named(name: str) -> None:
    data, found = FOREIGN[name]
    with pytest.raises(NotXmlError) as caught:
        parse_jats(data)
    assert caught.value.found == found
    assert caught.value.remedy


def test_messages_name_the_input() -> None:
    with pytest.raises(NotXmlError, match=r"&nosuch; at character \d+"):
        parse_jats(b"<article><p>&nosuch;</p></article>")
    with pytest.raises(NotXmlError, match=r"root element is 'OA'.*idIsNot|root element is 'OA'.*'no'"):
        parse_jats(b"<OA><error code='idIsNotOpenAccess'>no</error></OA>")
    with pytest.raises(NotXmlError, match="should begin at 'Service unavailable'"):
        parse_jats(b"Service unavailable")
    with pytest.raises(NotXmlError, match=r"not well-formed.*line 3"):
        parse_jats(b"<!DOCTYPE article\n 'x'>\n<article><p></article>")


@pytest.mark.parametrize("data", ["<article/>", None, 5, Path("x.xml"), [b"<article/>"]])
def test_only_bytes_are_read(data: Any) -> None:
    with pytest.raises(InputError, match="from bytes, not from"):
        parse_jats(data)


def test_views_of_bytes_are_read() -> None:
    assert parse_jats(memoryview(SMALL.encode())) == parse_jats(bytearray(SMALL.encode())) == parse_jats(SMALL.encode())


READABLE = {
    "utf-8": SMALL.encode(),
    "utf-8 with mark": codecs.BOM_UTF8 + SMALL.encode(),
    "utf-8 declared": b'<?xml version="1.0" encoding="UTF-8"?>' + SMALL.encode(),
    "utf-8 declared, with mark": codecs.BOM_UTF8 + b'<?xml version="1.0" encoding="UTF-8"?>\n' + SMALL.encode(),
    "blanks in front": b"\n  " + SMALL.encode(),
    "blanks before the declaration": b"\n<?xml version='1.0'?>" + SMALL.encode(),
    "Latin-1 declared": b"<?xml version='1.0' encoding='ISO-8859-1'?>" + SMALL.encode("latin-1"),
    "Windows declared": b"<?xml version='1.0' encoding=\"windows-1252\" standalone='yes'?>" + SMALL.encode("cp1252"),
    "ASCII declared": b"<?xml version='1.0' encoding='us-ascii'?>" + SMALL.encode("ascii", "xmlcharrefreplace"),
    "Latin-1 declared, utf-8 in truth": b"<?xml version='1.0' encoding='ISO-8859-1'?>" + SMALL.encode(),
    "utf-16 declared, utf-8 in truth": b"<?xml version='1.0' encoding='UTF-16'?>" + SMALL.encode(),
    "unread declared, utf-8 in truth": b"<?xml version='1.0' encoding='utf8'?>" + SMALL.encode(),
    "utf-16 with mark": SMALL.encode("utf-16"),
    "utf-16 declared": ("<?xml version='1.0' encoding='UTF-16'?>" + SMALL).encode("utf-16"),
    "utf-16 big-endian with mark": codecs.BOM_UTF16_BE + SMALL.encode("utf-16-be"),
    "utf-16 little-endian": SMALL.encode("utf-16-le"),
    "utf-16 big-endian": SMALL.encode("utf-16-be"),
    "utf-32": SMALL.encode("utf-32"),
    "utf-32 little-endian": SMALL.encode("utf-32-le"),
    "utf-32 big-endian": SMALL.encode("utf-32-be"),
    "version 1.1": b"<?xml version='1.1' encoding='UTF-8'?>" + SMALL.encode(),
}


@pytest.mark.parametrize("name", READABLE)
def test_encodings(name: str) -> None:
    assert parse_jats(READABLE[name]).title == "Doença"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (SMALL.encode("latin-1"), "declares no encoding, hence utf-8, but byte 76"),
        (b"<?xml version='1.0' encoding='utf-8'?>" + SMALL.encode("latin-1"), "declares utf-8, but byte"),
        (b"<?xml version='1.0' encoding='ascii'?>" + SMALL.encode("latin-1"), "declares ascii, but byte"),
        (codecs.BOM_UTF8 + SMALL.encode("latin-1"), "has the byte order mark of utf-8, but byte"),
        (b"<?xml version='1.0' encoding='zlib'?><article/>", "declares the encoding 'zlib', which is not read"),
        (b"<?xml version='1.0' encoding='unicode_escape'?><article/>", "not read"),
        (b"<?xml version='1.0' encoding='klingon'?><article/>", "not read"),
    ],
)
def test_wrong_encodings_are_named(data: bytes, message: str) -> None:
    with pytest.raises(NotXmlError, match=message) as caught:
        parse_jats(data)
    assert "UTF-8" in caught.value.remedy


def survives(data: bytes) -> None:
    """Reads the data, or raises an error of ours."""
    raised: ClinicalBrError | None = None
    try:
        for article in parse_jats_set(data):
            for text in (article.original, *article.translations):
                case_sections(article, text.language)
    except ClinicalBrError as error:
        raised = error
    if raised is not None:
        assert isinstance(raised, InputError)
        assert raised.remedy
        str(raised).encode()


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    survives(data)


PIECES = [
    b"<article>", b"</article>", b"<article/>", b"<body>", b"</body>", b"<sec>", b"</sec>", b"<title>Case 1", b"</title>", b"<p>", b"</p>", b"<!DOCTYPE ",
    b"article ", b"[", b"]", b">", b"<!ENTITY x 'y'>", b"&x;", b"&rsquo;", b"&#0;", b"&#65;", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<?xml ",
    b"encoding='utf-16'", b"?>", b"\xff\xfe", b"\xef\xbb\xbf", b"\0", b"\xe9", b"text ", b"null", b"<pmc-articleset>", b"</pmc-articleset>", b"<alternatives>",
    b"</alternatives>", b"<front><article-meta><article-id pub-id-type='doi'>", b"<sub-article article-type='translation' xml:lang='pt'>", b"</sub-article>",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25).map(b"".join))
def test_any_sequence_of_pieces(data: bytes) -> None:
    survives(data)


@st.composite
def mutations(draw: st.DrawFn, size: int) -> list[tuple[str, int, int, bytes]]:
    kinds = st.sampled_from(["cut", "swap", "put", "drop", "repeat"])
    place = st.integers(0, size)
    return draw(
        st.lists(
            st.tuples(kinds, place, st.integers(1, 200), st.binary(min_size=1, max_size=3)), min_size=1, max_size=4
        )
    )


def mutate(data: bytes, changes: list[tuple[str, int, int, bytes]]) -> bytes:
    changed = bytearray(data)
    for kind, at, length, other in changes:
        if kind == "cut":
            del changed[at:]
        elif kind == "swap" and at + length < len(changed):
            changed[at], changed[at + length] = changed[at + length], changed[at]
        elif kind == "put":
            changed[at : at + len(other)] = other
        elif kind == "drop":
            del changed[at : at + length]
        elif kind == "repeat":
            changed[at:at] = changed[at : at + length]
    return bytes(changed)


@given(data=st.data())
def test_garbled_written_articles(written_articles: dict[str, bytes], data: st.DataObject) -> None:
    original = written_articles[data.draw(st.sampled_from(sorted(written_articles)))]
    survives(mutate(original, data.draw(mutations(len(original)))))


@given(data=st.data())
def test_garbled_real_articles(real_articles: dict[str, bytes], data: st.DataObject) -> None:
    original = real_articles[data.draw(st.sampled_from(sorted(real_articles)))]
    survives(mutate(original, data.draw(mutations(len(original)))))


def test_every_file_that_is_no_article_is_refused_by_name(shared_data: Path) -> None:
    found = {}
    for path in [*shared_data.glob("scielo/articlemeta/*.json"), *shared_data.glob("scielo/html/*.html")]:
        with pytest.raises(NotXmlError) as caught:
            parse_jats(path.read_bytes())
        found[path.suffix] = found.get(path.suffix, set()) | {caught.value.found}
    assert found == {".json": {"json"}, ".html": {"html"}}


def test_real_files_that_are_not_well_formed(shared_data: Path) -> None:
    for name in ("broken_not_wellformed.xml", "jbp_2009_pt_with_en_from_html.xml"):
        with pytest.raises(NotXmlError) as caught:
            parse_jats((shared_data / "scielo/sps" / name).read_bytes())
        assert caught.value.found == "malformed"


def test_a_whole_article_cut_anywhere_is_an_error(jats: Jats) -> None:
    data = jats("<sec><title>Case report</title><p>A man with \xe9.</p></sec>")
    for end in range(len(data)):
        with pytest.raises(NotXmlError) as caught:
            parse_jats(data[:end])
        assert caught.value.found in ("truncated", "empty", "malformed")
    assert not isinstance(parse_jats(data), EmptyArticleError)
