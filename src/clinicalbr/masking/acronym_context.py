"""What an acronym means where it stands: the answer, or something else that has the same letters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from clinicalbr.languages.abbreviations import Meaning
from clinicalbr.masking.acronym_letters import BY_WORDS, aligns
from clinicalbr.masking.acronym_search import behind_prefix
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.number_beside import glued_type, number_behind
from clinicalbr.masking.reading import Reading
from clinicalbr.masking.word_forms import shares_root
from clinicalbr.text import Span

__all__ = ["AcronymContext"]

_NEAR = 60
"""Characters on either side in which the words beside a meaning are looked for."""
_FREQUENT = 4.0
_RARE = 1.5
_KNOWN_ZIPF = 3.0
_BESIDE = 45
_NEVER = re.compile("(?!)")
_SENTENCE_END = re.compile(r"[.;](?= )|[\n]")
_NUMBER = r"[<>=\u2264\u2265~\u00b1+-]{0,2} ?\d[\d.,]{0,12}"
_EQUALS = re.compile(rf" ?= ?{_NUMBER}")
# Of a place of several words ("Juiz de Fora-MG") the last one is enough.
_PLACE_BEFORE = re.compile(r"(?:^|[\s(])[A-Z][\w.']+(?:-| - | ?/ ?|, | \()$")
_WORD = re.compile(r"[^\W\d_]+")
_CODE = re.compile(r" ?:? ?\d{4,}")
_FIGURES = re.compile(r"\d+")
_COUNT_BEFORE = re.compile(r"\d ?\Z")
_SPECIES = re.compile(r" ([a-z]{5,}(?:a|us|um|is|i|ae|ens|ans))\b")
_ENDS = re.compile(r"[.;:!?()\[\]\n]")
_INITIALS_BEFORE = 8
_ROOT = 4


@dataclass(frozen=True)
class AcronymContext:
    """Decides about each place of an acronym.

    Args:
        lexicon: Rules of the target's languages.
        name_words: Folded words of each name of the answer.
        numbers: Type numbers of the names ("1" of "diabetes tipo 1"), with their Roman forms.
    """

    lexicon: Lexicon
    name_words: Collection[Sequence[str]]
    numbers: frozenset[str]

    def other_meaning(self, reading: Reading, place: Span, short: str, *, given: bool) -> str | None:
        """Why an acronym means something else at a place other than that of its definition.

        Args:
            reading: The text.
            place: The acronym in ``reading.low``.
            short: The acronym as given.
            given: Whether the target names the acronym.

        Returns:
            A short reason, or None when nothing speaks against the answer.
        """
        low, cased = reading.low, reading.cased
        before, after = low[max(0, place.start - _NEAR) : place.start], low[place.end : place.end + _NEAR]
        letters = "".join(char for char in cased[place.start : place.end] if char.isalnum())
        signs = self._signs(reading, place, short, letters, (before, after))
        if reason := next((reason for reason, holds in signs if holds), None):
            return reason
        expansion = self._rival_expansion(low, place, letters.casefold())
        if expansion and not (given and self._is_foreign(expansion)):
            return f"the text calls it {expansion!r}"
        if whole := self._whole_abbreviation(letters, short):
            return f"used for {whole!r}"
        return self._usual_meaning(before, after, letters)

    def _signs(
        self, reading: Reading, place: Span, short: str, letters: str, around: tuple[str, str]
    ) -> Iterator[tuple[str, object]]:
        """What speaks against the answer right at the place, each with whether it is so."""
        before, after = around
        # Figures behind an antibody ("anti-HIV 0,25 UI/mL", "anti-HIV1") are its value or the type of what it is
        # directed at.
        if not behind_prefix(reading, place, self.lexicon.against):
            yield "part of another abbreviation", self._goes_on_in_figures(reading, place, short)
            yield "a measurement or a code follows", self._is_measured(after) or _CODE.match(after)
        yield "a unit behind a number", letters.casefold() in self.lexicon.units and _COUNT_BEFORE.search(before)
        yield "another type", self._is_of_another_type(before, after, short)
        yield "route of a drug", letters in self.lexicon.routes and self._route_cue.search(before)
        yield "code of a place", self._is_place_code(reading.cased, place, letters)
        yield "a word in a line of capitals", self._is_word_in_capitals(reading, place, letters)
        yield "genus of an organism", self._is_binomial(reading.cased, place)

    def _goes_on_in_figures(self, reading: Reading, place: Span, short: str) -> bool:
        """Whether figures that are no type of the answer go on with the letters: "FEO2"."""
        number = _FIGURES.match(reading.low, place.end)
        if number is None or short[-1:].isdigit() or number.group() in self.numbers:
            return False
        # A raised figure is a citation mark and does not belong to the acronym.
        return reading.source(place.end, place.end + 1).of(reading.text).isdecimal()

    def _is_of_another_type(self, before: str, after: str, short: str) -> bool:
        if not self.numbers or short[-1:].isdigit():
            return False
        if (glued := glued_type(before, len(before))) and glued[1] not in self.numbers:
            return True
        number = number_behind(after, 0, self.lexicon.type_words, *self.name_words)
        return number is not None and number not in self.numbers

    def _is_place_code(self, cased: str, place: Span, letters: str) -> bool:
        before = cased[max(0, place.start - _NEAR) : place.start]
        return letters in self.lexicon.place_codes and _PLACE_BEFORE.search(before) is not None

    def _is_binomial(self, cased: str, place: Span) -> bool:
        """Whether the letters are a genus with its species: "Sida rhombifolia"."""
        word = cased[place.start : place.end]
        match = _SPECIES.match(cased, place.end)
        if not word[1:].islower() or match is None:
            return False
        weights = self.lexicon.weights
        return weights.zipf(match[1]) < _RARE and not weights.concepts(match[1])

    def _is_measured(self, after: str) -> bool:
        return bool(_EQUALS.match(after)) or bool(self._measure.match(after))

    @cached_property
    def _measure(self) -> re.Pattern[str]:
        """A number with a unit, at once or behind what links a measure to its number ("estimado em 3,1 L/min")."""
        return _measure(self.lexicon.units, self.lexicon.links)

    @cached_property
    def _route_cue(self) -> re.Pattern[str]:
        """A dose or another cue, shortly before the route: "75 mg IM"."""
        return _route_cue(self.lexicon.route_cues)

    def _is_word_in_capitals(self, reading: Reading, place: Span, letters: str) -> bool:
        """Whether the acronym is spelled like a frequent word and all the words round it are in capitals."""
        word, pack = letters.casefold(), self.lexicon.packs[0]
        if (
            word not in pack.function_words
            and word not in pack.acronyms.homographs
            and pack.background.zipf(word) < _FREQUENT
        ):
            return False
        cased = reading.cased
        left = _WORD.findall(_ENDS.split(cased[max(0, place.start - 40) : place.start])[-1])[-2:]
        right = _WORD.findall(_ENDS.split(cased[place.end : place.end + 40])[0])[:2]
        # A word cut by the window's edge may have lost its small letters, but not gained any.
        beside = [item for item in (*left, *right) if len(item) > 1 and item.casefold() != word]
        weights = self.lexicon.weights
        is_known = any(
            weights.zipf(item) >= _KNOWN_ZIPF or item in weights.function_words for item in map(str.casefold, beside)
        )
        return len(beside) > 1 and is_known and all(item.isupper() for item in beside)

    def _is_foreign(self, expansion: str) -> bool:
        """Whether an expansion is in another language than the text: it spells out an acronym that was given."""
        own, *others = (pack.background for pack in self.lexicon.packs)
        return bool(others) and all(
            max(other.zipf(word) for other in others) > own.zipf(word) + 1
            for word in expansion.split()
            if len(word) > 3
        )

    def _rival_expansion(self, low: str, place: Span, letters: str) -> str | None:
        """Words beside the acronym that its letters abbreviate and that are no name of the answer."""
        if low[place.start - 1 : place.start] in {"(", "["} and low[place.end : place.end + 1] in {")", "]", ",", ";"}:
            words = _WORD.findall(_SENTENCE_END.split(low[max(0, place.start - 90) : place.start])[-1])[
                -_INITIALS_BEFORE:
            ]
            expansion = _spelled_out(words, letters, self.lexicon.without_initial)
        else:
            match = re.match(r" ?[(\[]([^()\[\]]{3,80})[)\]]", low[place.end : place.end + 90])
            words = _WORD.findall(match[1]) if match else []
            expansion = _spelled_out(words, letters, self.lexicon.without_initial, whole=True)
        if not expansion or self._may_mean_anything(letters):
            return None
        return None if self._is_answer(" ".join(expansion)) else " ".join(expansion)

    def _whole_abbreviation(self, letters: str, short: str) -> str | None:
        """What a small letter makes of the acronym where it is no subtype's: "aPTT" is a test and no kind of PTT."""
        glued = letters[:1].islower() or letters[-1:].islower()
        is_plural = letters.startswith(short) and letters[len(short) :] in self.lexicon.plural_endings
        if len(letters) != len(short) + 1 or not glued or is_plural or not self.name_words:
            return None
        names = [meaning.name for pack in self.lexicon.packs for meaning in pack.abbreviations.meanings(letters)]
        return None if not names or any(map(self._is_answer, names)) else names[0]

    def _usual_meaning(self, before: str, after: str, letters: str) -> str | None:
        """Another usual meaning whose typical neighbours stand near, where none of the answer's does."""
        if not self.name_words:
            # Without a name in full words nothing tells which of the meanings is the answer's.
            return None
        others, own = self._meanings(letters)
        if others and after.startswith(":") and (not before.strip() or before.rstrip()[-1] in ".;\n"):
            return "label of a paragraph"
        if not others:
            return None
        around = f"{_SENTENCE_END.split(before)[-1][-_BESIDE:]} | {_SENTENCE_END.split(after)[0][:_BESIDE]}"
        if any(_stands_in(item, around) for item in own):
            return None
        for meaning in others:
            if any(_stands_in(item, around) for item in (meaning.name, *meaning.beside)):
                return f"used for {meaning.name!r}"
        return None

    def _meanings(self, letters: str) -> tuple[Sequence[Meaning], Sequence[str]]:
        """The other meanings of an abbreviation, and what stands beside those of the answer."""
        known = self._known_meanings
        if letters not in known:
            meanings = [meaning for pack in self.lexicon.packs for meaning in pack.abbreviations.meanings(letters)]
            if not meanings:
                return (), ()
            others = [meaning for meaning in meanings if not self._is_answer(meaning.name)]
            if len(others) == len(meanings) and self._may_mean_anything(letters.casefold()):
                others = []
            known[letters] = others, [item for meaning in meanings if meaning not in others for item in meaning.beside]
        return known[letters]

    def _may_mean_anything(self, letters: str) -> bool:
        """Whether a name of the answer holds the letters and none spells them out: "infecção pelo HIV"."""
        bare = [name for name in self.name_words if not _holds(name, letters)]
        return len(bare) < len(self.name_words) and not any(
            _spelled_out(name[:end], letters, self.lexicon.without_initial)
            for name in bare
            for end in range(2, len(name) + 1)
        )

    @cached_property
    def _known_meanings(self) -> dict[str, tuple[Sequence[Meaning], Sequence[str]]]:
        # The abbreviations of a language are few, so that this does not grow without end.
        return {}

    def _is_answer(self, meaning: str) -> bool:
        """Whether a meaning shares a telling word, or half of its words, with the names of the answer."""
        words = _WORD.findall(meaning)
        if any(set(words) <= set(name) or set(name) <= set(words) for name in self.name_words):
            return True
        kin = [word for word in words if self._is_kin(word)]
        return 2 * len(kin) >= len(words) or any(not self.lexicon.weights.is_general(word) for word in kin)

    def _is_kin(self, word: str) -> bool:
        """Whether a word is one of the names' in another spelling or language: "rheumatoid", "reumatoide"."""
        simple = self.lexicon.simplified(word)
        # Words that share a root share four letters.
        return any(shares_root(simple, other) for other in self._simplified.get(simple[:_ROOT], ()))

    @cached_property
    def _simplified(self) -> dict[str, list[str]]:
        """The words of the names in the spelling that the languages share, by their beginnings."""
        found: dict[str, list[str]] = {}
        for other in sorted({self.lexicon.simplified(word) for name in self.name_words for word in name}):
            found.setdefault(other[:_ROOT], []).append(other)
        return found


