"""Two players compared, and what a player's page tells of their rated matches."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match, RatingChange
from matches.selectors import rated_matches
from matches.services.rating_replay import rate_everything
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club, Player
from players.services.merging import merge_players
from players.services.registration import anonymise_player
from players.views.player_record import best_wins, biggest_upset
from rules_core.match import MatchRules
from rules_core.ratings.fibs import win_probability
from tests.integration.factories import a_club, a_player, a_token, an_event
from tests.integration.stages import match_at
from tournaments.models import Tournament
from tournaments.player_selectors import finished_matches, rated_lines
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def played(one: Player, other: Player, score: tuple[int, int], length: int = 7) -> int:
    """A match in an event that everybody may see; ``score`` as the first of the two has it."""
    event = an_event(one.club, rules=MatchRules(length))
    newcomers = [Newcomer(player_id=player.pk) for player in (one, other)]
    enter_players(tournament_id=event.pk, newcomers=newcomers, actor=SYSTEM)
    stage = event.stages.get()
    draw_stage(stage_id=stage.pk, actor=SYSTEM)
    match = match_at(stage, "main-1-1")
    ordered = score if match.a_id == one.pk else score[::-1]
    report_result(match_id=match.pk, score=(ordered[0], ordered[1]), actor=SYSTEM)
    return match.pk


def seen(player: Player) -> set[int]:
    return {match[0] for match in finished_matches(player, SYSTEM)}


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def pair(club: Club) -> tuple[Player, Player]:
    one, other = a_player(club, "Ada Ash"), a_player(club, "Bo Birch")
    played(one, other, (7, 3))
    played(one, other, (2, 5), length=5)
    played(one, other, (7, 6))
    rate_everything()
    return one, other


def test_rest_counts_what_they_played_and_says_who_wins_next(
    client: Client, pair: tuple[Player, Player]
) -> None:
    one, other = pair
    found = client.get(f"/api/v1/players/{one.pk}/versus/{other.pk}/").json()
    assert (found["won"], found["lost"], found["streak"]) == (2, 1, 1)
    assert (found["points_for"], found["points_against"]) == (16, 14)
    by_length = {line["length"]: line for line in found["lengths"]}
    assert (by_length[7]["won"], by_length[7]["lost"]) == (2, 0)
    assert (by_length[5]["won"], by_length[5]["lost"]) == (0, 1)
    difference = found["rating"] - found["other_rating"]
    assert by_length[7]["chance"] == pytest.approx(win_probability(difference, 7))
    turned = client.get(f"/api/v1/players/{other.pk}/versus/{one.pk}/").json()
    assert (turned["won"], turned["lost"], turned["streak"]) == (1, 2, -1)
    assert turned["lengths"][0]["chance"] == pytest.approx(1 - found["lengths"][0]["chance"])


def test_the_page_has_both_names_and_their_matches(
    client: Client, pair: tuple[Player, Player]
) -> None:
    one, other = pair
    page = client.get(f"/players/{one.pk}/versus/{other.pk}/").content.decode()
    assert one.name in page
    assert other.name in page
    assert page.count("/matches/") >= 3
    assert (
        f"/players/{one.pk}/versus/{other.pk}/"
        in client.get(f"/players/{one.pk}/").content.decode()
    )


def test_nobody_is_compared_with_themselves_or_with_nobody(
    client: Client, pair: tuple[Player, Player]
) -> None:
    one, _ = pair
    for path in ("/players", "/api/v1/players"):
        assert client.get(f"{path}/{one.pk}/versus/{one.pk}/").status_code == 404
        assert client.get(f"{path}/{one.pk}/versus/999999/").status_code == 404


def test_a_match_that_one_may_not_see_is_not_counted(
    client: Client, club: Club, pair: tuple[Player, Player]
) -> None:
    one, other = pair
    hidden = Match.objects.get(pk=played(one, other, (9, 1), length=9)).event
    Tournament.objects.filter(slug=hidden).update(published_at=None)
    path = f"/api/v1/players/{one.pk}/versus/{other.pk}/"
    bearer = {"Authorization": f"Bearer {a_token(club)}"}
    assert client.get(path).json()["won"] == 2
    assert client.get(path, headers=bearer).json()["won"] == 3


def test_the_same_queries_however_often_they_played(
    client: Client, pair: tuple[Player, Player]
) -> None:
    one, other = pair

    def queries(path: str) -> int:
        client.get(path)
        with CaptureQueriesContext(connection) as captured:
            client.get(path)
        return len(captured)

    paths = [f"/players/{one.pk}/versus/{other.pk}/", f"/players/{one.pk}/"]
    before = [queries(path) for path in paths]
    for _ in range(4):
        played(one, other, (7, 1))
    rate_everything()
    assert [queries(path) for path in paths] == before


def test_each_change_unfolds_to_numbers_that_add_up(pair: tuple[Player, Player]) -> None:
    one, other = pair
    changes = list(RatingChange.objects.filter(player=one).order_by("at", "match_id"))
    rated = rated_matches(changes)
    assert [match.opponent for match in rated] == [other.pk] * 3
    for match in rated:
        expected = match.most * (1 - match.chance if match.won else -match.chance)
        assert match.change == pytest.approx(expected)


def test_best_wins_and_the_biggest_upset(pair: tuple[Player, Player]) -> None:
    _, other = pair
    rated = rated_lines(other, seen(other), system="fibs")
    (won,) = [match for match in rated if match.won]
    assert best_wins(rated) == [won]
    assert biggest_upset(rated) == won
    assert won.chance < 0.5


def test_the_lines_are_the_rated_matches(pair: tuple[Player, Player]) -> None:
    for player in pair:
        changes = list(RatingChange.objects.filter(player=player).order_by("-at", "-match_id"))
        expected = rated_matches(changes)
        lines = rated_lines(player, seen(player), system="fibs")
        assert [(one.match, one.opponent, one.won, one.before, one.chance) for one in lines] == [
            (one.match, one.opponent, one.won, one.before, one.chance) for one in expected
        ]


def test_the_players_page_tells_of_it(client: Client, pair: tuple[Player, Player]) -> None:
    _, other = pair
    page = client.get(f"/players/{other.pk}/").content.decode()
    assert "Best wins" in page
    assert "Biggest upset" in page
    assert "rated higher" in page
    assert "How the rating came about" in page


def test_whoever_is_anonymised_or_merged(client: Client, pair: tuple[Player, Player]) -> None:
    one, other = pair
    third = a_player(one.club, "Bo Birche")
    merge_players(player_id=third.pk, into_id=other.pk, actor=SYSTEM)
    assert client.get(f"/players/{one.pk}/versus/{third.pk}/").status_code == 404
    anonymise_player(player_id=other.pk, actor=SYSTEM)
    page = client.get(f"/players/{one.pk}/versus/{other.pk}/")
    assert page.status_code == 200
    assert "Bo Birch" not in page.content.decode()
    assert client.get(f"/api/v1/players/{one.pk}/versus/{other.pk}/").status_code == 404
