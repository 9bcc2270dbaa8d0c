"""A harvest stores everything once, whatever happens in between."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from clinicalbr.errors import (
    ClinicalBrError,
    HarvestError,
    InputError,
    SourceNotFoundError,
    SourceRefusedError,
    SourceUnavailableError,
)
from clinicalbr.sources import (
    ArticleMetaClient,
    Damage,
    Document,
    Harvest,
    Item,
    ListingPage,
    RetryPolicy,
    Session,
    Timeouts,
    _outage,
    blocking,
)
from clinicalbr.sources._harvest_files import file_of
from fake_service import ArticleMeta, ArticleSite, FakeService, Fault, Faults, Reply
from sources.harvest_process import Texts, one_in

QUICK = RetryPolicy(attempts=12, bad_answer_attempts=12, initial_wait=0.001, max_wait=0.01)
TEXT = "/j/.*"
LIST = "/api/v1/article/identifiers/"


class Shelf:
    """A list and its documents in memory; a document that is an error is raised."""

    def __init__(self, documents: dict[str, bytes | Exception], *, page: int = 3) -> None:
        self.documents, self.page = documents, page
        self.asked: list[str] = []
        self.versions: dict[str, str] = {}
        self.suffix = ".txt"

    async def pages(self, cursor: str | None) -> AsyncIterator[ListingPage]:
        names = list(self.documents)
        begin = int(cursor or 0)
        while part := names[begin : begin + self.page]:
            begin += len(part)
            items = tuple(Item(name, self.versions.get(name, "")) for name in part)
            yield ListingPage(
                items, cursor=str(begin if len(part) == self.page else begin - len(part)), total=len(names)
            )

    async def document(self, item: Item) -> Document:
        self.asked.append(item.id)
        await asyncio.sleep(0)
        found = self.documents[item.id]
        if isinstance(found, Exception):
            raise found
        return Document(found, self.suffix, f"https://example.org/{len(self.asked)}", "CC BY 4.0")


class Setting:
    """A catalogue with texts, and harvests of it."""

    def __init__(self, stack: ExitStack, folder: Path, catalogue: ArticleMeta, faults: Faults | None = None) -> None:
        self.catalogue, self.folder, self.site = catalogue, folder, ArticleSite()
        self.fake = stack.enter_context(FakeService([*catalogue.routes(), *self.site.routes()], faults))
        limits = Timeouts(connect=5, read=5, total=1)
        self.session = stack.enter_context(Session("tests@example.org", retry=QUICK, timeouts=limits))
        self.client = ArticleMetaClient(self.session, base_url=self.fake.url, rate=float("inf"))
        self.texts = Texts(self.session, self.fake.url)

    def harvest(self, share: int = 1) -> Harvest:
        listing = self.client.listing(self.catalogue.collection)
        return Harvest(self.folder, listing, self.texts, choose=lambda item: one_in(share, item))

    def served(self) -> Counter[str]:
        return Counter(code for line in self.fake.asked(TEXT) for code in line.items)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def stored(folder: Path) -> dict[str, bytes]:
    entries = list(Harvest(folder, Shelf({}), Shelf({})).entries())
    return {entry.id: (folder / str(entry.file)).read_bytes() for entry in entries if entry.status == "stored"}


@pytest.mark.parametrize("seed", range(3))
def test_everything_is_stored_exactly_once_in_spite_of_faults(stack: ExitStack, tmp_path: Path, seed: int) -> None:
    catalogue = ArticleMeta(150, limit=40, batch=12, seed=seed, big_days={2: 50}, stale_pages=0.3)
    faults = Faults(share=0.2, seed=seed, retry_after=0, drip_seconds=0.5)
    setting = Setting(stack, tmp_path, catalogue, faults)
    report = blocking(setting.harvest().run())
    assert (report.listed, report.stored, report.failed, report.gone, report.short) == (150, 150, 0, 0, 0)
    assert setting.served() == Counter(catalogue.codes)
    assert stored(tmp_path) == {f"scl/{code}": setting.site.text(code) for code in catalogue.codes}
    assert len({line.fault for line in setting.fake.asked()}) == len(Fault) + 2, "every kind of fault happened"
    for entry in setting.harvest().entries():
        content = (tmp_path / str(entry.file)).read_bytes()
        assert (entry.sha256, entry.bytes) == (hashlib.sha256(content).hexdigest(), len(content))
        assert (entry.licence, entry.version) == ("CC BY 4.0", catalogue.day_of(entry.id[4:]))
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", entry.when)


def test_a_second_run_takes_only_what_is_new_or_changed(stack: ExitStack, tmp_path: Path) -> None:
    catalogue = ArticleMeta(90, limit=20, batch=6)
    setting = Setting(stack, tmp_path, catalogue)
    blocking(setting.harvest().run())
    pages, texts = len(setting.fake.asked(LIST)), len(setting.fake.asked(TEXT))
    again = blocking(setting.harvest().run())
    assert (again.listed, again.stored, again.total) == (0, 0, 90)
    assert len(setting.fake.asked(LIST)) - pages <= 2
    assert len(setting.fake.asked(TEXT)) == texts
    catalogue.add("S0066-782X20240000900001", date(2024, 2, 1))
    catalogue.touch(catalogue.codes[0], date(2024, 2, 2))
    setting.site.edition = 2
    third = blocking(setting.harvest().run())
    assert (third.listed, third.stored, third.total) == (2, 2, 91)
    assert setting.served()[catalogue.codes[0]] == 2
    assert b"2</article-title>" in stored(tmp_path)[f"scl/{catalogue.codes[0]}"]
    assert [entry.id for entry in setting.harvest().entries()].count(f"scl/{catalogue.codes[0]}") == 1


def test_a_record_that_changes_during_the_run_is_stored_as_it_is_in_the_end(stack: ExitStack, tmp_path: Path) -> None:
    catalogue = ArticleMeta(80, limit=10, batch=3)
    setting = Setting(stack, tmp_path, catalogue)
    texts = setting.texts.document

    async def document(item: Item) -> Document:
        if len(setting.fake.asked(TEXT)) in {10, 30}:
            catalogue.touch(catalogue.codes[2], date(2024, 3, len(setting.fake.asked(TEXT)) % 28 + 1))
        return await texts(item)

    setting.texts.document = document  # type: ignore[method-assign]
    report = blocking(setting.harvest().run())
    blocking(setting.harvest().run())
    assert report.failed == 0
    entry = next(entry for entry in setting.harvest().entries() if entry.id == f"scl/{catalogue.codes[2]}")
    assert entry.version == catalogue.day_of(catalogue.codes[2])
    assert set(stored(tmp_path)) == {f"scl/{code}" for code in catalogue.codes}


def test_of_two_versions_in_one_list_the_last_is_fetched(tmp_path: Path) -> None:
    class Changing(Shelf):
        async def pages(self, cursor: str | None) -> AsyncIterator[ListingPage]:
            yield ListingPage((Item("a", "1"), Item("b", "1"), Item("a", "2")), cursor="1")
            yield ListingPage((Item("b", "2"),), cursor="2")

    changing = Changing({"a": b"1", "b": b"2"})
    blocking(Harvest(tmp_path, changing, changing, parallel=1).run())
    assert sorted(changing.asked) == ["a", "b"]
    assert {entry.id: entry.version for entry in Harvest(tmp_path, changing, changing).entries()} == {
        "a": "2",
        "b": "2",
    }


def test_what_was_listed_anew_before_a_kill_is_fetched_after_it(tmp_path: Path) -> None:
    class Later(Shelf):
        async def pages(self, cursor: str | None) -> AsyncIterator[ListingPage]:
            version = int(cursor or 0) + 1
            if version < 3:
                yield ListingPage((Item("a", str(version)),), cursor=str(version))

    shelf = Later({"a": b"1"})
    blocking(Harvest(tmp_path, shelf, shelf).run())
    listed = blocking(Harvest(tmp_path, shelf, shelf, choose=lambda _: False).run())
    assert (listed.listed, listed.stored) == (1, 0)
    assert blocking(Harvest(tmp_path, shelf, shelf).run()).stored == 1
    assert shelf.asked == ["a", "a"]


def test_what_is_not_chosen_stays_listed(stack: ExitStack, tmp_path: Path) -> None:
    setting = Setting(stack, tmp_path, ArticleMeta(60))
    first = blocking(setting.harvest(share=10).run())
    assert (first.listed, first.stored, first.waiting) == (60, 6, 54)
    second = blocking(setting.harvest(share=5).run())
    assert (second.listed, second.stored, second.waiting, second.total) == (0, 6, 48, 12)
    assert set(setting.served().values()) == {1}


def test_killed_at_any_moment_it_goes_on_and_asks_nothing_again(stack: ExitStack, tmp_path: Path) -> None:
    """The benchmark kills more often."""
    catalogue = ArticleMeta(600, limit=50, batch=10)
    setting = Setting(stack, tmp_path / "harvest", catalogue)
    drawn = random.Random(0)  # noqa: S311
    script = Path(__file__).with_name("harvest_process.py")
    command = [sys.executable, str(script), setting.fake.url, str(tmp_path / "harvest"), "1"]
    kills = 0
    for _ in range(3):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wanted = len(setting.fake.asked()) + drawn.randrange(1, 120)
        while process.poll() is None and len(setting.fake.asked()) < wanted:
            time.sleep(0.001)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills >= 2
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "the folder holds 600" in done.stdout
    assert stored(tmp_path / "harvest") == {f"scl/{code}": setting.site.text(code) for code in catalogue.codes}
    assert setting.harvest().verify() == ()
    # At most four documents and a page are on their way at a kill.
    repeated = sum(setting.served().values()) - 600
    assert repeated <= 4 * kills
    assert max(setting.served().values()) <= kills + 1
    pages = len(setting.fake.asked(LIST))
    assert pages <= len((tmp_path / "harvest" / "listing.jsonl").read_text().splitlines()) + 4


@pytest.mark.parametrize("torn", ["manifest.jsonl", "listing.jsonl"])
@pytest.mark.parametrize("cut", [1, 7, 60])
def test_a_torn_last_line_costs_one_item_at_most(tmp_path: Path, torn: str, cut: int) -> None:
    shelf = Shelf({f"item{n}": b"x%d" % n for n in range(10)})
    blocking(Harvest(tmp_path, shelf, shelf).run())
    path = tmp_path / torn
    path.write_bytes(path.read_bytes()[:-cut])
    assert len(list(Harvest(tmp_path, shelf, shelf).entries())) == (9 if torn.startswith("manifest") else 10)
    shelf.asked.clear()
    report = blocking(Harvest(tmp_path, shelf, shelf).run())
    assert len(shelf.asked) == (1 if torn.startswith("manifest") else 0)
    assert report.total == 10
    assert all(json.loads(line) for line in path.read_text().splitlines())


@given(st.binary(max_size=300))
def test_any_tail_of_a_manifest_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, tail: bytes) -> None:
    folder = tmp_path_factory.mktemp("tail")
    shelf = Shelf({"one": b"1", "two": b"2"})
    blocking(Harvest(folder, shelf, shelf).run())
    with (folder / "manifest.jsonl").open("ab") as file:
        file.write(tail)
    if b"\n" in tail and tail.strip():
        with pytest.raises(HarvestError, match=re.escape("manifest.jsonl")):
            blocking(Harvest(folder, shelf, shelf).run())
    elif b"\n" not in tail:
        assert blocking(Harvest(folder, shelf, shelf).run()).total == 2


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("manifest.jsonl", "{}"),
        ("manifest.jsonl", "[]"),
        ("manifest.jsonl", "not json"),
        ("manifest.jsonl", '{"id": "a", "status": "lost", "when": "x"}'),
        ("manifest.jsonl", '{"id": "a", "status": "gone", "when": "x", "extra": 1}'),
        ("listing.jsonl", '{"cursor": "1"}'),
        ("listing.jsonl", '{"cursor": "1", "items": [["a"]]}'),
    ],
)
def test_a_line_that_was_not_written_here_is_named(tmp_path: Path, name: str, line: str) -> None:
    shelf = Shelf({"a": b"1"})
    blocking(Harvest(tmp_path, shelf, shelf).run())
    path = tmp_path / name
    path.write_text(line + "\n" + path.read_text())
    with pytest.raises(HarvestError, match=re.escape(name)) as caught:
        blocking(Harvest(tmp_path, shelf, shelf).run())
    assert caught.value.remedy


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """The system refuses to let any file grow further, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", [10, 150, 900, 1700])
def test_a_full_disk_ends_the_run_and_leaves_no_torn_line(tmp_path: Path, size: int) -> None:
    shelf = Shelf({f"item{n}": b"x" * (5000 if n == 5 else 20) for n in range(12)})
    with files_of_at_most(size), pytest.raises(HarvestError, match="File too large") as caught:
        blocking(Harvest(tmp_path, shelf, shelf).run())
    assert "run again" in caught.value.remedy
    for path in tmp_path.glob("*.jsonl"):
        assert path.read_bytes()[-1:] in (b"", b"\n")
    assert not list(tmp_path.rglob("*.part"))
    kept = set(stored(tmp_path))
    shelf.asked.clear()
    assert blocking(Harvest(tmp_path, shelf, shelf).run()).total == 12
    assert kept.isdisjoint(shelf.asked)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    shelf = Shelf({"a": b"1"})
    (tmp_path / "file").write_text("")
    with pytest.raises(HarvestError, match="file"):
        blocking(Harvest(tmp_path / "file" / "x", shelf, shelf).run())
    (tmp_path / "files").write_text("in the way")
    with pytest.raises(HarvestError, match="files"):
        blocking(Harvest(tmp_path, shelf, shelf).run())
    (tmp_path / "manifest.jsonl").mkdir()
    with pytest.raises(HarvestError, match=re.escape("manifest.jsonl")):
        list(Harvest(tmp_path, shelf, shelf).entries())


