"""Rating pools over REST: set up, changed, filled, deleted; twice, by the wrong person, with what cannot be meant."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from rest_framework.test import APIClient

from matches.models import PoolException, Rating, RatingChange, RatingPool, StartValue
from matches.services import rating_replay
from matches.services.creation import MatchSettings, NewMatch, make_matches
from matches.services.rating_pools import take_history_away
from matches.services.results import report_result
from matches.services.verification import rating_differences
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Player
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_player, a_token, a_user, an_event

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

ADDRESS = "/api/v1/pools/"


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def director(club: Club) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {a_token(club)}")
    return client


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [a_player(club, name) for name in ("Ada Ash", "Bo Birch", "Cid Cedar")]


def played(club: Club, winner: Player, loser: Player, length: int = 5, event: str = "") -> None:
    (match,) = make_matches(
        club_id=club.pk,
        new_matches=[NewMatch(winner.pk, loser.pk, MatchRules(length=length))],
        actor=SYSTEM,
        settings=MatchSettings(event=event),
    )
    report_result(match_id=match.pk, score=(length, 0), actor=SYSTEM)


def all_jobs() -> None:
    while run_pending():
        pass


def made(director: APIClient, club: Club, **further: Any) -> dict[str, Any]:
    answer = director.post(ADDRESS, {"club": club.slug, "name": "Long matches", **further})
    assert answer.status_code == 201, answer.content
    found: dict[str, Any] = answer.json()
    return found


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["errors"][0]["code"]


def rated(pool: str) -> dict[str, int]:
    found = Rating.objects.filter(pool=pool).values_list("player__name", "matches")
    return dict(found)


def test_a_new_pool_rates_what_was_played_before_it(
    director: APIClient, club: Club, people: list[Player]
) -> None:
    ada, bo, cid = people
    played(club, ada, bo, 3)
    played(club, ada, cid, 7)
    all_jobs()
    pool = made(director, club, shortest=5)
    assert pool["key"] == "long-matches"
    assert pool["recomputing"] == {"done": 0, "total": 1, "percent": 0}
    all_jobs()
    assert director.get(f"{ADDRESS}long-matches/").json()["recomputing"] is None
    assert rated("long-matches") == {"Ada Ash": 1, "Cid Cedar": 1}
    assert rated("fibs") == {"Ada Ash": 2, "Bo Birch": 1, "Cid Cedar": 1}
    listed = director.get("/api/v1/ratings/", {"system": "long-matches"}).json()["results"]
    assert [row["rating"] > 1500 for row in listed] == [True, False]
    assert list(rating_differences()) == []


def test_a_pool_sent_twice_is_one(director: APIClient, club: Club) -> None:
    made(director, club)
    again = director.post(ADDRESS, {"club": club.slug, "name": "long  MATCHES"})
    assert refused(again) == (409, "pool_exists")
    assert RatingPool.objects.filter(club=club).count() == 1


def test_there_is_a_bound_to_how_many(director: APIClient, club: Club) -> None:
    for number in range(12):
        made(director, club, name=f"Pool of many {number}")
    answer = director.post(ADDRESS, {"club": club.slug, "name": "One more"})
    assert refused(answer) == (409, "too_many_pools")
    assert len(set(RatingPool.objects.values_list("pk", flat=True))) == 13


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", " "),
        ("name", "x" * 61),
        ("name", "\u200b\u200b"),
        ("system", "elo"),
        ("ramp", "steep"),
        ("shortest", 0),
        ("shortest", 65),
        ("provisional_below", -1),
        ("inactive_months", 0),
        ("inactive_months", 601),
        ("club", "nowhere"),
        ("key", "mine"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    director: APIClient, club: Club, field: str, value: object
) -> None:
    answer = director.post(ADDRESS, {"club": club.slug, "name": "Rapid", field: value})
    assert answer.status_code == 400, answer.content
    assert not RatingPool.objects.filter(club=club).exists()


def test_another_setting_has_all_computed_again(
    director: APIClient, club: Club, people: list[Player]
) -> None:
    played(club, people[0], people[1], 3)
    made(director, club)
    all_jobs()
    before = Rating.objects.get(pool="long-matches", player=people[0]).value
    changed = director.patch(f"{ADDRESS}long-matches/", {"ramp": "none"}).json()
    assert changed["recomputing"]["total"] == 1
    assert Rating.objects.get(pool="long-matches", player=people[0]).value == before
    all_jobs()
    assert Rating.objects.get(pool="long-matches", player=people[0]).value < before
    director.patch(f"{ADDRESS}long-matches/", {"system": "glicko2"})
    all_jobs()
    assert Rating.objects.get(pool="long-matches", player=people[0]).deviation
    director.patch(f"{ADDRESS}long-matches/", {"shortest": 7})
    all_jobs()
    assert rated("long-matches") == {}
    assert list(rating_differences()) == []


def test_a_name_moves_no_figure(director: APIClient, club: Club, people: list[Player]) -> None:
    played(club, people[0], people[1])
    made(director, club)
    all_jobs()
    sent = {"name": "Evenings", "provisional_below": 3, "inactive_months": 12}
    changed = director.patch(f"{ADDRESS}long-matches/", sent).json()
    assert changed["recomputing"] is None
    assert {name: changed[name] for name in sent} == sent
    listed = director.get("/api/v1/ratings/", {"system": "long-matches"}).json()["results"]
    assert [row["provisional"] for row in listed] == [False, False]


def test_the_pool_of_all_belongs_to_whoever_runs_the_installation(
    director: APIClient, club: Club
) -> None:
    a_club()
    for answer in (
        director.post(ADDRESS, {"name": "All clubs"}),
        director.patch(f"{ADDRESS}fibs/", {"ramp": "none"}),
        director.delete(f"{ADDRESS}fibs/"),
    ):
        assert refused(answer) == (403, "only_for_the_installation")
    other = APIClient()
    other.credentials(HTTP_AUTHORIZATION=f"Bearer {a_token(a_club())}")
    made(director, club)
    assert other.patch(f"{ADDRESS}long-matches/", {"shortest": 3}).status_code == 403
    admin = APIClient()
    admin.force_login(a_user(is_superuser=True))
    assert admin.post(ADDRESS, {"name": "All clubs"}).status_code == 201
    assert refused(admin.delete(f"{ADDRESS}fibs/")) == (409, "pool_stays")
    assert admin.patch(f"{ADDRESS}fibs/", {"ramp": "gentle"}).json()["ramp"] == "gentle"


def test_a_pool_goes_with_its_ratings_and_the_matches_stay(
    director: APIClient, club: Club, people: list[Player]
) -> None:
    played(club, people[0], people[1])
    made(director, club)
    all_jobs()
    assert director.delete(f"{ADDRESS}long-matches/").status_code == 204
    assert director.get(f"{ADDRESS}long-matches/").status_code == 404
    assert director.delete(f"{ADDRESS}long-matches/").status_code == 404
    all_jobs()
    assert not RatingChange.objects.filter(pool="long-matches").exists()
    assert rated("fibs") == {"Ada Ash": 1, "Bo Birch": 1}


def test_the_history_of_a_deleted_pool_goes_bit_by_bit_and_nobody_sees_it(
    director: APIClient, club: Club, people: list[Player]
) -> None:
    for _ in range(5):
        played(club, people[0], people[1])
    made(director, club)
    all_jobs()
    history = RatingChange.objects.filter(pool="long-matches")
    assert history.count() == 10
    assert director.delete(f"{ADDRESS}long-matches/").status_code == 204
    assert history.count() == 10
    assert director.get(f"{ADDRESS}long-matches/").status_code == 404
    assert "Long matches" not in director.get(ADDRESS).content.decode()
    assert "Long matches" not in director.get(f"/players/{people[0].pk}/").content.decode()
    with patch.dict(rating_replay.CHUNK, {connection.vendor: 4}):
        assert not take_history_away(pool_key="long-matches")
        assert history.count() == 6
        # The name is free, and its new list has nothing of the old one.
        made(director, club)
        all_jobs()
    assert not history.exists()
    assert list(RatingPool.with_going.values_list("pk", flat=True)) == ["fibs", "long-matches-2"]
    assert rated("long-matches-2") == rated("fibs")


def test_the_list_is_of_one_club_if_asked(director: APIClient, club: Club) -> None:
    made(director, club)
    made(director, club, name="Blitz")
    elsewhere = a_club()
    asked = {"club": elsewhere.slug}
    assert [row["key"] for row in director.get(ADDRESS, asked).json()["results"]] == ["fibs"]
    keys = [row["key"] for row in director.get(ADDRESS, {"club": club.slug}).json()["results"]]
    assert keys == ["blitz", "fibs", "long-matches"]


def sent(director: APIClient, table: str, **asked: str) -> Any:
    file = SimpleUploadedFile("start.csv", table.encode())
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    address = f"{ADDRESS}long-matches/start-values/?{query}"
    return director.post(address, {"file": file}, format="multipart")


def test_start_values_are_seen_first_then_taken_and_twice_change_nothing(
    director: APIClient, club: Club, people: list[Player]
) -> None:
    played(club, people[0], people[1])
    made(director, club)
    all_jobs()
    table = "Name;Rating;Experience\nAda Ash;1'712,5;420\nCedar, Cid;1600;\n"
    seen = sent(director, table, dry_run="true").json()
    assert seen == {"created": 2, "updated": 0, "skipped": 0, "errors": []}
    assert not StartValue.objects.exists()
    assert sent(director, table).json() == seen
    assert director.get(f"{ADDRESS}long-matches/").json()["recomputing"]
    all_jobs()
    ada = Rating.objects.get(pool="long-matches", player=people[0])
    assert (ada.value > 1712.5, ada.experience, ada.matches) == (True, 425, 1)
    assert Rating.objects.get(pool="long-matches", player=people[2]).value == 1600
    assert sent(director, table).json() == {"created": 0, "updated": 0, "skipped": 2, "errors": []}
    assert director.get(f"{ADDRESS}long-matches/").json()["recomputing"] is None
    other = sent(director, "Name;Rating\nAda Ash;1500\n").json()
    assert other["updated"] == 1
    all_jobs()
    assert list(rating_differences()) == []


def test_rows_that_cannot_be_used_are_told_by_their_line(
    director: APIClient, club: Club, people: list[Player]
) -> None:
    made(director, club)
    a_player(club, "Dee Dogwood")
    a_player(club, "Dee Dogwood")
    a_player(a_club(), "Far Fir")
    table = (
        "Name;Rating;Experience;Deviation\n"
        "Ada Ash;1600;10;50\n"
        "Ada Ash;1500;;\n"
        "Nobody Known;1600;;\n"
        "Bo Birch;strong;;\n"
        "\n"
        "Cid Cedar;1500;-3;\n"
        "Dee Dogwood;1600;;\n"
        "Far Fir;1600;;\n"
        "Bo Birch;nan;;\n"
        "Bo Birch;9999;;\n"
    )
    report = sent(director, table).json()
    assert report["created"] == 1
    assert [(one["row"], one["code"]) for one in report["errors"]] == [
        (3, "row_not_valid"),
        (4, "not_on_the_list"),
        (5, "row_not_valid"),
        (7, "row_not_valid"),
        (8, "several_known"),
        (9, "not_on_the_list"),
        (10, "row_not_valid"),
        (11, "row_not_valid"),
    ]
    assert StartValue.objects.get().player_id == people[0].pk


def test_a_table_without_ratings_or_too_large_is_refused(director: APIClient, club: Club) -> None:
    made(director, club)
    assert refused(sent(director, "Name;Country\nAda Ash;CH\n")) == (400, "no_rating_column")
    many = "Name;Rating\n" + "Ada Ash;1600\n" * 5002
    assert refused(sent(director, many)) == (400, "table_not_readable")


def test_an_event_says_what_it_counts_for_also_afterwards(
    director: APIClient, club: Club, people: list[Player]
) -> None:
    made(director, club, by_default=False)
    event = an_event(club)
    played(club, people[0], people[1], event=event.slug)
    played(club, people[1], people[2])
    all_jobs()
    address = f"/api/v1/tournaments/{event.slug}/pools/"
    assert director.get(address).json() == {"pools": ["fibs"]}
    assert rated("long-matches") == {}
    answer = director.put(address, {"pools": ["long-matches"]})
    assert answer.json() == {"pools": ["long-matches"]}
    all_jobs()
    assert rated("long-matches") == {"Ada Ash": 1, "Bo Birch": 1}
    assert rated("fibs") == {"Bo Birch": 1, "Cid Cedar": 1}
    assert director.put(address, {"pools": ["long-matches"]}).status_code == 200
    assert PoolException.objects.count() == 2
    director.put(address, {"pools": ["fibs"]})
    all_jobs()
    assert not PoolException.objects.exists()
    assert rated("long-matches") == {}
    assert list(rating_differences()) == []


def test_an_event_counts_for_no_pool_of_another_club(director: APIClient, club: Club) -> None:
    RatingPool.objects.create(key="theirs", name="Theirs", club=a_club())
    address = f"/api/v1/tournaments/{an_event(club).slug}/pools/"
    assert refused(director.put(address, {"pools": ["theirs"]})) == (400, "unknown_pool")
    assert not PoolException.objects.exists()
