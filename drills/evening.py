"""What is played during a drill: a few events, and which of their matches can be reported next."""

from __future__ import annotations

import threading
import uuid
from collections import deque
from typing import Any, NamedTuple

from drills.rest import Client

CLUB = "limmat"
"""The demo club."""
ROUND_ROBIN, ELIMINATION = 16, 32
"""Entrants: all matches of the one can be played at once, those of the other one after the other."""


class Playable(NamedTuple):
    """A match that nobody has reported yet."""

    number: int


class Evening:
    """Published events of the demo club, drawn and ready."""

    def __init__(self, client: Client, *, round_robins: int = 3, eliminations: int = 1) -> None:
        self._ready: deque[Playable] = deque()
        self._given: set[int] = set()
        self._lock = threading.Lock()
        formats = ["round_robin"] * round_robins + ["single_elimination"] * eliminations
        self.events = [self._set_up(client, kind) for kind in formats]
        """By their slugs."""
        for slug in self.events:
            self._take_new(client.must("GET", _ready_matches(slug)))

    def next_match(self, client: Client) -> Playable | None:
        """A match for one person alone; none if all that can be played is given out."""
        with self._lock:
            if self._ready:
                return self._ready.popleft()
        answer = client.ask("GET", _ready_matches(self.events[-1]))
        if answer.is_success:
            self._take_new(answer.body)
        with self._lock:
            return self._ready.popleft() if self._ready else None

    def _set_up(self, client: Client, kind: str) -> str:
        name = f"Drill {uuid.uuid4().hex[:8]}"
        stage = {"name": "Main", "format": kind}
        event: dict[str, Any] = {
            "club": CLUB,
            "name": name,
            "starts_at": "2026-11-18T18:30:00Z",
            "rules": {"length": 5},
            "stages": [stage],
        }
        slug: str = client.must("POST", "tournaments/", event)["slug"]
        entrants = ELIMINATION if kind == "single_elimination" else ROUND_ROBIN
        names = [{"name": f"{name} {number}"} for number in range(1, entrants + 1)]
        client.must("POST", f"tournaments/{slug}/entries/bulk/", {"entries": names})
        client.must("POST", f"tournaments/{slug}/publish/")
        client.must("POST", f"tournaments/{slug}/stages/1/draw/", {"seed": name})
        return slug

    def _take_new(self, listed: Any) -> None:
        with self._lock:
            for match in listed["results"]:
                if match["id"] not in self._given:
                    self._given.add(match["id"])
                    self._ready.append(Playable(match["id"]))


def _ready_matches(slug: str) -> str:
    return f"matches/?tournament={slug}&status=ready&page_size=200"