NASTY = [
    "../../etc/passwd",
    "/etc/passwd",
    "a/b",
    "a\\b",
    "CON",
    "nul.txt",
    "..",
    ".",
    " ",
    "x" * 5000,
    "é",
    "\x00",
    "a\n",
]


@pytest.mark.parametrize("name", NASTY)
def test_identifiers_with_path_parts_stay_in_the_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "deep" / "harvest"
    shelf = Shelf({name: b"1"})
    assert blocking(Harvest(folder, shelf, shelf).run()).stored == 1
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.parent.parent for path in files if path.suffix == ".txt"} == {folder / "files"}
    assert stored(folder) == {name: b"1"}
    assert Harvest(folder, shelf, shelf).verify() == ()
    assert blocking(Harvest(folder, shelf, shelf).run()).stored == 0


@given(
    st.lists(st.text(min_size=1) | st.sampled_from(NASTY), unique=True, max_size=8), st.text("aAsS01/-.", min_size=1)
)
def test_no_two_identifiers_share_a_file(names: list[str], name: str) -> None:
    plain = [
        f"{place}{code}" for place in ("", "scl/", "spa/", "/") for code in ("S0034-8910201000", "s0034-8910201000")
    ]
    names = list(dict.fromkeys([*names, *plain, name, name.swapcase(), f"{name}/", f"x/{name}"]))
    files = [file_of(each, ".xml") for each in names]
    assert len({str(file).lower() for file in files}) == len(names)
    for file in files:
        assert re.fullmatch(r"files/[0-9a-f]{2}/[A-Za-z0-9_~-]+\.xml", str(file))
        assert len(file.name) < 120
        assert PurePosixPath(*file.parts) == file


