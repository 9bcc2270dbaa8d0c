"""Rules that turn parts written by several hands into one knowledge base without contradictions.

What a rule can settle it settles and notes; what needs a person it reports as a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from clinicalbr.linking._names import abbreviation_key, case_decides, name_key, ordinary_words
from clinicalbr.linking.graph import ConceptGraph
from clinicalbr.linking.semantic_types import EXAMS

__all__ = ["Draft", "Ledger", "ambiguous_names", "assign_identifiers", "merge_duplicates", "resolve_parents"]

OWN_PREFIX = "CBR:"
"""Prefix of the identifiers of concepts for which no CUI of their meaning is published."""

_TABLES = ("names", "abbreviations", "colloquial")


@dataclass(slots=True)
class Draft:
    """A concept on its way into the base.

    Args:
        where: Part and line that it came from.
        names: Names by language.
        abbreviations: Abbreviations by language.
        colloquial: Popular names by language.
        agents: Causal organisms or toxins.
        doid: Concept of the Human Disease Ontology with the same meaning.
        types: Semantic type codes.
        parents: English names, or identifiers, of its parents; identifiers once resolved.
        flags: Tags.
        former: Identifiers that it had in a base that was built before.
        id: Identifier, given by :func:`assign_identifiers`.
    """

    where: str
    names: dict[str, list[str]]
    abbreviations: dict[str, list[str]]
    colloquial: dict[str, list[str]]
    agents: list[str]
    doid: str | None
    types: list[str]
    parents: list[str]
    flags: list[str]
    former: list[str]
    id: str = ""

    @property
    def title(self) -> str:
        """Preferred English name."""
        return self.names["en"][0]

    @property
    def exam(self) -> bool:
        """Whether it is an exam; everything else is a disease."""
        return not EXAMS.isdisjoint(self.types)

    def absorb(self, other: Draft) -> None:
        """Take over what another draft of the same concept says."""
        for table in _TABLES:
            mine: dict[str, list[str]] = getattr(self, table)
            for language, names in getattr(other, table).items():
                mine[language] = unlike([*mine.get(language, []), *names])
        self.doid = self.doid or other.doid
        for key in ("agents", "types", "parents", "flags", "former"):
            setattr(self, key, list(dict.fromkeys([*getattr(self, key), *getattr(other, key)])))


@dataclass(slots=True)
class Ledger:
    """What the rules did, and what they could not do.

    Args:
        notes: Decisions that were taken by rule.
        conflicts: Contradictions that a person has to settle.
    """

    notes: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)


def unlike(names: Iterable[str]) -> list[str]:
    """Keep the first of names that are equal but for case, accents and punctuation."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(name_key(name) or name, name)
    return list(first.values())


def merge_duplicates(drafts: Iterable[Draft], ledger: Ledger) -> list[Draft]:
    """Make one draft of those that mean the same.

    Two drafts of a kind mean the same when they have one DOID, or when the preferred English name of one is an English
    name of the other and their DOIDs do not differ. The one with a DOID, then the earlier one, takes the other in.
    """
    merged: list[Draft] = []
    known: dict[tuple[bool, str], Draft] = {}
    preferred: dict[tuple[bool, str], Draft] = {}
    by_doid: dict[tuple[bool, str], Draft] = {}
    for draft in sorted(drafts, key=lambda item: item.doid is None):
        keys = [(draft.exam, name_key(name)) for name in draft.names["en"]]
        doid = (draft.exam, draft.doid or "")
        named = known.get(keys[0]) or next((preferred[key] for key in keys if key in preferred), None)
        twin = by_doid.get(doid) or (None if named and named.doid and draft.doid else named)
        if twin is None:
            merged.append(draft)
        else:
            ledger.notes.append(f"merged {draft.title!r} ({draft.where}) into {twin.title!r} ({twin.where})")
            twin.absorb(draft)
        kept = twin or draft
        known.update({key: kept for key in keys if key not in known})
        preferred.setdefault(keys[0], kept)
        if draft.doid:
            by_doid[doid] = kept
    return merged


