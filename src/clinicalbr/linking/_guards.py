"""What similar spelling alone must not link: a denial, and a sign with the name of a disease that it is part of."""

from __future__ import annotations

from functools import lru_cache

from clinicalbr.languages import LanguagePack
from clinicalbr.linking._names import name_key

__all__ = ["is_denied", "says_less"]


def is_denied(mention: str) -> bool:
    """Whether a mention opens with a word that denies ("sem hepatite B", "no evidence of dengue")."""
    key = f"{name_key(mention)} "
    return any(key.startswith(cue) for cue in _denials())


def says_less(mention: str, name: str) -> bool:
    """Whether a name holds every word of a mention and more that tells diseases apart.

    "Fever" is not Q fever and "jaundice" not neonatal jaundice; but "Chagas" is Chagas disease, for "disease" tells
    nothing apart.

    Args:
        mention: The mention.
        name: Name of a concept that is spelled much like it.

    Returns:
        True when the name is narrower than the mention.
    """
    said, named = set(name_key(mention).split()), set(name_key(name).split())
    return said < named and bool(named - said - _empty_words())


@lru_cache(maxsize=1)
def _denials() -> tuple[str, ...]:
    packs = (LanguagePack.load(code) for code in LanguagePack.included())
    return tuple(sorted({f"{name_key(cue)} " for pack in packs for cue in pack.cues.negation}))


@lru_cache(maxsize=1)
def _empty_words() -> frozenset[str]:
    packs = [LanguagePack.load(code) for code in LanguagePack.included()]
    return frozenset(word for pack in packs for word in pack.function_words | pack.names.heads)
