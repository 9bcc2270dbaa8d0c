"""The cause of a disease as an answer: the organism by its binomial, its short form, its genus."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clinicalbr.masking.name_parts import is_acronym
from clinicalbr.masking.word_forms import shares_root
from clinicalbr.masking.word_weight import WordWeights
from clinicalbr.text import fold_text

__all__ = ["AgentForm", "agent_forms", "binomials"]

_BINOMIAL = re.compile(r"(?P<genus>[A-Z][a-z]{3,}) (?P<species>[a-z]{3,})\b")
_FEW_CONCEPTS = 2
_RARE = 3.0


@dataclass(frozen=True, slots=True)
class AgentForm:
    """A way to name an agent.

    Args:
        text: The form.
        is_acronym: Capitals decide about it ("VZV").
    """

    text: str
    is_acronym: bool = False


def binomials(names: Iterable[str], weights: WordWeights) -> Iterator[str]:
    """Names of organisms inside the names of a disease: a capital, then a rare word.

    Args:
        names: Names of a disease.
        weights: Answers about single words.

    Yields:
        Binomials.
    """
    for name in names:
        for match in _BINOMIAL.finditer(name):
            species = match["species"]
            if (
                not weights.is_general(species)
                and weights.concepts(species) <= _FEW_CONCEPTS
                and weights.zipf(species) < _RARE
            ):
                yield match.group()


def agent_forms(agent: str, names: Iterable[str], weights: WordWeights) -> Iterator[AgentForm]:
    """The forms by which a text may name an agent.

    The genus alone counts where it is as telling as the species: when the disease is named after it ("Leishmania"), or
    when the names of few other diseases hold it.

    Args:
        agent: Name of an organism or another cause.
        names: Names of the disease.
        weights: Answers about single words.

    Yields:
        The agent as given; for a binomial also with the genus cut to its initial, the genus with "sp." and alone.
    """
    yield AgentForm(agent, is_acronym(agent))
    match = _BINOMIAL.match(agent)
    if match is None:
        return
    genus, species = match["genus"], match["species"]
    yield AgentForm(f"{genus[0]}. {species}")
    folded = fold_text(genus)
    words = [word for name in names if agent not in name for word in fold_text(name).split()]
    if any(shares_root(folded, word) for word in words) or weights.concepts(folded) <= _FEW_CONCEPTS:
        yield AgentForm(genus)
    yield AgentForm(f"{genus} sp.")
    yield AgentForm(f"{genus} spp.")
