"""Looks that wait for something new: all are told, at once, and nobody else waits for them."""

from __future__ import annotations

import json
import select
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.club_night import Director
from tests.e2e.echo import SHORT
from tests.e2e.raw_http import RawAnswer, RawConnection, request
from tests.e2e.servers import Server, wait_until
from tests.e2e.test_whole_requests import EchoServer

pytestmark = pytest.mark.e2e

WAIT = "Prefer: wait=20"


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


def look(path: str = "/news", version: str = '"1"', *lines: str) -> bytes:
    return request("GET", path, f"If-None-Match: {version}", WAIT, *lines)


def publish(echo: EchoServer, **news: Any) -> dict[str, Any]:
    body = json.dumps(news).encode()
    answer = echo.ask(request("POST", "/news", f"Content-Length: {len(body)}", body=body))
    told: dict[str, Any] = answer.json()
    return told


def is_told(connection: RawConnection) -> bool:
    readable, _, _ = select.select([connection.socket], [], [], 0)
    return bool(readable)


def waiting(echo: EchoServer, room: ExitStack, number: int, *lines: str) -> list[RawConnection]:
    """So many that wait for the second version, as those who came first can tell."""
    asked = [room.enter_context(echo.connect(look("/news", '"1"', *lines))) for _ in range(number)]
    looks = _looks(echo)
    # Asked again since: those before it are in the room.
    wait_until(lambda: _looks(echo) >= looks + 3)
    assert not any(map(is_told, asked))
    return asked


def _looks(echo: EchoServer) -> int:
    return int(echo.ask(request("GET", "/news")).json().get("looks", 0))


