"""When an evening ends."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.console.forecast import AT_LEAST, RemainingMatch, forecast, pace_of
from tournaments.draws.format_assistant import CHANGEOVER, MINUTES_A_POINT

pytestmark = pytest.mark.unit

A_MATCH = 7 * MINUTES_A_POINT


def matches(count: int, **details: object) -> list[RemainingMatch]:
    return [RemainingMatch(f"m{number}", 7, **details) for number in range(count)]  # type: ignore[arg-type]


def test_one_match_takes_its_points() -> None:
    assert forecast(matches(1), 1).minutes == A_MATCH


def test_with_tables_for_all_they_play_at_once() -> None:
    assert forecast(matches(8), 8).minutes == A_MATCH
    assert forecast(matches(8), None).minutes == A_MATCH


def test_without_tables_for_all_they_wait() -> None:
    assert forecast(matches(8), 4).minutes == 2 * A_MATCH + CHANGEOVER
    assert forecast(matches(5), 4).minutes == 2 * A_MATCH + CHANGEOVER


def test_a_final_waits_for_its_semi_finals() -> None:
    semi_finals = [RemainingMatch("s1", 7), RemainingMatch("s2", 9)]
    final = RemainingMatch("f", 11, after=frozenset({"s1", "s2", "over long ago"}))
    expected = 9 * MINUTES_A_POINT + CHANGEOVER + 11 * MINUTES_A_POINT
    assert forecast([final, *semi_finals], 8).minutes == expected


def test_nobody_sits_at_two_boards() -> None:
    both = [
        RemainingMatch("1", 7, players=frozenset("ab")),
        RemainingMatch("2", 7, players=frozenset("bc")),
    ]
    assert forecast(both, 8).minutes == 2 * A_MATCH + CHANGEOVER


def test_what_has_been_played_of_a_match_is_taken_off() -> None:
    assert forecast(matches(1, minutes=20), 1).minutes == A_MATCH - 20
    assert forecast(matches(1, minutes=300), 1).minutes == AT_LEAST


def test_a_match_at_its_table_keeps_it() -> None:
    waiting, playing = RemainingMatch("1", 7), RemainingMatch("2", 7, minutes=40.0)
    assert forecast([waiting, playing], 1).minutes == A_MATCH - 40 + CHANGEOVER + A_MATCH


def test_more_are_playing_than_there_are_tables() -> None:
    assert forecast(matches(3, minutes=0.0), 1).minutes == A_MATCH


def test_enough_matches_tell_how_fast_it_goes() -> None:
    assert pace_of([(7, 35.0)] * 3) == MINUTES_A_POINT
    assert pace_of([(7, 35.0)] * 4) == 5
    assert pace_of([(7, 0.5)] * 9) == MINUTES_A_POINT
    assert pace_of([(7, 7000.0)] * 9) == MINUTES_A_POINT
    assert pace_of([(7, 120.0)] * 9) == 12


def test_the_end_is_told_to_the_next_five_minutes() -> None:
    found = forecast(matches(1), 1)
    at = datetime(2026, 11, 18, 20, 3, 40, tzinfo=UTC)
    assert found.ends(at) == datetime(2026, 11, 18, 20, 55, tzinfo=UTC)
    assert found.ends(at.replace(minute=6)) == datetime(2026, 11, 18, 20, 55, tzinfo=UTC)


@given(
    count=st.integers(1, 40),
    tables=st.integers(1, 12),
    links=st.lists(st.tuples(st.integers(0, 39), st.integers(0, 39)), max_size=60),
)
def test_everybody_gets_a_table_in_the_end(
    count: int, tables: int, links: list[tuple[int, int]]
) -> None:
    after: dict[int, set[str]] = {}
    for one, other in links:
        if one != other:
            after.setdefault(max(one, other), set()).add(f"m{min(one, other)}")
    found = [
        RemainingMatch(f"m{number}", 7, after=frozenset(after.get(number, ())))
        for number in range(count)
    ]
    minutes = forecast(found, tables).minutes
    waves = -(-count // tables)
    assert minutes >= waves * A_MATCH + (waves - 1) * CHANGEOVER
    assert minutes <= count * A_MATCH + (count - 1) * CHANGEOVER
