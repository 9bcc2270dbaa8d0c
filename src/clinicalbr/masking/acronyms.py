"""Acronyms of a gold name: made from initials, given, or defined in the text.

Case decides: ``AR`` may be artrite reumatoide where ``ar`` is air. An acronym that is short, or is spelled like a
word or a unit, needs evidence: it was given, or the text defines it beside a name of the answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from html import unescape

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.word_forms import shares_root
from clinicalbr.text import fold, fold_text, keep_case

__all__ = [
    "CASE_FREE",
    "initials",
    "inner_acronyms",
    "is_called",
    "is_written_as",
    "known_acronyms",
    "needs_evidence",
    "parts_of",
    "plain",
    "words_of",
]

_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r"[^\W\d_]+|\d+")
_CAPITALS = re.compile(r"(?<![^\W_])[A-Z]{3,7}(?![^\W_])")
_SHORTEST_FREE = 3
"""Letters that an acronym made from initials needs to be looked for without further evidence."""
CASE_FREE = 4
"""Letters from which an acronym may also be written like a word: "Aids", "covid"."""
_FREQUENT = 4.4
_LEAST_BEHIND_PREFIX = 4


def words_of(name: str) -> tuple[str, ...]:
    """Folded words of a name, as :func:`~clinicalbr.masking.acronym_definitions.definitions` takes them.

    Args:
        name: A name of the answer.

    Returns:
        Its words.

    Examples:
        >>> words_of("doença de Chagas")
        ('doenca', 'de', 'chagas')
    """
    return tuple(_WORD.findall(fold_text(name)))


def plain(surface: str) -> str:
    """A stretch of text without what does not change its letters: marks, dots, hyphens, invisible characters.

    Args:
        surface: A short stretch, as written.

    Returns:
        Letters and digits in their own case, unaccented.

    Examples:
        >>> plain("L.E.S."), plain("DM-1"), plain("S\u00cdFILIS")
        ('LES', 'DM1', 'SIFILIS')
    """
    decomposed = unicodedata.normalize("NFKD", unescape(surface))
    return "".join(character for character in decomposed if character.isalnum())


def initials(name: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Acronyms made from the first letters of a name's words.

    Args:
        name: A name of the answer.
        lexicon: Tells the words that lend no initial.

    Returns:
        Upper-case acronyms of two signs or more: of all words that are not skipped; with a further letter for the word
        behind a prefix ("imunodeficiência"); and, of a long name, without the modifiers at its end.

    Examples:
        >>> from clinicalbr.masking.word_weight import Thresholds
        >>> portuguese = Lexicon([LanguagePack.load("pt")], Thresholds())
        >>> initials("lúpus eritematoso sistêmico", portuguese)
        ('LES',)
        >>> initials("síndrome da imunodeficiência adquirida", portuguese)
        ('SIA', 'SIDA')
    """
    kept = [word for word in _PART.findall(fold_text(name)) if word not in lexicon.without_initial]
    shorter = list(kept)
    while len(shorter) > _SHORTEST_FREE and shorter[-1] in lexicon.modifiers:
        shorter.pop()
    made = (
        "".join(_initial(word) for word in kept),
        "".join(_initial(word) + lexicon.behind_prefix(word, _LEAST_BEHIND_PREFIX) for word in kept),
        "".join(_initial(word) for word in shorter),
    )
    return tuple(dict.fromkeys(short.upper() for short in made if len(short) > 1 and len(kept) > 1))


def inner_acronyms(name: str) -> tuple[str, ...]:
    """Acronyms that stand in a name: "HIV" in "infecção pelo HIV".

    Args:
        name: A name of the answer.

    Returns:
        Tokens of three capitals or more beside words in small letters.

    Examples:
        >>> inner_acronyms("infecção pelo HIV"), inner_acronyms("INFECÇÃO PELO HIV")
        (('HIV',), ())
    """
    if name.isupper():
        return ()
    return tuple(dict.fromkeys(_CAPITALS.findall(name)))


def _initial(word: str) -> str:
    return word if word.isdigit() else word[0]


