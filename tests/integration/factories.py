"""Clubs, people and events for tests, made through the services wherever there is one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

from players.actors import SYSTEM
from players.models import Club, Player, Role, User
from players.services.clubs import found_club, give_role
from players.services.registration import register_player
from players.services.tokens import make_token
from rules_core.match import MatchRules
from tournaments.models import Stage, Tournament
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import create_tournament, publish

_numbers = count(1)
STARTS_AT = datetime(2026, 11, 18, 18, 30, tzinfo=UTC)


def a_club(name: str = "") -> Club:
    number = next(_numbers)
    return found_club(
        slug=f"club-{number}", name=name or f"Club {number}", timezone="Europe/Zurich"
    )


def a_user(club: Club | None = None, role: Role = Role.DIRECTOR, **fields: Any) -> User:
    user = User.objects.create_user(
        f"person{next(_numbers)}@example.org", "a long password", **fields
    )
    if club:
        give_role(user_id=user.pk, club_id=club.pk, role=role)
    return user


def a_token(club: Club, role: Role = Role.DIRECTOR, user: User | None = None) -> str:
    _, secret = make_token(
        user_id=(user or a_user(club, role)).pk, club_id=club.pk, role=role, actor=SYSTEM
    )
    return secret


def a_player(club: Club, name: str = "") -> Player:
    return register_player(club_id=club.pk, name=name or f"Player {next(_numbers)}", actor=SYSTEM)


def an_event(
    club: Club,
    names: Sequence[str] | int = 0,
    *,
    published: bool = True,
    rules: MatchRules | None = None,
    **details: Any,
) -> Tournament:
    tournament = create_tournament(
        club_id=club.pk,
        name=details.pop("name", "Wednesday"),
        starts_at=details.pop("starts_at", STARTS_AT),
        rules=rules or MatchRules(length=7),
        actor=SYSTEM,
        **details,
    )
    if isinstance(names, int):
        names = [f"Entrant {number}" for number in range(1, names + 1)]
    if names:
        enter_players(
            tournament_id=tournament.pk,
            newcomers=[Newcomer(name=name) for name in names],
            actor=SYSTEM,
        )
    return publish(tournament_id=tournament.pk, actor=SYSTEM) if published else tournament


def a_drawn_stage(
    club: Club, entrants: Sequence[str] | int, *, seed: str = "lot", **details: Any
) -> Stage:
    stage = an_event(club, entrants, **details).stages.get()
    return draw_stage(stage_id=stage.pk, actor=SYSTEM, seed=seed)
