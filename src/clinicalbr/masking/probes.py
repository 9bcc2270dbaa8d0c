"""Probes: what the masks alone give away of the answer that they hide.

A mask says how often the answer was named, how long its name is (where the operator lets length show) and where it
stood. Each probe asks whether that tells the answers of a corpus apart, and holds what it finds against chance.

*Chance* is what the same measure gives when the answers are dealt out anew over the cases of the same language, many
times, from a fixed seed. The p-value is ``(1 + r) / (1 + m)`` for ``r`` of ``m`` deals that reach the score or pass it,
so that it is never zero (Phipson and Smyth 2010, "Permutation P-values should never be zero"). Each p-value stands for
its probe alone; none is corrected for the number of probes.

The measure depends on the corpus:

- *nearest neighbour*, where at least ten cases share their answer with another one: how often the case whose masks are
  most alike has the same answer; ties count as a draw among them (Schilling 1986, "Multivariate two-sample tests based
  on nearest neighbors"). The interval is a percentile bootstrap over the answers.
- *rank correlation*, where answers do not repeat: the largest Spearman correlation, in absolute value, between a
  feature of the masks and a feature of the answer. Each deal takes its own largest one, so that looking at many pairs
  is paid for (Westfall and Young 1993, *Resampling-Based Multiple Testing*). The interval is that of the chosen pair,
  ``tanh(atanh(r) +- z * sqrt((1 + r**2 / 2) / (n - 3)))`` (Bonett and Wright 2000); it does not know of the choice.

Texts of several languages are compared within each language only, for its placeholder and its names have lengths of
their own.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clinicalbr.errors import InputError, LanguageError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.masked import Masked
from clinicalbr.schema import MaskedCase, RedactionLog, Unscored, UnscoredReason
from clinicalbr.signature import Signature
from clinicalbr.text import Span, fold_text

__all__ = [
    "MaskSample",
    "MaskedField",
    "ProbeReport",
    "ProbeResult",
    "guess_probe",
    "guess_prompt",
    "guesses_in",
    "mask_count_probe",
    "mask_length_probe",
    "mask_place_probe",
    "masks_only",
    "probe_masks",
]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Columns = Mapping[str, Sequence[float]]

_CONFIDENCE = 0.95
_ENOUGH_REPEATED = 10
_FEWEST = 5
_COMMON = 0.1
_RESAMPLES = 2000
_BLOCK = 256
_CLOSE = 1e-9
_PROMPT = "guess_masked.v1"
_DEALT = "mean of {count} deals of the answers over the cases (seed {seed})"
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s*$")
_REACH = 40
_LISTED = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.):])?\s*")


@dataclass(frozen=True, slots=True)
class MaskedField:
    """One masked text and the places of its masks.

    Args:
        name: Name of the field; masks in a field called ``title`` count as such.
        text: The masked text.
        masks: Places of the masks, in order.

    Examples:
        >>> MaskedField("narrative", "Tem [X].", (Span(4, 7),)).masks[0].of("Tem [X].")
        '[X]'
    """

    name: str
    text: str
    masks: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class MaskSample:
    """A masked case with the answer that it hides, for the probes only.

    Args:
        case_id: Identifier; a case stands once in a corpus that is probed.
        golds: Names of the answer, the canonical one first.
        fields: The masked texts.
        language: Language of the texts.
        fault: Why the sample cannot be probed; empty when it can.

    Examples:
        >>> MaskSample.of("Tem [X] e [X].", ["dengue"], case_id="c1", placeholder="[X]").count
        2
    """

    case_id: str
    golds: tuple[str, ...]
    fields: tuple[MaskedField, ...]
    language: str = ""
    fault: str = ""

    @classmethod
    def of(
        cls,
        masked: str | Masked | MaskedCase | Mapping[str, str | Masked],
        golds: Iterable[str],
        *,
        case_id: str = "",
        language: str = "",
        placeholder: str | None = None,
        log: RedactionLog | None = None,
    ) -> MaskSample:
        """Make a sample of a masked text or case.

        Args:
            masked: A masked text, what a masker returned, several of either by field name, or a masked case.
            golds: Names of the answer, the canonical one first.
            case_id: Identifier; that of a masked case by default.
            language: Language; that of a masked case by default.
            placeholder: What marks a mask in a bare text or case; that of a masked case by default.
            log: The log of a masked case. Where it counts other masks than the text shows, the sample bears a fault.

        Returns:
            The sample.

        Raises:
            InputError: There is no identifier, the names are one text, or a bare text comes without a placeholder.

        Examples:
            >>> case = MaskedCase(case_id="c1", language="pt", task="diagnosis", narrative="Tem [REDIGIDO].")
            >>> MaskSample.of(case, ["dengue"]).fields[0].masks
            (Span(start=4, end=14),)
        """
        if isinstance(golds, str):
            raise InputError(f"golds is the text {golds!r}, not a list of names", remedy=f"write [{golds!r}]")
        if isinstance(masked, MaskedCase):
            case_id, language = case_id or masked.case_id, language or masked.language
            placeholder = masked.placeholder if placeholder is None else placeholder
        if not case_id:
            raise InputError("a sample has no case_id", remedy="give MaskSample.of(..., case_id=...)")
        fields = tuple(_field(case_id, name, part, placeholder) for name, part in _parts(masked))
        names = tuple(gold.strip() for gold in golds if gold.strip())
        fault = "" if names else "no_gold"
        if log is not None and not _agree(fields, log):
            fault = fault or "masks_unlike_log"
        return cls(case_id, names, fields, language, fault)

    @property
    def count(self) -> int:
        """Number of masks."""
        return sum(len(field.masks) for field in self.fields)

    @property
    def text(self) -> str:
        """The masked texts, one paragraph a field."""
        return "\n\n".join(field.text for field in self.fields)

    @property
    def masks(self) -> tuple[str, ...]:
        """The masks as written, field by field."""
        return tuple(mask.of(field.text) for field in self.fields for mask in field.masks)


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What one probe found.

    Args:
        name: Name of the probe.
        method: ``"nearest neighbour"``, ``"rank correlation"`` or ``"hits at k"``.
        n_asked: Cases handed in.
        n_scored: Cases that the score stands on.
        unscored: The other cases, each with its reason.
        score: The measure, from 0 to 1; an ``Unscored`` where too few cases are left.
        low: Lower end of its 95 % interval; ``None``, like the following figures, when there is no score.
        high: Upper end.
        chance: The same measure by chance.
        chance_how: How chance was found.
        p_value: How often chance gives at least the score.
        detail: Further figures, each with its name.

    Examples:
        >>> samples = [MaskSample.of("[X] " * n, ["a" * n], case_id=str(n), placeholder="[X]") for n in range(1, 9)]
        >>> mask_count_probe(samples).score
        1.0
    """

    name: str
    method: str
    n_asked: int
    n_scored: int
    unscored: tuple[tuple[str, str], ...]
    score: float | Unscored
    low: float | None = None
    high: float | None = None
    chance: float | None = None
    chance_how: str = ""
    p_value: float | None = None
    detail: tuple[tuple[str, float], ...] = ()

    @property
    def reasons(self) -> dict[str, int]:
        """How many cases are unscored for each reason; what follows a colon in a reason is left out."""
        return dict(Counter(reason.partition(":")[0] for _, reason in self.unscored))


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """What several probes found.

    Args:
        results: One a probe.
        signature: How they were made.

    Examples:
        >>> print(ProbeReport((mask_count_probe([]),)).table())
        probe       method  asked  scored  score                     95 % interval  chance  p
        mask count  -       0      0       none (0 cases, 5 needed)  -              -       -
    """

    results: tuple[ProbeResult, ...]
    signature: str = ""

    def to_json(self) -> str:
        """The report as one JSON object. It holds case identifiers and reasons, and no answer.

        Returns:
            JSON text; a score that does not exist is ``null`` and has its cause under ``no_score``.

        Examples:
            >>> json.loads(ProbeReport((mask_count_probe([]),)).to_json())["results"][0]["score"] is None
            True
        """
        return json.dumps(
            {"results": [_record(result) for result in self.results], "signature": self.signature}, ensure_ascii=False
        )

    def table(self) -> str:
        """The report as a table of plain text, one probe a line.

        Returns:
            Lines of equal columns.

        Examples:
            >>> ProbeReport(()).table().split()[0]
            'probe'
        """
        header = ("probe", "method", "asked", "scored", "score", "95 % interval", "chance", "p")
        rows = [header, *(_row(result) for result in self.results)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)


