"""The form of an answer, and of what is sent: what most programs say, and what some do."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.integration.factories import a_club, a_token

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("accepted", "status"),
    [
        (None, 200),
        ("*/*", 200),
        ("application/json", 200),
        ("application/*", 200),
        ("text/html,application/xhtml+xml,*/*;q=0.8", 200),
        ("application/json;q=0.9", 200),
        ("text/html", 406),
        ("nonsense", 406),
    ],
)
def test_an_answer_is_json_or_none(client: Client, accepted: str | None, status: int) -> None:
    club = a_club()
    headers = {} if accepted is None else {"Accept": accepted}
    answer = client.get(f"/api/v1/clubs/{club.slug}/", headers=headers)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("", 415),
    ],
)
def test_what_is_sent_is_json_or_refused(client: Client, kind: str, status: int) -> None:
    club = a_club()
    answer = client.post(
        "/api/v1/players/",
        data=f'{{"club": "{club.slug}", "name": "Ann Example"}}',
        content_type=kind,
        headers={"Authorization": f"Bearer {a_token(club)}"},
    )
    assert answer.status_code == status, answer.content