class TestNews:
    def test_all_who_wait_are_told_what_one_of_them_is_told(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        asked = waiting(echo, room, SHORT.waiting_looks)
        publish(echo, version=2)
        answers = [connection.answer() for connection in asked]
        assert {answer.status for answer in answers} == {200}
        assert {answer.json()["looks"] for answer in answers} == {answers[0].json()["looks"]}
        for answer in answers:
            assert answer.headers["etag"] == '"2"'
            assert answer.headers["preference-applied"] == "wait"
            assert "x-request-id" not in answer.headers
            assert "barpoint-same-for-all" not in answer.headers

    def test_whoever_has_an_older_version_does_not_wait(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        waiting(echo, room, 1)
        publish(echo, version=2)
        wait_until(lambda: echo.ask(look(version='W/"1"')).headers.get("etag") == '"2"')

    def test_nobody_is_told_what_is_older_than_what_they_have(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        (first,) = waiting(echo, room, 1)
        publish(echo, version=2)
        # Through another process, say: this one has not looked since.
        newest = room.enter_context(echo.connect(look(version='"2"')))
        assert first.answer().headers["etag"] == '"2"'
        assert newest.answer().status == 304

    def test_when_the_time_is_over_they_are_told_that_nothing_is_new(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        (asked,) = waiting(echo, room, 1)
        answer = asked.answer()
        assert (answer.status, answer.content) == (304, b"")
        assert (answer.headers["etag"], answer.headers["preference-applied"]) == ('"1"', "wait")
        # The same connection asks on.
        asked.send(look())
        assert asked.answer().status == 304

    def test_other_words_get_another_answer(self, echo: EchoServer, room: ExitStack) -> None:
        (english,) = waiting(echo, room, 1, "Accept-Language: en")
        (german,) = waiting(echo, room, 1, "Accept-Language: de")
        publish(echo, version=2)
        assert english.answer().json()["language"] == "en"
        assert german.answer().json()["language"] == "de"

    def test_a_header_sent_twice_counts_as_the_site_sees_it(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        (usual,) = waiting(echo, room, 1, "Accept-Language: en")
        (odd,) = waiting(echo, room, 1, "Accept-Language: en", "Accept-Language: de")
        publish(echo, version=2)
        assert usual.answer().json()["language"] == "en"
        assert odd.answer().json()["language"] == "en,de"


class TestWhoDoesNotWait:
    @pytest.mark.parametrize(
        "asked",
        [
            request("GET", "/news", 'If-None-Match: "1"'),
            request("GET", "/news", 'If-None-Match: "1"', "Prefer: respond-async"),
            request("GET", "/news", 'If-None-Match: "1"', "Prefer: wait=-1"),
            look("/news", '"1"', "Authorization: Bearer x"),
            look("/news", '"1"', "Range: bytes=0-1"),
            look("/news", '"1"', 'If-Match: "1"'),
            look("/news/personal"),
        ],
    )
    def test_these_are_answered_at_once(self, echo: EchoServer, asked: bytes) -> None:
        answer = echo.ask(asked)
        assert answer.status == 304
        assert "preference-applied" not in answer.headers

    @pytest.mark.parametrize("tags", ['"1", "2"', "*", ""])
    def test_a_look_without_one_version_is_answered_at_once(
        self, echo: EchoServer, tags: str
    ) -> None:
        assert "preference-applied" not in echo.ask(look(version=tags)).headers

    def test_where_there_is_no_room_they_ask_as_ever(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        asked = waiting(echo, room, SHORT.waiting_looks)
        answer = echo.ask(look())
        assert (answer.status, "preference-applied" in answer.headers) == (304, False)
        publish(echo, version=2)
        assert {connection.answer().status for connection in asked} == {200}

    def test_so_many_different_things_are_waited_for(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        for number in range(SHORT.waited_for):
            waiting(echo, room, 1, f"Accept-Language: x-{number}")
        answer = echo.ask(look("/news", '"1"', "Accept-Language: fr"))
        assert (answer.status, "preference-applied" in answer.headers) == (304, False)

    def test_what_nobody_waits_for_is_not_asked_any_more(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        (asked,) = waiting(echo, room, 1)
        assert asked.answer().status == 304
        seconds: list[int] = []

        def is_quiet() -> bool:
            seconds.append(_looks(echo))
            return len(seconds) > 20 and len(set(seconds[-20:])) == 1

        wait_until(is_quiet)


class TestFaults:
    def test_who_goes_away_leaves_room(self, echo: EchoServer, room: ExitStack) -> None:
        with ExitStack() as leaving:
            waiting(echo, leaving, SHORT.waiting_looks)
        wait_until(lambda: "preference-applied" in echo.ask(look()).headers)

    def test_a_site_that_fails_for_a_moment_is_not_noticed(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        (asked,) = waiting(echo, room, 1)
        publish_status(echo, "503 Service Unavailable")
        publish_status(echo, "200 OK")
        publish(echo, version=2)
        assert asked.answer().status == 200

    def test_what_is_not_there_any_more_is_told_so(self, echo: EchoServer, room: ExitStack) -> None:
        asked = waiting(echo, room, 3)
        publish_status(echo, "404 Not Found")
        assert {connection.answer().status for connection in asked} == {404}

    def test_a_server_that_stops_sends_everybody_an_answer(
        self, echo: EchoServer, room: ExitStack
    ) -> None:
        asked = waiting(echo, room, SHORT.waiting_looks)
        echo.process.stop()
        answers = [connection.answer() for connection in asked]
        assert {answer.status for answer in answers} == {304}
        assert not any("preference-applied" in answer.headers for answer in answers)
        assert "Traceback" not in echo.process.last_words()
        assert "destroyed" not in echo.process.last_words()


def publish_status(echo: EchoServer, status: str) -> None:
    body = json.dumps({"status": status}).encode()
    echo.ask(request("POST", "/news", f"Content-Length: {len(body)}", body=body))


@pytest.fixture(params=["club_server", "cluster"])
def server(request: pytest.FixtureRequest) -> Server:
    found: Server = request.getfixturevalue(request.param)
    return found


PARTS = (
    "/events/{}/live/bracket/",
    "/events/{}/live/standings/",
    "/events/{}/live/tv/",
    "/api/v1/tournaments/{}/stages/1/bracket/",
    "/api/v1/tournaments/{}/stages/1/standings/",
)


def test_a_result_is_seen_by_all_who_wait(server: Server, room: ExitStack) -> None:
    director = Director(server)
    slug = director.set_up("Watched", 8)
    wait_until(lambda: server.query("SELECT id FROM outbox_message") == [])
    asked: list[tuple[RawConnection, RawAnswer]] = []
    for part in PARTS:
        path, packed = part.format(slug), "Accept-Encoding: gzip"
        with RawConnection(server.port, request("GET", path, packed)) as connection:
            first = connection.answer()
        waits = look(path, first.headers["etag"], packed)
        # Two of each, one after the other.
        asked += [(room.enter_context(RawConnection(server.port, waits)), first) for _ in range(2)]
    assert director.report(director.ready(slug)[0]).status == 200
    for connection, first in asked:
        answer = connection.answer()
        assert answer.status == 200
        assert answer.headers["preference-applied"] == "wait"
        assert answer.headers["etag"] != first.headers["etag"]
        assert answer.content != first.content


def test_an_event_that_is_hidden_again_is_shown_to_nobody_who_waits(
    server: Server, room: ExitStack
) -> None:
    director = Director(server)
    slug = director.set_up("Hidden", 8)
    wait_until(lambda: server.query("SELECT id FROM outbox_message") == [])
    path = f"/events/{slug}/live/bracket/"
    with RawConnection(server.port, request("GET", path)) as connection:
        etag = connection.answer().headers["etag"]
    asked = room.enter_context(RawConnection(server.port, look(path, etag)))
    director.post(f"tournaments/{slug}/unpublish/")
    assert asked.answer().status == 404
