"""Measures as values: one object is configuration, column name and cache key at once.

The idea of measures with a text that reads back is that of ``ir_measures`` (MacAvaney et al. 2022).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, Self, TypeAlias, get_args

from clinicalbr.errors import InputError, SignatureError
from clinicalbr.metrics.items import Item, top_k
from clinicalbr.metrics.setmatch import Matching, SetMatch, check_rule, set_match
from clinicalbr.schema import ConceptRelations, Unscored

__all__ = ["F1", "Precision", "Recall", "SetMeasure", "Target", "parse_measure"]

Target: TypeAlias = Literal["confirmed", "any"]
"""``"confirmed"``: share of the gold items that are hit. ``"any"``: 1 when at least one of them is."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SetMeasure(ABC):
    """What F1, precision and recall of concept lists have in common.

    Args:
        depth: Most hierarchy steps for which credit is given.
        matching: ``"any"`` or ``"one_to_one"``.
        k: How many distinct predictions are looked at, in rank order; ``None`` for all. ``measure @ 5`` sets it.
    """

    depth: int = 0
    matching: Matching = "any"
    k: int | None = None

    def __post_init__(self) -> None:
        check_rule(self.depth, self.matching)
        if self.k is not None:
            top_k((), self.k)

    def match(
        self, predicted: Sequence[Item], gold: Sequence[Item], graph: ConceptRelations | None = None
    ) -> SetMatch | Unscored:
        """Compare the lists under this measure's rule and keep the evidence.

        Args:
            predicted: Predictions in rank order.
            gold: Reference.
            graph: Hierarchy; needed when ``depth`` is above 0.

        Returns:
            The set match of the predictions within the cut-off; ``Unscored`` when there is no gold item.

        Raises:
            InputError: See :func:`clinicalbr.metrics.set_match`.

        Examples:
            >>> (Precision() @ 1).match(["C1", "C2"], ["C2"]).n_predicted
            1
        """
        seen = predicted if self.k is None else top_k(predicted, self.k)
        return set_match(seen, gold, graph, self.depth, self.matching)

    def score(
        self, predicted: Sequence[Item], gold: Sequence[Item], graph: ConceptRelations | None = None
    ) -> float | Unscored:
        """Value of this measure.

        Args:
            predicted: Predictions in rank order.
            gold: Reference.
            graph: Hierarchy; needed when ``depth`` is above 0.

        Returns:
            A number between 0 and 1; ``Unscored`` when there is no gold item.

        Raises:
            InputError: See :func:`clinicalbr.metrics.set_match`.

        Examples:
            >>> (Recall() @ 2).score(["C1", "C1", "C2"], ["C1", "C2"])
            1.0
        """
        found = self.match(predicted, gold, graph)
        return found if isinstance(found, Unscored) else self._value(found)

    @abstractmethod
    def _value(self, found: SetMatch) -> float: ...

    def __matmul__(self, k: int) -> Self:
        if self.k is not None:
            raise InputError(f"{self} has a cut-off already", remedy="apply @ to the measure without one")
        return replace(self, k=k)

    def __str__(self) -> str:
        settings = ", ".join(
            _spell(field.name, getattr(self, field.name)) for field in fields(self) if field.name != "k"
        )
        return f"{type(self).__name__}({settings})" + ("" if self.k is None else f"@{self.k}")

    __repr__ = __str__


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class F1(SetMeasure):
    """F1 of two lists of concepts; the settings are those of :class:`SetMeasure`.

    Examples:
        >>> F1(depth=2, matching="any") @ 5
        F1(depth=2, matching="any")@5
        >>> F1().score(["C1", "C2"], ["C1"])
        0.6666666666666666
    """

    def _value(self, found: SetMatch) -> float:
        return found.f1


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Precision(SetMeasure):
    """Precision of two lists of concepts; the settings are those of :class:`SetMeasure`.

    Examples:
        >>> Precision().score(["C1", "C2"], ["C1"])
        0.5
    """

    def _value(self, found: SetMatch) -> float:
        return found.precision


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Recall(SetMeasure):
    """Recall of two lists of concepts.

    Args:
        depth: See :class:`SetMeasure`.
        matching: See :class:`SetMeasure`.
        k: See :class:`SetMeasure`.
        target: ``"confirmed"`` for the share of the gold list that is hit (pass the confirmed diagnoses as gold);
            ``"any"`` for 1 when any item of the gold list is hit (pass the whole differential).

    Examples:
        >>> Recall(target="any") @ 5
        Recall(depth=0, matching="any", target="any")@5
        >>> Recall(target="any").score(["C1"], ["C1", "C2"])
        1.0
    """

    target: Target = "confirmed"

    def __post_init__(self) -> None:
        SetMeasure.__post_init__(self)
        if self.target not in get_args(Target):
            raise InputError(f"target is {self.target!r}", remedy=f"use one of {', '.join(get_args(Target))}")

    def _value(self, found: SetMatch) -> float:
        return found.recall if self.target == "confirmed" else float(bool(found.matches))


_KINDS: dict[str, type[SetMeasure]] = {"F1": F1, "Precision": Precision, "Recall": Recall}
_TEXT = re.compile(r"(?P<kind>[A-Za-z0-9]{1,20})(?:\((?P<settings>[^()]{0,200})\))?(?:@(?P<k>[0-9]{1,9}))?")
_SETTING = re.compile(r'\s*(?P<key>[a-z]+)\s*=\s*(?:(?P<number>[0-9]{1,9})|"(?P<word>[a-z_]+)")\s*')


def parse_measure(text: str) -> SetMeasure:
    """Read the text of a measure.

    Args:
        text: What ``str(measure)`` gave; settings left out take their defaults.

    Returns:
        The equal measure.

    Raises:
        SignatureError: The text names no measure, or a setting it does not have.

    Examples:
        >>> parse_measure('F1(depth=2, matching="any")@5') == F1(depth=2) @ 5
        True
        >>> parse_measure("Precision")
        Precision(depth=0, matching="any")
    """
    found = _TEXT.fullmatch(text.strip())
    kind = _KINDS.get(found["kind"]) if found else None
    if found is None or kind is None:
        raise SignatureError(
            f"{text!r} names no measure", remedy=f"use {', '.join(_KINDS)}, for instance {F1(depth=2) @ 5}"
        )
    settings: dict[str, int | str] = {}
    for part in found["settings"].split(",") if found["settings"] else ():
        setting = _SETTING.fullmatch(part)
        if setting is None or setting["key"] in settings or setting["key"] == "k":
            raise SignatureError(
                f"{text!r} has the setting {part.strip()!r}", remedy='write name=2 or name="word" once'
            )
        settings[setting["key"]] = setting["word"] or int(setting["number"])
    try:
        return kind(**settings, k=int(found["k"]) if found["k"] else None)  # type: ignore[arg-type]  # checked by it
    except (InputError, TypeError) as error:
        raise SignatureError(f"{text!r} cannot be read: {error}", remedy=f"settings look like {kind()}") from error


def _spell(name: str, value: object) -> str:
    return f'{name}="{value}"' if isinstance(value, str) else f"{name}={value}"
