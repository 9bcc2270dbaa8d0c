"""How fast names are found and masked, beside a bare lower bound, an automaton and Presidio, in one run.

python benchmarks/masking_speed.py [--small]

Text: 2,892 synthetic Portuguese reports of 4.6 KB, each with 12 strings of diseases of the default knowledge base and four
of them planted (in capitals, capitalised, without accents, and as they are). Every contender is given the same strings and is
compiled before the clock starts; compiling is timed apart. Contenders take turns in one process; a figure is the median of the
rounds in processor time. The bound folds the case and counts every occurrence of the 12 strings with ``str.find``: it
knows no word edge, no accent and no redaction. A planted mention is found when every word character of it is covered;
what touches no planted mention is counted as beside.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import record
from clinicalbr.linking import KnowledgeBase
from clinicalbr.masking import GoldTarget, Masker, Tier
from clinicalbr.masking.reading import readings
from leak_scoring import Cover, Mark
from synthetic_reports import Report, distinct, reports

LANGUAGES = ("pt", "en")
EXACT_TIERS = (Tier.VERBATIM, Tier.ACRONYM)
SIZES_KB = (1, 4, 16, 64, 256, 1024)
NAMES = (1, 2, 4, 8, 16, 32, 64, 125, 250, 500)
BOUND, AUTOMATON, PRESIDIO = (
    "lower bound: casefold + str.find",
    "pyahocorasick over casefolded text",
    "presidio deny list",
)
FIND, MASK = "clinicalbr find, verbatim and acronym", "clinicalbr mask, every tier, verdicts dropped"
PATIENCE = 60.0
Spans = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured."""

    reports: int
    rounds: int
    presidio: int
    compiled: int
    largest_kb: int
    hostile_kb: int


FULL = Scale(2892, 5, 150, 400, 1024, 1024)
SMALL = Scale(200, 3, 20, 50, 64, 64)


def target_of(report: Report) -> GoldTarget:
    return GoldTarget(report.names, report.acronyms, languages=LANGUAGES)


def masker_of(target: GoldTarget) -> Masker:
    return Masker(target, tiers=tuple(Tier), verdicts="drop")


def bound_of(report: Report) -> Callable[[str], int]:
    wanted = [string.casefold() for string in report.strings]

    def count(text: str) -> int:
        folded = text.casefold()
        found = 0
        for string in wanted:
            at = folded.find(string)
            while at >= 0:
                found += 1
                at = folded.find(string, at + 1)
        return found

    return count


def bound_spans(report: Report) -> Spans:
    folded = report.text.casefold()
    return [
        (at, at + len(string))
        for string in map(str.casefold, report.strings)
        for at in range(len(folded))
        if folded.startswith(string, at)
    ]


def automaton_of(report: Report) -> Callable[[str], Spans]:
    import ahocorasick

    automaton = ahocorasick.Automaton()
    for string in map(str.casefold, report.strings):
        automaton.add_word(string, len(string))
    automaton.make_automaton()
    return lambda text: [(end + 1 - size, end + 1) for end, size in automaton.iter(text.casefold())]


def presidio_of(report: Report) -> tuple[Callable[[str], Any], Callable[[str], Spans]]:
    """Analysis with anonymisation, and the spans of the analysis alone."""
    import spacy
    from presidio_analyzer import AnalyzerEngine, PatternRecognizer, RecognizerRegistry
    from presidio_analyzer.nlp_engine import SpacyNlpEngine
    from presidio_anonymizer import AnonymizerEngine
    from presidio_anonymizer.entities import OperatorConfig

    class Blank(SpacyNlpEngine):  # type: ignore[misc]
        def load(self) -> None:
            self.nlp = {"pt": spacy.blank("pt")}

    engine = Blank(models=[{"lang_code": "pt", "model_name": "blank"}])
    engine.load()
    recognizer = PatternRecognizer("GOLD", deny_list=list(report.strings), supported_language="pt")
    analyzer = AnalyzerEngine(
        registry=RecognizerRegistry(recognizers=[recognizer], supported_languages=["pt"]),
        nlp_engine=engine,
        supported_languages=["pt"],
    )
    anonymizer = AnonymizerEngine()
    replace = {"DEFAULT": OperatorConfig("replace", {"new_value": "[REDIGIDO]"})}

    def anonymise(text: str) -> Any:
        return anonymizer.anonymize(text, analyzer.analyze(text, language="pt"), operators=replace)

    anonymise("Aquecimento.")
    return anonymise, lambda text: [(hit.start, hit.end) for hit in analyzer.analyze(text, language="pt")]


