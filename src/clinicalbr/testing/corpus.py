"""A sample corpus: 24 cases in Portuguese and English, written for this project.

The cases are invented. They are not real patients, not real reports and not for clinical use; half of them are
tropical or endemic to Brazil.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from clinicalbr.schema import CasePair, ClinicalCase, read_cases

__all__ = ["sample_corpus"]


@lru_cache(maxsize=1)
def sample_corpus() -> tuple[CasePair, ...]:
    """The sample corpus as pairs, the Portuguese side as source.

    Returns:
        Pairs with ``origin="written"``, in order of ``case_id``. Each case has a gold differential, gold exams and
        a treatment.

    Examples:
        >>> pairs = sample_corpus()
        >>> len(pairs), pairs[0].languages, pairs[0].origin
        (24, ('pt', 'en'), 'written')
    """
    sides: dict[str, dict[str, ClinicalCase]] = {}
    with (files("clinicalbr.testing") / "data" / "sample_corpus.jsonl").open("rb") as stream:
        for case in read_cases(stream):
            sides.setdefault(case.case_id, {})[case.language] = case
    return tuple(CasePair(source=pair["pt"], target=pair["en"], origin="written") for _, pair in sorted(sides.items()))
