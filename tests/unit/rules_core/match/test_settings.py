"""Rules, clock and lateness (docs/rules.md, "What a match record also carries")."""

from __future__ import annotations

from typing import Any

import pytest

from rules_core.errors import RulesError
from rules_core.match import Clock, Lateness, MatchRules, Score, penalties_lose_match

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "settings",
    [
        {"length": -1},
        {"length": 100},
        {"length": 7, "beavers": 4},
        {"length": 7, "automatic_doubles": 7},
        {"length": 7, "max_cube": 48},
        {"length": 7, "max_cube": 0},
    ],
)
def test_rules_nobody_can_play_by_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as refusal:
        MatchRules(**settings)
    assert refusal.value.code == "rules_out_of_range"
    assert refusal.value.facts == {"setting": list(settings)[-1]}


def test_rules_come_back_from_their_plain_values() -> None:
    plain = MatchRules(9, crawford=False, holland=True, jacoby=True, beavers=3, max_cube=16)
    assert MatchRules.from_json(plain.to_json()) == plain
    clocked = MatchRules(9, clock=Clock(delay_s=8, overtime_s=60))
    assert MatchRules.from_json(clocked.to_json()) == clocked


def test_settings_left_out_have_their_defaults() -> None:
    assert MatchRules.from_json({"length": 5}) == MatchRules(5)


def test_the_clock_starts_with_two_minutes_a_point() -> None:
    assert Clock().reserve_s(7) == 14 * 60
    assert Clock().delay_s == 12


def test_a_clock_introduced_mid_match_takes_a_minute_for_each_point_scored() -> None:
    assert Clock().reserve_s(7, Score(4, 2)) == (14 - 6) * 60


def test_the_reserve_is_whole_seconds_at_any_rate() -> None:
    assert Clock(minutes_per_point=1.5).reserve_s(7) == 630
    assert Clock(minutes_per_point=1.5).reserve_s(7, Score(4, 2)) == 360
    assert Clock(minutes_per_point=0.1).reserve_s(3) == 18


def test_a_time_out_loses_the_match_or_gives_overtime_once() -> None:
    assert Clock().seconds_after_time_out(overtime_used=False) == 0
    assert Clock(overtime_s=60).seconds_after_time_out(overtime_used=False) == 60
    assert Clock(overtime_s=60).seconds_after_time_out(overtime_used=True) == 0


def test_a_clock_that_runs_backwards_is_refused() -> None:
    with pytest.raises(RulesError) as refusal:
        Clock(delay_s=-1)
    assert refusal.value.facts == {"setting": "delay_s"}


@pytest.mark.parametrize(
    ("minutes", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (15, 3), (31, 6)]
)
def test_a_point_after_five_minutes_and_one_for_each_further_five(
    minutes: int, points: int
) -> None:
    assert Lateness().points(minutes * 60) == points


@pytest.mark.parametrize("settings", [{"first_after_s": -1}, {"each_further_s": 0}])
def test_a_lateness_rule_without_time_is_refused(settings: dict[str, int]) -> None:
    with pytest.raises(RulesError) as refusal:
        Lateness(**settings)
    assert refusal.value.facts == {"setting": next(iter(settings))}


def test_more_than_half_the_length_in_penalties_loses() -> None:
    assert [penalties_lose_match(5, points) for points in (2, 3)] == [False, True]
    assert penalties_lose_match(0, 40) is False
