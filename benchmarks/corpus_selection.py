"""Time and memory of the corpus stages over a stream of 200,000 catalogue records with planted copies.

The records are made while they are read, so that the stages alone decide how much is held. One in three is a case report, one
in twenty repeats the article before it. Each chain runs in a process of its own; the peak is that of the process, less
what it takes to make the records and to load the packages.

    python benchmarks/corpus_selection.py [records]
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from types import MappingProxyType

import record
from clinicalbr.corpus import Drop, by_licence, by_type, by_year, drop_duplicates, drop_flagged
from clinicalbr.schema import ArticleRecord, Provenance

WORDS = [
    "mixoma",
    "atrial",
    "febre",
    "maculosa",
    "síndrome",
    "nefrótica",
    "criança",
    "adulto",
    "tratamento",
    "cirúrgico",
    "pulmonar",
    "hepático",
    "rara",
    "forma",
    "clínica",
    "evolução",
    "diagnóstico",
    "lesão",
    "exame",
    "dor",
    "abdominal",
    "internação",
    "paciente",
    "biópsia",
    "quadro",
    "associado",
]
CHAINS = ("none", "pipe", "duplicates", "all")


def records(number: int) -> Iterator[ArticleRecord]:
    rng = random.Random(1)
    for place in range(number):
        article = place - 1 if place and place % 20 == 0 else place
        pid = f"S{article % 9000 + 1000}-{article % 1000:03d}0{2005 + article % 20}0100{article % 100_000:05d}"
        title = f"{' '.join(rng.choices(WORDS, k=8))} {article}"
        is_case = article % 3 == 0
        yield ArticleRecord(
            pid,
            Provenance(
                source="articlemeta", pid=pid, doi=f"10.0000/{article}", issn="0000-0000", journal="Revista de Exemplo",
                publication_date=f"{2005 + article % 20}-05", licence="CC BY 4.0",
            ),
            document_type="case-report" if article % 6 == 0 else "research-article",
            language="pt",
            titles=MappingProxyType({"pt": f"{title}: relato de caso" if is_case else title, "en": f"{title} translated"}),
            abstracts=MappingProxyType({"pt": " ".join(rng.choices(WORDS, k=120))}),
            text_languages=("pt",),
            collection="spa" if place != article else "scl",
        )  # fmt: skip


def forget(_: Drop) -> None:
    """Drops go to a file in real use."""


def run(chain: str, number: int) -> dict[str, float | int]:
    stream = records(number)
    started = time.process_time()
    if chain == "none":
        kept = sum(1 for _ in stream)
    elif chain == "duplicates":
        kept = sum(1 for _ in drop_duplicates(stream, on_drop=forget))
    else:
        reports = drop_flagged(by_type(by_year(stream, first=2010, on_drop=forget), on_drop=forget), on_drop=forget)
        once = drop_duplicates(reports, on_drop=forget) if chain == "all" else reports
        kept = sum(1 for _ in by_licence(once, on_drop=forget))
    seconds = time.process_time() - started
    return {"kept": kept, "seconds": seconds, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    if len(sys.argv) > 2:
        print(json.dumps(run(sys.argv[2], number)))
        return
    found = {}
    for chain in CHAINS:
        done = subprocess.run(
            [sys.executable, __file__, str(number), chain], capture_output=True, text=True, check=True
        )
        found[chain] = json.loads(done.stdout)
    bare = found.pop("none")
    figures = {
        "records": number,
        **{
            chain: {
                "kept": each["kept"],
                "cpu_microseconds_a_record": round(1e6 * (each["seconds"] - bare["seconds"]) / number, 1),
                "peak_mb_added": round(each["peak_mb"] - bare["peak_mb"], 1),
            }
            for chain, each in found.items()
        },
    }
    record.write("corpus_selection", figures, packages=("clinicalbr", "numpy", "scipy"))


if __name__ == "__main__":
    main()
