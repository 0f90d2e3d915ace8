"""What a match does to two standings in a pool, by the pool's system and settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from matches.models import Rating
from matches.pool_models import MONTH, RatingPool, RatingSystem
from matches.services.rating_rows import Change
from rules_core.ratings import fibs, glicko2


class Played(NamedTuple):
    """What of a match its rating follows from."""

    pk: int
    a: int
    b: int
    winner: str
    length: int
    at: datetime


@dataclass(slots=True)
class Standing:
    """Where a player stands at a moment of a replay."""

    value: float = Rating.INITIAL
    experience: int = 0
    matches: int = 0
    last_played: datetime | None = None
    deviation: float | None = None
    volatility: float | None = None


Rate = Callable[[Played, dict[int, Standing]], tuple[Change, Change]]
"""Rates a match: the standings move, and the two changes are told, the winner's first."""


def newcomer(pool: RatingPool) -> Standing:
    """Before the first match, without a start value."""
    if pool.system == RatingSystem.GLICKO2:
        first = glicko2.GlickoRating()
        return Standing(first.value, deviation=first.deviation, volatility=first.volatility)
    return Standing()


def rating_by(pool: RatingPool) -> Rate:
    """How matches are rated in a pool."""
    if pool.system == RatingSystem.GLICKO2:
        return _by_glicko2(pool.pk)
    return _by_fibs(pool.pk, fibs.Ramp(pool.ramp))


def _by_fibs(pool: str, ramp: fibs.Ramp) -> Rate:
    # As ``fibs.rate`` does, without making two values for each match of a long history.
    stake, factor = fibs.stake, ramp.factor

    def rate(match: Played, standings: dict[int, Standing]) -> tuple[Change, Change]:
        pk, a, b, side, length, at = match
        winner, loser = (a, b) if side == "a" else (b, a)
        first, second = standings[winner], standings[loser]
        before, other_before = first.value, second.value
        gain = stake(other_before - before, length)
        first.value = before + gain * factor(first.experience)
        second.value = other_before - gain * factor(second.experience)
        for standing in (first, second):
            standing.experience += length
            standing.matches += 1
            standing.last_played = at
        return (
            Change(pool, winner, pk, True, length, at, before, first.value, first.experience),
            Change(
                pool, loser, pk, False, length, at, other_before, second.value, second.experience
            ),
        )

    return rate


def _by_glicko2(pool: str) -> Rate:
    def rate(match: Played, standings: dict[int, Standing]) -> tuple[Change, Change]:
        winner, loser = (match.a, match.b) if match.winner == "a" else (match.b, match.a)
        won = glicko_standing(standings[winner], match.at)
        lost = glicko_standing(standings[loser], match.at)
        after_win = glicko2.rate(won, [glicko2.RatedResult(lost, won=True)])
        after_loss = glicko2.rate(lost, [glicko2.RatedResult(won, won=False)])
        return (
            _moved(pool, match, winner, standings[winner], won, after_win, won=True),
            _moved(pool, match, loser, standings[loser], lost, after_loss, won=False),
        )

    return rate


def glicko_standing(standing: Standing | Rating, at: datetime) -> glicko2.GlickoRating:
    """As sure as a rating is at a moment: a match is a period, and each whole month since the last match makes it less so."""
    first = glicko2.GlickoRating()
    rating = glicko2.GlickoRating(
        standing.value,
        first.deviation if standing.deviation is None else standing.deviation,
        first.volatility if standing.volatility is None else standing.volatility,
    )
    idle = (at - standing.last_played) // MONTH if standing.last_played else 0
    return glicko2.after_idle_periods(rating, idle)


def _moved(
    pool: str,
    match: Played,
    player: int,
    standing: Standing,
    before: glicko2.GlickoRating,
    after: glicko2.GlickoRating,
    *,
    won: bool,
) -> Change:
    standing.value, standing.experience = after.value, standing.experience + match.length
    standing.deviation, standing.volatility = after.deviation, after.volatility
    standing.matches += 1
    standing.last_played = match.at
    return Change(
        *(pool, player, match.pk, won, match.length, match.at, before.value, after.value),
        *(standing.experience, before.deviation, after.deviation, after.volatility),
    )
