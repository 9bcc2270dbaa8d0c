"""How much of what gives an answer away the masker finds, and what it hides without need.

python benchmarks/masking_quality.py [--leaks DIR] [--out FILE] [--cases] [--setting names_acronyms] [--first-run]

Scored are the labelled cases and traps of a folder (every ``.jsonl`` in it) and the project's own fresh sets in
``benchmarks/data``. What the counts mean stands in ``leak_scoring.py``. Beside the masker run exact replacement of the
same strings (whole words, any case) and Presidio with the same strings as a deny list.

Cross-validation: five folds by disease over all labelled cases of the folder. In each, every point of a grid of
thresholds is scored on the training folds; the one with the highest F2 (recall weighs twice precision; the default wins
ties) is scored on the fold left out. In-sample figures choose on the cases that they are scored on. The grid moves one
threshold at a time, down and up by a fifth, a whole number by one. Rules and word lists are not chosen anew in a fold, so
the gap shows what the thresholds alone owe to these cases; only unseen cases show the rest.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import io
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import record
from clinicalbr.languages import LanguagePack
from clinicalbr.linking import KnowledgeBase
from clinicalbr.masking import GoldTarget, Masker, Thresholds, Tier
from leak_scoring import (
    TIERS,
    LabelledCase,
    Mark,
    Score,
    Trap,
    clause_marks,
    f_beta,
    mean_over_cases,
    pooled,
    read_lines,
    score_names,
    score_trap,
    score_verdicts,
)

HERE = Path(__file__).resolve().parent
LEAKS = HERE.parent.parent / "shared" / "data" / "leaks"
FRESH = HERE / "data"
FIRST_RUN = "masking_quality_first_run"
SETTINGS = {
    "names": "gold names only",
    "names_acronyms": "gold names and given acronyms",
    "names_acronyms_kb": "gold names, given acronyms, synonyms and agents of the default knowledge base",
}
FOLDS, SEED = 5, 20240607
OURS, EXACT, PRESIDIO = "clinicalbr", "exact_replacement", "presidio_deny_list"
Labelled = LabelledCase | Trap
Find = Callable[[Labelled, str], list[Mark]]


@cache
def knowledge_base() -> KnowledgeBase:
    return KnowledgeBase.default()


def from_knowledge(case: Labelled) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Synonyms and agents that the default base gives for the gold names."""
    synonyms = (name for gold in case.gold for name in knowledge_base().names_of(gold))
    agents = (agent for gold in case.gold for agent in knowledge_base().agents_of(gold))
    return tuple(dict.fromkeys(synonyms)), tuple(dict.fromkeys(agents))


@cache
def target_of(case: Labelled, setting: str) -> GoldTarget:
    acronyms = () if setting == "names" else case.acronyms
    languages = tuple(dict.fromkeys((case.language, "en")))
    if setting != "names_acronyms_kb":
        return GoldTarget(case.gold, acronyms, languages=languages)
    target = GoldTarget(case.gold, acronyms, languages=languages)
    return target.with_knowledge(knowledge_base().names_of, knowledge_base().agents_of)


def strings_of(case: Labelled, setting: str) -> list[str]:
    """What the other methods are given: the same strings that the masker's target starts from."""
    given = list(case.gold)
    if setting != "names":
        given += case.acronyms
    if setting == "names_acronyms_kb":
        synonyms, agents = from_knowledge(case)
        given += [*synonyms, *agents]
    return list(dict.fromkeys(given))


def ours(**settings: Any) -> Find:
    def find(case: Labelled, setting: str) -> list[Mark]:
        masker = Masker(target_of(case, setting), tiers=tuple(Tier), **settings)
        return [Mark(found.start, found.end, found.kind) for found in masker.mask(case.text).redactions]

    return find


def exact(case: Labelled, setting: str) -> list[Mark]:
    """Whole-word replacement of the strings in any case, the longest first."""
    wanted = sorted(strings_of(case, setting), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, wanted))})(?!\w)", re.IGNORECASE)
    return [Mark(*match.span()) for match in pattern.finditer(case.text)]


@cache
def blank_engine(language: str) -> Any:
    """Presidio's language engine over a pipeline that only splits words: the deny list needs no model."""
    import spacy
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    class Blank(SpacyNlpEngine):  # type: ignore[misc]
        def load(self) -> None:
            self.nlp = {language: spacy.blank(language)}

    engine = Blank(models=[{"lang_code": language, "model_name": "blank"}])
    engine.load()
    return engine


