"""The value of an exam beside its name: numbers with a unit, results in words, and what a finding verb introduces."""

from __future__ import annotations

import re
from functools import lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_clause_words import choice
from clinicalbr.text import Span

__all__ = ["ExamValues", "values_of"]

_NUMBER = r"(?:[<>~+\u2264\u2265=\u00b1-]\s?)?\d+(?:[.,:]\d+)*"
_BRACKET = r"(?:\s?[(\[][^()\[\]\n]{1,60}[)\]])?"
_OPENING = r"[ \t]*[:=,(]{0,2}[ \t]*"
_STOP = re.compile(r"[;:,()\[\]\n]|\.(?:\s|\Z)")
_END = re.compile(r"[;()\[\]\n]|\.(?:\s|\Z)|,\s")
_PAST_END = re.compile(r"[;\n]|\.(?:\s|\Z)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?![\d.,]\d|\s?(?:mg|ml|g|/|u))")
_REACH = 60
_LONGEST = 160
_VERB_REACH = 60
_TIE = 10


class ExamValues:
    """Patterns for values, made from what some packs say.

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: tuple[LanguagePack, ...]) -> None:
        rules = [pack.exams for pack in packs]
        units = choice({*(unit for pack in packs for unit in pack.numbers.units), "\u03bcl", "/mm3", "x", "h", "hs"})
        links = choice(link for each in rules for link in each.links)
        words = choice(value for each in rules for value in each.values)
        verbs = choice(verb for each in rules for verb in each.findings)
        self._other = frozenset(word for each in rules for word in each.other_words)
        self._joins = frozenset(word for pack in packs for word in (*pack.acronyms.skipped_words, *pack.function_words))
        joins = choice(self._joins)
        general = choice(word for each in rules for word in each.general if word not in self._joins)
        of = choice(word for each in rules for word in each.of_words)
        numerals = choice(word for pack in packs for word in pack.treatment.number_words)
        # "mg/ml" is the strength of a drug and the concentration of an analyte.
        known = {unit for pack in packs for unit in pack.numbers.units}
        volumes = known.intersection(unit.rpartition("/")[2] for unit in known if "/" in unit)
        per = choice(
            word
            for pack in packs
            for word in pack.treatment.dose_denominators
            if len(word) > 1 and word.split()[-1] not in volumes
        )
        divided = r"\s?/\s?\w+(?:[.,]\d+)*(?:\s?m[23])?"
        unit = rf"(?:[\s-]?(?:%|x\s?10\^?\d+|(?:{units})(?![^\W\d_]))(?:{divided})*|(?:/\w+(?:[.,]\d+)*)+)"
        amount = rf"{_NUMBER}(?![\w\u00aa\u00ba\u00b0])(?:{unit})?|{_NUMBER}{unit}"
        span = rf"(?!\d+\s?h(?!\w))(?:{amount})(?:\s?(?:-|\u2013|/|,\s|(?:{joins})\s)\s?(?:{amount}))*{_BRACKET}"
        tail = rf"[+\-]?(?:\s(?:{general}))*(?:\s?\([^()\n]{{1,30}}\))?"
        self._number = re.compile(rf"{tail}{_OPENING}(?P<link>(?:(?:{links})\s)*)(?P<value>{span})")
        self._unit = re.compile(rf"(?:{_NUMBER})\s?(?:{unit})")
        self._far = re.compile(
            rf"(?:\s[^\W\d_]+){{1,7}}?\s(?P<value>{_NUMBER}\s?(?:{units})\s?/\s?(?!(?:{per}|h)(?!\w))[\w.]+)"
        )
        self._word = re.compile(
            rf"{tail}{_OPENING}(?:(?:{links})\s)*(?P<value>(?:[^\W\d_]+\s){{0,3}}?(?:{words})(?![\w-]))"
        )
        self._doing = re.compile(
            rf"(?<!\w)(?:{choice(word for each in rules for word in each.doing)})(?:\s(?:{joins})){{0,2}}\s\Z"
        )
        self._joining = re.compile(rf"\s?[,/]?\s?(?:(?:{joins})\s)?(?:{_NUMBER}\s?(?:{unit})?\s?(?:(?:{joins})\s)?)?")
        growth = choice(word for each in rules for word in each.growth)
        self._growth = re.compile(rf"(?<!\w)(?:{growth})\s([^.;,:()\[\]\n]{{1,80}})\s(?:(?:{joins})\s){{1,2}}\Z")
        self._denominator = re.compile(r"/[\w.]+")
        self._verb = re.compile(rf"(?<!\w)(?:{verbs})(?!\w)")
        self._before = re.compile(rf"{_NUMBER}(?:\s?(?:{unit}|{numerals}|k))?\s(?:(?:{joins})\s)?\Z")
        doses = choice(("mg", "g", "mcg", "\u03bcg", "kg", "ui", "iu"))
        self._dose = re.compile(
            rf"[\s()\u00ae]{{0,3}}(?:(?:{of})\s)?\d[\d.,]*\s?(?:{doses})(?!\w)(?!\s?/\s?(?:d?l|ml|\d|g|mmol))"
            rf"|[\s()\u00ae]{{0,3}}\d[\d.,]*\s?(?:{units})\s?/\s?(?:{per})(?!\w)"
        )
        connectors = choice(word for pack in packs for word in pack.sentences.clause_connectors)
        self._clause = re.compile(rf"\s(?:{connectors})\s")
        self._next_word = re.compile(r"[ -]([^\W\d_]+)")

    def is_dose(self, low: str, end: int) -> bool:
        """Whether a mass follows as for a drug, or a word for one.

        Args:
            low: Folded text.
            end: End of a name.

        Returns:
            Whether what precedes is taken, not measured.
        """
        after = low[end : end + _REACH]
        word = self._next_word.match(after)
        return bool(self._dose.match(after)) or bool(word and word[1] in self._other)

    def is_taken(self, low: str, start: int) -> bool:
        """Whether the words before a name say that it is taken or eaten: "diet rich in potassium"."""
        before = re.findall(r"[^\W\d_]+", low[max(0, start - 24) : start])[-3:]
        return not self._other.isdisjoint(before)

    def number_after(self, low: str, end: int, *, unit: bool = False) -> tuple[Span, bool] | None:
        """The number that follows a name.

        Args:
            low: Folded text.
            end: End of the name.
            unit: Whether it must have a unit, a decimal or nothing more in its clause.

        Returns:
            Its place and whether it follows at once; None when there is none.
        """
        window = low[end : end + 2 * _REACH]
        match = self._number.match(window)
        if not match or (unit and not self._tells(match["value"], window[match.end() :])):
            return None
        link = match["link"].split()
        # A preposition belongs to the number: "from 1.0 to 3.4".
        tied = len(link[-1]) + 1 if len(link) > 1 and link[-1] in self._joins else 0
        return Span(end + match.start("value") - tied, end + match.end("value")), len(link) < 2

    def _tells(self, value: str, after: str) -> bool:
        return (
            bool(self._unit.match(value))
            or any(mark in value for mark in ".,")
            or not after
            or bool(_STOP.match(after))
        )

    def number_before(self, low: str, start: int) -> Span | None:
        """The number before a name: "15.400 leucocytes".

        Args:
            low: Folded text.
            start: Start of the name.

        Returns:
            Its place.
        """
        begin = max(0, start - 24)
        match = self._before.search(low[begin:start])
        if not match or (match.start() and low[begin + match.start() - 1].isalnum()):
            return None
        return Span(begin + match.start(), start)

    def word_after(self, low: str, end: int) -> Span | None:
        """The result in words that follows a name: "was not reactive".

        Args:
            low: Folded text.
            end: End of the name.

        Returns:
            Its place.
        """
        match = self._word.match(low[end : end + 2 * _REACH])
        return Span(end + match.start("value"), end + match.end("value")) if match else None

    def finding_after(self, low: str, end: int, limit: int) -> Span | None:
        """What a verb behind a name introduces, up to the end of its clause.

        Args:
            low: Folded text.
            end: End of the name.
            limit: Where the next exam is named.

        Returns:
            Its place.
        """
        stop = _STOP.search(low, end, end + _VERB_REACH)
        verb = self._verb.search(low, end, min(stop.start() if stop else end + _VERB_REACH, limit))
        if stop and not verb and stop.group() == "," and stop.end() < limit:
            verb = self._verb.match(low, stop.end() + 1)
        # "With" ties only what stands at once behind the name or its comma.
        if not verb or (verb.group() in self._joins and verb.start() > end + 1 and low[verb.start() - 2] != ","):
            return None
        # "Compatible with" is itself a result.
        start = verb.start() if " " in verb.group() else verb.end()
        while start < len(low) and low[start].isspace():
            start += 1
        reach = min(limit, start + _LONGEST)
        close = _END.search(low, start, reach)
        finish = close.start() if close else min(reach, len(low))
        if clause := self._clause.search(low, start, finish):
            finish = clause.start()
        while finish > start and not low[finish - 1].isalnum() and low[finish - 1] not in '"%)':
            finish -= 1
        return Span(start, finish) if finish > start else None

    def number_far(self, low: str, end: int, limit: int) -> Span | None:
        """A concentration some words behind a name, with no mark between.

        Args:
            low: Folded text.
            end: End of the name.
            limit: Where the next exam is named.

        Returns:
            Its place.
        """
        match = self._far.match(low[end : min(limit, end + 2 * _REACH)])
        return Span(end + match.start("value"), end + match.end("value")) if match else None

    def growth_before(self, low: str, start: int) -> Span | None:
        """What is said to have grown in a culture before its name: "grew cocci in the".

        Args:
            low: Folded text.
            start: Start of the name.

        Returns:
            Its place.
        """
        begin = max(0, start - 2 * _VERB_REACH)
        match = self._growth.search(low[begin:start])
        return Span(begin + match.start(), begin + match.end(1)) if match else None

    def unit_after(self, low: str, end: int) -> int:
        """End of the denominator of a count behind its name: "62 cells/mm3"."""
        match = self._denominator.match(low, end)
        return match.end() if match else end

    def doing_before(self, low: str, start: int) -> int:
        """Where a verb for doing an exam begins that stands right before its name: "tested for".

        Args:
            low: Folded text.
            start: Start of the name.

        Returns:
            Start of the verb, or of the name where none stands there.
        """
        begin = max(0, start - _VERB_REACH)
        match = self._doing.search(low[begin:start])
        return begin + match.start() if match else start

    def ties(self, low: str, start: int, end: int) -> bool:
        """Whether one small word at the most stands between two names.

        More of them begin another phrase: "a CXR and a CBC".

        Args:
            low: Folded text.
            start: End of the one.
            end: Start of the other.

        Returns:
            Whether they are tied.
        """
        between = low[start:end].split()
        return 0 < end - start <= _TIE and len(between) <= 1 and self._joins.issuperset(between)

    def joins(self, low: str, start: int, end: int, *, bare: bool = False) -> bool:
        """Whether nothing but a number, a mark or a small word stands between two places.

        Args:
            low: Folded text.
            start: End of the one.
            end: Start of the other.
            bare: Whether no number may stand there.

        Returns:
            Whether the two are one list.
        """
        if bare and any(letter.isdigit() for letter in low[start:end]):
            return False
        return end - start <= _REACH // 2 and bool(self._joining.fullmatch(low, start, end))

    @staticmethod
    def is_past(low: str, start: int, end: int) -> bool:
        """Whether a year in its sentence lays something in the past.

        Args:
            low: Folded text.
            start: Where it begins.
            end: Where it ends.

        Returns:
            Whether one does.
        """
        begin = max(0, start - _LONGEST)
        stops = list(_PAST_END.finditer(low, begin, start))
        close = _PAST_END.search(low, end, end + _LONGEST)
        stretch = low[stops[-1].end() if stops else begin : close.start() if close else end + _LONGEST]
        return bool(_YEAR.search(stretch))


@lru_cache(maxsize=32)
def values_of(packs: tuple[LanguagePack, ...]) -> ExamValues:
    """The patterns of some languages, made once.

    Args:
        packs: Packs of the languages.

    Returns:
        Their patterns.
    """
    return ExamValues(packs)
