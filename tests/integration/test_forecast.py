"""What is still to be played of an event of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match, MatchStatus
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club, Role
from rules_core.draws.settings import Format
from tests.integration.factories import STARTS_AT, a_club, a_drawn_stage, a_user, an_event
from tests.pages import html_of
from tournaments import selectors
from tournaments.console.forecast import RemainingMatch
from tournaments.console.remaining_matches import forecast_of, remaining_matches
from tournaments.draws.club_pace import club_pace
from tournaments.draws.format_assistant import CHANGEOVER, MINUTES_A_POINT
from tournaments.draws.pace import AVERAGE, EXACT
from tournaments.draws.previews import preview
from tournaments.models import Tournament
from tournaments.selectors import event_matches, ready_matches
from tournaments.services.attendance import withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.events import StagePlan

pytestmark = [
    pytest.mark.integration,
    pytest.mark.django_db,
    pytest.mark.usefixtures("nothing_kept"),
]

A_MATCH = 7 * MINUTES_A_POINT


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    """The pace of a club is kept for an hour, and the next test's club has the same number."""
    cache.clear()
    yield
    cache.clear()


def left_of(event: Tournament) -> list[RemainingMatch]:
    return remaining_matches(event, list(event.stages.order_by("number")), STARTS_AT)


def drawn(entrants: int, *plans: StagePlan) -> Tournament:
    event = an_event(a_club(), entrants, stages=plans, tables=8)
    draw_stage(stage_id=event.stages.get(number=1).pk, actor=SYSTEM, seed="lot")
    return event


def play(event: Tournament, number: int) -> None:
    for match in ready_matches(event.stages.get(number=1))[:number]:
        report_result(match_id=match.pk, score=(match.length, 1), actor=SYSTEM)


def minutes_of(event: Tournament) -> int | None:
    found = forecast_of(event, list(event_matches(event)), STARTS_AT, pace=EXACT)
    return found.minutes if found else None


@pytest.mark.parametrize(
    ("code", "settings", "matches", "in_a_row"),
    [
        (Format.SINGLE_ELIMINATION, {}, 7, 3),
        (Format.DOUBLE_ELIMINATION, {"grand_final": "reset"}, 14, 6),
        (Format.ROUND_ROBIN, {}, 28, 7),
        (Format.SWISS, {"rounds": 4}, 16, 4),
    ],
)
def test_all_that_is_left_after_the_draw(
    code: Format, settings: dict[str, object], matches: int, in_a_row: int
) -> None:
    event = drawn(8, StagePlan(format=code, settings=settings))
    assert len(left_of(event)) == matches
    assert minutes_of(event) == in_a_row * A_MATCH + (in_a_row - 1) * CHANGEOVER


def test_lives_are_at_least_as_long_as_if_the_stronger_always_won() -> None:
    event = drawn(8, StagePlan(format=Format.SWISS_LIVES, settings={"lives": 2}))
    # Seven have to lose twice.
    assert 14 <= len(left_of(event)) <= 15
    play(event, 4)
    assert 9 <= len(left_of(event)) <= 11


def test_what_is_played_is_not_to_come() -> None:
    event = drawn(8, StagePlan(format=Format.SINGLE_ELIMINATION))
    play(event, 3)
    assert len(left_of(event)) == 4


@pytest.mark.parametrize(
    ("entrants", "code", "settings", "matches"),
    [
        (33, Format.SINGLE_ELIMINATION, {"consolation": "progressive", "last_chance": True}, 90),
        (9, Format.SINGLE_ELIMINATION, {"consolation": "progressive"}, 14),
        (9, Format.DOUBLE_ELIMINATION, {"grand_final": "single"}, 16),
    ],
)
def test_byes_to_come_are_no_matches_to_come(
    entrants: int, code: Format, settings: dict[str, object], matches: int
) -> None:
    event = drawn(entrants, StagePlan(format=code, settings=settings))
    draw_page = preview(event.stages.get(), entrants).matches
    assert (len(left_of(event)), draw_page) == (matches, matches)


def test_whoever_comes_from_a_bye_to_come_is_waited_for_all_the_same() -> None:
    plan = StagePlan(format=Format.SINGLE_ELIMINATION, settings={"consolation": "progressive"})
    left = left_of(drawn(9, plan))
    keys = {match.key for match in left}
    assert all(match.after <= keys for match in left)
    assert all(match.after for match in left if len(match.players) < 2)


def test_nobody_plays_against_those_who_left() -> None:
    event = drawn(8, StagePlan(format=Format.SINGLE_ELIMINATION, settings={"third_place": True}))
    first = event.stages.get().pairings.filter(round=1).order_by("number")[0]
    assert len(left_of(event)) == 8
    assert first.a
    withdraw(entry_id=first.a.pk, actor=SYSTEM)
    # The walkover is no match; its winner plays on.
    assert len(left_of(event)) == 7
    other = event.stages.get().pairings.get(round=2, number=1)
    entry = other.a or other.b
    assert entry
    withdraw(entry_id=entry.pk, actor=SYSTEM)
    # Nor is the semi-final, whose loser would have played for the third place.
    assert len(left_of(event)) == 5


