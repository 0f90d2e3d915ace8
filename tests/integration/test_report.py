"""The story of an event in figures."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Rating, RatingPool
from matches.services.results import report_result
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from tests.integration.factories import a_club, an_event
from tests.integration.stages import drawn, match_at, play_out
from tests.typed_json import differences
from tournaments.models import Stage, Tournament
from tournaments.publishing.report_types import EventReport
from tournaments.services.draws import draw_stage
from tournaments.services.snapshots import refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def report(client: Client, stage: Stage) -> dict[str, Any]:
    refresh_snapshot(stage_id=stage.pk)
    found: dict[str, Any] = client.get(
        f"/api/v1/tournaments/{stage.tournament.slug}/report/"
    ).json()
    assert list(differences(found, EventReport)) == []
    return found


def test_before_the_end_there_is_no_podium_but_what_was_played(client: Client) -> None:
    stage = drawn(Format.SINGLE_ELIMINATION, 4)
    match = match_at(stage, "main-1-1")
    report_result(match_id=match.pk, score=(6, 7), actor=SYSTEM)
    found = report(client, stage)
    assert (found["podium"], found["way"], found["upsets"]) == ([], [], [])
    (close,) = found["closest"]
    assert (close["match"], close["winner"], close["score"]) == (match.pk, match.b_id, [7, 6])
    assert (found["numbers"]["matches"], found["numbers"]["points"]) == (1, 13)
    assert found["numbers"]["entrants"] == 4


def test_at_the_end_it_has_the_podium_and_the_winners_way(client: Client) -> None:
    stage = drawn(Format.SINGLE_ELIMINATION, 8)
    play_out(stage)
    found = report(client, stage)
    champion = found["podium"][0]
    assert (champion["rank"], champion["wins"]) == (1, 3)
    assert [match["round"] for match in found["way"]] == [1, 2, 3]
    assert {match["winner"] for match in found["way"]} == {champion["player"]}
    assert found["numbers"]["matches"] == 7


def test_the_least_likely_win_is_the_biggest_upset(client: Client) -> None:
    event = an_event(a_club(), 4)
    pool, _ = RatingPool.objects.get_or_create(key="fibs")
    for number, entry in enumerate(event.entries.order_by("pk")):
        Rating.objects.create(
            pool=pool, player=entry.player, value=1800.0 - 150 * number, matches=9, experience=500
        )
    stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
    for key in ("main-1-1", "main-1-2"):
        match = match_at(stage, key)
        a, b = (Rating.objects.get(player=player).value for player in (match.a_id, match.b_id))
        report_result(match_id=match.pk, score=(7, 1) if a < b else (1, 7), actor=SYSTEM)
    found = report(client, stage)
    chances = [match["chance"] for match in found["upsets"]]
    assert len(chances) == 2
    assert chances == sorted(chances)
    assert chances[-1] < 0.5
    assert all(match["score"] == [7, 1] for match in found["upsets"])


def test_only_those_who_may_see_the_event_read_it_in_a_fixed_number_of_queries(
    client: Client,
) -> None:
    counts = []
    for entrants in (4, 16):
        stage = drawn(Format.DOUBLE_ELIMINATION, entrants)
        play_out(stage)
        report(client, stage)
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/api/v1/tournaments/{stage.tournament.slug}/report/")
        counts.append(len(captured))
    assert counts[0] == counts[1]
    Tournament.objects.update(published_at=None)
    hidden = client.get(f"/api/v1/tournaments/{stage.tournament.slug}/report/")
    assert hidden.status_code == 404
