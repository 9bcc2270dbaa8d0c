"""Full texts from the sites of SciELO, over real sockets."""

from __future__ import annotations

import asyncio
from datetime import date
from pathlib import Path

import pytest

from clinicalbr.errors import (
    AnswerTooLargeError,
    BadAnswerError,
    InputError,
    SourceError,
    SourceNotFoundError,
    SourceRefusedError,
    SourceUnavailableError,
)
from clinicalbr.sources import ArticleMetaClient, FullText, Harvest, SciELOFullText, TextFormat, blocking, case_section
from fake_service import ArticleMeta, Fault, Faults, Reply, Request
from fake_service.faults import EVERY_FAULT, LOGIN_PAGE
from fake_service.messages import Route
from fake_service.scielo_sites import CASE, LegacySite, NewSite, SiteArticle
from fake_service.trial import ANY_RATE, QUICK, trial

V2, V3, DOI = "S0034-89102018000100244", "abcdefghijklmnopqrstuvw", "10.1590/s1518-8787.2018052000244"


def fetch(
    site: NewSite | LegacySite, identifier: str = V2, faults: Faults | None = None, **wanted: str
) -> tuple[FullText, list[str]]:
    """The text, and the paths that were asked for."""
    with trial(site.routes(), faults) as (fake, session):
        client = SciELOFullText(session, base_url=fake.url, doi_url=f"{fake.url}/doi", rate=ANY_RATE)
        text = blocking(client.fetch(identifier, **wanted))
        return text, [line.path + ("?xml" if line.query.get("format") == "xml" else "") for line in fake.asked()]


def refusal(
    site: NewSite | LegacySite, kind: type[SourceError] = SourceNotFoundError, identifier: str = V2, **wanted: str
) -> SourceError:
    with pytest.raises(kind) as caught:
        fetch(site, identifier, **wanted)
    assert caught.value.remedy
    return caught.value


def test_the_xml_is_taken_before_the_page() -> None:
    text, asked = fetch(NewSite(SiteArticle()))
    assert (text.format, text.identifier, text.licence, text.misses) == (TextFormat.SPS, V2, "CC BY 4.0", ())
    assert text.article.languages == ("pt", "en")
    assert case_section(text.article, "en") == CASE["en"][3]
    assert text.content == SiteArticle().xml_file()
    assert text.url.endswith(f"/j/rex/a/{V3}/?format=xml")
    assert text.article.provenance.sha256 == text.sha256
    assert asked == ["/scielo.php", f"/j/rex/a/{V3}/", f"/j/rex/a/{V3}/?xml"]


def test_by_pid_v3_the_xml_is_the_only_request() -> None:
    text, asked = fetch(NewSite(SiteArticle()), V3, journal="rex")
    assert (text.format, asked) == (TextFormat.SPS, [f"/j/rex/a/{V3}/?xml"])


def test_by_doi_in_any_spelling() -> None:
    for spelling in (DOI, DOI.upper(), f"https://doi.org/{DOI}", f" doi:{DOI}"):
        text, _ = fetch(NewSite(SiteArticle()), spelling)
        assert (text.identifier, text.format) == (DOI, TextFormat.SPS)


def test_pitfall_12_the_doi_of_a_translation_leads_to_the_article() -> None:
    text, _ = fetch(NewSite(SiteArticle()), f"{DOI}.en")
    assert text.article.provenance.doi == DOI


def test_a_doi_that_leads_to_another_article() -> None:
    error = refusal(NewSite(SiteArticle(xml_doi="10.1590/other")), BadAnswerError, DOI)
    assert (error.found, "10.1590/other" in str(error)) == ("shape", True)


def test_a_doi_that_leads_away_from_scielo() -> None:
    with trial([(".*", lambda _: Reply(200, b"<html><title>Another publisher</title></html>"))]) as (other, session):
        away = other.url.replace("127.0.0.1", "localhost")
        with trial([("/doi/.*", lambda _: Reply(302, headers={"Location": f"{away}/a"}))]) as (fake, _):
            client = SciELOFullText(session, base_url=fake.url, doi_url=f"{fake.url}/doi", rate=ANY_RATE)
            with pytest.raises(SourceNotFoundError, match="'Another publisher', which is none of a SciELO site"):
                blocking(client.fetch(DOI))


@pytest.mark.parametrize(
    "identifier", ["", "S0034", "../../etc/passwd", "10.1590", "PMC123", V3 + "x", "S0034-89102018000100244/.."]
)
def test_what_is_no_identifier(identifier: str) -> None:
    with trial([]) as (fake, session):
        with pytest.raises(InputError, match="no identifier of a SciELO article"):
            blocking(SciELOFullText(session, base_url=fake.url).fetch(identifier))
        assert fake.asked() == []


