"""What an audit found: leaks with their severity, warnings, counts, context; as JSON and as a page."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from clinicalbr.errors import InputError
from clinicalbr.masking.leak_context import CONTEXT_WIDTH, context_of
from clinicalbr.masking.report_html import html_fragment, html_page
from clinicalbr.masking.severity import Severity, severity
from clinicalbr.schema import Leak, Tier

__all__ = ["FieldLeaks", "LeakReport", "LeakWarning"]

_UNSAFE_IN_LINES = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class LeakWarning:
    """A passage that is no leak of the answer and that a reader should check all the same.

    Args:
        code: ``"other_disease"``: the presentation names a disease that is not the answer. The presentation of a case
            should name none, since it narrows the choice.
        field: Field in which it stands.
        start: First code point in that field's text.
        end: One past the last code point.
        surface: The passage.

    Examples:
        >>> str(LeakWarning("other_disease", "text", 0, 6, "Dengue"))
        "other_disease: 'Dengue' in text, 0-6"
    """

    code: str
    field: str
    start: int
    end: int
    surface: str

    def __str__(self) -> str:
        return f"{self.code}: {self.surface!r} in {self.field}, {self.start}-{self.end}"


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
        warnings: Passages to check that are no leaks. They do not count against :attr:`clean`.

    Examples:
        >>> from clinicalbr.masking import GoldTarget, audit_text
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
    warnings: tuple[LeakWarning, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether no leak of the searched tiers was found, not even a weak one; what was not searched may be there."""
        return not self.leaks

    @property
    def no_real_leak(self) -> bool:
        """Whether nothing but weak hints was found."""
        return not self.real_leaks

    @property
    def leaks(self) -> tuple[Leak, ...]:
        """All leaks, weak ones included, field by field."""
        return tuple(leak for field in self.fields for leak in field.leaks)

    @property
    def real_leaks(self) -> tuple[Leak, ...]:
        """Leaks that give the answer away by themselves; see :func:`severity`."""
        return tuple(leak for leak in self.leaks if severity(leak) is Severity.LEAK)

    @property
    def weak(self) -> tuple[Leak, ...]:
        """Lone words that may be a hint; see :func:`severity`."""
        return tuple(leak for leak in self.leaks if severity(leak) is Severity.WEAK)

    def by_tier(self) -> dict[str, int]:
        """Number of leaks by tier.

        Returns:
            Counts of the tiers that occur.

        Examples:
            >>> from clinicalbr.masking import GoldTarget, audit_text
            >>> audit_text("Febre.", GoldTarget(["dengue"])).by_tier()
            {}
        """
        return dict(Counter(leak.tier.value for leak in self.leaks))

    def by_severity(self) -> dict[str, int]:
        """Number of leaks by severity.

        Returns:
            Counts of ``"leak"`` and ``"weak"``, where they occur.

        Examples:
            >>> from clinicalbr.masking import GoldTarget, audit_text
            >>> audit_text("É dengue.", GoldTarget(["dengue"])).by_severity()
            {'leak': 1}
        """
        return dict(Counter(severity(leak).value for leak in self.leaks))

    def by_field(self) -> dict[str, dict[str, int]]:
        """Number of leaks by field and severity.

        Returns:
            Counts of every field that holds a leak.

        Examples:
            >>> from clinicalbr.masking import GoldTarget, audit_text
            >>> audit_text("É dengue.", GoldTarget(["dengue"])).by_field()
            {'text': {'leak': 1}}
        """
        return {
            field.field: dict(Counter(severity(leak).value for leak in field.leaks))
            for field in self.fields
            if field.leaks
        }

    def to_json(self, *, context: int = CONTEXT_WIDTH) -> str:
        """The report as one JSON object on one line. It holds the answer.

        Keys: ``case_id``, ``language``, ``gold``, ``clean``, ``no_real_leak``; ``searched``, the tiers; the counts
        ``by_tier``, ``by_severity``, ``by_field``; ``leaks``, each with ``field``, ``start``, ``end``, ``surface``,
        ``tier``, ``variant``, ``severity`` and the context ``before`` and ``after``; ``warnings``, each with ``code``,
        ``field``, ``start``, ``end``, ``surface``, ``before`` and ``after``; ``texts``, the searched text by field;
        ``signature``. Offsets are half-open, in code points of the field's text.

        Args:
            context: Code points of context on each side.

        Returns:
            JSON text, which :meth:`from_json` reads back.

        Examples:
            >>> from clinicalbr.masking import GoldTarget, audit_text
            >>> json.loads(audit_text("dengue", GoldTarget(["dengue"])).to_json())["leaks"][0]["end"]
            6
        """

        def around(text: str, start: int, end: int) -> dict[str, str]:
            before, after = context_of(text, start, end, context)
            return {"before": before, "after": after}

        texts = {field.field: field.text for field in self.fields}
        leaks = [
            {
                "field": field.field,
                "start": leak.start,
                "end": leak.end,
                "surface": leak.surface,
                "tier": leak.tier.value,
                "variant": leak.variant,
                "severity": severity(leak).value,
                **around(field.text, leak.start, leak.end),
            }
            for field in self.fields
            for leak in field.leaks
        ]
        warnings = [
            {
                "code": warning.code,
                "field": warning.field,
                "start": warning.start,
                "end": warning.end,
                "surface": warning.surface,
                **around(texts[warning.field], warning.start, warning.end),
            }
            for warning in self.warnings
        ]
        record = {
            "case_id": self.case_id,
            "language": self.language,
            "gold": self.gold,
            "clean": self.clean,
            "no_real_leak": self.no_real_leak,
            "searched": [tier.value for tier in self.tiers],
            "by_tier": self.by_tier(),
            "by_severity": self.by_severity(),
            "by_field": self.by_field(),
            "leaks": leaks,
            "warnings": warnings,
            "texts": texts,
            "signature": self.signature,
        }
        # Lone surrogates cannot be encoded, and some readers take other signs than the line feed for the end of a line.
        written = json.dumps(record, ensure_ascii=False)
        return _UNSAFE_IN_LINES.sub(lambda match: f"\\u{ord(match[0]):04x}", written)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a report back.

        Args:
            text: What :meth:`to_json` gave.

        Returns:
            The same report.

        Raises:
            InputError: The text is no such report, or contradicts itself.

        Examples:
            >>> from clinicalbr.masking import GoldTarget, audit_text
            >>> report = audit_text("É dengue.", GoldTarget(["dengue"]))
            >>> LeakReport.from_json(report.to_json()) == report
            True
        """
        try:
            record = json.loads(text)
            found: dict[str, list[Leak]] = {field: [] for field in record["texts"]}
            for item in record["leaks"]:
                place = _place(record["texts"], item)
                found[item["field"]].append(Leak(*place, Tier(item["tier"]), item["variant"]))
            return cls(
                fields=tuple(FieldLeaks(name, record["texts"][name], tuple(leaks)) for name, leaks in found.items()),
                gold=record["gold"],
                language=record["language"],
                case_id=record["case_id"],
                tiers=tuple(Tier(tier) for tier in record["searched"]),
                signature=record["signature"],
                warnings=tuple(
                    LeakWarning(item["code"], item["field"], *_place(record["texts"], item))
                    for item in record["warnings"]
                ),
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise InputError(
                f"not a leak report in JSON: {type(error).__name__}: {error}",
                remedy="pass one line that LeakReport.to_json wrote",
            ) from error

    def to_html(self) -> str:
        """The report as a page of its own, with the leaks marked in the text.

        Returns:
            HTML that needs no other file and runs no script.

        Examples:
            >>> from clinicalbr.masking import GoldTarget, audit_text
            >>> "<mark" in audit_text("É dengue.", GoldTarget(["dengue"])).to_html()
            True
        """
        return html_page([self], self.language)

    def _repr_html_(self) -> str:
        return html_fragment(self)


def _place(texts: Mapping[str, str], item: Mapping[str, Any]) -> tuple[int, int, str]:
    start, end, surface = int(item["start"]), int(item["end"]), str(item["surface"])
    if not 0 <= start <= end or texts[item["field"]][start:end] != surface:
        raise ValueError(f"{surface!r} does not stand at {start}-{end} of {item['field']}")
    return start, end, surface
