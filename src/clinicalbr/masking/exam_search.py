"""The search for the exams of a gold list in one text: names, measures, verbs, objects of methods, and results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_clauses import clauses_of
from clinicalbr.masking.exam_kin import ExamKin
from clinicalbr.masking.exam_name_extent import NameExtent
from clinicalbr.masking.exam_object import ObjectReader
from clinicalbr.masking.exam_results import ResultReader
from clinicalbr.masking.exam_specimens import SpecimenReader
from clinicalbr.masking.exam_tables import exam_tables
from clinicalbr.masking.exam_terms import ExamForm, ExamTerms, FormKind, exam_terms
from clinicalbr.masking.exam_values import values_of
from clinicalbr.masking.exam_words import ExamWords, keys_of, stands_in
from clinicalbr.text import Span, SpanSet, apply_edits

__all__ = ["RESULT", "find_exams"]

RESULT = "result"
_BESIDE = 40
_SYMBOL = 2
_PANEL_REACH = 8
_IN_A_LIST = 5
_SEVERAL = 2
_ITSELF = (FormKind.NAME, FormKind.MEASURED)
_SENTENCE = re.compile(r"[.;!?]\s|\n")


def find_exams(
    names: tuple[str, ...], text: str, mentions: Sequence[Span], packs: tuple[LanguagePack, ...], *, results: bool
) -> list[tuple[Span, str]]:
    """Where a text tells exams of a list.

    Args:
        names: Names of the exams.
        text: Any text.
        mentions: What is hidden anyway.
        packs: Packs of the languages of the text.
        results: Whether results count too.

    Returns:
        Spans in order with the reason.
    """
    search = _search(names, packs)
    hidden = SpanSet.merge(mentions)
    found = search.find(text, results=results)
    # Once its neighbours are hidden, a word may stand free that did not before: what is left is searched again, as a
    # reader of the masked text would.
    while True:
        hidden = hidden.union(SpanSet.merge(span for span, _ in found))
        masked, offsets = apply_edits(text, ((span, packs[0].placeholder) for span in hidden))
        left = [(offsets.to_source(span), reason) for span, reason in search.find(masked, results=results)]
        new = [(span, reason) for span, reason in left if not hidden.covers(span)]
        if not new:
            return sorted(dict.fromkeys(found))
        found += new


class _Search:
    """What is looked for, made once for some exams and languages."""

    def __init__(self, names: tuple[str, ...], packs: tuple[LanguagePack, ...]) -> None:
        self._packs = packs
        self._keys = keys_of(packs)
        self._tables = exam_tables(packs)
        self._terms: ExamTerms = exam_terms(names, packs)
        self._values = values_of(packs)
        self._clauses = clauses_of(packs)
        self._objects = ObjectReader(packs, self._terms)
        self._results = ResultReader(packs)
        self._kin = ExamKin(packs, self._terms)
        self._longest = max(map(len, self._terms.forms), default=0)
        self._own = frozenset(words for words in self._terms.forms)
        looked_for = {form.exam for forms in self._terms.forms.values() for form in forms if form.kind in _ITSELF}
        # A panel of which several exams are in the list is told by its name alone.
        self._panels = frozenset(
            exam.key for exam in self._tables.exams.values() if len(looked_for & set(exam.parts)) >= _SEVERAL
        )
        self._of = frozenset(word for pack in packs for word in pack.exams.of_words - set(pack.exams.and_words))
        self._extent = NameExtent(packs)
        self._specimens = SpecimenReader(packs, self._terms)
        self._not_exams = tuple(phrase for pack in packs for phrase in pack.exams.not_exams)

    def find(self, text: str, *, results: bool) -> list[tuple[Span, str]]:
        """Leaks in a text.

        Args:
            text: Any text.
            results: Whether results count too.

        Returns:
            Spans with the reason, in order.
        """
        words = ExamWords.of(text, self._keys)
        places = list(self._places(words))
        taken = [Span(start, end) for start, end, _ in places]
        more = self._specimens.find(words)
        places = sorted(
            [*places, *(each for each in more if not any(Span(*each[:2]).overlaps(span) for span in taken))]
        )
        found = [(words.folded.source_span(Span(start, end)), reason) for start, end, reason in places]
        # What ties two exams is part of the longer name: "RX para idade óssea", "urine dip and microscopy".
        for (start, end, reason), (after, stop, _) in pairwise(places):
            if self._values.ties(words.folded.text, end, after):
                found.append((words.folded.source_span(Span(start, stop)), reason))
        if results:
            found += [(words.folded.source_span(span), RESULT) for span in self._results.find(words, places)]
        best: dict[Span, str] = {}
        for span, reason in found:
            best.setdefault(span, reason)
        return [(span, reason) for span, reason in best.items() if len(span)]

    def _places(self, words: ExamWords) -> Iterator[tuple[int, int, str]]:
        at = 0
        while at < len(words.words):
            for length in range(self._joined(words, at), 0, -1):
                if place := self._judged(words, at, at + length):
                    yield place
                    at += length
                    break
            else:
                if not self._is_part(words, at, at + 1):
                    yield from self._kindred(words, at)
                at += 1

    def _kindred(self, words: ExamWords, at: int) -> Iterator[tuple[int, int, str]]:
        """A word that stands for a name of the list without being it."""
        word = words.words[at]
        exam = self._kin.root_of(word.key)
        if self._kin.is_clipped(word.key) or self._kin.is_misspelt(word.key):
            yield word.start, word.end, FormKind.NAME.value
        elif exam and (verb := self._objects.of_verb(words, at, at + 1, exam)):
            yield (*verb, FormKind.VERB.value)

    def _joined(self, words: ExamWords, at: int) -> int:
        """How many words from one on, no more than the longest form has, nothing parts."""
        length = 1
        while length < self._longest and at + length < len(words.words) and words.words[at + length].joined:
            length += 1
        return length if self._longest else 0

    def _judged(self, words: ExamWords, first: int, behind: int) -> tuple[int, int, str] | None:
        held = words.words[first:behind]
        forms = self._terms.forms.get(tuple(sorted(word.key for word in held)), ())
        for form in forms:
            if form.capitals and not self._is_written_as(form, words, first, behind):
                continue
            if place := self._accepted(form, words, first, behind):
                return (*place, form.kind.value)
        return None

    def _accepted(self, form: ExamForm, words: ExamWords, first: int, behind: int) -> tuple[int, int] | None:
        """Where a form stands with what belongs to it; None when its surroundings speak against it."""
        if self._is_part(words, first, behind):
            return None
        if form.kind is FormKind.VERB:
            return self._objects.of_verb(words, first, behind, form.exam)
        own: tuple[int, int] = (words.words[first].start, words.words[behind - 1].end)
        is_method = form.exam in self._terms.objects
        place = self._objects.of_method(words, first, behind, form.exam) if is_method else own
        if place is None:
            return None
        if form.kind is FormKind.HEAD:
            counts = self._stands_alone(words, first, behind)
        elif form.kind is FormKind.MEASURED:
            counts = self._is_measured(form, words, first, behind)
        else:
            counts = self._is_named(form, words, first, behind)
        # The object of a method says what its letters mean.
        if counts and form.capitals and place == own and self._means_another(words, first, form):
            return None
        return self._extent.of(words, *place) if counts else None

    def _is_measured(self, form: ExamForm, words: ExamWords, first: int, behind: int) -> bool:
        """Whether the value of a measure stands beside it, and it is not a drug or food."""
        low = words.folded.text
        start, end = words.words[first].start, words.words[behind - 1].end
        if self._values.is_dose(low, end) or self._values.is_taken(low, start) or self._is_salt(words, first):
            return False
        symbol = len(form.text.strip("+-")) <= _SYMBOL
        end = self._end_of_list(words, behind)
        if self._values.number_after(low, end, unit=symbol) or self._values.word_after(low, end):
            return True
        if self._values.doing_before(low, start) < start:
            return True
        if not symbol and self._clauses.tells_value(low, start, end):
            return True
        return not symbol and self._values.number_before(low, start) is not None

    def _is_named(self, form: ExamForm, words: ExamWords, first: int, behind: int) -> bool:
        """Whether a name is that of the exam: no dose of a drug, no phrase with the same letters."""
        low = words.folded.text
        start, end = words.words[first].start, words.words[behind - 1].end
        keys = tuple(sorted(word.key for word in words.words[first:behind]))
        if keys in self._tables.substances and self._values.is_dose(low, end):
            return False
        is_told = form.kind is not FormKind.PANEL or form.exam in self._panels
        if not is_told and not self._measure_follows(words, behind, form.exam):
            return False
        return not self._is_none(low, start, end)

    def _stands_alone(self, words: ExamWords, first: int, behind: int) -> bool:
        """Whether a noun stands behind an article with nothing more that tells which it is, and a result follows."""
        word, low = words.words[first], words.folded.text
        if not word.behind or self._of_more(words, behind):
            return False
        end = words.words[behind - 1].end
        close = _SENTENCE.search(low, end)
        return self._clauses.after(low, word.start, end, close.start() if close else len(low)) is not None

    def _of_more(self, words: ExamWords, at: int) -> bool:
        """Whether the word at a place tells what the noun before it is of: "the film of the abdomen"."""
        word = words.words[at] if at < len(words.words) else None
        return bool(word and word.joined and any(small in self._of for small in word.behind))

    def _is_part(self, words: ExamWords, first: int, behind: int) -> bool:
        """Whether a name is part of another exam's, or tells how an operation was done."""
        return self._objects.is_in_another(words, first, behind) or self._objects.is_operation(words, first, behind)

    def _end_of_list(self, words: ExamWords, behind: int) -> int:
        """End of the measures that are told with one value: "TGO/TGP 120/98"."""
        end = words.words[behind - 1].end
        for word in words.words[behind : behind + _IN_A_LIST]:
            named = any(form.kind is FormKind.MEASURED for form in self._terms.forms.get((word.key,), ()))
            if not named or not self._values.joins(words.folded.text, end, word.start, bare=True):
                break
            end = word.end
        return end

    def _is_salt(self, words: ExamWords, at: int) -> bool:
        """Whether a measure stands right behind another: "potassium chloride"."""
        if not at or words.folded.text[words.words[at - 1].end : words.words[at].start] != " ":
            return False
        before = self._terms.forms.get((words.words[at - 1].key,), ())
        return any(form.kind is FormKind.MEASURED for form in before)

    def _measure_follows(self, words: ExamWords, behind: int, panel: str) -> bool:
        """Whether a measure of a panel that is in the list stands with its value behind the panel's name."""
        parts = self._tables.exams[panel].parts
        low = words.folded.text
        start = words.words[behind - 1].end
        for word in words.words[behind : behind + _PANEL_REACH]:
            if word.start - start > _BESIDE or _SENTENCE.search(low, start, word.start):
                break
            is_part = any(form.exam in parts for form in self._terms.forms.get((word.key,), ()))
            if is_part and (self._values.number_after(low, word.end) or self._values.word_after(low, word.end)):
                return True
        return False

    def _is_written_as(self, form: ExamForm, words: ExamWords, first: int, behind: int) -> bool:
        if words.capitals:
            return True
        surface = words.span(first, behind).of(words.text)
        letters = [letter for letter in surface if letter.isalpha()]
        if len(form.text.strip("+-")) <= _SYMBOL:
            return surface == form.text.strip("+-") or (len(letters) > 1 and surface.isupper())
        return any(letter.isupper() for letter in letters)

    def _is_none(self, low: str, start: int, end: int) -> bool:
        """Whether the letters belong to a phrase that is no exam."""
        for phrase in self._not_exams:
            at = low.find(phrase, max(0, end - len(phrase)), start + len(phrase))
            if 0 <= at <= start and end <= at + len(phrase):
                return True
        return False

    def _means_another(self, words: ExamWords, at: int, form: ExamForm) -> bool:
        """Whether words beside an abbreviation are those of another of its meanings, and no value follows."""
        low, word = words.folded.text, words.words[at]
        before = _SENTENCE.split(low[max(0, word.start - _BESIDE) : word.start])[-1]
        after = _SENTENCE.split(low[word.end : word.end + _BESIDE])[0]
        letters = "".join(letter for letter in form.text if letter.isalnum())
        own: list[str] = []
        others: list[str] = []
        for meaning in (meaning for pack in self._packs for meaning in pack.abbreviations.meanings(letters)):
            named = tuple(sorted(self._keys.of_name(meaning.name)))
            is_own = form.exam in self._tables.by_name.get(named, ()) or named in self._own
            (own if is_own else others).extend((meaning.name, *meaning.beside))
        if any(stands_in(item, before, after) for item in own):
            return False
        if self._values.number_after(low, word.end) or self._values.word_after(low, word.end):
            return False
        return any(stands_in(item, before, after) for item in others)


@lru_cache(maxsize=64)
def _search(names: tuple[str, ...], packs: tuple[LanguagePack, ...]) -> _Search:
    return _Search(names, packs)
