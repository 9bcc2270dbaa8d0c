"""What a model may see of a case. These records have no place for the gold answer."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from clinicalbr.schema._base import FieldText, Record, texts_of
from clinicalbr.schema.case import LanguageCode, Name, Presentation, Workup, visible_texts
from clinicalbr.schema.taxonomy import Task

__all__ = ["MaskedCase", "MaskedTreatmentCase"]


class MaskedCase(Record):
    """A case masked for one task: masked text only, no gold fields.

    Args:
        case_id: Identifier of the case.
        language: Language of the text.
        task: Task that it was masked for.
        presentation: Masked presentation, never with a final diagnosis.
        workup: Masked work-up; ``None`` where the task hides it.
        narrative: Masked free text.
        placeholder: What stands in place of a redaction; not blank.

    Raises:
        pydantic.ValidationError: The presentation states a final diagnosis, a gold field was passed, or the
            placeholder is blank.

    Examples:
        >>> case = MaskedCase(case_id="c1", language="pt", task="diagnosis", narrative="Quadro de [REDIGIDO].")
        >>> case.task.value
        'diagnosis'
    """

    case_id: Name
    language: LanguageCode
    task: Task
    presentation: Presentation | None = None
    workup: Workup | None = None
    narrative: FieldText = None
    placeholder: Name = "[REDIGIDO]"

    @model_validator(mode="after")
    def _no_gold(self) -> Self:
        if self.presentation is not None and texts_of(self.presentation.final_diagnosis):
            raise ValueError(f"masked case {self.case_id!r} states presentation.final_diagnosis")
        return self

    def texts(self) -> dict[str, tuple[str, ...]]:
        """The visible text by dotted field name; empty fields are left out.

        Returns:
            Field names with their texts.

        Examples:
            >>> MaskedCase(case_id="c1", language="en", task="diagnosis", narrative="Fever.").texts()
            {'narrative': ('Fever.',)}
        """
        return visible_texts(self.presentation, self.workup, self.narrative)


class MaskedTreatmentCase(MaskedCase):
    """A case masked for the treatment task: the diagnosis is shown, the treatment is not.

    Args:
        confirmed_diagnosis: Name of the final diagnosis, which this task reveals.

    Examples:
        >>> MaskedTreatmentCase(
        ...     case_id="c1", language="en", task="treatment", narrative="Fever.", confirmed_diagnosis="malaria"
        ... ).confirmed_diagnosis
        'malaria'
    """

    task: Literal[Task.TREATMENT] = Task.TREATMENT
    confirmed_diagnosis: Name
