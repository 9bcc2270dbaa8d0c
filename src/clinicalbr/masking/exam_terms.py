"""What the names of a gold exam list give to search for, by the exam tables of the language packs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from clinicalbr.languages import Exam, LanguagePack
from clinicalbr.masking.acronyms import initials
from clinicalbr.masking.exam_tables import Place, exam_tables, is_cut_short
from clinicalbr.masking.exam_words import keys_of
from clinicalbr.masking.lexicon import lexicon_of
from clinicalbr.masking.name_parts import is_acronym
from clinicalbr.masking.word_weight import Thresholds

__all__ = ["ExamForm", "ExamTerms", "FormKind", "exam_terms"]

_PARTS = re.compile(r"[()\[\]{};,]|\s/\s")
_CAPITALS = re.compile(r"(?<![^\W_])[A-Z][A-Z0-9]{2,}(?![^\W_])")
_SHORTEST_INITIALS = 3
_RARE = 3.5
_LONG = 5
_AGAINST = "anti"
_LONGEST_CODE = 12
_GROUPS = re.compile(r"[^\W\d_]+|\d+")


class FormKind(Enum):
    """How a form of a name tells an exam."""

    NAME = "name of an exam"
    MEASURED = "measure beside its value"
    VERB = "verb for an exam"
    PANEL = "panel with one of its measures"
    HEAD = "noun for an exam beside its result"


@dataclass(frozen=True, slots=True)
class ExamForm:
    """A form of a name to look for.

    Args:
        text: The form as written.
        kind: How it tells the exam.
        exam: Key of the exam; that of a method tells which objects count.
        capitals: Whether it counts in capitals only.
    """

    text: str
    kind: FormKind
    exam: str
    capitals: bool


@dataclass(frozen=True, slots=True)
class ExamTerms:
    """What is looked for.

    Args:
        forms: Forms by their keys, sorted.
        objects: Objects of each method of the list by its key; none at all when any object counts.
        matter: For the other exams, what their names speak of ("marrow").
        clipped: Keys of long one-word names, of which a beginning may stand alone.
    """

    forms: dict[tuple[str, ...], tuple[ExamForm, ...]]
    objects: dict[str, tuple[Place, ...]]
    matter: dict[str, Place]
    clipped: tuple[str, ...]


@lru_cache(maxsize=64)
def exam_terms(names: tuple[str, ...], packs: tuple[LanguagePack, ...]) -> ExamTerms:
    """What to look for, for some names of exams.

    Args:
        names: Names of a gold exam list.
        packs: Packs of the languages.

    Returns:
        The forms with the objects of methods.
    """
    return _Collector(packs).collect(names)


class _Collector:
    """Takes names apart and gathers what they give."""

    def __init__(self, packs: tuple[LanguagePack, ...]) -> None:
        self._packs = packs
        self._keys = keys_of(packs)
        self._tables = exam_tables(packs)
        self._forms: dict[tuple[str, ...], dict[ExamForm, None]] = {}
        self._objects: dict[str, list[Place] | None] = {}
        words = "|".join(sorted(re.escape(word) for pack in packs for word in pack.exams.with_words)) or "(?!)"
        self._lexicon = lexicon_of(packs, Thresholds())
        self._matter: dict[str, Place] = {}
        self._cut = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)

    def collect(self, names: Iterable[str]) -> ExamTerms:
        for name in names:
            self._take(name)
        clipped = {
            words[0]
            for words, forms in self._forms.items()
            if len(words) == 1 and any(form.kind is FormKind.NAME and not form.capitals for form in forms)
        }
        return ExamTerms(
            {words: tuple(forms) for words, forms in self._forms.items()},
            {exam: tuple(dict.fromkeys(places or ())) for exam, places in self._objects.items()},
            self._matter,
            tuple(sorted(clipped)),
        )

    def _take(self, name: str) -> None:
        pieces = [piece for part in _PARTS.split(name) for piece in self._cut.split(part) if piece.strip()]
        for index, piece in enumerate(pieces):
            words = self._keys.of_name(piece)
            found, rest = self._matched(words)
            if rest and any(self._tables.exams[key].is_method for key, _ in found):
                # Of the meanings of an abbreviation, only a method takes an object.
                found = [
                    (key, own)
                    for key, own in found
                    if own or self._tables.exams[key].is_method or not self._is_short(key, words)
                ]
            for key, own in found:
                self._include(key, (*own, *rest))
            if not found:
                self._unlisted(piece, words, rest, first=index == 0)
            for short in initials(piece, self._lexicon):
                if len(short) >= _SHORTEST_INITIALS:
                    self._add(short, FormKind.NAME, f"={piece}", capitals=True)
        # A listed name may hold the words at which others are cut: "stimulation test with ACTH".
        for part in _PARTS.split(name):
            for key, _ in self._matched(self._keys.of_name(part))[0]:
                if not self._tables.exams[key].is_method and key not in self._matter:
                    self._include(key, ())
        for short in _CAPITALS.findall(name):
            if self._keys.of_name(short) not in self._tables.by_name:
                self._add(short, FormKind.NAME, f"={short}", capitals=True)

    def _matched(self, words: Sequence[str]) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
        """The listed exams whose names stand in a name, the longest at each place, and the other telling words.

        A listed name may itself be a method with its object ("chest radiograph"); then the method comes with that.
        """
        found: list[tuple[str, tuple[str, ...]]] = []
        rest: list[str] = []
        at = 0
        while at < len(words):
            for length in range(min(self._tables.longest, len(words) - at), 0, -1):
                if keys := self._tables.by_name.get(tuple(sorted(words[at : at + length]))):
                    found += ((key, ()) for key in keys)
                    if length > 1 and not any(self._tables.exams[key].is_method for key in keys):
                        found += self._methods_in(words[at : at + length])
                    at += length
                    break
            else:
                if words[at] not in self._tables.general and not words[at].isdigit():
                    rest.append(words[at])
                at += 1
        return found, rest

    def _is_short(self, key: str, words: Sequence[str]) -> bool:
        """Whether an exam stands in a name only by an abbreviation that a method has too."""
        methods = {
            named
            for named, keys in self._tables.by_name.items()
            if len(named) == 1 and key in keys and any(self._tables.exams[each].is_method for each in keys)
        }
        return any((word,) in methods for word in words)

    def _panels_of(self, exam: str) -> Iterator[Exam]:
        return (panel for panel in self._tables.exams.values() if exam in panel.parts)

    def _methods_in(self, words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        for length in range(len(words) - 1, 0, -1):
            for at in range(len(words) - length + 1):
                keys = self._tables.by_name.get(tuple(sorted(words[at : at + length])), ())
                beside = (*words[:at], *words[at + length :])
                objects = tuple(word for word in beside if word not in self._tables.general)
                methods = [key for key in keys if self._tables.exams[key].is_method]
                if methods and objects:
                    yield from ((key, objects) for key in methods)
                    return

    def _include(self, key: str, rest: Sequence[str]) -> None:
        exam = self._tables.exams[key]
        for name in exam.names:
            self._add(name, FormKind.NAME, key, capitals=_in_capitals(name))
            if not exam.is_method:
                self._add_telling_part(name, key)
                self._add_with_other_places(name, key)
        for name in exam.measured:
            self._add(name, FormKind.MEASURED, key, capitals=_in_capitals(name))
        if not exam.is_method:
            matter = frozenset(word for name in exam.names for word in self._keys.of_name(name) if len(word) >= _LONG)
            regions = [place for word in matter if (place := self._tables.place_of(word))]
            self._matter[key] = Place(
                (matter - self._tables.general).union(*(place.words for place in regions)),
                tuple(sorted({beginning for place in regions for beginning in place.beginnings})),
            )
        for verb in exam.verbs:
            self._add(verb, FormKind.VERB, key)
        for head in exam.heads:
            self._add(head, FormKind.HEAD, key)
        for panel in self._panels_of(key):
            for name in panel.names:
                self._add(name, FormKind.PANEL, panel.key, capitals=_in_capitals(name))
        for part in exam.parts:
            member = self._tables.exams[part]
            for name in (*member.names, *member.measured):
                self._add(name, FormKind.MEASURED, part, capitals=_in_capitals(name))
        if exam.is_method:
            places = [self._tables.place_of(word) or _place_like(word) for word in rest]
            known = self._objects.get(key, [])
            self._objects[key] = None if not places or known is None else [*known, *places]

    def _add_telling_part(self, name: str, key: str) -> None:
        """A listed name without its general words counts beside a value: "MuSK" of "MuSK antibodies"."""
        words = self._keys.of_name(name)
        telling = [word for word in words if word not in self._tables.general and word != _AGAINST]
        others = self._tables.by_name.get(tuple(telling), (key,))
        if (
            key in others
            and len(telling) == 1 < len(words)
            and len(telling[0]) > 1
            and self._tables.place_of(telling[0]) is None
        ):
            self._add(telling[0], FormKind.MEASURED, key)

    def _add_with_other_places(self, name: str, key: str) -> None:
        """A listed name with its specimen or place in another word: "elastase in the stools" for "fecal elastase"."""
        words = self._keys.of_name(name)
        for at, word in enumerate(words):
            place = self._tables.place_of(word) if len(words) > 1 else None
            beside = words[:at] + words[at + 1 :]
            if place and any(each not in self._tables.general for each in beside):
                for other in place.words:
                    self._add(" ".join((*beside, other)), FormKind.NAME, key)

    def _unlisted(self, name: str, words: Sequence[str], rest: Sequence[str], *, first: bool) -> None:
        """A name that no table holds: itself, and its telling part."""
        if not rest or not (first or (len(rest) == 1 and self._is_rare(rest[0]))):
            return
        self._add(name, FormKind.NAME, f"={name}", capitals=is_acronym(name.strip()))
        telling = [word for word in rest if word != _AGAINST]
        if 1 < len(telling) < len(words) or (len(telling) == 1 and self._is_rare(telling[0])):
            self._add(" ".join(telling), FormKind.NAME, f"={name}")
        elif len(telling) == 1 and len(telling[0]) > 2:
            self._add(telling[0], FormKind.MEASURED, f"={name}")

    def _is_rare(self, word: str) -> bool:
        return len(word) >= _LONG and all(pack.background.zipf(word) < _RARE for pack in self._packs)

    def _add(self, text: str, kind: FormKind, exam: str, *, capitals: bool = False) -> None:
        words = self._keys.of_name(text)
        letter = any(letter.isalpha() for word in words for letter in word)
        if not letter or is_cut_short(text, tuple(sorted(words))):
            return
        form = ExamForm(text, kind, exam, capitals)
        for written in (words, *self._apart(text, words)):
            self._forms.setdefault(tuple(sorted(written)), {})[form] = None

    def _apart(self, text: str, words: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """The same letters and digits with or without a gap: "NTproBNP" for "NT-proBNP", "CA 125" for "CA125"."""
        joined = "".join(words)
        if not _SHORTEST_INITIALS < len(joined) <= _LONGEST_CODE or sum(map(str.isupper, text)) < 2:
            return
        if len(words) > 1:
            yield (joined,)
        groups = _GROUPS.findall(joined)
        if len(groups) > 1 and len(groups[0]) > 1 and joined.isalnum():
            yield tuple(self._keys.of(group) for group in groups)


def _in_capitals(name: str) -> bool:
    """Whether a name is short and counts only where its letters are not all small: "PCR", "Na"."""
    letters = [letter for letter in name if letter.isalpha()]
    return (
        bool(letters)
        and len(letters) <= _LONG
        and letters[0].isupper()
        and (len(letters) < 3 or sum(map(str.isupper, letters)) > 1)
    )


def _place_like(word: str) -> Place:
    """An object that no family lists: the word and its near forms."""
    return Place(frozenset({word}), (word[: max(_LONG, len(word) - 2)],) if len(word) > _LONG else ())