def presidio(case: Labelled, setting: str) -> list[Mark]:
    from presidio_analyzer import AnalyzerEngine, PatternRecognizer, RecognizerRegistry

    language = case.language
    recognizer = PatternRecognizer("GOLD", deny_list=strings_of(case, setting), supported_language=language)
    analyzer = AnalyzerEngine(
        registry=RecognizerRegistry(recognizers=[recognizer], supported_languages=[language]),
        nlp_engine=blank_engine(language),
        supported_languages=[language],
    )
    found = sorted((hit.start, hit.end) for hit in analyzer.analyze(case.text, language=language))
    return list(union(found))


def union(spans: Iterable[tuple[int, int]]) -> Iterator[Mark]:
    """Disjoint marks over spans in order."""
    open_at: tuple[int, int] | None = None
    for start, end in spans:
        if open_at is not None and start < open_at[1]:
            open_at = (open_at[0], max(open_at[1], end))
            continue
        if open_at is not None:
            yield Mark(*open_at)
        open_at = (start, end)
    if open_at is not None:
        yield Mark(*open_at)


def contenders() -> dict[str, Find]:
    found: dict[str, Find] = {OURS: ours(verdicts="keep"), EXACT: exact}
    if find_spec("presidio_analyzer") and find_spec("spacy"):
        found[PRESIDIO] = presidio
    return found


@cache
def all_clauses(case: LabelledCase) -> list[Mark]:
    return clause_marks(case.text, LanguagePack.load(case.language))


def scored(cases: Sequence[LabelledCase], find: Find, setting: str) -> list[Score]:
    return [score_names(case, find(case, setting)) for case in cases]


def scored_dropping(cases: Sequence[LabelledCase], setting: str, **settings: Any) -> list[Score]:
    find = ours(verdicts="drop", **settings)
    return [score_verdicts(case, find(case, setting), all_clauses(case)) for case in cases]


def figures_of(scores: Sequence[Score]) -> dict[str, Any]:
    counts = {name: share.figures() for name, share in pooled(scores).items() if share.of}
    means = {
        name: mean_over_cases(scores, name) for name in ("recall", "precision") if scores and name in scores[0].counts
    }
    return {**counts, **({"mean_over_cases": means} if means else {})}


def by_language(cases: Sequence[LabelledCase], scores: Sequence[Score]) -> dict[str, Any]:
    codes = sorted({case.language for case in cases})
    parts = {
        code: [score for case, score in zip(cases, scores, strict=True) if case.language == code]
        for code in codes
        if len(codes) > 1
    }
    return {"all": figures_of(scores), **{code: figures_of(part) for code, part in parts.items()}}


def measure(cases: Sequence[LabelledCase]) -> dict[str, Any]:
    """Every setting and contender on one set of cases."""
    result: dict[str, Any] = {}
    for setting in SETTINGS:
        runs = {name: scored(cases, find, setting) for name, find in contenders().items()}
        block = {
            name: by_language(cases, scores) if name == OURS else {"all": figures_of(scores)}
            for name, scores in runs.items()
        }
        block[f"{OURS}, verdicts dropped"] = by_language(cases, scored_dropping(cases, setting))
        with_tests = scored(cases, ours(verdicts="keep", test_names="mask"), setting)
        block[f"{OURS}, test_names=mask"] = {"all": figures_of(with_tests)}
        result[setting] = block
    return result


def measure_traps(traps: Sequence[Trap]) -> dict[str, Any]:
    """Traps passed with both errors apart; each contender and setting."""
    result: dict[str, Any] = {}
    for setting in SETTINGS:
        result[setting] = {}
        for name, find in contenders().items():
            outcomes = [(trap, *score_trap(trap, find(trap, setting))) for trap in traps]
            result[setting][name] = {
                "traps": len(traps),
                "passed": sum(not (left or lost) for _, left, lost in outcomes),
                "let_through": sum(left for _, left, _ in outcomes),
                "over_masked": sum(lost for _, _, lost in outcomes),
                "failed": [trap.id for trap, left, lost in outcomes if left or lost],
            }
    return result


def thresholds_grid() -> dict[str, Thresholds]:
    """The default thresholds, and each with one number moved down or up."""
    default = Thresholds()
    grid = {"default": default}
    for name, value in dataclasses.asdict(default).items():
        steps = (value - 1, value + 1) if isinstance(value, int) else (value * 0.8, value * 1.2)
        for moved in (round(step, 6) for step in steps):
            grid[f"{name}={moved}"] = dataclasses.replace(default, **{name: moved})
    return grid


def folds_of(cases: Sequence[LabelledCase]) -> list[list[int]]:
    """Positions of the cases in each fold; cases of one disease stay together."""
    diseases = sorted({case.disease for case in cases})
    random.Random(SEED).shuffle(diseases)
    fold = {disease: at % FOLDS for at, disease in enumerate(diseases)}
    return [[at for at, case in enumerate(cases) if fold[case.disease] == number] for number in range(FOLDS)]


