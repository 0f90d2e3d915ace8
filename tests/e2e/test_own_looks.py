"""Looks at something of one's own wait for news too, and nobody is told what is somebody else's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.e2e.echo import SHORT
from tests.e2e.raw_http import RawAnswer, RawConnection, request
from tests.e2e.servers import wait_until
from tests.e2e.test_waiting_looks import is_told, look
from tests.e2e.test_whole_requests import EchoServer

pytestmark = pytest.mark.e2e


@pytest.fixture
def echo(tmp_path: Path) -> Iterator[EchoServer]:
    server = EchoServer(tmp_path)
    server.process.start()
    yield server
    server.process.stop()


@pytest.fixture
def room() -> Iterator[ExitStack]:
    with ExitStack() as open_connections:
        yield open_connections


def change(echo: EchoServer, **versions: int) -> dict[str, Any]:
    """What is there from now on, as the server itself is told."""
    body = json.dumps({**versions, "x": 0}).encode()
    echo.ask(request("POST", "/own", f"Content-Length: {len(body)}", body=body))
    return counts(echo)


def counts(echo: EchoServer) -> dict[str, Any]:
    """How often the news were asked for, and how often somebody's own."""
    told: dict[str, Any] = echo.ask(request("GET", "/own/counts")).json()["mine"]
    return told


def waiting(
    echo: EchoServer, room: ExitStack, *names: str, version: str = '"1-1"'
) -> dict[str, RawConnection]:
    """They have the first version, and wait for the next."""
    asked = {
        name: room.enter_context(echo.connect(look(f"/own/{name}", version))) for name in names
    }
    looks = counts(echo)["looks"]
    wait_until(lambda: counts(echo)["looks"] >= looks + 3)
    assert not any(map(is_told, asked.values()))
    return asked


def assert_news(answer: RawAnswer, version: int) -> None:
    assert (answer.status, answer.json()) == (200, {"mine": version})
    assert answer.headers["preference-applied"] == "wait"
    assert "barpoint-news-of" not in answer.headers


def test_whose_own_has_changed_is_told_and_nobody_else(echo: EchoServer, room: ExitStack) -> None:
    asked = waiting(echo, room, "anna", "beat")
    before = change(echo, anna=2)
    assert_news(asked["anna"].answer(), 2)
    assert not is_told(asked["beat"])
    assert counts(echo)["asked"] == before["asked"] + 1


def test_who_was_told_before_waits_without_a_question(echo: EchoServer, room: ExitStack) -> None:
    asked = waiting(echo, room, "anna")
    change(echo, anna=2)
    assert_news(asked["anna"].answer(), 2)
    before = counts(echo)["asked"]
    asked["anna"].send(look("/own/anna", '"2-1"'))
    looks = counts(echo)["looks"]
    wait_until(lambda: counts(echo)["looks"] >= looks + 3)
    assert counts(echo)["asked"] == before
    change(echo, anna=3)
    assert_news(asked["anna"].answer(), 3)


def test_whoever_has_an_older_version_does_not_wait(echo: EchoServer, room: ExitStack) -> None:
    waiting(echo, room, "anna")
    assert_news(echo.ask(look("/own/anna", '"0-1"')), 1)


def test_what_concerns_all_of_them_is_told_in_turns(echo: EchoServer, room: ExitStack) -> None:
    asked = waiting(echo, room, "anna", "beat", "carla")
    change(echo, event=2)
    began = monotonic()
    for connection in asked.values():
        assert_news(connection.answer(), 1)
    assert monotonic() - began < 3 / SHORT.own_looks_a_second + 1


def test_when_the_time_is_over_they_are_asked_for(echo: EchoServer, room: ExitStack) -> None:
    asked = waiting(echo, room, "anna")
    answer = asked["anna"].answer()
    assert (answer.status, answer.content) == (304, b"")
    assert (answer.headers["etag"], answer.headers["preference-applied"]) == ('"1-1"', "wait")
    # The same connection asks on.
    asked["anna"].send(look("/own/anna", '"1-1"'))
    assert asked["anna"].answer().status == 304


def test_what_is_not_there_is_told_at_once(echo: EchoServer) -> None:
    assert echo.ask(look("/own/nobody", '"1-1"')).status == 404


def test_the_news_are_for_the_server_alone(echo: EchoServer) -> None:
    assert echo.ask(look("/own", '"1"')).status == 404
    assert "barpoint-news-of" not in echo.ask(request("GET", "/own/anna")).headers


def test_a_server_that_stops_sends_them_away(echo: EchoServer, room: ExitStack) -> None:
    asked = waiting(echo, room, "anna", "beat")
    echo.process.stop()
    assert {connection.answer().status for connection in asked.values()} == {304}
