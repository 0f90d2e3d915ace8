"""Penalty points for a player who is late (docs/rules.md, "What a match record also carries")."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from rules_core.match.refusals import RulesOutOfRange


@dataclass(frozen=True, slots=True)
class Lateness:
    """How long an opponent waits for each penalty point."""

    first_after_s: int = 300
    """Seconds after the match was called until the first point."""
    each_further_s: int = 300
    """Seconds until each point after that."""

    def __post_init__(self) -> None:
        if self.first_after_s < 0:
            raise RulesOutOfRange(
                "The first penalty comes after 0 seconds or more.", setting="first_after_s"
            )
        if self.each_further_s < 1:
            raise RulesOutOfRange(
                "Further penalties are at least a second apart.", setting="each_further_s"
            )

    def to_json(self) -> dict[str, int]:
        """As plain values, for storing."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Lateness:
        """The rule that ``to_json`` wrote."""
        return cls(**data)

    def points(self, late_s: int) -> int:
        """Penalty points for a player who is ``late_s`` seconds late."""
        if late_s < self.first_after_s:
            return 0
        return 1 + (late_s - self.first_after_s) // self.each_further_s


USUAL_LATENESS = Lateness()
"""A point after five minutes, and one for each further five."""


def penalties_lose_match(length: int, points: int) -> bool:
    """Whether a side with this many penalty points against it has lost the match.

    More than half the match length does; a money session has no length to lose.
    """
    return length > 0 and 2 * points > length
