"""What tests and examples need: the sample corpus, and strategies for property tests (in ``testing.strategies``)."""

from clinicalbr.testing.corpus import sample_corpus

__all__ = ["sample_corpus"]
