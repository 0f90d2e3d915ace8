"""
The line of requests in front of the one thread on which the site works.

Addresses take turns, each with its oldest request, so that whoever asks a thousand things at once
waits for a thousand answers and everybody else for one. A hall full of people has one address, so of each address changes, looks
by version, what somebody with a token or cookies asks, and everything else take turns as well: neither a result nor the
director's page waits for a thousand phones. Behind many others a request is watched
(`Limits.watched_from`), and dropped when its turn comes if its client has gone: nobody would read the answer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from queue import SimpleQueue
from threading import Lock
from typing import Generic, TypeVar

from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined]

from deploy.gateway import Answer, Environ


@dataclass(slots=True)
class Request:
    """One that is here as a whole."""

    scope: Scope
    body: bytes
    told: Environ
    """What the server adds to it."""
    proto: HTTPProtocol | None
    """Where the answer is to be sent; with none it is only handed back."""
    answered: asyncio.Future[Answer | None]
    """None if there is none: its client has gone, or something failed."""
    is_gone: bool = False
    """Whether its client has closed the connection."""


R = TypeVar("R")


class Matter(Enum):
    """What a request is about, as far as its turn goes."""

    CHANGE = "change"
    LOOK_AGAIN = "look again"
    """By somebody who has a version of it."""
    OF_SOMEBODY = "of somebody"
    """With a token or cookies: whoever runs the night is among these."""
    OTHER = "other"


def matter_of(scope: Scope) -> Matter:
    """What a request is about."""
    if scope.method not in {"GET", "HEAD", "OPTIONS"}:
        return Matter.CHANGE
    if "if-none-match" in scope.headers:
        return Matter.LOOK_AGAIN
    is_somebody = "authorization" in scope.headers or "cookie" in scope.headers
    return Matter.OF_SOMEBODY if is_somebody else Matter.OTHER


class TurnsByAddress(Generic[R]):
    """A queue from one thread to another."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[Hashable, deque[R]] = {}
        self._count = 0
        self._wake: SimpleQueue[bool] = SimpleQueue()

    def put(self, address: Hashable, request: R) -> int:
        """Stand in line; how many are there now."""
        with self._lock:
            self._waiting.setdefault(address, deque()).append(request)
            self._count += 1
            count = self._count
        self._wake.put(True)
        return count

    def close(self) -> None:
        """Nothing will be put any more; what waits is taken first."""
        self._wake.put(False)

    def take(self) -> R | None:
        """Wait for the next in turn; None when the queue is closed."""
        if not self._wake.get():
            return None
        with self._lock:
            address = next(iter(self._waiting))
            requests = self._waiting.pop(address)
            request = requests.popleft()
            if requests:
                # To the end of the line: the others first.
                self._waiting[address] = requests
            self._count -= 1
        return request