def test_a_doi_cannot_step_out_of_its_place() -> None:
    with trial([]) as (fake, session):
        with pytest.raises(InputError, match="path"):
            blocking(SciELOFullText(session, base_url=fake.url, doi_url=fake.url).fetch("10.1590/../../etc"))
        assert fake.asked() == []


def test_a_pid_v3_needs_the_acronym() -> None:
    with pytest.raises(InputError, match="acronym"):
        fetch(NewSite(SiteArticle()), V3)
    refusal(NewSite(SiteArticle()), identifier=V3, journal="other")


@pytest.mark.parametrize(
    ("xml", "reason"),
    [
        ("page", "a web page titled 'Página não encontrada' in place of XML"),
        ("missing", "status 404"),
        ("broken", "status 500"),
        ("unknown format", "status 400"),
        ("garbled", "not well-formed"),
        ("front", "front matter only"),
    ],
)
def test_pitfalls_16_17_19_21_where_the_xml_is_none_the_page_is_taken(xml: str, reason: str) -> None:
    text, asked = fetch(NewSite(SiteArticle(xml=xml)))
    assert (text.format, text.article.language, text.licence) == (TextFormat.HTML, "pt", "CC BY-NC 4.0")
    assert case_section(text.article) == f"{CASE['pt'][3]}¹"
    (miss,) = text.misses
    assert reason in str(miss)
    assert miss.url.endswith("?format=xml")
    # A file that fails for good is asked for as often as the policy says, a page in place of XML once.
    assert asked.count(f"/j/rex/a/{V3}/?xml") == (QUICK.attempts if xml == "broken" else 1)
    assert asked.count(f"/j/rex/a/{V3}/") == 1, "the page that led to the XML is the one that is read"


def test_a_page_written_by_hand_on_the_new_site_is_told_apart() -> None:
    text, _ = fetch(NewSite(SiteArticle(xml="page", style=0)))
    assert (text.format, text.article.language) == (TextFormat.LEGACY_HTML, "pt")


@pytest.mark.parametrize("status", [429, 503])
def test_a_site_that_is_overloaded_is_no_reason_to_take_the_poorer_format(status: int) -> None:
    def overloaded(request: Request) -> Reply:
        if request.query.get("format") == "xml":
            return Reply(status, b"later")
        return Reply(200, SiteArticle().new_page("pt", "http://x.org").encode())

    with trial([(f"/j/rex/a/{V3}/", overloaded)]) as (fake, session):
        client = SciELOFullText(session, base_url=fake.url, rate=ANY_RATE)
        with pytest.raises(SourceUnavailableError):
            blocking(client.fetch(V3, journal="rex"))


@pytest.mark.parametrize(
    "fault", [fault for fault in EVERY_FAULT if fault is not Fault.DRIP], ids=lambda fault: fault.name
)
@pytest.mark.parametrize("xml", ["whole", "page"])
def test_passing_faults_change_nothing(fault: Fault, xml: str) -> None:
    text, asked = fetch(NewSite(SiteArticle(xml=xml)), faults=Faults(first=1, kinds=[fault], retry_after=0))
    assert text.format is (TextFormat.SPS if xml == "whole" else TextFormat.HTML)
    assert case_section(text.article).startswith(CASE["pt"][3])
    assert len(asked) >= 5


def test_a_page_that_is_always_cut_short_is_no_text() -> None:
    half = SiteArticle().legacy_page("pt")
    half = half[: half.index("Sem outras")]
    with trial([("/scielo.php", lambda _: Reply(200, half.encode()))]) as (fake, session):
        with pytest.raises(BadAnswerError, match="cut short") as caught:
            blocking(SciELOFullText(session, base_url=fake.url, rate=ANY_RATE).fetch(V2))
        assert caught.value.found == "truncated"
        assert len(fake.asked()) == QUICK.attempts


def test_pitfall_9_an_article_page_that_is_missing_while_its_xml_is_there() -> None:
    for broken in (SiteArticle(pages=()), SiteArticle(page_status=500)):
        text, _ = fetch(NewSite(broken))
        assert text.format is TextFormat.SPS
        assert text.misses[0].url.endswith(f"/j/rex/a/{V3}/?lang=pt")


def test_pitfall_9_an_article_without_any_text() -> None:
    error = refusal(NewSite(SiteArticle(xml="front", text_on_page=False)))
    assert "front matter only" in str(error)
    assert "a page without text" in str(error)
    error = refusal(NewSite(SiteArticle(xml="missing", pages=())))
    assert str(error).count("status 404") == 2


def test_pitfalls_5_6_7_an_older_pid_leads_to_the_article() -> None:
    article = SiteArticle(older_pids=("S0102-76382018005000101",))
    text, _ = fetch(NewSite(article), "s0102-76382018005000101")
    assert (text.identifier, text.article.provenance.pid) == ("S0102-76382018005000101", V2)


