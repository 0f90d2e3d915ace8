"""An evening at a glance: what needs the director, who sits where, whom to call next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count

from matches.lateness import Late, lateness_of
from matches.models import AT_TABLE, Match, MatchStatus
from matches.projection import claimed
from rules_core.sides import Side
from tournaments.console.needs_you import Need, need_of
from tournaments.console.seating import now_and_later

JUST_FINISHED = 3
_OPEN = (*AT_TABLE, MatchStatus.REPORTED, MatchStatus.DISPUTED)


@dataclass(frozen=True)
class Claim:
    """What one side says the result is."""

    side: Side
    name: str
    score: tuple[int, int]


@dataclass(frozen=True)
class TableMatch:
    """A match at its table."""

    match: Match
    need: Need | None
    since: datetime | None
    minutes: int | None
    late: Late | None = None
    """Points for being late, while it has not started."""
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Call:
    """A match that can be called, and the table that would be free for it."""

    match: Match
    table: int | None
    minutes: int = 0
    """Since both have been waiting for it."""


@dataclass(frozen=True)
class Overview:
    """Everything the console shows."""

    table_matches: list[TableMatch] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    later: list[Match] = field(default_factory=list)
    """Ready but for a player who is at a table, or called before in the list."""
    finished: int = 0
    just_finished: tuple[Match, ...] = ()
    """The last few that were played, the newest first."""
    last_finished: Match | None = None
    """The last that somebody entered a result for, so that it can be taken back."""

    @property
    def needs(self) -> list[TableMatch]:
        """What needs the director, the most urgent first."""
        order = list(Need)
        waiting = [seated for seated in self.table_matches if seated.need]
        return sorted(waiting, key=lambda s: order.index(s.need) if s.need else 0)

    @property
    def ready(self) -> int:
        """How many have both their sides and are not called."""
        return len(self.calls) + len(self.later)

    @property
    def playing(self) -> int:
        """How many are at their tables."""
        return len(self.table_matches)


def overview_of(
    matches: Sequence[Match],
    tables: int | None,
    now: datetime,
    by_absence: Collection[int] = (),
) -> Overview:
    """The evening as these matches stand; ``by_absence`` are those that nobody gave a result."""
    at_table = [match for match in matches if match.status in _OPEN]
    finished = [match for match in matches if match.status == MatchStatus.FINISHED]
    free = free_tables(at_table, tables)
    can_sit, later = now_and_later(
        (match for match in matches if match.status == MatchStatus.READY),
        (match for match in matches if match.status in AT_TABLE),
        players=_two,
    )
    return Overview(
        table_matches=[
            _table_match(match, now)
            for match in sorted(at_table, key=lambda m: (m.table or 999, m.pk))
        ],
        calls=[Call(match, next(free, None), _minutes(now, match.created_at)) for match in can_sit],
        later=later,
        finished=len(finished),
        just_finished=tuple(sorted(finished, key=_finished_at, reverse=True)[:JUST_FINISHED]),
        last_finished=max(
            (match for match in finished if match.pk not in by_absence),
            key=_finished_at,
            default=None,
        ),
    )


def _minutes(now: datetime, since: datetime) -> int:
    return max(0, int((now - since).total_seconds() // 60))


def _two(match: Match) -> set[int]:
    return {match.a_id, match.b_id}


def free_tables(at_table: Sequence[Match], tables: int | None) -> Iterator[int]:
    """Tables nobody sits at, the lowest first; without a number of tables, as many as it takes."""
    taken = {match.table for match in at_table}
    numbers = range(1, tables + 1) if tables else count(1)
    return (number for number in numbers if number not in taken)


def _finished_at(match: Match) -> tuple[datetime, int]:
    assert match.finished_at is not None
    return match.finished_at, match.pk


def _table_match(match: Match, now: datetime) -> TableMatch:
    since = match.started_at or match.called_at
    waited = now - since if since else None
    return TableMatch(
        match=match,
        need=need_of(match, waited),
        since=since,
        minutes=int(waited.total_seconds() // 60) if waited is not None else None,
        late=lateness_of(match, now),
        claims=tuple(_claims(match)),
    )


def _claims(match: Match) -> Iterator[Claim]:
    for code in match.reports:
        side = Side(code)
        name = match.a.name if side is Side.A else match.b.name
        yield Claim(side, name, claimed(match, side).score)
