"""The rating list: of today, as of a date, and cut down to those one looks for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.models import Match, Rating, RatingChange
from matches.services.creation import make_casual_match
from matches.services.rating_replay import rate_everything, rate_matches
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Club, Player, Role, User
from players.services.clubs import give_role
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_player

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

MAY, JUNE, NOVEMBER = (datetime(2026, month, 10, 20, tzinfo=UTC) for month in (5, 6, 11))


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    cache.clear()


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    """Ada beats Bo in May and in June, Cid beats Ada in November."""
    ada, bo, cid = (a_player(club, name) for name in ("Ada Ash", "Bo Birch", "Cid Cedar"))
    Player.objects.filter(pk=cid.pk).update(country="FR")
    for winner, loser, at in ((ada, bo, MAY), (ada, bo, JUNE), (cid, ada, NOVEMBER)):
        played(club, winner, loser, at)
    rate_everything()
    return [ada, bo, cid]


def played(club: Club, winner: Player, loser: Player, at: datetime) -> int:
    match = make_casual_match(
        club_id=club.pk, a_id=winner.pk, b_id=loser.pk, rules=MatchRules(7), actor=SYSTEM
    )
    report_result(match_id=match.pk, score=(7, 3), actor=SYSTEM)
    Match.objects.filter(pk=match.pk).update(finished_at=at, rated=True)
    return match.pk


@pytest.fixture
def browser(client: Client, club: Club) -> Client:
    """A director's."""
    user = User.objects.create_user("d@example.org")
    give_role(club_id=club.pk, user_id=user.pk, role=Role.DIRECTOR)
    client.force_login(user)
    return client


