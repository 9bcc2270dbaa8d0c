from __future__ import annotations

import os
import subprocess
import sys

import pytest
from lxml import etree

from clinicalbr.errors import InputError, MissingExtraError
from clinicalbr.reporting import LabelledDifference, forest_plot
from clinicalbr.schema import Unscored, UnscoredReason

pytest.importorskip("matplotlib")


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def marks(figure):
    return [line for line in figure.axes[0].get_lines() if line.get_marker() == "s"]


def test_every_row_has_its_place_its_interval_and_its_numbers(rows):
    figure = forest_plot(rows)
    axes = figure.axes[0]
    labels = [label.get_text().strip() for label in axes.get_yticklabels()]
    assert labels == ["Diagnosis", "MedGemma-27B", "Sabiá-4", "Differential", "Sabiá-4", "DeepSeek-R1"]
    assert [mark.get_xdata()[0] for mark in marks(figure)] == [0.121, -0.003, -0.017]
    assert [mark.get_ydata()[0] for mark in marks(figure)] == [1, 4, 5]
    spans = [
        line.get_xdata() for line in axes.get_lines() if len(line.get_xdata()) == 2 and line.get_color() == "#1f5a96"
    ]
    assert [tuple(span) for span in spans] == [(0.099, 0.143), (-0.011, 0.005), (-0.025, -0.009)]
    assert texts(figure) == [
        "0.121 [0.099, 0.143]   n = 2135",
        "not scored: refusal (12 of 12 answers)",
        "-0.003 [-0.011, 0.005]   n = 2124",
        "-0.017 [-0.025, -0.009]   n = 2128",
    ]


def test_an_interval_that_holds_zero_is_hollow(rows):
    faces = [mark.get_markerfacecolor() for mark in marks(forest_plot(rows))]
    assert faces[0] == faces[2] != "white"
    assert faces[1] == "white"


def test_zero_line_and_directions(rows):
    axes = forest_plot(rows, a="Português", b="English").axes[0]
    zero = [line for line in axes.get_lines() if list(line.get_xdata()) == [0, 0]]
    assert len(zero) == 1
    heading, directions = axes.get_xlabel().splitlines()
    assert heading == "English \u2212 Português (95% CI)"
    assert directions.startswith("\u2190 favours Português")
    assert directions.endswith("favours English \u2192")
    low, high = axes.get_xlim()
    assert low < 0 < high
    assert axes.xaxis.label.get_position()[0] == pytest.approx(-low / (high - low))
    assert low <= -0.025
    assert high >= 0.143


def test_letters_are_not_smaller_than_nine_points(rows):
    figure = forest_plot(rows, title="T")
    axes = figure.axes[0]
    found = [*axes.texts, *axes.get_yticklabels(), *axes.get_xticklabels(), axes.xaxis.label, axes.title]
    found += figure.legends[0].get_texts()
    assert min(text.get_fontsize() for text in found) >= 9


def test_png_and_svg_by_suffix_and_equal_figures_are_equal_files(rows, tmp_path):
    for suffix in ("png", "svg", "PNG"):
        first, second = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
        forest_plot(rows, first)
        forest_plot(rows, str(second))
        assert first.read_bytes() == second.read_bytes()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert etree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")


def test_everything_drawn_lies_inside_the_picture(rows):
    long = LabelledDifference(
        "Exam recommendation", "a model with a name of some length, 70B instruct", rows[0].difference
    )
    for chosen in (rows, [long], [rows[1]]):
        figure = forest_plot(chosen, title="Difference between the languages")
        figure.canvas.draw()
        renderer = figure.canvas.get_renderer()
        box = figure.bbox
        axes = figure.axes[0]
        for text in [*axes.texts, *axes.get_yticklabels(), axes.xaxis.label, axes.title, *figure.legends]:
            extent = text.get_window_extent(renderer)
            assert box.x0 <= extent.x0
            assert extent.x1 <= box.x1
            assert box.y0 <= extent.y0
            assert extent.y1 <= box.y1


def test_hostile_labels_are_drawn_as_they_are(tmp_path, difference):
    names = ["$x_$", "$\\frac{", "a\x00b\nc", "<&>]]>", "x" * 500, "", "100% \\$"]
    hostile = [LabelledDifference(name, name, difference(0.1, 0.05, 0.2)) for name in names]
    hostile.append(LabelledDifference("T", "m", Unscored(UnscoredReason.ERROR, "$\\bad{ " * 50)))
    figure = forest_plot(hostile, tmp_path / "f.svg", a="$a", b="b$", title="$")
    forest_plot(hostile, tmp_path / "f.png")
    assert max(len(label.get_text()) for label in figure.axes[0].get_yticklabels()) < 80
    etree.parse(tmp_path / "f.svg")


def test_rows_without_any_result_still_make_a_plot():
    missing = LabelledDifference("T", "m", Unscored(UnscoredReason.MISSING))
    axes = forest_plot([missing]).axes[0]
    assert axes.get_xlim() == (-0.1, 0.1)


def test_misuse_is_refused(rows, difference, tmp_path):
    with pytest.raises(InputError, match="no row"):
        forest_plot([])
    for name in ("plot.pdf", "plot", "plot.jpg"):
        with pytest.raises(InputError, match=r"\.png or \.svg"):
            forest_plot(rows, tmp_path / name)
    with pytest.raises(InputError, match="different confidences"):
        forest_plot([*rows, LabelledDifference("T", "m", difference(0, 0, 0, confidence=0.9))])


def test_without_matplotlib_the_error_names_the_extra(rows, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtraError, match=r"clinicalbr\[plots\]"):
        forest_plot(rows)


def test_neither_import_nor_plot_touches_pyplot_or_a_display():
    code = """
import sys, tempfile
import clinicalbr.metrics, clinicalbr.reporting, clinicalbr.scores, clinicalbr.stats
for name in ("matplotlib", "pandas", "scipy.optimize", "scipy.stats", "torch"):
    assert name not in sys.modules, name
from clinicalbr.reporting import LabelledDifference, forest_plot
from clinicalbr.stats import paired_bootstrap
found = paired_bootstrap([0, 0, 1], [1, 0, 1], n_resamples=100)
with tempfile.TemporaryDirectory() as folder:
    forest_plot([LabelledDifference("T", "m", found)], f"{folder}/f.png")
assert "matplotlib.pyplot" not in sys.modules
"""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "MPLBACKEND")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