def test_a_language_within_the_xml() -> None:
    text, _ = fetch(NewSite(SiteArticle()), language="EN")
    assert text.format is TextFormat.SPS
    assert text.article.text_in("en") is not None


def test_pitfall_9_a_language_that_the_site_answers_with_another() -> None:
    error = refusal(NewSite(SiteArticle()), language="es")
    assert "no full text of S0034-89102018000100244 in es" in str(error)
    assert "only in pt, en" in str(error)
    assert "a page in pt, not in es" in str(error)


def test_a_language_of_the_page_where_there_is_no_xml() -> None:
    text, _ = fetch(NewSite(SiteArticle(xml="page")), language="en")
    assert (text.format, text.article.language, text.article.title) == (TextFormat.HTML, "en", CASE["en"][0])


def test_an_unknown_article() -> None:
    assert refusal(NewSite()).status == 404


def test_pitfall_19_a_block_with_status_200_is_no_missing_article() -> None:
    error = refusal(NewSite(SiteArticle(), blocked=True), BadAnswerError)
    assert (error.found, "Just a moment" in str(error)) == ("html", True)


def test_pitfall_19_a_refusal_is_told_as_such() -> None:
    with trial([(".*", lambda _: Reply(403, b"Forbidden"))]) as (fake, session):
        with pytest.raises(SourceRefusedError) as caught:
            blocking(SciELOFullText(session, base_url=fake.url, rate=ANY_RATE).fetch(V2))
        assert caught.value.status == 403


def test_a_legacy_site_gives_xml_where_it_has_a_body() -> None:
    text, asked = fetch(LegacySite(SiteArticle()))
    assert (text.format, text.misses) == (TextFormat.SPS, ())
    assert asked == ["/scielo.php", "/scieloOrg/php/articleXML.php"]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_a_legacy_site_gives_pages_in_whatever_encoding(encoding: str) -> None:
    text, asked = fetch(LegacySite(SiteArticle(xml="front"), encoding=encoding), language="en")
    assert (text.format, text.article.language, text.licence) == (TextFormat.LEGACY_HTML, "en", "CC BY-NC 4.0")
    assert text.article.sections[0].title == "CASE REPORT"
    assert [miss.reason for miss in text.misses] == ["front matter only"]
    assert len(asked) == 2


def test_a_soft_404_of_a_legacy_site_is_a_missing_article() -> None:
    error = refusal(LegacySite())
    assert (error.status, "without article" in str(error)) == (200, True)


def test_a_language_that_a_legacy_site_answers_with_the_original() -> None:
    assert "a page in pt, not in es" in str(refusal(LegacySite(SiteArticle(xml="front")), language="es"))


def test_real_files_of_a_site(shared_data: Path) -> None:
    xml = (shared_data / "scielo/sps/ean_2021_pt_with_en.xml").read_bytes()
    page = (shared_data / "scielo/html/new_template_GZYfdY6BDfMGKwrXQYxsZFd_en.html").read_bytes()
    broken = (shared_data / "scielo/sps/broken_not_wellformed.xml").read_bytes()

    def site(served: bytes) -> list[tuple[str, Route]]:
        return [
            (f"/j/rex/a/{V3}/", lambda request: Reply(200, served if request.query.get("format") == "xml" else page))
        ]

    with trial(site(xml)) as (fake, session):
        text = blocking(SciELOFullText(session, base_url=fake.url, rate=ANY_RATE).fetch(V3, journal="rex"))
        assert (text.article.languages, text.licence, text.content == xml) == (("pt", "en"), "CC BY 4.0", True)
    with trial(site(broken)) as (fake, session):
        client = SciELOFullText(session, base_url=fake.url, rate=ANY_RATE)
        text = blocking(client.fetch(V3, journal="rex", language="en"))
        assert (text.format, text.licence, len(text.misses)) == (TextFormat.HTML, "CC BY-NC 4.0", 1)


def test_a_huge_page_is_not_read_to_its_end() -> None:
    with trial(NewSite(SiteArticle()).routes(), max_bytes=1000) as (fake, session):
        client = SciELOFullText(session, base_url=fake.url, rate=ANY_RATE)
        with pytest.raises(AnswerTooLargeError):
            blocking(client.fetch(V2))


def test_it_is_used_from_a_running_loop_as_well() -> None:
    async def several() -> set[str]:
        with trial(NewSite(SiteArticle()).routes()) as (fake, session):
            client = SciELOFullText(session, base_url=fake.url, rate=ANY_RATE)
            return {text.sha256 for text in await asyncio.gather(*(client.fetch(V2) for _ in range(5)))}

    assert len(asyncio.run(several())) == 1


