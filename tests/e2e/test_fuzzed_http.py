"""Bytes that are nearly HTTP: whatever comes, the server goes on answering. Both engines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import Random

import pytest

from tests.e2e.raw_http import ANOTHER_ADDRESS, RawConnection, half_sent, request
from tests.e2e.servers import Server

pytestmark = pytest.mark.e2e

CASES = 300
PATIENCE_SECONDS = 0.1
"""For the answer to a case; those that are incomplete get none."""
ANSWER_SECONDS = 30
"""For the answer to a request that is right, behind all that those clients have left in line."""
FORM = b"login=a%40example.org&password=x"
JSON = b'{"number": 1, "winner": "a"}'
REQUESTS = (
    request("GET", "/"),
    request("GET", "/events/limmat-cup/live/bracket/", 'If-None-Match: "1"'),
    request("HEAD", "/events/limmat-cup/", "Accept-Encoding: gzip", "Cookie: sessionid=1"),
    request("GET", "/static/barpoint.css", "Range: bytes=0-10"),
    request("OPTIONS", "/api/v1/matches/", "Accept: */*"),
    request("GET", "/api/v1/players/?search=%C3%A9&page=1", "Accept-Language: fr"),
    request(
        "POST",
        "/accounts/login/",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(FORM)}",
        body=FORM,
    ),
    request(
        "POST",
        "/api/v1/matches/1/games/",
        "Authorization: Bearer x",
        "Content-Type: application/json",
        "Idempotency-Key: 1",
        f"Content-Length: {len(JSON)}",
        body=JSON,
    ),
    request(
        "POST",
        "/api/v1/matches/1/games/",
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
        body=b"3\r\nabc\r\n0\r\nTrailer: 1\r\n\r\n",
    ),
    half_sent("/api/v1/matches/1/result/", "Expect: 100-continue"),
)
SITE = 8
"""So many of these, from the first on, are right and come to the site."""
SPICE = (
    b"\x00",
    b"\r",
    b"\n",
    b"\r\n\r\n",
    b"\t",
    b"\xff\xfe",
    b"\xc3\xa9",
    b"%00",
    b"%ff%zz",
    b"/../..//",
    b"?" * 50,
    b"a" * 40_000,
    b"HTTP/1.1",
    b"HTTP/2.0",
    b"GET ",
    b"Host: evil.example\r\n",
    b"Content-Length: 5\r\n",
    b"Content-Length: 99999999999999999999\r\n",
    b"Content-Length: -1\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: gzip, chunked\r\n",
    b"Connection: upgrade\r\nUpgrade: websocket\r\n",
    b"Connection: close\r\n",
    b"Expect: 200-ok\r\n",
    b" folded: header\r\n",
)


def fuzzed(seed: int) -> Iterator[bytes]:
    luck = Random(seed)
    for _ in range(CASES):
        data = bytearray(b"".join(luck.choices(REQUESTS, k=luck.choice([1, 1, 2, 5]))))
        for _ in range(luck.randint(1, 4)):
            start = luck.randrange(len(data) + 1)
            end = min(len(data), start + luck.randrange(30))
            match luck.randrange(5):
                case 0:
                    data[start:start] = luck.choice(SPICE)
                case 1:
                    data[start:end] = luck.randbytes(end - start)
                case 2:
                    data[start:start] = data[start:end]
                case 3:
                    del data[start:end]
                case 4:
                    del data[start:]
        yield bytes(data)


def statuses(port: int, data: bytes) -> list[int]:
    """What is answered to this, if anything."""
    answered = b""
    # It may not want to read all of it, or wait for more.
    with suppress(OSError), RawConnection(port, data, address=ANOTHER_ADDRESS) as connection:
        connection.socket.settimeout(PATIENCE_SECONDS)
        while part := connection.socket.recv(65536):
            answered += part
    return _statuses_in(answered)


def _statuses_in(answered: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", answered)]


def first_status(port: int, data: bytes) -> int:
    """The answer to a request as it should be."""
    answered = b""
    with RawConnection(port, data, address=ANOTHER_ADDRESS) as connection:
        connection.socket.settimeout(ANSWER_SECONDS)
        while not _statuses_in(answered):
            part = connection.socket.recv(65536)
            assert part, "the connection was closed without an answer"
            answered += part
    return _statuses_in(answered)[0]


@pytest.mark.parametrize("engine", ["club_server", "cluster"])
def test_nothing_that_is_nearly_http_stops_it(engine: str, request: pytest.FixtureRequest) -> None:
    server: Server = request.getfixturevalue(engine)
    processes = server.web.pids
    with ThreadPoolExecutor(8) as clients:
        answers = clients.map(partial(statuses, server.port), fuzzed(seed=len(engine)))
    answered = {status for found in answers for status in found}
    # What the server cannot read it refuses by itself; what is right reaches the site, after all that as before.
    assert {400, 411} <= answered
    assert {first_status(server.port, data) for data in REQUESTS[:SITE]} >= {200, 401, 403}
    assert [status for status in answered if status >= 500] == []
    assert server.web.pids == processes
    # Whoever asks from elsewhere does not wait for what these clients have left behind.
    assert server.health()[0] == 200
    assert "failed outside the site" not in server.web.log.read_text()