def assign_identifiers(
    drafts: Iterable[Draft], cuis: Mapping[str, tuple[str, ...]], from_do: Mapping[str, bool], ledger: Ledger
) -> None:
    """Give each draft the CUI that is published for its DOID, or else an identifier with the own prefix.

    The first published CUI counts. Where several drafts have the same one, those with a further CUI that is free take
    that; among the rest it goes to the one for which the Disease Ontology itself states it, then to the lowest DOID.

    Args:
        drafts: Drafts to complete in place.
        cuis: CUIs by DOID, in the order of publication.
        from_do: Whether the CUIs of a DOID come from the Disease Ontology and not from a mapping.
        ledger: Takes the notes and conflicts.
    """
    claims: dict[str, list[Draft]] = {}
    drafts = list(drafts)
    for draft in drafts:
        if draft.doid and draft.doid not in cuis:
            ledger.conflicts.append(f"{draft.title!r} ({draft.where}): {draft.doid} is not in the Disease Ontology")
        elif draft.doid and cuis[draft.doid]:
            claims.setdefault(cuis[draft.doid][0], []).append(draft)
    taken = set(claims)
    for cui, claimants in sorted(claims.items()):
        stay = list(claimants)
        if len(claimants) > 1:
            stay = []
            for draft in sorted(claimants, key=lambda item: item.doid or ""):
                draft.id = next((free for free in cuis[draft.doid or ""] if free not in taken), "")
                taken.add(draft.id)
                if not draft.id:
                    stay.append(draft)
            stay.sort(key=lambda item: (not from_do[item.doid or ""], item.doid or ""))
        if stay:
            stay[0].id = cui
        if len(claimants) > 1:
            told = ", ".join(f"{draft.title!r}: {draft.id or 'own identifier'}" for draft in claimants)
            ledger.notes.append(f"{cui} is published for {len(claimants)} concepts; {told}")
    by_slug: dict[str, Draft] = {}
    for draft in drafts:
        if not draft.id:
            draft.id = OWN_PREFIX + name_key(draft.title).replace(" ", "-")
        if by_slug.setdefault(draft.id, draft) is not draft:
            ledger.conflicts.append(f"{draft.title!r} ({draft.where}) gets {draft.id}, as {by_slug[draft.id].title!r}")


def resolve_parents(drafts: Iterable[Draft], ledger: Ledger) -> None:
    """Replace names of parents by identifiers, and keep the most specific parents only.

    Args:
        drafts: Drafts with identifiers.
        ledger: Takes the notes and conflicts.
    """
    drafts = list(drafts)
    former = {identifier: draft for draft in drafts for identifier in draft.former}
    by_name: dict[tuple[bool, str], Draft] = {}
    for draft in drafts:
        for name in draft.names["en"][1:]:
            by_name.setdefault((draft.exam, name_key(name)), draft)
    by_name.update({(draft.exam, name_key(draft.title)): draft for draft in drafts})
    for draft in drafts:
        found = {parent: former.get(parent) or by_name.get((draft.exam, name_key(parent))) for parent in draft.parents}
        for parent, target in found.items():
            if target is None:
                ledger.conflicts.append(f"{draft.title!r} ({draft.where}): parent {parent!r} is not in any part")
        targets = dict.fromkeys(target.id for target in found.values() if target is not None)
        draft.parents = [target for target in targets if target != draft.id]
    graph = ConceptGraph({draft.id: draft.parents for draft in drafts})
    titles = {draft.id: draft.title for draft in drafts}
    for draft in drafts:
        above = {parent: graph.ancestors(parent) for parent in draft.parents}
        if any(draft.id in ancestors for ancestors in above.values()):
            ledger.conflicts.append(f"{draft.title!r} ({draft.where}) is its own ancestor")
            continue
        for parent in tuple(above):
            if any(parent in ancestors for ancestors in above.values()):
                ledger.notes.append(f"{draft.title!r}: parent {titles[parent]!r} is implied by another parent")
                draft.parents.remove(parent)


def ambiguous_names(drafts: Iterable[Draft], ledger: Ledger) -> None:
    """Report names of one language that two concepts of a kind share, unless one lies above the other."""
    drafts = list(drafts)
    graph = ConceptGraph({draft.id: draft.parents for draft in drafts})
    ordinary = ordinary_words(sorted({language for draft in drafts for language in draft.names}))
    holders: dict[tuple[bool, str, str], dict[str, tuple[Draft, str, str]]] = {}
    for draft in drafts:
        for table in _TABLES:
            for language, names in getattr(draft, table).items():
                for name in names:
                    cased = table == "abbreviations" and case_decides(name, ordinary)
                    key = f"={abbreviation_key(name)}" if cased else name_key(name)
                    holders.setdefault((draft.exam, language, key), {}).setdefault(draft.id, (draft, table, name))
    for (_, language, _), found in sorted(holders.items()):
        for (one, table, name), (two, other_table, _) in combinations(found.values(), 2):
            if one.id not in graph.ancestors(two.id) and two.id not in graph.ancestors(one.id):
                ledger.conflicts.append(
                    f"{language} {name!r} names {one.title!r} ({one.where}, {table}) "
                    f"and {two.title!r} ({two.where}, {other_table})"
                )