def test_one_code_in_many_places_has_as_many_files() -> None:
    """So many that the folders, of which there are 256, cannot tell them apart."""
    files = {str(file_of(f"{number}/S0034-89102010000400007", ".xml")) for number in range(2000)}
    assert len(files) == 2000


@pytest.mark.parametrize("suffix", ["", "xml", "./x", ".XML", ".a/b", "..", ".x" * 5])
def test_endings_of_names(suffix: str) -> None:
    with pytest.raises(InputError, match="ending"):
        file_of("a", suffix)


@pytest.mark.parametrize(("name", "version"), [("", ""), ("\ud800", ""), ("a", "\udfff")])
def test_items_that_no_file_could_name(name: str, version: str) -> None:
    with pytest.raises(InputError, match="no identifier"):
        Item(name, version)


def test_a_plain_identifier_is_the_name_of_its_file() -> None:
    assert file_of("S0034-89102010000400007", ".xml").name == "S0034-89102010000400007.xml"
    assert file_of("PMC4739221", ".xml").name == "PMC4739221.xml"


def test_failures_are_listed_and_retried_alone(tmp_path: Path) -> None:
    refused = SourceRefusedError("status 403", remedy="write to them", url="https://example.org/b", status=403)
    shelf = Shelf({"a": b"1", "b": refused, "c": SourceNotFoundError("status 404"), "d": b"4", "e": InputError("no")})
    report = blocking(Harvest(tmp_path, shelf, shelf).run())
    assert (report.stored, report.failed, report.gone) == (2, 2, 1)
    harvest = Harvest(tmp_path, shelf, shelf)
    failures = {entry.id: entry for entry in harvest.failures()}
    assert set(failures) == {"b", "e"}
    assert failures["b"].error == "SourceRefusedError"
    assert failures["b"].reason == str(refused)
    assert failures["b"].url == "https://example.org/b"
    shelf.asked.clear()
    assert blocking(harvest.run()).stored == 0
    assert shelf.asked == []
    shelf.documents["b"] = b"2"
    again = blocking(harvest.retry())
    assert (again.stored, again.failed, again.total) == (1, 1, 3)
    assert sorted(shelf.asked) == ["b", "e"]
    shelf.documents["c"] = b"3"
    assert blocking(harvest.retry(["c"])).stored == 1
    with pytest.raises(HarvestError, match="no item 'z'"):
        blocking(harvest.retry(["z"]))
    assert [entry.id for entry in harvest.failures()] == ["e"]