def cross_validated(cases: Sequence[LabelledCase], setting: str) -> dict[str, Any]:
    grid = thresholds_grid()
    scores = {
        name: scored(cases, ours(verdicts="keep", thresholds=thresholds), setting) for name, thresholds in grid.items()
    }

    def best(at: Sequence[int]) -> str:
        return max(
            scores, key=lambda name: (round(f_beta(pooled(scores[name][one] for one in at)), 6), name == "default")
        )

    chosen, held_out = [], []
    for fold in folds_of(cases):
        training = [at for at in range(len(cases)) if at not in set(fold)]
        chosen.append(best(training))
        held_out += [scores[chosen[-1]][at] for at in fold]
    own = best(range(len(cases)))
    inside, outside = pooled(scores[own]), pooled(held_out)
    return {
        "folds": FOLDS,
        "grid_points": len(grid),
        "objective": "F2",
        "chosen_in_sample": own,
        "chosen_by_fold": chosen,
        "in_sample": {**figures_of(scores[own]), "f2": round(f_beta(inside), 4)},
        "cross_validated": {**figures_of(held_out), "f2": round(f_beta(outside), 4)},
        "gap": {
            **{
                name: round(inside[name].count / inside[name].of - outside[name].count / outside[name].of, 4)
                for name in ("recall", "precision", "hard_negatives_hit")
                if inside[name].of and outside[name].of
            },
            "f2": round(f_beta(inside) - f_beta(outside), 4),
        },
        "f2_of_every_point": {name: round(f_beta(pooled(of)), 4) for name, of in scores.items()},
    }


def read_sets(folder: Path) -> tuple[dict[str, list[LabelledCase]], dict[str, list[Trap]]]:
    """Labelled cases and traps of a folder by file; files of another format are passed over."""
    cases: dict[str, list[LabelledCase]] = {}
    traps: dict[str, list[Trap]] = {}
    for file in sorted(folder.glob("*.jsonl")):
        lines = read_lines(file)
        if lines and all({"text", "gold", "leaks", "verdicts"} <= line.keys() for line in lines):
            cases[file.stem] = [LabelledCase.read(line) for line in lines]
        elif lines and all({"text", "gold", "expect_masked"} <= line.keys() for line in lines):
            traps[file.stem] = [Trap.read(line) for line in lines]
    return cases, traps


def measure_sets(cases: Mapping[str, list[LabelledCase]], traps: Mapping[str, list[Trap]]) -> dict[str, Any]:
    sets = {**cases, **({"pooled": [case for each in cases.values() for case in each]} if len(cases) > 1 else {})}
    return {
        "cases": {name: len(each) for name, each in sets.items()},
        "labelled": {name: measure(each) for name, each in sets.items()},
        "traps": {name: measure_traps(each) for name, each in traps.items()},
    }


def first_runs() -> list[dict[str, Any]]:
    """What earlier first runs stored, each with its commit and the sets that it saw first."""
    file = record.RESULTS / f"{FIRST_RUN}.json"
    return json.loads(file.read_text(encoding="utf-8"))["figures"]["runs"] if file.exists() else []


def store_first_run() -> None:
    """Score the fresh sets that no first run has seen, and add their figures to those that are kept."""
    runs = first_runs()
    seen = {name for run in runs for name in (*run["cases"], *run["traps"])}
    cases, traps = ({name: each for name, each in sets.items() if name not in seen} for sets in read_sets(FRESH))
    if not cases and not traps:
        raise SystemExit(f"no set in {FRESH} is new; the first figures of those that are there are kept")
    measured = measure_sets(cases, traps)
    print_tables(measured, "fresh sets, first run")
    save(FIRST_RUN, {"settings": SETTINGS, "runs": [*runs, {"commit": record.commit(), **measured}]}, None)


TABLE = ("recall", *(f"recall_{tier}" for tier in TIERS), "precision", "hard_negatives_hit")
SHORT = ("recall", "verb", "infl", "acro", "syno", "core", "typo", "prec", "hard")
DROPPING = (
    "verdicts_closed",
    "verdict_leaks_masked",
    "verdict_leaks_dropped",
    "other_clauses_lost",
    "recall_when_dropping",
    "precision_when_dropping",
)