def needs_evidence(acronym: str, packs: Sequence[LanguagePack]) -> bool:
    """Whether an acronym made from initials means too many things to be trusted alone.

    Capitals are evidence enough for three letters ("LES" is not the word "les"), unless the language uses them for
    something else.

    Args:
        acronym: Upper-case acronym.
        packs: Packs whose abbreviations count.

    Returns:
        True when the text must define it first.

    Examples:
        >>> needs_evidence("AR", ()), needs_evidence("LES", ())
        (True, False)
    """
    return len(acronym) < _SHORTEST_FREE or any(pack.abbreviations.meanings(acronym) for pack in packs)


def is_called(name: Sequence[str], acronym: str, lexicon: Lexicon) -> bool:
    """Whether a language uses an acronym for a name, whose words may differ a little from those in its table.

    Args:
        name: Folded words of a name, see :func:`words_of`.
        acronym: Upper-case acronym.
        lexicon: Rules of the target's languages.

    Returns:
        True when the acronym has three letters or more, and two thirds of the words of a meaning are akin to half of
        the name's or more.

    Examples:
        >>> from clinicalbr.masking.word_weight import Thresholds
        >>> english = Lexicon([LanguagePack.load("en")], Thresholds())
        >>> is_called(words_of("non-small cell lung carcinoma"), "NSCLC", english)
        True
        >>> is_called(words_of("northern swamp cat lung cough"), "NSCLC", english)
        False
    """
    if len(acronym) < _SHORTEST_FREE:
        return False
    own = _telling(name, lexicon)
    for meaning in (meaning for pack in lexicon.packs for meaning in pack.abbreviations.meanings(acronym)):
        words = _telling(words_of(meaning.name), lexicon)
        akin = [word for word in words if any(word == other or shares_root(word, other) for other in own)]
        matched = [other for other in own if any(word == other or shares_root(word, other) for word in words)]
        if words and 3 * len(akin) >= 2 * len(words) and 2 * len(matched) >= len(own):
            return True
    return False


def _telling(words: Iterable[str], lexicon: Lexicon) -> list[str]:
    return [lexicon.simplified(word) for word in words if word not in lexicon.without_initial]


def known_acronyms(names: Iterable[str], packs: Sequence[LanguagePack]) -> tuple[str, ...]:
    """Abbreviations of the languages that stand for one of the names.

    Args:
        names: Names of the answer.
        packs: Packs whose abbreviations count.

    Returns:
        Abbreviations of which a meaning is a name, or its first words when there are two or more.
    """
    return tuple(sorted({short for pack in packs for name in names for short in pack.abbreviations.shorts_of(name)}))


def parts_of(acronym: str) -> tuple[str, ...]:
    """The runs of letters and of digits in an acronym.

    Args:
        acronym: The acronym as given.

    Returns:
        Unaccented runs in their own case.

    Examples:
        >>> parts_of("DM-1"), parts_of("anti-NMDAR")
        (('DM', '1'), ('anti', 'NMDAR'))
    """
    return tuple(_PART.findall(keep_case(acronym, fold(acronym))))


def is_written_as(surface: str, acronym: str, pack: LanguagePack) -> bool:
    """Whether a stretch of the source text is an acronym in a case that counts.

    Args:
        surface: The stretch as written, without a plural ending.
        acronym: The acronym as given.
        pack: Pack of the main language, whose homographs and function words are never acronyms in lower case.

    Returns:
        True for the acronym's own case and for capitals; from four letters on also with one capital, and in lower case
        unless that is a word of the language.

    Examples:
        >>> pt = LanguagePack.load("pt")
        >>> is_written_as("AR", "AR", pt), is_written_as("ar", "AR", pt), is_written_as("aids", "AIDS", pt)
        (True, False, True)
    """
    if surface == acronym:
        return True
    letters, wanted = plain(surface), plain(acronym)
    if letters in (wanted, wanted.upper()):
        return True
    folded = fold_text(wanted)
    if fold_text(letters) != folded or len(wanted) < CASE_FREE:
        return False
    if pack.background.zipf(folded) >= _FREQUENT:
        return False
    return not letters.islower() or not (folded in pack.acronyms.homographs or folded in pack.function_words)
