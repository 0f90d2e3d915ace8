"""A match score as equity tables see it: how far each side still has to go."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules_core.choices import chosen
from rules_core.equity.refusals import StandingOutOfRange
from rules_core.match import MatchState, Side


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands for one of its players at the start of a game."""

    away: int
    """Points the player needs."""
    against: int
    """Points the opponent needs."""
    crawford_over: bool = False
    """The Crawford game has been played, or the match is played without one."""

    def __post_init__(self) -> None:
        if self.away < 0 or self.against < 0 or self.away == self.against == 0:
            raise StandingOutOfRange(
                "Each side needs 0 or more points, and at most one side needs none.",
                away=self.away,
                against=self.against,
            )

    @classmethod
    def of_match(cls, state: MatchState, side: Side) -> Standing:
        """Where a recorded match stands for one side; a money session stands nowhere."""
        side = chosen("side", side, Side)
        away, against = state.away(side), state.away(side.other)
        if away is None or against is None:
            raise StandingOutOfRange("A money session has no winning chances: it has no length.")
        return cls(away, against, state.crawford_played or not state.rules.crawford)

    @property
    def match_point(self) -> bool:
        """One side, and not both, needs a single point."""
        return min(self.away, self.against) == 1 and self.away != self.against

    @property
    def crawford_game(self) -> bool:
        """The game about to start is the Crawford game."""
        return self.match_point and not self.crawford_over

    @property
    def mirrored(self) -> Standing:
        """The same match as the opponent sees it."""
        return replace(self, away=self.against, against=self.away)

    def won(self, points: int) -> Standing:
        """After the player has won a game of this many points."""
        return Standing(
            max(0, self.away - points), self.against, self.crawford_over or self.crawford_game
        )

    def lost(self, points: int) -> Standing:
        """After the opponent has won a game of this many points."""
        return self.mirrored.won(points).mirrored
