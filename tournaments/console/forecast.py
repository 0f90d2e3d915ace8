"""When an evening ends: the matches still to be played, put on the tables one after the other.

Pure: it knows no database. A match starts as soon as its players and a table are free, and whoever was drawn
first sits down first. The evening is played many times, each match taking its time by the pace of the club,
more or less as its matches do: the middle is when it ends about, and four times of five it ends between.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import heappop, heappush
from math import exp, inf
from random import Random

from tournaments.draws.format_assistant import CHANGEOVER
from tournaments.draws.pace import AVERAGE, Pace, TimedMatch

AT_LEAST = 5
"""Minutes that a match under way is given, however long it has taken already."""
RUNS, FEWEST_RUNS, MOST_PLAYED = 40, 8, 2_500
"""How often an evening is played; a long one less often, so that a page need not wait."""
EARLY, LATE = 0.1, 0.9
"""One evening of ten ends earlier, one later."""


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
    kind: str = ""
    """The format of its stage."""


@dataclass(frozen=True)
class Forecast:
    """How long it will take, and what that rests on."""

    minutes: int
    earliest: int
    latest: int
    matches: int
    minutes_a_point: float
    tables: int | None
    learned: int = 0
    """Matches of the club that the pace was learned from."""
    changeover: int = CHANGEOVER

    def ends(self, now: datetime) -> datetime:
        """The time on the clock, to the next five minutes."""
        return _on_the_clock(now, self.minutes)

    def ends_between(self, now: datetime) -> tuple[datetime, datetime]:
        """Between which times it ends, four times of five."""
        return _on_the_clock(now, self.earliest), _on_the_clock(now, self.latest)


def _on_the_clock(now: datetime, minutes: int) -> datetime:
    end = now.replace(second=0, microsecond=0) + timedelta(minutes=minutes)
    return end + timedelta(minutes=-end.minute % 5)


def forecast(
    matches: Sequence[RemainingMatch],
    tables: int | None,
    played: Iterable[TimedMatch] = (),
    pace: Pace = AVERAGE,
) -> Forecast:
    """The time until the last of these matches is over.

    ``pace`` is the club's; ``played`` are those of this evening, which tell how fast it goes tonight.
    The same question gets the same answer: the dice of the runs are thrown from fixed seeds.
    """
    tonight = pace.tonight(played)
    ends = sorted(_Hall(matches, tables, times).play() for times in _times(matches, tonight))
    points = sum(match.length for match in matches) or 1
    return Forecast(
        minutes=round(ends[len(ends) // 2]),
        earliest=round(ends[int(EARLY * len(ends))]),
        latest=round(ends[int(LATE * len(ends))]),
        matches=len(matches),
        minutes_a_point=round(sum(_expected(matches, tonight)) / points, 1),
        tables=tables,
        learned=pace.matches,
    )


def _expected(matches: Sequence[RemainingMatch], pace: Pace) -> list[float]:
    return [match.length * pace.minutes_a_point(match.kind, match.length) for match in matches]


def _times(matches: Sequence[RemainingMatch], pace: Pace) -> Iterator[list[float]]:
    """What each match takes, once for every run."""
    expected = _expected(matches, pace)
    if not pace.spread and not pace.doubt:
        yield expected
        return
    for seed in range(max(FEWEST_RUNS, min(RUNS, MOST_PLAYED // (len(matches) or 1)))):
        dice = Random(seed)
        evening = dice.gauss(0, pace.doubt)
        yield [minutes * exp(evening + dice.gauss(0, pace.spread)) for minutes in expected]


class _Hall:
    """The tables, who sits there, and who waits for one."""

    def __init__(
        self, matches: Sequence[RemainingMatch], tables: int | None, times: Sequence[float]
    ) -> None:
        self.matches = matches
        self.tables = tables or inf
        self.times = times
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
        takes = self.times[number]
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