def seconds(work: Callable[[], object]) -> float:
    # The last texts are kept folded; a second round on the same text would find them ready.
    readings.cache_clear()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def each(tasks: Sequence[tuple[Callable[[str], object], str]]) -> Callable[[], None]:
    def run() -> None:
        for task, text in tasks:
            task(text)

    return run


def planted_found(made: Sequence[Report], spans: Iterable[Spans]) -> dict[str, Any]:
    """Planted mentions covered, and finds that touch none of them."""
    found = beside = planted = 0
    for report, own in zip(made, spans, strict=True):
        cover = Cover(report.text, [Mark(*span) for span in own])
        places = [Mark(*place) for place in report.planted]
        planted += len(places)
        found += sum(cover.hides(place) for place in places)
        beside += sum(not any(Mark(*span).overlaps(place) for place in places) for span in own)
    return {
        "planted": planted,
        "found": found,
        "found_per_report": round(found / len(made), 4),
        "beside_per_report": round(beside / len(made), 4),
    }


def corpus(made: Sequence[Report], scale: Scale) -> dict[str, Any]:
    """All contenders on the reports, taking turns."""
    finders = [Masker(target_of(report), tiers=EXACT_TIERS) for report in made]
    maskers = [masker_of(target_of(report)) for report in made]
    texts = [report.text for report in made]
    tasks: dict[str, Callable[[], None]] = {
        BOUND: each(list(zip(map(bound_of, made), texts, strict=True))),
        FIND: each([(masker.find, text) for masker, text in zip(finders, texts, strict=True)]),
        MASK: each([(masker.mask, text) for masker, text in zip(maskers, texts, strict=True)]),
    }
    documents = dict.fromkeys(tasks, len(made))
    outcome: dict[str, Any] = {
        BOUND: planted_found(made, map(bound_spans, made)),
        FIND: planted_found(
            made,
            (
                [(leak.start, leak.end) for leak in masker.find(text)]
                for masker, text in zip(finders, texts, strict=True)
            ),
        ),
        MASK: planted_found(
            made,
            (
                [(hidden.start, hidden.end) for hidden in masker.mask(text).redactions]
                for masker, text in zip(maskers, texts, strict=True)
            ),
        ),
    }
    absent = {}
    if find_spec("ahocorasick"):
        automata = [automaton_of(report) for report in made]
        tasks[AUTOMATON] = each(list(zip(automata, texts, strict=True)))
        documents[AUTOMATON] = len(made)
        outcome[AUTOMATON] = planted_found(made, (find(text) for find, text in zip(automata, texts, strict=True)))
    else:
        absent[AUTOMATON] = "not measured: pyahocorasick is not installed"
    if find_spec("presidio_anonymizer") and find_spec("spacy"):
        few = list(made[: scale.presidio])
        engines = [presidio_of(report) for report in few]
        tasks[PRESIDIO] = each([(engine[0], report.text) for engine, report in zip(engines, few, strict=True)])
        documents[PRESIDIO] = len(few)
        outcome[PRESIDIO] = planted_found(
            few, (engine[1](report.text) for engine, report in zip(engines, few, strict=True))
        )
    else:
        absent[PRESIDIO] = "not measured: presidio-analyzer, presidio-anonymizer and spacy are not installed"
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(scale.rounds):
        for name, task in tasks.items():
            gc.collect()
            times[name].append(seconds(task) / documents[name] * 1e6)
    medians = {name: statistics.median(values) for name, values in times.items()}
    size = statistics.mean(len(text.encode()) for text in texts)
    rows = {
        name: {
            "microseconds_per_report": round(value, 1),
            "lowest": round(min(times[name]), 1),
            "highest": round(max(times[name]), 1),
            "megabytes_per_second": round(size / value, 1),
            "speed_to_bound": round(medians[BOUND] / value, 4),
            "speed_to_presidio": round(medians[PRESIDIO] / value, 2) if PRESIDIO in medians else "not measured",
            "reports": documents[name],
            **outcome[name],
        }
        for name, value in sorted(medians.items(), key=lambda item: item[1])
    }
    return {**rows, **absent}


