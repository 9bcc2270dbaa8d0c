"""What a case is about: its type, its task, its DeCS categories and its tropical tags.

Categories: ClinicalBr, prompts 3 and 4 (hierarchies A and C of DeCS, the Health Sciences Descriptors).
Types: ClinicalBr, table 1 part B.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Self

from clinicalbr.schema._base import Record

__all__ = ["CaseType", "DecsAnatomy", "DecsDisease", "Task", "TropicalTags"]


class CaseType(StrEnum):
    """The clinical focus of a case report.

    Examples:
        >>> CaseType("both").value
        'both'
    """

    DIAGNOSTIC = "diagnostic"
    THERAPEUTIC = "therapeutic"
    BOTH = "both"


class Task(StrEnum):
    """One of the four open-ended tasks of ClinicalBr.

    Examples:
        >>> [task.value for task in Task]
        ['diagnosis', 'differential', 'exams', 'treatment']
    """

    DIAGNOSIS = "diagnosis"
    DIFFERENTIAL = "differential"
    EXAMS = "exams"
    TREATMENT = "treatment"


_CODE = re.compile(r"\[([AC]\d\d)\]\s*$")


class _DecsCategory(StrEnum):
    """A category that is also found by its code, whatever the language of the label before it."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        found = _CODE.search(value) if isinstance(value, str) else None
        return next((item for item in cls if found and item.endswith(found.group())), None)


class DecsAnatomy(_DecsCategory):
    """Body systems, hierarchy A of DeCS as the paper numbers it, with ``Others`` for a case that fits none.

    Examples:
        >>> DecsAnatomy("Nervous System [A08]").name, DecsAnatomy("Sistema Nervoso [A08]").name
        ('NERVOUS_SYSTEM', 'NERVOUS_SYSTEM')
    """

    BODY_STRUCTURES = "Body Structures [A01]"
    MUSCULOSKELETAL_SYSTEM = "Musculoskeletal System [A02]"
    DIGESTIVE_SYSTEM = "Digestive System [A03]"
    RESPIRATORY_SYSTEM = "Respiratory System [A04]"
    UROGENITAL_SYSTEM = "Urogenital System [A05]"
    ENDOCRINE_SYSTEM = "Endocrine System [A06]"
    CARDIOVASCULAR_SYSTEM = "Cardiovascular System [A07]"
    NERVOUS_SYSTEM = "Nervous System [A08]"
    SENSE_ORGANS = "Sense Organs [A09]"
    TISSUES = "Tissues [A10]"
    CELLS = "Cells [A11]"
    FLUIDS_AND_SECRETIONS = "Fluids and Secretions [A12]"
    STOMATOGNATHIC_SYSTEM = "Stomatognathic System (Mouth and Teeth) [A14]"
    HEMIC_AND_LYMPHATIC_SYSTEMS = "Hemic and Lymphatic Systems (Blood and Immunological) [A15]"
    INTEGUMENTARY_SYSTEM = "Integumentary System (Skin, Hair and Nails) [A16]"
    EMBRYONIC_STRUCTURES = "Embryonic Structures [A17]"
    OTHERS = "Others"


class DecsDisease(_DecsCategory):
    """Disease categories, hierarchy C of DeCS, with ``Others`` for a case that fits none.

    Examples:
        >>> DecsDisease("Infections [C01]").name
        'INFECTIONS'
    """

    INFECTIONS = "Infections [C01]"
    NEOPLASMS = "Neoplasms [C04]"
    MUSCULOSKELETAL = "Musculoskeletal Diseases [C05]"
    DIGESTIVE_SYSTEM = "Digestive System Diseases [C06]"
    STOMATOGNATHIC = "Stomatognathic Diseases [C07]"
    RESPIRATORY_TRACT = "Respiratory Tract Diseases [C08]"
    OTORHINOLARYNGOLOGIC = "Otorhinolaryngologic Diseases [C09]"
    NERVOUS_SYSTEM = "Nervous System Diseases [C10]"
    EYE = "Eye Diseases [C11]"
    UROGENITAL = "Urogenital Diseases [C12]"
    CARDIOVASCULAR = "Cardiovascular Diseases [C14]"
    HEMIC_AND_LYMPHATIC = "Hemic and Lymphatic Diseases [C15]"
    CONGENITAL = "Congenital, Hereditary, and Neonatal Diseases and Abnormalities [C16]"
    SKIN_AND_CONNECTIVE_TISSUE = "Skin and Connective Tissue Diseases [C17]"
    NUTRITIONAL_AND_METABOLIC = "Nutritional and Metabolic Diseases [C18]"
    ENDOCRINE_SYSTEM = "Endocrine System Diseases [C19]"
    IMMUNE_SYSTEM = "Immune System Diseases [C20]"
    ENVIRONMENTAL = "Disorders of Environmental Origin [C21]"
    ANIMAL = "Animal Diseases [C22]"
    SIGNS_AND_SYMPTOMS = "Pathological Conditions, Signs and Symptoms [C23]"
    OCCUPATIONAL = "Occupational Diseases [C24]"
    CHEMICALLY_INDUCED = "Chemically-Induced Disorders [C25]"
    WOUNDS_AND_INJURIES = "Wounds and Injuries [C26]"
    OTHERS = "Others"


class TropicalTags(Record):
    """Tropical and endemic tags of a case (ClinicalBr, table 1 parts E and F).

    Args:
        programme: Health programme that the disease belongs to, for instance ``"NTD: leprosy"``.
        disease: The tropical disease.
        endemic: Endemic to Brazil.
        ntd: One of the neglected tropical diseases of the World Health Organization.
        arbovirus: Caused by a virus that arthropods transmit.

    Examples:
        >>> TropicalTags(disease="dengue", endemic=True, arbovirus=True).ntd
        False
    """

    programme: str | None = None
    disease: str | None = None
    endemic: bool = False
    ntd: bool = False
    arbovirus: bool = False