def mask_count_probe(samples: Iterable[MaskSample], *, n_permutations: int = 2000, seed: int = 0) -> ProbeResult:
    """Whether the number of masks tells the answer. A case without a mask takes part: none is a number too.

    Args:
        samples: The masked cases with their answers.
        n_permutations: Deals that make up chance.
        seed: Seed of the deals.

    Returns:
        The result; the module's text says how it is measured.

    Raises:
        InputError: A case stands twice, or there is no deal.

    Examples:
        >>> samples = [MaskSample.of("[X]", ["a" * n], case_id=str(n), placeholder="[X]") for n in range(1, 9)]
        >>> result = mask_count_probe(samples)
        >>> result.score, result.p_value
        (0.0, 1.0)
    """
    return _probe("mask count", samples, _count_columns, _size_columns, (n_permutations, seed), needs_mask=False)


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
        >>> letters = "abcdefgh"
        >>> bars = [Span(0, n) for n in range(1, 9)]
        >>> samples = [MaskSample(c, (c * n,), (MaskedField("text", "■" * n, (bar,)),))
        ...            for c, n, bar in zip(letters, range(1, 9), bars)]
        >>> mask_length_probe(samples).p_value < 0.01
        True
    """
    return _probe("mask length", samples, _length_columns, _size_columns, (n_permutations, seed))


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
        return _place_columns(chosen, words)

    return _probe("mask place", samples, columns, _letter_columns, (n_permutations, seed))


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


def guess_probe(
    samples: Iterable[MaskSample],
    guess: Callable[[str], Sequence[str]],
    same: Callable[[str, str], bool] | None = None,
    *,
    k: int = 5,
    baseline: Sequence[str] = (),
    known: MutableMapping[str, Sequence[str]] | None = None,
    progress: Callable[[int, int], None] | None = None,
    n_permutations: int = 2000,
    seed: int = 0,
) -> ProbeResult:
    """Whether somebody who sees the masked text only can name the answer.

    Above chance is no leak by itself, for a case describes its disease. Compare with the same guess on other maskings,
    or let ``guess`` look through :func:`masks_only`.

    Args:
        samples: The masked cases with their answers.
        guess: From the masked text to names, the likeliest first. When it raises, the case is unscored.
        same: Whether a guess and a gold name are the same; equal up to case and accents by default. It is asked about
            each guess with each gold name of the corpus, so it should cost little.
        k: How many guesses count.
        baseline: Names that somebody would say who reads nothing, for instance the corpus' commonest answers. Their
            hits stand in the detail.
        known: Guesses by case identifier. Those in it are not asked for again, and each new one is put into it, so
            that a run that was cut short goes on where it stopped.
        progress: Called after each case with the number done and the number of all.
        n_permutations: Deals that make up chance.
        seed: Seed of the deals.

    Returns:
        The share of cases with a hit among the first ``k`` guesses, with its exact interval (Clopper and Pearson 1934).

    Raises:
        InputError: A case stands twice, ``k`` is not positive or there is no deal.

    Examples:
        >>> samples = [MaskSample.of(f"{gold} [X]", [gold], case_id=gold, placeholder="[X]") for gold in ("a1", "b2")]
        >>> result = guess_probe(samples, lambda text: [text.split()[0]])
        >>> result.score, result.n_scored
        (1.0, 2)
    """
    if k < 1:
        raise InputError(f"{k} guesses cannot hold a hit", remedy="give a positive k")
    listed = _distinct(samples, n_permutations)
    store: MutableMapping[str, Sequence[str]] = {} if known is None else known
    chosen: list[tuple[MaskSample, tuple[str, ...]]] = []
    unscored: list[tuple[str, str]] = []
    for done, sample in enumerate(listed, start=1):
        names, fault = ((), sample.fault) if sample.fault else _guesses(sample, guess, store)
        if fault:
            unscored.append((sample.case_id, fault))
        else:
            chosen.append((sample, names[:k]))
        if progress is not None:
            progress(done, len(listed))
    method = f"hits at {k}"
    if len(chosen) < 2:
        return _nothing("guess", method, unscored, len(chosen), needed=2)
    golds = [sample.golds for sample, _ in chosen]
    hits = _hits([names for _, names in chosen], golds, same)
    strata = _codes([sample.language for sample, _ in chosen])
    places = np.arange(len(chosen))
    found = int(hits[places, places].sum())
    dealt = np.array([hits[places, deal].mean() for deal in _deals(strata, n_permutations, seed)])
    # Deferred: scipy.stats takes longer to load than all else that masking needs.
    from scipy.stats import binomtest  # noqa: PLC0415

    low, high = binomtest(found, len(chosen)).proportion_ci(_CONFIDENCE, method="exact")
    first = _hits([names[:1] for _, names in chosen], golds, same)[places, places].mean()
    detail = [("hits at 1", float(first))]
    if baseline:
        always = _hits([tuple(baseline[:k])] * len(chosen), golds, same)[places, places].mean()
        detail.append(("hits of the baseline", float(always)))
    score = found / len(chosen)
    return ProbeResult(
        "guess", method, len(listed), len(chosen), tuple(unscored), score, float(low), float(high),
        float(dealt.mean()), _DEALT.format(count=n_permutations, seed=seed), _p_value(score, dealt), tuple(detail),
    )  # fmt: skip


def masks_only(text: str, placeholder: str, words: int = 5) -> str:
    r"""A masked text reduced to its masks and the words beside them.

    Args:
        text: The masked text.
        placeholder: What marks a mask.
        words: Words kept on either side.

    Returns:
        One line for each mask; masks that stand close together share one. Empty when there is no mask.

    Raises:
        InputError: The placeholder is blank, or the number of words negative.

    Examples:
        >>> masks_only("Mulher de 40 anos com [X] grave, sem febre. Nega asma. Mãe com [X].", "[X]", words=2)
        '… anos com [X] grave, sem …\n… Mãe com [X].'
    """
    if not placeholder.strip() or words < 0:
        raise InputError(
            f"cannot look for the mask {placeholder!r} with {words} words beside it",
            remedy="give a visible placeholder and a number of words that is not negative",
        )
    mask = re.escape(placeholder)
    pieces = [
        (Span(*match.span()), match.group() == placeholder) for match in re.finditer(rf"{mask}|(?:(?!{mask})\S)+", text)
    ]
    windows: list[tuple[int, int]] = []
    for position, (_, is_mask) in enumerate(pieces):
        if is_mask:
            first, last = _walk(pieces, text, position, -1, words), _walk(pieces, text, position, 1, words)
            if windows and first <= windows[-1][1] + 1:
                windows[-1] = (windows[-1][0], max(last, windows[-1][1]))
            else:
                windows.append((first, last))
    lines = []
    for first, last in windows:
        kept = " ".join(text[pieces[first][0].start : pieces[last][0].end].split())
        lines.append(("… " if first else "") + kept + (" …" if last < len(pieces) - 1 else ""))
    return "\n".join(lines)


def guess_prompt(masked_text: str, language: str | LanguagePack) -> str:
    """The prompt that asks a model what stands behind the masks.

    Args:
        masked_text: A masked text, whole or reduced with :func:`masks_only`.
        language: Code of an included language, or a pack of one's own.

    Returns:
        The prompt ``guess_masked.v1`` of the pack, with the text in it.

    Raises:
        LanguageError: There is no such pack, or it holds no such prompt.

    Examples:
        >>> guess_prompt("Tem [REDIGIDO].", "pt").splitlines()[-1]
        'Tem [REDIGIDO].'
    """
    pack = language if isinstance(language, LanguagePack) else LanguagePack.load(language)
    if _PROMPT not in pack.prompts:
        raise LanguageError(
            f"the language pack {pack.code!r} holds no prompt {_PROMPT!r}",
            remedy=f"add prompts/{_PROMPT}.md with the field {{case}}",
        )
    return pack.prompts[_PROMPT].replace("{case}", masked_text).rstrip("\n")


def guesses_in(reply: str) -> tuple[str, ...]:
    r"""The names in a model's answer to :func:`guess_prompt`.

    Args:
        reply: One name a line, with or without a number or a bullet before it.

    Returns:
        The names in order.

    Examples:
        >>> guesses_in("1. dengue\n2. zika\n")
        ('dengue', 'zika')
    """
    names = (_LISTED.sub("", line, count=1).strip() for line in reply.splitlines())
    return tuple(dict.fromkeys(name for name in names if name))


def _parts(masked: str | Masked | MaskedCase | Mapping[str, str | Masked]) -> Iterator[tuple[str, str | Masked]]:
    if isinstance(masked, MaskedCase):
        for name, texts in masked.texts().items():
            for position, text in enumerate(texts):
                yield (name if len(texts) == 1 else f"{name}[{position}]"), text
    elif isinstance(masked, Mapping):
        yield from masked.items()
    else:
        yield "text", masked


def _field(case_id: str, name: str, part: str | Masked, placeholder: str | None) -> MaskedField:
    if isinstance(part, Masked):
        return MaskedField(name, part.text, tuple(edit.target for edit in part.offsets.edits))
    if placeholder is None or not placeholder.strip():
        raise InputError(
            f"the masks of the text {name!r} of case {case_id!r} cannot be told from its words",
            remedy="give MaskSample.of(..., placeholder=...), or what Masker.mask returned",
        )
    return MaskedField(name, part, tuple(Span(*match.span()) for match in re.finditer(re.escape(placeholder), part)))


def _agree(fields: Sequence[MaskedField], log: RedactionLog) -> bool:
    # A list of one text keeps its index in the log, and loses it in the visible text of a case.
    logged = Counter({name.removesuffix("[0]"): len(redactions) for name, redactions in log.redactions.items()})
    return logged == Counter({field.name.removesuffix("[0]"): len(field.masks) for field in fields})


def _distinct(samples: Iterable[MaskSample], n_permutations: int) -> list[MaskSample]:
    if n_permutations < 1:
        raise InputError(f"chance cannot be had from {n_permutations} deals", remedy="give a positive n_permutations")
    listed = list(samples)
    for case_id, count in Counter(sample.case_id for sample in listed).items():
        if count > 1:
            raise InputError(
                f"case {case_id!r} stands {count} times among the samples",
                remedy="give each case once; probe the languages of a bilingual corpus one by one",
            )
    return listed


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
    listed = _distinct(samples, n_permutations)
    faults = {
        sample.case_id: sample.fault or "no_mask"
        for sample in listed
        if sample.fault or (needs_mask and not sample.count)
    }
    chosen = [sample for sample in listed if sample.case_id not in faults]
    if len(chosen) < _FEWEST:
        return _nothing(name, "-", list(faults.items()), len(chosen), needed=_FEWEST)
    strata = _codes([sample.language for sample in chosen])
    labels = _codes([(sample.language, _key(sample.golds[0])) for sample in chosen])
    repeated = np.bincount(labels)[labels] > 1
    masks = mask_columns(chosen)
    scored = len(chosen)
    if int(repeated.sum()) >= _ENOUGH_REPEATED:
        method = "nearest neighbour"
        faults |= {sample.case_id: "gold_seen_once" for sample, kept in zip(chosen, repeated, strict=True) if not kept}
        scored = int(repeated.sum())
        figures = _nearest(masks, labels, strata, n_permutations, seed)
    else:
        method = "rank correlation"
        figures = _correlated(masks, gold_columns(chosen), strata, n_permutations, seed)
    unscored = tuple((sample.case_id, faults[sample.case_id]) for sample in listed if sample.case_id in faults)
    return ProbeResult(
        name, method, len(listed), scored, unscored, figures.score, figures.low, figures.high,
        float(figures.dealt.mean()), _DEALT.format(count=n_permutations, seed=seed),
        _p_value(figures.score, figures.dealt), figures.detail,
    )  # fmt: skip


def _nothing(name: str, method: str, unscored: Sequence[tuple[str, str]], left: int, *, needed: int) -> ProbeResult:
    reasons = ", ".join(sorted({reason.partition(":")[0] for _, reason in unscored}))
    detail = f"{left} cases, {needed} needed" + (f"; the others: {reasons}" if reasons else "")
    missing = Unscored(UnscoredReason.MISSING, detail)
    return ProbeResult(name, method, len(unscored) + left, 0, tuple(unscored), missing)


# Features


def _count_columns(samples: Sequence[MaskSample]) -> Columns:
    return {"masks": [float(sample.count) for sample in samples]}


def _length_columns(samples: Sequence[MaskSample]) -> Columns:
    return {
        "characters of a mask": [_mean(len(mask) for mask in sample.masks) for sample in samples],
        "words of a mask": [_mean(len(mask.split()) for mask in sample.masks) for sample in samples],
    }


def _place_columns(samples: Sequence[MaskSample], function_words: Mapping[str, frozenset[str]]) -> Columns:
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


def _size_columns(samples: Sequence[MaskSample]) -> Columns:
    return {
        "characters of the answer": [float(len(sample.golds[0])) for sample in samples],
        "words of the answer": [float(len(sample.golds[0].split())) for sample in samples],
    }


def _letter_columns(samples: Sequence[MaskSample]) -> Columns:
    # The first word heads a Romance name and bears its gender; the first letter decides the form of an English article.
    heads = [_key(sample.golds[0]).split(" ")[0] for sample in samples]
    first, last = _shares([[head[:1]] for head in heads]), _shares([[head[-1:]] for head in heads])
    columns = {f"answer begins with {value!r}": shares for value, shares in first.items()}
    return {
        **_size_columns(samples),
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


def _key(name: str) -> str:
    return " ".join(fold_text(name).split())


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return math.fsum(listed) / len(listed)


# Statistics


@dataclass(frozen=True, slots=True)
class _Figures:
    score: float
    low: float
    high: float
    dealt: Floats
    detail: tuple[tuple[str, float], ...]


def _codes(values: Sequence[Any]) -> Integers:
    numbers = {value: number for number, value in enumerate(sorted(set(values)))}
    return np.array([numbers[value] for value in values], dtype=np.int64)


def _deals(strata: Integers, count: int, seed: int) -> Iterator[Integers]:
    """Permutations within strata, from the raw stream of PCG64, which NumPy keeps fixed between releases."""
    source = np.random.PCG64(seed)
    order = np.argsort(strata, kind="stable")
    for _ in range(count):
        deal = np.empty(strata.size, dtype=np.int64)
        deal[order] = np.lexsort((source.random_raw(strata.size), strata))
        yield deal


def _p_value(score: float, dealt: Floats) -> float:
    return float((1 + np.count_nonzero(dealt >= score - _CLOSE)) / (1 + dealt.size))


def _nearest(masks: Columns, labels: Integers, strata: Integers, count: int, seed: int) -> _Figures:
    neighbours = _Neighbours(_standardised(masks, strata, ranked=False), strata)
    repeated = np.bincount(labels)[labels] > 1
    shares = neighbours.shares(labels)
    score = float(shares[repeated].mean())
    dealt = np.empty(count)
    for number, deal in enumerate(_deals(strata, count, seed)):
        dealt[number] = neighbours.shares(labels[deal])[repeated[deal]].mean()
    low, high = _bootstrapped(shares[repeated], labels[repeated], seed)
    return _Figures(score, low, high, dealt, (("answers that repeat", float(np.unique(labels[repeated]).size)),))


class _Neighbours:
    """Nearest cases by the features of their masks. Cases with equal features form one group."""

    def __init__(self, features: Floats, strata: Integers) -> None:
        # The language is part of a group, for neighbours are looked for within it.
        rows, groups = np.unique(np.column_stack([strata, features.round(9)]), axis=0, return_inverse=True)
        self._groups: Integers = groups.reshape(-1).astype(np.int64)
        self._sizes = np.bincount(self._groups)
        cases, pools = [], []
        alone = np.flatnonzero(self._sizes[self._groups] == 1)
        crowd = np.flatnonzero(self._sizes[self._groups] > 1)
        cases.append(crowd)
        pools.append(self._groups[crowd])
        for start in range(0, alone.size, _BLOCK):
            block = alone[start : start + _BLOCK]
            mine = rows[self._groups[block]]
            squares = np.zeros((block.size, rows.shape[0]))
            for column in range(1, rows.shape[1]):
                squares += (mine[:, column, None] - rows[None, :, column]) ** 2
            squares[mine[:, 0, None] != rows[None, :, 0]] = np.inf
            squares[np.arange(block.size), self._groups[block]] = np.inf
            nearest = squares.min(axis=1, keepdims=True)
            row, pool = np.nonzero((squares <= nearest + _CLOSE) & np.isfinite(squares))
            cases.append(block[row])
            pools.append(pool)
        self._cases = np.concatenate(cases)
        self._pools = np.concatenate(pools)
        own = self._groups[self._cases] == self._pools
        self._own = own.astype(np.int64)
        self._drawn = np.bincount(self._cases, self._sizes[self._pools] - self._own, self._groups.size)

    def shares(self, labels: Integers) -> Floats:
        """Share of each case's nearest ones that have its label; 0 for a case that is alone in its language."""
        width = int(labels.max()) + 1
        held, counts = np.unique(self._groups * width + labels, return_counts=True)
        wanted = self._pools * width + labels[self._cases]
        place = np.minimum(np.searchsorted(held, wanted), held.size - 1)
        same = np.where(held[place] == wanted, counts[place], 0) - self._own
        found = np.bincount(self._cases, same, self._groups.size)
        return np.divide(found, self._drawn, out=np.zeros_like(found), where=self._drawn > 0)


