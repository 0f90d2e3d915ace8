"""The table of a season: whose results count, who stands where, and why (docs/rules.md, "Seasons")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from rules_core.seasons.points import Earned, SeasonEvent, event_points
from rules_core.seasons.rules import SeasonRules, SeasonTieBreak


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """What a player got from one event, and whether it counts."""

    event: int
    earned: Earned
    counted: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player's line in the table."""

    rank: int
    player: int
    points: Fraction
    """Of the results that count."""
    results: tuple[SeasonResult, ...]
    """One for each event played, in the order of the events."""
    separated_by: SeasonTieBreak | None
    """The tie-break that puts this row below the one above; None where points do, or nothing does."""

    @property
    def event_wins(self) -> int:
        """Events won."""
        return sum(_is_title(result) for result in self.results)

    @property
    def match_wins(self) -> int:
        """Matches won."""
        return sum(result.earned.line.wins for result in self.results)

    @property
    def all_points(self) -> Fraction:
        """With the results that are dropped."""
        return sum((result.earned.points for result in self.results), Fraction(0))


class Award(StrEnum):
    """What is given at the end."""

    CHAMPION = "champion"
    RUNNER_UP = "runner_up"
    THIRD = "third"
    MOST_EVENT_WINS = "most_event_wins"
    MOST_MATCH_WINS = "most_match_wins"
    MOST_EVENTS = "most_events"


@dataclass(frozen=True, slots=True)
class Awarded:
    """An award, and to whom: several where they are level."""

    award: Award
    players: tuple[int, ...]
    value: Fraction
    """The points, wins or events it is given for."""


MOST_SHARED = 3
"""What more than so many have done most often is no award."""

Figure = tuple[Fraction | int, ...]
"""What a tie-break compares; more is better."""


def season_table(events: Sequence[SeasonEvent], rules: SeasonRules) -> tuple[SeasonRow, ...]:
    """Everybody who has played, the best first; ``events`` in the order in which they were held."""
    earned: dict[int, list[tuple[int, Earned]]] = {}
    for event in events:
        for one in event_points(event, rules):
            earned.setdefault(one.line.player, []).append((event.key, one))
    rows = [_unranked(player, results, rules) for player, results in earned.items()]
    return tuple(_ranked(rows, rules))


def awards(rows: Sequence[SeasonRow]) -> tuple[Awarded, ...]:
    """What the table gives at the end of a season; nothing for nothing."""
    given = [
        _of_rank(rows, Award.CHAMPION, 1),
        _of_rank(rows, Award.RUNNER_UP, 2),
        _of_rank(rows, Award.THIRD, 3),
        _of_most(rows, Award.MOST_EVENT_WINS, lambda row: row.event_wins),
        _of_most(rows, Award.MOST_MATCH_WINS, lambda row: row.match_wins),
        _of_most(rows, Award.MOST_EVENTS, lambda row: len(row.results)),
    ]
    return tuple(one for one in given if one.players)


def _unranked(player: int, results: Sequence[tuple[int, Earned]], rules: SeasonRules) -> SeasonRow:
    counted = _counted([one.points for _, one in results], rules.best)
    marked = tuple(
        SeasonResult(event, one, place in counted) for place, (event, one) in enumerate(results)
    )
    points = sum((one.earned.points for one in marked if one.counted), Fraction(0))
    return SeasonRow(0, player, points, marked, None)


def _counted(points: Sequence[Fraction], best: int | None) -> frozenset[int]:
    """Which results count; of equal ones the earlier."""
    order = sorted(range(len(points)), key=lambda place: (-points[place], place))
    return frozenset(order[:best])


def _is_title(result: SeasonResult) -> bool:
    return result.earned.line.champion and not result.earned.line.disqualified


_FIGURES: dict[SeasonTieBreak, Callable[[SeasonRow], Figure]] = {
    SeasonTieBreak.EVENT_WINS: lambda row: (row.event_wins,),
    SeasonTieBreak.BEST_RESULTS: lambda row: tuple(
        sorted((result.earned.points for result in row.results), reverse=True)
    ),
    SeasonTieBreak.MATCH_WINS: lambda row: (row.match_wins,),
    SeasonTieBreak.ALL_POINTS: lambda row: (row.all_points,),
    SeasonTieBreak.FEWEST_EVENTS: lambda row: (-len(row.results),),
    SeasonTieBreak.MOST_EVENTS: lambda row: (len(row.results),),
}


def _ranked(rows: Iterable[SeasonRow], rules: SeasonRules) -> Iterable[SeasonRow]:
    figured = [(_figures(row, rules), row) for row in rows]
    # By player last, so that the same results always give the same table.
    figured.sort(key=lambda one: one[1].player)
    figured.sort(key=lambda one: one[0], reverse=True)
    rank, above = 1, None
    for number, (figures, row) in enumerate(figured, start=1):
        if figures != above:
            rank = number
        yield SeasonRow(
            rank, row.player, row.points, row.results, _separation(figures, above, rules)
        )
        above = figures


def _figures(row: SeasonRow, rules: SeasonRules) -> tuple[Figure, ...]:
    return ((row.points,), *(_FIGURES[code](row) for code in rules.tie_breaks))


def _separation(
    figures: tuple[Figure, ...], above: tuple[Figure, ...] | None, rules: SeasonRules
) -> SeasonTieBreak | None:
    if above is None or above[0] != figures[0]:
        return None
    asked = zip(rules.tie_breaks, above[1:], figures[1:], strict=True)
    return next((code for code, theirs, own in asked if theirs != own), None)


def _of_rank(rows: Sequence[SeasonRow], award: Award, rank: int) -> Awarded:
    there = [row for row in rows if row.rank == rank and row.points > 0]
    value = there[0].points if there else Fraction(0)
    return Awarded(award, tuple(row.player for row in there), value)


def _of_most(
    rows: Sequence[SeasonRow], award: Award, figure: Callable[[SeasonRow], int]
) -> Awarded:
    most = max(map(figure, rows), default=0)
    there = tuple(row.player for row in rows if most and figure(row) == most)
    return Awarded(award, there if len(there) <= MOST_SHARED else (), Fraction(most))