def compiling(made: Sequence[Report], scale: Scale) -> dict[str, Any]:
    """Milliseconds to build a target and its masker of every tier, after the packs are loaded."""
    masker_of(target_of(made[0]))
    took = sorted(seconds(lambda: masker_of(target_of(report))) * 1e3 for report in made[: scale.compiled])  # noqa: B023
    return {
        "targets": len(took),
        "median_milliseconds": round(statistics.median(took), 3),
        "p95_milliseconds": round(took[int(0.95 * (len(took) - 1))], 3),
        "highest_milliseconds": round(took[-1], 3),
    }


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """Slope of the least-squares line through the logarithms; 1 is linear."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    middle_x, middle_y = (statistics.mean(values) for values in zip(*logs, strict=True))
    return sum((x - middle_x) * (y - middle_y) for x, y in logs) / sum((x - middle_x) ** 2 for x, _ in logs)


def best(task: Callable[[], object], rounds: int) -> float:
    gc.collect()
    return min(seconds(task) for _ in range(rounds))


def by_length(made: Sequence[Report], scale: Scale) -> dict[str, Any]:
    """One target on texts of growing length; each is made of whole reports with the target's own mentions in them."""
    first = made[0]
    own = " ".join(first.text[start:end] + "." for start, end in first.planted)
    whole = ""
    for report in made:
        whole += f"{report.text}\n{own}\n"
        if len(whole) >= 1024 * scale.largest_kb:
            break
    masker = masker_of(target_of(first))
    sizes = [size for size in SIZES_KB if 1024 * size <= len(whole)]
    took = [(size, best(lambda: masker.mask(whole[: 1024 * size]), scale.rounds)) for size in sizes]  # noqa: B023
    return {
        "seconds": {f"{size} KB": round(value, 5) for size, value in took},
        "microseconds_per_kb": {f"{size} KB": round(value / size * 1e6, 2) for size, value in took},
        "exponent": round(exponent(took), 3),
        "exponent_from_16_kb": round(exponent([point for point in took if point[0] >= SIZES_KB[2]]), 3),
    }


def by_names(made: Sequence[Report], scale: Scale) -> dict[str, Any]:
    """Targets of a growing number of names on the same reports; compiling apart."""
    names = list(dict.fromkeys(name for report in made for name in report.names))[: NAMES[-1]]
    texts = [report.text for report in made[: min(20, len(made))]]
    masking, compiled = [], []
    for count in (count for count in NAMES if count <= len(names)):
        target = GoldTarget(names[:count], languages=LANGUAGES)
        masker = masker_of(target)
        compiled.append((count, best(lambda: masker_of(target), 3)))  # noqa: B023
        masking.append((count, best(each([(masker.mask, text) for text in texts]), scale.rounds) / len(texts)))
    return {
        "microseconds_per_report": {str(count): round(value * 1e6, 1) for count, value in masking},
        "microseconds_per_report_and_name": {str(count): round(value / count * 1e6, 2) for count, value in masking},
        "compile_milliseconds": {str(count): round(value * 1e3, 3) for count, value in compiled},
        "exponent": round(exponent(masking), 3),
        "exponent_from_64_names": round(exponent([point for point in masking if point[0] >= 64]), 3),
        "compile_exponent_from_64_names": round(exponent([point for point in compiled if point[0] >= 64]), 3),
    }


