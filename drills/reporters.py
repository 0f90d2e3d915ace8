"""People at the boards: each reports results with a key, and tries again when there is no answer."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from drills.dying import HEADER
from drills.evening import Evening, Playable
from drills.rest import ANSWER_SECONDS, LAST_TRIES_SECONDS, PAUSE_SECONDS, Answer, Client
from drills.tally import Tally

RELUCTANCE_SECONDS = 0.5
"""Between two results of somebody who never tries again: otherwise all matches would go to them."""
GAMES = (("single", 2), ("single", 2), ("single", 1))
"""A match to five game by game: 2, 4, and 5 in the Crawford game, where the cube is not used."""

LONGEST_MATCH_SECONDS = LAST_TRIES_SECONDS + 4 * ANSWER_SECONDS
"""Within this somebody has reported the match in hand, or given up."""


class Reporter(threading.Thread):
    """One person who reports match after match until told that the evening is over."""

    def __init__(
        self, client: Client, evening: Evening, tally: Tally, *, is_patient: bool = True
    ) -> None:
        super().__init__(daemon=True)
        self._client = client
        self._evening = evening
        self._tally = tally
        self._is_patient = is_patient
        """Whether somebody without an answer tries again; others never do."""
        self.deaths = 0
        """How often a write that asked for it was not answered."""
        self.is_over = threading.Event()
        """Set: take no new match."""

    def run(self) -> None:
        """Report."""
        while not self.is_over.is_set():
            match = self._evening.next_match(self._client)
            if match is not None:
                self._report(match)
            self.is_over.wait(PAUSE_SECONDS if self._is_patient else RELUCTANCE_SECONDS)

    def _report(self, match: Playable) -> None:
        if match.number % 4:
            score = [5, match.number % 5] if match.number % 2 else [match.number % 5, 5]
            self.write(match, "result", {"score": score})
            return
        for number, (kind, cube) in enumerate(GAMES, start=1):
            game = {"number": number, "winner": "a", "kind": kind, "cube": cube}
            if not self.write(match, "games", game):
                return

    def write(self, match: Playable, what: str, body: Any, drill: str = "") -> bool:
        """Send a write, the first time with what a drill asks for; whether it was acknowledged."""
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        self._tally.note_sent(match.number)
        answer = self._try(match, what, body, headers | ({HEADER: drill} if drill else {}))
        self.deaths += bool(drill) and answer.status == 0
        deadline = time.monotonic() + LAST_TRIES_SECONDS
        while answer.says_try_again and self._is_patient and time.monotonic() < deadline:
            time.sleep(PAUSE_SECONDS)
            answer = self._try(match, what, body, headers)
        if answer.is_success:
            self._tally.note_acknowledged(match.number)
        elif self._is_patient or not answer.says_try_again:
            self._tally.note_refusal(f"match {match.number} {what}: {answer}")
        return answer.is_success

    def _try(self, match: Playable, what: str, body: Any, headers: dict[str, str]) -> Answer:
        self._tally.note_try()
        return self._client.ask("POST", f"matches/{match.number}/{what}/", body, headers)


@contextmanager
def reporting(reporters: Sequence[Reporter]) -> Iterator[None]:
    """People report while the block runs; those who wait for an answer then get the time to have it."""
    for reporter in reporters:
        reporter.start()
    try:
        yield
    finally:
        for reporter in reporters:
            reporter.is_over.set()
        deadline = time.monotonic() + LONGEST_MATCH_SECONDS
        for reporter in reporters:
            reporter.join(max(0.0, deadline - time.monotonic()))
        assert not any(reporter.is_alive() for reporter in reporters), "a reporter never ends"
