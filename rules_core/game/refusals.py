"""What the game at the board refuses, besides what the cube and the board refuse."""

from __future__ import annotations

from rules_core.errors import Conflict, RulesError


class NotNow(RulesError):
    """The game is waiting for something else."""

    code = "not_now"


class NotYourTurn(RulesError):
    """The other side is to act."""

    code = "not_your_turn"


class GameInProgress(Conflict):
    """A game has started; this belongs between two games."""

    code = "game_in_progress"


class NotClosedOut(RulesError):
    """A player who might enter has to roll."""

    code = "not_closed_out"
