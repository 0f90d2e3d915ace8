"""The table of a season: what counts, who stands where, and the awards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from rules_core.seasons.points import EventLine, SeasonEvent
from rules_core.seasons.rules import Formula, SeasonRules, SeasonTieBreak
from rules_core.seasons.table import Award, SeasonRow, awards, season_table
from tests.unit.rules_core.seasons.season_events import rules, series

pytestmark = pytest.mark.unit


def event(key: int, *players: int) -> SeasonEvent:
    """An event that these players finished in this order, each winning against all behind."""
    lines = [
        EventLine(player, place, place, len(players) - place, place - 1, champion=place == 1)
        for place, player in enumerate(players, start=1)
    ]
    return SeasonEvent(key, tuple(lines))


def ranks(rows: tuple[SeasonRow, ...]) -> list[tuple[int, int, float]]:
    return [(row.rank, row.player, float(row.points)) for row in rows]


BY_PLACE = SeasonRules(places=(10, 6, 4, 2))


def test_points_are_added_up() -> None:
    rows = season_table([event(1, 1, 2, 3), event(2, 2, 1)], BY_PLACE)
    assert ranks(rows) == [(1, 1, 16), (1, 2, 16), (3, 3, 4)]


def test_only_the_best_results_count() -> None:
    held = [event(1, 1, 2), event(2, 2, 1), event(3, 3, 2, 1)]
    rows = {row.player: row for row in season_table(held, replace(BY_PLACE, best=2))}
    assert [result.counted for result in rows[1].results] == [True, True, False]
    assert rows[1].points == 16
    assert rows[1].all_points == 20
    assert [result.counted for result in rows[2].results] == [True, True, False]


def test_of_equal_results_the_earlier_counts() -> None:
    held = [event(1, 1, 2), event(2, 1, 2), event(3, 1, 2)]
    (first, _) = season_table(held, replace(BY_PLACE, best=2))
    assert [result.counted for result in first.results] == [True, True, False]


def test_a_tie_break_says_what_separates_two() -> None:
    # 1: 10 + 2; 2: 6 + 6.
    held = [event(1, 1, 2, 3), event(2, 4, 2, 3, 1)]
    rows = season_table(held, replace(BY_PLACE, tie_breaks=(SeasonTieBreak.EVENT_WINS,)))
    assert [(row.rank, row.player, row.separated_by) for row in rows][:2] == [
        (1, 1, None),
        (2, 2, SeasonTieBreak.EVENT_WINS),
    ]


def test_without_a_tie_break_they_share_the_rank() -> None:
    held = [event(1, 1, 2, 3), event(2, 4, 2, 3, 1)]
    rows = season_table(held, replace(BY_PLACE, tie_breaks=()))
    assert [(row.rank, row.player, row.separated_by) for row in rows][:2] == [
        (1, 1, None),
        (1, 2, None),
    ]


@pytest.mark.parametrize(
    ("code", "better"),
    [
        (SeasonTieBreak.BEST_RESULTS, 1),
        (SeasonTieBreak.FEWEST_EVENTS, 1),
        (SeasonTieBreak.MOST_EVENTS, 2),
        (SeasonTieBreak.MATCH_WINS, 2),
    ],
)
def test_each_tie_break_asks_its_own_question(code: SeasonTieBreak, better: int) -> None:
    # 1 has 10 from one event with two wins; 2 has 6 and 4 from two, with three wins.
    held = [event(1, 1, 2, 3), event(2, 4, 5, 2, 6, 7)]
    rows = season_table(held, replace(BY_PLACE, tie_breaks=(code,)))
    both = [row.player for row in rows if row.player in {1, 2}]
    assert both[0] == better


def test_all_points_look_at_what_was_dropped() -> None:
    held = [event(1, 1, 3), event(2, 2, 3), event(3, 4, 2)]
    counted = replace(BY_PLACE, best=1, tie_breaks=(SeasonTieBreak.ALL_POINTS,))
    assert season_table(held, counted)[0].player == 2


def test_the_awards() -> None:
    held = [event(1, 1, 2, 3), event(2, 1, 3), event(3, 2, 3, 1, 4)]
    given_ = {one.award: one for one in awards(season_table(held, BY_PLACE))}
    assert {award: one.players for award, one in given_.items()} == {
        Award.CHAMPION: (1,),
        Award.RUNNER_UP: (2,),
        Award.THIRD: (3,),
        Award.MOST_EVENT_WINS: (1,),
        Award.MOST_MATCH_WINS: (1, 2),
        Award.MOST_EVENTS: (1, 3),
    }
    assert given_[Award.CHAMPION].value == 24


def test_what_four_have_done_most_often_is_no_award() -> None:
    found = awards(season_table([event(1, 1, 2, 3), event(2, 4, 1, 2, 3)], BY_PLACE))
    assert {one.award: one.players for one in found}[Award.MOST_EVENTS] == (1, 2, 3)
    held = [event(1, 1, 2, 3, 4)]
    assert Award.MOST_EVENTS not in {one.award for one in awards(season_table(held, BY_PLACE))}


def test_nothing_is_awarded_for_nothing() -> None:
    assert awards(()) == ()
    (row,) = season_table([SeasonEvent(1, (EventLine(1, 1, 1, 0, 0),))], SeasonRules(Formula.WINS))
    assert [one.award for one in awards((row,))] == [Award.MOST_EVENTS]


@given(series(), rules())
def test_the_table_adds_up(held: list[SeasonEvent], counted: SeasonRules) -> None:
    for row in season_table(held, counted):
        counting = [result for result in row.results if result.counted]
        dropped = [result for result in row.results if not result.counted]
        assert row.points == sum((r.earned.points for r in counting), Fraction(0))
        assert len(counting) == min(len(row.results), counted.best or len(row.results))
        least = min((result.earned.points for result in counting), default=Fraction(0))
        assert all(result.earned.points <= least for result in dropped)


@given(series(), rules())
def test_everybody_who_played_is_in_it_once_in_order(
    held: list[SeasonEvent], counted: SeasonRules
) -> None:
    rows = season_table(held, counted)
    assert sorted(row.player for row in rows) == sorted(
        {line.player for one in held for line in one.lines}
    )
    totals = [row.points for row in rows]
    assert totals == sorted(totals, reverse=True)
    for number, row in enumerate(rows, start=1):
        assert row.rank <= number
        assert sum(other.rank < row.rank for other in rows) == row.rank - 1


@given(series(), rules())
def test_the_order_in_which_rows_come_changes_nothing(
    held: list[SeasonEvent], counted: SeasonRules
) -> None:
    turned = [replace(one, lines=one.lines[::-1]) for one in held]
    assert season_table(turned, counted) == season_table(held, counted)


@given(series(), rules())
def test_dropping_more_never_helps(held: list[SeasonEvent], counted: SeasonRules) -> None:
    everything = {row.player: row.points for row in season_table(held, replace(counted, best=None))}
    for row in season_table(held, counted):
        assert row.points <= everything[row.player]
