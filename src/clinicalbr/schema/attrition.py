"""How many items each stage of a build kept, dropped and why (ClinicalBr, table 1 part A)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Attrition", "Stage"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a build.

    Args:
        name: What the stage does.
        entered: Items that came in.
        kept: Items that went on.
        dropped: Items dropped, by reason.

    Raises:
        ValueError: Kept and dropped do not add up to what came in.

    Examples:
        >>> Stage("case type", 10, 8, {"not a case report": 2}).kept
        8
    """

    name: str
    entered: int
    kept: int
    dropped: Mapping[str, int]

    def __post_init__(self) -> None:
        if self.kept + sum(self.dropped.values()) != self.entered:
            raise ValueError(
                f"stage {self.name!r}: {self.kept} kept and {sum(self.dropped.values())} dropped "
                f"do not add up to {self.entered}"
            )


@dataclass(frozen=True, slots=True)
class Attrition:
    """The stages of a build, in order.

    Args:
        stages: The stages.

    Examples:
        >>> Attrition().then("by year", 10, 9, {"before 2015": 1}).stages[0].entered
        10
    """

    stages: tuple[Stage, ...] = ()

    def then(self, name: str, entered: int, kept: int, dropped: Mapping[str, int]) -> Attrition:
        """Add a stage.

        Args:
            name: What the stage does.
            entered: Items that came in.
            kept: Items that went on.
            dropped: Items dropped, by reason.

        Returns:
            A new attrition record.

        Raises:
            ValueError: The numbers do not add up.

        Examples:
            >>> Attrition().then("read", 3, 2, {"not XML": 1}).stages[0].dropped
            {'not XML': 1}
        """
        return Attrition((*self.stages, Stage(name, entered, kept, dict(dropped))))
