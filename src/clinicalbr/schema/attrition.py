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

    def merge(self, name: str, *stages: str) -> Attrition:
        """Tell stages that follow one another as one, as ClinicalBr does with year, type and duplicates.

        Args:
            name: Name of the whole.
            *stages: Names of the stages, in their order.

        Returns:
            A new attrition record.

        Raises:
            ValueError: The stages are not there in that order, one right behind the other, or one takes more or fewer
                items than the one before it keeps.

        Examples:
            >>> steps = Attrition().then("year", 10, 9, {"before 2015": 1}).then("type", 9, 5, {"no case report": 4})
            >>> steps.merge("year and type", "year", "type").stages[0].dropped
            {'before 2015': 1, 'no case report': 4}
        """
        names = [stage.name for stage in self.stages]
        starts = [
            start for start in range(len(names)) if stages and tuple(names[start : start + len(stages)]) == stages
        ]
        if len(starts) != 1:
            raise ValueError(f"{stages!r} are no stages that follow one another; the stages are {names!r}")
        start, end = starts[0], starts[0] + len(stages)
        parts = self.stages[start:end]
        dropped: dict[str, int] = {}
        for before, part in zip((None, *parts), parts, strict=False):
            if before is not None and before.kept != part.entered:
                raise ValueError(f"{before.name!r} keeps {before.kept} items and {part.name!r} takes {part.entered}")
            for reason, count in part.dropped.items():
                dropped[reason] = dropped.get(reason, 0) + count
        whole = Stage(name, parts[0].entered, parts[-1].kept, dropped)
        return Attrition((*self.stages[:start], whole, *self.stages[end:]))
