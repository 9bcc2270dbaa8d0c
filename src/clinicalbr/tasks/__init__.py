"""Tasks and the systems that answer them."""

from clinicalbr.tasks.baseline import LexicalBaseline

__all__ = ["LexicalBaseline"]
