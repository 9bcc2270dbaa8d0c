"""What a catalogue lists: collections, journals, identifiers of articles, changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from clinicalbr.errors import InputError
from clinicalbr.sources import _isis
from clinicalbr.sources._identifiers import normal_issn
from clinicalbr.sources.articlemeta import licence_of_journal

__all__ = ["ArticleIdentifier", "Change", "Collection", "Journal"]

_STATUS = {"C": "current", "D": "deceased", "S": "suspended"}
_IN_PROGRESS = "in progress"
_HEALTH = "Health Sciences"


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection of the SciELO network, mostly one a country.

    Args:
        code: For instance ``"scl"`` (Brazil) or ``"spa"`` (Public Health).
        names: Name by language.
        domain: Host of its site.
        status: ``"certified"``, ``"diffusion"``, ``"development"`` or ``"independent"``.
        kind: ``"journals"`` or ``"books"``, empty when not stated.
        active: Whether it still takes articles, ``None`` when not stated.

    Examples:
        >>> Collection.of({"code": "scl", "name": {"en": "Brazil"}, "domain": "www.scielo.br"}).names["en"]
        'Brazil'
    """

    code: str
    names: Mapping[str, str] = field(default_factory=dict)
    domain: str = ""
    status: str = ""
    kind: str = ""
    active: bool | None = None

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Self:
        """Read a collection object of ArticleMeta.

        Args:
            record: The decoded object.

        Returns:
            The collection.

        Raises:
            InputError: It has no code.
        """
        names = _isis.mapping(record.get("name"))
        active = record.get("is_active")
        return cls(
            code=_stated(record, "code") or _stated(record, "acron") or _without("code", record),
            names={str(language): str(name) for language, name in names.items()},
            domain=_stated(record, "domain"),
            status=_stated(record, "status"),
            kind=_stated(record, "type"),
            active=active if isinstance(active, bool) else None,
        )


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal in one collection. The copies of one journal in two collections differ and are not merged.

    Args:
        issn: ISSN under which SciELO keeps it.
        title: Its title.
        collection: Code of the collection.
        issns: All its ISSNs, print and electronic.
        subject_areas: For instance ``("Health Sciences",)``.
        status: ``"current"``, ``"deceased"``, ``"suspended"`` or ``"in progress"``.
        acronym: As it stands in addresses, for instance ``"rsp"``.
        domain: Host of its site, empty when not stated.
        languages: Languages of its texts.
        licence: Licence in the form ``"CC BY 4.0"``, ``None`` when none is stated.
        publisher: Its publisher.
        country: Two letters.

    Examples:
        >>> journal = Journal.of({"v400": [{"_": "0034-8910"}], "v100": [{"_": "Revista"}], "v50": [{"_": "C"}],
        ...                       "v441": [{"_": "Health Sciences"}], "collection": "scl"})
        >>> journal.issn, journal.status, journal.is_health
        ('0034-8910', 'current', True)
    """

    issn: str
    title: str
    collection: str
    issns: tuple[str, ...] = ()
    subject_areas: tuple[str, ...] = ()
    status: str = _IN_PROGRESS
    acronym: str = ""
    domain: str = ""
    languages: tuple[str, ...] = ()
    licence: str | None = None
    publisher: str = ""
    country: str = ""

    @property
    def is_health(self) -> bool:
        """Whether the health sciences are among its subject areas."""
        return _HEALTH in self.subject_areas

    @classmethod
    def of(cls, record: Mapping[str, Any], *, collection: str = "") -> Self:
        """Read a journal record of ArticleMeta.

        Args:
            record: One decoded record, an item of the list that the service sends.
            collection: Collection that was asked for, where the record states none.

        Returns:
            The journal.

        Raises:
            InputError: It has no ISSN.
        """
        stated = [text for name in ("v400", "v935", "v435") for text in _isis.texts(record, name)]
        listed = record.get("issns")
        stated += [_stated(record, "code"), *(map(str, listed) if isinstance(listed, list) else ())]
        issns = tuple(dict.fromkeys(issn for text in stated if (issn := normal_issn(text))))
        return cls(
            issn=issns[0] if issns else _without("ISSN", record),
            title=_isis.first(record, "v100", "v150") or "",
            collection=_stated(record, "collection") or _isis.first(record, "v992") or collection,
            issns=issns,
            subject_areas=tuple(dict.fromkeys(_isis.texts(record, "v441"))),
            status=_STATUS.get((_isis.first(record, "v50") or "").upper(), _IN_PROGRESS),
            acronym=_isis.first(record, "v68") or "",
            domain=_isis.first(record, "v690") or "",
            languages=tuple(dict.fromkeys(_isis.languages_of(record, "v350"))),
            licence=licence_of_journal(record),
            publisher=_isis.first(record, "v480") or "",
            country=_isis.first(record, "v310") or "",
        )


@dataclass(frozen=True, slots=True)
class ArticleIdentifier:
    """An article as the lists of ArticleMeta name it.

    Args:
        code: SciELO PID v2.
        collection: Code of the collection; a few codes live in two.
        processing_date: Day on which its record was processed last, ``YYYY-MM-DD``; not the publication date.
        doi: As listed, ``None`` when not.

    Examples:
        >>> ArticleIdentifier("S0100-879X1998000800006", "scl", "1998-09-21").key
        'scl/S0100-879X1998000800006'
    """

    code: str
    collection: str
    processing_date: str
    doi: str | None = None

    @property
    def key(self) -> str:
        """Collection and code, which together name a record."""
        return f"{self.collection}/{self.code}"


@dataclass(frozen=True, slots=True)
class Change:
    """An event in the history of a record.

    Args:
        code: Code of the record.
        collection: Code of its collection.
        date: Moment of the event, as stated.
        event: ``"add"``, ``"update"`` or ``"delete"``.

    Examples:
        >>> Change("S0", "scl", "2017-06-01T05:24:12.234478", "update").event
        'update'
    """

    code: str
    collection: str
    date: str
    event: str


def _stated(record: Mapping[str, Any], key: str) -> str:
    value = record.get(key)
    return value.strip() if isinstance(value, str) else ""


def _without(what: str, record: Mapping[str, Any]) -> str:
    keys = ", ".join(map(str, list(record)[:6])) or "none"
    raise InputError(f"the record has no {what}; its keys are {keys}", remedy="check which path it came from")
