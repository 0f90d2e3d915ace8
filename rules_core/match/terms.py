"""What the score of a match means for the game about to be played."""

from __future__ import annotations

from dataclasses import dataclass

from rules_core.match.rules import MatchRules
from rules_core.match.state import MatchState
from rules_core.sides import Score, Side


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The rules of one game: those of the match, and what follows from its score."""

    rules: MatchRules
    crawford_game: bool = False
    """No cube in this game."""
    post_crawford: bool = False
    """The Crawford game has been played."""
    needed: Score | None = None
    """Points each side needs to win the match; ``None`` in a money session."""

    @classmethod
    def of(cls, state: MatchState) -> GameTerms:
        """The terms of a match's next game."""
        length = state.rules.length
        return cls(
            rules=state.rules,
            crawford_game=state.crawford.this_game,
            post_crawford=state.post_crawford,
            needed=Score(length - state.score.a, length - state.score.b) if length else None,
        )

    @property
    def automatic_doubles(self) -> int:
        """How often equal opening dice turn the cube; the Crawford game has none to turn."""
        return 0 if self.crawford_game else self.rules.automatic_doubles

    @property
    def rolls_before_doubling(self) -> int:
        """Rolls each side must have played first: the Holland option, after the Crawford game."""
        return 2 if self.rules.holland and self.post_crawford else 0

    def wins_match(self, side: Side, stake: int) -> bool:
        """Whether winning a single game at this stake wins the match for ``side``."""
        return self.needed is not None and self.needed.of(side) <= stake
