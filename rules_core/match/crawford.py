"""The Crawford rule: one game without the cube (docs/rules.md, "Match play")."""

from __future__ import annotations

from dataclasses import dataclass

from rules_core.match.rules import MatchRules
from rules_core.sides import Score


@dataclass(frozen=True, slots=True)
class Crawford:
    """Where the match stands with its Crawford game."""

    this_game: bool
    """The next game is the Crawford game."""
    played: bool
    """The Crawford game is over."""


def is_crawford_game(rules: MatchRules, points: Score, *, played: bool) -> bool:
    """Whether the game that starts at this score is the Crawford game.

    One side is a point away and the other is further, for the first time. So there is none in a
    1-point match, nor at double match point.
    """
    match_point = rules.length - 1
    at_match_point = max(points) == match_point and min(points) < match_point
    return rules.crawford and not played and at_match_point
