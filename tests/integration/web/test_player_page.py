"""A player's page: places, what was done in each event, gammons and the cube; the same queries for any history."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match
from matches.services.corrections import Correction, correct_match
from matches.services.games import record_game
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Player, Role
from players.views.game_habits import game_habits
from rules_core.kinds import Kind
from rules_core.match import GameEnd, GameResult
from rules_core.sides import Side
from tests.integration.factories import a_player, a_user
from tests.integration.held_events import held
from tests.integration.matches.playing import a_match
from tests.pages import html_of, text_of
from tournaments.publishing import player_places

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def four(club: Club) -> list[Player]:
    return [a_player(club, name) for name in ("Anna", "Beat", "Chiara", "Dario")]


def page(client: Client, player: Player) -> str:
    return text_of(html_of(client.get(f"/players/{player.pk}/")))


def test_the_page_tells_titles_and_places(client: Client, club: Club, four: list[Player]) -> None:
    held(club, four, name="Spring Cup")
    assert "Titles and places Spring Cup Winner" in page(client, four[0])
    losers = [page(client, player) for player in four[1:]]
    assert sum("Spring Cup 2 of 4" in text for text in losers) == 1
    assert sum("Spring Cup 3–4 of 4" in text for text in losers) == 2


def test_a_place_that_was_told_follows_a_correction(
    client: Client, club: Club, four: list[Player]
) -> None:
    held(club, four[:2], name="Spring Cup")
    assert "Spring Cup Winner" in page(client, four[0])
    final = Match.objects.get()
    right = Correction(score=(3, 7) if final.winner == "a" else (7, 3))
    correct_match(match_id=final.pk, correction=right, reason="names swapped", actor=SYSTEM)
    run_pending()
    assert "Spring Cup 2 of 2" in page(client, four[0])
    assert "Spring Cup Winner" in page(client, four[1])


def test_what_is_remembered_of_places_has_a_bound(
    client: Client, club: Club, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_places, "MOST_ROWS", 5)
    monkeypatch.setattr(player_places, "_tables", {})
    for name in ("Spring Cup", "Summer Cup", "Autumn Cup"):
        held(club, four, name=name)
        for _ in range(2):
            assert f"{name} Winner" in page(client, four[0])
    assert len(player_places._tables) == 1


def test_the_page_tells_won_and_lost_by_event(
    client: Client, club: Club, four: list[Player]
) -> None:
    held(club, four[:2], name="Spring Cup")
    assert "By event Spring Cup 0 won, 1 lost" in page(client, four[1])


def test_an_event_that_is_not_published_is_not_on_the_page(
    client: Client, club: Club, four: list[Player]
) -> None:
    event = held(club, four[:2], name="Secret Cup")
    event.refresh_from_db()
    event.published_at = None
    event.save()
    assert "Secret Cup" not in page(client, four[0])


def test_the_games_of_a_player_are_counted(club: Club) -> None:
    match = a_match(club, length=9)
    games = [
        GameResult(Side.A, kind=Kind.GAMMON, cube=2),
        GameResult(Side.B, cube=1, ended_by=GameEnd.DROP),
        GameResult(Side.A),
    ]
    for number, game in enumerate(games, start=1):
        record_game(match_id=match.pk, number=number, game=game, actor=SYSTEM)
    run_pending()
    match.refresh_from_db()
    habits = game_habits([("a", match.entries)])
    assert habits
    assert (habits.games, habits.won, habits.gammon_rate) == (3, 2, 0.5)
    assert (habits.turned, habits.drop_rate, habits.drop_rate_against) == (2, 0.0, 1.0)
    mirrored = game_habits([("b", match.entries)])
    assert mirrored
    assert (mirrored.gammon_rate_against, mirrored.drop_rate) == (0.5, 1.0)


def test_an_automatic_double_is_nobodys_double() -> None:
    game = GameResult(Side.A, cube=2, automatic_doubles=1)
    habits = game_habits([("a", [{"entry": "game", **game.to_json()}])])
    assert habits
    assert habits.turned == 0


def test_the_page_says_of_how_much_it_tells(
    client: Client, club: Club, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(a_user(club, role=Role.READER))
    for _ in range(2):
        match = a_match(club, length=1, players=(four[0], four[1]))
        record_game(match_id=match.pk, number=1, game=GameResult(Side.A), actor=SYSTEM)
    run_pending()
    shown = page(client, four[0])
    assert "Games recorded 2" in shown
    assert "From the latest" not in shown
    for module in ("tournaments.player_selectors", "players.views.player_facts"):
        monkeypatch.setattr(f"{module}.MOST_RECORDED", 1)
    assert "From the latest 1 matches." in page(client, four[0])
    held(club, four, name="Spring Cup")
    assert "events." not in page(client, four[0])
    for module in ("tournaments.publishing.player_places", "players.views.player_facts"):
        monkeypatch.setattr(f"{module}.LATEST_EVENTS", 1)
    assert "From the latest 1 events." in page(client, four[0])


def test_without_recorded_games_nothing_is_said_of_them(
    client: Client, club: Club, four: list[Player]
) -> None:
    held(club, four[:2])
    assert game_habits([("a", [{"entry": "final_score", "score": [7, 3]}])]) is None
    assert "Gammons and cube" not in page(client, four[0])


def test_a_longer_history_asks_no_more_queries(
    client: Client, club: Club, four: list[Player]
) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/players/{four[0].pk}/")
        return len(queries)

    held(club, four)
    first = asked()
    for _ in range(3):
        held(club, four)
    assert asked() == first


def test_far_down_in_a_large_club_no_place_is_counted(
    client: Client, club: Club, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    held(club, four)
    assert "Place in the club" in page(client, four[3])
    monkeypatch.setattr("matches.selectors.MOST_RANKED", 2)
    assert "Place in the club" in page(client, four[0])
    assert "Place in the club" not in page(client, four[3])
