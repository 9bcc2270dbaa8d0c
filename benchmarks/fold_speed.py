"""Folding 4.6 KB of Portuguese clinical prose, beside str.casefold and the usual accent stripping on the same text.

python benchmarks/fold_speed.py
"""

from __future__ import annotations

import statistics
import time
import unicodedata
from collections.abc import Callable

import record
from clinicalbr.testing import sample_corpus
from clinicalbr.text import find_quote, fold, fold_text, sentences

SIZE, TEXTS, ROUNDS, REPEATS = 4600, 12, 9, 20


def prose() -> list[str]:
    """Texts of 4.6 KB each, made of the Portuguese cases of the sample corpus."""
    written = "\n\n".join(text for pair in sample_corpus() for texts in pair.source.texts().values() for text in texts)
    return [written[at * SIZE : (at + 1) * SIZE] for at in range(min(TEXTS, len(written) // SIZE))]


def stripped(text: str) -> str:
    """The usual recipe without offsets: decompose, drop marks, lower the case."""
    return "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char)).casefold()


def microseconds(task: Callable[[str], object], texts: list[str]) -> float:
    start = time.perf_counter()
    for _ in range(REPEATS):
        for text in texts:
            task(text)
    return (time.perf_counter() - start) / (REPEATS * len(texts)) * 1e6


def main() -> None:
    texts = prose()
    decomposed = [unicodedata.normalize("NFD", text) for text in texts]
    contenders: dict[str, tuple[Callable[[str], object], list[str]]] = {
        "str.casefold": (str.casefold, texts),
        "decompose, drop marks, casefold": (stripped, texts),
        "fold_text": (fold_text, texts),
        "fold": (fold, texts),
        "fold, squeeze": (lambda text: fold(text, squeeze=True), texts),
        "fold, squeeze, decomposed text": (lambda text: fold(text, squeeze=True), decomposed),
        "sentences": (lambda text: sentences(text, ("dr.", "dra.", "p. ex.")), texts),
        "find_quote, new text": (
            lambda text: find_quote(text[2000:2100].partition(" ")[2].rpartition(" ")[0], text),
            texts,
        ),
    }
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, (task, own) in contenders.items():
            times[name].append(microseconds(task, own))
    medians = {name: statistics.median(values) for name, values in times.items()}
    bound = medians["str.casefold"]
    record.write(
        "fold_speed",
        {
            "texts": len(texts),
            "characters": SIZE,
            "rounds": ROUNDS,
            "median_microseconds": {name: round(value, 1) for name, value in medians.items()},
            "to_casefold": {name: round(value / bound, 1) for name, value in medians.items()},
            "edits": statistics.mean(len(fold(text, squeeze=True).offsets.edits) for text in texts),
        },
    )


if __name__ == "__main__":
    main()
