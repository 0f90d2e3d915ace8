"""What two players agree on beforehand (docs/rules.md, "Match play" and "Money options")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules_core.match.clock import Clock
from rules_core.match.lateness import USUAL_LATENESS, Lateness
from rules_core.match.refusals import RulesOutOfRange

MAX_LENGTH = 99
"""The longest match."""

_LATER = {"lateness": USUAL_LATENESS, "record_first_roll": False}
"""Settings that rules stored by earlier versions do not have, and what they mean then."""


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
    lateness: Lateness | None = USUAL_LATENESS
    """What being late costs; ``None``: nothing by rule."""
    record_first_roll: bool = False
    """Whether a game's record says who had the first roll."""

    def __post_init__(self) -> None:
        if not isinstance(self.length, int) or not 0 <= self.length <= MAX_LENGTH:
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
        said = {name: getattr(self, name) for name in self.__dataclass_fields__}
        # What came later is written only where it is not as usual: what is stored does not change by itself.
        for name, usual in _LATER.items():
            if said[name] == usual:
                del said[name]
        for name in ("clock", "lateness"):
            if said.get(name):
                said[name] = said[name].to_json()
        return said

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MatchRules:
        """The rules that ``to_json`` wrote; settings left out have their defaults."""
        said = dict(data)
        if said.get("clock"):
            said["clock"] = Clock.from_json(said["clock"])
        if said.get("lateness"):
            said["lateness"] = Lateness.from_json(said["lateness"])
        return cls(**said)


def is_power_of_two(value: int) -> bool:
    """Whether the cube has such a face."""
    return isinstance(value, int) and value >= 1 and value & (value - 1) == 0
