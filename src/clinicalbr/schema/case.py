"""The clinical case: what the patient presented with, what was found, concluded and done.

Sections and field names follow the extraction prompts of ClinicalBr (prompts 6 to 8).
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import StringConstraints, model_validator

from clinicalbr.schema._base import FieldText, Record, texts_of
from clinicalbr.schema.provenance import Provenance
from clinicalbr.schema.taxonomy import CaseType, DecsAnatomy, DecsDisease, TropicalTags

__all__ = [
    "ClinicalCase",
    "DiagnosisSection",
    "DifferentialItem",
    "ExamList",
    "Presentation",
    "ReasoningStep",
    "TreatmentSection",
    "Workup",
]

LanguageCode = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")]
Name = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]


class Presentation(Record):
    """What is known before the work-up. Each value is text, a list of texts, or null.

    Args:
        patient_info: Sex, age, occupation, demographics.
        chief_complaint: What brought the patient.
        history_present_illness: Course of the present illness.
        past_medical_history: Earlier illnesses and operations.
        allergies: Known allergies.
        social_history: Habits, travel, exposures.
        family_history: Illnesses in the family.
        physical_exam: Findings on examination.
        hospital_course: Course in hospital.
        final_diagnosis: The diagnosis, which therapeutic cases state in the presentation; no diagnostic task sees it.

    Examples:
        >>> Presentation(chief_complaint="febre h\u00e1 5 dias").chief_complaint
        'febre h\u00e1 5 dias'
    """

    patient_info: FieldText = None
    chief_complaint: FieldText = None
    history_present_illness: FieldText = None
    past_medical_history: FieldText = None
    allergies: FieldText = None
    social_history: FieldText = None
    family_history: FieldText = None
    physical_exam: FieldText = None
    hospital_course: FieldText = None
    final_diagnosis: FieldText = None


class Workup(Record):
    """Findings of the work-up. Each value is text, a list of texts, or null.

    Args:
        laboratory: Blood, urine and other analyses, with units.
        imaging: Radiology and ultrasound.
        pathology: Biopsies, cytology.
        other: Electrocardiogram, endoscopy and the rest.

    Examples:
        >>> Workup(laboratory=("Hb 9,1 g/dL", "plaquetas 48.000/mm\u00b3")).imaging is None
        True
    """

    laboratory: FieldText = None
    imaging: FieldText = None
    pathology: FieldText = None
    other: FieldText = None


class ExamList(Record):
    """Names of exams by category, as the exam task asks for them (ClinicalBr, prompt 12).

    Args:
        laboratory: Names of laboratory tests.
        imaging: Names of imaging exams.
        pathology: Names of pathology exams.
        other: Names of other exams.

    Examples:
        >>> ExamList(imaging=("TC de t\u00f3rax",)).names
        ('TC de t\u00f3rax',)
    """

    laboratory: tuple[Name, ...] = ()
    imaging: tuple[Name, ...] = ()
    pathology: tuple[Name, ...] = ()
    other: tuple[Name, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in the order of the categories."""
        return (*self.laboratory, *self.imaging, *self.pathology, *self.other)


class DiagnosisSection(Record):
    """What was concluded.

    Args:
        diagnosis: The diagnosis with the findings that support it.
        final_diagnosis_name: Only the name of the final diagnosis.
        acronyms: Acronyms in use for it.
        other_names: Other names of the same disease.

    Examples:
        >>> DiagnosisSection(final_diagnosis_name="doen\u00e7a de Chagas", acronyms=("DCh",)).acronyms
        ('DCh',)
    """

    diagnosis: str | None = None
    final_diagnosis_name: Name | None = None
    acronyms: tuple[Name, ...] = ()
    other_names: tuple[Name, ...] = ()


class TreatmentSection(Record):
    """What was done and how it went.

    Args:
        intervention: Drugs with dose and duration, procedures, changes of management.
        outcome: Response and complications.
        follow_up: Later course.

    Examples:
        >>> TreatmentSection(intervention="benznidazol 5 mg/kg/dia por 60 dias").outcome is None
        True
    """

    intervention: FieldText = None
    outcome: FieldText = None
    follow_up: FieldText = None


class DifferentialItem(Record):
    """One disease of a reference differential.

    Args:
        diagnosis: Name of the disease.
        confirmed: It is the diagnosis that was confirmed.
        justification: Why it was kept or excluded.

    Examples:
        >>> DifferentialItem(diagnosis="dengue", confirmed=True).justification is None
        True
    """

    diagnosis: Name
    confirmed: bool = False
    justification: str | None = None


