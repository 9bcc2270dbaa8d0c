"""What tests and examples need: the sample corpus, and strategies for property tests (in ``testing.strategies``)."""

from importlib import import_module
from types import ModuleType

from clinicalbr._optional import require
from clinicalbr.testing.corpus import sample_corpus

__all__ = ["sample_corpus", "strategies"]


def __getattr__(name: str) -> ModuleType:
    # Deferred: only property tests need hypothesis.
    if name != "strategies":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require("hypothesis", extra="dev")
    return import_module("clinicalbr.testing.strategies")
