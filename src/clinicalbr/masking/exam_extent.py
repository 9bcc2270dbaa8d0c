"""How far the result of an exam reaches: to the end of its clause, over commas that go on with it, round its number."""

from __future__ import annotations

from collections.abc import Container, Sequence

from clinicalbr.masking.exam_clause_words import END_MARKS, ClauseWords, Token
from clinicalbr.text import Span

__all__ = ["ResultExtent"]

_LONGEST = 320
_ASIDE = 4
_SEGMENT = 12
_LOOKED_AHEAD = 4
_DETAIL = 8


class ResultExtent:
    """Finds the end of a result whose beginning is known.

    Args:
        words: Words of the languages.
        exams: Folded words that name an exam by themselves, with which another result begins.
    """

    def __init__(self, words: ClauseWords, exams: Container[str] = frozenset()) -> None:
        self._words = words
        self._exams = exams

    def of_finding(self, low: str, begin: int, limit: int, *, listed: bool = False) -> Span | None:
        """A finding in words.

        Args:
            low: Folded text.
            begin: Where it begins.
            limit: Where the next exam is named.
            listed: Whether it stands behind a colon, so that semicolons part its items.

        Returns:
            Its place; None when nothing in it tells a result.
        """
        words = self._words
        tokens = words.tokens(low, begin, min(limit, begin + _LONGEST))
        depth, held_to = 0, len(tokens)
        for place, token in enumerate(tokens):
            depth += (token.text == "(") - (token.text == ")")
            if depth < 0 or self._closes(low, tokens, place, inside=depth > 0, listed=listed):
                held_to = place
                break
        end = self._trimmed(tokens[:held_to], begin)
        held = [token.text for token in tokens if token.end <= end and token.text[0].isalnum()]
        idle = words.general | words.small | words.bearing | words.process | words.copulas
        return None if all(word in idle for word in held) else Span(tokens[0].start, end)

    def _closes(self, low: str, tokens: Sequence[Token], place: int, *, inside: bool, listed: bool) -> bool:
        """Whether a finding ends before a token."""
        words, token = self._words, tokens[place]
        if token.text in END_MARKS:
            return token.text != ";" or not (inside or listed)
        if token.text == ":":
            is_value = place + 1 < len(tokens) and tokens[place + 1].text[0].isdigit()
            return not (inside or listed or is_value)
        if token.text == ",":
            goes_on = words.goes_on(tokens[place + 1 :]) or words.linked.match(low, token.start)
            return not inside and not goes_on
        if token.text in words.joining:
            return words.turns_away(tokens[place + 1 : place + 1 + _LOOKED_AHEAD])
        return place > 0 and self._turns(low, token, tokens[place + 1 :])

    def _turns(self, low: str, token: Token, behind: Sequence[Token]) -> bool:
        """Whether something else begins; "gain of 320 mL after salbutamol" tells no new event."""
        words = self._words
        if not words.turn.match(low, token.start):
            return False
        further = words.segment(behind)
        is_circumstance = token.text not in words.relatives and 0 < len(further) <= _ASIDE
        return not is_circumstance or words.turns_away(further)

    def of_value(self, low: str, end: int, limit: int) -> int:
        """What belongs to a value: "5 mil", "positive at 1:32", "1:320, speckled", "raised (88)".

        Args:
            low: Folded text.
            end: End of the value.
            limit: Where the next exam is named.

        Returns:
            End of the whole.
        """
        words = self._words
        tokens = words.tokens(low, end, min(limit, end + _LONGEST))
        for place, token in enumerate(tokens):
            behind = tokens[place + 1 :]
            if token.text == "(":
                return self._bracket(low, behind, end)
            if further := self._further(low, end, token, behind, limit, first=not place):
                return further
            ends = token.text in END_MARKS or token.text in ",):]" or token.text in words.joining
            if ends or place > _DETAIL or self._turns(low, token, behind):
                return self._trimmed(tokens[:place], end)
            tied = words.turn.match(low, token.start)
            if not tied and (token.text in words.process or words.breaks_off(token.text)):
                return end
        return self._trimmed(tokens, end)

    def _further(self, low: str, end: int, token: Token, behind: Sequence[Token], limit: int, *, first: bool) -> int:
        """End of another value that goes on with one ("raised: 88", "2.9 rising to 4.1"); 0 where there is none."""
        if token.text == ":" and first and behind and behind[0].text[0].isdigit():
            return self.of_value(low, behind[0].end, limit)
        if linked := self._words.linked.match(low, token.start - 1):
            return self.of_value(low, linked.end(), limit)
        if token.text in self._words.joining and len(behind) > 1 and behind[0].text[0].isdigit():
            # "32 mmHg on the right and 28 mmHg on the left": the unit comes again.
            again = low[:end].endswith(f" {behind[1].text}")
            return self.of_value(low, behind[1].end, limit) if again else 0
        return self._details(low, token, behind, limit) if token.text == "," else 0

    def _bracket(self, low: str, behind: Sequence[Token], end: int) -> int:
        close = next((place for place, token in enumerate(behind) if token.text == ")"), None)
        if close is None or close > _SEGMENT or not self._words.tells(low, behind[:close]):
            return end
        return behind[close].end

    def _details(self, low: str, comma: Token, behind: Sequence[Token], limit: int) -> int:
        """End of what goes on with a value behind a comma; 0 where something else begins."""
        words = self._words
        segment = words.segment(behind)
        if not segment:
            return 0
        if segment[0].start == comma.end:
            return segment[0].end  # A comma within a value: "46,XX".
        first = segment[1] if len(segment) > 1 and segment[0].text in words.bearing else segment[0]
        told = segment[0].text in words.bearing or words.tells(low, segment)
        goes_on = told and len(segment) <= _DETAIL and words.goes_on(segment)
        if first.text in words.details or (goes_on and not self._names_exam(segment)):
            end = segment[-1].end
            further = words.tokens(low, end, min(limit, end + _LONGEST))
            is_list = goes_on and bool(further) and further[0].text == ","
            return (self._details(low, further[0], further[1:], limit) if is_list else 0) or end
        if linked := words.linked.match(low, comma.start):
            return self.of_value(low, linked.end(), limit)
        return 0

    def _names_exam(self, segment: Sequence[Token]) -> bool:
        return any(token.text in self._exams for token in segment)

    def _trimmed(self, tokens: Sequence[Token], end: int) -> int:
        """End of the last word that is none of the small ones."""
        kept = list(tokens)
        while kept and (kept[-1].text in self._words.small or not kept[-1].text[-1].isalnum()):
            if kept[-1].text in ')%"':
                break
            kept.pop()
        return kept[-1].end if kept else end
