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
from clinicalbr.text import Span, fold_text

__all__ = ["acronym_pattern", "definitions", "initials", "is_written_as", "plain"]

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_FREE = 3
"""Letters that an acronym made from initials needs to be looked for without further evidence."""
_CASE_FREE = 4
"""Letters from which an acronym may also be written like a word: "Aids", "covid"."""
_SHORT_FORM = r"(?P<token>[^\W\d_](?:[.]?[^\W_]|[-/][^\W_]){1,11}[.]?)"
_AFTER = re.compile(
    rf"\s{{0,3}}(?:[(\[]\s?{_SHORT_FORM}\s?[)\];,:]|[-–—/]\s?{_SHORT_FORM.replace('token', 'dashed')}(?=[\s,.;:)]|$))"
)
_BEFORE = re.compile(
    rf"(?:^|(?<=[\s(\[/,;:]))(?:{_SHORT_FORM}\s?[(\[]\s?|{_SHORT_FORM.replace('token', 'dashed')}\s?[-–—/]\s?)$"
)


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


def initials(name: str, packs: Sequence[LanguagePack]) -> tuple[str, ...]:
    """Acronyms made from the first letters of a name's words.

    Args:
        name: A name of the answer.
        packs: Packs whose skipped words lend no initial.

    Returns:
        Upper-case acronyms of two letters or more: one from all words, one from those that are not skipped.

    Examples:
        >>> initials("lúpus eritematoso sistêmico", [LanguagePack.load("pt")])
        ('LES',)
    """
    words = _WORD.findall(fold_text(name))
    skipped = frozenset(word for pack in packs for word in (*pack.acronyms.skipped_words, *pack.function_words))
    kept = [word for word in words if word not in skipped]
    return tuple(
        dict.fromkeys("".join(word[0] for word in chosen).upper() for chosen in (kept, words) if len(chosen) > 1)
    )


def needs_evidence(acronym: str) -> bool:
    """Whether an acronym made from initials is too short to be trusted alone.

    Capitals are evidence enough for three letters ("LES" is not the word "les"); two letters mean too many things.

    Args:
        acronym: Upper-case acronym.

    Returns:
        True when the text must define it first.

    Examples:
        >>> needs_evidence("AR"), needs_evidence("LES")
        (True, False)
    """
    return len(acronym) < _SHORTEST_FREE


def acronym_pattern(acronyms: Iterable[str], plural_endings: Iterable[str]) -> re.Pattern[str] | None:
    """Pattern that finds acronyms in folded text: solid, dotted, hyphenated, in the plural.

    Args:
        acronyms: Acronyms in any case.
        plural_endings: What may follow one in the plural, folded.

    Returns:
        A pattern with the groups ``short`` (the acronym) and ``plural``; ``None`` when there is nothing to look for.

    Examples:
        >>> acronym_pattern(["LES"], ["s"]).search("o l.e.s. ativo")["short"]
        'l.e.s.'
    """
    forms = {form for acronym in acronyms for form in _forms(fold_text(plain(acronym)))}
    if not forms:
        return None
    endings = "|".join(sorted((re.escape(ending) for ending in set(plural_endings)), key=len, reverse=True))
    body = "|".join(sorted(forms, key=lambda form: (-len(form), form)))
    plural = rf"(?P<plural>{endings})?" if endings else "(?P<plural>)"
    return re.compile(rf"(?<![^\W_])(?P<short>{body}){plural}(?![^\W_])")


def _forms(letters: str) -> tuple[str, str]:
    # Between a letter and a digit, or two letters of a hyphenated acronym, squeezed text has a space.
    solid = "[. ]?".join(re.escape(part) for part in re.findall(r"\D+|\d+", letters))
    dotted = r"\. ?".join(re.escape(letter) for letter in letters) + r"\.?"
    return solid, dotted


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
    letters, wanted = plain(surface), plain(acronym)
    if letters in (wanted, wanted.upper()):
        return True
    folded = fold_text(wanted)
    if fold_text(letters) != folded or len(wanted) < _CASE_FREE:
        return False
    return not letters.islower() or not (folded in pack.acronyms.homographs or folded in pack.function_words)


def definitions(text: str, mention: Span, names: Sequence[str]) -> tuple[str, ...]:
    """Acronyms that the text defines right beside a mention.

    The forms are ``name (ABC)``, ``ABC (name)``, ``name - ABC`` and ``name/ABC``, with round or square brackets.

    Args:
        text: The source text.
        mention: Where a name of the answer stands.
        names: All names of the answer; the acronym may abbreviate one in another language.

    Returns:
        Acronyms as written that align with a name.

    Examples:
        >>> definitions("doença de Chagas (DCh) crônica", Span(0, 16), ["doença de Chagas"])
        ('DCh',)
    """
    window = 24
    after = _AFTER.match(text[mention.end : mention.end + window])
    before = _BEFORE.search(text[max(0, mention.start - window) : mention.start])
    found = [match[group] for match in (after, before) if match for group in ("token", "dashed") if match[group]]
    # In capitals, "SISTÊMICO (LES)" looks like a definition the wrong way round.
    words = {word for name in names for word in _WORD.findall(fold_text(name))}
    return tuple(
        token
        for token in found
        if _looks_like_acronym(token)
        and fold_text(plain(token)) not in words
        and any(_aligns(token, name) for name in names)
    )


def _looks_like_acronym(token: str) -> bool:
    letters = plain(token)
    return sum(character.isupper() for character in letters) >= 2


def _aligns(token: str, name: str) -> bool:
    """Whether the token's letters occur in the name in order, the first one at the start of a word."""
    letters = [character for character in fold_text(plain(token)) if character.isalpha()]
    words = _WORD.findall(fold_text(name))
    for position, word in enumerate(words):
        if letters and word.startswith(letters[0]):
            rest = iter("".join(words[position:]))
            if all(letter in rest for letter in letters):
                return True
    return False
