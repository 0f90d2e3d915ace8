"""Whoever looks again is told so from one row, and never what is not true any more."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from api import looks
from matches.models import Match
from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Role
from tests.integration.factories import a_club, a_drawn_stage, a_user
from tests.integration.matches.playing import official
from tournaments.models import Tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

PARTS = ("/api/v1/tournaments/{}/stages/1/bracket/", "/events/{}/live/bracket/", "/events/{}/")


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def event(club: Club) -> Tournament:
    stage = a_drawn_stage(club, 8)
    run_pending()
    return stage.tournament


@pytest.fixture(params=PARTS)
def address(request: pytest.FixtureRequest, event: Tournament) -> str:
    part: str = request.param
    return part.format(event.slug)


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that were answered in full."""
    seen: list[str] = []
    whole = looks.SecondLooks.__call__

    def watched(self: Any, request: Any) -> Any:
        inner = self._get_response

        def counted(asked: Any) -> Any:
            seen.append(asked.path)
            return inner(asked)

        self._get_response = counted
        try:
            return whole(self, request)
        finally:
            self._get_response = inner

    monkeypatch.setattr(looks.SecondLooks, "__call__", watched)
    return seen


def look(browser: Any, address: str, etag: str, **headers: str) -> Any:
    return browser.get(address, headers={"If-None-Match": etag, **headers})


def test_the_third_look_is_told_what_the_second_was(
    client: Client, address: str, answered: list[str]
) -> None:
    etag = client.get(address)["ETag"]
    second, third = (look(client, address, etag) for _ in range(2))
    assert (second.status_code, third.status_code) == (304, 304)
    assert answered == [address, address]
    ids = {"X-Request-ID"}
    assert {k: v for k, v in third.items() if k not in ids} == {
        k: v for k, v in second.items() if k not in ids
    }
    # Counted under the same name.
    asked = [answer.wsgi_request.resolver_match.view_name for answer in (second, third)]
    assert asked[0] == asked[1]


def test_a_result_ends_it_at_once(client: Client, address: str) -> None:
    etag = client.get(address)["ETag"]
    assert [look(client, address, etag).status_code for _ in range(2)] == [304, 304]
    report_result(match_id=Match.objects.order_by("pk")[0].pk, score=(7, 1), actor=SYSTEM)
    run_pending()
    assert look(client, address, etag).status_code == 200


def test_an_event_that_is_hidden_again_is_found_no_more(
    client: Client, event: Tournament, address: str
) -> None:
    etag = client.get(address)["ETag"]
    assert [look(client, address, etag).status_code for _ in range(2)] == [304, 304]
    Tournament.objects.filter(pk=event.pk).update(published_at=None)
    assert look(client, address, etag).status_code == 404


def test_another_name_is_another_page(client: Client, event: Tournament) -> None:
    address = f"/events/{event.slug}/"
    etag = client.get(address)["ETag"]
    assert [look(client, address, etag).status_code for _ in range(2)] == [304, 304]
    Tournament.objects.filter(pk=event.pk).update(name="Thursday")
    assert look(client, address, etag).status_code == 200


def test_other_words_are_another_question(
    client: Client, event: Tournament, answered: list[str]
) -> None:
    address = f"/events/{event.slug}/live/bracket/"
    etag = client.get(address)["ETag"]
    assert [look(client, address, etag).status_code for _ in range(2)] == [304, 304]
    answered.clear()
    german = {"Accept-Language": "de"}
    assert look(client, address, etag, **german).status_code == 200
    assert look(client, address, '"another"').status_code == 200
    client.cookies["django_language"] = "fr"
    assert look(client, address, etag).status_code == 200
    assert len(answered) == 3


def test_those_who_are_somebody_are_answered_in_full(
    event: Tournament, club: Club, answered: list[str]
) -> None:
    rest, part = (one.format(event.slug) for one in PARTS[:2])
    browser = Client()
    browser.force_login(
        a_user(club, Role.DIRECTOR), backend="django.contrib.auth.backends.ModelBackend"
    )
    for who, address in ((browser, part), (official(club, Role.READER), rest)):
        answered.clear()
        etag = who.get(address)["ETag"]
        assert [look(who, address, etag).status_code for _ in range(3)] == [304] * 3
        assert len(answered) == 4


def test_it_stands_for_seconds_only(
    client: Client, event: Tournament, answered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, "SECONDS", 0.0)
    address = PARTS[1].format(event.slug)
    etag = client.get(address)["ETag"]
    assert [look(client, address, etag).status_code for _ in range(3)] == [304] * 3
    assert len(answered) == 4


def test_there_is_room_for_so_many_and_for_nothing_endless(
    client: Client, event: Tournament, answered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, "MOST_ANSWERS", 2)
    address = PARTS[1].format(event.slug)
    etag = client.get(address)["ETag"]
    for query in ("?a", "?b", "?c"):
        assert look(client, address + query, etag).status_code == 304
    answered.clear()
    assert look(client, address + "?c", etag).status_code == 304
    assert answered == []
    assert look(client, address + "?a", etag).status_code == 304
    assert look(client, address + "?" + "a" * looks.LONGEST_QUESTION, etag).status_code == 304
    assert look(client, address + "?" + "a" * looks.LONGEST_QUESTION, etag).status_code == 304
    assert len(answered) == 3
