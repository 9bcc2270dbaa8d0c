"""Options that say what the columns of a table hold, and the columns that they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from clinicalbr.cli.presets import PRESETS, Columns, Preset
from clinicalbr.cli.tables import TableFormat, TableReader, table_format
from clinicalbr.errors import InputError
from clinicalbr.masking import DEFAULT_TIERS, Tier
from clinicalbr.text import fold_text

__all__ = [
    "AcronymColumns",
    "Form",
    "GoldColumns",
    "GoldFile",
    "IdColumn",
    "Packs",
    "PresetName",
    "SkipRows",
    "TextColumns",
    "Tiers",
    "columns_of",
    "is_table",
    "need_columns",
    "table_form",
    "tiers_of",
]

TextColumns = Annotated[
    list[str] | None,
    typer.Option("--text", help="Column with text; may be repeated.", show_default=False),
]
GoldColumns = Annotated[
    list[str] | None,
    typer.Option("--gold", help="Column with names of the answer (|-joined); may be repeated.", show_default=False),
]
AcronymColumns = Annotated[
    list[str] | None,
    typer.Option("--acronyms", help="Column with acronyms of the answer; may be repeated.", show_default=False),
]
IdColumn = Annotated[str | None, typer.Option("--id", help="Column that identifies a case.", show_default=False)]
PresetName = Annotated[
    Preset | None, typer.Option("--preset", help="Columns of a published data set.", show_default=False)
]
SkipRows = Annotated[
    list[str] | None,
    typer.Option("--skip", help="COLUMN=VALUE of rows to pass over; may be repeated.", show_default=False),
]
Form = Annotated[
    TableFormat | None,
    typer.Option("--format", help="Form of the table; told by its name by default.", show_default=False),
]
GoldFile = Annotated[
    Path | None,
    typer.Option(
        "--gold-file",
        help="CSV with the columns id, language, names, acronyms, synonyms (|-joined).",
        show_default=False,
    ),
]
Packs = Annotated[
    list[Path] | None,
    typer.Option("--pack", help="Folder of a language pack of your own; may be repeated.", show_default=False),
]
Tiers = Annotated[
    str | None,
    typer.Option(
        "--tiers",
        help=f"Kinds of mention to search, joined by commas: {', '.join(Tier)}. All by default.",
        show_default=False,
    ),
]


def is_table(source: str, form: TableFormat | None, preset: Preset | None, text: Sequence[str] | None) -> bool:
    """Whether the input is a table rather than JSON lines of cases.

    Args:
        source: Path, or ``"-"``.
        form: Form that the user states.
        preset: Data set that the user names.
        text: Text columns that the user names.

    Returns:
        True for CSV and Parquet, and for JSON lines whose text columns are known.

    Examples:
        >>> is_table("cases.jsonl", None, None, None), is_table("cases.csv", None, None, None)
        (False, True)
    """
    return bool(preset or text) or table_format(source, form) in {TableFormat.CSV, TableFormat.PARQUET}


def columns_of(
    preset: Preset | None,
    *,
    text: Sequence[str] | None,
    gold: Sequence[str] | None,
    acronyms: Sequence[str] | None,
    language: str | None,
    case_id: str | None,
    skip: Sequence[str] | None,
) -> Columns:
    """Columns by preset and options; an option comes before the preset.

    Args:
        preset: Data set that the user names.
        text: Text columns.
        gold: Columns with names of the answer.
        acronyms: Columns with acronyms of the answer.
        language: Column with the language, or its code.
        case_id: Column that identifies a case.
        skip: Rows to pass over, as ``COLUMN=VALUE``.

    Returns:
        The columns.

    Raises:
        InputError: ``skip`` has another form.

    Examples:
        >>> rest = dict.fromkeys(("gold", "acronyms", "language", "case_id", "skip"))
        >>> columns_of(Preset.CLINICALBR, text=["x"], **rest).text
        ('x',)
    """
    known = PRESETS[preset] if preset else Columns()
    rules = []
    for rule in skip or ():
        column, equals, value = rule.partition("=")
        if not (column and equals):
            raise InputError(f"--skip {rule!r} is no rule", remedy="write --skip COLUMN=VALUE")
        rules.append((column, fold_text(value).strip()))
    return replace(
        known,
        text=tuple(text or known.text),
        gold=tuple(gold or known.gold),
        acronyms=tuple(acronyms or known.acronyms),
        language=language or known.language,
        id=case_id or known.id,
        optional_id=known.optional_id and not case_id,
        skip=tuple(rules) or known.skip,
    )


def table_form(source: str, form: TableFormat | None) -> TableFormat:
    """Form of a table; JSON lines on standard input, where nothing else is stated.

    Args:
        source: Path, or ``"-"``.
        form: Form that the user states.

    Returns:
        The form.

    Raises:
        InputError: The name does not tell the form.
    """
    found = table_format(source, form) or (TableFormat.JSONL if source == "-" else None)
    if found is None:
        raise InputError(
            f"the name of {source} does not tell its form", remedy="state it: --format csv, jsonl or parquet"
        )
    return found


def need_columns(columns: Columns, reader: TableReader, *, gold_file: bool) -> None:
    """Refuse a call whose columns are not those of the table.

    Args:
        columns: What the user names.
        reader: The table.
        gold_file: Whether answers come from a gold file.

    Raises:
        InputError: A column is missing, stands for text and answer at once, or nothing says where text, answer or
            language stand.
    """
    listed = f"; the table has the columns {', '.join(reader.columns)}" if reader.columns else ""
    if not columns.text:
        raise InputError(f"no text column was named{listed}", remedy="give --text COLUMN, or --preset")
    if not columns.gold and not columns.acronyms and not gold_file:
        raise InputError(f"nothing says what the answer is{listed}", remedy="give --gold COLUMN or --gold-file FILE")
    if gold_file and not columns.id:
        raise InputError(f"a gold file needs to know which row is which{listed}", remedy="give --id COLUMN")
    if both := [column for column in columns.text if not gold_file and column in {*columns.gold, *columns.acronyms}]:
        raise InputError(
            f"{', '.join(both)} is named both as text and as answer",
            remedy="name it in --text or in --gold, not in both",
        )
    if not columns.language and not gold_file:
        raise InputError(
            f"nothing says in which language the text is{listed}", remedy="give --language pt, or --language COLUMN"
        )
    if reader.columns is None:
        return
    named = [*columns.text, *(() if gold_file else (*columns.gold, *columns.acronyms))]
    named += [column for column, _ in columns.skip if column not in PRESET_SKIPS]
    named += [columns.id] if columns.id and not columns.optional_id else []
    if missing := [column for column in dict.fromkeys(named) if column not in reader.columns]:
        raise InputError(
            f"{reader.name} lacks the column {', '.join(missing)}{listed}", remedy="name columns as the table does"
        )


PRESET_SKIPS = frozenset(column for known in PRESETS.values() for column, _ in known.skip)
"""Columns that a preset looks at where they exist."""


def tiers_of(stated: str | None) -> tuple[Tier, ...]:
    """Tiers from an option.

    Args:
        stated: Tiers joined by commas, ``None`` for all.

    Returns:
        The tiers.

    Raises:
        InputError: One is unknown, or there is none.

    Examples:
        >>> [tier.value for tier in tiers_of("acronym, verbatim")]
        ['acronym', 'verbatim']
    """
    if stated is None:
        return DEFAULT_TIERS
    names = [name.strip() for name in stated.split(",") if name.strip()]
    if unknown := [name for name in names if name not in set(Tier)]:
        raise InputError(f"--tiers {', '.join(unknown)} is unknown", remedy=f"use {', '.join(Tier)}")
    if not names:
        raise InputError("--tiers names no tier", remedy=f"use {', '.join(Tier)}")
    return tuple(Tier(name) for name in names)
