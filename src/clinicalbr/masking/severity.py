"""How much a leak tells: a real leak, or a weak hint."""

from __future__ import annotations

import re
from enum import StrEnum

from clinicalbr.schema import Leak, Tier

__all__ = ["Severity", "severity"]

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_WEAK_TIERS = frozenset({Tier.CORE, Tier.TYPO})


class Severity(StrEnum):
    """How much a leak tells.

    Examples:
        >>> Severity("weak") is Severity.WEAK
        True
    """

    LEAK = "leak"
    WEAK = "weak"


def severity(leak: Leak) -> Severity:
    """Tell a real leak from a weak hint.

    A weak hint is one lone word that only relates to the answer: the core of a longer name, a causal agent, a
    misspelling, or an inflected word out of a name of several words. Such a word may also mean something else.

    Args:
        leak: A leak.

    Returns:
        ``Severity.WEAK`` for a weak hint, ``Severity.LEAK`` for everything else.

    Examples:
        >>> severity(Leak(0, 6, "Chagas", Tier.CORE, "doença de Chagas")).value
        'weak'
        >>> severity(Leak(0, 16, "doença de Chagas", Tier.VERBATIM, "doença de Chagas")).value
        'leak'
    """
    lone = len(_WORD.findall(leak.surface)) <= 1
    part_of_name = leak.tier is Tier.INFLECTION and len(_WORD.findall(leak.variant)) > 1
    return Severity.WEAK if lone and (leak.tier in _WEAK_TIERS or part_of_name) else Severity.LEAK
