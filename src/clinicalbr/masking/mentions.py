"""From related words to mentions: a whole name in other words, a telling part of it, a misspelling.

Windows are taken as short as they come: the words of a name, in any order, with few others between them and no end of a
sentence. Every such window is a mention of its own; nothing is chosen, so that masking one never bares another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.names import CompiledName
from clinicalbr.masking.organisms import organism, stays_inside, with_genus
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.target_word import Kinship, TargetWord
from clinicalbr.masking.token_search import Token
from clinicalbr.masking.whole_names import WholeNames
from clinicalbr.masking.word_weight import WordWeights
from clinicalbr.schema import Tier
from clinicalbr.text import Span

__all__ = ["Mention", "Surroundings", "mentions_of", "not_settled"]

_WORD = re.compile(r"[^\W_]+")
_HARD = re.compile(r"[.;:!?\[\]{}()\n\u3002]")
_LONGEST_GAP = 48
_ORDINARY_ZIPF = 4.0
"""From this frequency on, an eponym in small letters is taken for the ordinary word that is spelled like it."""
_FUNCTION_WORDS_BETWEEN = 3
_FEW_CONCEPTS = 8
_TIED = re.compile(r"(?<=\w)-(?=\w)")


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


class Surroundings:
    """The text around the tokens; what stands between two of them is looked at once for all names.

    Args:
        reading: The text.
        lexicon: Rules of the target's languages.
        whole: Where the text holds a whole name as it is; mentions inside one are not looked for.
    """

    def __init__(self, reading: Reading, lexicon: Lexicon, whole: WholeNames) -> None:
        self.reading = reading
        self.lexicon = lexicon
        self.whole = whole
        self._between: dict[tuple[int, int], int | None] = {}

    def words_between(self, start: int, end: int) -> int | None:
        """Number of telling words between two places.

        Args:
            start: End of a token.
            end: Start of the next one.

        Returns:
            The number; None when a sentence ends between the places, they are far apart, or a number of another type
            stands there.
        """
        place = start, end
        if place not in self._between:
            self._between[place] = _words_between(self.reading.low, start, end, self.lexicon.weights)
        return self._between[place]


def not_settled(tokens: Sequence[Token], reading: Reading, whole: WholeNames) -> Iterator[Token]:
    """The tokens that may belong to a mention which reaches beyond a whole name.

    Args:
        tokens: Related tokens of a text, in order of place.
        reading: The text.
        whole: Where the text holds a whole name as it is.

    Yields:
        All but those in groups that one whole name holds, far from every other token.
    """
    first = 0
    for last, token in enumerate(tokens, 1):
        if last < len(tokens) and tokens[last].start - token.end <= _LONGEST_GAP:
            continue
        group = tokens[first:last]
        first = last
        held = whole.around(group[0].start, token.end)
        if not held or not all(stays_inside(one, word, held, reading) for one in group for word in one.kin):
            yield from group


def mentions_of(
    name: CompiledName, tokens: Sequence[Token], surroundings: Surroundings, targets: Mapping[str, TargetWord]
) -> Iterator[Mention]:
    """The mentions of one name among the related tokens of a text.

    Args:
        name: The name.
        tokens: Tokens related to words of the name, in order of place.
        surroundings: The text around them.
        targets: The words of all names.

    Yields:
        Mentions; they may overlap.
    """
    single = len(name.words) == 1
    whole = surroundings.whole
    around = [whole.around(token.start, token.end) for token in tokens]
    for token, held in zip(tokens, around, strict=True):
        for word in token.kin:
            if (word in name.rank if single else word in name.alone) and not (
                held and stays_inside(token, word, held, surroundings.reading)
            ):
                yield from _alone(name, token, word, surroundings, targets)
    if not single and len(tokens) > 1:
        yield from _windows(name, tokens, around, surroundings)


def _alone(
    name: CompiledName, token: Token, word: str, surroundings: Surroundings, targets: Mapping[str, TargetWord]
) -> Iterator[Mention]:
    """Mentions by one word: the whole of a one-word name in another form, or a telling word of a longer one."""
    reading, weights = surroundings.reading, surroundings.lexicon.weights
    kinship = token.kin[word]
    single = len(name.words) == 1
    capital = reading.cased[token.start].isupper()
    if kinship is Kinship.ROOT:
        if span := organism(token, word, reading):
            yield Mention(*span, _weaker(name, Tier.CORE), name, f"organism named like {word!r}", 1)
    elif kinship is Kinship.TYPO:
        if span := organism(token, word, reading):
            yield Mention(*span, _weaker(name, Tier.CORE), name, f"organism named like {word!r}", 1)
        elif word in name.proper and not capital:
            return
        elif targets[word].slips_alone and not weights.is_real_word(token.text):
            yield Mention(token.start, token.end, _weaker(name, Tier.TYPO), name, f"misspelling of {word!r}", 1)
    elif (
        word in name.proper
        and not capital
        and token.text in {word, word + "s"}
        and weights.zipf(word) >= _ORDINARY_ZIPF
    ):
        # An eponym is a name: "Sweet", not the taste. Its adjectives ("parkinsonian") have no capital, and notes write
        # "chagas" for Chagas.
        return
    elif kinship is Kinship.DERIVED and not single and word == name.head != name.sole:
        # "Poliartrite" is a finding, "antituberculoso" tells of tuberculosis.
        return
    elif single:
        tier = name.tier if kinship is Kinship.EXACT else _weaker(name, Tier.INFLECTION)
        yield Mention(with_genus(token, reading, weights), token.end, tier, name, f"form of {word!r}", 1)
    else:
        tier = _weaker(name, Tier.CORE)
        yield Mention(with_genus(token, reading, weights), token.end, tier, name, f"telling word {word!r}", 1)


def _weaker(name: CompiledName, tier: Tier) -> Tier:
    """A synonym stays one in whatever form it stands."""
    return Tier.SYNONYM if name.tier is Tier.SYNONYM else tier


def _windows(
    name: CompiledName, related: Sequence[Token], around: Sequence[Span | None], surroundings: Surroundings
) -> Iterator[Mention]:
    rank, extra_words = name.rank, surroundings.lexicon.thresholds.extra_words
    longest = 2 * len(rank) + extra_words + 2
    for first in range(len(related) - 1):
        held_by = around[first]
        if related[first + 1].start - related[first].end > _LONGEST_GAP or _ends_inside(related, around, first):
            continue
        held: dict[str, Kinship] = {}
        extra = 0
        turned = False
        for last in range(first, min(len(related), first + longest)):
            token = related[last]
            if last > first:
                between = surroundings.words_between(related[last - 1].end, token.start)
                if between is None:
                    break
                extra += between
            new = _taken(token, rank, held)
            if new is None:
                if last == first:
                    break
                extra += 1
            else:
                kinship, word = new
                place = rank[word]
                turned = turned or any(rank[other] > place for other in held)
                held[word] = kinship
            # Words in another order must stand together, or they belong to two phrases.
            if extra > (0 if turned else extra_words):
                break
            # Within a part of a name, a word of another kind makes it the name of something else.
            is_full = len(held) == len(rank)
            if new and last > first and (is_full or not extra):
                is_inside = held_by and around[last] == held_by
                if not is_inside and (found := _judge(name, held)):
                    yield Mention(related[first].start, token.end, found[0], name, found[1], len(held))
                if is_full:
                    break


def _ends_inside(related: Sequence[Token], around: Sequence[Span | None], first: int) -> bool:
    """Whether every window that begins with a token ends in the whole name around it."""
    if around[first] is None:
        return False
    last = first
    while last + 1 < len(related) and around[last + 1] == around[first]:
        last += 1
    return last + 1 == len(related) or related[last + 1].start - related[last].end > _LONGEST_GAP


def _taken(token: Token, own: Mapping[str, int], held: Mapping[str, Kinship]) -> tuple[Kinship, str] | None:
    """The word of the name that a token stands for: the closest one that is not held yet."""
    taken = None
    for word, kinship in token.kin.items():
        if word in own and word not in held and (taken is None or (kinship, word) > taken):
            taken = kinship, word
    return taken


def _judge(name: CompiledName, held: Mapping[str, Kinship]) -> tuple[Tier, str] | None:
    """What a window that holds some words of a name is worth."""
    slips = Kinship.TYPO in held.values()
    missing = name.rank.keys() - held.keys()
    if not missing:
        return _weaker(name, Tier.TYPO if slips else Tier.INFLECTION), "the whole name in other words"
    if not name.needed.isdisjoint(missing) or any(not word.isalpha() for word in missing):
        return None
    reason = _without_head(name, held) if name.head in missing else _with_head(name, held, missing)
    return (_weaker(name, Tier.TYPO if slips else Tier.CORE), reason) if reason else None


def _without_head(name: CompiledName, held: Mapping[str, Kinship]) -> str | None:
    telling = name.alone | name.proper
    return "all telling words of the name" if len(telling) > 1 and telling <= held.keys() else None


def _with_head(name: CompiledName, held: Mapping[str, Kinship], missing: set[str]) -> str | None:
    """Why the head with the other words that a window holds is enough; None when it is not."""
    described = [word for word in held if word != name.head and (word not in name.optional or word in name.causes)]
    is_telling = any(word in name.alone or word in name.proper for word in described)
    if held[name.head] is Kinship.ROOT or (name.tier is Tier.SYNONYM and name.alone.isdisjoint(held)):
        return None
    # "doença pulmonar" is not yet "doença pulmonar obstrutiva crônica".
    is_whole = not name.general_head or is_telling or (not missing - name.optional and len(missing) == 1)
    enough = name.head in name.alone or (described and is_whole)
    return "the head of the name with a word that describes it" if enough else None


def _words_between(low: str, start: int, end: int, weights: WordWeights) -> int | None:
    if end < start:
        return 0
    if end - start > _LONGEST_GAP:
        return None
    gap = low[start:end]
    if gap == " ":
        return 0
    if _HARD.search(gap):
        return None
    words = _WORD.findall(gap)
    if any(word.isdigit() for word in words):
        return None
    small = sum(word in weights.function_words for word in words)
    # A hyphen ties words to one; course, degree and side do not make it another disease.
    tied = len(_TIED.findall(gap))
    unimportant = sum(weights.is_modifier(word) and weights.concepts(word) <= _FEW_CONCEPTS for word in words)
    return None if small > _FUNCTION_WORDS_BETWEEN else max(0, len(words) - small - unimportant - tied)
