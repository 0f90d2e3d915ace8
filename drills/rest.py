"""A program that speaks the REST contract to whichever web process answers."""

from __future__ import annotations

import http.client
import itertools
import json
import random
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ANSWER_SECONDS = 15
"""After this a phone takes the answer for lost."""
PAUSE_SECONDS = 0.1
"""Between two results of one person, and before another try."""
LAST_TRIES_SECONDS = 180
"""How long somebody goes on trying: no fault lasts so long, on a busy machine either."""


@dataclass(frozen=True)
class Answer:
    """What came back; a status of 0 is nothing."""

    status: int
    body: Any = None

    @property
    def is_success(self) -> bool:
        """Whether it was done."""
        return 200 <= self.status < 300

    @property
    def says_try_again(self) -> bool:
        """Whether it says nothing about the request itself."""
        return self.status == 0 or self.status == 429 or self.status >= 500


class Client:
    """Somebody with a director's token, who knows all web processes and asks one after the other."""

    def __init__(self, ports: Sequence[int], token: str) -> None:
        self._ports = itertools.cycle(random.sample(ports, len(ports)))
        self._token = token
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Any request of the contract, tried once."""
        if self._connection is None:
            self.call(next(self._ports))
        assert self._connection is not None
        own = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            self._connection.request(
                method,
                f"/api/v1/{path}",
                body=None if body is None else json.dumps(body),
                headers={**own, **(headers or {})},
            )
            response = self._connection.getresponse()
            answer = Answer(response.status, _parsed(response.read()))
        except (OSError, http.client.HTTPException):
            answer = Answer(0)
        if answer.says_try_again:
            self.hang_up()
        return answer

    def must(self, method: str, path: str, body: Any = None) -> Any:
        """What is answered to a request that has to succeed, tried for as long as it takes."""
        key = {"Idempotency-Key": uuid.uuid4().hex}
        deadline = time.monotonic() + LAST_TRIES_SECONDS
        while (answer := self.ask(method, path, body, key)).says_try_again:
            assert time.monotonic() < deadline, f"{method} {path}: no answer"
            time.sleep(PAUSE_SECONDS)
        assert answer.is_success, f"{method} {path}: {answer}"
        return answer.body

    def call(self, port: int) -> None:
        """Have the next request go to this web process, over a new connection."""
        self.hang_up()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)

    def hang_up(self) -> None:
        """Let the next request go to the next web process."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content) if content else None
    except ValueError:
        return content[:200].decode(errors="replace")
