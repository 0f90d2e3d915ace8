"""Matches and the people at them, for the tests of this folder."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from matches.models import Match, ResultPolicy
from matches.services.creation import MatchSettings, NewMatch, make_matches
from matches.services.table_links import table_links
from players.actors import SYSTEM
from players.models import Club, Player, Role
from rules_core.match import MatchRules
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player, a_token

API = "/api/v1"


def a_match(
    club: Club | None = None,
    *,
    length: int = 5,
    policy: ResultPolicy = ResultPolicy.DIRECTOR,
    minutes: int | None = None,
    event: str = "",
    players: tuple[Player, Player] | None = None,
    **rules: Any,
) -> Match:
    club = club or a_club()
    a, b = players or (a_player(club), a_player(club))
    (match,) = make_matches(
        club_id=club.pk,
        new_matches=[NewMatch(a.pk, b.pk, MatchRules(length=length, **rules))],
        actor=SYSTEM,
        settings=MatchSettings(event=event, result_policy=policy, auto_confirm_minutes=minutes),
    )
    return match


def client(authorization: str = "") -> APIClient:
    """Somebody who asks; nobody in particular without an authorization."""
    asker = APIClient()
    if authorization:
        asker.credentials(HTTP_AUTHORIZATION=authorization)
    return asker


def official(club: Club, role: Role = Role.DIRECTOR) -> APIClient:
    return client(f"Bearer {a_token(club, role)}")


def at_table(match: Match, side: Side) -> APIClient:
    return client(f"Table {table_links(match_id=match.pk, actor=SYSTEM)[side]}")


class Board:
    """A match and the three who speak about it: its director and the phones of both sides."""

    def __init__(self, **settings: Any) -> None:
        self.match = a_match(**settings)
        self.director = official(self.match.club)
        self.scorer = official(self.match.club, Role.SCORER)
        self.a = at_table(self.match, Side.A)
        self.b = at_table(self.match, Side.B)

    def post(self, who: APIClient, path: str, body: Any = None, **headers: Any) -> Any:
        return who.post(self.url(path), body or {}, **headers)

    def game(self, who: APIClient, number: int, winner: str = "a", **facts: Any) -> Any:
        return self.post(who, "games", {"number": number, "winner": winner, **facts})

    def url(self, path: str = "") -> str:
        return f"{API}/matches/{self.match.pk}/" + (f"{path}/" if path else "")

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.director.get(self.url()).json()
        return found

    def kinds(self) -> list[str]:
        """The ledger in short."""
        return [line["kind"] for line in self.director.get(self.url("events")).json()]


def refused(answer: Any) -> tuple[int, str]:
    """A refusal in short: its status and its code."""
    return answer.status_code, answer.json()["errors"][0]["code"]
