"""Match play and money sessions by whole games (docs/rules.md, "Match play")."""

from __future__ import annotations

from rules_core.match.clock import Clock
from rules_core.match.crawford import Crawford
from rules_core.match.games import GameEnd, GameResult
from rules_core.match.lateness import USUAL_LATENESS, Lateness, penalties_lose_match
from rules_core.match.record import (
    ScoredGame,
    break_off,
    end,
    enter,
    penalise,
    record,
    replay,
    replay_json,
    scored_games,
    settle,
    undo,
)
from rules_core.match.refusals import (
    ByeAfterPlay,
    CubeAboveMaximum,
    CubeBelowAutomaticDoubles,
    CubeInCrawfordGame,
    CubeNotPowerOfTwo,
    CubeTurnedContradicted,
    EndingNotDeclared,
    GammonOnDrop,
    MatchFinished,
    NothingToUndo,
    PenaltyOutOfRange,
    RulesOutOfRange,
    ScoreNotAllowed,
    TooManyAutomaticDoubles,
    UnreachableScore,
    WinnerNotAllowed,
    WinnerRequired,
    WrongGameNumber,
)
from rules_core.match.rules import MatchRules, is_power_of_two
from rules_core.match.score_entries import (
    Ending,
    FinalScore,
    MatchEnd,
    Penalty,
    ScoreEntry,
    score_entry_from_json,
    score_entry_to_json,
)
from rules_core.match.scores import check_final_score, game_points
from rules_core.match.state import MatchState, NextGame
from rules_core.match.terms import GameTerms
from rules_core.sides import Score, Side

__all__ = [
    "USUAL_LATENESS",
    "ByeAfterPlay",
    "Clock",
    "Crawford",
    "CubeAboveMaximum",
    "CubeBelowAutomaticDoubles",
    "CubeInCrawfordGame",
    "CubeNotPowerOfTwo",
    "CubeTurnedContradicted",
    "Ending",
    "EndingNotDeclared",
    "FinalScore",
    "GameEnd",
    "GameResult",
    "GameTerms",
    "GammonOnDrop",
    "Lateness",
    "MatchEnd",
    "MatchFinished",
    "MatchRules",
    "MatchState",
    "NextGame",
    "NothingToUndo",
    "Penalty",
    "PenaltyOutOfRange",
    "RulesOutOfRange",
    "Score",
    "ScoreEntry",
    "ScoreNotAllowed",
    "ScoredGame",
    "Side",
    "TooManyAutomaticDoubles",
    "UnreachableScore",
    "WinnerNotAllowed",
    "WinnerRequired",
    "WrongGameNumber",
    "break_off",
    "check_final_score",
    "end",
    "enter",
    "game_points",
    "is_power_of_two",
    "penalise",
    "penalties_lose_match",
    "record",
    "replay",
    "replay_json",
    "score_entry_from_json",
    "score_entry_to_json",
    "scored_games",
    "settle",
    "undo",
]
