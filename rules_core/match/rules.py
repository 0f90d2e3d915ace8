"""What two players agree on beforehand (docs/rules.md, "Match play" and "Money options")."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules_core.match.clock import Clock
from rules_core.match.refusals import RulesOutOfRange

MAX_LENGTH = 99
"""The longest match."""

_LATER = ("record_first_roll",)
"""Settings that rules stored by earlier versions do not have."""


@dataclass(frozen=True, slots=True)
class MatchRules:
    """What two players agree on before the first roll."""

    length: int
    """Points to win; 0 is a money session."""
    crawford: bool = True
    """The first game at match point is played without the cube."""
    holland: bool = False
    """After the Crawford game, no double until each side has rolled twice."""
    jacoby: bool = False
    """Gammons and backgammons count once while the cube is centred."""
    beavers: int = 0
    """How many animals may follow a double: 1 beaver, 2 raccoon, 3 otter."""
    automatic_doubles: int = 0
    """How often equal opening dice may turn the cube in one game."""
    max_cube: int = 64
    """The highest face the cube may be turned to."""
    clock: Clock | None = None
    """The clock played with, if any."""
    record_first_roll: bool = False
    """Whether a game's record says who had the first roll."""

    def __post_init__(self) -> None:
        if not 0 <= self.length <= MAX_LENGTH:
            raise RulesOutOfRange(
                f"A match is played to 1 to {MAX_LENGTH} points.", setting="length"
            )
        if not 0 <= self.beavers <= 3:
            raise RulesOutOfRange("The number of animals is 0 to 3.", setting="beavers")
        if not 0 <= self.automatic_doubles <= 6:
            raise RulesOutOfRange(
                "Automatic doubles a game are 0 to 6.", setting="automatic_doubles"
            )
        if not is_power_of_two(self.max_cube):
            raise RulesOutOfRange(
                "The highest cube is a power of two, such as 64.", setting="max_cube"
            )

    @property
    def money(self) -> bool:
        """Whether this is a money session: no length, no end but the players' own."""
        return self.length == 0

    def to_json(self) -> dict[str, Any]:
        """As plain values, for storing; ``from_json`` gives the same rules back."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        values["clock"] = self.clock.to_json() if self.clock else None
        # What came later is written only where it is played: what is stored does not change by itself.
        return {name: value for name, value in values.items() if value or name not in _LATER}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MatchRules:
        """The rules that ``to_json`` wrote; settings left out have their defaults."""
        rules = cls(**(data | {"clock": None}))
        clock = data.get("clock")
        return replace(rules, clock=Clock.from_json(clock)) if clock else rules


def is_power_of_two(value: int) -> bool:
    """Whether the cube has such a face."""
    return value >= 1 and value & (value - 1) == 0
