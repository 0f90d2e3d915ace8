"""Many pages that keep themselves up to date, as static/js/live.js does, in a process of their own.

Each has a connection of its own. It asks by version, lets the question wait where the server can, and asks on a second
after each answer; elsewhere every second and a half, or ten times as long as an answer took.
"""

from __future__ import annotations

import asyncio
import gzip
import multiprocessing
import re
import resource
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue
from random import Random
from time import monotonic

EVERY = 1.5
PAUSE = 1.0
WAIT = 20
TIMES_AS_LONG = 10
RESULTS = {"/live/bracket/": b'class="pairing is-finished"', "/part/": b'<li class="rowline">'}
"""How a result looks, by how the address of a page ends: in a bracket, in one's own night."""
COME_WITHIN = 8.0
"""Seconds in which all of them have come."""
_HEADERS = re.compile(
    rb"^(content-length|etag|preference-applied): *([^\r]*)", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True)
class Page:
    """What one of them looks at."""

    kind: str
    path: str
    longest: float = 30.0
    """Seconds between two questions at most, however slow the server is."""
    remembers: bool = True
    """Whether it asks by version; somebody who comes for the first time has none."""


@dataclass(frozen=True)
class Audience:
    """Who looks at what, until when by the monotonic clock, which processes share."""

    port: int
    pages: list[Page]
    until: float


@dataclass
class Looks:
    """What they went through."""

    latencies: dict[str, list[float]] = field(default_factory=dict)
    """Of questions that did not wait."""
    answers: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    first_seen: dict[str, list[list[float]]] = field(default_factory=dict)
    """By path: for each of its pages, when it first had so many results."""
    waited: int = 0
    """Answers to questions that could wait."""
    processor_seconds: float = 0.0

    @property
    def errors(self) -> int:
        """Answers that were none."""
        return sum(self.answers.values()) - self.answers["200"] - self.answers["304"]


class Crowd:
    """All of them."""

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self.looks = Looks()
        self.luck = Random(len(audience.pages))
        self._results: dict[bytes, int] = {}

    async def look_on(self) -> Looks:
        """Until it is over."""
        loop = asyncio.get_running_loop()
        pages = [Watcher(self, page) for page in self.audience.pages]
        for page in pages:
            loop.call_later(self.luck.uniform(0, COME_WITHIN), page.ask)
        await asyncio.sleep(self.audience.until - monotonic())
        for page in pages:
            page.leave()
        self.looks.processor_seconds = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        return self.looks

    def results_in(self, etag: bytes, body: bytes, result: bytes) -> int:
        """How many results are in it; unpacked once for all who have it."""
        if etag not in self._results:
            self._results[etag] = gzip.decompress(body).count(result)
        return self._results[etag]


class Watcher(asyncio.Protocol):
    """One of them."""

    def __init__(self, crowd: Crowd, page: Page) -> None:
        self._crowd = crowd
        self._page = page
        self._result = next((RESULTS[end] for end in RESULTS if page.path.endswith(end)), b"")
        self._transport: asyncio.Transport | None = None
        self._connecting: asyncio.Task[object] | None = None
        self._buffer = bytearray()
        self._etag = b""
        self._asked: float | None = None
        self._is_gone = False
        self._seen: list[float] = []
        crowd.looks.first_seen.setdefault(page.path, []).append(self._seen)

    def ask(self) -> None:
        """The next question."""
        if self._is_gone:
            return
        self._asked = monotonic()
        if self._transport is None:
            port = self._crowd.audience.port
            connecting = asyncio.get_running_loop().create_connection(
                lambda: self, "127.0.0.1", port
            )
            self._connecting = asyncio.ensure_future(connecting)
            self._connecting.add_done_callback(self._not_connected)
        else:
            self._send()

    def leave(self) -> None:
        """Close the page."""
        self._is_gone = True
        if self._transport:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        found = {name.lower(): value for name, value in _HEADERS.findall(self._buffer[:end])}
        size = end + 4 + int(found.get(b"content-length", 0))
        if len(self._buffer) < size:
            return
        body = bytes(self._buffer[end + 4 : size])
        status = self._buffer[9:12].decode()
        self._buffer.clear()
        self._read(status, found, body)

    def connection_lost(self, _why: Exception | None) -> None:
        self._transport = None
        self._buffer.clear()
        if self._asked is not None and not self._is_gone:
            self._fail("lost")

    def _not_connected(self, connecting: asyncio.Task[object]) -> None:
        if not connecting.cancelled() and connecting.exception() is not None:
            self._fail("not connected")

    def _fail(self, what: str) -> None:
        self._crowd.looks.answers[what] += 1
        self._asked = None
        asyncio.get_running_loop().call_later(2 * EVERY, self.ask)

    def _send(self) -> None:
        assert self._transport is not None
        lines = ["Host: 127.0.0.1", "Accept-Encoding: gzip"]
        if self._etag and self._page.remembers:
            lines += [f"If-None-Match: {self._etag.decode()}", f"Prefer: wait={WAIT}"]
        head = "\r\n".join([f"GET {self._page.path} HTTP/1.1", *lines])
        self._transport.write(f"{head}\r\n\r\n".encode())

    def _read(self, status: str, found: dict[bytes, bytes], body: bytes) -> None:
        assert self._asked is not None
        now, looks = monotonic(), self._crowd.looks
        took, self._asked = now - self._asked, None
        looks.answers[status] += 1
        looks.bytes += len(body)
        could_wait = b"preference-applied" in found
        looks.waited += could_wait
        if not could_wait:
            looks.latencies.setdefault(self._page.kind, []).append(took)
        if status == "200":
            self._etag = found.get(b"etag", b"")
            if self._result:
                results = self._crowd.results_in(self._etag, body, self._result)
                self._seen += [now] * (results - len(self._seen))
        slow = min(took * TIMES_AS_LONG, self._page.longest)
        pause = PAUSE if could_wait else max(EVERY, slow)
        pause *= self._crowd.luck.uniform(0.9, 1.1)
        asyncio.get_running_loop().call_later(pause, self.ask)


def _look_on(audience: Audience, told: Queue[Looks]) -> None:
    told.put(asyncio.run(Crowd(audience).look_on()))


@dataclass
class Looking:
    """A crowd under way."""

    process: BaseProcess
    told: Queue[Looks]

    def looks(self) -> Looks:
        """What it went through, when it is over."""
        looks = self.told.get()
        self.process.join()
        return looks


@contextmanager
def looking_on(audience: Audience) -> Iterator[Looking]:
    """All of them, in a process of their own."""
    context = multiprocessing.get_context("spawn")
    told: Queue[Looks] = context.Queue()
    process = context.Process(target=_look_on, args=(audience, told), daemon=True)
    process.start()
    try:
        yield Looking(process, told)
    finally:
        process.kill()
        process.join()
