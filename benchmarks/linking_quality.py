"""How well the default linker links, what its threshold costs, and how fast it starts.

Needs the Portuguese names of ``../shared/data/kb/pt/pt_bridge.tsv``, which no name of the default knowledge base was
taken from. With scikit-learn installed, a plain TF-IDF of character n-grams is measured beside the linker.
"""

from __future__ import annotations

import csv
import json
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import record
from clinicalbr.linking import DISEASES, EXAMS, CharNgramEncoder, EntityLinker, KnowledgeBase
from clinicalbr.schema import Link
from clinicalbr.text import fold_text

BRIDGE = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "kb" / "pt" / "pt_bridge.tsv"
STEPS = 2
ROWS_AT_ONCE = 1000
THRESHOLDS = tuple(round(0.40 + 0.05 * step, 2) for step in range(10))
Pairs = list[tuple[str, str]]


def bridge_pairs() -> Pairs:
    """Portuguese names with the concept of the default base that their DOID stands for."""
    lines = (files("clinicalbr.linking") / "data" / "default_kb.jsonl").read_text(encoding="utf-8").split("\n")
    own = {row["doid"]: row["id"] for line in lines if line for row in [json.loads(line)] if "doid" in row}
    with BRIDGE.open(encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["pt"], own[row["doid"]]) for row in rows if row["doid"] in own]


def outcome(kb: KnowledgeBase, found: Sequence[str | None], gold: Sequence[str]) -> dict[str, float]:
    """Shares of right, near, missing and wrong links."""
    right = sum(one == two for one, two in zip(found, gold, strict=True))
    near = sum(
        one is not None and kb.graph.relation(one, two, STEPS) is not None for one, two in zip(found, gold, strict=True)
    )
    missing = sum(one is None for one in found)
    return {
        "right": share(right, gold),
        f"within_{STEPS}_steps": share(near, gold),
        "no_link": share(missing, gold),
        "wrong": share(len(gold) - near - missing, gold),
    }


def share(count: int, of: Sequence[Any]) -> float:
    return round(count / len(of), 4)


def identifiers(linker: EntityLinker, names: Sequence[str], *, exact_only: bool = False) -> list[str | None]:
    return [
        link.cui if isinstance(link, Link) and (link.method == "exact" or not exact_only) else None
        for link in linker.link(names)
    ]


def indexed_names(kb: KnowledgeBase) -> Pairs:
    """Names and popular names with their concepts."""
    return sorted(
        {(name, c.cui) for c in kb for table in (c.names, c.colloquial) for ns in table.values() for name in ns}
    )


