"""The forms of a gold answer that a text is searched for."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from clinicalbr.languages import LanguagePack
from clinicalbr.masking.acronyms import initials, needs_evidence
from clinicalbr.masking.target import GoldTarget
from clinicalbr.schema import Tier
from clinicalbr.text import fold_text

__all__ = ["Variant", "variants_of"]

_EDGES = re.compile(r"^(?:[^\w(\[]|_)+|(?:[^\w)\]]|_)+$")
"""Punctuation round a name ("Dengue.") is none of it."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of the answer.

    Args:
        text: The form as a reader would write it.
        tier: How it relates to the gold name.
        keys: The form folded for comparison, in each reading of its hyphens.
        origin: Where it comes from: ``"name"``, ``"given"``, ``"initials"``, ``"synonym"`` or ``"defined in the
            text"``.
        needs_evidence: It counts only where the text itself shows what it stands for.

    Examples:
        >>> Variant("LES", Tier.ACRONYM, ("les",), "given").explain()
        "acronym 'LES' (given)"
    """

    text: str
    tier: Tier
    keys: tuple[str, ...]
    origin: str
    needs_evidence: bool = False

    def explain(self) -> str:
        """Why the form is searched for.

        Returns:
            A short phrase.

        Examples:
            >>> Variant("LES", Tier.ACRONYM, ("les",), "initials").explain()
            "acronym 'LES' (initials)"
        """
        return f"{self.tier.value} {self.text!r} ({self.origin})"


def variants_of(target: GoldTarget, packs: Sequence[LanguagePack], tiers: Collection[Tier]) -> tuple[Variant, ...]:
    """All forms of a target, sorted so that the order of its names does not matter.

    Args:
        target: The gold answer.
        packs: Packs of the target's languages.
        tiers: Tiers to build.

    Returns:
        Variants without repeats; where two agree, the one of the stronger tier stays.

    Examples:
        >>> pt = LanguagePack.load("pt")
        >>> [form.text for form in variants_of(GoldTarget(["doença de Chagas"], ["DCh"]), [pt], list(Tier))]
        ['doença de Chagas', 'DCh', 'DC']
    """
    made: list[Variant] = []
    if Tier.VERBATIM in tiers:
        made += (Variant(name, Tier.VERBATIM, _keys(name), "name") for name in target.names)
    if Tier.ACRONYM in tiers:
        made += (Variant(short, Tier.ACRONYM, (fold_text(short),), "given") for short in target.acronyms)
        if target.derive_acronyms:
            made += (
                Variant(short, Tier.ACRONYM, (fold_text(short),), "initials", needs_evidence(short))
                for name in target.names
                for short in initials(name, packs)
            )
    if Tier.SYNONYM in tiers:
        made += (Variant(name, Tier.SYNONYM, _keys(name), "synonym") for name in target.synonyms)
    strongest: dict[tuple[bool, tuple[str, ...]], Variant] = {}
    for variant in sorted(made, key=lambda item: (-item.tier.strength, item.needs_evidence, item.text)):
        strongest.setdefault((variant.tier is Tier.ACRONYM, variant.keys), variant)
    return tuple(strongest.values())


def _keys(name: str) -> tuple[str, ...]:
    folded = (fold_text(name, squeeze=True), fold_text(name, squeeze=True, join_hyphens=True))
    return tuple(dict.fromkeys(_EDGES.sub("", key) for key in folded))