def _holds(words: Sequence[str], letters: str) -> bool:
    """Whether a word, or several with nothing between them, are the letters: "HTLV-1"."""
    return any("".join(words[start:end]) == letters for end in range(len(words) + 1) for start in range(end))


def _spelled_out(
    words: Sequence[str], letters: str, skipped: Collection[str], *, whole: bool = False
) -> list[str] | None:
    """The last words, or all, that the letters abbreviate."""
    telling = [word for word in words if word not in skipped]
    for count in (len(telling),) if whole else range(2, min(len(letters) + 1, len(telling)) + 1):
        tail = telling[-count:] if count else []
        if len(tail) > 1 and aligns(letters, tail, BY_WORDS):
            return tail
    return None


def _stands_in(phrase: str, text: str) -> bool:
    at = text.find(phrase)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(phrase) : at + len(phrase) + 1]
        if not (before.isalnum() and phrase[0].isalnum()) and not (after.isalnum() and phrase[-1].isalnum()):
            return True
        at = text.find(phrase, at + 1)
    return False


@lru_cache(maxsize=32)
def _measure(units: frozenset[str], links: frozenset[str]) -> re.Pattern[str]:
    unit, link = (
        "|".join(re.escape(item) for item in sorted(items, key=lambda item: (-len(item), item)))
        for items in (units, links)
    )
    return re.compile(rf"(?: (?:{link}))?[ :(]{{0,3}}{_NUMBER} ?(?:{unit})(?![^\W_])")


@lru_cache(maxsize=32)
def _route_cue(cues: frozenset[str]) -> re.Pattern[str]:
    # "#" is a number and "*" any ending, as in the other lists of the packs.
    forms = "|".join(re.escape(cue).replace(r"\#\ ", r"\d ?").replace(r"\*", r"\w*") for cue in sorted(cues))
    if not forms:
        return _NEVER
    return re.compile(rf"(?<![^\W\d_])(?:{forms})(?![^\W_])[^.;()]{{0,14}}$")
