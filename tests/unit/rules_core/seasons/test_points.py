"""What everybody gets from one event of a season."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_core.seasons.points import EventLine, SeasonEvent, event_points, shared_points
from rules_core.seasons.rules import Formula, SeasonRules
from tests.unit.rules_core.rules_document import tables
from tests.unit.rules_core.seasons.season_events import events, rules

pytestmark = pytest.mark.unit

KNOCK_OUT = SeasonEvent(
    1,
    (
        EventLine(1, 1, 1, wins=2, losses=0, margin=8, champion=True),
        EventLine(2, 2, 2, wins=1, losses=1, margin=3),
        # Lost the first match, and won all of consolation and last chance.
        EventLine(3, 3, 4, wins=4, losses=1, margin=12),
        EventLine(4, 3, 4, wins=0, losses=2),
    ),
)


def points(counted: SeasonRules) -> list[float]:
    return [float(one.points) for one in event_points(KNOCK_OUT, counted)]


def test_by_place_those_who_share_places_share_their_points() -> None:
    assert points(SeasonRules(places=(25, 18, 15, 12))) == [25, 18, 13.5, 13.5]


def test_places_beyond_the_table_bring_nothing() -> None:
    assert points(SeasonRules(places=(10, 6, 3))) == [10, 6, 1.5, 1.5]


def test_by_wins_the_champion_gets_as_many_as_the_one_with_the_most() -> None:
    assert points(SeasonRules(Formula.WINS)) == [4, 1, 4, 0]
    champion = event_points(KNOCK_OUT, SeasonRules(Formula.WINS))[0]
    assert champion.own == 2
    assert champion.raised


def test_a_club_may_count_wins_and_nothing_else() -> None:
    assert points(SeasonRules(Formula.WINS, champion_first=False)) == [2, 1, 4, 0]


def test_a_hundred_for_a_win_plus_the_margin() -> None:
    counted = SeasonRules(Formula.MARGIN, per_win=100, champion_first=False)
    assert points(counted) == [208, 103, 412, 0]


def test_by_size_of_the_field_there_is_a_point_for_everybody_left_behind_and_one_more() -> None:
    assert points(SeasonRules(Formula.FIELD)) == [4, 3, 1.5, 1.5]


def test_taking_part_comes_on_top() -> None:
    assert points(SeasonRules(places=(3,), taking_part=2)) == [5, 2, 2, 2]


def test_whoever_is_disqualified_gets_nothing() -> None:
    event = SeasonEvent(
        1,
        (
            EventLine(1, 1, 1, 3, 0, champion=True, disqualified=True),
            EventLine(2, 2, 2, 2, 1),
        ),
    )
    found = event_points(event, SeasonRules(taking_part=1))
    assert [one.points for one in found] == [0, 19]


def test_a_mean_is_told_to_the_hundredth() -> None:
    assert shared_points((10, 5, 5), 1, 3) == Fraction(667, 100)


def test_the_table_of_the_rules_is_what_is_counted() -> None:
    (rows,) = tables("Seasons")
    counted = {
        "by place 25, 18, 15, 12": SeasonRules(places=(25, 18, 15, 12)),
        "by win": SeasonRules(Formula.WINS),
        "100 and margin": SeasonRules(Formula.MARGIN, per_win=100),
        "by size of field": SeasonRules(Formula.FIELD),
    }
    for words, how in counted.items():
        assert points(how) == [float(row[words]) for row in rows]


@given(events(), rules())
def test_nobody_gets_more_than_the_champion(event: SeasonEvent, counted: SeasonRules) -> None:
    found = event_points(event, counted)
    champions = [one for one in found if one.line.champion and not one.line.disqualified]
    if counted.champion_first and champions:
        assert champions[0].points == max(one.points for one in found)


@given(events(), rules())
def test_only_the_champion_is_raised_and_nobody_lowered(
    event: SeasonEvent, counted: SeasonRules
) -> None:
    for one in event_points(event, counted):
        assert one.points >= one.own >= 0
        assert one.points == one.own or one.line.champion


@given(events())
def test_a_better_place_never_brings_less(event: SeasonEvent) -> None:
    for formula in (Formula.PLACE, Formula.FIELD):
        found = event_points(event, SeasonRules(formula))
        ranked = [one.points for one in found if not one.line.disqualified]
        assert ranked == sorted(ranked, reverse=True)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=8), st.integers(1, 6), st.integers(0, 5))
def test_sharing_neither_makes_nor_loses_points(table: list[int], first: int, more: int) -> None:
    last = first + more
    shared = shared_points(sorted(table, reverse=True), first, last) * (more + 1)
    alone = sum(sorted(table, reverse=True)[first - 1 : last])
    assert abs(shared - alone) <= Fraction(more + 1, 200)
