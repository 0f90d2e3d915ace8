"""The story of an event: its page, its picture, and what the feed tells of it."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match
from matches.services.corrections import Correction, correct_match
from matches.services.games import record_game
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club
from rules_core.draws.settings import Format
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult
from rules_core.sides import Side
from tests.integration.factories import a_drawn_stage
from tests.integration.stages import match_at, play_out
from tests.integration.web.test_previews import shared
from tests.pages import html_of
from tournaments.models import Stage, Tournament
from tournaments.publishing.report import event_report
from tournaments.services.events import StagePlan

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

GAMES = (
    GameResult(Side.B, Kind.GAMMON, cube=2),
    GameResult(Side.B),
    GameResult(Side.B),
    # The Crawford game.
    GameResult(Side.A),
    GameResult(Side.A, ended_by=GameEnd.DROP),
    GameResult(Side.A, Kind.BACKGAMMON),
    GameResult(Side.A, cube=2),
)
"""To 7 points: 0–6, and 7–6 in the end."""


def record(match: Match, games: tuple[GameResult, ...] = GAMES) -> None:
    for number, game in enumerate(games, start=1):
        record_game(match_id=match.pk, number=number, game=game, actor=SYSTEM)


@pytest.fixture
def stage(club: Club) -> Stage:
    """Four players: one semi-final game by game, the rest by its score."""
    drawn = a_drawn_stage(club, 4, name="Advent Open")
    record(match_at(drawn, "main-1-1"))
    play_out(drawn)
    run_pending()
    return drawn


def story(client: Client, stage: Stage) -> str:
    return html_of(client.get(f"/events/{stage.tournament.slug}/story/"))


def titles(page: str) -> list[str]:
    return re.findall(r"<h2>([^<]*)</h2>", page)


def test_games_make_comebacks_gammons_and_cubes_of_a_report(stage: Stage) -> None:
    match = match_at(stage, "main-1-1")
    report = event_report(Tournament.objects.get())
    (comeback,) = report["comebacks"]
    assert (comeback["match"], comeback["winner"]) == (match.pk, match.a_id)
    assert comeback["behind"] == [0, 6]
    assert comeback["lowest"] is not None
    assert comeback["lowest"] == pytest.approx(0.093)
    games = report["games"]
    assert games is not None
    (biggest,) = games["biggest"]
    assert games == {
        "matches": 1,
        "games": 7,
        "gammons": 1,
        "backgammons": 1,
        "dropped": 1,
        "highest_cube": 2,
        "biggest": [biggest],
    }
    assert biggest["winner"] == match.b_id
    assert (biggest["kind"], biggest["cube"], biggest["points"]) == ("gammon", 2, 4)


def test_without_chances_a_comeback_is_told_by_its_score_alone(stage: Stage) -> None:
    Tournament.objects.update(show_chances=False)
    (comeback,) = event_report(Tournament.objects.get())["comebacks"]
    assert (comeback["behind"], comeback["lowest"]) == ([0, 6], None)


def test_an_event_reported_by_scores_has_no_games(club: Club) -> None:
    drawn = a_drawn_stage(club, 4)
    play_out(drawn)
    run_pending()
    report = event_report(drawn.tournament)
    assert (report["comebacks"], report["games"]) == ([], None)


def test_the_page_tells_it_all_and_the_event_leads_there(client: Client, stage: Stage) -> None:
    page = story(client, stage)
    found = titles(page)
    wanted = ["Podium", "Numbers of the night", "Biggest games", "The winner’s way", "Comebacks"]
    assert [title for title in wanted if title not in found] == []
    assert "from 0–6, with a chance of" in page
    address = f"/events/{stage.tournament.slug}/story/"
    assert f'href="{address}"' in html_of(client.get(f"/events/{stage.tournament.slug}/"))


def test_before_the_end_nothing_leads_there_and_nobody_stands_on_the_podium(
    client: Client, club: Club
) -> None:
    drawn = a_drawn_stage(club, 4)
    run_pending()
    assert "begins with the first result" in story(client, drawn)
    event = html_of(client.get(f"/events/{drawn.tournament.slug}/"))
    assert "/story/" not in event
    record(match_at(drawn, "main-1-1"))
    run_pending()
    found = titles(story(client, drawn))
    assert "Comebacks" in found
    assert "Podium" not in found


def test_it_follows_a_correction(client: Client, stage: Stage) -> None:
    address = f"/events/{stage.tournament.slug}/story/"
    before = client.get(address)
    assert client.get(address, headers={"If-None-Match": before["ETag"]}).status_code == 304
    picture = client.get(f"/events/{stage.tournament.slug}/story.png")
    final = match_at(stage, "main-2-1")
    loser = final.b.name if final.winner == "a" else final.a.name
    score = (2, 7) if final.winner == "a" else (7, 2)
    correct_match(
        match_id=final.pk, correction=Correction(score=score), reason="read wrong", actor=SYSTEM
    )
    run_pending()
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert f"{loser} wins," in shared(client, address)["og:description"]
    again = client.get(
        f"/events/{stage.tournament.slug}/story.png", headers={"If-None-Match": picture["ETag"]}
    )
    assert again.status_code == 200
    assert again.content != picture.content


def test_a_shared_link_has_the_sentences_and_the_picture(client: Client, stage: Stage) -> None:
    address = f"/events/{stage.tournament.slug}/story"
    found = shared(client, f"{address}/")
    assert found["og:image"] == f"http://testserver{address}.png"
    assert "Comeback: " in found["og:description"]
    assert "4 players, 3 matches, " in found["og:description"]
    assert client.get(f"{address}.png")["Content-Type"] == "image/png"


def test_the_feed_tells_it(client: Client, stage: Stage, club: Club) -> None:
    feed = client.get(f"/clubs/{club.slug}/results.atom").content.decode()
    assert "Advent Open: the story" in feed
    assert f"/events/{stage.tournament.slug}/story/" in feed
    assert "from 0–6." in feed
    assert feed.count("<entry>") == 4


def test_what_is_not_published_has_no_story_for_others(
    client: Client, stage: Stage, club: Club
) -> None:
    Tournament.objects.update(published_at=None)
    for address in ("story/", "story.png"):
        assert client.get(f"/events/{stage.tournament.slug}/{address}").status_code == 404
    assert "the story" not in client.get(f"/clubs/{club.slug}/results.atom").content.decode()


def test_a_large_event_takes_no_more_queries(client: Client, club: Club) -> None:
    counts = []
    for entrants in (4, 16):
        plan = StagePlan(format=Format.DOUBLE_ELIMINATION)
        drawn = a_drawn_stage(club, entrants, stages=[plan])
        record(match_at(drawn, "main-1-1"))
        play_out(drawn)
        run_pending()
        with CaptureQueriesContext(connection) as captured:
            story(client, drawn)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 10
