"""extract: folders, sets of articles, fields, and going on after a kill at any byte."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from clinicalbr.cli.app import app
from clinicalbr.cli.case_file import ResumableCaseFile
from clinicalbr.errors import InputError, RecordError

RUNNER = CliRunner()
ARTICLE = """<article xml:lang="pt" article-type="case-report"><front><article-meta>
<article-id pub-id-type="pmc">PMC{n}</article-id></article-meta></front>
<body><sec><title>Relato dos casos</title><sec><title>Caso 1</title><p>Homem {n} com febre.</p><sec><title>Exame físico</title><p>Ictérico.</p></sec></sec>
<sec><title>Caso 2</title><p>Mulher {n}.</p></sec></sec></body>
<sub-article article-type="translation" xml:lang="en"><body><sec><title>Case report</title><p>A man, {n}.</p></sec></body></sub-article></article>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    articles = tmp_path / "articles"
    (articles / "inner").mkdir(parents=True)
    for n in (1, 2):
        (articles / f"{n}.xml").write_text(ARTICLE.format(n=n), encoding="utf-8")
    (articles / "inner" / "3.nxml").write_text(ARTICLE.format(n=3), encoding="utf-8")
    (articles / "note.txt").write_text("no article", encoding="utf-8")
    return tmp_path


def extract(*arguments: str | Path) -> Result:
    return RUNNER.invoke(app, ["extract", *map(str, arguments)])


def ids(file: Path) -> list[str]:
    return [json.loads(line)["case_id"] for line in file.read_text(encoding="utf-8").splitlines()]


ALL = [f"PMC{n}-{case}" for n in (1, 2, 3) for case in (1, 2)]


def test_folders_are_gone_through_in_order(folder: Path) -> None:
    out = folder / "cases.jsonl"
    done = extract(folder / "articles", "--out", out)
    assert done.exit_code == 0, done.output
    assert ids(out) == ALL
    assert "6 cases from 3 of 3 files; 0 files gave none" in done.output


def test_an_empty_folder_is_misuse(folder: Path) -> None:
    (folder / "empty").mkdir()
    done = extract(folder / "empty")
    assert isinstance(done.exception, InputError)
    assert "holds no .xml or .nxml file" in str(done.exception)


def test_a_set_of_articles_gives_the_cases_of_each(folder: Path) -> None:
    bad = '<article xml:lang="pt"><front/><body><sec><title>Nada</title><p>X.</p></sec></body></article>'
    file = folder / "set.xml"
    file.write_text(
        f"<pmc-articleset>{ARTICLE.format(n=7)}{bad}{ARTICLE.format(n=8)}</pmc-articleset>", encoding="utf-8"
    )
    done = extract(file, "--out", folder / "c.jsonl", "--aside", folder / "bad.jsonl")
    assert done.exit_code == 0, done.output
    assert ids(folder / "c.jsonl") == ["PMC7-1", "PMC7-2", "PMC8-1", "PMC8-2"]
    (failure,) = [json.loads(line) for line in (folder / "bad.jsonl").read_text(encoding="utf-8").splitlines()]
    assert failure["error"] == "EmptyArticleError"


def test_going_on_within_a_set_of_articles(folder: Path) -> None:
    file, out = folder / "set.xml", folder / "c.jsonl"
    file.write_text(
        f"<pmc-articleset>{''.join(ARTICLE.format(n=n) for n in (7, 8, 9))}</pmc-articleset>", encoding="utf-8"
    )
    extract(file, "--out", out)
    whole = out.read_bytes()
    for lines in range(len(whole.splitlines())):
        out.write_bytes(b"".join(whole.splitlines(keepends=True)[:lines]))
        assert extract(file, "--out", out, "--resume").exit_code == 0
        assert out.read_bytes() == whole, lines


