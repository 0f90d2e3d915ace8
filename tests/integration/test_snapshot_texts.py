"""A look costs its version: the long texts are read once by each process, and compressed once."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client

from matches.models import Match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM, Actor
from tests.integration.factories import a_club, a_drawn_stage
from tournaments.models import Stage, StageSnapshot
from tournaments.snapshot_selectors import visible_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def stage() -> Stage:
    drawn = a_drawn_stage(a_club(), 8)
    run_pending()
    return drawn


def look(stage: Stage, number: int | None = 1) -> StageSnapshot:
    found = visible_snapshot(slug=stage.tournament.slug, number=number, actor=Actor())
    assert found is not None
    return found


def play_one(stage: Stage) -> None:
    match = Match.objects.filter(event=stage.tournament.slug, ended_by="").order_by("pk")[0]
    report_result(match_id=match.pk, score=(7, 1), actor=SYSTEM)
    run_pending()


@pytest.mark.parametrize("number", [1, None])
def test_the_texts_are_read_once_a_version(stage: Stage, number: int | None) -> None:
    first, second = look(stage, number), look(stage, number)
    assert second.texts is first.texts
    assert vars(second)["new_bracket"] == vars(second)["new_standings"] == ""
    play_one(stage)
    third = look(stage, number)
    assert third.version > first.version
    stored = StageSnapshot.objects.get(pk=stage.pk)
    assert (third.bracket, third.standings) == (stored.bracket, stored.standings)
    assert (third.texts.bracket.text, third.texts.standings.text) == (
        stored.bracket,
        stored.standings,
    )


def test_texts_of_the_same_version_with_another_content_are_read_again(stage: Stage) -> None:
    look(stage)
    StageSnapshot.objects.filter(pk=stage.pk).update(bracket="{}", digest="another")
    assert look(stage).bracket == "{}"


def test_an_event_that_is_no_longer_public_is_not_shown_from_memory(stage: Stage) -> None:
    look(stage)
    event = stage.tournament
    event.published_at = None
    event.save()
    assert visible_snapshot(slug=event.slug, number=1, actor=Actor()) is None


@pytest.mark.parametrize("what", ["bracket", "standings"])
def test_who_takes_it_compressed_gets_it_so(client: Client, stage: Stage, what: str) -> None:
    address = f"/api/v1/tournaments/{stage.tournament.slug}/stages/1/{what}/"
    plain = client.get(address)
    packed = client.get(address, headers={"Accept-Encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content)
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in plain["Vary"]
    assert "Accept-Encoding" in packed["Vary"]
    for seen in (plain["ETag"], packed["ETag"]):
        held = client.get(address, headers={"If-None-Match": seen})
        assert (held.status_code, held.content) == (304, b"")
        assert client.head(address, headers={"If-None-Match": seen}).status_code == 304
    assert client.head(address).content == b""
