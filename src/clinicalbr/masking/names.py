"""A name of the answer, compiled for the search: its words, its head, and which of them speak for it alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.agents import binomials
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.name_words import NameWords
from clinicalbr.masking.word_forms import numeral_forms
from clinicalbr.masking.word_weight import WordWeights
from clinicalbr.schema import Tier
from clinicalbr.text import fold_text

__all__ = ["CompiledName", "compile_name", "type_numbers"]

_WORD = re.compile(r"[^\W\d_]+|\d+")
_LONG = 3
_CLEARLY = 0.7


@dataclass(frozen=True, slots=True)
class CompiledName:
    """A name with what the search must know about it.

    Args:
        text: The name as given.
        tier: Tier of the whole name: verbatim for a gold name, synonym for another one.
        exact: The words in order.
        words: Its content words, each once, in order.
        alone: Content words that give the answer away by themselves.
        sole: The only telling word of the name; empty when there are several or none.
        proper: Words that are proper names and count with a capital only.
        head: The noun that the other words describe; empty for a name of one word.
        general_head: Whether the head is a noun for any disorder.
        optional: Words that a shorter form of the name may leave out: modifiers, and what a cause is told with.
        needed: Words that every shorter form must hold: negations.
        denied: Words that the name denies ("Hodgkin" of "linfoma não Hodgkin").
        numbers: Numbers of a type in it ("tipo 1"), in all their spellings.
        causes: Words for a cause that brought the disease about ("heparin-induced"), which is evidence and no answer.
        rank: The place of each content word.
    """

    text: str
    tier: Tier
    exact: NameWords
    words: tuple[str, ...]
    alone: frozenset[str]
    sole: str
    proper: frozenset[str]
    head: str
    general_head: bool
    optional: frozenset[str]
    needed: frozenset[str]
    denied: frozenset[str]
    causes: frozenset[str]
    numbers: frozenset[str]
    rank: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank", {word: index for index, word in enumerate(self.words)})


def compile_name(name: str, exact: NameWords, tier: Tier, lexicon: Lexicon) -> CompiledName:
    """Compile a name.

    Args:
        name: A name of the answer.
        exact: The same, word by word.
        tier: Verbatim or synonym.
        lexicon: Rules of the target's languages.

    Returns:
        The compiled name.
    """
    packs, weights = lexicon.packs, lexicon.weights
    content = (word for word in exact.words if word not in weights.function_words)
    words = tuple(dict.fromkeys(content)) or exact.words
    several = len(words) > 1
    denying = {word for word in words if word in weights.denials}
    denied = {after for before, after in pairwise(words) if before in denying}
    causes = _causes(name, words, packs)
    optional = frozenset(word for word in words if weights.is_modifier(word)) | causes
    head = _head(name, [word for word in words if word not in denying | causes], packs, weights) if several else ""
    telling = [
        word
        for word in words
        if len(word) > 1 and word.isalpha() and not weights.is_general(word) and word not in denied | causes | denying
    ]
    genera = {fold_text(organism).split()[0] for organism in binomials([name], weights)}
    proper = _proper_words(name) - genera
    alone = frozenset(
        word
        for word in telling
        if several
        and (word in proper or not causes)
        # Another name often describes ("doença do barbeiro"): of its words only an eponym speaks for it.
        and (tier is Tier.VERBATIM or (word in proper and len(telling) == 1))
        and (
            word in proper
            or weights.is_distinctive(
                word, head=word == head and len(telling) > 1, qualifier=word != head and len(telling) > 1
            )
        )
    )
    return CompiledName(
        text=name,
        tier=tier,
        exact=exact,
        words=words,
        alone=alone,
        sole=telling[0] if len(telling) == 1 else "",
        proper=proper,
        head=head,
        general_head=bool(head) and weights.is_general_head(head),
        optional=optional,
        needed=frozenset(denying),
        denied=frozenset(denied),
        causes=causes,
        numbers=type_numbers(exact.words),
    )


def type_numbers(words: Iterable[str]) -> frozenset[str]:
    """The figures, Roman numerals and Greek letters that number a type, in all their spellings.

    Args:
        words: Folded words of a name.

    Returns:
        The numbers; none for most names.

    Examples:
        >>> sorted(type_numbers(("diabetes", "tipo", "1")))
        ['1', 'i']
    """
    return frozenset().union(*(forms for word in words if len(forms := numeral_forms(word)) > 1 or word.isdigit()))


def _causes(name: str, words: Sequence[str], packs: Sequence[LanguagePack]) -> frozenset[str]:
    """Words of a name that tell what brought the disease about."""
    folded = fold_text(name, squeeze=True)
    for pack in packs:
        for marker in pack.names.cause_after:
            if (at := f" {folded} ".find(f" {marker} ")) >= 0:
                return frozenset(_WORD.findall(folded[at + len(marker) :])) & frozenset(words)
        for index, word in enumerate(words):
            if index and word in pack.names.cause_before:
                return frozenset(words[:index])
    return frozenset()


def _head(name: str, words: Sequence[str], packs: Sequence[LanguagePack], weights: WordWeights) -> str:
    """The syntactic head: the last noun of an English name before its "of ...", the first of a Romance one."""
    if not words:
        return ""
    pack = packs[0] if len(packs) == 1 else _language_of(words, packs)
    if not pack.names.head_last:
        return next((word for word in words if not weights.is_modifier(word)), words[0])
    before: list[str] = []
    for word in _WORD.findall(fold_text(name)):
        if word in pack.function_words and before:
            break
        if word in words:
            before.append(word)
    return before[-1] if before else words[-1]


def _language_of(words: Sequence[str], packs: Sequence[LanguagePack]) -> LanguagePack:
    """The pack that knows the words of a name best; the first one when none does."""

    def known(pack: LanguagePack) -> float:
        background = pack.background
        return sum(background.zipf(word) + (background.concepts(word) > 0) for word in words)

    # Most words of these names are spelled alike in several languages; the first one is that of the text.
    best = max(packs, key=known)
    return best if known(best) > known(packs[0]) + _CLEARLY * len(words) else packs[0]


def _proper_words(name: str) -> frozenset[str]:
    """Words that a name writes with a capital for which their place does not ask."""
    written = _WORD_AS_WRITTEN.findall(name)
    if all(text[:1].isupper() for text in written if len(text) > _LONG):
        return frozenset()
    return frozenset(fold_text(text) for text in written if text[:1].isupper() and not text.isupper())


_WORD_AS_WRITTEN = re.compile(r"[^\W\d_]+")
