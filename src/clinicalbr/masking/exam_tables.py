"""The exam tables of several languages as one: exams by key and by name, and the places of the body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from clinicalbr.languages import Exam, LanguagePack
from clinicalbr.masking.exam_words import WordKeys, keys_of

__all__ = ["ExamTables", "Place", "exam_tables", "is_cut_short"]


@dataclass(frozen=True, slots=True)
class Place:
    """Words for one object of a method: whole keys, and beginnings.

    Args:
        words: Keys.
        beginnings: Beginnings of keys.

    Examples:
        >>> Place(frozenset({"chest"}), ("thora",)).holds("thoracic")
        True
    """

    words: frozenset[str]
    beginnings: tuple[str, ...]

    def holds(self, key: str) -> bool:
        """Whether a word is one for it.

        Args:
            key: Key of a word.

        Returns:
            Whether it is.
        """
        return key in self.words or key.startswith(self.beginnings)


@dataclass(frozen=True, slots=True)
class ExamTables:
    """The exam tables of some packs, joined by key.

    Args:
        exams: Exams by key.
        by_name: Keys of exams by the keys of their names, sorted.
        named: The same but for names that stand for an exam beside a value only.
        substances: Names of what is measured in the blood, or taken as a medicine.
        general: Keys that tell no exam.
        specimens: Keys for what is taken from a patient.
        places: Places of the body in all their words.
        longest: Words of the longest name.
    """

    exams: dict[str, Exam]
    by_name: dict[tuple[str, ...], tuple[str, ...]]
    named: frozenset[tuple[str, ...]]
    substances: frozenset[tuple[str, ...]]
    general: frozenset[str]
    specimens: frozenset[str]
    places: tuple[Place, ...]
    longest: int

    def place_of(self, key: str) -> Place | None:
        """The place that a word names."""
        return next((place for place in self.places if place.holds(key)), None)


@lru_cache(maxsize=32)
def exam_tables(packs: tuple[LanguagePack, ...]) -> ExamTables:
    """Join the tables of some packs.

    Args:
        packs: Packs of the languages.

    Returns:
        The tables as one.
    """
    keys = keys_of(packs)
    joined: dict[str, Exam] = {}
    for exam in (exam for pack in packs for exam in pack.exams.exams):
        own = joined.get(exam.key, Exam(exam.key, ()))
        joined[exam.key] = Exam(
            exam.key,
            tuple(dict.fromkeys((*own.names, *exam.names))),
            tuple(dict.fromkeys((*own.measured, *exam.measured))),
            tuple(dict.fromkeys((*own.verbs, *exam.verbs))),
            tuple(dict.fromkeys((*own.parts, *exam.parts))),
            own.is_method or exam.is_method,
            tuple(dict.fromkeys((*own.heads, *exam.heads))),
        )
    by_name: dict[tuple[str, ...], list[str]] = {}
    for exam in joined.values():
        for name in (*exam.names, *exam.measured):
            words = tuple(sorted(keys.of_name(name)))
            if words and not is_cut_short(name, words):
                by_name.setdefault(words, []).append(exam.key)
    named = frozenset(tuple(sorted(keys.of_name(name))) for exam in joined.values() for name in exam.names)
    taken = {
        *(name for exam in joined.values() for name in exam.measured),
        *(name for pack in packs for medicine in pack.treatment.medicines for name in medicine.names),
    }
    substances = {tuple(sorted(keys.of_name(name))) for name in taken}
    for exam in joined.values():
        called = {tuple(sorted(keys.of_name(name))) for name in exam.names}
        if not substances.isdisjoint(called):
            substances |= called
    general = frozenset(key for pack in packs for word in pack.exams.general for key in keys.of_name(word))
    return ExamTables(
        joined,
        {words: tuple(dict.fromkeys(found)) for words, found in by_name.items()},
        named,
        frozenset(substances),
        general,
        frozenset(key for pack in packs for word in pack.exams.specimens for key in keys.of_name(word)),
        tuple(_places(packs, keys)),
        max(map(len, by_name), default=1),
    )


def _places(packs: Iterable[LanguagePack], keys: WordKeys) -> Iterator[Place]:
    """Families of the packs; those that share a word become one, so that the languages join."""
    families = [set(family) for pack in packs for family in pack.exams.places]
    while families:
        family = families.pop(0)
        if other := next((each for each in families if not each.isdisjoint(family)), None):
            other |= family
            continue
        yield Place(
            frozenset(key for word in family if not word.endswith("*") for key in keys.of_name(word)),
            tuple(sorted(word[:-1] for word in family if word.endswith("*"))),
        )


def is_cut_short(name: str, words: Sequence[str]) -> bool:
    """Whether no more than one letter is left of a longer name without its small words: "U&E".

    Args:
        name: A name as written.
        words: Its keys.

    Returns:
        Whether they say too little to be looked for.

    Examples:
        >>> is_cut_short("U&E", ("u",)), is_cut_short("K+", ("k",))
        (True, False)
    """
    return len(words) == 1 == len(words[0]) and sum(map(str.isalnum, name)) > 1
