"""Clients that hold the server up: half-sent requests and connections on which nothing comes."""

from __future__ import annotations

import select
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import quantiles
from time import perf_counter
from typing import Self

from deploy.open_files import allow_open_files
from tests.e2e.club_night import Director
from tests.e2e.raw_http import RawConnection, half_sent, request

HALF_SENT, IDLE = 300, 1500
READS_A_RESULT = 5
FILES = HALF_SENT + IDLE + 200
"""As many as this takes on the side of the attackers."""


class SlowClients:
    """An attack, as a context: when it is left, all connections are closed."""

    def __init__(self, port: int, *writes: bytes) -> None:
        self._port = port
        self._kinds = (*writes, half_sent("/accounts/login/"))
        self._closing = ExitStack()
        self._connections: list[RawConnection] = []

    def __enter__(self) -> Self:
        files = allow_open_files(FILES)
        assert files == FILES, f"the attack takes {FILES} open files; ulimit -n allows {files}"
        for number in range(HALF_SENT):
            self._connect(self._kinds[number % len(self._kinds)])
        for number in range(IDLE):
            half_headers = request("GET", "/")[: number % 30]
            self._connect(half_headers if number % 2 else b"")
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def _connect(self, data: bytes) -> None:
        connection = self._closing.enter_context(RawConnection(self._port, data))
        self._connections.append(connection)

    @property
    def still_open(self) -> int:
        """How many of the connections the server has neither answered nor closed."""
        poll = select.poll()
        for connection in self._connections:
            poll.register(connection.socket, select.POLLIN)
        return len(self._connections) - len(poll.poll(0))


def answer_times(director: Director, port: int, slug: str) -> list[float]:
    """Seconds for each answer while an event is played out, with watchers who ask in between."""
    times = []
    page = request("GET", f"/events/{slug}/live/bracket/", "Connection: close")
    while matches := director.ready(slug):
        for match in matches:
            times += [_timed_read(port, page) for _ in range(READS_A_RESULT)]
            started = perf_counter()
            assert director.report(match).status == 200
            times.append(perf_counter() - started)
    return times


def _timed_read(port: int, page: bytes) -> float:
    started = perf_counter()
    with RawConnection(port, page) as connection:
        assert connection.answer().status == 200
    return perf_counter() - started


def p99(times: Sequence[float]) -> float:
    """All but one in a hundred are answered within this time."""
    return quantiles(times, n=100)[98]
