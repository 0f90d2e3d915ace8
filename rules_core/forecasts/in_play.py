"""A stage of any format as it stands: all that a forecast looks at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_core.draws.advancement import Outcome
from rules_core.draws.history import Contender
from rules_core.ratings.fibs import FibsRating
from rules_core.sides import Side


@dataclass(frozen=True, slots=True)
class SeatedPairing:
    """A pairing as it stands, with the seed numbers of those who sit there."""

    key: str
    round: int
    length: int
    a: int | None
    b: int | None
    outcome: Outcome | None = None
    winner: Side | None = None


@dataclass(frozen=True, slots=True)
class StageInPlay:
    """A stage that is drawn: all that a forecast looks at."""

    format: str
    settings: Mapping[str, Any]
    """As in the REST contract."""
    length: int
    """Of matches for which the settings name none."""
    contenders: Sequence[Contender]
    """By seed number, which is their id; whoever has no rating counts as a newcomer."""
    pairings: Sequence[SeatedPairing]
    """By round."""
    lines: Sequence[int] = ()
    """Of an elimination: seed numbers from the top of the first round, 0 for a bye. Of a round robin:
    the number of each seed's pool. Empty: as a draw places so many."""
    under_way: Mapping[str, float] = field(default_factory=dict)
    """By key: the chance of side a in matches that are being played."""

    @property
    def ratings(self) -> list[float]:
        """Of all, the first seed first."""
        newcomer = FibsRating().value
        return [newcomer if one.rating is None else one.rating for one in self.contenders]

    @property
    def withdrawn(self) -> set[int]:
        """The seed numbers of those who have left."""
        return {int(one.id) for one in self.contenders if one.withdrawn}
