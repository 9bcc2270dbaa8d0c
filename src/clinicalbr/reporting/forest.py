"""Forest plot of differences between two languages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clinicalbr._optional import require
from clinicalbr.errors import InputError
from clinicalbr.reporting._escape import one_line
from clinicalbr.reporting._numbers import reason_text, with_interval
from clinicalbr.reporting.labelled import LabelledDifference, common_confidence
from clinicalbr.schema import Unscored

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["forest_plot"]

_SUFFIXES = (".png", ".svg")
_INK, _BLUE, _GREY = "#222222", "#1f5a96", "#6b6b6b"
_LABEL_WIDTH = 60


def forest_plot(
    rows: Sequence[LabelledDifference],
    path: str | Path | None = None,
    *,
    a: str = "PT",
    b: str = "EN",
    title: str = "",
    digits: int = 3,
) -> Figure:
    r"""Draw the differences with their intervals around a line at zero.

    A filled mark has an interval that excludes zero, a hollow one an interval that holds it. A row without a result
    keeps its place and says why. Nothing needs a display, and the state of ``matplotlib.pyplot`` is not touched.

    Args:
        rows: Differences, drawn from top to bottom; neighbours of one task stand under its name.
        path: File to write, ``.png`` or ``.svg``; ``None`` writes nothing.
        a: Name of the first language; its side is the left one.
        b: Name of the second language.
        title: Title of the plot.
        digits: Decimals of the printed numbers.

    Returns:
        The figure.

    Raises:
        InputError: There is no row, the intervals do not share one confidence, or the file has another suffix.
        MissingExtraError: matplotlib is not installed.

    Examples:
        >>> from clinicalbr.stats import paired_bootstrap
        >>> row = LabelledDifference("Diagnosis", "baseline", paired_bootstrap([0, 0, 1, 0], [1, 0, 1, 1]))
        >>> forest_plot([row]).axes[0].get_xlabel().splitlines()[-1]
        '\u2190 favours PT      favours EN \u2192'
    """
    if not rows:
        raise InputError("there is no row to draw", remedy="give one difference at least")
    if path is not None and Path(path).suffix.lower() not in _SUFFIXES:
        raise InputError(f"{Path(path).name} is no image file", remedy=f"end its name in {' or '.join(_SUFFIXES)}")
    confidence = common_confidence(rows)
    lines = _lines(rows)
    figure = require("matplotlib.figure", extra="plots").Figure(figsize=_size(lines, digits), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.15, h_pad=0.12)
    require("matplotlib.backends.backend_agg", extra="plots").FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    _draw_frame(axes, lines, title)
    left, right = _limits(rows)
    axes.set_xlim(left, right)
    axes.set_xlabel(
        f"{_plain(b)} \u2212 {_plain(a)} ({confidence} CI)\n\u2190 favours {_plain(a)}      favours {_plain(b)} \u2192",
        fontsize=11,
        color=_INK,
        linespacing=1.5,
        x=-left / (right - left),
    )
    for place, line in enumerate(lines):
        if isinstance(line, LabelledDifference):
            _draw_row(axes, place, line, digits)
    _draw_key(figure)
    if path is not None:
        _save(figure, Path(path))
    return figure  # type: ignore[no-any-return]  # imported at run time only


def _lines(rows: Sequence[LabelledDifference]) -> list[str | LabelledDifference]:
    """The rows with the name of a task before the first of its neighbours."""
    lines: list[str | LabelledDifference] = []
    task: str | None = None
    for row in rows:
        if row.task != task:
            task = row.task
            lines.append(_plain(task))
        lines.append(row)
    return lines


def _size(lines: Sequence[str | LabelledDifference], digits: int) -> tuple[float, float]:
    """Inches that leave the axis its width whatever the labels on both sides need."""
    left = max(len(line if isinstance(line, str) else _plain(line.system)) for line in lines)
    right = max(len(_beside(line, digits)) for line in lines if isinstance(line, LabelledDifference))
    return 5.0 + 0.09 * (left + right), 1.9 + 0.33 * len(lines)


def _limits(rows: Sequence[LabelledDifference]) -> tuple[float, float]:
    """Ends of the axis: all intervals, and some room on either side of zero, so that both directions can be seen."""
    found = [row.difference for row in rows if not isinstance(row.difference, Unscored)]
    low = min((difference.low for difference in found), default=0.0)
    high = max((difference.high for difference in found), default=0.0)
    span = max(high, 0.0) - min(low, 0.0)
    if span == 0:
        return -0.1, 0.1
    return min(low - 0.06 * span, -0.15 * span), max(high + 0.06 * span, 0.15 * span)


def _beside(row: LabelledDifference, digits: int) -> str:
    found = row.difference
    if isinstance(found, Unscored):
        return _plain(reason_text(found))
    return f"{with_interval(found.delta, found.low, found.high, digits)}   n = {found.n}"


def _draw_frame(axes: Any, lines: Sequence[str | LabelledDifference], title: str) -> None:
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.set_yticks(
        range(len(lines)),
        labels=[line if isinstance(line, str) else f"{_plain(line.system)}   " for line in lines],
    )
    for label, line in zip(axes.get_yticklabels(), lines, strict=True):
        label.set(fontsize=10.5, color=_INK, fontweight="bold" if isinstance(line, str) else "normal")
    for place, line in enumerate(lines):
        if isinstance(line, str) and place:
            axes.axhline(place - 0.5, color="#e3e3e3", linewidth=0.8, zorder=0)
    axes.axvline(0, color=_INK, linewidth=1.1, zorder=1)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=10, colors=_INK)
    axes.grid(axis="x", color="#ececec", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    if title:
        axes.set_title(_plain(title), fontsize=12.5, color=_INK, loc="left", pad=12)


def _draw_row(axes: Any, place: int, row: LabelledDifference, digits: int) -> None:
    found = row.difference
    missing = isinstance(found, Unscored)
    axes.text(
        1.02,
        place,
        _beside(row, digits),
        transform=axes.get_yaxis_transform(),
        va="center_baseline",
        fontsize=9.5,
        color=_GREY if missing else _INK,
        style="italic" if missing else "normal",
    )
    if not isinstance(found, Unscored):
        axes.plot([found.low, found.high], [place, place], color=_BLUE, linewidth=1.8, solid_capstyle="butt", zorder=2)
        axes.plot([found.delta], [place], zorder=3, **_mark(found.excludes_zero))


def _draw_key(figure: Any) -> None:
    line = require("matplotlib.lines", extra="plots").Line2D
    marks = [
        line([], [], label="interval excludes zero", **_mark(excludes_zero=True)),
        line([], [], label="interval holds zero: not distinguishable here", **_mark(excludes_zero=False)),
    ]
    figure.legend(handles=marks, loc="outside lower center", ncols=2, frameon=False, fontsize=9.5)


def _mark(excludes_zero: bool) -> dict[str, Any]:
    face = _BLUE if excludes_zero else "white"
    return {"marker": "s", "markersize": 7, "color": _BLUE, "markerfacecolor": face, "linestyle": "none"}


def _plain(text: str) -> str:
    """A label on one line, cut when very long, whose dollar signs start no formula."""
    line = one_line(text)
    short = line if len(line) <= _LABEL_WIDTH else f"{line[: _LABEL_WIDTH - 1]}\u2026"
    return short.replace("$", r"\$")


def _save(figure: Any, path: Path) -> None:
    # Without a date and with fixed identifiers, equal figures are equal files.
    rc_context = require("matplotlib", extra="plots").rc_context
    with rc_context({"svg.hashsalt": "clinicalbr"}):
        if path.suffix.lower() == ".svg":
            figure.savefig(path, format="svg", metadata={"Date": None})
        else:
            figure.savefig(path, format="png", dpi=200)
