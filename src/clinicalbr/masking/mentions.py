"""From related words to mentions: a whole name in other words, a telling part of it, a misspelling.

Windows are taken as short as they come: the words of a name, in any order, with few others between them and no end of a
sentence. Every such window is a mention of its own; nothing is chosen, so that masking one never bares another.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.names import CompiledName
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.target_word import Kinship, TargetWord
from clinicalbr.masking.token_search import Token
from clinicalbr.masking.word_weight import WordWeights
from clinicalbr.schema import Tier

__all__ = ["Mention", "mentions_of"]

_WORD = re.compile(r"[^\W_]+")
_HARD = re.compile(r"[.;:!?\[\]{}()\n\u3002]")
_LONGEST_GAP = 48
_FUNCTION_WORDS_BETWEEN = 3
_FEW_CONCEPTS = 8
_TIED = re.compile(r"(?<=\w)-(?=\w)")
_LONG_ROOT = 5
_COMMON_GENUS_ZIPF = 2.6
_LATIN_ENDINGS = ("a", "um", "us", "is", "es", "ma", "yces")
_SPECIES = re.compile(r" (?:[a-z]{4,}(?:ae|i|is|um|us|a|ans|ens|e)\b|spp?\.)")
_GENUS = re.compile(r"(?<!\w)[A-Z](?:\.|[a-z]{3,}(?:um|us|a|is|es|ma)) \Z")


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of the folded text that speaks of a name.

    Args:
        start: First position.
        end: Position behind it.
        tier: How it relates to the name.
        name: The name.
        reason: Why it counts.
        words: Number of the name's words in it.
    """

    start: int
    end: int
    tier: Tier
    name: CompiledName
    reason: str
    words: int


def mentions_of(
    name: CompiledName, tokens: Sequence[Token], reading: Reading, lexicon: Lexicon, targets: Mapping[str, TargetWord]
) -> Iterator[Mention]:
    """The mentions of one name among the related tokens of a text.

    Args:
        name: The name.
        tokens: Related tokens in order of place.
        reading: The text.
        lexicon: Rules of the target's languages.
        targets: The words of all names.

    Yields:
        Mentions; they may overlap.
    """
    weights, extra_words = lexicon.weights, lexicon.thresholds.extra_words
    own = set(name.words)
    related = [token for token in tokens if not own.isdisjoint(token.kin)]
    if not related:
        return
    for token in related:
        yield from _alone(name, token, reading, targets, weights)
    if len(name.words) > 1:
        yield from _windows(name, own, related, reading, weights, extra_words)


def _alone(
    name: CompiledName, token: Token, reading: Reading, targets: Mapping[str, TargetWord], weights: WordWeights
) -> Iterator[Mention]:
    """Mentions by one word: the whole of a one-word name in another form, or a telling word of a longer one."""
    single = len(name.words) == 1
    for word, kinship in token.kin.items():
        if word not in name.words or not (single or word in name.alone):
            continue
        capital = reading.cased[token.start].isupper()
        if kinship is Kinship.ROOT:
            if span := _organism(token, word, reading):
                yield Mention(*span, _weaker(name, Tier.CORE), name, f"organism named like {word!r}", 1)
        elif kinship is Kinship.TYPO:
            if span := _organism(token, word, reading):
                yield Mention(*span, _weaker(name, Tier.CORE), name, f"organism named like {word!r}", 1)
            elif word in name.proper and not capital:
                continue
            elif targets[word].slips_alone and not weights.is_real_word(token.text):
                yield Mention(token.start, token.end, _weaker(name, Tier.TYPO), name, f"misspelling of {word!r}", 1)
        elif word in name.proper and not capital and token.text in {word, word + "s"}:
            # An eponym is a name: "Sweet", not the taste. Its adjectives ("parkinsonian") have no capital.
            continue
        elif kinship is Kinship.DERIVED and not single and word == name.head != name.sole:
            # "Poliartrite" is a finding, "antituberculoso" tells of tuberculosis.
            continue
        elif single:
            tier = name.tier if kinship is Kinship.EXACT else _weaker(name, Tier.INFLECTION)
            yield Mention(_with_genus(token, reading, weights), token.end, tier, name, f"form of {word!r}", 1)
        else:
            tier = _weaker(name, Tier.CORE)
            yield Mention(_with_genus(token, reading, weights), token.end, tier, name, f"telling word {word!r}", 1)


def _with_genus(token: Token, reading: Reading, weights: WordWeights) -> int:
    """Start of the binomial whose species a token is: "Mycobacterium tuberculosis"."""
    if not reading.cased[token.start].islower():
        return token.start
    match = _GENUS.search(reading.cased, max(0, token.start - _LONGEST_GAP), token.start)
    if match is None or match.group()[1] == "." or weights.zipf(match.group().strip().casefold()) > _COMMON_GENUS_ZIPF:
        return token.start
    return match.start()


