"""When an evening ends."""

from __future__ import annotations

from datetime import UTC, datetime
from math import exp
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.console.forecast import AT_LEAST, Forecast, RemainingMatch
from tournaments.console.forecast import forecast as forecast_by
from tournaments.draws.format_assistant import CHANGEOVER, MINUTES_A_POINT
from tournaments.draws.pace import AVERAGE, DOUBT, EXACT, SPREAD, TimedMatch, learned_from

pytestmark = pytest.mark.unit

A_MATCH = 7 * MINUTES_A_POINT


def matches(count: int, **details: object) -> list[RemainingMatch]:
    return [RemainingMatch(f"m{number}", 7, **details) for number in range(count)]  # type: ignore[arg-type]


def forecast(matches: list[RemainingMatch], tables: int | None) -> Forecast:
    """As if every match took the same time a point."""
    return forecast_by(matches, tables, pace=EXACT)


def timed(minutes: float, count: int, length: int = 7, kind: str = "swiss") -> list[TimedMatch]:
    return [TimedMatch(kind, length, minutes)] * count


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


def test_few_matches_move_the_pace_a_little_and_many_make_it_the_clubs_own() -> None:
    paces = [
        learned_from(timed(35.0, count)).minutes_a_point("swiss", 7) for count in (0, 2, 20, 400)
    ]
    assert paces[0] == pytest.approx(MINUTES_A_POINT)
    assert paces == sorted(paces, reverse=True)
    assert paces[1] > 6
    assert paces[3] == pytest.approx(5, abs=0.1)


def test_forgotten_clocks_count_for_nothing() -> None:
    honest = learned_from(timed(35.0, 50))
    assert learned_from([*timed(35.0, 50), *timed(0.5, 30), *timed(7000.0, 30)]) == honest
    # A tenth that stood still for a while moves the middle by nothing either.
    slow = learned_from([*timed(35.0, 50), *timed(150.0, 5)])
    assert slow.minutes_a_point("swiss", 7) == pytest.approx(
        honest.minutes_a_point("swiss", 7), abs=0.05
    )


def test_lengths_and_kinds_of_stage_have_their_own_pace() -> None:
    pace = learned_from([*timed(35.0, 100), *timed(27.0, 100, 3, "single_elimination")])
    assert pace.matches == 200
    assert pace.minutes_a_point("swiss", 7) == pytest.approx(5, abs=0.4)
    assert pace.minutes_a_point("single_elimination", 3) == pytest.approx(9, abs=0.4)
    # A length that was never played goes by its kind of stage, a new kind by the club.
    assert pace.minutes_a_point("swiss", 11) < pace.minutes_a_point("round_robin", 11)
    assert pace.minutes_a_point("round_robin", 11) < pace.minutes_a_point("single_elimination", 11)


def test_the_evening_itself_tells_how_fast_it_goes() -> None:
    club = learned_from(timed(35.0, 400))
    slow = [club.tonight(timed(70.0, count)).minutes_a_point("swiss", 7) for count in (0, 2, 8, 40)]
    assert slow == sorted(slow)
    assert slow[-1] == pytest.approx(10, abs=0.8)
    assert club.tonight(timed(7000.0, 9)) == club


def test_the_more_is_known_the_surer_it_is() -> None:
    few, many = learned_from(timed(49.0, 4)), learned_from(timed(49.0, 400))
    assert many.spread < few.spread < SPREAD
    assert many.doubt < few.doubt < DOUBT
    evening = [RemainingMatch(f"m{number}", 7, kind="swiss") for number in range(12)]
    wide, narrow = (forecast_by(evening, 4, pace=pace) for pace in (few, many))
    assert wide.latest - wide.earliest > narrow.latest - narrow.earliest
    assert (wide.learned, narrow.learned) == (4, 400)


def test_about_lies_between_and_the_same_question_gets_the_same_answer() -> None:
    found = forecast_by(matches(20), 4, pace=AVERAGE)
    assert found == forecast_by(matches(20), 4, pace=AVERAGE)
    assert found.earliest < found.minutes < found.latest
    # The last of several at once takes longer than one.
    assert found.minutes > forecast(matches(20), 4).minutes
    at = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
    first, last = found.ends_between(at)
    assert first < found.ends(at) < last


def test_four_evenings_of_five_end_between() -> None:
    """Played by dice of its own, at the pace that it was learned from."""
    dice = Random("four of five")

    def minutes() -> float:
        return 42 * exp(dice.gauss(0, 0.3))

    pace = learned_from(TimedMatch("swiss", 7, minutes()) for _ in range(300))
    rounds = [
        RemainingMatch(f"{number}-{at}", 7, _round_before(number), kind="swiss")
        for number in range(4)
        for at in range(6)
    ]
    found = forecast_by(rounds, 6, pace=pace)
    inside = 0
    for _ in range(400):
        total = sum(max(minutes() for _ in range(6)) for _ in range(4)) + 3 * CHANGEOVER
        inside += found.earliest <= total <= found.latest
    assert 0.7 <= inside / 400 <= 0.93


def _round_before(number: int) -> frozenset[str]:
    return frozenset(f"{number - 1}-{at}" for at in range(6)) if number else frozenset()


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
