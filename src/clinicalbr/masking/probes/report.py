"""What probes found, as values, as JSON and as a table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from clinicalbr.schema import Unscored, UnscoredReason

__all__ = ["DEALT", "ProbeReport", "ProbeResult", "nothing_scored"]

DEALT = "mean of {count} deals of the answers over the cases (seed {seed})"
"""How chance was found."""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What one probe found.

    Args:
        name: Name of the probe.
        method: ``"nearest neighbour"``, ``"rank correlation"`` or ``"hits at k"``.
        n_asked: Cases handed in.
        n_scored: Cases that the score stands on.
        unscored: The other cases, each with its reason.
        score: The measure, from 0 to 1; an ``Unscored`` where too few cases are left.
        low: Lower end of its 95 % interval; ``None``, like the following figures, when there is no score.
        high: Upper end.
        chance: The same measure by chance.
        chance_how: How chance was found.
        p_value: How often chance gives at least the score.
        detail: Further figures, each with its name.

    Examples:
        >>> from clinicalbr.masking.probes import MaskSample, mask_count_probe
        >>> samples = [MaskSample.of("[X] " * n, ["a" * n], case_id=str(n), placeholder="[X]") for n in range(1, 9)]
        >>> mask_count_probe(samples).score
        1.0
    """

    name: str
    method: str
    n_asked: int
    n_scored: int
    unscored: tuple[tuple[str, str], ...]
    score: float | Unscored
    low: float | None = None
    high: float | None = None
    chance: float | None = None
    chance_how: str = ""
    p_value: float | None = None
    detail: tuple[tuple[str, float], ...] = ()

    @property
    def reasons(self) -> dict[str, int]:
        """How many cases are unscored for each reason; what follows a colon in a reason is left out."""
        return dict(Counter(reason.partition(":")[0] for _, reason in self.unscored))


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """What several probes found.

    Args:
        results: One a probe.
        signature: How they were made.

    Examples:
        >>> from clinicalbr.masking.probes import mask_count_probe
        >>> print(ProbeReport((mask_count_probe([]),)).table())
        probe       method  asked  scored  score                     95 % interval  chance  p
        mask count  -       0      0       none (0 cases, 5 needed)  -              -       -
    """

    results: tuple[ProbeResult, ...]
    signature: str = ""

    def to_json(self) -> str:
        """The report as one JSON object. It holds case identifiers and reasons, and no answer.

        Returns:
            JSON text; a score that does not exist is ``null`` and has its cause under ``no_score``.

        Examples:
            >>> from clinicalbr.masking.probes import mask_count_probe
            >>> json.loads(ProbeReport((mask_count_probe([]),)).to_json())["results"][0]["score"] is None
            True
        """
        return json.dumps(
            {"results": [_record(result) for result in self.results], "signature": self.signature}, ensure_ascii=False
        )

    def table(self) -> str:
        """The report as a table of plain text, one probe a line.

        Returns:
            Lines of equal columns.

        Examples:
            >>> ProbeReport(()).table().split()[0]
            'probe'
        """
        header = ("probe", "method", "asked", "scored", "score", "95 % interval", "chance", "p")
        rows = [header, *(_row(result) for result in self.results)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
        return "\n".join(line.rstrip() for line in lines)


def nothing_scored(
    name: str, method: str, unscored: Sequence[tuple[str, str]], left: int, *, needed: int
) -> ProbeResult:
    """The result of a probe that too few cases are left for."""
    reasons = ", ".join(sorted({reason.partition(":")[0] for _, reason in unscored}))
    detail = f"{left} cases, {needed} needed" + (f"; the others: {reasons}" if reasons else "")
    missing = Unscored(UnscoredReason.MISSING, detail)
    return ProbeResult(name, method, len(unscored) + left, 0, tuple(unscored), missing)


def _record(result: ProbeResult) -> dict[str, object]:
    missing = isinstance(result.score, Unscored)
    return {
        "name": result.name,
        "method": result.method,
        "n_asked": result.n_asked,
        "n_scored": result.n_scored,
        "unscored": [{"case_id": case_id, "reason": reason} for case_id, reason in result.unscored],
        "score": None if isinstance(result.score, Unscored) else result.score,
        "no_score": result.score.detail if isinstance(result.score, Unscored) else None,
        "low": result.low,
        "high": result.high,
        "chance": result.chance,
        "chance_how": None if missing else result.chance_how,
        "p_value": result.p_value,
        "detail": dict(result.detail),
    }


def _row(result: ProbeResult) -> tuple[str, ...]:
    head = (result.name, result.method, str(result.n_asked), str(result.n_scored))
    if isinstance(result.score, Unscored) or result.p_value is None:
        cause = result.score.detail if isinstance(result.score, Unscored) else ""
        return (*head, f"none ({cause})", "-", "-", "-")
    return (
        *head, f"{result.score:.3f}", f"{result.low:.3f} to {result.high:.3f}", f"{result.chance:.3f}",
        f"{result.p_value:.4f}",
    )  # fmt: skip