class ReasoningStep(Record):
    """One step of the clinicians' reasoning (MedCaseReasoning, section 2).

    Args:
        statement: The step.
        quote: Sentence of the article that states it.

    Examples:
        >>> ReasoningStep(statement="Malaria was excluded by three negative thick smears.").quote is None
        True
    """

    statement: Name
    quote: str | None = None


class ClinicalCase(Record):
    """One case in one language.

    A case has structured sections, a narrative (free case text when the fields are not known), or both. Two cases with
    the same ``case_id`` and different languages are the two sides of a pair.

    Args:
        case_id: Identifier, the same in every language of the case.
        language: Language of the text, two or three letters.
        case_type: Clinical focus; ``None`` when it has not been classified.
        title: Title of the report. It often names the diagnosis, so no task shows it.
        presentation: What is known before the work-up.
        workup: Findings of the work-up.
        narrative: Free case text.
        diagnosis: What was concluded.
        treatment: What was done.
        gold_differential: Reference differential, the confirmed disease among it.
        gold_exams: Reference list of exams.
        gold_cuis: Identifiers of the gold concepts, where the source states them.
        reasoning: Steps of the clinicians' reasoning.
        anatomy: DeCS anatomy categories.
        disease_categories: DeCS disease categories.
        tropical: Tropical tags, ``None`` when the case is not tropical or has not been tagged.
        provenance: Where the case came from.

    Raises:
        pydantic.ValidationError: A key is unknown, or neither a presentation, a work-up nor a narrative has text.

    Examples:
        >>> case = ClinicalCase(case_id="c1", language="pt", narrative="Homem, 54 anos, com s\u00edncope.")
        >>> case.texts()
        {'narrative': ('Homem, 54 anos, com s\u00edncope.',)}
    """

    case_id: Name
    language: LanguageCode
    case_type: CaseType | None = None
    title: str | None = None
    presentation: Presentation | None = None
    workup: Workup | None = None
    narrative: FieldText = None
    diagnosis: DiagnosisSection | None = None
    treatment: TreatmentSection | None = None
    gold_differential: tuple[DifferentialItem, ...] = ()
    gold_exams: ExamList | None = None
    gold_cuis: tuple[Name, ...] = ()
    reasoning: tuple[ReasoningStep, ...] = ()
    anatomy: tuple[DecsAnatomy, ...] = ()
    disease_categories: tuple[DecsDisease, ...] = ()
    tropical: TropicalTags | None = None
    provenance: Provenance | None = None

    @model_validator(mode="after")
    def _has_text(self) -> Self:
        if not self.texts():
            raise ValueError(
                f"case {self.case_id!r} has no text: presentation, workup and narrative are all empty; "
                "give at least one of them"
            )
        return self

    @property
    def gold_diagnosis(self) -> str | None:
        """Name of the final diagnosis, from the diagnosis section or else from the presentation."""
        if self.diagnosis and self.diagnosis.final_diagnosis_name:
            return self.diagnosis.final_diagnosis_name
        stated = texts_of(self.presentation.final_diagnosis) if self.presentation else ()
        return stated[0] if stated else None

    def texts(self) -> dict[str, tuple[str, ...]]:
        """The case text by dotted field name: presentation, work-up and narrative, never diagnosis or treatment.

        Returns:
            Field names such as ``"presentation.physical_exam"`` with their texts; empty fields are left out.

        Examples:
            >>> case = ClinicalCase(case_id="c1", language="pt", workup=Workup(other="ECG: BAVT"))
            >>> case.texts()
            {'workup.other': ('ECG: BAVT',)}
        """
        return visible_texts(self.presentation, self.workup, self.narrative)


def visible_texts(
    presentation: Presentation | None, workup: Workup | None, narrative: FieldText
) -> dict[str, tuple[str, ...]]:
    """The texts of a case by dotted field name, masked or not; empty fields are left out."""
    found: dict[str, tuple[str, ...]] = {}
    for name, section in (("presentation", presentation), ("workup", workup)):
        for field in type(section).model_fields if section is not None else ():
            if texts := texts_of(getattr(section, field)):
                found[f"{name}.{field}"] = texts
    if texts := texts_of(narrative):
        found["narrative"] = texts
    return found