def test_verify_finds_what_changed_and_retry_mends_it(tmp_path: Path) -> None:
    shelf = Shelf({name: name.encode() * 10 for name in "abcd"})
    harvest = Harvest(tmp_path, shelf, shelf)
    blocking(harvest.run())
    files = {entry.id: str(entry.file) for entry in harvest.entries()}
    (tmp_path / files["b"]).unlink()
    (tmp_path / files["c"]).write_bytes(b"c" * 9 + b"C")
    damages = harvest.verify()
    assert set(damages) == {Damage("b", files["b"], "missing"), Damage("c", files["c"], "changed")}
    blocking(harvest.retry([damage.id for damage in damages]))
    assert harvest.verify() == ()
    assert stored(tmp_path) == {name: name.encode() * 10 for name in "abcd"}


@pytest.mark.parametrize("file", ["../secret", "/etc/passwd", "files/../../secret", "other/x"])
def test_a_manifest_cannot_point_out_of_its_folder(tmp_path: Path, file: str) -> None:
    shelf = Shelf({"a": b"1"})
    harvest = Harvest(tmp_path, shelf, shelf)
    blocking(harvest.run())
    line = json.loads((tmp_path / "manifest.jsonl").read_text())
    (tmp_path / "manifest.jsonl").write_text(json.dumps(line | {"file": file}) + "\n")
    with pytest.raises(HarvestError, match="no file of the harvest"):
        harvest.verify()


