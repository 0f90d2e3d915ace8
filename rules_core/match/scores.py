"""Which scores a match can end with (docs/rules.md, "Match play")."""

from __future__ import annotations

from functools import lru_cache

from rules_core.kinds import Kind
from rules_core.match.refusals import UnreachableScore
from rules_core.match.rules import MatchRules
from rules_core.sides import NO_POINTS, Score


def check_standing_score(rules: MatchRules, a: int, b: int, since: Score = NO_POINTS) -> None:
    """Refuse a score that an unfinished match cannot stand at, the score being ``since`` now."""
    _check_not_behind(a, b, since)
    if not rules.money and max(a, b) >= rules.length:
        raise UnreachableScore(
            f"At {a}–{b} a {rules.length}-point match is over: record it as played.",
            score=(a, b),
            length=rules.length,
        )


def check_final_score(rules: MatchRules, a: int, b: int, since: Score = NO_POINTS) -> None:
    """Refuse a final score that no finished match can have, the score being ``since`` now.

    The winner stands at the match length or, where raw points are given, above it by no more
    than the last game can bring; the loser stands below it. A money session ends at any score.
    """
    _check_not_behind(a, b, since)
    if not rules.money:
        _check_one_winner(rules, a, b)
        _check_last_game(rules, max(a, b), since.a if a > b else since.b, (a, b))


def _check_not_behind(a: int, b: int, since: Score) -> None:
    if a < since.a or b < since.b:
        raise UnreachableScore(
            f"The score is already {since.a}–{since.b} and cannot end {a}–{b}.",
            score=(a, b),
            since=tuple(since),
        )


def _check_one_winner(rules: MatchRules, a: int, b: int) -> None:
    if max(a, b) < rules.length:
        raise UnreachableScore(
            f"Nobody has {rules.length} points: {a}–{b} is not the end of a {rules.length}-point match.",
            score=(a, b),
            length=rules.length,
        )
    if min(a, b) >= rules.length:
        raise UnreachableScore(
            f"Only one side can reach {rules.length} points; {a}–{b} has both there.",
            score=(a, b),
            length=rules.length,
        )


def _check_last_game(rules: MatchRules, winner: int, since: int, score: tuple[int, int]) -> None:
    """Before the last game the winner was below the length, so that game brought the rest."""
    before = (winner - points for points in game_points(rules))
    if not any(since <= points < rules.length for points in before):
        raise UnreachableScore(
            f"No last game takes the winner to {winner} points in a {rules.length}-point match.",
            score=score,
            length=rules.length,
        )


def game_points(rules: MatchRules) -> tuple[int, ...]:
    """All that one game can score under these rules, smallest first."""
    return _game_points(rules.max_cube)


@lru_cache(maxsize=64)
def _game_points(max_cube: int) -> tuple[int, ...]:
    faces = [1 << turns for turns in range(max_cube.bit_length())]
    return tuple(sorted({face * kind.multiplier for face in faces for kind in Kind}))
