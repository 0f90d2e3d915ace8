"""Who passes by the middleware for browsers, and that nothing is lost by it."""

from __future__ import annotations

import pytest
from django.core.handlers.base import BaseHandler
from django.test import Client, RequestFactory
from django.utils.timezone import now

from api.programs import POLICY, is_of_program
from outbox.services import run_pending
from tests.integration.factories import a_club, a_drawn_stage
from tournaments.models import Tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("path", "headers", "is_program"),
    [
        ("/api/v1/clubs/", {}, True),
        ("/api/v1/clubs/", {"Accept": "application/json"}, True),
        ("/api/v1/clubs/", {"Accept": "text/html,application/xhtml+xml"}, False),
        ("/api/v1/clubs/", {"Cookie": "sessionid=1"}, False),
        ("/", {}, False),
        ("/events/night/live/bracket/", {}, True),
        ("/events/night/stages/2/live/standings/", {"Accept": "text/html"}, True),
        ("/events/night/live/bracket/", {"Cookie": "sessionid=1"}, False),
        ("/events/live/register/", {}, False),
        ("/events/night/", {}, False),
    ],
)
def test_only_requests_without_cookies_over_rest_pass_by(
    path: str, headers: dict[str, str], is_program: bool
) -> None:
    request = RequestFactory().get(path, headers=headers)
    assert is_of_program(request) is is_program


def test_a_program_gets_no_cookies_and_a_policy_that_lets_nothing_run() -> None:
    answer = Client().get("/api/v1/clubs/")
    assert answer.status_code == 200
    assert not answer.cookies
    assert answer["Content-Security-Policy"] == POLICY
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_page_of_the_rest_interface_has_the_policy_of_pages() -> None:
    answer = Client().get("/api/v1/docs/", headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_a_wrong_host_is_refused_here_too() -> None:
    answer = Client().get("/api/v1/clubs/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400


def test_the_language_of_the_request_before_does_not_stay() -> None:
    client = Client()
    german = client.get("/", headers={"Accept-Language": "de"})
    assert german["Content-Language"] == "de"
    missing = client.get("/api/v1/tournaments/none/")
    assert missing.json()["errors"][0]["detail"] == "Not found."


def test_every_handler_has_its_own_way_past() -> None:
    """Django's tests make one after the other in a process."""
    first, second = BaseHandler(), BaseHandler()
    first.load_middleware()
    second.load_middleware()
    request = RequestFactory().get("/api/v1/clubs/")
    assert first.get_response(request).status_code == second.get_response(request).status_code


def test_a_part_of_a_page_is_the_same_with_and_without_the_middleware_for_browsers() -> None:
    event = a_drawn_stage(a_club(), 4).tournament
    Tournament.objects.filter(pk=event.pk).update(published_at=now())
    run_pending()
    path = f"/events/{event.slug}/live/bracket/"
    past, through = (
        Client().get(path, headers={"Accept-Language": "de", "Cookie": cookie})
        for cookie in ("", "unknown=1")
    )
    assert past.status_code == through.status_code == 200
    assert past.content == through.content
    for header in ("ETag", "Content-Language", "Cache-Control"):
        assert past[header] == through[header]
    assert {"Cookie", "Accept-Language"} <= set(past["Vary"].split(", "))
    held = Client().get(path, headers={"Accept-Language": "de", "If-None-Match": past["ETag"]})
    assert (held.status_code, held.content) == (304, b"")
    assert Client().get("/events/nowhere/live/bracket/").status_code == 404


def test_a_part_of_a_page_that_is_not_public_is_for_those_who_are_signed_in() -> None:
    event = a_drawn_stage(a_club(), 4).tournament
    Tournament.objects.filter(pk=event.pk).update(published_at=None)
    run_pending()
    assert Client().get(f"/events/{event.slug}/live/bracket/").status_code == 404
