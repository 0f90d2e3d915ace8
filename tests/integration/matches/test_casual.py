"""Matches outside any event."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from players.actors import SYSTEM
from players.models import Club, Player, Role
from tests.integration.factories import a_club, a_player, a_user
from tests.integration.matches.playing import API, official, refused
from tournaments.selectors import matches_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def signed_in(player: Player) -> APIClient:
    player.user = a_user()
    player.save()
    own = APIClient()
    own.force_login(player.user)
    return own


def propose(who: APIClient, club: Club, a: Player, b: Player, **extra: Any) -> Any:
    body = {"club": club.slug, "a": a.pk, "b": b.pk, "rules": {"length": 3}, **extra}
    return who.post(f"{API}/matches/", body)


def test_a_casual_match_is_played_like_any_other() -> None:
    club = a_club()
    scorer = official(club, Role.SCORER)
    made = propose(scorer, club, a_player(club), a_player(club))
    assert made.status_code == 201
    match = made.json()
    assert (match["tournament"], match["rated"], match["result_policy"]) == (None, False, "either")
    over = scorer.post(f"{API}/matches/{match['id']}/result/", {"score": [3, 1]}).json()
    assert over["status"] == "finished"


def test_what_was_played_last_comes_first_and_what_is_still_to_be_played_last() -> None:
    club = a_club()
    scorer, players = official(club, Role.SCORER), (a_player(club), a_player(club))
    first, second, third = (propose(scorer, club, *players).json()["id"] for _ in range(3))
    for match in (second, first):
        scorer.post(f"{API}/matches/{match}/result/", {"score": [3, 1]})
    listed = scorer.get(f"{API}/players/{players[0].pk}/matches/").json()["results"]
    assert [match["id"] for match in listed] == [first, second, third]
    on_page = matches_of(players[0], SYSTEM)
    assert [match.pk for match in on_page] == [first, second, third]


def test_casual_matches_are_rated_if_the_club_says_so() -> None:
    club = a_club()
    club.rate_casual_matches = True
    club.save()
    made = propose(official(club), club, a_player(club), a_player(club))
    assert made.json()["rated"] is True


def test_players_make_matches_of_their_own_which_wait_for_the_other_side() -> None:
    club = a_club()
    anna, luca, third = a_player(club), a_player(club), a_player(club)
    own, other = signed_in(anna), signed_in(luca)
    refusal = propose(own, club, luca, third)
    assert refused(refusal) == (403, "permission_denied")
    made = propose(own, club, anna, luca, result_policy="either", auto_confirm_minutes=1).json()
    assert (made["result_policy"], made["confirms_at"]) == ("confirm", None)
    url = f"{API}/matches/{made['id']}/"
    assert own.post(f"{url}result/", {"score": [3, 0]}).json()["status"] == "reported"
    assert signed_in(third).get(url).status_code == 404
    assert other.post(f"{url}confirm/").json()["status"] == "finished"
    assert [line["side"] for line in official(club).get(f"{url}events/").json()] == ["", "a", "b"]


def test_a_match_needs_two_players_of_the_club() -> None:
    club = a_club()
    anna = a_player(club)
    director = official(club)
    assert refused(propose(director, club, anna, anna)) == (400, "same_player_twice")
    stranger = a_player(a_club())
    assert refused(propose(director, club, anna, stranger)) == (400, "player_of_another_club")
