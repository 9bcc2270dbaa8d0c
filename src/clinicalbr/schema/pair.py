"""A case in two languages, the unit of every comparison between languages."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from clinicalbr.errors import CaseError
from clinicalbr.schema._base import Record
from clinicalbr.schema.case import ClinicalCase

__all__ = ["CasePair"]


class CasePair(Record):
    """One case in two languages.

    Args:
        source: The case in the language that it was written in; gold concepts are linked from it.
        target: The same case in another language.
        origin: How the target came to be: ``"authors"`` (the article has both), ``"machine"`` (translated) or
            ``"written"`` (made for this purpose).

    Raises:
        pydantic.ValidationError: The two sides differ in ``case_id`` or share a language.

    Examples:
        >>> pt = ClinicalCase(case_id="c1", language="pt", narrative="Febre.")
        >>> en = ClinicalCase(case_id="c1", language="en", narrative="Fever.")
        >>> CasePair(source=pt, target=en, origin="written").in_language("en").narrative
        'Fever.'
    """

    source: ClinicalCase
    target: ClinicalCase
    origin: Literal["authors", "machine", "written"]

    @model_validator(mode="after")
    def _same_case_two_languages(self) -> Self:
        if self.source.case_id != self.target.case_id:
            raise ValueError(f"a pair needs one case_id, got {self.source.case_id!r} and {self.target.case_id!r}")
        if self.source.language == self.target.language:
            raise ValueError(f"both sides of pair {self.source.case_id!r} are in {self.source.language!r}")
        return self

    @property
    def case_id(self) -> str:
        """Identifier that both sides share."""
        return self.source.case_id

    @property
    def languages(self) -> tuple[str, str]:
        """Languages of source and target."""
        return self.source.language, self.target.language

    def in_language(self, language: str) -> ClinicalCase:
        """The side in a language.

        Args:
            language: One of :attr:`languages`.

        Returns:
            That side.

        Raises:
            CaseError: Neither side is in that language.

        Examples:
            >>> pt = ClinicalCase(case_id="c1", language="pt", narrative="Febre.")
            >>> en = ClinicalCase(case_id="c1", language="en", narrative="Fever.")
            >>> CasePair(source=pt, target=en, origin="written").in_language("pt").language
            'pt'
        """
        for side in (self.source, self.target):
            if side.language == language:
                return side
        raise CaseError(f"pair {self.case_id!r} has no side in {language!r}", remedy=f"ask for one of {self.languages}")
