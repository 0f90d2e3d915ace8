"""When an evening ends: the matches still to be played, put on the tables one after the other.

Pure: it knows no database. Every match takes the same time a point, starts as soon as its players
and a table are free, and whoever was drawn first sits down first.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import heappop, heappush
from math import inf

from tournaments.draws.format_assistant import CHANGEOVER, MINUTES_A_POINT

AT_LEAST = 5
"""Minutes that a match under way is given, however long it has taken already."""
ENOUGH = 4
"""From so many matches on, how fast this evening is played is known better than the average."""
_FASTEST, _SLOWEST = 3.0, 12.0


@dataclass(frozen=True)
class RemainingMatch:
    """A match that is not over."""

    key: str
    length: int
    after: frozenset[str] = frozenset()
    """The matches it waits for; those that are not among the others are over."""
    players: frozenset[str] = frozenset()
    """Those who are known already: nobody sits at two boards."""
    minutes: float | None = None
    """How long it has been going on; None: it is not begun."""


@dataclass(frozen=True)
class Forecast:
    """How long it will take, and what that rests on."""

    minutes: int
    matches: int
    minutes_a_point: float
    tables: int | None
    changeover: int = CHANGEOVER

    def ends(self, now: datetime) -> datetime:
        """The time on the clock, to the next five minutes."""
        end = now.replace(second=0, microsecond=0) + timedelta(minutes=self.minutes)
        return end + timedelta(minutes=-end.minute % 5)


def forecast(
    matches: Sequence[RemainingMatch], tables: int | None, played: Iterable[tuple[int, float]] = ()
) -> Forecast:
    """The time until the last of these matches is over.

    ``played`` has length and minutes of those that are: enough of them say how fast it goes tonight.
    """
    pace = pace_of(played)
    return Forecast(round(_Hall(matches, tables, pace).play()), len(matches), pace, tables)


def pace_of(played: Iterable[tuple[int, float]]) -> float:
    """Minutes a point; one that took none, or half an hour, was not timed at its table."""
    timed = [(length, minutes) for length, minutes in played if length <= minutes <= 30 * length]
    if len(timed) < ENOUGH:
        return MINUTES_A_POINT
    pace = sum(minutes for _, minutes in timed) / sum(length for length, _ in timed)
    return round(min(max(pace, _FASTEST), _SLOWEST), 1)


class _Hall:
    """The tables, who sits there, and who waits for one."""

    def __init__(self, matches: Sequence[RemainingMatch], tables: int | None, pace: float) -> None:
        self.matches = matches
        self.tables = tables or inf
        self.pace = pace
        self.clock = self.last = 0.0
        self.busy: set[str] = set()
        self.sitting: list[tuple[float, int]] = []
        """When a table is free again, and the number of the match at it."""
        known = {match.key for match in matches}
        self.missing = [len(match.after & known) for match in matches]
        self.followers: dict[str, list[int]] = {key: [] for key in known}
        for number, match in enumerate(matches):
            for key in match.after & known:
                self.followers[key].append(number)
        self.queue: list[int] = []
        for number, match in enumerate(matches):
            if match.minutes is not None:
                self._sit(number)
            elif not self.missing[number]:
                self.queue.append(number)

    def play(self) -> float:
        """Minutes until all is over."""
        self._call()
        while self.sitting:
            self._stand_up()
            self._call()
        return self.last

    def _call(self) -> None:
        """Put on the free tables whom they can take, in the order of the sheet."""
        left: list[int] = []
        for at, number in enumerate(self.queue):
            if len(self.sitting) >= self.tables:
                left += self.queue[at:]
                break
            if self.matches[number].players & self.busy:
                left.append(number)
            else:
                self._sit(number)
        self.queue = left

    def _sit(self, number: int) -> None:
        match = self.matches[number]
        takes = match.length * self.pace
        if match.minutes is not None:
            takes = max(takes - match.minutes, AT_LEAST)
        self.busy |= match.players
        self.last = max(self.last, self.clock + takes)
        heappush(self.sitting, (self.clock + takes + CHANGEOVER, number))

    def _stand_up(self) -> None:
        self.clock, number = heappop(self.sitting)
        self.busy -= self.matches[number].players
        for follower in self.followers[self.matches[number].key]:
            self.missing[follower] -= 1
            if not self.missing[follower]:
                insort(self.queue, follower)
