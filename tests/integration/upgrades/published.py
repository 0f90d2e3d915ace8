"""Everything that is published: each address, who asks, and what is answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client

from players.actors import SYSTEM
from players.models import Club
from tests.integration.upgrades.eventful_club import AARE, LIMMAT, Desk
from tournaments.publishing.club_years import events_of_year, win_loss_records, years_of

Json = Any
Answers = dict[str, dict[str, Json]]
"""By who asks and what for."""

API = "/api/v1/"
ALL = "page_size=200"
PAGES = ("", "standings/", "entrants/", "proof/", "tv/")
"""Of an event; that they open is looked at, not how they look."""


class World:
    """Everybody who may ask, with keys that were handed out when the recording was made."""

    def __init__(self, keys: Json) -> None:
        self._clients = {"nobody": Client(), "signed in": Client()}
        for role, token in keys["tokens"].items():
            self._clients[role] = Client(headers={"Authorization": f"Bearer {token}"})
        for secret, match in keys["seats"].items():
            seat = Client(headers={"Authorization": f"Table {secret}"})
            self._clients[f"seat at {match}, {secret[:6]}"] = seat
        # Recordings before the first money session have none.
        self._pads = {
            f"pad of {session}, {secret[:6]}": session
            for secret, session in keys.get("pads", {}).items()
        }
        for name, secret in zip(self._pads, keys.get("pads", {}), strict=True):
            self._clients[name] = Client(headers={"Authorization": f"Session {secret}"})
        self._desk = Desk(LIMMAT, keys["tokens"]["director"])
        director = get_user_model().objects.get(email=keys["director"])
        self._clients["signed in"].force_login(director)
        self._seats = {
            f"seat at {match}, {secret[:6]}": match for secret, match in keys["seats"].items()
        }

    def everything(self) -> Answers:
        """What everybody is answered to everything there is to ask."""
        return self.answers({who: list(asked) for who, asked in self._addresses().items()})

    def answers(self, asked: Mapping[str, Iterable[str]]) -> Answers:
        """What these are answered to that."""
        return {
            who: {address: self._answer(who, address) for address in addresses}
            for who, addresses in asked.items()
        }

    def repeat(self, request: Json) -> Json:
        """Send a request again that was sent under a key."""
        return self._desk.post(
            request["path"], request["body"], HTTP_IDEMPOTENCY_KEY=request["key"]
        )

    def _answer(self, who: str, address: str) -> Json:
        answer = self._clients[who].get(address)
        kind = answer.headers.get("Content-Type", "").partition(";")[0]
        if kind == "text/html" or answer.status_code != 200:
            return {"status": answer.status_code}
        body = answer.json() if kind == "application/json" else answer.content.decode()
        return {"status": 200, "body": body}

    def _addresses(self) -> dict[str, Iterator[str]]:
        at_boards = {seat: iter([f"{API}matches/{match}/"]) for seat, match in self._seats.items()}
        for pad, session in self._pads.items():
            at_boards[pad] = iter([f"{API}sessions/{session}/"])
        return at_boards | {
            "nobody": self._public(),
            "director": self._private("director", LIMMAT),
            "scorer": self._entries("not-for-everybody", "winter-open"),
            "reader": self._entries("not-for-everybody", "winter-open"),
            "guest": self._private("guest", AARE),
            "signed in": self._files(),
        }

    def _listed(self, path: str, who: str = "director") -> list[Json]:
        """All pages of a list."""
        found: list[Json] = []
        address = f"{API}{path}"
        while address:
            page = self._clients[who].get(address).json()
            found += page["results"]
            address = page["next"]
        return found

    def _clubs(self) -> list[str]:
        return [club["slug"] for club in self._listed("clubs/")]

    def _events(self) -> list[Json]:
        return self._listed("tournaments/")

    def _public(self) -> Iterator[str]:
        yield f"{API}clubs/"
        for club in self._clubs():
            yield f"{API}clubs/{club}/"
            for what in ("players", "tournaments", "ratings"):
                yield f"{API}{what}/?club={club}&{ALL}"
            yield from (f"/clubs/{club}/{file}" for file in ("calendar.ics", "results.atom"))
            yield from (f"/clubs/{club}/{what}.csv" for what in ("players", "ratings"))
        for player in self._listed("players/"):
            yield f"{API}players/{player['id']}/matches/?{ALL}"
            yield f"{API}players/{player['id']}/ratings/?{ALL}"
        for event in self._events():
            yield from self._of_event(event)
            yield from (f"/events/{event['slug']}/{page}" for page in PAGES)

    def _private(self, who: str, club: str) -> Iterator[str]:
        """What a club's director sees more of than everybody does."""
        for player in self._listed("players/"):
            yield f"{API}players/{player['id']}/"
        yield from self._entries(*(event["slug"] for event in self._events()))
        for event in self._events():
            if not event["published"]:
                yield from self._of_event(event)
            for stage in event["stages"]:
                yield f"{API}tournaments/{event['slug']}/stages/{stage['number']}/plan/"
        yield f"{API}sessions/?{ALL}"
        yield f"{API}chouettes/?club={club}&{ALL}"
        matches = self._listed("matches/", who)
        for page in range(1, -(-len(matches) // 200) + 1):
            yield f"{API}matches/?{ALL}&page={page}"
        elsewhere = {event["slug"] for event in self._events() if event["club"] != club}
        for match in matches:
            if match["tournament"] not in elsewhere:
                yield from self._of_match(match, who)

    def _of_event(self, event: Json) -> Iterator[str]:
        path = f"{API}tournaments/{event['slug']}/"
        yield path
        yield f"{path}entries/?{ALL}"
        entries = self._listed(f"tournaments/{event['slug']}/entries/")
        for stage in event["stages"]:
            for what in ("bracket", "standings", "draw/proof"):
                yield f"{path}stages/{stage['number']}/{what}/"
            if stage["format"] in {"swiss", "swiss_lives", "round_robin"} and stage["drawn_at"]:
                for entry in entries:
                    yield f"{path}stages/{stage['number']}/standings/{entry['id']}/why/"

    def _of_match(self, match: Json, who: str) -> Iterator[str]:
        ledger = self._answer(who, f"{API}matches/{match['id']}/events/")
        # What was only made and played is in the event's file.
        if ledger["status"] == 200 and len(ledger["body"]) > 2:
            yield f"{API}matches/{match['id']}/events/"
            if any(line["kind"] == "transcript" for line in ledger["body"]):
                yield f"{API}matches/{match['id']}/transcript/"

    def _entries(self, *events: str) -> Iterator[str]:
        for slug in events:
            yield f"{API}tournaments/{slug}/entries/?{ALL}"

    def _files(self) -> Iterator[str]:
        for club in self._clubs():
            yield f"/clubs/{club}/players.csv"
        for event in self._events():
            yield f"/events/{event['slug']}/event.json"
            yield from (f"/events/{event['slug']}/{page}" for page in ("console/", "desk/"))
            for what in ("entrants", "results", "standings"):
                yield f"/events/{event['slug']}/{what}.csv"


def _is_made_by_jobs(address: str) -> bool:
    """Whether what is read there was made from rows, and could be made again."""
    return "/ratings/" in address or address.endswith(("/bracket/", "/standings/", ".csv", ".atom"))


def derived(answers: Answers) -> Answers:
    """Answers that jobs have made."""
    return {
        who: {
            address: answer
            for address, answer in asked.items()
            if "body" in answer and _is_made_by_jobs(address)
        }
        for who, asked in answers.items()
    }


def seasons() -> Json:
    """The years of every club, which are shown on pages only."""
    return [
        {
            "club": club.slug,
            "year": year,
            "events": [
                [line.event.slug, [winner.name for winner in line.winners]] for line in events
            ],
            "table": [
                [
                    *(line.rank, line.player.pk, line.won, line.lost, line.titles),
                    sorted(line.events),
                    # A sum, which databases add up in an order of their own.
                    None if line.rating_change is None else round(line.rating_change, 6),
                ]
                for line in win_loss_records(club, year, SYSTEM, events)
            ],
        }
        for club in Club.objects.order_by("slug")
        for year in years_of(club, SYSTEM)
        for events in [events_of_year(club, year, SYSTEM)]
    ]


def row_counts() -> dict[str, int]:
    """How many rows each table has."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        return {table: _count(cursor, table) for table in tables}


def _count(cursor: Any, table: str) -> int:
    cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")
    (count,) = cursor.fetchone()
    return int(count)
