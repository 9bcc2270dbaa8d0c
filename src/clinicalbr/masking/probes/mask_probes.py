"""Probes that look at the masks alone: their number, their length and their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.probes.features import (
    count_columns,
    length_columns,
    letter_columns,
    place_columns,
    size_columns,
)
from clinicalbr.masking.probes.report import DEALT, ProbeReport, ProbeResult, nothing_scored
from clinicalbr.masking.probes.samples import MaskSample, distinct, key_of
from clinicalbr.masking.probes.statistics import Columns, codes, nearest_neighbours, p_value_of, rank_correlation
from clinicalbr.signature import Signature

__all__ = ["mask_count_probe", "mask_length_probe", "mask_place_probe", "probe_masks"]

_ENOUGH_REPEATED = 10
_FEWEST = 5


def mask_count_probe(samples: Iterable[MaskSample], *, n_permutations: int = 2000, seed: int = 0) -> ProbeResult:
    """Whether the number of masks tells the answer. A case without a mask takes part: none is a number too.

    Args:
        samples: The masked cases with their answers.
        n_permutations: Deals that make up chance.
        seed: Seed of the deals.

    Returns:
        The result; the text of the package says how it is measured.

    Raises:
        InputError: A case stands twice, or there is no deal.

    Examples:
        >>> samples = [MaskSample.of("[X]", ["a" * n], case_id=str(n), placeholder="[X]") for n in range(1, 9)]
        >>> result = mask_count_probe(samples)
        >>> result.score, result.p_value
        (0.0, 1.0)
    """
    return _probe("mask count", samples, count_columns, size_columns, (n_permutations, seed), needs_mask=False)


def mask_length_probe(samples: Iterable[MaskSample], *, n_permutations: int = 2000, seed: int = 0) -> ProbeResult:
    """Whether the length of the masks tells the answer.

    Args:
        samples: The masked cases with their answers.
        n_permutations: Deals that make up chance.
        seed: Seed of the deals.

    Returns:
        The result. Where all masks are alike, its score is no better than chance and ``p_value`` is 1.

    Raises:
        InputError: A case stands twice, or there is no deal.

    Examples:
        >>> from clinicalbr.masking.probes import MaskedField
        >>> from clinicalbr.text import Span
        >>> letters = "abcdefgh"
        >>> bars = [Span(0, n) for n in range(1, 9)]
        >>> samples = [MaskSample(c, (c * n,), (MaskedField("text", "■" * n, (bar,)),))
        ...            for c, n, bar in zip(letters, range(1, 9), bars)]
        >>> mask_length_probe(samples).p_value < 0.01
        True
    """
    return _probe("mask length", samples, length_columns, size_columns, (n_permutations, seed))


def mask_place_probe(
    samples: Iterable[MaskSample],
    *,
    packs: Iterable[LanguagePack] = (),
    n_permutations: int = 2000,
    seed: int = 0,
) -> ProbeResult:
    """Whether the place of the masks tells the answer: how early they stand, in which field, behind which small word.

    The function word before a mask can tell the gender of what it hides ("da [REDIGIDO]") or its first sound ("an
    [REDACTED]"). Where answers do not repeat, it is held against the first and the last letter of the answer's first
    word, beside its length.

    Args:
        samples: The masked cases with their answers.
        packs: Packs that lend function words, beside the included ones.
        n_permutations: Deals that make up chance.
        seed: Seed of the deals.

    Returns:
        The result; fields, words and letters count that occur in a tenth of the cases, and in three at least.

    Raises:
        InputError: A case stands twice, or there is no deal.

    Examples:
        >>> samples = [MaskSample.of("x" * 10 * n + "[X]", ["a" * n], case_id=str(n), placeholder="[X]")
        ...            for n in range(1, 9)]
        >>> mask_place_probe(samples).n_scored
        8
    """
    words = {code: LanguagePack.load(code).function_words for code in LanguagePack.included()}
    words |= {pack.code: pack.function_words for pack in packs}

    def columns(chosen: Sequence[MaskSample]) -> Columns:
        return place_columns(chosen, words)

    return _probe("mask place", samples, columns, letter_columns, (n_permutations, seed))


def probe_masks(
    samples: Iterable[MaskSample],
    *,
    packs: Iterable[LanguagePack] = (),
    n_permutations: int = 2000,
    seed: int = 0,
) -> ProbeReport:
    """Run the three probes that look at the masks alone.

    Args:
        samples: The masked cases with their answers.
        packs: Packs that lend function words, beside the included ones.
        n_permutations: Deals that make up chance.
        seed: Seed of the deals.

    Returns:
        The report.

    Raises:
        InputError: A case stands twice, or there is no deal.

    Examples:
        >>> samples = [MaskSample.of("Tem [X].", ["a" * n], case_id=str(n), placeholder="[X]") for n in range(1, 9)]
        >>> [result.p_value for result in probe_masks(samples).results]
        [1.0, 1.0, 1.0]
    """
    listed = list(samples)
    return ProbeReport(
        (
            mask_count_probe(listed, n_permutations=n_permutations, seed=seed),
            mask_length_probe(listed, n_permutations=n_permutations, seed=seed),
            mask_place_probe(listed, packs=packs, n_permutations=n_permutations, seed=seed),
        ),
        str(Signature.of(probes="1", permutations=n_permutations, seed=seed)),
    )


def _probe(
    name: str,
    samples: Iterable[MaskSample],
    mask_columns: Callable[[Sequence[MaskSample]], Columns],
    gold_columns: Callable[[Sequence[MaskSample]], Columns],
    deals: tuple[int, int],
    *,
    needs_mask: bool = True,
) -> ProbeResult:
    n_permutations, seed = deals
    listed = distinct(samples, n_permutations)
    faults = {
        sample.case_id: sample.fault or "no_mask"
        for sample in listed
        if sample.fault or (needs_mask and not sample.count)
    }
    chosen = [sample for sample in listed if sample.case_id not in faults]
    if len(chosen) < _FEWEST:
        return nothing_scored(name, "-", list(faults.items()), len(chosen), needed=_FEWEST)
    strata = codes([sample.language for sample in chosen])
    labels = codes([(sample.language, key_of(sample.golds[0])) for sample in chosen])
    repeated = np.bincount(labels)[labels] > 1
    masks = mask_columns(chosen)
    scored = len(chosen)
    if int(repeated.sum()) >= _ENOUGH_REPEATED:
        method = "nearest neighbour"
        faults |= {sample.case_id: "gold_seen_once" for sample, kept in zip(chosen, repeated, strict=True) if not kept}
        scored = int(repeated.sum())
        figures = nearest_neighbours(masks, labels, strata, n_permutations, seed)
    else:
        method = "rank correlation"
        figures = rank_correlation(masks, gold_columns(chosen), strata, n_permutations, seed)
    unscored = tuple((sample.case_id, faults[sample.case_id]) for sample in listed if sample.case_id in faults)
    return ProbeResult(
        name, method, len(listed), scored, unscored, figures.score, figures.low, figures.high,
        float(figures.dealt.mean()), DEALT.format(count=n_permutations, seed=seed),
        p_value_of(figures.score, figures.dealt), figures.detail,
    )  # fmt: skip