def test_two_harvests_do_not_share_a_folder(tmp_path: Path) -> None:
    shelf = Shelf({"a": b"1"})
    inner = Harvest(tmp_path, shelf, shelf)

    class Nested(Shelf):
        async def document(self, item: Item) -> Document:
            with pytest.raises(HarvestError, match="another harvest"):
                await inner.run()
            return await super().document(item)

    nested = Nested({"a": b"1"})
    assert blocking(Harvest(tmp_path, nested, nested).run()).stored == 1
    assert blocking(inner.run()).stored == 0


@pytest.mark.parametrize("error", [SourceUnavailableError, SourceRefusedError])
def test_a_block_or_a_lasting_outage_ends_the_run(tmp_path: Path, error: type[ClinicalBrError]) -> None:
    away = error("status 503")
    shelf = Shelf({f"item{n}": b"1" if n < 3 else away for n in range(50)})
    with pytest.raises(error):
        blocking(Harvest(tmp_path, shelf, shelf, give_up_after=5, outage_patience=0, parallel=1).run())
    assert len(shelf.asked) == 8
    shelf.documents.update(dict.fromkeys(shelf.documents, b"1"))
    blocking(Harvest(tmp_path, shelf, shelf).run())
    assert blocking(Harvest(tmp_path, shelf, shelf).retry()).total == 50


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_outage, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(_outage, "LONGEST_PAUSE", 0.1)


