"""Everybody's chances in a stage: when they are made, from what, and who sees them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match
from matches.services.games import record_game
from matches.services.results import report_result
from outbox.models import Message
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from rules_core.kinds import Kind
from rules_core.match import GameResult
from rules_core.sides import Side
from tests.integration.factories import a_club, a_token, an_event
from tests.integration.stages import drawn, entrant, leave, match_at, play, play_out
from tests.typed_json import differences
from tournaments.models import Stage, StageForecast, Tournament
from tournaments.publishing.forecast_types import StageForecastContent
from tournaments.services import forecasting
from tournaments.services.draws import draw_stage
from tournaments.services.events import StagePlan, change_tournament
from tournaments.services.forecast_process import ForecastProcess
from tournaments.services.rounds import pair_next_round
from tournaments.services.snapshots import refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

STAGES: dict[str, tuple[Format, int, dict[str, object]]] = {
    "single": (Format.SINGLE_ELIMINATION, 9, {"consolation": "progressive", "last_chance": True}),
    "double": (Format.DOUBLE_ELIMINATION, 8, {"grand_final": "reset"}),
    "swiss": (Format.SWISS, 7, {"rounds": 3}),
    "lives": (Format.SWISS_LIVES, 6, {"lives": 2}),
    "pools": (Format.ROUND_ROBIN, 9, {"pools": 2, "qualify": 4}),
}


def path_of(stage: Stage) -> str:
    return f"/api/v1/tournaments/{stage.tournament.slug}/stages/{stage.number}/forecast/"


def forecast(client: Client, stage: Stage) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(path_of(stage)).json()
    return answer


def published(stage: Stage) -> Stage:
    refresh_snapshot(stage_id=stage.pk)
    return stage


def rested() -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(minutes=10), tick=True)


@pytest.mark.parametrize("kind", STAGES)
def test_a_stage_in_play_gets_everybodys_chances(client: Client, kind: str) -> None:
    code, entrants, settings = STAGES[kind]
    stage = drawn(code, entrants, **settings)
    if kind == "pools":
        report_result(match_id=match_at(stage, "pool_1-1-2").pk, score=(7, 2), actor=SYSTEM)
    else:
        play(stage)
    if stage.paired_by_round:
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    snapshot = refresh_snapshot(stage_id=stage.pk)
    assert forecasting.make_due() == 1
    found = forecast(client, stage)
    assert list(differences(found, StageForecastContent)) == []
    assert (found["version"], found["runs"]) == (snapshot.version, 10_000)
    assert len(found["entrants"]) == entrants
    titles = 2 if kind == "pools" else 1
    assert sum(line["win"] for line in found["entrants"]) == pytest.approx(titles, abs=0.002)
    assert all(line["standard_error"] <= 0.005 for line in found["entrants"])
    if kind == "pools":
        going_on = sum(line["qualify"] for line in found["entrants"])
        assert going_on == pytest.approx(4, abs=0.002)


def test_it_is_made_again_after_a_change_and_a_rest_and_not_otherwise() -> None:
    stage = published(drawn(Format.SINGLE_ELIMINATION, 4))
    assert forecasting.make_due() == 1
    assert forecasting.make_due() == 0
    report_result(match_id=match_at(stage, "main-1-1").pk, score=(7, 2), actor=SYSTEM)
    published(stage)
    # It has changed, but was made a moment ago.
    assert forecasting.make_due() == 0
    with rested():
        assert forecasting.make_due() == 1
        assert forecasting.make_due() == 0


def test_what_was_played_is_certain_and_a_score_counts(client: Client) -> None:
    stage = drawn(Format.SINGLE_ELIMINATION, 4)
    out = entrant(stage, "main-1-1", "b")
    report_result(match_id=match_at(stage, "main-1-1").pk, score=(7, 2), actor=SYSTEM)
    other = match_at(stage, "main-1-2")
    ahead = entrant(stage, "main-1-2", "a")
    record_game(match_id=other.pk, number=1, game=GameResult(Side.A, Kind.GAMMON, 2), actor=SYSTEM)
    published(stage)
    forecasting.make_due()
    by_entry = {line["entry"]: line for line in forecast(client, stage)["entrants"]}
    assert by_entry[out.pk]["win"] == 0
    final = {(r["bracket"], r["round"]): r["chance"] for r in by_entry[ahead.pk]["rounds"]}
    assert 0.65 < final["main", 2] < 0.9


def test_whoever_has_left_wins_nothing(client: Client) -> None:
    stage = drawn(Format.DOUBLE_ELIMINATION, 5)
    gone = entrant(stage, "main-1-2", "a")
    leave(gone)
    published(stage)
    forecasting.make_due()
    by_entry = {line["entry"]: line["win"] for line in forecast(client, stage)["entrants"]}
    assert by_entry[gone.pk] == 0


def test_the_same_stage_gives_the_same_figures(client: Client) -> None:
    stage = published(drawn(Format.SWISS, 8))
    forecasting.make_due()
    first = forecast(client, stage)
    StageForecast.objects.all().delete()
    forecasting.make_due()
    again = forecast(client, stage)
    assert first["entrants"] == again["entrants"]
    assert first["seed"] == again["seed"]


def test_before_the_draw_after_the_end_and_switched_off_there_is_none(client: Client) -> None:
    stage = drawn(Format.SINGLE_ELIMINATION, 4)
    change_tournament(tournament_id=stage.tournament_id, actor=SYSTEM, show_chances=False)
    published(stage)
    assert forecasting.make_due() == 0
    assert forecast(client, stage)["entrants"] == []
    assert client.get(f"/events/{stage.tournament.slug}/chances/").status_code == 404
    change_tournament(tournament_id=stage.tournament_id, actor=SYSTEM, show_chances=True)
    published(stage)
    assert forecasting.make_due() == 1
    play_out(stage)
    published(stage)
    with rested():
        assert forecasting.make_due() == 0
    assert forecast(client, stage)["entrants"] == []
    assert "over" in client.get(f"/events/{stage.tournament.slug}/chances/").content.decode()


def test_only_those_who_may_see_the_event_see_its_chances(client: Client) -> None:
    stage = published(drawn(Format.SINGLE_ELIMINATION, 4))
    forecasting.make_due()
    Tournament.objects.update(published_at=None)
    assert client.get(path_of(stage)).status_code == 404
    bearer = {"Authorization": f"Bearer {a_token(stage.tournament.club)}"}
    assert client.get(path_of(stage), headers=bearer).status_code == 200


def test_of_two_who_see_that_it_is_due_one_makes_it() -> None:
    stage = published(drawn(Format.SINGLE_ELIMINATION, 4))
    assert [forecasting._claimed(stage.pk) for _ in range(2)] == [True, False]
    assert not forecasting.due_stages().exists()
    with rested():
        # Whoever had it has died.
        assert forecasting.make_due() == 1


def test_a_forecast_that_fails_keeps_nobody_from_theirs(caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = (published(drawn(Format.SINGLE_ELIMINATION, 4)) for _ in range(2))
    broken.pairings.filter(key="main-1-1").update(key="main-9-9")
    Stage.objects.filter(pk=broken.pk).update(settings={"consolation": "nonsense"})
    assert forecasting.make_due() == 1
    assert StageForecast.objects.get(pk=sound.pk).version > 0
    assert StageForecast.objects.get(pk=broken.pk).version == 0
    assert "forecast of stage" in caplog.text
    assert not forecasting.due_stages().exists()


def test_a_burst_of_results_goes_first_but_not_for_ever() -> None:
    published(drawn(Format.SINGLE_ELIMINATION, 4))
    Message.objects.all().delete()
    assert forecasting._is_time()
    Message.objects.bulk_create(
        Message(job="matches.rate_match", args=[number]) for number in range(forecasting.MANY)
    )
    assert not forecasting._is_time()
    with time_machine.travel(timezone.now() + forecasting.PATIENCE, tick=True):
        assert forecasting._is_time()
    Message.objects.earliest("pk").delete()
    assert forecasting._is_time()


def test_an_older_one_does_not_replace_a_newer_one() -> None:
    stage = published(drawn(Format.SINGLE_ELIMINATION, 4))
    forecasting.make_due()
    StageForecast.objects.filter(pk=stage.pk).update(version=1000, content="{}")
    with ForecastProcess() as players:
        forecasting.make_forecast(stage_id=stage.pk, players=players)
    assert StageForecast.objects.get(pk=stage.pk).content == "{}"


def test_the_page_names_everybody_with_their_chances(client: Client) -> None:
    stage = published(drawn(Format.SINGLE_ELIMINATION, 8))
    slug = stage.tournament.slug
    assert "being computed" in client.get(f"/events/{slug}/chances/").content.decode()
    forecasting.make_due()
    page = client.get(f"/events/{slug}/chances/").content.decode()
    # On a phone, which has no room for a column a round.
    assert re.search(
        r'<details class="deciding.*?By round.*?<li>Final: \d+ %</li>', page, re.DOTALL
    )
    for entry in stage.tournament.entries.select_related("player"):
        assert entry.player.name in page
    assert "10000" in page or "10,000" in page
    assert f"/events/{slug}/chances/" in client.get(f"/events/{slug}/").content.decode()


@pytest.mark.parametrize("entrants", [4, 16])
def test_the_page_takes_the_same_queries_however_many_play(client: Client, entrants: int) -> None:
    stage = published(drawn(Format.SINGLE_ELIMINATION, entrants))
    forecasting.make_due()
    path = f"/events/{stage.tournament.slug}/chances/"
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        client.get(path)
    assert len(captured) <= 4


def test_a_result_asks_for_no_forecast() -> None:
    """Neither a query nor a job more: the clock sees that the version has moved on."""
    stage = published(drawn(Format.SINGLE_ELIMINATION, 4))
    match: Match = match_at(stage, "main-1-1")
    with CaptureQueriesContext(connection) as captured:
        report_result(match_id=match.pk, score=(7, 2), actor=SYSTEM)
    assert not [query for query in captured if "forecast" in query["sql"]]


def test_a_stage_says_who_goes_on_to_the_next(client: Client) -> None:
    plans = [
        StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"pools": 2, "qualify": 2}),
        StagePlan(name="Final", format=Format.SINGLE_ELIMINATION),
    ]
    first = an_event(a_club(), 6, stages=plans).stages.get(number=1)
    stage = published(draw_stage(stage_id=first.pk, actor=SYSTEM))
    forecasting.make_due()
    lines = forecast(client, stage)["entrants"]
    assert sum(line["qualify"] for line in lines) == pytest.approx(2, abs=0.002)
    assert forecast(client, stage.tournament.stages.get(number=2))["entrants"] == []
