"""The predicate behind an exam in its clause: what tells its result, and what tells only that it was done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from clinicalbr.masking.exam_clause_words import END_MARKS, ClauseWords, Token, choice
from clinicalbr.masking.exam_extent import ResultExtent
from clinicalbr.text import Span

__all__ = ["PredicateReader"]

_DASHES = frozenset("-\u2013\u2014")
_PASSED_OVER = frozenset("/\"'\u201d\u2019")
_BEFORE_NUMBER = frozenset("<>~+=%")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST = 320
_NEAR = 80
_ASIDE = 4
_SEGMENT = 12
_VERB = 3


@dataclass(slots=True)
class _Walk:
    """A walk over the tokens behind an exam.

    Args:
        low: Folded text.
        start: Start of the exam.
        limit: Where the next exam is named.
        tokens: What follows the exam.
        aside: Whether circumstances are told, so that only a verb or a value begins the result.
        process: Whether the clause tells that the exam was done.
        place: Position of the token that is looked at.
        found: The result, and whether it follows at once.
        over: Whether nothing more is to be looked at.
    """

    low: str
    start: int
    limit: int
    tokens: Sequence[Token]
    aside: bool
    process: bool = False
    place: int = 0
    found: tuple[Span, bool] | None = None
    over: bool = False

    @property
    def token(self) -> Token:
        return self.tokens[self.place]

    @property
    def following(self) -> str:
        """The token behind this one."""
        return self.tokens[self.place + 1].text if self.place + 1 < len(self.tokens) else ""

    def stop(self, found: Span | None = None, *, at_once: bool = False) -> None:
        self.found = (found, at_once) if found else None
        self.over = True


class PredicateReader:
    """Reads what follows an exam.

    A clause that neither tells that the exam was asked for or done nor goes on to something else is taken to tell its
    result, whatever its verb.

    Args:
        words: Words of the languages.
        extent: Finds the end of a result.
    """

    def __init__(self, words: ClauseWords, extent: ResultExtent) -> None:
        self._words = words
        self._extent = extent
        # "On CT, ...", and "... and the ECG, ..." with the verb left out.
        self._opening = re.compile(rf"(?:\A\W*|(?<!\w)(?:{choice(words.joining)})\s)(?:\w{{1,4}}\s){{0,3}}\Z")

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
        tokens = self._words.tokens(low, end, min(limit, end + _LONGEST))
        walk = _Walk(low, start, limit, tokens, aside=is_verb)
        while not walk.over and walk.place < len(tokens):
            word = walk.token.text
            if not word[0].isalnum() and word not in _BEFORE_NUMBER:
                self._at_mark(walk, word)
            elif not self._at_verb(walk, word) and not self._at_joint(walk, word):
                self._at_word(walk, word)
        return walk.found

    def _at_mark(self, walk: _Walk, word: str) -> None:
        token = walk.token
        if word == ":" or (
            word in _DASHES and walk.low[token.start - 1].isspace() and not self._is_hyphen(walk, token)
        ):
            walk.stop(self._extent.of_finding(walk.low, token.end, walk.limit, listed=True))
        elif word == "(":
            close = next((at for at in range(walk.place, len(walk.tokens)) if walk.tokens[at].text == ")"), None)
            if close is None:
                walk.stop()
            elif not walk.place and self._words.tells(walk.low, walk.tokens[1:close]):
                walk.stop(Span(token.end, walk.tokens[close].start))
            else:
                walk.place = close + 1
        elif word == ",":
            self._at_comma(walk)
        elif (word == ")" and not walk.place) or word in _PASSED_OVER or self._is_hyphen(walk, token):
            walk.place += 1
        else:
            walk.stop()

    @staticmethod
    def _is_hyphen(walk: _Walk, token: Token) -> bool:
        """Whether a mark ties two parts of a word, as in "PYP-Tc99m"."""
        beside = walk.low[token.start - 1], walk.low[token.end : token.end + 1]
        return token.text == "-" and not any(sign.isspace() for sign in beside)

    def _at_comma(self, walk: _Walk) -> None:
        words, low = self._words, walk.low
        behind = walk.tokens[walk.place + 1 :]
        begin = max(0, walk.start - _LONGEST, *(low.rfind(mark, 0, walk.start) + 1 for mark in ".;:\n"))
        opens = walk.place <= _ASIDE and not walk.process and self._opening.search(low[begin : walk.start])
        if behind and behind[0].text in words.bearing:
            walk.stop(self._borne(walk, behind[0]))
        elif behind and opens and behind[0].text not in words.process and not self._behind_aside(walk):
            walk.stop(self._extent.of_finding(low, behind[0].start, walk.limit))
        elif self._resumes(low, behind):
            walk.place, walk.aside, walk.process = walk.place + 1, True, False
        elif further := self._behind_aside(walk):
            walk.place = further
        else:
            walk.stop()

    def _borne(self, walk: _Walk, token: Token) -> Span | None:
        begin = token.end if token.text in self._words.ties else token.start
        return self._extent.of_finding(walk.low, begin, walk.limit)

    def _resumes(self, low: str, behind: Sequence[Token]) -> bool:
        """Whether a comma is followed by a value or by what introduces a finding."""
        words = self._words
        if not behind:
            return False
        place = behind[0].start
        number = any(token.text[0].isdigit() for token in behind[: 1 + (behind[0].text in words.small)])
        told = words.told.match(low, place) or words.value.match(low, place)
        return number or behind[0].text in words.relatives or bool(told)

    def _behind_aside(self, walk: _Walk) -> int:
        """Behind the second of two commas that enclose an aside, where a finding or a verb follows; 0 if not."""
        for at in range(walk.place + 1, min(len(walk.tokens) - 1, walk.place + _SEGMENT)):
            if walk.tokens[at].text in END_MARKS:
                break
            if walk.tokens[at].text == ",":
                further = walk.tokens[at + 1]
                told = further.text in self._words.copulas or self._words.told.match(walk.low, further.start)
                return at + 1 if told else 0
        return 0

    def _at_verb(self, walk: _Walk, word: str) -> bool:
        """A link with a number, a verb of finding, or the verb that says what the exam was."""
        words, token, low = self._words, walk.token, walk.low
        linked = words.linked.match(low, token.start - 1)
        if linked and not _YEAR.fullmatch(linked["number"].strip()) and (word not in words.small or not walk.place):
            end = self._extent.of_value(low, linked.end(), walk.limit)
            walk.stop(Span(token.start, end), at_once=not walk.place)
        elif (told := words.told.match(low, token.start)) and not self._is_auxiliary(low, told.end()):
            kept = words.kept.match(low, token.start)
            # What a finding verb of several words says is itself a result, and so is growth.
            tied = not walk.place and word in words.small
            begin = token.start if tied or not kept or " " in kept.group() else kept.end()
            walk.stop(self._extent.of_finding(low, begin, walk.limit), at_once=tied)
        elif word in words.copulas and walk.following not in words.process:
            walk.stop(self._extent.of_finding(low, token.start, walk.limit), at_once=not walk.place)
        return walk.over

    def _is_auxiliary(self, low: str, end: int) -> bool:
        """Whether a verb of doing follows, so that the verb before it tells no finding: "had been booked"."""
        following = [token.text for token in self._words.tokens(low, end, min(len(low), end + _NEAR))[:2]]
        while following and following[0] in self._words.copulas:
            following = following[1:]
        return bool(following) and following[0] in self._words.process

    def _at_joint(self, walk: _Walk, word: str) -> bool:
        """A word that joins, bears a finding, or turns to something else."""
        words, place = self._words, walk.place
        if word in words.joining:
            further = walk.tokens[place + 1 : place + 3]
            if not further or further[0].text in words.breaks or not self._is_told(walk.low, further):
                walk.stop()
            # What a second exam showed with this one begins behind its name.
            walk.aside = True
        elif word in words.bearing:
            walk.stop(None if walk.process or place > _ASIDE else self._borne(walk, walk.token))
        elif word in words.relatives:
            walk.aside = True
        elif word not in words.copulas and words.turn.match(walk.low, walk.token.start):
            walk.stop()
        else:
            return False
        walk.place += 1
        return True

    def _is_told(self, low: str, tokens: Sequence[Token]) -> bool:
        """Whether a finding follows, at once or behind one noun: "of serum and urine found no band"."""
        if self._words.told.match(low, tokens[0].start):
            return True
        noun = tokens[0].text.isalpha() and tokens[0].text not in self._words.small
        verbs = self._words.told, self._words.value
        return len(tokens) > 1 and noun and any(verb.match(low, tokens[1].start) for verb in verbs)

    def _is_achieved(self, walk: _Walk) -> Token | None:
        """The number that somebody reached in an exam that opens the clause: "on the walk test he managed 310 m"."""
        near = walk.tokens[walk.place + 1 : walk.place + 1 + _VERB]
        number = next((token for token in near if token.text[0].isdigit()), None)
        begin = max(0, walk.start - _LONGEST, *(walk.low.rfind(mark, 0, walk.start) + 1 for mark in ".;:\n"))
        opens = walk.place <= 1 and not walk.process and self._opening.search(walk.low[begin : walk.start])
        return number if opens else None

    def _at_word(self, walk: _Walk, word: str) -> None:
        words, token = self._words, walk.token
        if word in words.breaks and (number := self._is_achieved(walk)):
            walk.stop(self._extent.of_finding(walk.low, number.start, walk.limit))
            return
        if word in words.copulas or word in words.process:
            walk.process = walk.process or word in words.process
            walk.aside = walk.aside or word in words.process
        elif not walk.process and words.value.match(walk.low, token.start):
            walk.stop(self._extent.of_finding(walk.low, token.start, walk.limit))
        elif word in words.small:
            walk.aside = True
        elif not walk.aside and word not in words.general and walk.low[token.start - 1].isspace():
            walk.stop(self._extent.of_finding(walk.low, token.start, walk.limit), at_once=True)
        walk.place += 1
