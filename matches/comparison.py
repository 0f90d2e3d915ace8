"""Two players against each other: what they have played, and who would win the next match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from matches.models import Match, MatchStatus, Rating
from rules_core.ratings.fibs import win_probability

LENGTHS = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
"""Those that clubs play."""
MOST = 1_000
"""The latest matches that are counted."""


@dataclass(frozen=True)
class LengthLine:
    """Won and lost at one length, and the first player's chance in the next match of it."""

    length: int
    won: int
    lost: int
    chance: float


@dataclass(frozen=True)
class Comparison:
    """The first player against the second."""

    rating: float | None
    other_rating: float | None
    won: int
    lost: int
    points_for: int
    points_against: int
    streak: int
    """How many the first has won one after the other until now; below 0, lost."""
    lengths: list[LengthLine]


def compared(
    one: int, other: int, matches: QuerySet[Match], ratings: Mapping[int, float]
) -> Comparison:
    """From their matches with each other, the newest first, and their present ratings; one query."""
    finished = matches.filter(status=MatchStatus.FINISHED).exclude(winner="")
    rows = finished.values_list("a", "length", "winner", "points_a", "points_b")
    played = [
        (
            length,
            winner == ("a" if a == one else "b"),
            *_points(a == one, length, points_a, points_b),
        )
        for a, length, winner, points_a, points_b in rows[:MOST]
    ]
    difference = ratings.get(one, Rating.INITIAL) - ratings.get(other, Rating.INITIAL)
    return Comparison(
        rating=ratings.get(one),
        other_rating=ratings.get(other),
        won=sum(won for _, won, _, _ in played),
        lost=sum(not won for _, won, _, _ in played),
        points_for=sum(own for _, _, own, _ in played),
        points_against=sum(theirs for _, _, _, theirs in played),
        streak=_streak([won for _, won, _, _ in played]),
        lengths=[
            LengthLine(
                length,
                won=sum(won for at, won, _, _ in played if at == length),
                lost=sum(not won for at, won, _, _ in played if at == length),
                chance=win_probability(difference, length),
            )
            for length in sorted({*LENGTHS, *(length for length, *_ in played)})
        ],
    )


def _points(is_a: bool, length: int, points_a: int, points_b: int) -> tuple[int, int]:
    """As shown: points above the length count for nothing."""
    own, theirs = (points_a, points_b) if is_a else (points_b, points_a)
    return min(own, length), min(theirs, length)


def _streak(newest_first: list[bool]) -> int:
    streak = 0
    for won in newest_first:
        if won is not newest_first[0]:
            break
        streak += 1 if won else -1
    return streak