def test_a_harvest_of_the_catalogue_takes_its_texts_here(tmp_path: Path) -> None:
    catalogue = ArticleMeta(12, seed=1)
    articles = [
        SiteArticle(
            pid_v2=code, pid_v3=f"{number:023}", doi=f"10.1590/x{number}", xml="page" if number == 3 else "whole"
        )
        for number, code in enumerate(catalogue.codes)
    ]
    catalogue.add("S0034-71672019000700331", date(2019, 1, 7))
    with trial([*catalogue.routes(), *NewSite(*articles).routes()]) as (fake, session):
        listing = ArticleMetaClient(session, base_url=fake.url, rate=ANY_RATE).listing("scl")
        library = SciELOFullText(session, base_url=fake.url, rate=ANY_RATE)
        harvest = Harvest(tmp_path, listing, library)
        report = blocking(harvest.run())
        assert (report.stored, report.gone, report.failed) == (12, 1, 0)
        kept = [entry for entry in harvest.entries() if entry.status == "stored"]
        assert sorted(Path(entry.file).suffix for entry in kept) == [".html"] + [".xml"] * 11
        assert {entry.licence for entry in kept} == {"CC BY 4.0", "CC BY-NC 4.0"}
        assert harvest.verify() == ()


def test_the_language_of_a_page_that_a_doi_leads_to() -> None:
    """The resolver leads to the original; the page in the other language is one more request."""
    text, asked = fetch(NewSite(SiteArticle(xml="page")), DOI, language="en")
    assert (text.article.language, text.article.title) == ("en", CASE["en"][0])
    assert text.url.endswith("?lang=en")
    assert asked[-1] == f"/j/rex/a/{V3}/"
    assert "not in es" in str(refusal(NewSite(SiteArticle(xml="page")), identifier=DOI, language="es"))


def test_pitfall_3_references_that_nothing_declares_are_read() -> None:
    xml = SiteArticle().xml_file().replace("há três".encode(), b"h&aacute; &lt;38&rsquo; tr&#234;s")
    with trial([(f"/j/rex/a/{V3}/", lambda _: Reply(200, xml, "application/xml"))]) as (fake, session):
        text = blocking(SciELOFullText(session, base_url=fake.url, rate=ANY_RATE).fetch(V3, journal="rex"))
        assert case_section(text.article) == CASE["pt"][3].replace("há três", "há <38’ três")


def test_an_xml_bomb_is_not_expanded_and_the_page_is_taken() -> None:
    bomb = b'<!DOCTYPE article [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><article><body><p>&b;</p></body></article>'

    def site(request: Request) -> Reply:
        page = SiteArticle().new_page("pt", "http://x.org").encode()
        return Reply(200, bomb if request.query.get("format") == "xml" else page)

    with trial([(f"/j/rex/a/{V3}/", site)]) as (fake, session):
        text = blocking(SciELOFullText(session, base_url=fake.url, rate=ANY_RATE).fetch(V3, journal="rex"))
        assert text.format is TextFormat.HTML
        assert "entities" in text.misses[0].reason


def test_the_address_of_xml_that_a_page_states_is_asked_on_the_same_host_only() -> None:
    page = SiteArticle(style=0).new_page("pt", "http://elsewhere.example").replace("Resumo", "RESUMO")
    with trial([("/scielo.php", lambda _: Reply(200, page.encode()))]) as (fake, session):
        text = blocking(SciELOFullText(session, base_url=fake.url, rate=ANY_RATE).fetch(V2))
        assert text.format is TextFormat.LEGACY_HTML
        assert [line.path for line in fake.asked()] == ["/scielo.php", "/scieloOrg/php/articleXML.php"]
    stated = page.replace("http://elsewhere.example", "")
    routes = [
        ("/scielo.php", lambda _: Reply(200, stated.encode())),
        (f"/j/rex/a/{V3}/", lambda _: Reply(200, SiteArticle().xml_file())),
    ]
    with trial(routes) as (fake, session):
        assert blocking(SciELOFullText(session, base_url=fake.url, rate=ANY_RATE).fetch(V2)).format is TextFormat.SPS


@pytest.mark.parametrize("xml", ["broken", "login", "cut"])
def test_a_text_that_may_be_there_the_next_time_is_not_gone(xml: str) -> None:
    article = SiteArticle(xml="broken", text_on_page=False)
    whole = article.xml_file()

    def site(request: Request) -> Reply:
        if request.query.get("format") != "xml":
            return Reply(200, article.new_page("pt", "http://x.org").encode())
        return {"broken": article.xml_reply(), "login": Reply(200, LOGIN_PAGE), "cut": Reply(200, whole[:300])}[xml]

    with trial([(f"/j/rex/a/{V3}/", site)]) as (fake, session):
        client = SciELOFullText(session, base_url=fake.url, rate=ANY_RATE)
        with pytest.raises(SourceUnavailableError, match="a page without text"):
            blocking(client.fetch(V3, journal="rex"))
