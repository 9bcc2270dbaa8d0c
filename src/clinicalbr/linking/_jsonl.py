"""Reading of knowledge bases in JSON lines: clinicalbr's own form and scispaCy's.

Own form: a header line with ``format``, ``name``, ``version``, ``licence`` and optionally ``counts``, then one concept
a line with ``id``, ``names``, ``abbreviations``, ``colloquial``, ``agents``, ``types``, ``parents``, ``flags`` and
``doid``. scispaCy's form: no header; ``concept_id``, ``canonical_name``, ``aliases``, ``types`` and a definition that
is not kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from clinicalbr.errors import KnowledgeBaseError
from clinicalbr.schema import Concept

__all__ = ["FORMAT", "BaseContent", "read_jsonl"]

FORMAT = "clinicalbr-kb/1"
"""Value of ``format`` in the header of the own form."""

_OPTIONAL_LISTS = ("agents", "types", "parents", "flags")
_OPTIONAL_TABLES = ("abbreviations", "colloquial")
_KEYS = frozenset({"id", "names", "doid", *_OPTIONAL_LISTS, *_OPTIONAL_TABLES})
_HEADER_KEYS = frozenset({"format", "name", "version", "licence", "counts"})
_SCISPACY_KEYS = frozenset({"concept_id", "canonical_name"})
_COUNTED = "concepts"


@dataclass(frozen=True, slots=True)
class BaseContent:
    """What a file held.

    Args:
        concepts: Concepts in the order of the file.
        parents: Parents by identifier.
        name: Name of the base.
        release: Its version.
        licence: Its licence.
    """

    concepts: tuple[Concept, ...]
    parents: Mapping[str, tuple[str, ...]]
    name: str
    release: str
    licence: str


class _Line:
    """One line of a file, which can say where it stands when something is wrong with it."""

    def __init__(self, file: str, number: int, values: dict[str, Any]) -> None:
        self.file, self.number, self.values = file, number, values

    def error(self, message: str, remedy: str) -> KnowledgeBaseError:
        return KnowledgeBaseError(f"{self.file}, line {self.number}: {message}", remedy=remedy)

    def refuse_other_keys(self, known: frozenset[str]) -> None:
        if unknown := sorted(self.values.keys() - known):
            raise self.error(f"unknown key {unknown[0]!r}", f"the keys are {', '.join(sorted(known))}")

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f"{key!r} is {value!r}, not a text", f"give {key!r} a text that is not empty")
        return value

    def identifier(self, key: str) -> str:
        value = self.text(key)
        if value != value.strip():
            raise self.error(f"{key!r} is {value!r}, with white space around it", "strip it")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        return self._texts(key, self.values.get(key, []))

    def table(self, key: str) -> dict[str, tuple[str, ...]]:
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.error(f"{key!r} is not an object", f'write {key!r} as {{"en": [...], "pt": [...]}}')
        return {language: self._texts(f"{key}.{language}", names) for language, names in value.items()}

    def _texts(self, key: str, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
            raise self.error(f"{key!r} is not a list of texts", "write a list of texts, none of them empty")
        if len(set(value)) < len(value):
            raise self.error(f"{key!r} holds a text twice", "keep each text once")
        return tuple(value)


def read_jsonl(path: Path, language: str) -> BaseContent:
    """Read a knowledge base file of either form.

    Args:
        path: The file.
        language: Language of the names of a scispaCy file, which does not say it.

    Returns:
        Its content.

    Raises:
        KnowledgeBaseError: The file cannot be read, or a line of it is wrong; the message names file, line and remedy.
    """
    lines = _lines(path)
    first = next(lines, None)
    if first is None:
        raise KnowledgeBaseError(f"{path.name} is empty", remedy="pass a knowledge base in JSON lines")
    if "format" in first.values:
        return _own(first, lines)
    if first.values.keys() >= _SCISPACY_KEYS:
        return _scispacy(path, chain((first,), lines), language)
    raise first.error(
        "neither a header nor a concept of a form that is known",
        f'begin with {{"format": "{FORMAT}", "name": ..., "version": ..., "licence": ...}}',
    )


def _lines(path: Path) -> Iterator[_Line]:
    number = 0
    try:
        # Iteration over the file, since names may hold U+2028 or U+0085, which str.splitlines takes for line ends.
        with path.open(encoding="utf-8") as stream:
            for number, text in enumerate(stream, 1):
                if not text.strip():
                    continue
                value = json.loads(text)
                line = _Line(path.name, number, value if isinstance(value, dict) else {})
                if not isinstance(value, dict):
                    raise line.error("not a JSON object", "write one object a line")
                yield line
    except OSError as error:
        raise KnowledgeBaseError(f"{path} cannot be read: {error.strerror}", remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise KnowledgeBaseError(f"{path.name} is not UTF-8", remedy="save the file as UTF-8") from error
    except (ValueError, RecursionError) as error:
        message = f"{path.name}, line {number}: not JSON ({error})"
        raise KnowledgeBaseError(message, remedy="write one object a line") from error


def _own(header: _Line, lines: Iterator[_Line]) -> BaseContent:
    header.refuse_other_keys(_HEADER_KEYS)
    if header.text("format") != FORMAT:
        raise header.error(f"format {header.text('format')!r} is unknown", f"this version reads {FORMAT!r}")
    concepts: dict[str, Concept] = {}
    parents: dict[str, tuple[str, ...]] = {}
    places: dict[str, _Line] = {}
    for line in lines:
        line.refuse_other_keys(_KEYS)
        cui = line.identifier("id")
        if cui in concepts:
            raise line.error(f"identifier {cui!r} stands on line {places[cui].number} too", "keep one of the two")
        names = line.table("names")
        if not any(names.values()):
            raise line.error(f"{cui!r} has no name", "give it a name in at least one language")
        concepts[cui] = Concept(
            cui=cui,
            names=names,
            abbreviations=line.table("abbreviations"),
            colloquial=line.table("colloquial"),
            types=line.texts("types"),
            agents=line.texts("agents"),
            flags=frozenset(line.texts("flags")),
        )
        parents[cui] = line.texts("parents")
        places[cui] = line
    for cui, above in parents.items():
        for parent in above:
            if parent not in concepts or parent == cui:
                what = "its own parent" if parent == cui else f"below {parent!r}, which the file does not hold"
                raise places[cui].error(f"{cui!r} is {what}", "name parents by the 'id' of another line")
    _check_counts(header, len(concepts))
    return BaseContent(
        tuple(concepts.values()), parents, header.text("name"), header.text("version"), header.text("licence")
    )


def _check_counts(header: _Line, found: int) -> None:
    counts = header.values.get("counts", {})
    stated = counts.get(_COUNTED, found) if isinstance(counts, dict) else None
    if stated != found:
        raise header.error(
            f"the header counts {stated!r} concepts and the file holds {found}",
            "fetch the file again if it was cut short, or correct the header",
        )


def _scispacy(path: Path, lines: Iterator[_Line], language: str) -> BaseContent:
    concepts: dict[str, Concept] = {}
    for line in lines:
        cui = line.identifier("concept_id")
        if cui in concepts:
            raise line.error(f"identifier {cui!r} occurs twice", "keep one line for each concept")
        aliases = line.values["aliases"] if line.values.get("aliases") is not None else []
        if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
            raise line.error("'aliases' is not a list of texts", "write a list of texts")
        names = tuple(dict.fromkeys((line.text("canonical_name"), *filter(str.strip, aliases))))
        concepts[cui] = Concept(cui=cui, names={language: names}, types=line.texts("types"))
    return BaseContent(tuple(concepts.values()), {}, path.stem, "unstated", "unstated")
