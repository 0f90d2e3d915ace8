"""Sessions and the phones at them, for the tests of this folder."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from money.models import MoneySession
from money.services.links import session_links
from money.services.sessions import start_session
from players.actors import SYSTEM, Actor
from players.models import Club, Player
from players.services.named_players import Somebody
from rules_core.money import money_rules
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player
from tests.integration.matches.playing import client


def a_session(
    club: Club | None = None,
    *,
    players: tuple[Player, Player] | None = None,
    actor: Actor = SYSTEM,
    **rules: Any,
) -> MoneySession:
    club = club or a_club()
    a, b = players or (a_player(club), a_player(club))
    return start_session(
        club_id=club.pk,
        a=Somebody(a.pk),
        b=Somebody(b.pk),
        rules=money_rules(**rules),
        stake="1 CHF",
        actor=actor,
    )


def secret_of(session: MoneySession, side: Side) -> str:
    return session_links(session_id=session.pk, actor=SYSTEM)[side]


def phone(session: MoneySession, side: Side) -> APIClient:
    return client(f"Session {secret_of(session, side)}")
