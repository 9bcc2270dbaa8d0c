"""The exams of a language: how each is called, what it measures, and the words that tell its result."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from clinicalbr.errors import LanguageError
from clinicalbr.languages._reader import TableReader
from clinicalbr.languages._tables import items_of, read_rows
from clinicalbr.text import fold_text

__all__ = ["Exam", "ExamRules", "read_exams"]

_HEADER = ("exam", "names", "measured", "verbs", "parts", "kind", "heads")
_KINDS = {"": False, "method": True}


@dataclass(frozen=True, slots=True)
class Exam:
    """One exam as a language calls it.

    Args:
        key: The same in every pack, so that names in two languages can be joined ("cbc").
        names: Names, abbreviations, clipped and colloquial forms, as written.
        measured: Names that stand for the exam only beside a value ("K", "potassium").
        verbs: Verb forms that tell that it was done ("biopsied").
        parts: Keys of the exams that make up a panel; each counts beside a value.
        is_method: The exam is told by what it is made of: computed tomography of a place, serology for an agent.
        heads: Nouns that stand for it alone behind an article where a result follows ("the film had").

    Examples:
        >>> Exam("biopsy", ("biopsy", "Bx"), verbs=("biopsied",), is_method=True).parts
        ()
    """

    key: str
    names: tuple[str, ...]
    measured: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    is_method: bool = False
    heads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExamRules:
    """What a language says about exams; all but the exams themselves is folded.

    Args:
        exams: The exams of the table ``exams.tsv``.
        general: Words in a name of an exam that do not tell which one it is ("serum", "test").
        with_words: Words behind which a name adds another exam or a detail ("with").
        of_words: Words between a method and its object ("of", "for").
        places: Families of words for one place of the body; an asterisk stands for any ending.
        clip_endings: Endings of clipped names ("colono").
        doing: Verbs for doing an exam that stand right before its name ("tested for").
        growth: Words for growth in a culture ("grew").
        not_exams: Phrases with the letters of an exam that are none ("ECHO virus").
        other_words: Words between a substance and its value that make it no exam ("supplement").
        links: What may stand between an exam and its value ("came back at").
        findings: Verbs that introduce what an exam found ("showed").
        values: Results in words ("negative", "raised").
        targets: What is examined, without saying where it is ("nodule").
        specimens: What is taken from a patient to be cultured ("swab").
        cultures: Beginnings and endings of names of exams in which something grows ("culture").
        state_endings: Endings of words for what a value proves ("-aemia").
        details: Words behind a comma that go on with a value ("pattern").
        bearing: Words that tie a finding to the exam right before them ("with").
        and_words: Words that join ("and").
        relatives: Words that open a relative clause ("which").
        copulas: Verbs between an exam and what it was ("was").
        locatives: Words before the exam that showed what was told before ("on the").
        seen: Participles for what an exam showed ("seen").
        process: Words of doing an exam, and of when: what stands behind the exam is then no result ("ordered").
        breaks: Words with which another statement begins ("he"); an asterisk stands for any beginning of a verb.

    Examples:
        >>> from clinicalbr.languages import LanguagePack
        >>> rules = LanguagePack.load("pt").exams
        >>> next(exam.names[0] for exam in rules.exams if exam.key == "cbc")
        'hemograma'
    """

    exams: tuple[Exam, ...] = field(hash=False, repr=False)
    general: frozenset[str]
    with_words: frozenset[str]
    of_words: frozenset[str]
    places: tuple[tuple[str, ...], ...]
    clip_endings: tuple[str, ...]
    doing: tuple[str, ...]
    growth: tuple[str, ...]
    not_exams: tuple[str, ...]
    other_words: frozenset[str]
    links: tuple[str, ...]
    findings: tuple[str, ...]
    values: tuple[str, ...]
    targets: frozenset[str]
    specimens: frozenset[str]
    cultures: tuple[str, ...]
    state_endings: tuple[str, ...]
    details: tuple[str, ...]
    bearing: tuple[str, ...]
    and_words: tuple[str, ...]
    relatives: tuple[str, ...]
    copulas: tuple[str, ...]
    locatives: tuple[str, ...]
    seen: tuple[str, ...]
    process: tuple[str, ...]
    breaks: tuple[str, ...]


def read_exams(reader: TableReader, folder: Path) -> ExamRules:
    """Read the table ``exams`` of a pack, and its ``exams.tsv``.

    Args:
        reader: The table.
        folder: Folder of the pack, which may hold ``exams.tsv``.

    Returns:
        The rules.

    Raises:
        LanguageError: A key is missing, or a value or a line has the wrong form.
    """
    places = tuple(
        tuple(fold_text(word).strip() for word in text.split(",") if word.strip()) for text in reader.texts("places")
    )
    return ExamRules(
        exams=_read_table(folder / "exams.tsv"),
        general=frozenset(reader.folded("general")),
        with_words=frozenset(reader.folded("with_words")),
        of_words=frozenset(reader.folded("of_words")),
        places=places,
        clip_endings=reader.longest_first("clip_endings"),
        doing=reader.longest_first("doing"),
        growth=reader.longest_first("growth"),
        not_exams=reader.longest_first("not_exams"),
        other_words=frozenset(reader.folded("other_words")),
        links=reader.longest_first("links"),
        findings=reader.longest_first("findings"),
        values=reader.longest_first("values"),
        targets=frozenset(reader.folded("targets")),
        specimens=frozenset(reader.folded("specimens")),
        cultures=reader.longest_first("cultures"),
        state_endings=reader.longest_first("state_endings"),
        details=reader.longest_first("details"),
        bearing=reader.longest_first("bearing"),
        and_words=reader.longest_first("and_words"),
        relatives=reader.longest_first("relatives"),
        copulas=reader.longest_first("copulas"),
        locatives=reader.longest_first("locatives"),
        seen=reader.longest_first("seen"),
        process=reader.longest_first("process"),
        breaks=reader.longest_first("breaks"),
    )


def _read_table(file: Path) -> tuple[Exam, ...]:
    found: dict[str, Exam] = {}
    for number, line in read_rows(file, _HEADER):
        cells = line.split("\t")
        place = f"{file}, line {number}"
        if len(cells) != len(_HEADER) or not cells[0].strip() or cells[5].strip() not in _KINDS:
            raise LanguageError(f"{place}: {line!r} is not a line of the table", remedy=f"write {', '.join(_HEADER)}")
        names, measured, verbs, parts, _, heads = (items_of(cell) for cell in cells[1:])
        if not names and not measured:
            raise LanguageError(f"{place}: the exam {cells[0]!r} has no name", remedy="write how it is called")
        if cells[0] in found:
            raise LanguageError(f"{place}: the exam {cells[0]!r} is listed twice", remedy="keep one of the lines")
        found[cells[0]] = Exam(cells[0].strip(), names, measured, verbs, parts, _KINDS[cells[5].strip()], heads)
    for exam in found.values():
        if unknown := [part for part in exam.parts if part not in found]:
            raise LanguageError(f"{file}: the part {unknown[0]!r} of {exam.key!r} is no exam of it", remedy="add it")
    return tuple(found.values())
