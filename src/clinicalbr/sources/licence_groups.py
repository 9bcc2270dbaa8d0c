"""The three groups into which PubMed Central sorts licences."""

from __future__ import annotations

from enum import StrEnum

from clinicalbr.sources._licence import licence_of_code, licence_of_text

__all__ = ["LicenceGroup", "licence_group"]


class LicenceGroup(StrEnum):
    """What a licence allows, as the open-access subset of PubMed Central is divided.

    Examples:
        >>> LicenceGroup("commercial") is LicenceGroup.COMMERCIAL
        True
    """

    COMMERCIAL = "commercial"
    NON_COMMERCIAL = "non-commercial"
    OTHER = "other"


def licence_group(licence: str | None) -> LicenceGroup:
    """The group of a licence.

    Args:
        licence: A licence in any spelling, for instance ``"CC BY-NC 4.0"``, ``"cc by-nd"`` or an address; ``None`` when
            none is stated.

    Returns:
        ``COMMERCIAL`` for CC0, BY, BY-SA and BY-ND, ``NON_COMMERCIAL`` for those with NC, ``OTHER`` for all the rest,
        no licence included. ND forbids changed versions, hence masked ones, in every group: look at the licence
        itself before you publish cases.

    Examples:
        >>> licence_group("CC BY 4.0").value, licence_group("cc-by-nc").value, licence_group(None).value
        ('commercial', 'non-commercial', 'other')
    """
    found = licence_of_code(licence) or licence_of_text(licence)
    if found is None:
        return LicenceGroup.OTHER
    return LicenceGroup.NON_COMMERCIAL if "-NC" in found else LicenceGroup.COMMERCIAL
