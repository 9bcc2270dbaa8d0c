"""Language packs: everything that depends on a language, as data.

A pack is a folder with ``pack.toml`` and a folder ``prompts``. The packs of clinicalbr lie beside this module; a user
loads an own one with :meth:`LanguagePack.from_folder`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from clinicalbr.errors import LanguageError
from clinicalbr.languages._reader import TableReader, fields_of
from clinicalbr.languages.abbreviations import Abbreviations
from clinicalbr.languages.background import Background
from clinicalbr.languages.exams import ExamRules, read_exams
from clinicalbr.languages.headings import HEADING_FIELDS, Headings
from clinicalbr.languages.reports import ReportWords, read_reports
from clinicalbr.languages.rules import AcronymRules, Answers, Cues, Morphology, NameRules, NumberFormat, SentenceRules
from clinicalbr.languages.treatment import TreatmentRules, read_treatment
from clinicalbr.text import fold_text

__all__ = ["PROMPT_TASKS", "REPORT_FIELDS", "REPORT_KEYS", "LanguagePack"]

_NONE: frozenset[str] = frozenset()
REPORT_FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "leak_report_title": _NONE,
        "leak_report_clean": _NONE,
        "leak_report_found": frozenset({"count"}),
        "leak_report_field": frozenset({"field"}),
        "leak_report_place": frozenset({"start", "end"}),
        "leak_report_surface": _NONE,
        "leak_report_tier": _NONE,
        "leak_report_context": _NONE,
        "leak_report_gold": _NONE,
        "leak_report_weak": frozenset({"count"}),
        "leak_report_other_diseases": frozenset({"count"}),
        "leak_report_severity": _NONE,
        "leak_report_all_fields": _NONE,
        "severity_leak": _NONE,
        "severity_weak": _NONE,
        "other_disease": _NONE,
        "tier_verbatim": _NONE,
        "tier_inflection": _NONE,
        "tier_acronym": _NONE,
        "tier_synonym": _NONE,
        "tier_core": _NONE,
        "tier_typo": _NONE,
        "verdict_clause": _NONE,
        "warning_half_redacted": _NONE,
        "warning_nothing_found": _NONE,
        "not_for_clinical_use": _NONE,
    }
)
"""Keys that the table ``report`` of every pack must hold, no more and no fewer, and what may stand in braces in each:
``{count}`` leaks, the name of a ``{field}``, the ``{start}`` and ``{end}`` of a passage in characters."""

REPORT_KEYS = tuple(REPORT_FIELDS)
"""Keys of :data:`REPORT_FIELDS`."""

PROMPT_TASKS = ("diagnosis", "differential", "exams", "treatment")
"""Tasks for which every pack holds a prompt; its only field is ``{case}``."""

_SHORTEST_ACRONYM, _LONGEST_ACRONYM = 2, 6
_PROMPT_NAME = re.compile(r"[a-z][a-z0-9_]*\.v[1-9][0-9]*")
_CASE_FIELD = re.compile(r"[a-z_]+(?:\.[a-z_]+)?")


@dataclass(frozen=True, slots=True)
class LanguagePack:
    """Everything that depends on one language.

    Args:
        code: Two or three letters.
        name: Name of the language in itself.
        placeholder: What stands in place of a redaction.
        function_words: Words without meaning of their own, folded. Words that deny are not among them: they tell
            diseases apart ("non-Hodgkin lymphoma").
        names: Words of disease names that say little.
        headings: Section headings.
        reports: Words by which articles tell what they are.
        cues: Verdict, negation and suspicion phrases.
        numbers: Number format.
        morphology: Endings.
        acronyms: Acronym rules.
        sentences: Sentence and clause rules.
        answers: Short answers of models.
        treatment: Words of treatment plans.
        exams: Names of exams and words of their results.
        case_fields: Other names of the fields of a case, by the dotted English name; as written and without accents.
        report: Sentences and labels of reports, by key; see :data:`REPORT_FIELDS`.
        folder: Where the pack lies; the word tables ``background.tsv`` and ``abbreviations.tsv`` are read from it when
            they are first needed. Packs in two folders are equal when all else is.
        table_digests: SHA-256 of each of the two word tables, blank for one that is not there: packs with other tables
            differ.
        prompts: Prompt texts by id, for instance ``"diagnosis.v1"``. A lower-case name in braces is a field; braces
            round anything else, such as a JSON example, are ordinary text and are not doubled.

    Examples:
        >>> LanguagePack.load("pt").placeholder
        '[REDIGIDO]'
    """

    code: str
    name: str
    placeholder: str
    function_words: frozenset[str]
    names: NameRules
    headings: Headings
    reports: ReportWords
    cues: Cues
    numbers: NumberFormat
    morphology: Morphology
    acronyms: AcronymRules
    sentences: SentenceRules
    answers: Answers
    treatment: TreatmentRules
    exams: ExamRules
    folder: Path = field(compare=False)
    table_digests: tuple[str, str]
    case_fields: Mapping[str, tuple[str, ...]] = field(hash=False)
    report: Mapping[str, str] = field(hash=False)
    prompts: Mapping[str, str] = field(hash=False)

    @property
    def background(self) -> Background:
        """How frequent words are; empty for a pack without ``background.tsv``."""
        return Background.of(str(self.folder), self.table_digests[0])

    @property
    def abbreviations(self) -> Abbreviations:
        """What abbreviations may mean; empty for a pack without ``abbreviations.tsv``."""
        return Abbreviations.of(str(self.folder), self.table_digests[1])

    def __reduce__(self) -> tuple[Any, ...]:
        # Read-only mappings cannot be pickled as they are; packs travel between processes.
        values = (getattr(self, each.name) for each in fields(self))
        return _restore, tuple(dict(value) if isinstance(value, MappingProxyType) else value for value in values)

    @classmethod
    def load(cls, code: str) -> LanguagePack:
        """Load a pack that comes with clinicalbr.

        Args:
            code: Code of the language, for instance ``"pt"``; see :meth:`included`.

        Returns:
            The pack; the same object every time.

        Raises:
            LanguageError: There is no pack for that language.

        Examples:
            >>> LanguagePack.load("es").numbers.decimal
            ','
        """
        if code not in cls.included():
            raise LanguageError(
                f"no language pack {code!r} comes with clinicalbr",
                remedy=f"use one of {', '.join(cls.included())}, or LanguagePack.from_folder(path) for one of your own",
            )
        return _load_included(code)

    @classmethod
    def included(cls) -> tuple[str, ...]:
        """Codes of the packs that come with clinicalbr.

        Returns:
            Language codes in alphabetical order.

        Examples:
            >>> LanguagePack.included()
            ('en', 'es', 'pt')
        """
        return _included()

    @classmethod
    def from_folder(cls, path: str | Path) -> LanguagePack:
        """Load a pack from a folder of one's own.

        Args:
            path: Folder with ``pack.toml`` and a folder ``prompts``.

        Returns:
            The pack.

        Raises:
            LanguageError: The folder, a key or a prompt is missing, a key is unknown, or a value has the wrong form.

        Examples:
            >>> from importlib.resources import files
            >>> LanguagePack.from_folder(str(files("clinicalbr.languages") / "en")).name
            'English'
        """
        folder = Path(path)
        file = folder / "pack.toml"
        if not file.is_file():
            raise LanguageError(f"{folder} holds no pack.toml", remedy="copy an included pack and translate it")
        try:
            table = tomllib.loads(_read(file))
        except (ValueError, RecursionError) as error:
            # Beside syntax errors: a number of more digits than Python reads, and lists nested too deeply.
            raise LanguageError(f"{file} is not a TOML file: {error}", remedy="mend the line named") from error
        return _build(TableReader(table, str(file)), folder.absolute(), _read_prompts(folder / "prompts"))


def _restore(*values: Any) -> LanguagePack:
    read_only: list[Any] = [MappingProxyType(value) if isinstance(value, dict) else value for value in values]
    return LanguagePack(*read_only)


@cache
def _included() -> tuple[str, ...]:
    folders = files("clinicalbr.languages").iterdir()
    return tuple(sorted(folder.name for folder in folders if (folder / "pack.toml").is_file()))


@cache
def _load_included(code: str) -> LanguagePack:
    return LanguagePack.from_folder(str(files("clinicalbr.languages") / code))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise LanguageError(f"{file} is not UTF-8: {error}", remedy="save it as UTF-8") from error
    except OSError as error:
        raise LanguageError(f"{file} cannot be read: {error.strerror}", remedy="put a text file there") from error


def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def _read_prompts(folder: Path) -> dict[str, str]:
    prompts: dict[str, str] = {}
    for file in sorted(folder.glob("*.md")):
        if not _PROMPT_NAME.fullmatch(file.stem):
            raise LanguageError(f"{file} has no version in its name", remedy="name it like diagnosis.v1.md")
        if not (text := _read(file)).strip():
            raise LanguageError(f"{file} is empty", remedy="write the prompt")
        prompts[file.stem] = text
    for task in PROMPT_TASKS:
        versions = [name for name in prompts if name.partition(".")[0] == task]
        if not versions:
            raise LanguageError(f"{folder} lacks a prompt for {task}", remedy=f"add {task}.v1.md")
        for name in versions:
            if fields_of(prompts[name]) != {"case"}:
                raise LanguageError(
                    f"{folder / name}.md must have the field {{case}} and no other",
                    remedy="compare with an included pack",
                )
    return prompts


def _short_words(words: frozenset[str]) -> frozenset[str]:
    """Words short enough to be taken for an acronym."""
    return frozenset(word for word in words if _SHORTEST_ACRONYM <= len(word) <= _LONGEST_ACRONYM)


def _placeholder(root: TableReader, function_words: frozenset[str]) -> str:
    """A placeholder in brackets: it never touches a word, and nothing in it reads as a name or a function word."""
    placeholder = root.text("placeholder", r"\[[^\W\d_]{3,}\]", "one word of three or more letters in square brackets")
    if fold_text(placeholder).strip("[]") in function_words:
        raise root.fail("placeholder", "a word that is no function word")
    return placeholder


def _field_headings(reader: TableReader) -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    return tuple((name, reader.patterns(name)) for name in HEADING_FIELDS)


def _case_fields(reader: TableReader) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    taken: set[tuple[str, str]] = set()
    for key in reader:
        if not _CASE_FIELD.fullmatch(key):
            raise reader.fail(key, "named like a field of a case, for instance 'presentation.chief_complaint'")
        written = reader.texts(key)
        found[key] = tuple(dict.fromkeys((*written, *(fold_text(item) for item in written))))
        places = {(key.rpartition(".")[0], item) for item in found[key]}
        if places & taken:
            raise reader.fail(key, "a list of names that no other field of the same section has")
        taken |= places
    return found


def _build(root: TableReader, folder: Path, prompts: Mapping[str, str]) -> LanguagePack:
    names, headings, cues, numbers = (root.table(key) for key in ("names", "headings", "cues", "numbers"))
    morphology, acronyms, sentences = (root.table(key) for key in ("morphology", "acronyms", "sentences"))
    answers = root.table("answers")
    function_words = frozenset(root.folded("function_words"))
    pack = LanguagePack(
        code=root.text("code", r"[a-z]{2,3}", "two or three lower-case letters"),
        name=root.text("name"),
        placeholder=_placeholder(root, function_words),
        function_words=function_words,
        names=NameRules(
            heads=frozenset(names.folded("heads")),
            modifiers=frozenset(names.folded("modifiers")),
            sites=frozenset(names.folded("sites")),
            institutions=frozenset(names.folded("institutions")),
            fixed_phrases=names.longest_first("fixed_phrases"),
            named_things=frozenset(names.folded("named_things")),
            type_words=frozenset(names.folded("type_words")),
            particles=frozenset(names.folded("particles")),
            denials=frozenset(names.folded("denials")),
            cause_before=frozenset(names.folded("cause_before")),
            cause_after=names.longest_first("cause_after"),
            head_last=names.text("head", r"first|last", "first or last") == "last",
        ),
        headings=Headings(
            joiners=headings.folded("joiners"),
            case=headings.patterns("case"),
            case_item=headings.patterns("case_item", group="number"),
            continuation=headings.patterns("continuation"),
            stop=headings.patterns("stop"),
            abstract=headings.patterns("abstract"),
            fields=_field_headings(root.table("field_headings")),
        ),
        reports=read_reports(root.table("reports")),
        cues=Cues(*(cues.longest_first(key) for key in ("verdict", "negation", "suspicion"))),
        numbers=NumberFormat(
            decimal=numbers.text("decimal", r"[.,]", "a point or a comma"),
            thousands=numbers.texts("thousands"),
            units=frozenset(numbers.folded("units")),
            links=numbers.longest_first("links"),
        ),
        morphology=Morphology(
            plurals=morphology.pairs("plurals"),
            paradigms=morphology.lists("paradigms"),
            spellings=morphology.pairs("spellings"),
            prefixes=morphology.longest_first("prefixes"),
            learned=morphology.pairs("learned"),
            against=morphology.longest_first("against"),
        ),
        acronyms=AcronymRules(
            skipped_words=frozenset(acronyms.folded("skipped_words")),
            plural_endings=acronyms.texts("plural_endings"),
            homographs=frozenset(acronyms.folded("homographs")) | _short_words(function_words),
            prefixes=acronyms.longest_first("prefixes"),
            place_codes=frozenset(acronyms.texts("place_codes")),
            routes=frozenset(acronyms.texts("routes")),
            route_cues=frozenset(acronyms.folded("route_cues")),
        ),
        sentences=SentenceRules(sentences.longest_first("abbreviations"), sentences.longest_first("clause_connectors")),
        answers=Answers(*(answers.folded(each.name) for each in fields(Answers))),
        treatment=read_treatment(root.table("treatment"), folder),
        exams=read_exams(root.table("exams"), folder),
        folder=folder,
        table_digests=(_digest(folder / "background.tsv"), _digest(folder / "abbreviations.tsv")),
        case_fields=MappingProxyType(_case_fields(root.table("case_fields"))),
        report=MappingProxyType(root.table("report").templates(REPORT_FIELDS)),
        prompts=MappingProxyType(dict(prompts)),
    )
    root.refuse_unknown()
    return pack