def _organism(token: Token, word: str, reading: Reading) -> tuple[int, int] | None:
    """A binomial, one of whose words shares a long root with a word of the name: "F. tularensis" for tularemia."""
    if len(os.path.commonprefix([token.text, word])) < _LONG_ROOT:
        return None
    cased = reading.cased
    if cased[token.start].isupper():
        match = _SPECIES.match(cased, token.end)
        latin = token.text.endswith(_LATIN_ENDINGS)
        return (token.start, match.end() if match else token.end) if latin and cased[token.start + 1 : token.end].islower() else None
    match = _GENUS.search(cased, max(0, token.start - _LONGEST_GAP), token.start)
    return (match.start(), token.end) if match else None


def _weaker(name: CompiledName, tier: Tier) -> Tier:
    """A synonym stays one in whatever form it stands."""
    return Tier.SYNONYM if name.tier is Tier.SYNONYM else tier


def _windows(
    name: CompiledName, own: set[str], related: Sequence[Token], reading: Reading, weights: WordWeights, extra_words: int
) -> Iterator[Mention]:
    longest = 2 * len(own) + extra_words + 2
    rank = {word: index for index, word in enumerate(name.words)}
    for first in range(len(related)):
        held: dict[str, Kinship] = {}
        extra = 0
        turned = False
        for last in range(first, min(len(related), first + longest)):
            token = related[last]
            if last > first:
                between = _words_between(reading.low, related[last - 1].end, token.start, weights)
                if between is None:
                    break
                extra += between
            new = _taken(token, own, held)
            if new is None:
                if last == first:
                    break
                extra += 1
            else:
                turned = turned or any(rank[word] > rank[new[0]] for word in held)
                held[new[0]] = new[1]
            # Words in another order must stand together, or they belong to two phrases.
            if extra > (0 if turned else extra_words):
                break
            # Within a part of a name, a word of another kind makes it the name of something else.
            if new and last > first and (not extra or len(held) == len(own)) and (found := _judge(name, own, held)):
                yield Mention(related[first].start, token.end, found[0], name, found[1], len(held))
                if len(held) == len(own):
                    break


def _taken(token: Token, own: set[str], held: Mapping[str, Kinship]) -> tuple[str, Kinship] | None:
    """The word of the name that a token stands for: the closest one that is not held yet."""
    options = [(kinship, word) for word, kinship in token.kin.items() if word in own and word not in held]
    if not options:
        return None
    kinship, word = max(options, key=lambda item: (item[0], item[1]))
    return word, kinship


def _judge(name: CompiledName, own: set[str], held: Mapping[str, Kinship]) -> tuple[Tier, str] | None:
    """What a window that holds some words of a name is worth."""
    slips = sum(kinship is Kinship.TYPO for kinship in held.values())
    missing = own - held.keys()
    if not missing:
        tier = Tier.TYPO if slips else Tier.INFLECTION
        return _weaker(name, tier), "the whole name in other words"
    if not name.needed.isdisjoint(missing) or any(not word.isalpha() for word in missing):
        return None
    if name.head in missing:
        telling = name.alone | name.proper
        if len(telling) > 1 and telling <= held.keys():
            return _weaker(name, Tier.TYPO if slips else Tier.CORE), "all telling words of the name"
        return None
    if held[name.head] is Kinship.ROOT:
        return None
    described = [word for word in held if word != name.head and (word not in name.optional or word in name.causes)]
    tier = _weaker(name, Tier.TYPO if slips else Tier.CORE)
    reason = "the head of the name with a word that describes it"
    if name.tier is Tier.SYNONYM and not any(word in name.alone for word in held):
        return None
    if name.head in name.alone:
        return tier, reason
    if name.general_head:
        # "doença pulmonar" is not yet "doença pulmonar obstrutiva crônica".
        rest = missing - name.optional
        telling = any(word in name.alone or word in name.proper for word in described)
        return (tier, reason) if described and (telling or (not rest and len(missing) == 1)) else None
    return (tier, reason) if described else None


def _words_between(low: str, start: int, end: int, weights: WordWeights) -> int | None:
    """Number of telling words between two places; None when a sentence ends between them, they are far apart, or a
    number of another type stands there."""
    if end < start:
        return 0
    gap = low[start:end]
    if len(gap) > _LONGEST_GAP or _HARD.search(gap):
        return None
    words = _WORD.findall(gap)
    if any(word.isdigit() for word in words):
        return None
    small = sum(word in weights.function_words for word in words)
    # A hyphen ties words to one; course, degree and side do not make it another disease.
    tied = len(_TIED.findall(gap))
    plain = sum(weights.is_modifier(word) and weights.concepts(word) <= _FEW_CONCEPTS for word in words)
    return None if small > _FUNCTION_WORDS_BETWEEN else max(0, len(words) - small - plain - tied)