def print_tables(measured: Mapping[str, Any], title: str) -> None:
    print(f"\n== {title}")
    print(f"{'set':12} {'lang':4} {'setting':18} {'contender':28} " + " ".join(f"{name:>6}" for name in SHORT))
    for name, settings in measured["labelled"].items():
        for setting, block in settings.items():
            for contender, languages in block.items():
                for language, figures in languages.items():
                    if language != "all" and name == "pooled":
                        continue
                    if "recall" in figures or "precision" in figures:
                        cells = " ".join(cell(figures.get(column)) for column in TABLE)
                    else:
                        cells = " ".join(f"{column}={cell(figures.get(column)).strip()}" for column in DROPPING)
                    print(f"{name[:12]:12} {language:4} {setting:18} {contender[:28]:28} {cells}")
    for name, settings in measured["traps"].items():
        for setting, block in settings.items():
            for contender, result in block.items():
                print(
                    f"{name[:12]:12} {setting:18} {contender[:28]:28} passed {result['passed']}/{result['traps']},"
                    f" let through {result['let_through']}, over-masked {result['over_masked']}"
                )


def cell(figures: Mapping[str, Any] | None) -> str:
    return f"{figures['share']:6.3f}" if figures and figures["share"] is not None else "     -"


def print_cases(folder: Path, setting: str) -> None:
    """Every miss and every word masked in vain, with what stands around it."""
    cases, traps = read_sets(folder)
    for name, each in cases.items():
        for case, kept, dropped in zip(
            each, scored(each, ours(verdicts="keep"), setting), scored_dropping(each, setting), strict=True
        ):
            notes = [
                *(("MISS", leak.kind, leak) for leak in kept.missed),
                *(("WRONG", "", mark) for mark in kept.wrong),
                *(("HARD", "", mark) for mark in kept.hit),
                *(("VERDICT OPEN", "", mark) for mark in dropped.unclosed),
                *(("CLAUSE LOST", "", mark) for mark in dropped.lost),
            ]
            for what, tier, mark in sorted(notes, key=lambda note: (note[0], note[2].start)):
                around = case.text[max(0, mark.start - 50) : mark.start] + "⟦" + case.text[mark.start : mark.end] + "⟧"
                around += case.text[mark.end : mark.end + 40]
                print(f"{name} {case.id} | {what} {tier} | {' '.join(around.split())}")
    for name, sentences in traps.items():
        for trap in sentences:
            found = ours(verdicts="keep")(trap, setting)
            left, lost = score_trap(trap, found)
            if left or lost:
                surfaces = [trap.text[mark.start : mark.end] for mark in found]
                print(
                    f"{name} {trap.id} | {'LEAK ' * left}{'OVER ' * lost}| {trap.text!r} masked={surfaces!r} gold={trap.gold}"
                )


def save(name: str, figures: Mapping[str, Any], out: Path | None) -> None:
    if out is not None:
        record.RESULTS, name = out.resolve().parent, out.stem
    with contextlib.redirect_stdout(io.StringIO()):
        path = record.write(name, figures, packages=("presidio-analyzer", "spacy"))
    print(f"\nwritten: {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--leaks", type=Path, default=LEAKS, help="folder of labelled cases and traps")
    parser.add_argument("--out", type=Path, help="result file; by default that of this benchmark")
    parser.add_argument("--cases", action="store_true", help="print misses and false positives and stop")
    parser.add_argument("--setting", choices=tuple(SETTINGS), default="names_acronyms", help="setting for --cases")
    parser.add_argument("--first-run", action="store_true", help="store the fresh sets' first figures and stop")
    options = parser.parse_args()
    if options.first_run:
        store_first_run()
        return
    if not options.leaks.is_dir():
        parser.error(f"{options.leaks} is absent; give the folder of labelled cases with --leaks")
    if options.cases:
        print_cases(options.leaks, options.setting)
        return
    cases, traps = read_sets(options.leaks)
    labelled = measure_sets(cases, traps)
    print_tables(labelled, str(options.leaks))
    pool = [case for each in cases.values() for case in each]
    crossed = {setting: cross_validated(pool, setting) for setting in SETTINGS}
    for setting, result in crossed.items():
        print(setting, {name: result.get(name) for name in ("chosen_by_fold", "gap")})
    figures: dict[str, Any] = {
        "settings": SETTINGS,
        "presidio": "measured"
        if PRESIDIO in contenders()
        else "not measured: presidio-analyzer and spacy are not installed",
        **labelled,
        "cross_validation": crossed,
    }
    if options.out is None:
        fresh_cases, fresh_traps = read_sets(FRESH)
        figures["fresh"] = measure_sets(fresh_cases, fresh_traps)
        figures["fresh_first_runs"] = first_runs()
        print_tables(figures["fresh"], "fresh sets")
    save("masking_quality", figures, options.out)


if __name__ == "__main__":
    main()
