"""Seasons over REST: set up, changed, closed; twice, too late, and with what cannot be meant."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from players.models import Club, Player
from tests.integration.factories import a_club, a_player, a_token
from tests.integration.held_events import held
from tournaments.models import Season

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

ADDRESS = "/api/v1/seasons/"
YEAR = {"first_day": "2026-01-01", "last_day": "2026-12-31"}


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def director(club: Club) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {a_token(club)}")
    return client


def made(director: APIClient, club: Club, **further: Any) -> dict[str, Any]:
    body = {"club": club.slug, "name": "League", **YEAR, **further}
    answer = director.post(ADDRESS, body)
    assert answer.status_code == 201, answer.content
    found: dict[str, Any] = answer.json()
    return found


def two(club: Club) -> list[Player]:
    return [a_player(club, name) for name in ("Anna", "Beat")]


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["errors"][0]["code"]


def test_a_season_is_set_up_with_the_usual_rules(director: APIClient, club: Club) -> None:
    season = made(director, club)
    assert (season["slug"], season["rules"]["formula"], season["left_out"]) == (
        "league",
        "place",
        [],
    )
    assert director.get(f"{ADDRESS}league/").json() == season
    assert director.get(f"{ADDRESS}league/standings/").json()["rows"] == []


def test_a_formula_brings_what_is_usual_for_a_win(director: APIClient, club: Club) -> None:
    rules = made(director, club, rules={"formula": "margin", "best": 3})["rules"]
    assert (rules["per_win"], rules["best"], rules["champion_first"]) == (100, 3, True)


def test_the_same_request_twice_makes_one_season(director: APIClient, club: Club) -> None:
    body = {"club": club.slug, "name": "League", **YEAR}
    first, second = (director.post(ADDRESS, body, HTTP_IDEMPOTENCY_KEY="k") for _ in range(2))
    assert first.json() == second.json()
    assert Season.objects.count() == 1
    assert refused(director.post(ADDRESS, body)) == (409, "season_exists")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"rules": {"places": [1, 2]}}, "season_rules_not_valid"),
        ({"rules": {"formula": "luck"}}, "invalid_choice"),
        ({"rules": {"bests": 3}}, "unknown_field"),
        ({"rules": {"places": [1] * 129}}, "max_length"),
        ({"last_day": "2025-12-31"}, "season_dates"),
        ({"last_day": "2036-12-31"}, "season_dates"),
        ({"names": "x"}, "unknown_field"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    director: APIClient, club: Club, wrong: dict[str, Any], code: str
) -> None:
    answer = director.post(ADDRESS, {"club": club.slug, "name": "League", **YEAR, **wrong})
    assert refused(answer) == (400, code)
    assert not Season.objects.exists()


def test_an_event_is_left_out_and_counts_again(director: APIClient, club: Club) -> None:
    event = held(club, two(club))
    made(director, club)
    table = f"{ADDRESS}league/standings/"
    assert len(director.get(table).json()["rows"]) == 2
    changed = director.patch(f"{ADDRESS}league/", {"left_out": [event.slug]}).json()
    assert changed["left_out"] == [event.slug]
    assert director.get(table).json()["rows"] == []
    assert director.patch(f"{ADDRESS}league/", {"left_out": []}).json()["left_out"] == []
    assert len(director.get(table).json()["rows"]) == 2


def test_an_event_of_other_days_cannot_be_left_out(director: APIClient, club: Club) -> None:
    event = held(club, two(club), year=2025)
    made(director, club)
    answer = director.patch(f"{ADDRESS}league/", {"left_out": [event.slug]})
    assert refused(answer) == (400, "invalid")
    wider = {"first_day": "2025-01-01", "left_out": [event.slug]}
    assert director.patch(f"{ADDRESS}league/", wider).json()["left_out"] == [event.slug]


def test_who_may_not_see_an_event_does_not_read_that_it_is_left_out(
    director: APIClient, club: Club
) -> None:
    event = held(club, two(club))
    made(director, club)
    director.patch(f"{ADDRESS}league/", {"left_out": [event.slug]})
    event.refresh_from_db()
    event.published_at = None
    event.save()
    assert APIClient().get(f"{ADDRESS}league/").json()["left_out"] == []
    assert director.get(f"{ADDRESS}league/").json()["left_out"] == [event.slug]


def test_a_season_is_closed_with_its_awards_and_reopened(director: APIClient, club: Club) -> None:
    held(club, two(club))
    made(director, club)
    closed = [director.post(f"{ADDRESS}league/close/").json()["closed_at"] for _ in range(2)]
    assert closed[0]
    assert closed[0] == closed[1]
    assert director.get(f"{ADDRESS}league/standings/").json()["awards"]
    late = director.patch(f"{ADDRESS}league/", {"name": "Other"})
    assert refused(late) == (409, "season_closed")
    assert refused(director.delete(f"{ADDRESS}league/")) == (409, "season_closed")
    assert director.post(f"{ADDRESS}league/reopen/").json()["closed_at"] is None
    assert director.delete(f"{ADDRESS}league/").status_code == 204
    assert director.get(f"{ADDRESS}league/").status_code == 404
