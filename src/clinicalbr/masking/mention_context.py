"""Where a telling word does not speak of the answer: a place or person of the same name, a test, another disease."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from clinicalbr.masking.acronym_search import hyphened_prefix
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.mentions import Mention
from clinicalbr.masking.names import CompiledName
from clinicalbr.masking.number_beside import number_before, number_behind
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.word_forms import shares_root
from clinicalbr.schema import Tier

__all__ = ["MentionContext"]

_NEAR = 48
_WORD = re.compile(r"[^\W\d_]+")
_COUNT_BEFORE = re.compile(r"\d[ -]?\Z")
_ENDS = re.compile(r"[.;:!?()\[\]\n,]")
_CAPITALISED = re.compile(r" ([A-Z][a-z]+)(?![^\W_])")
_AFTER_EPONYM = re.compile(r"(?:'s?)? ([^\W\d_]+)")
_COMMON_ZIPF = 4.0
_LATIN_ZIPF = 2.0
_SHARED = 4
_LOOKED_AT = 2
_KEPT = 4096


@dataclass(frozen=True)
class MentionContext:
    """Decides about the weaker mentions by what stands beside them.

    Args:
        lexicon: Rules of the target's languages.
        fixed_phrases: Names of tests and signs in which a word of the answer does not count.
    """

    lexicon: Lexicon
    fixed_phrases: Sequence[str]

    @cached_property
    def _phrases(self) -> str:
        return "\n".join(self.fixed_phrases)

    @cached_property
    def _before_eponym(self) -> re.Pattern[str]:
        """A noun with the small word that ties it to a proper name: "sinal de Murphy"."""
        small = "|".join(re.escape(word) for word in sorted(self.lexicon.particles))
        return re.compile(rf"([^\W\d_]+) (?:{small}) \Z")

    @cached_property
    def _told_apart(self) -> dict[tuple[str, Tier, str], bool | None]:
        return {}

    def other_meaning(self, mention: Mention, reading: Reading) -> str | None:
        """Why a mention speaks of something else.

        Args:
            mention: A mention by a telling word, a part of the name or another form.
            reading: The text.

        Returns:
            A short reason, or None.
        """
        low = reading.low
        if self._in_fixed_phrase(mention, low):
            return "fixed name of a test or sign"
        if mention.words == 1:
            if self._is_named_after(mention, reading) and not self._is_antibody(mention, reading):
                return "a place or person of that name"
            if low[mention.start : mention.end] in self.lexicon.units and _COUNT_BEFORE.search(
                low, max(0, mention.start - 3), mention.start
            ):
                return "a unit behind a number"
        if mention.words < len(mention.name.words):
            reason = self._rival(mention, low)
            return None if reason is None or self._is_antibody(mention, reading) else reason
        return None

    def _rival(self, mention: Mention, low: str) -> str | None:
        """Why a part of a name belongs to something else of the kind."""
        if self._is_of_another_type(mention, low):
            return "another type"
        return "another disease" if self._is_another_disease(mention, low) else None

    def _is_antibody(self, mention: Mention, reading: Reading) -> bool:
        """Whether a mention stands behind "anti-": what follows then is the kind of antibody, not of disease."""
        first, hyphen, _ = reading.low[mention.start : mention.end].partition("-")
        if hyphen and first in self.lexicon.against:
            return True
        return hyphened_prefix(reading, mention.start, self.lexicon.against) is not None

    def _in_fixed_phrase(self, mention: Mention, low: str) -> bool:
        if low[mention.start : mention.end] not in self._phrases:
            return False
        for phrase in self.fixed_phrases:
            at = low.find(phrase, max(0, mention.end - len(phrase)), mention.start + len(phrase))
            if 0 <= at <= mention.start and mention.end <= at + len(phrase):
                return True
        return False

    def _is_of_another_type(self, mention: Mention, low: str) -> bool:
        numbers = mention.name.numbers
        if not numbers:
            return False
        behind = number_behind(low, mention.end, self.lexicon.type_words, mention.name.words)
        return any(number and number not in numbers for number in (behind, number_before(low, mention.start)))

    def _is_named_after(self, mention: Mention, reading: Reading) -> bool:
        """Whether the word is part of a proper name: "Hospital Carlos Chagas", "Sweet Cakes"."""
        cased = reading.cased
        word = cased[mention.start : mention.end]
        if not word[:1].isupper() or word.isupper():
            return False
        begin = max(0, mention.start - _NEAR)
        for match in reversed(list(_WORD.finditer(cased, begin, mention.start))[-4:]):
            if match.group().casefold() in self.lexicon.institutions and not _ENDS.search(
                cased, match.end() + (cased[match.end()] == "."), mention.start
            ):
                return True
            if match.group()[0].islower() and match.group() not in self.lexicon.weights.function_words:
                break
        if mention.name.proper and self._is_sign_or_operation(mention, reading.low):
            return True
        after = _CAPITALISED.match(cased, mention.end)
        return bool(after and mention.name.proper and after[1].casefold() not in mention.name.words)

    def _is_sign_or_operation(self, mention: Mention, low: str) -> bool:
        """Whether a noun beside an eponym makes it the name of a sign, a test or an operation: "Whipple procedure"."""
        things, own = self.lexicon.named_things, mention.name.words
        before = self._before_eponym.search(low, max(0, mention.start - _NEAR), mention.start)
        after = _AFTER_EPONYM.match(low, mention.end)
        return any(match and match[1] in things and match[1] not in own for match in (before, after))

    def _is_another_disease(self, mention: Mention, low: str) -> bool:
        """Whether the words beside a head make it another disease: "artrite séptica", "pulmonary fibrosis"."""
        name = mention.name
        if mention.words == 1:
            if not mention.reason.startswith("telling"):
                return False
            if not self._is_head(mention, name):
                return self._describes_another(mention, low)
        beside = (*self._following(mention, low), *self._preceding(mention, low))
        return next((verdict for word in beside if (verdict := self._tells_apart(word, name)) is not None), False)

    def _tells_apart(self, word: str, name: CompiledName) -> bool | None:
        """Whether a word beside a head makes it another disease; None when the next word decides."""
        key = name.text, name.tier, word
        if key not in self._told_apart:
            if len(self._told_apart) >= _KEPT:
                self._told_apart.clear()
            self._told_apart[key] = self._is_other(word, name)
        return self._told_apart[key]

    def _is_other(self, word: str, name: CompiledName) -> bool | None:
        weights = self.lexicon.weights
        if word in name.denied:
            return True
        if weights.is_modifier(word) or any(word == own or shares_root(word, own) for own in name.words):
            return None
        if weights.is_site(word):
            # "miliary tuberculosis" may be pulmonary; "embolia pulmonar" is not cerebral.
            tied = weights.concepts(name.sole) > _SHARED and any(weights.is_site(own) for own in name.words)
            return True if tied or not name.sole else None
        if weights.is_general(word) or not weights.concepts(word):
            return False
        return True if weights.zipf(word) < _COMMON_ZIPF else None

    def _describes_another(self, mention: Mention, low: str) -> bool:
        """Whether a word that many diseases share describes a noun of another one: "fibrose cística"."""
        weights = self.lexicon.weights
        if weights.concepts(low[mention.start : mention.end]) <= _SHARED or mention.name.proper:
            return False
        if self.lexicon.packs[0].names.head_last:
            noun = _WORD.match(low, mention.end + 1)
            word = noun.group() if noun and low[mention.end : mention.end + 1] == " " else ""
        else:
            before = _WORD.findall(low[max(0, mention.start - _NEAR) : mention.start])
            word = before[-1] if before and low[mention.start - 1] == " " else ""
        return (
            bool(word)
            and word not in mention.name.words
            and not weights.is_general(word)
            and weights.concepts(word) > 0
        )

    @staticmethod
    def _is_head(mention: Mention, name: CompiledName) -> bool:
        return repr(name.head) in mention.reason or name.sole != ""

    def _following(self, mention: Mention, low: str) -> Iterator[str]:
        """Content words behind a noun that may describe it, in languages that put them there."""
        stop = _ENDS.search(low, mention.end, mention.end + _NEAR)
        text = low[mention.end : stop.start() if stop else mention.end + _NEAR]
        words = _WORD.findall(text)[: _LOOKED_AT + 1]
        if self.lexicon.packs[0].names.head_last:
            # What follows the noun in English is Latin: "porphyria cutanea tarda".
            words = words[:1] if words and self.lexicon.weights.zipf(words[0]) < _LATIN_ZIPF else []
        yield from (word for word in words if word not in self.lexicon.weights.function_words)

    def _preceding(self, mention: Mention, low: str) -> Iterator[str]:
        """The word before a noun, in languages that put what describes it there."""
        if not self.lexicon.packs[0].names.head_last:
            return
        begin = max(0, mention.start - _NEAR)
        stops = list(_ENDS.finditer(low, begin, mention.start))
        words = _WORD.findall(low[stops[-1].end() if stops else begin : mention.start])[-_LOOKED_AT:]
        for word in reversed(words):
            if word in self.lexicon.weights.function_words:
                return
            yield word
