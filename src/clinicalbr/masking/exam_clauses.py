"""What the clause round an exam says of it: the predicate behind its name, or the finding that is told before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from clinicalbr.languages import LanguagePack
from clinicalbr.text import Span

__all__ = ["ClauseReader", "clauses_of"]

_TOKEN = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_](?:[\w'\u2019-]*\w)?|\n|[^\w\s]")
_END_MARKS = frozenset(".;!?\n")
_DASHES = frozenset("\u2013\u2014")
_LONGEST = 240
_BRACKET = 80
_LONGEST_ASIDE = 4
_SEGMENT = 12
_LOOKED_AHEAD = 4
_SHORTEST_ENDING = 5
_TELLING = 4
_YEAR = re.compile(r"(?:19|20)\d\d")


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class ClauseReader:
    """Reads what a clause says of an exam in it.

    A clause that neither tells that the exam was asked for or done nor goes on to something else is taken to tell its
    result, whatever its verb.

    Args:
        packs: Packs of the languages.
    """

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        rules = [pack.exams for pack in packs]
        self._small = frozenset(word for pack in packs for word in pack.function_words)
        self._and = frozenset(word for pack in packs for word in pack.exams.and_words)
        self._with = frozenset(word for each in rules for word in each.bearing)
        self._general = frozenset(word for each in rules for word in each.general)
        self._process = frozenset(word for each in rules for word in each.process)
        self._copulas = frozenset(word for each in rules for word in each.copulas)
        breaks = {word for each in rules for word in each.breaks}
        self._breaks = frozenset(word for word in breaks if not word.startswith("*"))
        self._endings = tuple(word[1:] for word in breaks if word.startswith("*"))
        connectors = (word for pack in packs for word in pack.sentences.clause_connectors)
        relatives = (word for each in rules for word in each.relatives)
        self._relatives = frozenset(word for each in rules for word in each.relatives)
        self._turns = re.compile(rf"(?:{_choice((*connectors, *relatives))})(?!\w)")
        growth = frozenset(word for each in rules for word in each.growth)
        findings = {word for each in rules for word in each.findings}
        # "With" only ties a finding to the exam; "without" is part of it.
        self._ties = self._with & findings
        findings -= self._with
        self._kept = re.compile(rf"(?:{_choice(word for word in findings if word not in growth)})(?!\w)")
        self._told = re.compile(rf"(?:{_choice((*findings, *growth))})(?!\w)")
        self._finding = re.compile(rf"(?<!\w)(?:{_choice(findings)})\s")
        self._value = re.compile(rf"(?:{_choice(value for each in rules for value in each.values)})(?![\w-])")
        seen = _choice(word for each in rules for word in each.seen)
        copula = _choice(self._copulas)
        self._seen_last = re.compile(rf"\s(?:(?:{copula})\s)*(?:{seen})\s*\Z")
        self._seen_first = re.compile(rf"(?:(?:{copula})\s)*(?:{seen})\s")
        locatives = _choice(word for each in rules for word in each.locatives)
        general = _choice(self._general)
        self._located = re.compile(rf"\s(?:{locatives})\s(?:(?:{general})\s){{0,2}}\Z")
        joined = _choice(self._and)
        self._gapped = re.compile(rf"(?<!\w)(?:{joined})\s(?:\w{{1,3}}\s)?\Z")
        self._details = frozenset(word for each in rules for word in each.details)
        self._copula_last = re.compile(rf"(?<!\w)(?:(?:{copula})\s)+\Z")
        links = _choice(link for each in rules for link in each.links)
        self._linked = re.compile(rf",?\s(?:(?:{links})\s)+(?P<number>[<>~=]?\s?\d+(?:[.,]\d+)*(?!/)%?)")
        self._fronted = re.compile(rf"\A\W*(?:(?:{joined})\s)?(?:{locatives})\s(?:\w+\s)?\Z")

    def after(self, low: str, start: int, end: int, limit: int, *, is_verb: bool = False) -> tuple[Span, bool] | None:
        """The result that follows an exam in its clause.

        Args:
            low: Folded text.
            start: Start of the exam.
            end: End of the exam.
            limit: Where the next exam is named.
            is_verb: Whether the exam is told by a verb, behind which its circumstances may stand.

        Returns:
            Its place, and whether it follows at once; None when the clause tells none.
        """
        tokens = self._tokens(low, end, min(limit, end + _LONGEST))
        aside, process, place = is_verb, False, 0
        while place < len(tokens):
            token = tokens[place]
            word, rest = token.text, low[token.start :]
            if word == ":" or (word in _DASHES and low[token.start - 1].isspace()):
                return self._begun(low, token.end, limit, listed=True, at_once=False)
            if word == "(":
                close = next((at for at in range(place, len(tokens)) if tokens[at].text == ")"), None)
                if close is None:
                    return None
                if not place and self._tells(tokens[place + 1 : close]):
                    return Span(token.end, tokens[close].start), False
                place = close + 1
                continue
            if word == ",":
                if place <= _LONGEST_ASIDE and not process and self._opens(low, start):
                    return self._begun(low, token.end, limit, listed=False, at_once=False)
                following = tokens[place + 1 : place + 3]
                if not self._resumes(low, following):
                    place = self._behind_aside(low, tokens, place)
                    if not place:
                        return None
                    continue
                if following[0].text in self._with:
                    begin = following[0].end if following[0].text in self._ties else following[0].start
                    return self._begun(low, begin, limit, listed=False, at_once=False)
                place, aside, process = place + 1, True, False
                continue
            if (not place and word == ")") or word in "/\"'\u201d\u2019":
                place += 1
                continue
            if word in _END_MARKS or not (word[0].isalnum() or word in "<>~+=%"):
                return None
            if (linked := self._linked.match(low, token.start - 1)) and not _YEAR.fullmatch(linked["number"].strip()):
                if token.text not in self._small or not place:
                    end = self.rest(low, linked.end(), limit)
                    return Span(token.start, end), not place
            if (told := self._told.match(rest)) and not self._is_auxiliary(low, token.start + told.end()):
                kept = self._kept.match(rest)
                # What a finding verb of several words says is itself a result, and so is growth.
                tied = not place and word in self._small
                begin = token.start if tied or not kept or " " in kept.group() else token.start + kept.end()
                return self._begun(low, begin, limit, listed=False, at_once=tied)
            if word in self._relatives:
                aside = True
            elif word in self._and:
                following = tokens[place + 1] if place + 1 < len(tokens) else None
                if not following or following.text in self._breaks or not self._told.match(low[following.start :]):
                    return None
            elif word in self._with:
                if process or place > _LONGEST_ASIDE:
                    return None
                begin = token.end if word in self._ties else token.start
                return self._begun(low, begin, limit, listed=False, at_once=False)
            elif word in self._copulas:
                following = tokens[place + 1].text if place + 1 < len(tokens) else ""
                if following not in self._process:
                    return self._begun(low, token.start, limit, listed=False, at_once=not place)
            elif self._turns.match(rest):
                return None
            elif word in self._process:
                process = aside = True
            elif aside and not process and self._value.match(rest):
                return self._begun(low, token.start, limit, listed=False, at_once=False)
            elif word in self._small:
                aside = True
            elif not aside and word not in self._general and low[token.start - 1].isspace():
                return self._begun(low, token.start, limit, listed=False, at_once=True)
            place += 1
        return None

    def before(self, low: str, start: int, floor: int) -> Span | None:
        """The finding that is told before an exam: "a halo on the ultrasound".

        Args:
            low: Folded text.
            start: Start of the exam.
            floor: End of the exam before it, or of the text.

        Returns:
            Its place; None when none is told.
        """
        floor = max(floor, start - _LONGEST)
        located = self._located.search(low, floor, start)
        if not located:
            return None
        tokens = self._tokens(low, floor, located.start())
        begin = floor
        for place, token in enumerate(tokens):
            if token.text in _END_MARKS or token.text in ",:()":
                begin = token.end
            elif self._turns.match(low[token.start :]) or token.text in self._and:
                following = tokens[place + 1 : place + 1 + _LOOKED_AHEAD]
                if token.text not in self._and or any(self._breaks_off(each.text) for each in following):
                    begin = token.end
        clause = low[begin : located.start()]
        stop = located.start()
        told = [match.end() for match in self._finding.finditer(clause)]
        if told:
            begin += told[-1]
        elif seen := self._seen_last.search(clause):
            stop = begin + seen.start()
        elif seen := self._seen_first.match(clause.lstrip()):
            begin += len(clause) - len(clause.lstrip()) + seen.end()
        words = self._tokens(low, begin, stop)
        if any(self._breaks_off(word.text) or word.text in self._process for word in words):
            return None
        while words and words[0].text in self._small | self._with:
            words = words[1:]
        if not any(len(word.text) >= _TELLING and word.text not in self._general for word in words):
            return None
        return Span(words[0].start, words[-1].end)

    def rest(self, low: str, end: int, limit: int) -> int:
        """End of what belongs to a value: "5 mil", "positive at 1:32", "1:320, speckled".

        Args:
            low: Folded text.
            end: End of the value.
            limit: Where the next exam is named.

        Returns:
            End of the whole.
        """
        tokens = self._tokens(low, end, min(limit, end + _LONGEST))
        for place, token in enumerate(tokens):
            word = token.text
            if word == "(" and (close := next((each for each in tokens[place:] if each.text == ")"), None)):
                inside = [each for each in tokens[place + 1 :] if each.end <= close.start]
                return close.end if len(inside) <= _SEGMENT and self._tells(inside) else end
            if word == "," and place + 1 < len(tokens):
                if tokens[place + 1].text in self._details:
                    return self._end_of_segment(tokens[place + 1 :])
                if linked := self._linked.match(low, token.start):
                    return self.rest(low, linked.end(), limit)
            is_end = word in _END_MARKS or word in ",):]" or word in self._and
            if is_end or place > _LONGEST_ASIDE or self._turns.match(low[token.start :]):
                return tokens[place - 1].end if place else end
            if word in self._process or word in self._copulas or self._breaks_off(word):
                return end
        return tokens[-1].end if tokens and limit > tokens[-1].end else end

    @staticmethod
    def _end_of_segment(tokens: Sequence[_Token]) -> int:
        end = tokens[0].end
        for token in tokens:
            if token.text in _END_MARKS or token.text in ",:()":
                break
            end = token.end
        return end

    def _begun(self, low: str, begin: int, limit: int, *, listed: bool, at_once: bool) -> tuple[Span, bool] | None:
        tokens = self._tokens(low, begin, min(limit, begin + _LONGEST))
        end, depth, first = None, 0, True
        for place, token in enumerate(tokens):
            word = token.text
            if word == ")" and not depth:
                break
            depth += (word == "(") - (word == ")")
            if word in _END_MARKS and not ((listed or depth) and word == ";"):
                break
            if word == ":" and not (listed or depth):
                break
            if word == "," and not depth and not self._goes_on(tokens[place + 1 :]):
                break
            if word in self._and and self._turns_away(tokens[place + 1 : place + 1 + _LOOKED_AHEAD]):
                break
            if not first and self._turns.match(low[token.start :]):
                break
            first = False
            if word[0].isalnum() or word in ')%"':
                end = token.end
        if end is None:
            return None
        start = tokens[0].start
        words = [each for each in tokens if each.end <= end and each.text[0].isalnum()]
        if all(each.text in self._general or each.text in self._small for each in words):
            return None
        return Span(start, end), at_once

    def _goes_on(self, tokens: Sequence[_Token]) -> bool:
        """Whether the words behind a comma go on with the finding: no verb, and nothing else that begins anew."""
        segment: list[str] = []
        for token in tokens:
            if token.text in _END_MARKS or token.text in ",:":
                break
            segment.append(token.text)
        if not segment or len(segment) > _SEGMENT or segment[0] in self._and or segment[0] in self._process:
            return False
        return not self._turns_away(tokens[: len(segment)]) and not any(
            word in self._relatives or self._turns.fullmatch(word) for word in segment
        )

    def _turns_away(self, tokens: Iterable[_Token]) -> bool:
        return any(self._breaks_off(token.text) or token.text in self._process for token in tokens)

    def _breaks_off(self, word: str) -> bool:
        if word in self._breaks or word in self._copulas:
            return True
        return len(word) >= _SHORTEST_ENDING and bool(self._endings) and word.endswith(self._endings)

    def _resumes(self, low: str, tokens: Sequence[_Token]) -> bool:
        """Whether a comma is followed by a value or by what introduces a finding."""
        if not tokens:
            return False
        rest = low[tokens[0].start :]
        if tokens[0].text in self._with or tokens[0].text in self._relatives:
            return True
        number = any(token.text[0].isdigit() for token in tokens[: 1 + (tokens[0].text in self._small)])
        return number or bool(self._told.match(rest) or self._value.match(rest))

    def _tells(self, tokens: Sequence[_Token]) -> bool:
        """Whether a bracket tells a value: a number, a result in words."""
        joined = " ".join(token.text for token in tokens)
        return any(token.text[0].isdigit() for token in tokens) or bool(
            any(self._value.match(joined[at:]) for at in range(len(joined)) if not at or joined[at - 1] == " ")
        )

    def _is_auxiliary(self, low: str, end: int) -> bool:
        """Whether a verb of doing follows, so that the verb before it tells no finding: "had been booked"."""
        following = [token.text for token in self._tokens(low, end, min(len(low), end + _BRACKET))[:2]]
        while following and following[0] in self._copulas:
            following = following[1:]
        return bool(following) and following[0] in self._process

    def _behind_aside(self, low: str, tokens: Sequence[_Token], place: int) -> int:
        """Behind the second of two commas that enclose an aside, where a finding or a verb follows; 0 if not."""
        for at in range(place + 1, min(len(tokens) - 1, place + _SEGMENT)):
            if tokens[at].text in _END_MARKS:
                break
            if tokens[at].text == ",":
                following = tokens[at + 1]
                told = following.text in self._copulas or self._told.match(low[following.start :])
                return at + 1 if told else 0
        return 0

    def _opens(self, low: str, start: int) -> bool:
        """Whether an exam opens its clause behind a preposition ("On CT, ..."), or the verb is left out behind it."""
        begin = max((low.rfind(mark, 0, start) for mark in ".;:\n"), default=-1) + 1
        return bool(self._fronted.match(low[begin:start]) or self._gapped.search(low[begin:start]))

    def opens_item(self, low: str, end: int, start: int) -> bool:
        """Whether a mark or a joining word stands between two words, so that the second opens an item of its own.

        Args:
            low: Folded text.
            end: End of the word before.
            start: Start of the word.

        Returns:
            Whether it does.
        """
        between = low[end:start]
        return any(mark in between for mark in ".,;:()\n") or not self._and.isdisjoint(between.split())

    def with_copula(self, low: str, end: int, start: int) -> int:
        """Where a value begins with the verb that says what the exam was: "was normal".

        Args:
            low: Folded text.
            end: End of the exam.
            start: Start of the value.

        Returns:
            Start of the verb, or of the value where there is none.
        """
        match = self._copula_last.search(low[end:start])
        return end + match.start() if match else start

    @staticmethod
    def _tokens(low: str, start: int, end: int) -> list[_Token]:
        found: list[_Token] = []
        for match in _TOKEN.finditer(low, start, max(start, end)):
            text = match.group()
            if text == "." and match.end() < len(low) and not low[match.end()].isspace():
                continue
            found.append(_Token(text, *match.span()))
        return found


@lru_cache(maxsize=32)
def clauses_of(packs: tuple[LanguagePack, ...]) -> ClauseReader:
    """The reader of some languages, made once.

    Args:
        packs: Packs of the languages.

    Returns:
        The reader.
    """
    return ClauseReader(packs)


def _choice(items: Iterable[str]) -> str:
    folded = sorted(set(items), key=lambda item: (-len(item), item))
    return "|".join(re.escape(item).replace(r"\ ", r"\s") for item in folded) or "(?!)"
