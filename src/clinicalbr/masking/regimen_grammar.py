"""The small grammar of phrases in a language pack: numbers, lists of numbers, years and units of time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from clinicalbr.languages import LanguagePack

__all__ = ["PhraseGrammar", "longest_first", "one_of"]

FIGURES = r"(?<!\d)(?<!\d[.,])\d{1,9}(?:[.,/]\d{1,6}){0,3}"
_ORDINAL = r"(?:o|a|st|nd|rd|th|\u00ba|\u00aa)"
_YEAR = r"(?:19|20)\d\d(?![\d.,/]\d)(?!\d)"
_SPACE = r"[ ]{1,3}"


class PhraseGrammar:
    """What the signs in a phrase stand for.

    ``#`` is a number in figures or in words but no year, ``&`` a list of numbers ("1, 8 and 15"), ``@`` a year and
    ``~`` a unit of time, with a word such as "full" or "further" beside it or not.

    Args:
        packs: Packs of the languages.

    Examples:
        >>> import re
        >>> grammar = PhraseGrammar((LanguagePack.load("en"),))
        >>> bool(re.fullmatch(grammar.body("on days &"), "on days 1, 8 and 15"))
        True
        >>> bool(re.fullmatch(grammar.body("for # ~"), "for five full days"))
        True
    """

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        rules = [pack.treatment for pack in packs]
        words = one_of(word for each in rules for word in each.number_words)
        joints = one_of(word for each in rules for word in each.number_joints)
        beside = one_of(word for each in rules for word in each.time_words)
        units = one_of(unit for each in rules for unit in each.time_units)
        self.between = rf"(?: ?- ?|{_SPACE}(?:{joints}){_SPACE})"
        self.number = (
            rf"(?:(?!{_YEAR}){FIGURES}(?:{_ORDINAL}(?![^\W_]))?(?: ?- ?\d{{1,9}}(?:[.,]\d{{1,6}}){{0,2}})?"
            rf"|(?<!\w)(?=[^\W\d_])(?:{words})(?![^\W_]))"
        )
        doses = one_of(unit for each in rules for unit in (*each.dose_units, *each.time_units))
        self._alone = rf"(?![\d.,/]*\d)(?![ \-]{{0,3}}(?:{doses})(?![^\W\d_]))"
        item = rf"{self.number}{self._alone}"
        # The last number of a list may bear the unit of time that the phrase asks for, never a unit of dose.
        last = rf"(?:,?{self.between}){self.number}(?=[ \-]{{0,3}}(?:{units})(?![^\W\d_]))"
        self._list = rf"{self.number}(?:(?:,{_SPACE}|,?{self.between}){item}){{0,8}}(?:{last})?"
        self._time = rf"(?:(?:{beside})[ -]{{1,3}})?(?:{units})(?![^\W_])(?:{_SPACE}(?:{beside})(?![^\W_]))?"

    def body(self, phrase: str) -> str:
        """The pattern of a phrase, with a stop behind a word.

        Args:
            phrase: The phrase, folded.

        Returns:
            A regular expression.
        """
        made = []
        for index, sign in enumerate(phrase):
            if sign == " " and phrase[index - 1 : index] == "#" and phrase[index + 1 : index + 2] == "~":
                made.append(r"[ \-]{0,3}")
            else:
                made.append(self._sign(sign))
        end = phrase[-1:]
        if end == "#":
            return "".join(made) + self._alone
        return "".join(made) + (r"(?!\w)" if end.isalnum() or end == "~" else "")

    def _sign(self, sign: str) -> str:
        signs = {" ": _SPACE, "#": self.number, "&": self._list, "~": self._time, "@": r"(?:19|20)\d\d"}
        return signs.get(sign) or re.escape(sign)

    def one_of(self, phrases: Iterable[str]) -> str:
        """A pattern for any of several phrases, the longest first.

        Args:
            phrases: Phrases, folded.

        Returns:
            A regular expression in a group; it matches nothing when there are no phrases.
        """
        return rf"(?:{'|'.join(self.body(phrase) for phrase in longest_first(phrases)) or '(?!)'})"


def longest_first(items: Iterable[str]) -> list[str]:
    """Items without doubles, the longest first.

    Args:
        items: Words or phrases.

    Returns:
        A list in an order that does not depend on that of the items.
    """
    return sorted(set(items), key=lambda item: (-len(item), item))


def one_of(items: Iterable[str]) -> str:
    """A pattern for any of several words as they stand.

    Args:
        items: Words, folded.

    Returns:
        A regular expression without a group; it matches nothing when there are no words.
    """
    return "|".join(re.escape(item).replace(r"\ ", " ") for item in longest_first(items)) or r"(?!)"