def _bootstrapped(values: Floats, labels: Integers, seed: int) -> tuple[float, float]:
    """Percentile interval of a mean, whole labels drawn (Efron and Tibshirani 1993, chapter 13)."""
    _, units = np.unique(labels, return_inverse=True)
    sizes = np.bincount(units)
    sums = np.bincount(units, values)
    raw = np.random.PCG64(seed).random_raw(_RESAMPLES * sizes.size).reshape(_RESAMPLES, sizes.size)
    drawn = ((raw >> np.uint64(32)) * np.uint64(sizes.size) >> np.uint64(32)).astype(np.int64)
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(means, [(1 - _CONFIDENCE) / 2, (1 + _CONFIDENCE) / 2])
    return float(low), float(high)


def _correlated(masks: Columns, golds: Columns, strata: Integers, count: int, seed: int) -> _Figures:
    left, right = _standardised(masks, strata, ranked=True), _standardised(golds, strata, ranked=True)
    n = strata.size
    table = right.T @ left / n
    score = min(float(np.abs(table).max()), 1.0)
    dealt = np.array([np.abs(right[deal].T @ left).max() / n for deal in _deals(strata, count, seed)])
    pairs = [
        (f"{mask} ~ {gold}", float(table[row, column]))
        for row, gold in enumerate(golds)
        for column, mask in enumerate(masks)
    ]
    strongest = sorted(pairs, key=lambda pair: (-abs(pair[1]), pair[0]))[:5]
    return _Figures(score, *_around(score, n), dealt, tuple(strongest))


