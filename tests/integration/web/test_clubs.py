"""The front door, a club's pages, its players and ratings."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Match, Rating
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Player, Role
from tests.integration.factories import a_drawn_stage, a_player, an_event
from tests.integration.web.conftest import QueriesOf, SignedIn
from tests.pages import html_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def finish_all(club: Club) -> None:
    while match := Match.objects.filter(club=club, status="ready").order_by("pk").first():
        report_result(match_id=match.pk, score=(match.length, 2), actor=SYSTEM)
    run_pending()


def test_the_front_page_shows_clubs_and_published_events(client: Client, club: Club) -> None:
    an_event(club, name="Advent Open")
    an_event(club, name="Secret Cup", published=False)
    page = html_of(client.get("/"))
    assert "Club Limmat" in page
    assert "Advent Open" in page
    assert "Secret Cup" not in page


def test_members_see_what_is_not_published(director: Client, club: Club) -> None:
    an_event(club, name="Secret Cup", published=False)
    assert "Secret Cup" in html_of(director.get(f"/clubs/{club.slug}/"))


def test_a_finished_event_is_listed_as_played(client: Client, club: Club) -> None:
    a_drawn_stage(club, 2)
    finish_all(club)
    page = html_of(client.get(f"/clubs/{club.slug}/"))
    assert "Past events" in page
    assert "finished" in page


def test_an_unknown_club_is_not_found(client: Client) -> None:
    answer = client.get("/clubs/nowhere/")
    assert answer.status_code == 404
    assert "Page not found" in html_of(answer)


def test_ratings_are_listed_best_first(client: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    finish_all(club)
    names = [
        rating.player.name for rating in Rating.objects.select_related("player").order_by("-value")
    ]
    page = html_of(client.get(f"/clubs/{club.slug}/ratings/"))
    assert page.index(names[0]) < page.index(names[-1])


def test_players_are_found_by_parts_of_their_name(client: Client, club: Club) -> None:
    a_player(club, "Anna Meier")
    a_player(club, "Luca Rossi")
    page = html_of(client.get(f"/clubs/{club.slug}/players/", {"search": "mei an"}))
    assert "Anna Meier" in page
    assert "Luca Rossi" not in page


def test_a_director_puts_a_player_on_the_list(director: Client, club: Club) -> None:
    answer = director.post(
        f"/clubs/{club.slug}/players/new/", {"name": " Anna  Meier ", "country": "ch"}
    )
    assert answer.status_code == 302
    player = Player.objects.get(club=club)
    assert (player.name, player.country) == ("Anna Meier", "CH")


def test_a_taken_federation_number_is_told_at_the_form(director: Client, club: Club) -> None:
    details = {"name": "Anna Meier", "federation_id": "CH-1"}
    director.post(f"/clubs/{club.slug}/players/new/", details)
    answer = director.post(f"/clubs/{club.slug}/players/new/", details | {"name": "Urs Meier"})
    assert answer.status_code == 200
    assert "has the federation number CH-1" in html_of(answer)
    assert Player.objects.count() == 1


def test_a_director_changes_a_players_details(director: Client, club: Club) -> None:
    player = a_player(club, "Anna Meier")
    answer = director.post(f"/players/{player.pk}/edit/", {"name": "Anna Meier-Frei"})
    assert answer.status_code == 302
    player.refresh_from_db()
    assert player.name == "Anna Meier-Frei"


def test_a_scorer_cannot_change_players(signed_in: SignedIn, club: Club) -> None:
    player = a_player(club)
    scorer = signed_in(club, Role.SCORER)
    answer = scorer.post(f"/players/{player.pk}/edit/", {"name": "Other"})
    assert answer.status_code == 403
    assert "Only directors of the club can do this." in html_of(answer)


def test_a_stranger_is_asked_to_sign_in(client: Client, club: Club) -> None:
    answer = client.get(f"/clubs/{club.slug}/players/new/")
    assert answer.status_code == 302
    assert answer["Location"] == f"/accounts/login/?next=/clubs/{club.slug}/players/new/"


def test_a_players_page_shows_rating_and_matches(client: Client, club: Club) -> None:
    a_drawn_stage(club, 2)
    finish_all(club)
    winner = Rating.objects.order_by("-value")[0].player
    page = html_of(client.get(f"/players/{winner.pk}/"))
    assert winner.name in page
    assert "7–2" in page
    assert "Wednesday" in page


def test_a_players_page_takes_as_many_queries_for_many_matches(
    client: Client, club: Club, queries_of: QueriesOf
) -> None:
    a_drawn_stage(club, 2)
    player = Player.objects.order_by("pk")[0]
    few = queries_of(client, f"/players/{player.pk}/")
    match = Match.objects.get()
    Match.objects.bulk_create(
        Match(club=club, a=match.a, b=match.b, length=7, rules=match.rules) for _ in range(20)
    )
    assert queries_of(client, f"/players/{player.pk}/") == few
