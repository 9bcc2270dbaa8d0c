"""Reading of cases that were written under other field names.

Three forms are known: files whose field names are in the language of the pack (ClinicalBr's own files have Portuguese
ones), rows of the published ClinicalBr data set, and rows of the published MedCaseReasoning data set.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from clinicalbr.errors import CaseError
from clinicalbr.languages import LanguagePack, language_code
from clinicalbr.schema.case import ClinicalCase, DiagnosisSection, DifferentialItem, ReasoningStep
from clinicalbr.schema.taxonomy import CaseType
from clinicalbr.text import fold_text

__all__ = ["case_from_clinicalbr_row", "case_from_fields", "case_from_medcasereasoning_row"]

_LABELLED = re.compile(r"^\s*\[(?P<label>[^\]]+)\]\s*(?P<name>.*)$", re.DOTALL)
_STEP = re.compile(r"^\s*(?:\d{1,3}[.)]|[-•*])\s+", re.MULTILINE)
_QUOTE = re.compile(r"[\"“](?P<quote>[^\"“”]{8,})[\"”]")

_DEEPEST = 50
"""Most levels of nested tables; a case has three."""


def case_from_fields(
    record: Mapping[str, Any], *, language: str = "pt", pack: LanguagePack | None = None
) -> ClinicalCase:
    """Read a case whose field names are those of a language.

    Args:
        record: The case as nested dictionaries, for instance with ``apresentacao`` and
            ``diagnostico.resultado_final_diagnostico``. English names are understood too.
        language: Language of the text, unless the record states it.
        pack: Pack whose field names to use; the included one of ``language`` by default.

    Returns:
        The case.

    Raises:
        CaseError: A field is unknown, or the record is no case, no table, or nested too deeply.

    Examples:
        >>> record = {"id": "c1", "apresentacao": {"queixa_principal": "síncope"},
        ...           "diagnostico": {"resultado_final_diagnostico": "doença de Chagas"}}
        >>> case_from_fields(record).gold_diagnosis
        'doença de Chagas'
    """
    if not isinstance(record, Mapping):
        raise CaseError(f"the record is a {type(record).__name__}, not a table", remedy="pass one case as a dictionary")
    names = {
        (tuple(english.split(".")[:-1]), written): english.split(".")[-1]
        for english, aliases in (pack or LanguagePack.load(language)).case_fields.items()
        for written in aliases
    }
    return _build(_translate(record, (), names), {"language": language})


def _translate(
    table: Mapping[str, Any], path: tuple[str, ...], names: Mapping[tuple[tuple[str, ...], str], str]
) -> dict[str, Any]:
    if len(path) > _DEEPEST:
        raise CaseError(
            f"the record is nested more than {_DEEPEST} levels deep",
            remedy="compare its form with clinicalbr.schema.json_schema()",
        )
    translated: dict[str, Any] = {}
    for key, value in table.items():
        english = names.get((path, key), key)
        if english in translated:
            raise CaseError(f"{'.'.join((*path, key))!r} states {english!r} twice", remedy="keep one of the two fields")
        translated[english] = _translate(value, (*path, english), names) if isinstance(value, Mapping) else value
    return translated


def case_from_clinicalbr_row(row: Mapping[str, Any]) -> ClinicalCase:
    """Read a row of the published ClinicalBr data set.

    The columns ``id``, ``task`` and ``prompt_template_id`` describe the row, not the case, and are not kept.

    Args:
        row: A row with the columns ``pid``, ``lang``, ``input_text`` and, where present, ``case_type``, ``title``,
            ``journal_name``, ``journal_issn``, ``publication_year``, ``doi``, ``scielo_url``, ``specialty_anatomy``,
            ``specialty_diseases``, ``gold_final_diagnosis``, ``article_final_diagnosis``, ``gold_differential``
            and ``gold_cuis``. The row's prompt text becomes the narrative.

    Returns:
        The case; its identifier is the PID, so the rows of one article in two languages pair up.

    Raises:
        CaseError: A needed column is missing, or a value has the wrong form.

    Examples:
        >>> row = {"pid": "S0004-27492015000100014", "lang": "pt", "input_text": "Mulher, 46 anos.",
        ...        "gold_final_diagnosis": "síndrome de Sweet", "gold_differential": ["[correct] síndrome de Sweet"]}
        >>> case_from_clinicalbr_row(row).gold_differential[0].confirmed
        True
    """
    _need(row, ("pid", "lang", "input_text"), "a ClinicalBr row")
    gold = _text(row, "gold_final_diagnosis")
    return _build(
        {
            "case_id": str(row["pid"]),
            "language": _language(str(row["lang"])),
            "case_type": _case_type(_text(row, "case_type")),
            "title": _text(row, "title"),
            "narrative": row["input_text"],
            "diagnosis": DiagnosisSection(diagnosis=_text(row, "article_final_diagnosis"), final_diagnosis_name=gold),
            "gold_differential": tuple(_differential_item(item, gold) for item in _list(row, "gold_differential")),
            "gold_cuis": tuple(_list(row, "gold_cuis")),
            "anatomy": tuple(_list(row, "specialty_anatomy")),
            "disease_categories": tuple(_list(row, "specialty_diseases")),
            "provenance": {
                "source": "clinicalbr",
                "pid": str(row["pid"]),
                "doi": _text(row, "doi"),
                "title": _text(row, "title"),
                "journal": _text(row, "journal_name"),
                "issn": _text(row, "journal_issn"),
                "publication_date": _text(row, "publication_year"),
                "url": _text(row, "scielo_url"),
            },
        },
        {},
    )


def case_from_medcasereasoning_row(row: Mapping[str, Any]) -> ClinicalCase:
    """Read a row of the published MedCaseReasoning data set.

    Args:
        row: A row with the columns ``case_prompt``, ``diagnostic_reasoning`` and ``final_diagnosis`` and, where
            present, ``pmcid``, ``title``, ``journal``, ``publication_date`` and ``article_link``.

    Returns:
        The case in English. Without a PMCID its identifier is made from a hash of the prompt, so it stays the same
        wherever the row stands.

    Raises:
        CaseError: A needed column is missing, or a value has the wrong form.

    Examples:
        >>> row = {"case_prompt": "A 30-year-old man ...", "final_diagnosis": "Schizophrenia",
        ...        "diagnostic_reasoning": "1. Wilson disease — no copper found. 2) Delirium was excluded."}
        >>> [step.statement for step in case_from_medcasereasoning_row(row).reasoning]
        ['Wilson disease — no copper found.', 'Delirium was excluded.']
    """
    _need(row, ("case_prompt", "diagnostic_reasoning", "final_diagnosis"), "a MedCaseReasoning row")
    pmcid = _text(row, "pmcid")
    prompt = str(row["case_prompt"])
    return _build(
        {
            "case_id": pmcid or "mcr-" + hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest()[:16],
            "language": "en",
            "case_type": CaseType.DIAGNOSTIC,
            "title": _text(row, "title"),
            "narrative": prompt,
            "diagnosis": DiagnosisSection(final_diagnosis_name=_text(row, "final_diagnosis")),
            "reasoning": tuple(_reasoning_steps(str(row["diagnostic_reasoning"]))),
            "provenance": {
                "source": "medcasereasoning",
                "pmcid": pmcid,
                "title": _text(row, "title"),
                "journal": _text(row, "journal"),
                "publication_date": (_text(row, "publication_date") or "")[:10] or None,
                "url": _text(row, "article_link"),
            },
        },
        {},
    )


def _reasoning_steps(text: str) -> Iterable[ReasoningStep]:
    """Split an enumeration, on one line or several; text that is none is one step."""
    on_lines = re.sub(r"(?<=[.”\"'!?;])\s+(?=\d{1,3}[.)]\s)", "\n", text)
    for step in _STEP.split("\n" + on_lines):
        if statement := step.strip():
            quote = _QUOTE.search(statement)
            yield ReasoningStep(statement=statement, quote=quote["quote"] if quote else None)


def _differential_item(text: str, gold: str | None) -> DifferentialItem:
    labelled = _LABELLED.match(text)
    if labelled and _answers_with("correct", labelled["label"]):
        return DifferentialItem(diagnosis=labelled["name"], confirmed=True)
    return DifferentialItem(diagnosis=text, confirmed=gold is not None and fold_text(text) == fold_text(gold))


def _language(text: str) -> str:
    """The language of a code such as ``pt-BR``."""
    code = language_code(text)
    if code is None:
        raise CaseError(f"lang {text!r} is no language code", remedy="use a code such as pt, en or pt-BR")
    return code


def _case_type(text: str | None) -> CaseType | None:
    if text is None:
        return None
    for kind in CaseType:
        if fold_text(text).strip() == kind.value or _answers_with(kind.value, text):
            return kind
    raise CaseError(f"case type {text!r} is unknown", remedy="use diagnostic, therapeutic or both")


def _answers_with(answer: str, text: str) -> bool:
    """Whether a text is one of the words for an answer in any included language."""
    packs = (LanguagePack.load(code) for code in LanguagePack.included())
    return any(fold_text(text).strip() in getattr(pack.answers, answer) for pack in packs)


def _need(row: Mapping[str, Any], columns: Iterable[str], what: str) -> None:
    missing = [
        column for column in columns if _is_missing(value := row.get(column)) or (isinstance(value, str) and not value)
    ]
    if missing:
        raise CaseError(
            f"{what} lacks {', '.join(missing)}", remedy=f"the row has the columns {', '.join(map(str, row.keys()))}"
        )


def _text(row: Mapping[str, Any], column: str) -> str | None:
    value = row.get(column)
    if _is_missing(value):
        return None
    if isinstance(value, float) and value.is_integer():
        # A data frame turns the years of a column with an empty cell into 2015.0.
        value = int(value)
    return str(value).strip() or None


def _list(row: Mapping[str, Any], column: str) -> list[str]:
    value: Any = row.get(column)
    if _is_missing(value):
        return []
    try:
        values = value.split("|") if isinstance(value, str) else list(value)
    except TypeError as error:
        raise CaseError(f"{column} is {value!r}, not a list", remedy="give a list, or text parted by '|'") from error
    return [str(item).strip() for item in values if not _is_missing(item) and str(item).strip()]


def _is_missing(value: Any) -> bool:
    """Whether a value is ``None`` or one of the marks that data frames have for an empty cell."""
    if value is None or hasattr(value, "__len__"):
        return value is None
    try:
        return bool(value != value)  # noqa: PLR0124  # only NaN differs from itself
    except TypeError:
        # The comparison of pandas.NA has no truth value.
        return True


def _build(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> ClinicalCase:
    try:
        return ClinicalCase.model_validate({**defaults, **values})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the record"
        shown = f" (got {str(first['input'])[:80]!r})" if isinstance(first["input"], str | int | float) else ""
        raise CaseError(
            f"case {values.get('case_id', '?')!r}: {where}: {first['msg'].removeprefix('Value error, ')}{shown}",
            remedy="compare the field names with clinicalbr.schema.json_schema()",
        ) from error
