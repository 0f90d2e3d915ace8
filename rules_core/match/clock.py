"""The clock beside the board (docs/rules.md, "What a match record also carries")."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from rules_core.match.refusals import RulesOutOfRange
from rules_core.sides import NO_POINTS, Score

_SECONDS_A_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Clock:
    """Simple delay: each move has some free seconds, then the reserve runs."""

    delay_s: int = 12
    """Seconds of every move that cost nothing."""
    minutes_per_point: float = 2
    """Reserve of each player, for each point of the match."""
    overtime_s: int = 0
    """Seconds a player gets once, when the reserve is used up; 0: a time-out loses the match."""

    def __post_init__(self) -> None:
        for setting in ("delay_s", "minutes_per_point", "overtime_s"):
            if getattr(self, setting) < 0:
                raise RulesOutOfRange("A clock setting is 0 or more.", setting=setting)

    def reserve_s(self, length: int, score: Score = NO_POINTS) -> int:
        """Seconds for each player when the clock comes to the table at this score.

        Two minutes a point, less one minute for each point either side has scored. At another
        rate a scored point takes off half of it, so that no score leaves the players without.
        """
        half_points = 2 * length - score.a - score.b
        return round(half_points * self.minutes_per_point * _SECONDS_A_MINUTE / 2)

    def seconds_after_time_out(self, *, overtime_used: bool) -> int:
        """What goes on the clock of a player whose reserve ran out; 0: the match is lost."""
        return 0 if overtime_used else self.overtime_s

    def to_json(self) -> dict[str, float]:
        """As plain values, for storing."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Clock:
        """The clock that ``to_json`` wrote."""
        return cls(**data)
