"""Typed components for building and scoring clinical LLM benchmarks from published case reports."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from clinicalbr._version import __version__

if TYPE_CHECKING:
    from clinicalbr.linking import EntityLinker, KnowledgeBase
    from clinicalbr.masking import GoldTarget, Masker, audit_text
    from clinicalbr.metrics import set_match
    from clinicalbr.schema import ClinicalCase
    from clinicalbr.stats import paired_bootstrap

__all__ = [
    "ClinicalCase",
    "EntityLinker",
    "GoldTarget",
    "KnowledgeBase",
    "Masker",
    "__version__",
    "audit_text",
    "paired_bootstrap",
    "set_match",
]

_HOMES = {
    "ClinicalCase": "schema",
    "EntityLinker": "linking",
    "GoldTarget": "masking",
    "KnowledgeBase": "linking",
    "Masker": "masking",
    "audit_text": "masking",
    "paired_bootstrap": "stats",
    "set_match": "metrics",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"clinicalbr.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'clinicalbr' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
