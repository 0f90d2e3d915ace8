"""The chances of a match: on the bracket, its page, the screen, over REST, and not where they are switched off."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Rating, RatingPool
from matches.services.creation import make_casual_match
from matches.services.games import record_game
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club
from rules_core.equity import Standing, kazaross_xg2, winning_chance
from rules_core.kinds import Kind
from rules_core.match import GameResult, MatchRules
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player, a_token, an_event
from tests.integration.stages import match_at, row_at
from tournaments.models import Stage, Tournament
from tournaments.services.draws import draw_stage
from tournaments.services.events import change_tournament
from tournaments.services.replacements import replace_player
from tournaments.services.snapshots import is_fresh, refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

RATINGS = (1800.0, 1650.0, 1500.0, 1350.0)


def rated(player_id: int, value: float) -> None:
    pool, _ = RatingPool.objects.get_or_create(key="fibs")
    Rating.objects.create(pool=pool, player_id=player_id, value=value, matches=10, experience=500)


def stage_of_rated(*, length: int = 7) -> Stage:
    event = an_event(a_club(), 4, rules=MatchRules(length))
    for entry, value in zip(event.entries.order_by("pk"), RATINGS, strict=True):
        rated(entry.player_id, value)
    stage = event.stages.get()
    draw_stage(stage_id=stage.pk, actor=SYSTEM)
    return stage


def published(stage: Stage, key: str = "main-1-1") -> dict[str, Any]:
    brackets = json.loads(refresh_snapshot(stage_id=stage.pk).bracket)["brackets"]
    pairings = [p for sheet in brackets for r in sheet["rounds"] for p in r["pairings"]]
    (found,) = [pairing for pairing in pairings if pairing["key"] == key]
    return dict(found)


def difference(stage: Stage, key: str = "main-1-1") -> float:
    row = row_at(stage, key)
    return rating_at_draw(stage, row.a_id) - rating_at_draw(stage, row.b_id)


def rating_at_draw(stage: Stage, entry: int | None) -> float:
    rating = stage.entrants.get(entry=entry).rating
    assert rating is not None
    return rating


def game(match: Match, number: int, winner: Side, *, cube: int = 1) -> None:
    record_game(
        match_id=match.pk, number=number, game=GameResult(winner, Kind.SINGLE, cube), actor=SYSTEM
    )


def test_before_the_match_they_come_from_ratings_and_length() -> None:
    stage = stage_of_rated()
    pairing = published(stage)
    expected = round(winning_chance(Standing(7, 7), rating=difference(stage)), 3)
    assert pairing["chances"] == {"before": expected, "now": expected}
    assert expected != 0.5
    assert published(stage, "main-2-1")["chances"] is None


def test_they_follow_the_score_through_the_crawford_game() -> None:
    stage = stage_of_rated(length=3)
    match, ahead = match_at(stage, "main-1-1"), difference(stage)
    game(match, 1, Side.A, cube=2)
    assert published(stage)["chances"]["now"] == round(
        winning_chance(Standing(1, 3), rating=ahead), 3
    )
    game(match, 2, Side.B)
    after_crawford = published(stage)["chances"]
    assert after_crawford["now"] == round(
        winning_chance(Standing(1, 2, crawford_over=True), rating=ahead), 3
    )
    assert after_crawford["before"] == round(winning_chance(Standing(3, 3), rating=ahead), 3)


def test_once_it_is_over_what_they_were_before_stays() -> None:
    stage = stage_of_rated()
    before = published(stage)["chances"]["before"]
    report_result(match_id=match_at(stage, "main-1-1").pk, score=(7, 2), actor=SYSTEM)
    assert published(stage)["chances"] == {"before": before, "now": None}


def test_whoever_has_no_rating_counts_as_a_newcomer() -> None:
    event = an_event(a_club(), 2, rules=MatchRules(5))
    stage = event.stages.get()
    draw_stage(stage_id=stage.pk, actor=SYSTEM)
    assert published(stage)["chances"]["now"] == kazaross_xg2().chance(Standing(5, 5)) == 0.5


def test_a_match_longer_than_the_table_has_none() -> None:
    assert published(stage_of_rated(length=31))["chances"] is None


def test_a_rating_that_changes_later_changes_nothing() -> None:
    stage = stage_of_rated()
    before = published(stage)
    Rating.objects.update(value=2000.0)
    assert is_fresh(stage_id=stage.pk)
    assert published(stage) == before


def test_whoever_plays_in_anothers_place_brings_their_own_rating() -> None:
    stage = stage_of_rated()
    row = row_at(stage, "main-1-1")
    assert row.a is not None
    newcomer = a_player(stage.tournament.club)
    rated(newcomer.pk, 2100.0)
    replace_player(entry_id=row.a.pk, player_id=newcomer.pk, actor=SYSTEM)
    other = rating_at_draw(stage, row.b_id)
    expected = round(winning_chance(Standing(7, 7), rating=2100.0, opponent_rating=other), 3)
    assert published(stage)["chances"]["now"] == expected


def test_an_event_can_switch_them_off(client: Client) -> None:
    stage = stage_of_rated()
    match = match_at(stage, "main-1-1")
    shown = published(stage)
    change_tournament(tournament_id=stage.tournament_id, actor=SYSTEM, show_chances=False)
    hidden = published(stage)
    assert shown["chances"] is not None
    assert hidden["chances"] is None
    assert client.get(f"/api/v1/matches/{match.pk}/").json()["chances"] is None
    answer = client.get(f"/api/v1/matches/{match.pk}/chances/").json()
    assert (answer["before"], answer["now"]) == (None, None)
    assert b'class="chance"' not in client.get(f"/matches/{match.pk}/").content
    assert b'class="chance"' not in client.get(f"/events/{stage.tournament.slug}/").content


def test_pages_and_screen_show_them(client: Client) -> None:
    stage = stage_of_rated()
    match = match_at(stage, "main-1-1")
    slug = stage.tournament.slug
    game(match, 1, Side.A)
    percent = round(100 * published(stage)["chances"]["now"])
    said = f"{percent} to {100 - percent} percent"
    for path in (f"/events/{slug}/", f"/matches/{match.pk}/", f"/events/{slug}/tv/"):
        assert said in client.get(path).content.decode(), path
    report_result(match_id=match.pk, score=(7, 1), actor=SYSTEM)
    before = round(100 * published(stage)["chances"]["before"])
    assert f"before: {before} %" in client.get(f"/matches/{match.pk}/").content.decode()


def test_a_match_over_rest_has_them(client: Client) -> None:
    stage = stage_of_rated()
    match = match_at(stage, "main-1-1")
    chances = published(stage)["chances"]
    assert client.get(f"/api/v1/matches/{match.pk}/").json()["chances"] == chances
    answer = client.get(f"/api/v1/matches/{match.pk}/chances/").json()
    assert answer["now"]["a"] == chances["now"]
    assert answer["now"]["a"] + answer["now"]["b"] == pytest.approx(1)
    assert answer["table"] == kazaross_xg2().name


def test_a_match_outside_an_event_goes_by_the_ratings_of_today(client: Client) -> None:
    club: Club = a_club()
    a, b = a_player(club), a_player(club)
    rated(a.pk, 1700.0)
    match = make_casual_match(
        club_id=club.pk, a_id=a.pk, b_id=b.pk, rules=MatchRules(9), actor=SYSTEM
    )
    expected = round(winning_chance(Standing(9, 9), rating=200.0), 3)
    bearer = {"Authorization": f"Bearer {a_token(club)}"}
    found = client.get(f"/api/v1/matches/{match.pk}/", headers=bearer).json()
    assert found["chances"] == {"before": expected, "now": expected}


def test_publishing_costs_one_query_more() -> None:
    stage = stage_of_rated()

    def queries() -> int:
        refresh_snapshot(stage_id=stage.pk)
        with CaptureQueriesContext(connection) as captured:
            refresh_snapshot(stage_id=stage.pk)
        return len(captured)

    shown = queries()
    Tournament.objects.filter(pk=stage.tournament_id).update(show_chances=False)
    assert queries() == shown - 1