class Flaky(Shelf):
    """Out of reach from the tenth request on, until it was asked so many times."""

    back = 40

    def away(self) -> bool:
        return 10 <= len(self.asked) < self.back

    async def pages(self, cursor: str | None) -> AsyncIterator[ListingPage]:
        async for page in super().pages(cursor):
            if self.away():
                self.asked.append("the list")
                raise SourceUnavailableError("status 503")
            yield page

    async def document(self, item: Item) -> Document:
        if self.away():
            self.asked.append(item.id)
            raise SourceUnavailableError("status 503")
        return await super().document(item)


def test_an_outage_is_waited_out_and_costs_nothing(
    tmp_path: Path, brief: None, caplog: pytest.LogCaptureFixture
) -> None:
    flaky = Flaky({f"item{n}": b"1" for n in range(60)})
    report = blocking(Harvest(tmp_path, flaky, flaky, give_up_after=3).run())
    assert (report.stored, report.failed, report.total) == (60, 0, 60)
    assert list(Harvest(tmp_path, flaky, flaky).failures()) == []
    assert "the service is away; the harvest goes on in" in caplog.text


def test_items_that_break_the_service_are_no_outage(tmp_path: Path) -> None:
    """ArticleMeta answers 500 to records that lack a field, which may be all of a journal."""
    broken = SourceUnavailableError("status 500", status=500)
    shelf = Shelf({f"item{n}": broken for n in range(30)})
    report = blocking(Harvest(tmp_path, shelf, shelf, give_up_after=3, outage_patience=0).run())
    assert (report.stored, report.failed) == (0, 30)
    assert set(Counter(shelf.asked).values()) == {2}


def test_patience_has_an_end(tmp_path: Path, brief: None) -> None:
    flaky = Flaky({f"item{n}": b"1" for n in range(200)})
    flaky.back = 10**9
    with pytest.raises(SourceUnavailableError):
        blocking(Harvest(tmp_path, flaky, flaky, give_up_after=3, outage_patience=0.3).run())
    assert len(stored(tmp_path)) == 10


def test_what_was_out_of_reach_is_tried_once_more_in_the_end(tmp_path: Path) -> None:
    class Once(Shelf):
        async def document(self, item: Item) -> Document:
            if item.id in {"item3", "item4"} and item.id not in self.asked:
                self.asked.append(item.id)
                raise SourceUnavailableError("status 500")
            if item.id == "item5":
                self.asked.append(item.id)
                raise SourceUnavailableError("status 500")
            return await super().document(item)

    shelf = Once({f"item{n}": b"1" for n in range(9)})
    report = blocking(Harvest(tmp_path, shelf, shelf).run())
    assert (report.stored, report.failed) == (8, 1)
    assert Counter(shelf.asked)["item5"] == 2
    assert [entry.id for entry in Harvest(tmp_path, shelf, shelf).failures()] == ["item5"]


def test_failures_with_successes_between_them_do_not_end_the_run(tmp_path: Path) -> None:
    away = SourceUnavailableError("status 503")
    shelf = Shelf({f"item{n}": b"1" if n % 3 == 0 else away for n in range(60)})
    report = blocking(Harvest(tmp_path, shelf, shelf, give_up_after=5, parallel=1).run())
    assert (report.stored, report.failed) == (20, 40)


def test_errors_of_the_list_and_of_own_code_come_out(tmp_path: Path) -> None:
    class Broken(Shelf):
        async def pages(self, cursor: str | None) -> AsyncIterator[ListingPage]:
            yield ListingPage((Item("a"),), cursor="1")
            raise SourceUnavailableError("the list is away")

    broken = Broken({"a": b"1"})
    with pytest.raises(SourceUnavailableError, match="list"):
        blocking(Harvest(tmp_path, broken, broken, outage_patience=0).run())
    assert {entry.id for entry in Harvest(tmp_path, broken, broken).entries()} <= {"a"}
    shelf = Shelf({"b": KeyError("a mistake in own code")})
    with pytest.raises(KeyError):
        blocking(Harvest(tmp_path / "other", shelf, shelf).run())


