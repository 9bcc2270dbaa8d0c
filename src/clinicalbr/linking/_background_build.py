"""Makes the word tables of the included language packs from wordfreq and the default knowledge base.

Run ``python -m clinicalbr.linking._background_build`` in a checkout with wordfreq 3.1.1 installed.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path

from clinicalbr.languages import LanguagePack
from clinicalbr.linking.knowledge_base import KnowledgeBase
from clinicalbr.text import fold_text

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 3
_FREQUENT = 3.4
_REAL = 1.5
_MISTAKABLE = 6
_LONG = 10
"""Letters from which a word of a name may be looked for with slips, so that real words near it must be known."""
_BILLION_LOG = 9


def _frequencies(language: str) -> Counter[str]:
    import wordfreq  # noqa: PLC0415 - needed to build the tables only

    found: Counter[str] = Counter()
    for word, frequency in wordfreq.get_frequency_dict(language, "best").items():
        folded = fold_text(word)
        if folded.isalpha():
            found[folded] += frequency
    return found


def _concepts(language: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for concept in KnowledgeBase.default():
        names = concept.names.get(language, ())
        found.update({word for name in names for word in _WORD.findall(fold_text(name))})
    return found


def _deletions(word: str) -> set[str]:
    """The word with one letter left out, with two when it is long: words that near share one (Garbe 2012, SymSpell)."""
    once = {word} | {word[:at] + word[at + 1 :] for at in range(len(word))}
    if len(word) < _LONG:
        return once
    return once | {item[:at] + item[at + 1 :] for item in once for at in range(len(item))}


def build(language: str, file: Path) -> int:
    """Write the table of one language and tell how many words it holds."""
    frequencies, concepts = _frequencies(language), _concepts(language)
    near = {item for word in concepts if len(word) >= _MISTAKABLE for item in _deletions(word)}
    rows = []
    for word in sorted(frequencies.keys() | concepts.keys()):
        zipf = max(0.0, math.log10(frequencies[word]) + _BILLION_LOG) if frequencies[word] else 0.0
        known = concepts[word] or zipf >= _FREQUENT
        if len(word) >= _SHORTEST and (known or (zipf >= _REAL and _is_near(word, near))):
            rows.append(f"{word}\t{round(zipf * 100)}\t{concepts[word]}\n")
    file.write_text("word\tzipf\tconcepts\n" + "".join(rows), encoding="utf-8")
    return len(rows)


def _is_near(word: str, near: set[str]) -> bool:
    return len(word) >= _MISTAKABLE - 1 and not near.isdisjoint(_deletions(word))


if __name__ == "__main__":
    for code in LanguagePack.included():
        path = Path(__file__).resolve().parent.parent / "languages" / code / "background.tsv"
        print(code, build(code, path), "words")
