"""A director's program that runs an event over the REST contract."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.e2e.servers import Server, wait_until

CLUB = "limmat"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    body: Any


class Director:
    """Somebody with a director's token of the demo club."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._base = f"{server.base_url}/api/v1"
        token = server.manage("create_token", "--club", CLUB, "--role", "director")
        self.authorization = f"Bearer {token}"
        """What proves it."""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Any request of the contract."""
        request = urllib.request.Request(
            f"{self._base}/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": self.authorization,
                "Content-Type": "application/json",
                **{name.replace("_", "-"): value for name, value in headers.items()},
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return Answer(answer.status, json.load(answer))
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, json.load(error))

    def get(self, path: str) -> Any:
        """What can be read there."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.body

    def post(self, path: str, body: Any = None) -> Any:
        """What a change that is allowed answers."""
        answer = self.ask("POST", path, body)
        assert answer.status in {200, 201}, answer
        return answer.body

    def set_up(self, name: str, entrants: int | Sequence[str], **details: Any) -> str:
        """A published event, drawn with a known seed; its slug."""
        slug: str = self.post(
            "tournaments/",
            {
                "club": CLUB,
                "name": name,
                "starts_at": "2026-11-18T18:30:00Z",
                "rules": {"length": 5},
                "stages": [{"name": "Main", "format": "single_elimination"}],
                **details,
            },
        )["slug"]
        if isinstance(entrants, int):
            entrants = [f"{name} {number}" for number in range(1, entrants + 1)]
        entries = [{"name": entrant} for entrant in entrants]
        self.post(f"tournaments/{slug}/entries/bulk/", {"entries": entries})
        self.post(f"tournaments/{slug}/publish/")
        self.post(f"tournaments/{slug}/stages/1/draw/", {"seed": name})
        return slug

    def ready(self, slug: str) -> list[dict[str, Any]]:
        """Matches that can be played."""
        found = self.get(f"matches/?tournament={slug}&status=ready&page_size=200")
        results: list[dict[str, Any]] = found["results"]
        return results

    def report(self, match: dict[str, Any]) -> Answer:
        """The result of a match, which follows from the names alone, so that it is the same everywhere."""
        luck = sum(map(ord, match["a"]["name"] + match["b"]["name"]))
        score = [5, luck % 5] if luck % 2 else [luck % 5, 5]
        return self.ask("POST", f"matches/{match['id']}/result/", {"score": score})

    def play_out(self, slug: str) -> int:
        """Report every result there is, and say how many there were."""
        played = 0
        while matches := self.ready(slug):
            for match in matches:
                assert self.report(match).status == 200
                played += 1
        return played

    def wait_published(self, slug: str, entrants: int) -> None:
        """Wait until the jobs have caught up with a finished event."""
        wait_until(lambda: self._server.query("SELECT id FROM outbox_message") == [])
        assert len(self.settled(slug)) == entrants
        assert len(self.rated(slug)) == entrants

    def settled(self, slug: str) -> list[tuple[int, str]]:
        """Places that are final."""
        rows = self.get(f"tournaments/{slug}/stages/1/standings/")["rows"]
        return [(row["rank"], row["name"]) for row in rows if row["status"] in {"winner", "out"}]

    def rated(self, slug: str) -> list[tuple[str, float, int]]:
        """The event's newcomers on the rating list."""
        name = self.get(f"tournaments/{slug}/")["name"]
        rows = self.get(f"ratings/?club={CLUB}&page_size=200")["results"]
        return [
            (row["player"]["name"], round(row["rating"], 6), row["matches"])
            for row in rows
            if row["player"]["name"].startswith(f"{name} ")
        ]

    def sheet(self, slug: str) -> list[tuple[str, str | None, str | None, Any, str | None]]:
        """The bracket without what differs from one database to another."""
        bracket = self.get(f"tournaments/{slug}/stages/1/bracket/")
        return [
            (row["key"], row["a"]["name"], row["b"]["name"], row["score"], row["winner"])
            for sheet in bracket["brackets"]
            for stage_round in sheet["rounds"]
            for row in stage_round["pairings"]
        ]