def test_interrupted_from_within_it_keeps_what_it_has(tmp_path: Path) -> None:
    shelf = Shelf({f"item{n}": b"1" for n in range(40)})

    async def interrupted() -> None:
        task = asyncio.ensure_future(Harvest(tmp_path, shelf, shelf).run())
        while len(shelf.asked) < 15:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(interrupted())
    kept = set(stored(tmp_path))
    assert kept
    shelf.asked.clear()
    assert blocking(Harvest(tmp_path, shelf, shelf).run()).total == 40
    assert kept.isdisjoint(shelf.asked)


def test_bombs_and_endless_answers_fail_alone(stack: ExitStack, tmp_path: Path) -> None:
    catalogue = ArticleMeta(12, batch=12)
    setting = Setting(stack, tmp_path, catalogue)
    bomb = b'<!DOCTYPE article [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><article><body><p>&b;</p></body></article>'
    bad = {
        2: Reply(200, b"x", headers={"Content-Length": "500000000"}),
        4: Reply(200, bomb, "application/xml"),
        6: Reply(200, b"<html><title>Sign in</title></html>"),
        8: Reply(200, b"null", "application/json"),
    }
    for number, reply in bad.items():
        code = catalogue.codes[number]
        setting.fake.routes.insert(0, (re.compile(f"/j/re/a/{code}/"), lambda _, reply=reply: reply))
    report = blocking(setting.harvest().run())
    assert (report.stored, report.failed, report.gone) == (8, 3, 1)
    reasons = {entry.id[4:]: entry.error for entry in setting.harvest().failures()}
    assert reasons == {
        catalogue.codes[2]: "AnswerTooLargeError",
        catalogue.codes[4]: "UnsafeXmlError",
        catalogue.codes[6]: "BadAnswerError",
    }


def test_it_runs_inside_a_loop_that_runs(tmp_path: Path) -> None:
    shelf = Shelf({f"item{n}": b"1" for n in range(10)})

    async def notebook() -> tuple[int, int]:
        awaited = await Harvest(tmp_path / "a", shelf, shelf).run()
        plain = blocking(Harvest(tmp_path / "b", shelf, shelf).run())
        return awaited.stored, plain.stored

    assert asyncio.run(notebook()) == (10, 10)


def test_progress_shows_counts_rate_and_failures(tmp_path: Path) -> None:
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=120)
    shelf = Shelf({f"item{n}": b"1" if n else SourceRefusedError("no") for n in range(30)})
    blocking(Harvest(tmp_path, shelf, shelf, console=console).run())
    said = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written.getvalue())
    assert "30/30" in said
    assert re.search(r"[0-9.]+/s", said)
    assert re.search(r"\d+:\d\d:\d\d", said)
    assert "1 failed" in said


def test_nothing_is_shown_where_nobody_watches(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    shelf = Shelf({"a": b"1"})
    blocking(Harvest(tmp_path, shelf, shelf).run())
    assert capfd.readouterr() == ("", "")


def test_leftovers_of_a_killed_writer_are_removed(tmp_path: Path) -> None:
    shelf = Shelf({"a": b"1"})
    blocking(Harvest(tmp_path, shelf, shelf).run())
    leftover = next((tmp_path / "files").iterdir()) / "x.txt.part"
    leftover.write_bytes(b"half")
    blocking(Harvest(tmp_path, shelf, shelf).run())
    assert not leftover.exists()


@pytest.mark.parametrize("limits", [{"parallel": 0}, {"give_up_after": 0}, {"outage_patience": -1}])
def test_limits_that_are_none(tmp_path: Path, limits: dict[str, int]) -> None:
    with pytest.raises(InputError):
        Harvest(tmp_path, Shelf({}), Shelf({}), **limits)


def test_a_file_is_only_seen_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name appears when the content is on the disk, and the line after it."""
    shelf = Shelf({"a": b"content"})
    seen: list[tuple[bool, bool]] = []
    replace = Path.replace

    def watched(self: Path, target: Path) -> Path:
        seen.append((Path(target).exists(), (tmp_path / "manifest.jsonl").exists()))
        assert self.read_bytes() == b"content"
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", watched)
    blocking(Harvest(tmp_path, shelf, shelf).run())
    assert seen == [(False, False)]
    assert os.listdir(tmp_path / "files")
