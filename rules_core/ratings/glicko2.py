"""Glicko-2 (docs/rules.md, "Ratings"), after Mark Glickman's published description.

Ratings are kept on the familiar scale around 1500; the computation runs on the system's own scale.
One call is one rating period: all its matches count at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

_SCALE = 173.7178
_CENTRE = 1500.0
_CLOSE_ENOUGH = 1e-6
MOST_DEVIATION = 350.0
"""A newcomer's: nobody is less sure than one of whom nothing is known."""


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A figure, how sure it is, and how steady the player."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A match of the period, against an opponent as rated before it."""

    opponent: GlickoRating
    won: bool


def rate(player: GlickoRating, results: Sequence[RatedResult], *, tau: float = 0.5) -> GlickoRating:
    """The rating after a period; ``tau`` says how fast volatility may change.

    Without a match only the certainty shrinks.
    """
    deviation = player.deviation / _SCALE
    if not results:
        return _rating(player.value, sqrt(deviation**2 + player.volatility**2), player.volatility)
    variance, surprise = _evidence(player, results)
    volatility = _new_volatility(player, variance, variance * surprise, tau)
    widened = deviation**2 + volatility**2
    narrowed = 1 / sqrt(1 / widened + 1 / variance)
    return _rating(player.value + _SCALE * narrowed**2 * surprise, narrowed, volatility)


def after_idle_periods(player: GlickoRating, periods: int) -> GlickoRating:
    """The rating after so many periods without a match: the figure stays, its certainty shrinks."""
    if periods <= 0:
        return player
    deviation = sqrt((player.deviation / _SCALE) ** 2 + periods * player.volatility**2) * _SCALE
    return replace(player, deviation=max(player.deviation, min(MOST_DEVIATION, deviation)))


def expectation(player: GlickoRating, opponent: GlickoRating) -> float:
    """The chance that the system gives the player, as sure as the opponent's figure is."""
    weight = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE) ** 2 / pi**2)
    return 1 / (1 + exp(-weight * (player.value - opponent.value) / _SCALE))


def _rating(value: float, deviation: float, volatility: float) -> GlickoRating:
    return GlickoRating(value, deviation * _SCALE, volatility)


def _evidence(player: GlickoRating, results: Sequence[RatedResult]) -> tuple[float, float]:
    """The variance of the results alone, and the sum of what exceeded expectation, weighted."""
    precision = surprise = 0.0
    for result in results:
        opponent = result.opponent
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (player.value - opponent.value) / _SCALE))
        precision += weight**2 * expected * (1 - expected)
        surprise += weight * (result.won - expected)
    return 1 / precision, surprise


def _new_volatility(player: GlickoRating, variance: float, improvement: float, tau: float) -> float:
    """The root of Glickman's equation for the volatility, by the Illinois method."""
    deviation = player.deviation / _SCALE
    start = log(player.volatility**2)

    def equation(x: float) -> float:
        spread = deviation**2 + variance + exp(x)
        gain = exp(x) * (improvement**2 - spread) / (2 * spread**2)
        return gain - (x - start) / tau**2

    low, high = start, _other_bracket(improvement**2 - deviation**2 - variance, start, tau)
    if improvement**2 <= deviation**2 + variance:
        while equation(high) < 0:
            high -= tau
    at_low, at_high = equation(low), equation(high)
    while abs(high - low) > _CLOSE_ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = equation(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def _other_bracket(excess: float, start: float, tau: float) -> float:
    """Where to begin on the other side of the root."""
    return log(excess) if excess > 0 else start - tau
