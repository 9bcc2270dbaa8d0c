"""Other forms of the names of a plan: plurals of classes, nouns and verbs of procedures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clinicalbr.languages import LanguagePack
from clinicalbr.text import fold_text

__all__ = ["forms_of", "plural_forms"]


def forms_of(procedures: Iterable[str], packs: Sequence[LanguagePack]) -> frozenset[str]:
    """Other words for procedures: nouns and verb forms of the same family, or built on the same stem.

    Args:
        procedures: Procedures as written in a plan.
        packs: Packs of the languages.

    Returns:
        Words and phrases, folded.

    Examples:
        >>> "drenado" in forms_of(["drenagem"], [LanguagePack.load("pt")])
        True
        >>> "colecistectomizada" in forms_of(["Colecistectomia"], [LanguagePack.load("pt")])
        True
    """
    names = {fold_text(name) for name in procedures}
    made: set[str] = set(names)
    for rules in (pack.treatment for pack in packs):
        for family in rules.procedures:
            folded = {fold_text(term) for term in family}
            if not folded.isdisjoint(names):
                made |= folded
        for row in rules.procedure_endings:
            for name in names:
                stems = {
                    name[: -len(ending)] for ending in row if name.endswith(ending) and len(name) > len(ending) + 2
                }
                made.update(stem + ending for stem in stems for ending in row if stem[-1].isalpha())
    return frozenset(made)


def plural_forms(names: Iterable[str], packs: Sequence[LanguagePack]) -> frozenset[str]:
    """Names as written, and with their words in the plural: the first, the last, or each.

    Args:
        names: Names of classes.
        packs: Packs of the languages.

    Returns:
        Names.

    Examples:
        >>> sorted(plural_forms(["agonista opioide"], [LanguagePack.load("pt")]))[:2]
        ['agonista opioide', 'agonista opioides']
    """
    pairs = [pair for pack in packs for pair in pack.morphology.plurals]
    made = set(names)
    for name in tuple(made):
        if name.isupper():
            continue
        words = name.split()
        many = [_plurals(word, pairs) for word in words]
        made.update(" ".join((one, *words[1:])) for one in many[0])
        made.update(" ".join((*words[:-1], one)) for one in many[-1])
        made.update(
            " ".join((one, other, *words[2:])) for one in many[0] for other in (many[1] if len(many) > 1 else ())
        )
    return frozenset(made)


def _plurals(word: str, pairs: Iterable[tuple[str, str]]) -> list[str]:
    folded = fold_text(word)
    return [folded[: len(folded) - len(one)] + other for one, other in pairs if folded.endswith(one)]