def _around(score: float, n: int) -> tuple[float, float]:
    if score <= _CLOSE or score >= 1 - _CLOSE:
        # No feature varies with another, or one follows it fully: the formula has nothing to say.
        return score, score
    reach = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2) * math.sqrt((1 + score**2 / 2) / (n - 3))
    return max(math.tanh(math.atanh(score) - reach), 0.0), math.tanh(math.atanh(score) + reach)


def _standardised(columns: Columns, strata: Integers, *, ranked: bool) -> Floats:
    """Columns with mean 0 and variance 1 within each stratum; a column that is constant there becomes 0."""
    table = np.array(list(columns.values()), dtype=np.float64).T
    for stratum in range(int(strata.max()) + 1):
        rows = np.flatnonzero(strata == stratum)
        for column in range(table.shape[1]):
            values = table[rows, column]
            # A constant must not become noise of the last digit.
            varies = np.ptp(values) > _CLOSE
            values = _ranks(values) if ranked else values
            table[rows, column] = (values - values.mean()) / values.std() if varies else 0.0
    return table


def _ranks(values: Floats) -> Floats:
    """Ranks from 1; equal values share the mean of theirs."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: Floats = (ends - (counts - 1) / 2)[places.reshape(-1)]
    return ranks


# Guesses


def _guesses(
    sample: MaskSample, guess: Callable[[str], Sequence[str]], known: MutableMapping[str, Sequence[str]]
) -> tuple[tuple[str, ...], str]:
    if sample.case_id in known:
        return tuple(known[sample.case_id]), ""
    try:
        answer: object = guess(sample.text)
        listed = None if isinstance(answer, str) else list(answer)  # type: ignore[call-overload]
    except Exception as error:  # noqa: BLE001 - one case that fails must not lose the others
        return (), f"guess_failed: {type(error).__name__}: {error}"[:200]
    if listed is None or not all(isinstance(name, str) for name in listed):
        return (), "guess_is_no_list_of_names"
    names = tuple(name.strip() for name in listed if name.strip())
    known[sample.case_id] = names
    return names, ""


def _hits(
    guesses: Sequence[Sequence[str]], golds: Sequence[Sequence[str]], same: Callable[[str, str], bool] | None
) -> NDArray[np.bool_]:
    """For each case's guesses and each case's golds, whether one of the former is one of the latter."""
    holders: dict[str, list[int]] = {}
    for position, names in enumerate(golds):
        for name in dict.fromkeys(_key(name) if same is None else name for name in names):
            holders.setdefault(name, []).append(position)
    reached: dict[str, list[int]] = {}
    hits = np.zeros((len(guesses), len(golds)), dtype=np.bool_)
    for row, names in enumerate(guesses):
        for name in names:
            if name not in reached:
                equal = [_key(name)] if same is None else [gold for gold in holders if same(name, gold)]
                reached[name] = [position for gold in equal for position in holders.get(gold, ())]
            hits[row, reached[name]] = True
    return hits


def _walk(pieces: Sequence[tuple[Span, bool]], text: str, position: int, step: int, words: int) -> int:
    """The piece at which so many words have passed; a piece without a letter or a digit is none, yet goes along."""
    while 0 <= position + step < len(pieces):
        span, _ = pieces[position + step]
        is_word = any(sign.isalnum() for sign in span.of(text))
        if is_word and not words:
            break
        words -= is_word
        position += step
    return position


# Rendering


def _record(result: ProbeResult) -> dict[str, object]:
    missing = isinstance(result.score, Unscored)
    return {
        "name": result.name,
        "method": result.method,
        "n_asked": result.n_asked,
        "n_scored": result.n_scored,
        "unscored": [{"case_id": case_id, "reason": reason} for case_id, reason in result.unscored],
        "score": None if isinstance(result.score, Unscored) else result.score,
        "no_score": result.score.detail if isinstance(result.score, Unscored) else None,
        "low": result.low,
        "high": result.high,
        "chance": result.chance,
        "chance_how": None if missing else result.chance_how,
        "p_value": result.p_value,
        "detail": dict(result.detail),
    }


def _row(result: ProbeResult) -> tuple[str, ...]:
    head = (result.name, result.method, str(result.n_asked), str(result.n_scored))
    if isinstance(result.score, Unscored) or result.p_value is None:
        cause = result.score.detail if isinstance(result.score, Unscored) else ""
        return (*head, f"none ({cause})", "-", "-", "-")
    return (
        *head, f"{result.score:.3f}", f"{result.low:.3f} to {result.high:.3f}", f"{result.chance:.3f}",
        f"{result.p_value:.4f}",
    )  # fmt: skip