def listed(client: Client, club: Club, **asked: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client.get(
        "/api/v1/ratings/", {"club": club.slug, **asked}
    ).json()["results"]
    return rows


def page(client: Client, club: Club, **asked: str) -> str:
    return client.get(f"/clubs/{club.slug}/ratings/", asked).content.decode()


def test_as_of_a_date_it_is_the_list_of_that_day(
    client: Client, club: Club, people: list[Player]
) -> None:
    ada, bo, _ = people
    then = listed(client, club, as_of="2026-05-11T00:00:00Z")
    first = RatingChange.objects.get(player=ada, at=MAY)
    assert [line["player"]["id"] for line in then] == [ada.pk, bo.pk]
    assert (then[0]["rating"], then[0]["matches"]) == (first.after, 1)
    assert (then[0]["experience"], then[0]["rank"]) == (7, 1)
    assert then[0]["last_played"].startswith("2026-05-10")
    now = {line["player"]["id"]: line["rating"] for line in listed(client, club)}
    assert now == dict(Rating.objects.values_list("player", "value"))


def test_the_list_as_of_now_is_the_list(client: Client, club: Club, people: list[Player]) -> None:
    assert people
    assert listed(client, club, as_of="2027-01-01T00:00:00Z") == listed(client, club)


def test_a_past_day_is_remembered_until_something_before_it_is_rated_otherwise(
    client: Client, club: Club, people: list[Player]
) -> None:
    ada, bo, cid = people
    day = "2026-07-01T00:00:00Z"

    def asked() -> tuple[list[tuple[int, int]], int]:
        with CaptureQueriesContext(connection) as queries:
            lines = listed(client, club, as_of=day)
        return [(line["rank"], line["player"]["id"]) for line in lines], len(queries)

    first, then = asked(), asked()
    assert first[0] == then[0] == [(1, ada.pk), (2, bo.pk)]
    assert then[1] == first[1] - 1
    rate_matches(match_ids=[played(club, cid, bo, NOVEMBER + timedelta(days=1))])
    assert asked() == then
    late = played(club, cid, bo, MAY + timedelta(days=1))
    rate_matches(match_ids=[late])
    assert {player for _, player in asked()[0]} == {ada.pk, bo.pk, cid.pk}
    Match.objects.filter(pk=late).update(rated=False)
    rate_matches(match_ids=[late])
    assert asked() == (first[0], first[1])
    Player.objects.filter(pk=bo.pk).update(anonymised_at=timezone.now())
    assert asked()[0] == [(1, ada.pk)]


def test_equal_ratings_of_a_day_share_a_rank_on_whatever_page(client: Client) -> None:
    club = a_club()
    for pair in ("Ann Bea", "Cay Dot"):
        winner, loser = (a_player(club, name) for name in pair.split())
        played(club, winner, loser, MAY)
    rate_everything()
    asked = {"as_of": "2026-05-11T00:00:00Z", "page_size": "1"}
    lines = [listed(client, club, **asked, page=str(page))[0] for page in (1, 2, 3, 4)]
    places = [(line["rank"], line["player"]["name"]) for line in lines]
    assert places == [(1, "Ann"), (1, "Cay"), (3, "Bea"), (3, "Dot")]


def test_filters(client: Client, club: Club, people: list[Player]) -> None:
    ada, _, cid = people
    french = listed(client, club, country="fr")
    assert [(line["player"]["id"], line["rank"]) for line in french] == [(cid.pk, 1)]
    recent = listed(client, club, played_since="2026-11-01T00:00:00Z")
    assert {line["player"]["id"] for line in recent} == {ada.pk, cid.pk}


@pytest.mark.parametrize(
    "asked",
    [
        {"as_of": "yesterday"},
        {"as_of": "2026-05-11"},
        {"as_of": "0001-01-01T00:00:00Z"},
        {"played_since": "2026-13-01T00:00:00Z"},
        {"country": "Switzerland"},
        {"country": "\x00"},
    ],
)
def test_what_is_not_understood_is_refused(
    client: Client, club: Club, asked: dict[str, str]
) -> None:
    assert client.get("/api/v1/ratings/", {"club": club.slug, **asked}).status_code == 400
    # Django refuses a zero byte in any page's address.
    shown = 400 if "\x00" in asked.get("country", "") else 200
    assert client.get(f"/clubs/{club.slug}/ratings/", asked).status_code == shown


def test_the_page_shows_the_day_and_what_it_changed(
    client: Client, club: Club, people: list[Player]
) -> None:
    ada, bo, cid = people
    today = page(client, club)
    gain = RatingChange.objects.get(player=cid).after - 1500
    assert f"▲ +{gain:.1f}" in today
    assert "provisional" in today
    may = page(client, club, as_of="2026-05-31")
    assert ada.name in may
    assert bo.name in may
    assert cid.name not in may
    since = page(client, club, since="2026-05-01")
    whole = Rating.objects.get(player=bo).value - 1500
    assert f"▼ −{abs(whole):.1f}" in since


def test_an_empty_list_says_so(client: Client, club: Club, people: list[Player]) -> None:
    assert people
    assert "Nobody is on this list" in page(client, club, as_of="2020-01-01")


@pytest.mark.parametrize("asked", [{}, {"as_of": "2026-12-01", "active": "12"}])
def test_the_same_queries_however_many_are_on_it(
    client: Client, club: Club, people: list[Player], asked: dict[str, str]
) -> None:
    def queries() -> int:
        page(client, club, **asked)
        with CaptureQueriesContext(connection) as captured:
            page(client, club, **asked)
        return len(captured)

    few = queries()
    for number in range(12):
        newcomer = a_player(club, f"New {number}")
        played(club, newcomer, people[0], NOVEMBER + timedelta(minutes=number))
    rate_everything()
    assert queries() == few


def test_a_club_leaves_out_who_has_not_played_for_long(
    client: Client, club: Club, people: list[Player]
) -> None:
    ada, bo, cid = people
    now = timezone.now()
    for player, days in ((ada, 10), (bo, 200), (cid, 20)):
        Rating.objects.filter(player=player).update(last_played=now - timedelta(days=days))
    assert "Bo Birch" in page(client, club)
    Club.objects.update(listed_months=3)
    shortened = page(client, club)
    assert "Bo Birch" not in shortened
    assert "Only players with a match in the last 3 months are listed." in shortened
    assert 'href="?active=0"' in shortened
    assert "Bo Birch" not in page(client, club, page="1")
    everybody = page(client, club, active="0")
    assert "Bo Birch" in everybody
    assert "are listed" not in everybody
    assert {line["player"]["id"] for line in listed(client, club)} == {ada.pk, bo.pk, cid.pk}


def test_a_director_says_who_is_on_the_list(browser: Client, club: Club) -> None:
    address = f"/clubs/{club.slug}/settings/"
    form = browser.get(address).context["form"]
    said = {name: form[name].value() or "" for name in form.fields} | {"listed_months": "12"}
    assert browser.post(address, said).status_code == 302
    club.refresh_from_db()
    assert club.listed_months == 12
    assert browser.post(address, said | {"listed_months": "7"}).status_code == 200


def test_where_there_are_other_clubs_their_players_can_be_listed_too(
    client: Client, club: Club, people: list[Player]
) -> None:
    assert "all clubs" not in page(client, club)
    other = a_club("Aare")
    played(other, a_player(other, "Dora Dogwood"), a_player(other, "Emil Elm"), MAY)
    rate_everything()
    shown = page(client, club)
    assert "all clubs" in shown
    assert "Dora Dogwood" not in shown
    everywhere = page(client, club, clubs="all")
    assert "Dora Dogwood" in everywhere
    assert "<small>Aare</small>" in everywhere
    assert people[0].name in everywhere
    assert people[0].name in page(client, club, clubs="none")
