"""``clinicalbr demo``: from written cases to a paired comparison, with the embedded defaults alone."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from clinicalbr.cli.places import check_places
from clinicalbr.cli.progress import count, say
from clinicalbr.errors import InputError, MissingExtraError
from clinicalbr.linking import DISEASES, EntityLinker, KnowledgeBase
from clinicalbr.masking import DEFAULT_TIERS, GoldTarget, LeakReport, Masker, audit_case, html_page, mask_case_with_log
from clinicalbr.metrics import F1, Recall, SetMeasure
from clinicalbr.reporting import LabelledDifference, Table, forest_plot, results_table, sentence
from clinicalbr.schema import (
    CasePair,
    Link,
    MaskedCase,
    NoLink,
    Prediction,
    RedactionLog,
    Task,
    eligible,
    write_records,
)
from clinicalbr.scores import Score, ScoreTable, write_scores
from clinicalbr.stats import PairedDifference, paired_bootstrap
from clinicalbr.tasks import LexicalBaseline
from clinicalbr.testing import sample_corpus

__all__ = ["demo"]

_K = 5
_MEASURES: tuple[tuple[str, Task, SetMeasure], ...] = (
    ("Differential F1@5, same concept", Task.DIFFERENTIAL, F1(depth=0) @ _K),
    ("Differential F1@5, two steps", Task.DIFFERENTIAL, F1(depth=2) @ _K),
    ("Diagnosis in the first 5, same concept", Task.DIAGNOSIS, Recall(depth=0, target="confirmed") @ _K),
    ("Diagnosis in the first 5, two steps", Task.DIAGNOSIS, Recall(depth=2, target="confirmed") @ _K),
)
_READING = """\
How to read it: F1@5 compares the first 5 names that the baseline gives with the reference list, from 0 (nothing in
common) to 1 (the same diseases). "Same concept" asks for that very disease; "two steps" also credits one that lies at
most two steps away in the hierarchy of diseases. Delta EN-PT below 0 means that Portuguese scored higher.
{n} cases are few: intervals are wide, and one that holds 0 does not tell the languages apart."""
_PLOT = "forest.png"
_FILES = (
    "golds.csv", "leaks-before-masking.html", "masked.jsonl", "predictions.jsonl", "redactions.jsonl", "results.csv",
    "results.md", "results.tex", "scores.jsonl",
)  # fmt: skip
_FEW_LINKS = 0.8
"""Share of linked names below which the knowledge base is too small to judge by."""


@dataclass(frozen=True, slots=True)
class _MaskedSide:
    masked: MaskedCase
    log: RedactionLog
    before: LeakReport
    after: LeakReport


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the files.")] = Path("clinicalbr-demo"),
    resamples: Annotated[int, typer.Option(help="Bootstrap resamples.", min=100)] = 10_000,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap.")] = 0,
) -> None:
    """Run the whole chain on the 20 of the 24 written cases that take the diagnosis task.

    It masks, audits, predicts, links, scores, and compares English with Portuguese.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{out} cannot be made: {error.strerror}", remedy="choose another folder with --out"
        ) from error
    check_places({name: out / name for name in (*_FILES, _PLOT)})
    pairs = [pair for pair in sample_corpus() if eligible(pair.source, Task.DIAGNOSIS)]
    typer.echo(f"Cases     {len(pairs)} of {len(sample_corpus())} written cases take the diagnosis task, in pt and en")

    sides = [side for pair in count(pairs, "masking", len(pairs)) for side in _mask(pair)]
    _report_masking(sides, out)
    _write_golds(pairs, out / "golds.csv")

    kb = KnowledgeBase.default()
    baseline = LexicalBaseline(kb.restrict(DISEASES), k=_K)
    predictions = [baseline.predict(side.masked) for side in count(sides, "predicting", len(sides))]
    write_records(out / "predictions.jsonl", predictions)
    typer.echo(f"Predicted {len(predictions)} differentials by word overlap alone ({kb.name} {kb.release})")

    linker = EntityLinker(kb, types=DISEASES)
    scores = _score(pairs, predictions, linker, kb)
    write_scores(out / "scores.jsonl", scores)

    rows = [
        LabelledDifference(label, "lexical baseline", _difference(scores, task, measure, resamples, seed))
        for label, task, measure in _MEASURES
    ]
    _report_results(rows, linker, len(pairs), out)


def _mask(pair: CasePair) -> list[_MaskedSide]:
    made = []
    for side, other in ((pair.source, pair.target), (pair.target, pair.source)):
        masker = Masker(GoldTarget.from_case(side, other))
        masked, log = mask_case_with_log(side, Task.DIAGNOSIS, masker)
        made.append(_MaskedSide(masked, log, audit_case(side, masker), audit_case(masked, masker)))
    return made


