"""A game play by play, with its cube actions, and the match it belongs to."""

from __future__ import annotations

from rules_core.game.actions import (
    accept_resignation,
    beaver,
    decline_resignation,
    double,
    drop,
    let_play_stand,
    pass_closed_out,
    play,
    play_as_written,
    resign,
    roll,
    rule,
    take,
    throw_for_start,
)
from rules_core.game.match_play import MatchPlay
from rules_core.game.refusals import GameInProgress, NotClosedOut, NotNow, NotYourTurn
from rules_core.game.state import GameState, Phase, Resignation

__all__ = [
    "GameInProgress",
    "GameState",
    "MatchPlay",
    "NotClosedOut",
    "NotNow",
    "NotYourTurn",
    "Phase",
    "Resignation",
    "accept_resignation",
    "beaver",
    "decline_resignation",
    "double",
    "drop",
    "let_play_stand",
    "pass_closed_out",
    "play",
    "play_as_written",
    "resign",
    "roll",
    "rule",
    "take",
    "throw_for_start",
]
