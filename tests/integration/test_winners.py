"""Who has won: somebody who was there to the end, and nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from matches.services.results import report_result
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from rules_core.match import MatchEnd
from tests.integration.factories import a_club, a_drawn_stage
from tests.integration.nights import live
from tests.pages import html_of
from tournaments.models import Entry, Stage, StageSnapshot
from tournaments.publishing.winners import winners_of
from tournaments.services.attendance import disqualify, withdraw
from tournaments.services.events import StagePlan
from tournaments.services.rounds import pair_next_round
from tournaments.services.snapshots import refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def stage_of(format_code: str, entrants: int, **settings: Any) -> Stage:
    plan = StagePlan(format=Format(format_code), settings=settings)
    return a_drawn_stage(a_club(), entrants, stages=[plan])


def play(stage: Stage) -> None:
    """The matches that can be played now; the first side wins."""
    for match in live(stage):
        report_result(match_id=match.pk, score=(match.length, 2), actor=SYSTEM)


def rows_of(stage: Stage) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(refresh_snapshot(stage_id=stage.pk).standings)["rows"]
    return rows


def winners(stage: Stage) -> list[str]:
    refresh_snapshot(stage_id=stage.pk)
    return [winner.name for winner in winners_of(StageSnapshot.objects.get(pk=stage.pk))]


def entry_of(row: dict[str, Any]) -> Entry:
    return Entry.objects.get(pk=row["entry"])


def until_two_are_left(stage: Stage) -> list[dict[str, Any]]:
    play(stage)
    while len(left := [row for row in rows_of(stage) if row["status"] == "playing"]) > 2:
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        play(stage)
    return left


@pytest.mark.parametrize(("entrants", "lives"), [(4, 1), (8, 1), (6, 2)])
@pytest.mark.parametrize("leaves", [0, 1])
def test_with_lives_the_one_who_stays_wins(entrants: int, lives: int, leaves: int) -> None:
    stage = stage_of("swiss_lives", entrants, lives=lives)
    left = until_two_are_left(stage)
    withdraw(entry_id=entry_of(left[leaves]).pk, actor=SYSTEM)
    rows = rows_of(stage)

    assert [row["rank"] for row in rows] == list(range(1, entrants + 1))
    assert [row["status"] for row in rows[:3]] == ["winner", "withdrawn", "out"]
    assert rows[1]["entry"] == left[leaves]["entry"]
    assert winners(stage) == [left[1 - leaves]["name"]]


def test_the_place_of_the_one_who_stays_is_unfolded_truly() -> None:
    stage = stage_of("swiss_lives", 4, lives=1)
    left = until_two_are_left(stage)
    withdraw(entry_id=entry_of(left[0]).pk, actor=SYSTEM)
    slug = stage.tournament.slug
    first = html_of(Client().get(f"/events/{slug}/standings/{left[1]['entry']}/"))
    second = html_of(Client().get(f"/events/{slug}/standings/{left[0]['entry']}/"))

    assert "Still in, so ranked above everyone who is out." in first
    assert "Separated by: Eliminated in round." in second
    assert "Eliminated in round: 2" in second
    assert "Withdrew with lives left" in second


def test_a_leader_who_was_sent_away_has_no_title() -> None:
    stage = stage_of("round_robin", 4)
    while live(stage):
        play(stage)
    disqualify(entry_id=entry_of(rows_of(stage)[0]).pk, actor=SYSTEM)

    assert rows_of(stage)[0]["status"] == "disqualified"
    assert winners(stage) == []


def forfeit(stage: Stage) -> None:
    """Both sides of the only match that is left forfeit it."""
    (match,) = live(stage)
    report_result(match_id=match.pk, ended_by=MatchEnd.DOUBLE_FORFEIT, actor=SYSTEM)


def play_to_the_final(stage: Stage, final: str) -> None:
    while not stage.pairings.filter(key=final, status="ready").exists():
        play(stage)


@pytest.mark.parametrize(
    ("format_code", "final"),
    [("single_elimination", "main-2-1"), ("double_elimination", "grand_final-1-1")],
)
def test_a_final_forfeited_by_both_sides_has_no_winner(format_code: str, final: str) -> None:
    stage = stage_of(format_code, 4)
    play_to_the_final(stage, final)
    forfeit(stage)
    rows = rows_of(stage)
    stage.refresh_from_db()

    assert stage.finished_at is not None
    assert [(row["rank"], row["rank_to"], row["status"]) for row in rows[:2]] == [(1, 2, "out")] * 2
    assert winners(stage) == []


def test_a_winner_who_is_sent_away_afterwards_keeps_the_place_and_has_no_title() -> None:
    stage = stage_of("single_elimination", 4)
    while live(stage):
        play(stage)
    first = rows_of(stage)[0]
    assert winners(stage) == [first["name"]]
    disqualify(entry_id=entry_of(first).pk, actor=SYSTEM)
    slug = stage.tournament.slug

    assert rows_of(stage)[0] == first | {"status": "disqualified"}
    assert winners(stage) == []
    assert "disqualified" in html_of(Client().get(f"/events/{slug}/standings/"))


def test_a_winner_who_goes_home_has_won_all_the_same() -> None:
    stage = stage_of("single_elimination", 4)
    while live(stage):
        play(stage)
    first = rows_of(stage)[0]
    withdraw(entry_id=entry_of(first).pk, actor=SYSTEM)

    assert winners(stage) == [first["name"]]
