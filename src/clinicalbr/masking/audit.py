"""Audit of texts, cases and prompts for leaks of the gold answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from clinicalbr.errors import GoldTargetError
from clinicalbr.masking.masker import Masker
from clinicalbr.masking.report_html import html_page
from clinicalbr.masking.target import GoldTarget
from clinicalbr.schema import ClinicalCase, Leak, MaskedCase, Tier

__all__ = ["FieldLeaks", "LeakReport", "audit_case", "audit_prompt", "audit_text"]


@dataclass(frozen=True, slots=True)
class FieldLeaks:
    """Leaks of one field.

    Args:
        field: Name of the field, ``"text"`` for a bare text.
        text: The text that was searched.
        leaks: Leaks with offsets in it.

    Examples:
        >>> FieldLeaks("text", "Febre.", ()).leaks
        ()
    """

    field: str
    text: str
    leaks: tuple[Leak, ...]


@dataclass(frozen=True, slots=True)
class LeakReport:
    """What an audit found.

    Args:
        fields: Every field that was searched, the clean ones included.
        gold: Canonical name of the answer.
        language: Language in which the report speaks.
        case_id: Identifier of the case, empty for a bare text.
        tiers: Kinds of mention that were searched; of the others the report says nothing.
        signature: How it was searched.

    Examples:
        >>> report = audit_text("Quadro de dengue.", GoldTarget(["dengue"]))
        >>> report.clean, report.by_tier()
        (False, {'verbatim': 1})
    """

    fields: tuple[FieldLeaks, ...]
    gold: str
    language: str
    case_id: str = ""
    tiers: tuple[Tier, ...] = ()
    signature: str = ""

    @property
    def clean(self) -> bool:
        """Whether no leak of the searched tiers was found; what was not searched may still be there."""
        return not self.leaks

    @property
    def leaks(self) -> tuple[Leak, ...]:
        """All leaks, field by field."""
        return tuple(leak for field in self.fields for leak in field.leaks)

    def by_tier(self) -> dict[str, int]:
        """Number of leaks by tier.

        Returns:
            Counts of the tiers that occur.

        Examples:
            >>> audit_text("Febre.", GoldTarget(["dengue"])).by_tier()
            {}
        """
        return dict(Counter(leak.tier.value for leak in self.leaks))

    def to_json(self) -> str:
        """The report as one JSON object, with offsets in each field's text.

        Returns:
            JSON text. It holds the answer.

        Examples:
            >>> json.loads(audit_text("dengue", GoldTarget(["dengue"])).to_json())["leaks"][0]["end"]
            6
        """
        leaks = [
            {
                "field": field.field,
                "start": leak.start,
                "end": leak.end,
                "surface": leak.surface,
                "tier": leak.tier.value,
                "variant": leak.variant,
            }
            for field in self.fields
            for leak in field.leaks
        ]
        record = {
            "case_id": self.case_id,
            "language": self.language,
            "gold": self.gold,
            "clean": self.clean,
            "searched": [tier.value for tier in self.tiers],
            "by_tier": self.by_tier(),
            "leaks": leaks,
            "signature": self.signature,
        }
        return json.dumps(record, ensure_ascii=False)

    def to_html(self) -> str:
        """The report as a page of its own, with the leaks marked in the text.

        Returns:
            HTML that needs no other file and runs no script.

        Examples:
            >>> "<mark" in audit_text("É dengue.", GoldTarget(["dengue"])).to_html()
            True
        """
        return html_page([self], self.language)

    def _repr_html_(self) -> str:
        return self.to_html()


def audit_text(text: str, target: GoldTarget | Masker) -> LeakReport:
    """Search a text for leaks.

    Args:
        text: Any text.
        target: The gold answer, or a masker set up for it.

    Returns:
        The report.

    Examples:
        >>> audit_text("Portador de DCh.", GoldTarget(["doença de Chagas"], ["DCh"])).leaks[0].tier.value
        'acronym'
    """
    return _audit({"text": text}, target)


def audit_prompt(prompt: str, target: GoldTarget | Masker) -> LeakReport:
    """Search a prompt as the model will see it.

    Args:
        prompt: The rendered prompt, with instructions and case.
        target: The gold answer, or a masker set up for it.

    Returns:
        The report; its one field is called ``"prompt"``.

    Examples:
        >>> audit_prompt("Caso: febre.", GoldTarget(["dengue"])).clean
        True
    """
    return _audit({"prompt": prompt}, target)


def audit_case(case: ClinicalCase | MaskedCase, target: GoldTarget | Masker | None = None) -> LeakReport:
    """Search the visible text of a case: presentation, work-up and narrative.

    Args:
        case: A case, masked or not.
        target: The gold answer, or a masker set up for it. It may be left out for a case that states its own.

    Returns:
        The report, field by field.

    Raises:
        GoldTargetError: No target was given and the case is masked or states no diagnosis.

    Examples:
        >>> case = MaskedCase(case_id="c1", language="pt", task="diagnosis", narrative="É dengue.")
        >>> audit_case(case, GoldTarget(["dengue"])).fields[0].field
        'narrative'
    """
    if target is None:
        if isinstance(case, MaskedCase):
            raise GoldTargetError(
                f"masked case {case.case_id!r} does not hold its answer", remedy="pass the GoldTarget as well"
            )
        target = GoldTarget.from_case(case)
    named = {
        name if len(texts) == 1 else f"{name}[{position}]": text
        for name, texts in case.texts().items()
        for position, text in enumerate(texts)
    }
    return _audit(named, target, case_id=case.case_id, language=case.language)


def _audit(
    texts: Mapping[str, str], target: GoldTarget | Masker, *, case_id: str = "", language: str | None = None
) -> LeakReport:
    if not isinstance(target, GoldTarget | Masker):
        raise GoldTargetError(f"{target!r} is no gold answer", remedy="pass GoldTarget([...]) or a Masker")
    masker = (target if isinstance(target, Masker) else Masker(target)).knowing(texts.values())
    gold = masker.target
    return LeakReport(
        fields=tuple(FieldLeaks(name, text, masker.find(text)) for name, text in texts.items()),
        gold=(*gold.names, *gold.acronyms)[0],
        language=language or gold.languages[0],
        case_id=case_id,
        tiers=masker.tiers,
        signature=str(masker.signature),
    )
