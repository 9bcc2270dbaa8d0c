"""Tables that print themselves as Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from clinicalbr.errors import InputError
from clinicalbr.reporting._escape import latex, markdown, one_line

__all__ = ["Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of text.

    Args:
        columns: Headings.
        rows: Cells, as many a row as there are columns.
        caption: What the table shows.
        notes: Remarks below it: how it was computed, what is missing.

    Raises:
        InputError: There is no column, a row has another length, or a cell is no text.

    Examples:
        >>> table = Table(("Task", "n"), (("Diagnosis", "2135"),))
        >>> print(table.to_markdown())
        | Task | n |
        | --- | --- |
        | Diagnosis | 2135 |
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.columns:
            raise InputError("the table has no column", remedy="give one heading a column")
        for number, row in enumerate((self.columns, *self.rows)):
            name = f"row {number - 1}" if number else "the heading"
            if len(row) != len(self.columns):
                raise InputError(
                    f"{name} has {len(row)} cells for {len(self.columns)} columns", remedy="give one cell a column"
                )
            for cell in row:
                if not isinstance(cell, str):
                    raise InputError(
                        f"{name} holds {cell!r}, which is no text",
                        remedy="write numbers out, and say why one is missing",
                    )

    def to_markdown(self) -> str:
        r"""The table in the Markdown of GitHub.

        Returns:
            Caption, table and notes, separated by blank lines.

        Examples:
            >>> Table(("Task",), (("a|b",),)).to_markdown().splitlines()[-1]
            '| a\\|b |'
        """
        lines = [_markdown_row(self.columns), _markdown_row(["---"] * len(self.columns), escape=False)]
        lines += [_markdown_row(row) for row in self.rows]
        caption = [f"**{markdown(self.caption)}**"] if self.caption else []
        return "\n\n".join([*caption, "\n".join(lines), *(f"*Note.* {markdown(note)}" for note in self.notes)])

    def to_latex(self) -> str:
        r"""The table in LaTeX; it needs the package ``booktabs``.

        Returns:
            A ``tabular``, in a ``table`` with the caption when there is a caption; the notes follow as comments.

        Examples:
            >>> r"50\%" in Table(("Share",), (("50%",),)).to_latex()
            True
        """
        body = [
            rf"\begin{{tabular}}{{{'l' * len(self.columns)}}}",
            r"\toprule",
            _latex_row(self.columns),
            r"\midrule",
            *map(_latex_row, self.rows),
            r"\bottomrule",
            r"\end{tabular}",
        ]
        if self.caption:
            body = [r"\begin{table}", r"\centering", rf"\caption{{{latex(self.caption)}}}", *body, r"\end{table}"]
        return "\n".join([*body, *(f"% {one_line(note)}" for note in self.notes)])

    def to_csv(self) -> str:
        r"""The columns and rows as comma-separated values, without caption and notes.

        Returns:
            One record a line; cells with commas, quotes or line breaks are quoted.

        Examples:
            >>> Table(("PT (95% CI)",), (("0.401 [0.381, 0.422]",),)).to_csv()
            'PT (95% CI)\n"0.401 [0.381, 0.422]"\n'
        """
        return "".join(map(_csv_row, (self.columns, *self.rows)))

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


def _markdown_row(cells: tuple[str, ...] | list[str], *, escape: bool = True) -> str:
    return f"| {' | '.join(markdown(cell) if escape else cell for cell in cells)} |"


def _latex_row(cells: tuple[str, ...]) -> str:
    return f"{' & '.join(map(latex, cells))} \\\\"


def _csv_row(cells: tuple[str, ...]) -> str:
    stream = io.StringIO()
    # The writer quotes a carriage return only when its own line end holds one.
    csv.writer(stream, lineterminator="\r\n").writerow(cells)
    return stream.getvalue().removesuffix("\r\n") + "\n"
