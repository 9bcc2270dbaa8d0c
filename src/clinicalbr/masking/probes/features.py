"""Features of masks and of the answers that they hide, one column of numbers each."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from clinicalbr.masking.probes.samples import MaskSample, key_of
from clinicalbr.masking.probes.statistics import Columns
from clinicalbr.text import fold_text

__all__ = ["count_columns", "length_columns", "letter_columns", "place_columns", "size_columns"]

_COMMON = 0.1
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s*$")
_REACH = 40


def count_columns(samples: Sequence[MaskSample]) -> Columns:
    """How many masks there are."""
    return {"masks": [float(sample.count) for sample in samples]}


def length_columns(samples: Sequence[MaskSample]) -> Columns:
    """How long the masks are, as written."""
    return {
        "characters of a mask": [_mean(len(mask) for mask in sample.masks) for sample in samples],
        "words of a mask": [_mean(len(mask.split()) for mask in sample.masks) for sample in samples],
    }


def place_columns(samples: Sequence[MaskSample], function_words: Mapping[str, frozenset[str]]) -> Columns:
    """Where the masks stand; function words by language."""
    columns: dict[str, Sequence[float]] = {
        "place of the first mask": [min(_places(sample)) for sample in samples],
        "mean place of the masks": [_mean(_places(sample)) for sample in samples],
    }
    fields = [[_bare(field.name) for field in sample.fields for _ in field.masks] for sample in samples]
    words = [
        [_word_before(field.text[: mask.start], function_words.get(sample.language, frozenset()))
         for field in sample.fields for mask in field.masks]
        for sample in samples
    ]  # fmt: skip
    columns |= {f"share in {value}": shares for value, shares in _shares(fields).items()}
    return columns | {f"share after {value!r}": shares for value, shares in _shares(words).items() if value}


def size_columns(samples: Sequence[MaskSample]) -> Columns:
    """How long the canonical name of the answer is."""
    return {
        "characters of the answer": [float(len(sample.golds[0])) for sample in samples],
        "words of the answer": [float(len(sample.golds[0].split())) for sample in samples],
    }


def letter_columns(samples: Sequence[MaskSample]) -> Columns:
    """How the canonical name of the answer begins and ends, beside its length."""
    # The first word heads a Romance name and bears its gender; the first letter decides the form of an English article.
    heads = [key_of(sample.golds[0]).split(" ")[0] for sample in samples]
    first, last = _shares([[head[:1]] for head in heads]), _shares([[head[-1:]] for head in heads])
    columns = {f"answer begins with {value!r}": shares for value, shares in first.items()}
    return {
        **size_columns(samples),
        **columns,
        **{f"first word ends in {value!r}": shares for value, shares in last.items()},
    }


def _places(sample: MaskSample) -> list[float]:
    """Place of each mask in the whole visible text, from 0 to 1, its own length and that of the others left out."""
    places, before = [], 0
    for field in sample.fields:
        hidden = 0
        for mask in field.masks:
            places.append(before + mask.start - hidden)
            hidden += len(mask)
        before += len(field.text) - hidden
    return [place / max(before, 1) for place in places]


def _shares(values: Sequence[Sequence[str]]) -> dict[str, list[float]]:
    """Share of each value in each case, for values that enough cases have."""
    cases = Counter(value for row in values for value in set(row))
    common = sorted(value for value, count in cases.items() if count >= max(3, _COMMON * len(values)))
    return {value: [row.count(value) / len(row) for row in values] for value in common}


def _word_before(text: str, function_words: frozenset[str]) -> str:
    match = _WORD_BEFORE.search(text[-_REACH:])
    word = fold_text(match.group(1)) if match else ""
    return word if word in function_words else ""


def _bare(field: str) -> str:
    return field.partition("[")[0]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return math.fsum(listed) / len(listed)
