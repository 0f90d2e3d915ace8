"""Charts as SVG that the server draws: paths and places, no words and no models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, floor

LEFT, RIGHT = 10.0, 96.0
"""Where the curve begins and ends, in percent of the width; what is left of it has the figures."""
_GRID = (10, 20, 50, 100, 200, 500, 1000)
_LINES = 5
_MONTHS = 4
_WIDE, _TALL, _EDGE = 96.0, 24.0, 2.0


@dataclass(frozen=True)
class Spot:
    """A place in a chart with what is written there."""

    x: float
    y: float
    label: str


@dataclass(frozen=True)
class RatingChart:
    """What ``components/rating_chart.html`` draws."""

    grid: list[Spot]
    curve: str
    area: str
    best: Spot | None
    now: Spot
    months: list[tuple[float, date]]


@dataclass(frozen=True)
class Sparkline:
    """What ``components/spark.html`` draws."""

    path: str
    x: float
    y: float
    first: float
    last: float
    best: float


def rating_chart(points: Sequence[tuple[date, float]]) -> RatingChart | None:
    """Values one after another, the oldest first; nothing to draw from fewer than two."""
    if len(points) < 2:
        return None
    values = [value for _day, value in points]
    low, high, step = _frame(min(values), max(values))

    def place(at: int) -> tuple[float, float]:
        x = LEFT + (RIGHT - LEFT) * at / (len(points) - 1)
        return round(x, 2), round(100 * (high - values[at]) / (high - low), 2)

    places = [place(at) for at in range(len(points))]
    curve = _path(places)
    best = max(range(len(values)), key=values.__getitem__)
    last = len(values) - 1
    is_far = places[last][0] - places[best][0] > 12
    return RatingChart(
        grid=[
            Spot(0, round(100 * (high - line) / (high - low), 2), str(line))
            for line in range(low, high + 1, step)
        ],
        curve=curve,
        area=f"{curve}L{RIGHT:g} 100L{LEFT:g} 100Z",
        best=Spot(*places[best], f"{values[best]:.0f}") if is_far else None,
        now=Spot(*places[last], f"{values[last]:.0f}"),
        months=_months(places, points),
    )


def _months(
    places: Sequence[tuple[float, float]], points: Sequence[tuple[date, float]]
) -> list[tuple[float, date]]:
    """A few of the days below the curve, no month twice."""
    last = len(points) - 1
    found: dict[tuple[int, int], tuple[float, date]] = {}
    for at in sorted({last * part // (_MONTHS - 1) for part in range(_MONTHS)}):
        day = points[at][0]
        found.setdefault((day.year, day.month), (places[at][0], day))
    return list(found.values())


def sparkline(values: Sequence[float]) -> Sparkline | None:
    """How the last values went, without any figures."""
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    spread = high - low or 1
    places = [
        (
            round(_WIDE * at / (len(values) - 1), 1),
            round(_TALL - _EDGE - (_TALL - 2 * _EDGE) * (value - low) / spread, 1),
        )
        for at, value in enumerate(values)
    ]
    return Sparkline(_path(places), *places[-1], values[0], values[-1], high)


def _frame(lowest: float, highest: float) -> tuple[int, int, int]:
    """The lines below and above all values, and how far apart the lines are."""
    for step in _GRID:
        low, high = floor(lowest / step) * step, ceil(highest / step) * step
        high = max(high, low + step)
        if (high - low) // step < _LINES:
            break
    return low, high, step


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in places)
