"""What belongs to a treatment only where a text speaks of it: doses, steps, devices and short forms."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.phrases import Phrases, TextWords
from clinicalbr.masking.regimens import Dose, Regimens
from clinicalbr.masking.treatment_context import overlaps, segments_of
from clinicalbr.masking.treatment_words import PlanWords
from clinicalbr.text import Span, SpanSet

__all__ = ["Scene"]

_GAP = re.compile(r"[ \-\u2013/.,'\u00ae\u2122]{0,3}")
_PARAGRAPH = re.compile(r"\n\s*\n")
_LONGEST_CHUNK = 6
_LONGEST_APPROACH = 5
_LONGEST_BRIDGE = 14
_NEAR = 6


class Scene:
    """The search beside mentions, made once for a plan and some languages.

    Args:
        words: Words of the plan.
        operative: Whether the plan has a procedure or a device.
        short: Names of the plan's drugs that are too short to count anywhere.
        drugs: Names of any drug, to tell whose a dose is.
        packs: Packs of the languages.
    """

    def __init__(
        self,
        words: PlanWords,
        operative: bool,
        short: Iterable[str],
        drugs: Phrases,
        packs: Sequence[LanguagePack],
    ) -> None:
        rules = [pack.treatment for pack in packs]
        self._plan = words
        self._packs = tuple(packs)
        self._drugs = drugs
        self._short = Phrases(short)
        self._operative = operative
        self._regimens = Regimens.of(packs)
        self._outcomes = Phrases(term for each in rules for term in (*each.outcomes, *each.changes))
        self._steps = Phrases(term for each in rules for term in (*each.steps, *each.parts))
        self._examinations = frozenset(item for each in rules for item in each.examinations)
        self._not_drugs = frozenset(word for each in rules for word in each.not_drugs)
        self._function = frozenset(word for pack in packs for word in pack.function_words)
        self._little = frozenset(word for pack in packs for word in (*pack.names.modifiers, *pack.names.sites))
        self._qualifiers = frozenset(word for each in rules for word in each.qualifiers)
        self._measures = frozenset(phrase for each in rules for phrase in each.measured)
        self._numbers = frozenset(word for each in rules for word in each.number_words)
        self._sizes = frozenset(word for each in rules for size in each.sizes for word in size.split("/"))
        self._gauges = frozenset(unit for each in rules for unit in each.gauges)
        self._approaches = Phrases(term for each in rules for term in each.approaches)

    def find(self, words: TextWords, live: Sequence[Span], doses: Sequence[Dose]) -> tuple[list[Span], list[Span]]:
        """What stands beside mentions of the treatment.

        Args:
            words: A text.
            live: Mentions of the treatment as it is given, in order.
            doses: Parts of regimens in the text.

        Returns:
            Parts of regimens, and steps, devices and short forms.
        """
        if not live:
            return [], []
        segments = [span for span in segments_of(words.source, self._packs) if span.end > live[0].start]
        own = [bisect_left(live, segment.end, key=lambda span: span.start) - 1 for segment in segments]
        marked = [index >= 0 and live[index].end > segment.start for index, segment in zip(own, segments, strict=True)]
        active: list[Span] = []
        carried: list[Span] = []
        spoken: list[Span] = []
        for index, segment in enumerate(segments):
            follows = index > 0 and not _PARAGRAPH.search(words.source[segments[index - 1].end : segment.start])
            if marked[index]:
                active.append(segment)
            elif follows and marked[index - 1]:
                carried.append(segment)
            if marked[index] or (follows and spoken and spoken[-1] is segments[index - 1]):
                spoken.append(segment)
        others = self._other_drugs(words, live)
        told = self._doses(live, active, carried, others, doses)
        steps = self._words(words, live[0].start, spoken, {*active, *carried})
        # "Corrected with potassium chloride": the step is the other drug's.
        apart = SpanSet.merge(
            Span(min([span.start, *(step.start for step in steps if 0 <= span.start - step.end <= _NEAR)]), span.end)
            for span in others
        )
        return told, [span for span in steps if not overlaps(span, apart)]

    def without_others(self, words: TextWords, live: Sequence[Span], doses: Sequence[Dose]) -> list[Dose]:
        """The parts of regimens that do not open the name of another drug ("four units of packed cells")."""
        others = self._other_drugs(words, live)
        starts = [span.start for span in others]
        kept = []
        for dose in doses:
            at = bisect_left(starts, dose.span.end)
            if at == len(others) or not self._regimens.goes_before(words.source, dose.span, others[at]):
                kept.append(dose)
        return kept

    def _other_drugs(self, words: TextWords, live: Sequence[Span]) -> list[Span]:
        mentions = SpanSet.merge(live)
        return [
            span
            for first, behind in self._drugs.find(words)
            if words.words[first].text not in self._not_drugs
            and not overlaps(span := words.span(first, behind), mentions)
        ]

    @staticmethod
    def _doses(
        live: Sequence[Span],
        active: Sequence[Span],
        carried: Sequence[Span],
        others: Sequence[Span],
        doses: Sequence[Dose],
    ) -> list[Span]:
        items = sorted([(span, True) for span in live] + [(span, False) for span in others])
        starts = [span.start for span, _ in items]
        told: list[Span] = []
        at = 0
        for segment, has_own in sorted([(each, True) for each in active] + [(each, False) for each in carried]):
            while at < len(doses) and doses[at].span.start < segment.start:
                at += 1
            low = bisect_left(starts, segment.start)
            high = bisect_left(starts, segment.end)
            within = items[low:high]
            while at < len(doses) and doses[at].span.end <= segment.end:
                dose = doses[at]
                at += 1
                if not dose.loose:
                    continue
                before = bisect_right(starts, dose.span.start) - 1
                if before >= low:
                    belongs = items[before][1]
                else:
                    belongs = bool(within) and within[0][1] if has_own else bool(dose.key) and not within
                if belongs:
                    told.append(dose.span)
        return told

    def _words(self, words: TextWords, start: int, segments: Sequence[Span], near: Collection[Span]) -> list[Span]:
        said: set[str] | None = {
            root
            for index in range(len(words.words))
            if words.span(index, index + 1).end <= start
            for root in self._plan.roots_of(words.words[index].text)
        }
        firsts = [words.span(index, index + 1).start for index in range(len(words.words))]
        found: list[Span] = []
        for segment in segments:
            low, high = bisect_left(firsts, segment.start), bisect_left(firsts, segment.end)
            places = self._places(words, low, high, said if segment in near else None)
            found += self._bridged(words, [self._chunk(words, place, low, high) for place in places])
        return found

    def _places(self, words: TextWords, low: int, high: int, said: set[str] | None) -> list[tuple[int, int]]:
        places = []
        at = low
        while at < high:
            length = self._length(words, at, said)
            if length and at + length <= high:
                places.append((at, at + length))
            at += length or 1
        return places

    def _length(self, words: TextWords, at: int, said: set[str] | None) -> int:
        """How many words, from one on, belong to the treatment.

        ``said`` are words of the plan that the text used before it came to the treatment, for instance for an organ;
        without it, in a sentence apart from any mention, no word of the plan counts.
        """
        if length := self._short.length_at(words, at):
            return length
        if self._outcomes.length_at(words, at):
            return 0
        token = words.span(at, at + 1).of(words.source)
        word = words.words[at].text
        if said is not None and (self._tells(word, said) or (word in self._qualifiers and self._plan.has(word))):
            return 1
        if token not in self._examinations and self._plan.is_short(token):
            return 1
        return self._operation(words, at) if self._operative else 0

    def _operation(self, words: TextWords, at: int) -> int:
        """How many words, from one on, tell of an operation: a step, a device, a size or a way."""
        if length := self._steps.length_at(words, at):
            return length
        if at and words.words[at].text in self._gauges and words.words[at - 1].text.isdigit():
            return 1
        length = self._approaches.length_at(words, at)
        return self._approach(words, at, length) if length else 0

    def _tells(self, word: str, said: set[str]) -> bool:
        roots = self._plan.roots_of(word)
        return bool(roots) and not roots & said and word not in self._little

    def _approach(self, words: TextWords, at: int, length: int) -> int:
        """A word for the way an operation went, with the noun behind it; nothing without one."""
        end = at + length
        told = 0
        while end < len(words.words) and end - at - length < _LONGEST_APPROACH and self._near(words, end, " "):
            word = words.words[end].text
            end += 1
            if word in self._little or self._plan.has_root(word) or self._is_name(words, end - 1):
                told = end - at
            elif word not in self._function:
                told = end - at if told else 0
                break
        return told

    def _is_name(self, words: TextWords, at: int) -> bool:
        return words.span(at, at + 1).of(words.source)[:1].isupper() and words.words[at].text not in self._measures

    def _near(self, words: TextWords, at: int, signs: str = "") -> bool:
        gap = words.folded.text[words.words[at - 1].end : words.words[at].start]
        return gap == signs if signs else bool(_GAP.fullmatch(gap)) and not gap.startswith((". ", ", "))

    def _goes_with(self, words: TextWords, at: int) -> bool:
        word = words.words[at].text
        return (
            word.isdigit()
            or word in self._sizes
            or word in self._numbers
            or word in self._qualifiers
            or word in self._little
            or self._plan.has_root(word)
        )

    def _chunk(self, words: TextWords, place: tuple[int, int], low: int, high: int) -> tuple[int, int]:
        """A hit with the sizes, numbers and words for site or kind that go with it."""
        first, behind = place
        while first > low and place[0] - first < _LONGEST_CHUNK and self._near(words, first):
            before = words.words[first - 1].text
            hyphen = words.folded.text[words.words[first - 1].end : words.words[first].start] == "-"
            if before in self._function and not hyphen and before not in self._numbers:
                break
            compound = (
                first - 1 > low and words.folded.text[words.words[first - 2].end : words.words[first - 1].start] == "-"
            )
            if not (
                hyphen
                or compound
                or self._goes_with(words, first - 1)
                or (first - 1 > low and self._is_name(words, first - 1))
            ):
                break
            first -= 1
        while behind < high and behind - place[1] < _LONGEST_CHUNK and self._near(words, behind):
            sized = words.words[behind - 1].text in self._sizes and self._is_name(words, behind)
            if sized or self._goes_with(words, behind):
                behind += 1
            elif (
                words.words[behind].text in self._function
                and behind + 1 < high
                and self._near(words, behind + 1, " ")
                and self._goes_with(words, behind + 1)
            ):
                behind += 2
            else:
                break
        return first, behind

    def _bridged(self, words: TextWords, places: Sequence[tuple[int, int]]) -> list[Span]:
        """Hits as one where only function words stand between them."""
        joined: list[tuple[int, int]] = []
        for first, behind in sorted(places):
            if joined and (first <= joined[-1][1] or self._bridge(words, joined[-1][1], first)):
                joined[-1] = (joined[-1][0], max(joined[-1][1], behind))
            else:
                joined.append((first, behind))
        return [words.span(*place) for place in joined]

    def _bridge(self, words: TextWords, start: int, end: int) -> bool:
        gap = words.folded.text[words.words[start - 1].end : words.words[end].start]
        between = [word.text for word in words.words[start:end]]
        return (
            len(gap) <= _LONGEST_BRIDGE
            and not re.search(r"[^\w ]", gap)
            and all(word in self._function for word in between)
        )
