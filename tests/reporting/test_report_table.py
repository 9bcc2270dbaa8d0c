from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError
from clinicalbr.reporting import Table

cells = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
tables = st.integers(1, 4).flatmap(
    lambda width: st.builds(
        Table,
        st.tuples(*[cells] * width),
        st.lists(st.tuples(*[cells] * width), max_size=4).map(tuple),
        caption=cells,
        notes=st.lists(cells, max_size=2).map(tuple),
    )
)


def test_markdown_by_hand():
    table = Table(("Task", "n"), (("a|b", "1"), ("line\nbreak", "")), caption="What *it* shows", notes=("<b>",))
    assert table.to_markdown() == (
        "**What \\*it\\* shows**\n\n| Task | n |\n| --- | --- |\n| a\\|b | 1 |\n| line break |  |\n\n*Note.* &lt;b&gt;"
    )
    assert table._repr_markdown_() == table.to_markdown()


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("gpt_oss_120b", "gpt_oss_120b"),
        ("_x_", r"\_x\_"),
        ("0.401 [0.381, 0.422]", "0.401 [0.381, 0.422]"),
        ("-0.003 [-0.011, 0.005]", "-0.003 [-0.011, 0.005]"),
        ("[a](javascript:b)", r"[a\](javascript:b)"),
        ("![a](b)", r"![a\](b)"),
        ("<script>", "&lt;script&gt;"),
        ("&lt;", "&amp;lt;"),
        ("$5 and $6", r"\$5 and \$6"),
        ("`x` ~~y~~", r"\`x\` \~\~y\~\~"),
        ("back\\slash|", "back\\\\slash\\|"),
        ("a\u2028b\x00c\td", "a b c d"),
    ],
)
def test_markdown_shows_a_cell_as_it_was_written(cell, shown):
    assert Table(("x",), ((cell,),)).to_markdown().splitlines()[-1] == f"| {shown} |"


def test_latex_by_hand():
    table = Table(
        ("Task", "PT (95% CI)"), (("A & B", "0.4 [0.3, 0.5]"), ("[x]", "#1_{$}~^\\")), "Δ ≤ 1", ("seed:0\n|x",)
    )
    lines = table.to_latex().splitlines()
    assert lines[:2] == [r"\begin{table}", r"\centering"]
    assert lines[2] == r"\caption{$\Delta$ $\leq$ 1}"
    assert lines[3:5] == [r"\begin{tabular}{ll}", r"\toprule"]
    assert lines[5] == r"Task & PT (95\% CI) \\"
    assert lines[7] == r"A \& B & 0.4 [0.3, 0.5] \\"
    assert lines[8] == r"{[}x] & \#1\_\{\$\}\textasciitilde{}\textasciicircum{}\textbackslash{} \\"
    assert lines[-4:] == [r"\bottomrule", r"\end{tabular}", r"\end{table}", "% seed:0 |x"]
    assert Table(("x",), ()).to_latex().startswith(r"\begin{tabular}{l}")


@given(table=tables)
def test_latex_leaves_no_character_with_a_meaning(table):
    known = r"\\(?:begin|end|caption)\{[^}]*\}|\\text[a-z]+\{\}|\\(?:toprule|midrule|bottomrule|centering)|\\[&%$#_{}]"
    for line in table.to_latex().splitlines():
        if line.startswith("%") or line.startswith(r"\begin{tabular}"):
            continue
        body = line.removesuffix(r" \\")
        if body.startswith(r"\caption{"):
            body = body.removeprefix(r"\caption{").removesuffix("}")
        rest = re.sub(known, "", re.sub(r"\$(?:\\[A-Za-z]+|-)\$", "", body)).replace(" & ", "")
        assert not re.search(r"[\\%$#_~^&]", re.sub(r"^\{[\[*]\}|(?<= )\{[\[*]\}", "", rest)), line


@given(table=tables)
def test_csv_reads_back_equal(table):
    read = list(csv.reader(io.StringIO(table.to_csv(), newline="")))
    # The csv module writes a row of one empty cell as quotes, so no row is lost.
    assert [tuple(row) for row in read] == [table.columns, *table.rows]


@given(table=tables)
def test_markdown_has_one_line_a_row_and_as_many_cells(table):
    body = [line for line in table.to_markdown().split("\n") if line.startswith("| ")]
    body = body[: len(table.rows) + 2]
    assert len(body) == len(table.rows) + 2
    for line in body:
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == len(table.columns) + 1


@pytest.mark.parametrize(
    ("columns", "rows", "message"),
    [
        ((), (), "no column"),
        (("a", "b"), (("x",),), "row 0 has 1 cells for 2 columns"),
        (("a",), (("x",), ("y", "z")), "row 1 has 2 cells"),
        (("a",), ((None,),), "row 0 holds None"),
        (("a",), ((0,),), "row 0 holds 0"),
        ((1,), (), "the heading holds 1"),
    ],
)
def test_tables_that_are_no_tables_are_refused(columns, rows, message):
    with pytest.raises(InputError, match=message) as caught:
        Table(columns, rows)
    assert caught.value.remedy
