"""Which columns of a table hold the text, the answer, the language; and those of the two published data sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

__all__ = ["PRESETS", "Columns", "Preset"]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table.

    Args:
        text: Columns that a model may see.
        gold: Columns with names of the answer; several names in one cell are joined by ``|`` or stand in a list.
        acronyms: Columns with acronyms of the answer, in the same form.
        language: A column with the language of the row, or the code of a language for all rows.
        id: Column that identifies the case.
        optional_id: Whether a table may lack that column; rows are then known by their number.
        withheld: Other columns that hold or tell the answer.
        skip: Rows to pass over: a column and the value that marks them, folded.
    """

    text: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()
    acronyms: tuple[str, ...] = ()
    language: str | None = None
    id: str | None = None
    optional_id: bool = False
    withheld: tuple[str, ...] = ()
    skip: tuple[tuple[str, str], ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """Columns that must not be shown to a model."""
        return tuple(dict.fromkeys((*self.gold, *self.acronyms, *self.withheld)))


class Preset(StrEnum):
    """A published data set whose columns are known."""

    CLINICALBR = "clinicalbr"
    MEDCASEREASONING = "medcasereasoning"


_PRESETS = {
    Preset.CLINICALBR: Columns(
        text=("input_text",),
        gold=("gold_final_diagnosis",),
        language="lang",
        id="pid",
        withheld=("title", "article_final_diagnosis", "gold_differential", "gold_cuis"),
        # The prompt of this task states the diagnosis on purpose.
        skip=(("task", "treatment"),),
    ),
    Preset.MEDCASEREASONING: Columns(
        text=("case_prompt",),
        gold=("final_diagnosis",),
        language="en",
        id="pmcid",
        optional_id=True,
        withheld=("title", "diagnostic_reasoning"),
    ),
}
PRESETS: Mapping[Preset, Columns] = MappingProxyType(_PRESETS)
"""Columns by data set: ClinicalBr (its rows hold a masked prompt each) and MedCaseReasoning."""
