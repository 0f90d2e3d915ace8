"""The evening table by table: what was played there, what is being played, and until when.

Pure: percentages of a strip of time, which a template draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

from matches.models import AT_TABLE, Match, MatchStatus
from tournaments.console.forecast import AT_LEAST

MOST_TABLES = 40
_LONGEST = timedelta(hours=16)
"""A league of several weeks is no evening."""
_STEPS = (15, 30, 60, 120, 240)
_MOST_TICKS = 7
_LEFT = 3.0
"""Percent of the width that the numbers of the tables take."""


class BarKind(StrEnum):
    """What a bar stands for."""

    PLAYED = "played"
    RUNNING = "running"
    AHEAD = "ahead"


@dataclass(frozen=True)
class Bar:
    """A stretch of time at a table, in percent of the strip."""

    kind: BarKind
    x: float
    width: float


@dataclass(frozen=True)
class TableLine:
    """All that happens at one table."""

    table: int
    bars: tuple[Bar, ...]
    y: int
    """Where its bars begin, from the top."""
    is_named: bool = True
    """Whether there is room for its number."""


@dataclass(frozen=True)
class Tick:
    """A time on the axis."""

    at: datetime
    x: float


@dataclass(frozen=True)
class Timeline:
    """The strip."""

    lines: tuple[TableLine, ...]
    ticks: tuple[Tick, ...]
    now: float
    starts: datetime
    ends: datetime
    height: int
    thickness: int
    """Of a bar."""


TOP = 18
ROW = 12
NARROW_ROW = 7
"""Where more tables than fit have to fit; then every second one is named."""
FIT = 8


def timeline_of(matches: Iterable[Match], now: datetime, minutes_a_point: float) -> Timeline | None:
    """The evening so far and as it will probably go on; none before the first call."""
    seated = [match for match in matches if match.table and (match.started_at or match.called_at)]
    stretches = [stretch for match in seated for stretch in _stretches(match, now, minutes_a_point)]
    if not stretches:
        return None
    starts = min(begin for _, _, begin, _ in stretches)
    ends = max(now, *(end for _, _, _, end in stretches))
    if ends - starts > _LONGEST:
        return None
    step = _step(ends - starts)
    starts, ends = _rounded(starts, step, up=False), _rounded(ends, step, up=True)
    scale = _Scale(starts, ends)
    tables = sorted({table for table, _, _, _ in stretches})[:MOST_TABLES]
    row = ROW if len(tables) <= FIT else NARROW_ROW
    lines = tuple(
        TableLine(
            table,
            tuple(
                Bar(kind, scale.x(begin), round(scale.x(end) - scale.x(begin), 2))
                for at, kind, begin, end in stretches
                if at == table
            ),
            TOP + number * row,
            is_named=row == ROW or number % 2 == 0,
        )
        for number, table in enumerate(tables)
    )
    ticks = tuple(Tick(at, scale.x(at)) for at in _times(starts, ends, step))
    height = TOP + len(tables) * row + 2
    return Timeline(lines, ticks, scale.x(now), starts, ends, height, thickness=row - 3)


Stretch = tuple[int, BarKind, datetime, datetime]


def _stretches(match: Match, now: datetime, minutes_a_point: float) -> Iterator[Stretch]:
    since = match.started_at or match.called_at
    assert since is not None
    assert match.table is not None
    if match.status == MatchStatus.FINISHED and match.finished_at and match.finished_at > since:
        yield match.table, BarKind.PLAYED, since, match.finished_at
    elif match.status in AT_TABLE:
        yield match.table, BarKind.RUNNING, since, max(since, now)
        takes = timedelta(minutes=match.length * minutes_a_point)
        end = max(since + takes, now + timedelta(minutes=AT_LEAST))
        yield match.table, BarKind.AHEAD, max(since, now), end


@dataclass(frozen=True)
class _Scale:
    starts: datetime
    ends: datetime

    def x(self, at: datetime) -> float:
        share = (at - self.starts) / (self.ends - self.starts)
        return round(_LEFT + (100 - _LEFT) * share, 2)


def _step(length: timedelta) -> timedelta:
    minutes = length.total_seconds() / 60
    chosen = next((step for step in _STEPS if minutes / step < _MOST_TICKS), _STEPS[-1])
    return timedelta(minutes=chosen)


def _rounded(at: datetime, step: timedelta, *, up: bool) -> datetime:
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    steps = (at - midnight) / step
    return midnight + step * (ceil(steps) if up else int(steps))


def _times(starts: datetime, ends: datetime, step: timedelta) -> Sequence[datetime]:
    return [starts + step * number for number in range(round((ends - starts) / step) + 1)]
