"""Registering by a program, as the schema says it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from players.actors import SYSTEM
from tests.integration.factories import a_club, a_player
from tests.integration.matches.playing import client, official, refused
from tests.integration.registration.lists import an_open_event, registered
from tournaments.models import Tournament
from tournaments.services.registrations import approve

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _without_mail(settings: Any) -> None:
    settings.SENDS_MAIL = False
    cache.clear()


def ask(asker: APIClient, event: Tournament, number: int = 1) -> Any:
    said = {"name": f"Robot {number}", "email": f"robot{number}@example.org", "note": "hello"}
    return asker.post(f"/api/v1/tournaments/{event.slug}/registrations/", said, format="json")


def own_address(answer: Any, event: Tournament) -> str:
    secret = answer.json()["manage_url"].split("/me/")[1].strip("/")
    return f"/api/v1/tournaments/{event.slug}/registrations/{secret}/"


def test_from_asking_to_the_place_and_back() -> None:
    club = a_club()
    event = an_open_event(club, places=1)
    phone, director = client(), official(club)
    answers = [ask(phone, event, number) for number in (1, 2)]
    assert [(a.status_code, a.json()["status"]) for a in answers] == [(201, "to_approve")] * 2
    listed = director.get(f"/api/v1/tournaments/{event.slug}/registrations/").json()["results"]
    assert [row["note"] for row in listed] == ["hello", "hello"]
    for row in listed:
        path = f"/api/v1/tournaments/{event.slug}/registrations/{row['id']}/approve/"
        assert refused(phone.post(path))[0] in {401, 403}
        assert director.post(path, {}, format="json").status_code == 200
    first, second = (own_address(answer, event) for answer in answers)
    assert phone.get(first).json()["status"] == "in"
    assert (phone.get(second).json()["status"], phone.get(second).json()["position"]) == (
        *("waiting", 1),
    )
    assert phone.delete(first).json()["status"] == "cancelled"
    assert phone.get(second).json()["status"] == "in"
    assert phone.get(second.replace(second[-6:-1], "00000")).status_code == 404
    assert "robot" not in phone.get(f"/api/v1/tournaments/{event.slug}/entries/").content.decode()


def test_a_program_that_asks_too_often_is_told_when_to_come_back(settings: Any) -> None:
    settings.API_RATES = settings.API_RATES | {"registrations_by_address": 3}
    event = an_open_event()
    answers = [ask(client(), event, number) for number in range(5)]
    # A new minute may have begun meanwhile.
    assert [answer.status_code for answer in answers].count(429) >= 1
    late = next(answer for answer in answers if answer.status_code == 429)
    assert int(late["Retry-After"]) > 0
    assert event.entries.count() == 0


def test_one_address_is_not_pestered_with_mails(settings: Any) -> None:
    settings.API_RATES = settings.API_RATES | {"registrations_by_email": 1}
    event = an_open_event()
    assert {ask(client(), event).status_code for _ in range(4)} == {201, 429}


def test_a_director_gives_away_no_player_of_another_club() -> None:
    club = a_club()
    theirs = a_player(a_club("Club Aare"), "Jörg Weber")
    event = an_open_event(club, registration="approval")
    row = registered(event, "Jörg Weber")
    approve(registration_id=row.pk, actor=SYSTEM, player_id=theirs.pk)
    theirs.refresh_from_db()
    assert event.entries.get().player == theirs
    assert theirs.user is None


def test_the_schema_has_it() -> None:
    schema = client().get("/api/v1/schema/").content.decode()
    for path in (
        "registrations/",
        "registrations/{id}/approve/",
        "registrations/{secret}/check-in/",
    ):
        assert f"/api/v1/tournaments/{{slug}}/{path}:" in schema
