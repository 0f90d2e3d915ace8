"""A whole event over the REST contract, in one process with its jobs."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from outbox.services import run_pending
from tests.integration.factories import a_club, a_token

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

API = "/api/v1"


def client(token: str = "") -> APIClient:
    signed_in = APIClient()
    if token:
        signed_in.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return signed_in


def set_up(director: APIClient, club: str, entrants: int) -> str:
    made = director.post(
        f"{API}/tournaments/",
        {
            "club": club,
            "name": "Wednesday",
            "starts_at": "2026-11-18T18:30:00Z",
            "rules": {"length": 5, "jacoby": True},
            "stages": [{"name": "Main", "format": "single_elimination"}],
        },
    )
    assert made.status_code == 201, made.content
    slug: str = made.json()["slug"]
    entries = [{"name": f"Entrant {number}"} for number in range(1, entrants + 1)]
    assert (
        director.post(f"{API}/tournaments/{slug}/entries/bulk/", {"entries": entries}).status_code
        == 201
    )
    assert director.post(f"{API}/tournaments/{slug}/publish/").status_code == 200
    return slug


def play_out(director: APIClient, slug: str) -> int:
    """Finish every match, side a winning, and say how many there were."""
    played = 0
    while ready := director.get(
        f"{API}/matches/?tournament={slug}&status=ready&page_size=200"
    ).json()["results"]:
        for match in ready:
            result = director.post(f"{API}/matches/{match['id']}/result/", {"score": [5, 3]})
            assert result.status_code == 200, result.content
            played += 1
    return played


@pytest.mark.parametrize(
    "entrants", [2, 3, 5, *(pytest.param(many, marks=pytest.mark.slow) for many in (8, 13, 128))]
)
def test_an_event_is_played_from_the_draw_to_the_last_result(entrants: int) -> None:
    club = a_club()
    director = client(a_token(club))
    slug = set_up(director, club.slug, entrants)
    drawn = director.post(f"{API}/tournaments/{slug}/stages/1/draw/", {"seed": "lot"})
    assert drawn.status_code == 200, drawn.content

    assert play_out(director, slug) == entrants - 1
    run_pending()

    nobody = client()
    assert nobody.get(f"{API}/tournaments/{slug}/").json()["status"] == "finished"
    standings: dict[str, Any] = nobody.get(f"{API}/tournaments/{slug}/stages/1/standings/").json()
    ranks = [row["rank"] for row in standings["rows"]]
    assert len(ranks) == entrants
    assert ranks[:2] == [1, 2]
    bracket = nobody.get(f"{API}/tournaments/{slug}/stages/1/bracket/").json()
    final = bracket["brackets"][0]["rounds"][-1]["pairings"][0]
    assert final["status"] == "finished"
    assert final[final["winner"]]["player"] == standings["rows"][0]["player"]
    ratings = nobody.get(f"{API}/ratings/?club={club.slug}&page_size=200").json()
    assert ratings["count"] == entrants
    assert sum(row["matches"] for row in ratings["results"]) == 2 * (entrants - 1)


@pytest.mark.parametrize(
    ("field", "value"), [("tables", 0), ("tables", 501), ("entry_fee", "-1.00")]
)
def test_an_event_without_a_single_table_or_with_a_fee_below_nothing_is_refused(
    field: str, value: object
) -> None:
    club = a_club()
    director = client(a_token(club))
    slug = set_up(director, club.slug, 2)
    refused = director.patch(f"{API}/tournaments/{slug}/", {field: value})
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["attr"] == field