def repeated(part: str, size: int) -> str:
    return (part * (size // len(part) + 1))[:size]


def hostile_texts(size: int) -> Iterator[tuple[str, GoldTarget, str]]:
    """Inputs that make careless matching slow, each of ``size`` characters."""
    lupus = GoldTarget(["lúpus eritematoso sistêmico", "lúpus"], ["LES"], languages=LANGUAGES)
    parts = {
        "one letter": "a",
        "one word": "de ",
        "a word of the answer": "lúpus ",
        "two words of the answer, never the third": "lúpus eritematoso ",
        "the answer": "lúpus eritematoso sistêmico ",
        "the answer without spaces": "lúpuseritematososistêmico",
        "the answer joined by hyphens": "lúpus-",
        "the answer broken over lines": "lú-\npus eritema-\ntoso ",
        "first letters of the answer": "l e s ",
        "hyphen": "-",
        "slash": "/",
        "apostrophe": "'",
        "full stop": ".",
        "comma": ",",
        "dash between spaces": " – ",
        "blank": " ",
        "line break": "\n",
        "combining accent": "\u0301",
        "soft hyphen": "\u00ad",
        "zero-width space": "\u200b",
        "HTML entities": "&#769;&amp;",
        "ligature": "\ufb03",
        "figure": "1",
        "numbers": "1.000,0 ",
        "opening bracket": "(",
        "brackets": "()",
        "quotation mark": '"',
        "placeholder": "[REDIGIDO]",
        "placeholder and spaces": "[REDIGIDO] ",
        "half a placeholder": "[REDIGID",
        "acronym": "LES ",
        "acronym without spaces": "LES",
        "dotted acronym": "L.E.S. ",
        "acronym in brackets": "(LES) ",
        "acronym that opens a bracket": "LES (",
        "definitions": "lúpus eritematoso sistêmico (LES) ",
        "rival definitions": "laparotomia exploradora simples (LES) ",
        "new acronyms defined": "lúpus eritematoso sistêmico (LXE) ",
        "capital letters": "A ",
        "capital tokens": "ABC DEF ",
        "one edit off": "lúpus eritematozo ",
        "verdict cue": "compatível com ",
        "verdict cue and answer, no stop": "compatível com lúpus eritematoso sistêmico e ",
        "verdict clauses": "Firmado o diagnóstico de lúpus eritematoso sistêmico. ",
        "semicolons": "lúpus; ",
        "decomposed answer": "lu\u0301pus eritematoso siste\u0302mico ",
        "Cyrillic": "волчанка ",
        "emoji": "🙂",
    }
    for name, part in parts.items():
        yield name, lupus, repeated(part, size)
    draw = random.Random(7)
    letters = [chr(code) for code in range(0x20, 0x17F)]
    yield "random letters", lupus, "".join(draw.choices(letters, k=size))
    tokens = ["".join(draw.choices("ABCDEFGLS", k=3)) for _ in range(size // 4)]
    yield "random acronyms", lupus, " ".join(tokens)
    yield "periodic letters", GoldTarget(["ab" * 20, "ab" * 10 + "a"], languages=LANGUAGES), repeated("ab", size)
    yield "one letter against names of one letter", GoldTarget(["a" * 12, "a" * 25], languages=LANGUAGES), "a" * size
    yield "periodic words", GoldTarget([" ".join(["tana"] * 12)], languages=LANGUAGES), repeated("tana ", size)
    yield (
        "periodic words, never whole",
        GoldTarget([" ".join(["tana"] * 12)], languages=LANGUAGES),
        repeated("tana " * 11 + "x ", size),
    )
    long_word = GoldTarget(["paracoccidioidomicose"], languages=LANGUAGES)
    for name, part in {"halves of a long word": "paracocc ", "long word one edit off": "paracoccidiodomicose ", "long word three edits off": "paracocidiodomicoze "}.items():  # fmt: skip
        yield name, long_word, repeated(part, size)
    many = GoldTarget(
        [f"síndrome de {chr(97 + at % 26)}{'xyzw'[at % 4]}ter{at}" for at in range(200)], languages=LANGUAGES
    )
    yield "shared first words of 200 names", many, repeated("síndrome de ", size)


def hostile(scale: Scale) -> dict[str, Any]:
    """Seconds per MB on hostile inputs, and the exponent of growth when the text is eight times as long.

    Each input grows eightfold from a 512th of its size, and stops short of a size that would take a minute if the cost
    grew with the square; the size that it reached stands beside it.
    """
    sizes = [1024 * scale.hostile_kb // part for part in (512, 64, 8, 1)]
    rows: dict[str, Any] = {}
    for inputs in zip(*map(hostile_texts, sizes), strict=True):
        took: list[float] = []
        for _, target, text in inputs:
            if took and took[-1] * 64 > PATIENCE:
                break
            took.append(seconds_of(target, text))
        characters = sizes[len(took) - 1]
        rows[inputs[0][0]] = {
            "characters": characters,
            "seconds_per_mb": round(took[-1] * 1024 * 1024 / characters, 3),
            "exponent": round(math.log(max(took[-1], 1e-6) / max(took[-2], 1e-6), 8), 2) if took[1:] else None,
        }
    return {
        "slowest": max(rows, key=lambda name: rows[name]["seconds_per_mb"]),
        "largest_exponent": max(row["exponent"] for row in rows.values() if row["exponent"] is not None),
        "measured_on_a_part_only": [name for name, row in rows.items() if row["characters"] < sizes[-1]],
        "inputs": dict(sorted(rows.items(), key=lambda item: -item[1]["seconds_per_mb"])),
    }


def seconds_of(target: GoldTarget, text: str) -> float:
    masker = masker_of(target)
    first = seconds(lambda: masker.mask(text))
    return first if first > 1 else min(first, seconds(lambda: masker.mask(text)))


def goals(contenders: dict[str, Any], compiled: dict[str, Any]) -> dict[str, Any]:
    """What is aimed at beside what was measured."""
    to_presidio = contenders[MASK]["speed_to_presidio"]
    whole = [contenders[name]["found"] == contenders[name]["planted"] for name in (FIND, MASK)]
    return {
        "find_speed_to_bound": {"measured": contenders[FIND]["speed_to_bound"], "at_least": 0.8},
        "mask_speed_to_bound": {"measured": contenders[MASK]["speed_to_bound"], "at_least": 0.2},
        "mask_speed_to_presidio": {"measured": to_presidio, "at_least": 15},
        "compile_median_milliseconds": {"measured": compiled["median_milliseconds"], "at_most": 2},
        "found_equals_planted": {"find": whole[0], "mask": whole[1]},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="a quick run whose figures are printed, not kept")
    scale = SMALL if parser.parse_args().small else FULL
    kb = KnowledgeBase.default()
    made = reports(scale.reports, kb)
    compiled = compiling(made, scale)
    contenders = corpus(made, scale)
    figures: dict[str, Any] = {
        "reports": len(made),
        "bytes_per_report": round(statistics.mean(len(report.text.encode()) for report in made)),
        "distinct_strings": distinct(made),
        "rounds": scale.rounds,
        "goals": goals(contenders, compiled),
        "contenders": contenders,
        "compiling": compiled,
        "text_length": by_length(made, scale),
        "names": by_names(made, scale),
        "hostile": hostile(scale),
    }
    if scale is SMALL:
        print(json.dumps(figures, indent=2, ensure_ascii=False))
    else:
        record.write(
            "masking_speed", figures, packages=("pyahocorasick", "presidio-analyzer", "presidio-anonymizer", "spacy")
        )


if __name__ == "__main__":
    main()
