"""The forms of a gold answer that a text is searched for, each with its tier and why it is there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from clinicalbr.masking.acronyms import (
    CASE_FREE,
    initials,
    inner_acronyms,
    is_called,
    known_acronyms,
    needs_evidence,
    parts_of,
    plain,
    words_of,
)
from clinicalbr.masking.agents import agent_forms, binomials
from clinicalbr.masking.lexicon import Lexicon
from clinicalbr.masking.target import GoldTarget
from clinicalbr.schema import Tier
from clinicalbr.text import fold_text

__all__ = ["Variant", "variants_of"]

_MOST_TYPES = 12
"""Types of a disease are not numbered higher; a number above is a year or part of the name."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of the answer.

    Args:
        text: The form as a reader would write it.
        tier: How it relates to the gold name.
        origin: Where it comes from, in words: ``"name"``, ``"given"``, ``"initials"``, ``"synonym"``, ``"agent"``,
            ``"abbreviation of the language"`` or ``"defined in the text"``.
        needs_evidence: It counts only where the text itself shows what it stands for.
        is_acronym: Capitals decide about it.

    Examples:
        >>> Variant("LES", Tier.ACRONYM, "given").explain()
        "acronym 'LES' (given)"
    """

    text: str
    tier: Tier
    origin: str
    needs_evidence: bool = False
    is_acronym: bool = False

    def explain(self) -> str:
        """Why the form is searched for.

        Returns:
            A short phrase.

        Examples:
            >>> Variant("LES", Tier.ACRONYM, "initials").explain()
            "acronym 'LES' (initials)"
        """
        return f"{self.tier.value} {self.text!r} ({self.origin})"


def variants_of(target: GoldTarget, lexicon: Lexicon, tiers: Collection[Tier]) -> tuple[Variant, ...]:
    """All forms of a target, sorted so that the order of its names does not matter.

    Args:
        target: The gold answer.
        lexicon: Rules of the target's languages.
        tiers: Tiers to build.

    Returns:
        Variants without repeats; where two agree, the one of the stronger tier stays.
    """
    made = [
        *(Variant(name, Tier.VERBATIM, "name") for name in target.names),
        *(_short(short, "given") for short in target.acronyms),
        *(_short(bare, "given, without its year") for short in target.acronyms if (bare := _without_year(short))),
        *(Variant(name, Tier.SYNONYM, "synonym") for name in target.synonyms),
        *(
            Variant(form.text, Tier.CORE, "agent", is_acronym=form.is_acronym)
            for agent in (*target.agents, *binomials(target.names, lexicon.weights))
            for form in agent_forms(agent, (*target.names, *target.synonyms), lexicon.weights)
        ),
    ]
    if target.derive_acronyms:
        made += (_short(short, "part of a name") for name in target.names for short in inner_acronyms(name))
        made += (_short(short, "abbreviation of the language") for short in known_acronyms(target.names, lexicon.packs))
        made += (
            Variant(short, Tier.CORE, "abbreviation of the telling word", is_acronym=True)
            for name in target.names
            for word in _only_telling(name, lexicon)
            for short in known_acronyms([word], lexicon.packs)
        )
        made += (
            _short(
                short,
                "initials",
                needs_evidence(short, lexicon.packs) and not is_called(words_of(name), short, lexicon),
            )
            for name in target.names
            for short in initials(name, lexicon)
        )
    strongest: dict[tuple[bool, str], Variant] = {}
    for variant in sorted(made, key=lambda item: (-item.tier.strength, item.needs_evidence, item.text)):
        key = plain(variant.text) if variant.is_acronym else fold_text(variant.text, squeeze=True)
        strongest.setdefault((variant.is_acronym, key), variant)
    # The names are needed whatever is looked for: for their words, and for what the text defines beside them.
    return tuple(variant for variant in strongest.values() if variant.tier in tiers or variant.tier is Tier.VERBATIM)


def _short(text: str, origin: str, evidence: bool = False) -> Variant:
    # What holds a space is spelled out in part ("anti-NMDAR encephalitis") and matched like a name.
    return Variant(text, Tier.ACRONYM, origin, evidence, is_acronym=" " not in text)


def _only_telling(name: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The word of a longer name that speaks for it alone: "TB" is read as tuberculosis, whatever its site."""
    words, weights = words_of(name), lexicon.weights
    telling = [word for word in words if not weights.is_general(word)]
    alone = len(words) > 1 and len(telling) == 1 and weights.is_distinctive(telling[0])
    return tuple(telling) if alone else ()


def _without_year(acronym: str) -> str:
    """The letters of an acronym with a number that is too high for a type: "COVID" of "COVID-19"; else nothing."""
    letters, *rest = parts_of(acronym)
    is_dated = len(rest) == 1 and rest[0].isdigit() and int(rest[0]) > _MOST_TYPES
    return letters if is_dated and len(letters) >= CASE_FREE else ""
