"""The probe that lets somebody guess what stands behind the masks, with its prompt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, MutableMapping, Sequence

import numpy as np
from numpy.typing import NDArray

from clinicalbr.errors import InputError, LanguageError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.probes.report import DEALT, ProbeResult, nothing_scored
from clinicalbr.masking.probes.samples import MaskSample, distinct, key_of
from clinicalbr.masking.probes.statistics import CONFIDENCE, codes, deals_of, p_value_of
from clinicalbr.text import Span

__all__ = ["guess_probe", "guess_prompt", "guesses_in", "masks_only"]

_PROMPT = "guess_masked.v1"
_LISTED = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.):])?\s*")


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
    listed = distinct(samples, n_permutations)
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
        return nothing_scored("guess", method, unscored, len(chosen), needed=2)
    golds = [sample.golds for sample, _ in chosen]
    hits = _hits([names for _, names in chosen], golds, same)
    strata = codes([sample.language for sample, _ in chosen])
    places = np.arange(len(chosen))
    found = int(hits[places, places].sum())
    dealt = np.array([hits[places, deal].mean() for deal in deals_of(strata, n_permutations, seed)])
    # Deferred: scipy.stats takes longer to load than all else that masking needs.
    from scipy.stats import binomtest  # noqa: PLC0415

    low, high = binomtest(found, len(chosen)).proportion_ci(CONFIDENCE, method="exact")
    first = _hits([names[:1] for _, names in chosen], golds, same)[places, places].mean()
    detail = [("hits at 1", float(first))]
    if baseline:
        always = _hits([tuple(baseline[:k])] * len(chosen), golds, same)[places, places].mean()
        detail.append(("hits of the baseline", float(always)))
    score = found / len(chosen)
    return ProbeResult(
        "guess", method, len(listed), len(chosen), tuple(unscored), score, float(low), float(high),
        float(dealt.mean()), DEALT.format(count=n_permutations, seed=seed), p_value_of(score, dealt), tuple(detail),
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
        for name in dict.fromkeys(key_of(name) if same is None else name for name in names):
            holders.setdefault(name, []).append(position)
    reached: dict[str, list[int]] = {}
    hits = np.zeros((len(guesses), len(golds)), dtype=np.bool_)
    for row, names in enumerate(guesses):
        for name in names:
            if name not in reached:
                equal = [key_of(name)] if same is None else [gold for gold in holders if same(name, gold)]
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
