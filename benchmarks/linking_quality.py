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

BRIDGE = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "kb" / "pt" / "pt_bridge.tsv"
STEPS = 2
SAMPLE = 3000
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
    near = sum(one is not None and kb.graph.relation(one, two, STEPS) is not None for one, two in zip(found, gold, strict=True))
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


def tfidf(kb: KnowledgeBase, names: Sequence[str]) -> list[str]:
    """Nearest concept by TF-IDF over character 2- to 4-grams within words, whatever the distance."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    rows = [(name, c.cui) for c in kb for table in (c.names, c.colloquial) for ns in table.values() for name in ns]
    vectoriser = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4), strip_accents="unicode")
    matrix = vectoriser.fit_transform([name for name, _ in rows])
    best = (vectoriser.transform(names) @ matrix.T).toarray().argmax(axis=1)
    return [rows[row][1] for row in best]


def agreement(kb: KnowledgeBase, linker: EntityLinker, without: str | None = None) -> dict[str, Any]:
    """Share of concepts whose preferred names in Portuguese, English and Spanish link to one concept."""
    concepts = [concept for concept in kb if linker.types is None or not linker.types.isdisjoint(concept.types)]
    linked = {code: identifiers(linker, [c.preferred(code) for c in concepts]) for code in ("pt", "en", "es")}
    same = sum(len({linked[code][at] for code in linked}) == 1 and linked["pt"][at] is not None for at in range(len(concepts)))
    pairs = {
        f"{one}_{two}": share(sum(a is not None and a == b for a, b in zip(linked[one], linked[two], strict=True)), concepts)
        for one, two in (("en", "pt"), ("es", "pt"), ("en", "es"))
    }
    return {"concepts": len(concepts), "all_three": share(same, concepts), **pairs}


def agreement_unseen(kb: KnowledgeBase) -> dict[str, Any]:
    """The same where the base lacks the names: Portuguese names against English ones alone, by similarity."""
    concepts = [concept for concept in kb.restrict(DISEASES)]
    encoder = CharNgramEncoder().fitted([concept.preferred("en") for concept in concepts])
    english = encoder.encode([concept.preferred("en") for concept in concepts])
    portuguese = encoder.encode([concept.preferred("pt") for concept in concepts])
    best = (portuguese @ english.T).argmax(axis=1)
    return {"concepts": len(concepts), "en_pt": share(int((best == np.arange(len(concepts))).sum()), concepts)}


def calibration(kb: KnowledgeBase, encoder: CharNgramEncoder) -> dict[str, Any]:
    """What each threshold does to names of concepts that the base holds, and of concepts that it lacks.

    A sample of the base's own names is linked by similarity twice: with the name itself taken out of the index (its
    concept is still there), and with its whole concept taken out (the right answer is then no link, or a relative).
    """
    linker = EntityLinker(kb, encoder)
    rows = linker._rows
    keys = defaultdict(list)
    concepts = defaultdict(list)
    from clinicalbr.linking._names import name_key

    for at, (name, cui) in enumerate(rows):
        keys[name_key(name)].append(at)
        concepts[cui].append(at)
    vectors = encoder.encode([name for name, _ in rows])
    sample = np.random.default_rng(0).choice(len(rows), min(SAMPLE, len(rows)), replace=False)
    scores = vectors[sample] @ vectors.T
    for place, at in enumerate(sample):
        scores[place, keys[name_key(rows[at][0])]] = -1.0
    known = best_of(kb, rows, sample, scores)
    for place, at in enumerate(sample):
        scores[place, concepts[rows[at][1]]] = -1.0
    absent = best_of(kb, rows, sample, scores)
    exams = [concept.preferred("pt") for concept in kb.restrict(EXAMS)]
    exam_scores = (encoder.encode(exams) @ vectors.T).max(axis=1)
    curve = []
    for threshold in THRESHOLDS:
        linked, strange = known["score"] >= threshold, absent["score"] >= threshold
        held, refused = float((linked & known["near"]).mean()), float((~strange | absent["near"]).mean())
        curve.append(
            {
                "threshold": threshold,
                "known_linked": round(float(linked.mean()), 4),
                "known_right": round(float((linked & known["right"]).mean()), 4),
                f"known_within_{STEPS}_steps": round(held, 4),
                "absent_refused_or_near": round(refused, 4),
                "exams_linked_as_diseases": round(float((exam_scores >= threshold).mean()), 4),
                "balanced": round((held + refused) / 2, 4),
            }
        )
    top = max(point["balanced"] for point in curve)
    error = round(0.5 / np.sqrt(len(sample)), 4)
    chosen = min(point["threshold"] for point in curve if point["balanced"] >= top - error)
    return {"encoder": encoder.signature, "names": len(sample), "standard_error": error, "lowest_within_one_error": chosen, "curve": curve}


def best_of(kb: KnowledgeBase, rows: Sequence[tuple[str, str]], sample: Any, scores: Any) -> dict[str, Any]:
    best = scores.argmax(axis=1)
    pairs = [(rows[found][1], rows[at][1]) for found, at in zip(best, sample, strict=True)]
    return {
        "score": scores.max(axis=1),
        "right": np.array([one == two for one, two in pairs]),
        "near": np.array([kb.graph.relation(one, two, STEPS) is not None for one, two in pairs]),
    }


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
            "load": seconds(lambda: KnowledgeBase.from_jsonl(str(files("clinicalbr.linking") / "data" / "default_kb.jsonl"))),
            "linker": seconds(lambda: EntityLinker(kb)),
            "first_vector_link": seconds(lambda: EntityLinker(kb, linker.encoder).link(["nothing of the kind"])),
            "bridge_names": seconds(lambda: linker.link(names)),
        },
        "signature": str(linker.signature),
    }
    record.write("linking_quality", figures, packages=("numpy", "scikit-learn"))


if __name__ == "__main__":
    main()
