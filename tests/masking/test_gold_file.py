"""Gold answers from CSV."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from clinicalbr.errors import InputError, RecordError
from clinicalbr.masking import read_gold_file


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def test_rows_of_one_case_join_over_languages(tmp_path: Path) -> None:
    file = write(
        tmp_path / "golds.csv",
        'id,language,names,acronyms,synonyms\nc1,pt,"doença de Chagas|cardiopatia chagásica",DCh|DC,mal de Chagas\n'
        "c1,en,Chagas disease,,\nc2,es,sarampión,,\n",
    )
    golds = read_gold_file(file)
    assert golds["c1"].names == ("doença de Chagas", "cardiopatia chagásica", "Chagas disease")
    assert golds["c1"].acronyms == ("DCh", "DC")
    assert golds["c1"].synonyms == ("mal de Chagas",)
    assert golds["c1"].languages == ("pt", "en")
    assert golds["c2"].languages == ("es",)


def test_byte_order_mark_and_missing_optional_columns(tmp_path: Path) -> None:
    file = write(tmp_path / "golds.csv", "\ufeffid,language,names\nc1,pt,sarampo\n")
    assert read_gold_file(file)["c1"].acronyms == ()


def test_empty_cells_and_lines_lose_nothing(tmp_path: Path) -> None:
    file = write(
        tmp_path / "golds.csv", "id,language,names,acronyms,\nc1,pt,hepatite B crônica,HBV DNA|HBV,,,\n\nc2,pt,zika\n"
    )
    golds = read_gold_file(file)
    assert (golds["c1"].acronyms, golds["c2"].names) == (("HBV DNA", "HBV"), ("zika",))


def test_tabs(tmp_path: Path) -> None:
    file = write(tmp_path / "golds.tsv", "id\tlanguage\tnames\tacronyms\nc1\tpt\tlúpus, forma sistêmica\tLES\n")
    golds = read_gold_file(file)
    assert (golds["c1"].names, golds["c1"].acronyms) == (("lúpus, forma sistêmica",), ("LES",))


def test_semicolons_and_capitals_in_the_header(tmp_path: Path) -> None:
    file = write(tmp_path / "golds.csv", "ID;Language;Names;Acronyms\nc1;pt;artrite reumatoide;AR\n")
    assert read_gold_file(file)["c1"].acronyms == ("AR",)


def test_language_tags_count_as_their_language(tmp_path: Path) -> None:
    file = write(
        tmp_path / "golds.csv", "id,language,names\nc1,pt-BR,dengue\nc1,EN,dengue fever\nc1,en_US,breakbone fever\n"
    )
    assert read_gold_file(file)["c1"].languages == ("pt", "en")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("id,language,names,names\nc1,pt,dengue,zika\n", InputError, "names twice"),
        ("id,names\nc1,sarampo\n", InputError, "lacks the column language"),
        ("", InputError, "lacks the column id, language, names"),
        ("id,language,names\nc1,pt,\n", RecordError, "line 2: no value for names"),
        ("id,language,names\nc0,pt,dengue\nc1,pt,de\n", RecordError, "line 3: .*function words"),
        (
            "id,language,names\nc1,pt,doença de Chagas, cardiopatia\n",
            RecordError,
            "line 2: 'cardiopatia' .*a cell without",
        ),
        (
            "id,language,names,\nc1,pt,doença de Chagas, cardiopatia\n",
            RecordError,
            "line 2: 'cardiopatia' .*a cell without",
        ),
        ("id;language;names\nc0;pt;zika\nc1;pt;dengue;zika\n", RecordError, "line 3: 'zika' .*a cell without"),
        (
            "id,language,names,acronyms\nc1,pt,dengue, doença febril\n",
            RecordError,
            "'doença febril' .*among the acronyms",
        ),
        ("id,language,names\nc1,português,sarampo\n", RecordError, "line 2: language is 'português', no code"),
        ('id,language,names\nc1,pt,"sarampo\n', RecordError, "line 2: not a CSV row"),
        ('id,language,"names\n', InputError, "no header that can be read"),
    ],
)
def test_bad_files_name_file_line_and_remedy(tmp_path: Path, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        read_gold_file(write(tmp_path / "golds.csv", text))
    assert "golds.csv" in str(caught.value)
    assert caught.value.remedy


def test_a_cell_beyond_the_limit_is_told_as_such(tmp_path: Path) -> None:
    text = f'id,language,names\nc1,pt,dengue\nc2,pt,"{"febre " * 30_000}"\n'
    limit = csv.field_size_limit(131_072)
    try:
        with pytest.raises(RecordError, match="line 3: not a CSV row: field larger than field limit") as caught:
            read_gold_file(write(tmp_path / "golds.csv", text))
    finally:
        csv.field_size_limit(limit)
    assert "UTF-8" not in str(caught.value)
    assert "quotes" in caught.value.remedy


def test_wrong_encoding_and_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="UTF-8"):
        read_gold_file(write(tmp_path / "golds.csv", "id,language,names\nc1,pt,doença\n", "latin-1"))
    with pytest.raises(InputError, match="cannot be opened"):
        read_gold_file(tmp_path / "absent.csv")
