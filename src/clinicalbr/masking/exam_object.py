"""What a method is applied to: the place, specimen or agent beside its name, which makes it this exam or another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.exam_tables import Place, exam_tables
from clinicalbr.masking.exam_terms import ExamTerms
from clinicalbr.masking.exam_values import values_of
from clinicalbr.masking.exam_words import ExamWords, keys_of

__all__ = ["ObjectReader"]

_FAR = 6
_NEAR = 4
_LONG_OPERATION = 8


class ObjectReader:
    """Decides by the words beside a method whether it is one of the list.

    Args:
        packs: Packs of the languages.
        terms: What is looked for.
    """

    def __init__(self, packs: tuple[LanguagePack, ...], terms: ExamTerms) -> None:
        self._objects: Mapping[str, tuple[Place, ...]] = terms.objects
        self._terms = terms
        self._tables = exam_tables(packs)
        self._values = values_of(packs)
        keys = keys_of(packs)
        self._sites = frozenset(key for pack in packs for site in pack.names.sites for key in keys.of_name(site))
        self._of = frozenset(word for pack in packs for word in pack.exams.of_words)
        self._with = frozenset(word for pack in packs for word in pack.exams.with_words)
        self._targets = frozenset(key for pack in packs for word in pack.exams.targets for key in keys.of_name(word))
        self._operations = tuple(row[0] for pack in packs for row in pack.treatment.procedure_endings)
        self._head_last = any(pack.names.head_last for pack in packs)

    def of_method(self, words: ExamWords, first: int, behind: int, exam: str) -> tuple[int, int] | None:
        """The name of a method with its object.

        Args:
            words: The text.
            first: Position of its first word.
            behind: Position behind its last word.
            exam: Key of the method.

        Returns:
            Start and end in the folded text; None when it is applied to something else.
        """
        places = self._objects[exam]
        start, end = words.words[first].start, words.words[behind - 1].end
        after, other_after = self._after(words, behind, places)
        before, other_before = self._before(words, first, places)
        if after or before:
            return min(before or start, start), max(after or end, end)
        if places and (other_after or other_before or self._is_past(words, start, end)):
            return None
        return start, end

    def of_verb(self, words: ExamWords, first: int, behind: int, exam: str) -> tuple[int, int] | None:
        """The verb for an exam with what it was applied to: "duodenum was biopsied".

        Args:
            words: The text.
            first: Position of its first word.
            behind: Position behind its last word.
            exam: Key of the exam.

        Returns:
            Start and end in the folded text; None when it tells of something else.
        """
        start, end = words.words[first].start, words.words[behind - 1].end
        if self._is_past(words, start, end):
            return None
        # The small words before a verb are its auxiliaries: "was being".
        start -= len(self._small_words_before(words, first))
        own = self._terms.matter.get(exam)
        places = self._objects.get(exam, (own,) if own else ())
        named = exam in self._objects
        other = hit = False
        first_start, last_end = start, end
        if behind < len(words.words):
            word = words.words[behind]
            if words.folded.text[end : word.start] == " (" and _holds(places, word.key):
                return start, word.end
        for positions in (range(first - 1, max(-1, first - _FAR - 1), -1), range(behind, behind + _FAR)):
            for at in positions:
                if at >= len(words.words) or not words.words[at if at >= behind else at + 1].joined:
                    break
                word = words.words[at]
                beside = word.end < first_start and first_start - word.end <= 1
                holds = _holds(places, word.key)
                if holds or (beside and word.key in self._targets):
                    hit = hit or holds
                    first_start, last_end = min(first_start, word.start), max(last_end, word.end)
                other = other or (bool(places) and named and self._is_place(word.key))
        return (first_start, last_end) if hit or not other else None

    @staticmethod
    def _small_words_before(words: ExamWords, first: int) -> str:
        """Small words and spaces right before a word."""
        word = words.words[first]
        low = words.folded.text
        at = word.start
        for small in reversed(word.behind):
            begin = at - 1 - len(small)
            if begin < 0 or low[begin:at] != small + " ":
                break
            at = begin
        return low[at : word.start]

    def is_in_another(self, words: ExamWords, first: int, behind: int) -> bool:
        """Whether the words beside a name make it a listed exam that is not looked for: "Pap smear".

        Args:
            words: The text.
            first: Position of its first word.
            behind: Position behind its last word.

        Returns:
            Whether they do.
        """
        for start, stop in ((first - 1, behind), (first, behind + 1), (first - 2, behind), (first, behind + 2)):
            held = words.words[max(0, start) : stop]
            if len(held) != stop - start or not all(word.joined for word in held[1:]):
                continue
            named = tuple(sorted(word.key for word in held))
            if named in self._tables.by_name and named not in self._terms.forms:
                return True
        return False

    def is_operation(self, words: ExamWords, first: int, behind: int) -> bool:
        """Whether the word beside a name is an operation, which that then is a way to do: "laparoscopic colectomy".

        Args:
            words: The text.
            first: Position of its first word.
            behind: Position behind its last word.

        Returns:
            Whether it is.
        """
        for at, later in ((first - 1, first), (behind, behind)):
            beside = 0 <= at < len(words.words) and later < len(words.words)
            if beside and words.words[later].joined and not words.words[later].behind:
                key = words.words[at].key
                if len(key) > _LONG_OPERATION and key.endswith(self._operations):
                    return True
        return False

    def _after(self, words: ExamWords, behind: int, places: Sequence[Place]) -> tuple[int | None, bool]:
        """End of the object behind a method, and whether something else stands there."""
        end: int | None = None
        for at in range(behind, min(len(words.words), behind + _FAR)):
            word = words.words[at]
            if (
                at == behind
                and words.folded.text[words.words[at - 1].end : word.start] == " ("
                and _holds(places, word.key)
            ):
                return word.end, False
            if not word.joined or any(small not in self._of for small in word.behind):
                break
            if _holds(places, word.key):
                end = word.end
            elif word.key in self._tables.general or word.key.isdigit() or word.key in self._targets:
                continue
            elif end is not None or (word.key,) in self._terms.forms:
                break
            else:
                tied = any(small not in self._with for small in word.behind)
                return None, self._is_place(word.key) or tied
        return end, False

    def _before(self, words: ExamWords, first: int, places: Sequence[Place]) -> tuple[int | None, bool]:
        """Start of the object before a method, in languages that put it there."""
        start: int | None = None
        if not self._head_last:
            return None, False
        for at in self._directly_before(words, first):
            word = words.words[at]
            if _holds(places, word.key):
                start = word.start
            elif word.key in self._tables.general:
                continue
            elif start is not None:
                break
            else:
                return None, self._is_place(word.key)
        return start, False

    @staticmethod
    def _directly_before(words: ExamWords, first: int) -> Iterator[int]:
        for at in range(first - 1, max(-1, first - _NEAR - 1), -1):
            behind = words.words[at + 1]
            if not behind.joined or behind.behind:
                return
            yield at

    def _is_place(self, key: str) -> bool:
        return key in self._sites or self._tables.place_of(key) is not None

    def _is_past(self, words: ExamWords, start: int, end: int) -> bool:
        return self._values.is_past(words.folded.text, start, end)


def _holds(places: Sequence[Place], key: str) -> bool:
    return any(place.holds(key) for place in places)