@pytest.mark.parametrize("final", [Format.SINGLE_ELIMINATION, Format.ROUND_ROBIN, Format.SWISS])
def test_a_final_that_is_not_drawn_follows_the_pools(final: Format) -> None:
    pools = StagePlan("Pools", Format.ROUND_ROBIN, {"pools": 2, "qualify": 4})
    event = drawn(8, pools, StagePlan("Final", final, {}))
    of_pools, of_final = (
        [match for match in left_of(event) if match.key.startswith(stage)] for stage in ("1/", "2/")
    )
    assert len(of_pools) == 12
    assert of_final[0].after == {match.key for match in of_pools}
    assert (minutes_of(event) or 0) >= 5 * A_MATCH + 4 * CHANGEOVER


def test_nothing_is_foretold_before_the_draw_after_the_end_or_of_a_league() -> None:
    event = an_event(a_club(), 2, tables=1)
    assert minutes_of(event) is None
    draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    assert minutes_of(event) == A_MATCH
    assert forecast_of(event, [], STARTS_AT + timedelta(days=30)) is None
    play(event, 1)
    assert minutes_of(event) is None


def test_a_second_grand_final_comes_when_it_is_needed() -> None:
    plan = StagePlan(format=Format.DOUBLE_ELIMINATION, settings={"grand_final": "reset"})
    event = drawn(2, plan)
    while len(left := left_of(event)) > 1:
        play(event, 1)
    (grand_final,) = left
    # Whoever lost the first match wins this one, so that there is another.
    match = Match.objects.exclude(status="finished").get()
    first = Match.objects.filter(status="finished").order_by("pk")[0]
    beaten = first.b_id if first.winner == "a" else first.a_id
    score = (7, 1) if match.a_id == beaten else (1, 7)
    report_result(match_id=match.pk, score=score, actor=SYSTEM)
    (second,) = left_of(event)
    assert second.key != grand_final.key


def test_the_console_says_when_it_ends_and_why(client: Client) -> None:
    club = a_club()
    event = a_drawn_stage(club, 4, tables=2).tournament
    client.force_login(
        a_user(club, Role.SCORER), backend="django.contrib.auth.backends.ModelBackend"
    )
    afternoon = STARTS_AT - timedelta(hours=3, minutes=30)
    with time_machine.travel(afternoon, tick=False):
        page = html_of(client.get(f"/events/{event.slug}/console/"))
        assert "3 matches left" in page
        assert "0 of 2 in use" in page
        assert "7 min per point, 5 min between matches" in page
        # 19:30 and twice 49 minutes or more, since the second of two takes longer; with a pause.
        assert "<b>21:25</b>ends about" in page
        assert "between 20:50 and 22:30" in page
        assert "learned from" not in page
        first = Match.objects.filter(event=event.slug, status=MatchStatus.READY)[0]
        report_result(match_id=first.pk, score=(7, 1), actor=SYSTEM)
        page = html_of(client.get(f"/events/{event.slug}/console/"))
        assert "<b>17:45</b>ends about" in page  # they did not wait for the evening


def timed_evening(club: Club, minutes: int) -> None:
    """An event of the club that is over, its matches all as long as this."""
    stage = a_drawn_stage(club, 8)
    while ready := list(ready_matches(stage)):
        for match in ready:
            report_result(match_id=match.pk, score=(7, 1), actor=SYSTEM)
    for match in Match.objects.filter(event=stage.tournament.slug):
        assert match.finished_at
        match.called_at = match.finished_at - timedelta(minutes=minutes)
        match.save(update_fields=["called_at"])


def test_a_club_is_known_by_the_matches_of_its_events_that_are_over() -> None:
    club, other = a_club(), a_club()
    timed_evening(club, 28)
    timed_evening(other, 70)
    a_drawn_stage(club, 4)
    cache.clear()
    pace = club_pace(club.pk)
    assert pace.matches == 7
    assert pace.minutes_a_point("single_elimination", 7) < MINUTES_A_POINT
    assert club_pace(other.pk).minutes_a_point("single_elimination", 7) > MINUTES_A_POINT
    assert club_pace(a_club().pk) == AVERAGE
    with CaptureQueriesContext(connection) as asked:
        assert club_pace(club.pk) == pace
    assert len(asked) == 0


def test_a_long_history_takes_no_more_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "LATEST_TIMED", 10)
    club = a_club()
    for _evening in range(3):
        timed_evening(club, 35)
    with CaptureQueriesContext(connection) as asked:
        assert len(selectors.timed_matches(club.pk)) == 10
    assert len(asked) == 2
