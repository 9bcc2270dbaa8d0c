"""PubMed Central as it behaves: E-utilities, the list of the open-access subset, the object store."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from urllib.parse import unquote

from fake_service.messages import Reply, Request, Route, as_json

NO_XML = "<!--The publisher of this article does not allow downloading of the full text in XML form.-->"
KNOWN = ("case reports", "open access", "cc by license")


def jats(number: int, text: str = "A man of 54.", *, body: bool = True) -> bytes:
    """A small article of PubMed Central."""
    inside = f"<body><sec><title>Case report</title><p>{text}</p></sec></body>" if body else NO_XML
    return (
        '<article article-type="case-report" xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta>'
        f'<article-id pub-id-type="pmc">{number}</article-id><title-group><article-title>Case {number}</article-title>'
        '</title-group><permissions><license xlink:href="https://creativecommons.org/licenses/by/4.0/"/></permissions>'
        f"</article-meta></front>{inside}</article>"
    ).encode()


@dataclass
class Entrez:
    """E-utilities for the database ``pmc``.

    Args:
        records: Day of publication and file of each record; an empty file is one that is never sent.
        limit: Identifiers of one answer at most, whatever is asked for; 20 when nothing is asked for.
        seed: Of the orders, which differ from request to request where no history is named.
        withheld: Numbers that a search counts and does not list.
        lost_in_halves: Days that a search finds only in a window of more than one day.
        backend_failures: So many searches fail with an error inside status 200.
        omits: Numbers that the first request for them does not get.
        error: What ``efetch`` says in place of a set, with status 200.
        refuses: Numbers for which ``efetch`` answers 400.
    """

    records: dict[int, tuple[date, bytes]]
    limit: int = 10_000
    seed: int = 0
    withheld: frozenset[int] = frozenset()
    lost_in_halves: frozenset[int] = frozenset()
    backend_failures: int = 0
    omits: set[int] = field(default_factory=set)
    error: str = ""
    refuses: frozenset[int] = frozenset()
    _histories: dict[str, list[int]] = field(default_factory=dict)
    _asked: int = 0

    def routes(self) -> list[tuple[str, Route]]:
        """The two tools that are used."""
        return [("/esearch.fcgi", self._search), ("/efetch.fcgi", self._fetch)]

    def publish(self, number: int, day: date) -> None:
        """A new record."""
        self.records[number] = (day, jats(number))

    def _search(self, request: Request) -> Reply:
        if request.query.get("db") != "pmc" or "term" not in request.query:
            return as_json({"esearchresult": {"ERROR": "Invalid db name specified"}})
        if self.backend_failures:
            self.backend_failures -= 1
            return as_json({"esearchresult": {"ERROR": "Search Backend failed: Couldn't resolve #exLinkSrv2, timeout"}})
        result: dict[str, Any] = {}
        named = re.findall(r'"([^"]*)"', request.query["term"])
        if unknown := [f'"{phrase}"' for phrase in named if phrase not in KNOWN]:
            result["errorlist"] = {"phrasesnotfound": unknown, "fieldsnotfound": []}
        first, last = (
            date(*map(int, request.query[key].split("/"))) if key in request.query else None
            for key in ("mindate", "maxdate")
        )
        found = [
            number
            for number, (day, _) in self.records.items()
            if (first is None or last is None or first <= day <= last)
            and not (number in self.lost_in_halves and first == last)
        ]
        self._asked += 1
        random.Random(f"{self.seed}|{self._asked}").shuffle(found)  # noqa: S311
        if (webenv := request.query.get("WebEnv")) in self._histories:
            found = [number for number in self._histories[webenv] if number in self.records]
            result |= {"webenv": webenv, "querykey": str(int(request.query["query_key"]) + 1)}
        elif request.query.get("usehistory") == "y":
            webenv = f"MCID_{self._asked}"
            self._histories[webenv] = found
            result |= {"webenv": webenv, "querykey": "1"}
        begin, size = int(request.query.get("retstart", 0)), min(int(request.query.get("retmax", 20)), self.limit)
        page = [str(number) for number in found[begin : begin + size] if number not in self.withheld]
        result |= {"count": str(len(found)), "retmax": str(size), "retstart": str(begin), "idlist": page}
        return as_json({"header": {"type": "esearch"}, "esearchresult": result}, items=tuple(page))

    def _fetch(self, request: Request) -> Reply:
        numbers = [int(number) for number in request.query.get("id", "").split(",") if number.isdecimal()]
        if self.error:
            return Reply(
                200,
                f'<?xml version="1.0" ?><eFetchResult><ERROR>{self.error}</ERROR></eFetchResult>'.encode(),
                "text/xml",
            )
        if self.refuses.intersection(numbers):
            return Reply(400, b'{"error":"ID list is invalid"}', "application/json")
        random.Random(f"{self.seed}|{numbers}").shuffle(numbers)  # noqa: S311
        sent = []
        for number in numbers:
            if number in self.omits:
                self.omits.discard(number)
            elif number in self.records and self.records[number][1]:
                sent.append(number)
        body = b"".join(self.records[number][1] for number in sent)
        if not sent:
            body = f'<Reply error="The following PMCID is not available: {numbers[0] if numbers else 0}"/>'.encode()
        whole = b'<?xml version="1.0" ?>\n<!DOCTYPE pmc-articleset PUBLIC "-//NLM//DTD ARTICLE SET 2.0//EN" "x.dtd">\n'
        whole += b"<pmc-articleset>" + body + b"</pmc-articleset>\n"
        return Reply(200, whole, "text/xml", items=tuple(map(str, sent)))


@dataclass
class OpenAccessList:
    """The OA web service: pages of records with a token, errors inside status 200.

    Args:
        licences: Licence of each article, as the service writes it.
        page: Records of a page.
        retracted: Articles that were retracted.
        repeats_token: Whether the last page names its own token again, without end.
        loses: Articles that are counted and not listed.
    """

    licences: dict[str, str]
    page: int = 1000
    retracted: frozenset[str] = frozenset()
    repeats_token: bool = False
    loses: frozenset[str] = frozenset()

    def routes(self) -> list[tuple[str, Route]]:
        """The one address of the service."""
        return [("/oa/oa.fcgi", self._answer)]

    def _record(self, pmcid: str) -> str:
        yes = "yes" if pmcid in self.retracted else "no"
        return (
            f'<record id="{pmcid}" citation="Case Rep. 2016; 1:1" license="{self.licences[pmcid]}" retracted="{yes}">'
            f'<link format="tgz" updated="2016-02-22 05:14:58" href="ftp://ftp.ncbi.nlm.nih.gov/pub/pmc/{pmcid}.tar.gz"/>'
            "</record>"
        )

    def _answer(self, request: Request) -> Reply:
        if pmcid := request.query.get("id"):
            if pmcid not in self.licences:
                code = "idDoesNotExist" if pmcid.startswith("PMC9") else "idIsNotOpenAccess"
                return self._xml(f"<error code=\"{code}\">identifier '{pmcid}' is not there</error>")
            return self._xml(f'<records returned-count="1" total-count="1">{self._record(pmcid)}</records>')
        if "from" not in request.query and "resumptionToken" not in request.query:
            return self._xml('<error code="badArgument">no arguments</error>')
        begin = int(unquote(request.query.get("resumptionToken", "!0")).rpartition("!")[2])
        everything = sorted(self.licences)
        listed = [pmcid for pmcid in everything[begin : begin + self.page] if pmcid not in self.loses]
        records = "".join(map(self._record, listed))
        more = ""
        if begin + self.page < len(everything) or self.repeats_token:
            following = begin if self.repeats_token and begin + self.page >= len(everything) else begin + self.page
            token = f"12!20160101000000!!!{following}"
            more = f'<resumption><link token="{token}" href="http://x/oa.fcgi?resumptionToken={token.replace("!", "%21")}"/></resumption>'
        head = f'returned-count="{len(listed)}" total-count="{len(everything)}"'
        return self._xml(f"<records {head}>{records}</records>{more}", tuple(listed))

    def _xml(self, inside: str, items: tuple[str, ...] = ()) -> Reply:
        body = f"<OA><responseDate>2026-01-01 00:00:00</responseDate><request>x</request>{inside}</OA>"
        return Reply(200, body.encode(), "text/xml", items=items)


@dataclass
class ObjectStore:
    """The bucket: keys with versions, lists with a prefix, 403 for a key that it does not have.

    Args:
        files: File of each version, for instance ``{"PMC1.2": b"..."}``; ``None`` for a version without XML.
        metadata: What the metadata say beside the identifier.
        keys: Entries of one page of a list.
        missing_status: Status for a key that is not there.
    """

    files: dict[str, bytes | None]
    metadata: dict[str, Any] = field(default_factory=dict)
    keys: int = 1000
    missing_status: int = 403

    def routes(self) -> list[tuple[str, Route]]:
        """Lists, metadata and files under ``/store``."""
        return [("/store/", self._list), (r"/store/metadata/.*", self._metadata), (r"/store/.*", self._file)]

    def _list(self, request: Request) -> Reply:
        prefix = request.query.get("prefix", "")
        names = [f"{name}/" for name in self.files] + [f"deprecated/oa_comm/xml/all/{name}.xml" for name in self.files]
        found = sorted(name for name in names if name.startswith(prefix))
        begin = int(request.query.get("continuation-token", 0))
        page = found[begin : begin + self.keys]
        cut = begin + self.keys < len(found)
        token = f"<NextContinuationToken>{begin + self.keys}</NextContinuationToken>" if cut else ""
        inside = "".join(f"<CommonPrefixes><Prefix>{name}</Prefix></CommonPrefixes>" for name in page)
        body = (
            '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
            f"<Name>pmc-oa-opendata</Name><Prefix>{prefix}</Prefix><IsTruncated>{str(cut).lower()}</IsTruncated>"
            f"{inside}{token}</ListBucketResult>"
        )
        return Reply(200, body.encode(), "application/xml")

    def _missing(self) -> Reply:
        body = b'<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'
        return Reply(self.missing_status, body, "application/xml")

    def _metadata(self, request: Request) -> Reply:
        name = request.path.rpartition("/")[2].removesuffix(".json")
        if name not in self.files:
            return self._missing()
        pmcid, _, version = name.partition(".")
        stated = {"pmcid": pmcid, "version": int(version), "is_pmc_openaccess": True, **self.metadata}
        return Reply(200, json.dumps(stated).encode(), "application/json")

    def _file(self, request: Request) -> Reply:
        _, _, folder, name = request.path.split("/")
        content = self.files.get(folder) if name == f"{folder}.xml" else None
        return self._missing() if content is None else Reply(200, content, "application/xml", items=(folder,))
