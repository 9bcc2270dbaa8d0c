"""The rows of a table as cases: identifier, language, texts, and the masker of the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from clinicalbr.cli.column_options import need_columns
from clinicalbr.cli.presets import Columns
from clinicalbr.cli.progress import counted, say
from clinicalbr.cli.row_sources import Row
from clinicalbr.cli.tables import TableReader
from clinicalbr.errors import ClinicalBrError, InputError, LanguageError
from clinicalbr.languages import LanguagePack, language_code
from clinicalbr.masking import GoldTarget, Masker, Tier, read_gold_file
from clinicalbr.text import fold_text

__all__ = ["MaskerOptions", "TableCase", "TableCases"]


@dataclass(frozen=True, slots=True)
class MaskerOptions:
    """How maskers are made.

    Args:
        tiers: Kinds of mention to look for.
        packs: Language packs of one's own.
        placeholder: What stands in place of a mention; the pack's by default.
        verdicts: Whether clauses that announce the answer are dropped whole.
    """

    tiers: tuple[Tier, ...]
    packs: tuple[LanguagePack, ...] = ()
    placeholder: str | None = None
    verdicts: Literal["keep", "drop"] = "keep"


@dataclass(frozen=True, slots=True)
class TableCase:
    """A row with what is known of it.

    Args:
        row: The row.
        case_id: Its identifier; the number of the row where no column holds one.
        language: Language of its text.
        texts: Texts by column; those of a list carry an index.
        target: The answer.
    """

    row: Row
    case_id: str
    language: str
    texts: Mapping[str, str]
    target: GoldTarget


class TableCases:
    """Cases of a table, and their maskers.

    Rows that stand together and have one identifier are versions of one case: each is searched for the names of all.

    Args:
        reader: The table.
        columns: What its columns hold.
        gold_file: Answers by identifier, which come before those of the table.
        options: How maskers are made.

    Raises:
        InputError: The table lacks a column that is needed.

    Attributes:
        n_skipped: Rows that a rule passed over.
        apart: Identifiers of rows that come apart from their versions in another language, so that neither is searched
            for the names of the other.
    """

    def __init__(self, reader: TableReader, columns: Columns, gold_file: Path | None, options: MaskerOptions) -> None:
        need_columns(columns, reader, gold_file=gold_file is not None)
        self._reader, self._columns, self._options = reader, columns, options
        self._targets = read_gold_file(gold_file) if gold_file is not None else None
        self._gold_file = gold_file
        self.n_skipped = 0
        self.apart: dict[str, None] = {}
        self._languages: dict[str, frozenset[str]] = {}
        self._codes = {*LanguagePack.included(), *(pack.code for pack in options.packs)}
        language = columns.language
        if language and language_code(language) not in self._codes and language not in (reader.columns or (language,)):
            raise InputError(
                f"--language {language!r} is neither a column nor the code of a language pack",
                remedy=f"name a column, or one of {', '.join(sorted(self._codes))}, or give --pack",
            )
        self._seen: set[str] = set()
        # Rows that follow each other often share their answer, and making a masker costs more than a search.
        self.masker = lru_cache(maxsize=64)(self._make_masker)

    def __iter__(self) -> Iterator[TableCase]:
        for _, rows in groupby(self._rows(), lambda row: self._id(row) or row.number):
            cases = [case for row in rows if (case := self._case(row)) is not None]
            self._note_apart(cases)
            for case in cases:
                whole = self._with_versions(case, cases) if len(cases) > 1 else case
                try:
                    self.masker(whole.target)
                except LanguageError as error:
                    self._reader.put_aside(case.row, error.message, "give the folder of a pack with --pack")
                except ClinicalBrError as error:
                    self._reader.put_aside(case.row, error.message, error.remedy)
                else:
                    yield whole
        self._check_never_seen()

    def _note_apart(self, cases: Sequence[TableCase]) -> None:
        # A gold file holds the names of all versions, and rows of one language have none.
        if not cases or self._targets is not None or not self._id(cases[0].row) or not self._language_varies:
            return
        here = frozenset(case.language for case in cases)
        before = self._languages.get(cases[0].case_id, frozenset())
        if before and here - before:
            self.apart[cases[0].case_id] = None
        self._languages[cases[0].case_id] = before | here

    @property
    def _language_varies(self) -> bool:
        named = self._columns.language or ""
        return named in (self._reader.columns or self._seen)

    def tell_apart(self, command: str) -> None:
        """Report the rows that come apart from their versions.

        Args:
            command: Who reports.
        """
        if self.apart:
            some = ", ".join(map(repr, list(self.apart)[:3])) + (", ..." if len(self.apart) > 3 else "")
            say(
                f"clinicalbr {command}: {counted(len(self.apart), 'identifier')} with rows in several languages that "
                f"stand apart ({some}), so names in the other language are not searched. Remedy: sort the rows by "
                "identifier, or give --gold-file"
            )

    def _rows(self) -> Iterator[Row]:
        for row in self._reader:
            if self._reader.columns is None:
                self._seen.update(row.values)
            if any(fold_text(_text(row.values.get(column))) == value for column, value in self._columns.skip):
                self.n_skipped += 1
                self._reader.n_read -= 1
                continue
            yield row

    def _check_never_seen(self) -> None:
        """A column of JSON lines that no row has was misspelt."""
        if self._reader.columns is not None or not self._reader.n_read:
            return
        named = list(self._columns.text)
        if self._targets is None:
            named += (*self._columns.gold, *self._columns.acronyms)
        if (language := self._columns.language) and language_code(language) not in self._codes:
            named.append(language)
        if missing := [column for column in named if column not in self._seen]:
            raise InputError(
                f"no row of {self._reader.name} has {', '.join(missing)}; rows have {', '.join(sorted(self._seen))}",
                remedy="name columns as the table does",
            )

    def _case(self, row: Row) -> TableCase | None:
        try:
            case_id = self._id(row) or f"row {row.number}"
            texts = dict(self._texts(row))
            if not any(text.strip() for text in texts.values()):
                raise InputError(
                    f"no text in {', '.join(self._columns.text)}", remedy="fill it in, or leave the row out"
                )
            language = self._language(row)
            target = self._target(row, case_id, language)
        except ClinicalBrError as error:
            self._reader.put_aside(row, error.message, error.remedy)
            return None
        return TableCase(row, case_id, language or target.languages[0], texts, target)

    def _id(self, row: Row) -> str:
        return _text(row.values.get(self._columns.id)) if self._columns.id else ""

    def _texts(self, row: Row) -> Iterator[tuple[str, str]]:
        for column in self._columns.text:
            value = row.values.get(column)
            if isinstance(value, str):
                yield column, value
            elif isinstance(value, list) and all(isinstance(item, str) for item in value):
                for position, item in enumerate(value):
                    yield f"{column}[{position}]", item
            elif not _is_missing(value):
                raise InputError(
                    f"{column} holds a {type(value).__name__}, not a text", remedy="name a column that holds text"
                )

    def _language(self, row: Row) -> str | None:
        named = self._columns.language
        if named is None:
            return None
        if named not in row.values and (code := language_code(named)) in self._codes:
            return code
        stated = language_code(_text(row.values.get(named)))
        if stated is None:
            raise InputError(
                f"{named} is {row.values.get(named)!r}, no code of a language", remedy="use a code such as pt or pt-BR"
            )
        return stated

    def _target(self, row: Row, case_id: str, language: str | None) -> GoldTarget:
        if self._targets is not None:
            if case_id not in self._targets:
                raise InputError(f"{self._gold_file} has no row for {case_id!r}", remedy="add it to the gold file")
            target = self._targets[case_id]
            # The first language lends its placeholder.
            return replace(target, languages=tuple(dict.fromkeys((language or target.languages[0], *target.languages))))
        names = [name for column in self._columns.gold for name in _names(row, column)]
        acronyms = [name for column in self._columns.acronyms for name in _names(row, column)]
        return GoldTarget(names, acronyms, (), [language] if language else [])

    @staticmethod
    def _with_versions(case: TableCase, versions: Sequence[TableCase]) -> TableCase:
        own = case.target
        others = [version.target for version in versions if version is not case]

        def joined(field: str) -> list[str]:
            return [value for target in (own, *others) for value in getattr(target, field)]

        target = GoldTarget(*(joined(field) for field in ("names", "acronyms", "synonyms", "languages", "agents")))
        return replace(case, target=target)

    def _make_masker(self, target: GoldTarget) -> Masker:
        options = self._options
        return Masker(
            target,
            options.placeholder,
            tiers=options.tiers,
            verdicts=options.verdicts,
            packs=options.packs,
        )


def _names(row: Row, column: str) -> Iterable[str]:
    value = row.values.get(column)
    if _is_missing(value):
        return []
    items = value if isinstance(value, list) else str(value).split("|")
    return [str(item).strip() for item in items if not _is_missing(item) and str(item).strip()]


def _text(value: Any) -> str:
    return "" if _is_missing(value) else str(value).strip()


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)  # noqa: PLR0124 - only NaN differs from itself