def tfidf(kb: KnowledgeBase, names: Sequence[str]) -> list[str]:
    """Nearest concept by TF-IDF over character 2- to 4-grams within words, whatever the distance."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    rows = indexed_names(kb)
    vectoriser = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4), strip_accents="unicode")
    matrix = vectoriser.fit_transform([name for name, _ in rows])
    best = (vectoriser.transform(names) @ matrix.T).toarray().argmax(axis=1)
    return [rows[row][1] for row in best]


def agreement(kb: KnowledgeBase, linker: EntityLinker) -> dict[str, Any]:
    """Share of concepts whose preferred names in Portuguese, English and Spanish link to one concept."""
    concepts = [concept for concept in kb if linker.types is None or not linker.types.isdisjoint(concept.types)]
    linked = {code: identifiers(linker, [c.preferred(code) for c in concepts]) for code in ("pt", "en", "es")}
    same = sum(
        len({linked[code][at] for code in linked}) == 1 and linked["pt"][at] is not None for at in range(len(concepts))
    )
    pairs = {
        f"{one}_{two}": share(
            sum(a is not None and a == b for a, b in zip(linked[one], linked[two], strict=True)), concepts
        )
        for one, two in (("en", "pt"), ("es", "pt"), ("en", "es"))
    }
    return {"concepts": len(concepts), "all_three": share(same, concepts), **pairs}


def agreement_unseen(kb: KnowledgeBase) -> dict[str, Any]:
    """The same where the base lacks the names: Portuguese names against English ones alone, by similarity."""
    concepts = kb.restrict(DISEASES).concepts
    encoder = CharNgramEncoder().fitted([concept.preferred("en") for concept in concepts])
    english = encoder.encode([concept.preferred("en") for concept in concepts])
    portuguese = encoder.encode([concept.preferred("pt") for concept in concepts])
    best = (portuguese @ english.T).argmax(axis=1)
    return {"concepts": len(concepts), "en_pt": share(int((best == np.arange(len(concepts))).sum()), concepts)}


def calibration(kb: KnowledgeBase, encoder: CharNgramEncoder) -> dict[str, Any]:
    """What each threshold does to names of concepts that the base holds, and of concepts that it lacks.

    Each of the base's own names is linked by similarity twice: with the name itself taken out of the index (its
    concept is still there), and with its whole concept taken out (the right answer is then no link, or a relative).
    """
    rows = indexed_names(kb.restrict(DISEASES))
    keys = defaultdict(list)
    concepts = defaultdict(list)
    for at, (name, cui) in enumerate(rows):
        keys[fold_text(name, squeeze=True)].append(at)
        concepts[cui].append(at)
    vectors = encoder.encode([name for name, _ in rows])
    known, absent = Nearest(kb, rows), Nearest(kb, rows)
    for start in range(0, len(rows), ROWS_AT_ONCE):
        chunk = range(start, min(start + ROWS_AT_ONCE, len(rows)))
        scores = vectors[chunk.start : chunk.stop] @ vectors.T
        for place, at in enumerate(chunk):
            scores[place, keys[fold_text(rows[at][0], squeeze=True)]] = -1.0
        known.take(chunk, scores)
        for place, at in enumerate(chunk):
            scores[place, concepts[rows[at][1]]] = -1.0
        absent.take(chunk, scores)
    exams = [concept.preferred("pt") for concept in kb.restrict(EXAMS)]
    exam_scores = (encoder.encode(exams) @ vectors.T).max(axis=1)
    curve = []
    for threshold in THRESHOLDS:
        linked, strange = np.array(known.scores) >= threshold, np.array(absent.scores) >= threshold
        right = linked & np.array(known.right)
        held = float((linked & np.array(known.near)).mean())
        refused = float((~strange | np.array(absent.near)).mean())
        curve.append(
            {
                "threshold": threshold,
                "known_linked": round(float(linked.mean()), 4),
                "known_right": round(float(right.mean()), 4),
                f"known_within_{STEPS}_steps": round(held, 4),
                "absent_refused_or_near": round(refused, 4),
                "exams_linked_as_diseases": round(float((exam_scores >= threshold).mean()), 4),
                "balanced": round((held + refused) / 2, 4),
            }
        )
    best = max(curve, key=lambda point: point["balanced"])
    return {"encoder": encoder.signature, "names": len(rows), "best": best["threshold"], "curve": curve}


class Nearest:
    """Collects the best score of each name, and whether the concept found is the right one or near it."""

    def __init__(self, kb: KnowledgeBase, rows: Pairs) -> None:
        self.kb, self.rows = kb, rows
        self.scores: list[float] = []
        self.right: list[bool] = []
        self.near: list[bool] = []

    def take(self, chunk: Sequence[int], scores: Any) -> None:
        self.scores += scores.max(axis=1).tolist()
        for at, best in zip(chunk, scores.argmax(axis=1), strict=True):
            found, wanted = self.rows[best][1], self.rows[at][1]
            self.right.append(found == wanted)
            self.near.append(self.kb.graph.relation(found, wanted, STEPS) is not None)


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return round(time.process_time() - begun, 3)


def main() -> None:
    kb = KnowledgeBase.default()
    pairs = bridge_pairs()
    names, gold = [name for name, _ in pairs], [cui for _, cui in pairs]
    linker = EntityLinker(kb)
    forced = EntityLinker(kb, forced=True)
    exam_linker = EntityLinker(kb, types=EXAMS)
    figures: dict[str, Any] = {
        "knowledge_base": {
            "release": kb.release,
            "diseases": len(kb.restrict(DISEASES)),
            "exams": len(kb.restrict(EXAMS)),
            "with_cui": sum(not concept.cui.startswith("CBR:") for concept in kb),
        },
        "bridge": {
            "names": len(pairs),
            "concepts": len(set(gold)),
            "exact_only": outcome(kb, identifiers(linker, names, exact_only=True), gold),
            "exact_and_vector": outcome(kb, identifiers(linker, names), gold),
            "exact_and_vector_forced": outcome(kb, identifiers(forced, names), gold),
            "tfidf_char_wb_2_4_top_1": outcome(kb, tfidf(kb.restrict(DISEASES), names), gold)
            if find_spec("sklearn")
            else "not measured: scikit-learn is not installed",
        },
        "agreement": {
            "diseases": agreement(kb, linker),
            "exams": agreement(kb, exam_linker),
            "english_names_only": agreement_unseen(kb),
        },
        "threshold": {
            "weighted": calibration(kb, linker.encoder),
            "unweighted": calibration(kb, CharNgramEncoder()),
        },
        "cpu_seconds": {
            "load": seconds(
                lambda: KnowledgeBase.from_jsonl(str(files("clinicalbr.linking") / "data" / "default_kb.jsonl"))
            ),
            "linker": seconds(lambda: EntityLinker(kb)),
            "first_vector_link": seconds(lambda: EntityLinker(kb, linker.encoder).link(["nothing of the kind"])),
            "bridge_names": seconds(lambda: linker.link(names)),
        },
        "signature": str(linker.signature),
    }
    record.write("linking_quality", figures, packages=("numpy", "scikit-learn"))


if __name__ == "__main__":
    main()