def test_fields(folder: Path) -> None:
    extract(folder / "articles/1.xml", "--fields", "--out", folder / "c.jsonl")
    first, second = (json.loads(line) for line in (folder / "c.jsonl").read_text(encoding="utf-8").splitlines())
    assert (first["narrative"], first["presentation"]) == ("Homem 1 com febre.", {"physical_exam": "Ictérico."})
    assert second["narrative"] == "Mulher 1."
    assert "presentation" not in second


def test_going_on_after_a_kill_at_any_byte(folder: Path) -> None:
    out = folder / "cases.jsonl"
    extract(folder / "articles", "--out", out)
    whole = out.read_bytes()
    for end in (*range(0, len(whole), 97), len(whole) - 1, len(whole)):
        out.write_bytes(whole[:end])
        done = extract(folder / "articles", "--out", out, "--resume")
        assert done.exit_code == 0, done.output
        assert out.read_bytes() == whole, end


def test_what_is_done_is_not_done_again(folder: Path) -> None:
    out = folder / "cases.jsonl"
    assert (
        "0 files done before"
        in extract(folder / "articles/1.xml", folder / "articles/2.xml", "--out", out, "--resume").output
    )
    # The last article is looked at again, for a kill may have left it incomplete.
    done = extract(folder / "articles", "--out", out, "--resume")
    assert "2 cases from 2 of 3 files, 1 file done before" in done.output
    assert ids(out) == ALL


def test_articles_that_are_not_asked_for_again_stay(folder: Path) -> None:
    out = folder / "cases.jsonl"
    extract(folder / "articles/1.xml", "--out", out, "--resume")
    extract(folder / "articles/2.xml", "--out", out, "--resume")
    assert ids(out) == ["PMC1-1", "PMC1-2", "PMC2-1", "PMC2-2"]


def test_another_language_of_the_same_articles_is_added(folder: Path) -> None:
    out = folder / "cases.jsonl"
    extract(folder / "articles/1.xml", folder / "articles/2.xml", "--language", "pt", "--out", out, "--resume")
    extract(folder / "articles/1.xml", folder / "articles/2.xml", "--language", "en", "--out", out, "--resume")
    assert [(record["case_id"], record["language"]) for record in map(json.loads, out.read_text().splitlines())] == [
        ("PMC1-1", "pt"), ("PMC1-2", "pt"), ("PMC2-1", "pt"), ("PMC2-2", "pt"), ("PMC1", "en"), ("PMC2", "en"),
    ]  # fmt: skip


def test_going_on_needs_a_plain_file(folder: Path) -> None:
    done = extract(folder / "articles", "--resume")
    assert isinstance(done.exception, InputError)
    assert "--resume needs a file" in str(done.exception)
    packed = folder / "cases.jsonl.gz"
    packed.write_bytes(gzip.compress(b""))
    done = extract(folder / "articles", "--out", packed, "--resume")
    assert isinstance(done.exception, InputError)
    assert "it is compressed" in str(done.exception)


@pytest.mark.parametrize(
    "line", [b"not json\n", b"[]\n", b'{"case_id": "c", "language": "pt", "narrative": "Febre."}\n', b"\xff\n"]
)
def test_a_file_of_something_else_is_left_alone(folder: Path, line: bytes) -> None:
    out = folder / "other.jsonl"
    out.write_bytes(line)
    done = extract(folder / "articles", "--out", out, "--resume")
    assert isinstance(done.exception, RecordError)
    assert "line 1" in str(done.exception)
    assert out.read_bytes() == line


def test_a_full_disk_is_told_and_what_is_written_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = folder / "cases.jsonl"
    extract(folder / "articles/1.xml", "--out", out, "--resume")
    before = out.read_bytes()

    def full(self: ResumableCaseFile, cases: Any) -> int:
        raise self._failed(OSError(28, "No space left on device"))

    monkeypatch.setattr(ResumableCaseFile, "append", full)
    done = extract(folder / "articles", "--out", out, "--resume")
    assert isinstance(done.exception, InputError)
    assert "No space left" in str(done.exception)
    assert "run the same command again" in str(done.exception)
    assert out.read_bytes() == before