def _report_masking(sides: Sequence[_MaskedSide], out: Path) -> None:
    write_records(out / "masked.jsonl", (side.masked for side in sides))
    write_records(out / "redactions.jsonl", (side.log for side in sides))
    leaking = [side.before for side in sides if not side.before.clean]
    (out / "leaks-before-masking.html").write_text(html_page(leaking, "en"), encoding="utf-8")
    before, after = (sum(len(report.leaks) for report in reports) for reports in _before_and_after(sides))
    typer.echo(
        f"Masked    {before} mentions of the answer in {len(leaking)} of {len(sides)} texts\n"
        f"          {after} after masking, of the kinds searched ({', '.join(DEFAULT_TIERS)})"
    )


def _write_golds(pairs: Iterable[CasePair], path: Path) -> None:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("id", "language", "names", "acronyms"))
    for pair in pairs:
        for side in (pair.source, pair.target):
            target = GoldTarget.from_case(side)
            rows.writerow((side.case_id, side.language, "|".join(target.names), "|".join(target.acronyms)))
    path.write_text(text.getvalue(), encoding="utf-8")


def _before_and_after(sides: Sequence[_MaskedSide]) -> tuple[list[LeakReport], list[LeakReport]]:
    return [side.before for side in sides], [side.after for side in sides]


def _score(
    pairs: Sequence[CasePair], predictions: Iterable[Prediction], linker: EntityLinker, kb: KnowledgeBase
) -> ScoreTable:
    gold, confirmed, links = {}, {}, []
    for pair in pairs:
        # Gold is linked once, from the language of the source, so that both languages are scored on the same concepts.
        items = pair.source.gold_differential
        linked = linker.link([item.diagnosis for item in items])
        links += linked
        gold[pair.case_id] = linked
        confirmed[pair.case_id] = [link for link, item in zip(linked, items, strict=True) if item.confirmed]
    _report_links("gold differentials", links)
    rows, predicted = [], []
    for prediction in predictions:
        ranked = linker.link(list(prediction.ranked))
        predicted += ranked
        for _, task, measure in _MEASURES:
            wanted = confirmed if task is Task.DIAGNOSIS else gold
            value = measure.score(ranked, wanted[prediction.case_id], kb.graph)
            rows.append(Score(prediction.case_id, prediction.system, prediction.language, task, str(measure), 0, value))
    _report_links("predictions", predicted)
    return ScoreTable.from_rows(rows)


def _report_links(what: str, links: Sequence[Link | NoLink]) -> None:
    linked = sum(isinstance(link, Link) for link in links)
    typer.echo(f"Linked    {linked} of {len(links)} names of the {what} ({linked / len(links):.0%})")
    if linked < _FEW_LINKS * len(links):
        say(f"clinicalbr demo: the knowledge base links less than {_FEW_LINKS:.0%} of the names; read scores with care")


def _difference(scores: ScoreTable, task: Task, measure: SetMeasure, resamples: int, seed: int) -> PairedDifference:
    paired = scores.paired(str(measure), "pt", "en", "lexical-baseline", task)
    return paired_bootstrap(paired.a, paired.b, n_resamples=resamples, seed=seed)


def _report_results(rows: Sequence[LabelledDifference], linker: EntityLinker, n_cases: int, out: Path) -> None:
    table = results_table(
        rows, caption="A baseline that matches words, scored with the default knowledge base in place of UMLS"
    )
    table = replace(table, notes=(*table.notes, f"Linking: {linker.signature}"))
    _write_table(table, out)
    typer.echo(f"\n{table.to_markdown()}\n")
    typer.echo(_READING.format(n=n_cases) + "\n")
    headline = rows[0]
    typer.echo(sentence(headline.difference, task=headline.task, system=headline.system))
    plot = out / _PLOT
    written = sorted((*_FILES, _PLOT))
    try:
        forest_plot(rows, plot, title="English minus Portuguese")
    except MissingExtraError as error:
        # One of an earlier run would show other figures than the table.
        plot.unlink(missing_ok=True)
        written.remove(_PLOT)
        say(f"clinicalbr demo: no forest plot was drawn: {error}")
    folder = shlex.quote(str(out))
    typer.echo(
        f"\nFiles in {out}:\n" + "\n".join(f"  {name}" for name in written) + "\n\nWhat to try next\n"
        f"  clinicalbr audit {folder}/masked.jsonl --gold-file {folder}/golds.csv   search for the answers again\n"
        f"  open {folder}/leaks-before-masking.html   see where the answer stood\n"
        f"  clinicalbr extract ARTICLE.xml | clinicalbr mask --gold-file golds.csv   mask articles of your own\n"
        f"  clinicalbr doctor   what is installed\n\n"
        "The cases are invented and the baseline is no model. Not for clinical use."
    )


def _write_table(table: Table, out: Path) -> None:
    for name, text in (
        ("results.md", table.to_markdown()),
        ("results.csv", table.to_csv()),
        ("results.tex", table.to_latex()),
    ):
        (out / name).write_text(text, encoding="utf-8")
