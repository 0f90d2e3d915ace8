"""A name that changes, or goes, does so everywhere."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Transcript
from matches.services.transcripts import add_transcript
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club
from players.services.registration import anonymise_player, change_player
from rules_core.match import MatchRules
from rules_core.sides import Side
from rules_core.transcripts import read_mat, replay
from tests.integration.api.world import MAT
from tests.integration.factories import a_drawn_stage, a_token
from tests.integration.matches.playing import client as asking
from tests.pages import html_of
from tournaments.selectors import ready_matches
from tournaments.services.attendance import withdraw

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

PAGES = ("", "standings/", "entrants/")


def shown(client: Client, slug: str) -> str:
    run_pending()
    pages = (html_of(client.get(f"/events/{slug}/{page}")) for page in PAGES)
    rest = client.get(f"/api/v1/tournaments/{slug}/stages/1/bracket/").content.decode()
    return "".join((*pages, rest))


def test_a_mistyped_name_is_put_right_in_what_is_published(client: Client, club: Club) -> None:
    stage = a_drawn_stage(club, ["Jhon Bar", "Ann Point"])
    player = club.players.get(name="Jhon Bar")
    assert "Jhon Bar" in shown(client, stage.tournament.slug)
    change_player(player_id=player.pk, name="John Bar", actor=SYSTEM)
    after = shown(client, stage.tournament.slug)
    assert "John Bar" in after
    assert "Jhon Bar" not in after


def test_who_does_not_want_to_be_named_is_named_nowhere_and_the_results_stay(
    client: Client, club: Club
) -> None:
    stage = a_drawn_stage(club, ["John Bar", "Ann Point"])
    player = club.players.get(name="John Bar")
    shown(client, stage.tournament.slug)
    anonymise_player(player_id=player.pk, actor=SYSTEM)
    after = shown(client, stage.tournament.slug)
    assert "John Bar" not in after
    assert f"#{player.pk}" in after
    page = html_of(client.get(f"/players/{player.pk}/"))
    assert "This player has asked not to be named." in page
    assert "Ann Point" in page


def test_the_name_leaves_match_files_too(client: Client, club: Club) -> None:
    stage = a_drawn_stage(club, ["Alice", "Bob"], rules=MatchRules(length=5))
    match = ready_matches(stage)[0]
    first = Side.A if match.a.name == "Alice" else Side.B
    content = b'; [Transcriber "A friend of Alice"]\r\n\r\n' + MAT.read_bytes()
    add_transcript(
        match_id=match.pk, name="Alice-Bob.mat", content=content, actor=SYSTEM, first=first
    )
    address = f"/api/v1/matches/{match.pk}/transcript/"
    assert "Alice" in client.get(address).content.decode()
    games = replay(read_mat(content), match.match_rules).games

    for name, number in (("Alice", 1), ("Bob", 2)):
        player = club.players.get(name=name)
        anonymise_player(player_id=player.pk, actor=SYSTEM)
        run_pending()
        after = client.get(address).content
        assert name not in after.decode()
        assert f"Player {player.pk}" in after.decode()
        played = replay(read_mat(after), match.match_rules)
        assert [game.result for game in played.games] == [game.result for game in games]
        assert sum("Player" in shown for shown in played.players) == number
    kept = Transcript.objects.get()
    assert "Alice" not in kept.name
    assert "Alice" not in str(list(match.events.values_list("facts", flat=True)))


def test_a_file_that_can_no_longer_be_read_goes_with_the_name(club: Club) -> None:
    match = ready_matches(a_drawn_stage(club, ["Alice", "Bob"]))[0]
    Transcript.objects.create(
        match=match, name="x.mat", content=b"Alice", first=Side.A, taken=False
    )
    anonymise_player(player_id=match.a_id, actor=SYSTEM)
    run_pending()
    assert not Transcript.objects.exists()


def test_why_somebody_left_and_who_has_paid_is_for_officials(client: Client, club: Club) -> None:
    event = a_drawn_stage(club, ["John Bar", "Ann Point"]).tournament
    withdraw(entry_id=event.entries.order_by("pk")[0].pk, actor=SYSTEM, reason="is ill")
    address = f"/api/v1/tournaments/{event.slug}/entries/"
    public = client.get(address).json()["results"]
    assert [(entry["reason"], entry["paid"]) for entry in public] == [(None, None)] * 2
    told = asking(f"Bearer {a_token(club)}").get(address).json()["results"]
    assert [(entry["reason"], entry["paid"]) for entry in told] == [("is ill", False), ("", False)]
