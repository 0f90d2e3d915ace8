"""A money session from its first game to the day it is settled."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from db.locking import locked_row
from matches.services.creation import NobodyPlaysAlone
from matches.services.locking import StaleVersion
from money.models import MoneySession, SessionEvent, SessionEventKind
from money.projection import project
from players.actors import Actor
from players.models import Club, Player, Role
from players.services.named_players import Somebody, player_named
from players.services.permissions import require
from players.services.registration import check_not_merged, check_plays_at
from rules_core.errors import Conflict
from rules_core.match import GameResult, MatchRules, NothingToUndo, WrongGameNumber
from rules_core.money import new_session
from rules_core.sides import Side

MOST_GAMES = 999


class SessionSettled(Conflict):
    """What was paid is not changed."""

    code = "session_settled"


class TooManyGames(Conflict):
    """A session has an end."""

    code = "too_many_games"


@transaction.atomic
def start_session(
    *, club_id: int, a: Somebody, b: Somebody, rules: MatchRules, actor: Actor, stake: str = ""
) -> MoneySession:
    """A session of two who are named, made by an official or, where the club allows it, by one of them."""
    new_session(rules)
    a_id, b_id = (player_named(club_id=club_id, who=who, actor=actor) for who in (a, b))
    club = Club.objects.get(pk=club_id)
    players = Player.objects.select_related("club", "user").in_bulk((a_id, b_id))
    if not actor.may(Role.SCORER, club_id):
        plays = any(actor.is_player(player) for player in players.values())
        if not plays or not club.players_start_play:
            require(actor, Role.SCORER, club_id)
    if a_id == b_id:
        raise NobodyPlaysAlone("A match needs two different players.", player=a_id)
    for player in players.values():
        check_plays_at(club, player)
    session = MoneySession(club=club, a=players[a_id], b=players[b_id], rules=rules.to_json())
    session.save()
    _append(session, SessionEventKind.STARTED, {"stake": stake, "rules": rules.to_json()}, actor)
    check_not_merged((a_id, b_id))
    return session


@transaction.atomic
def record_session_game(
    *, session_id: int, number: int, game: GameResult, actor: Actor, version: int | None = None
) -> MoneySession:
    """Record the next game. Its number makes sure that a game sent twice counts once."""
    session = _open_session(session_id, actor, version)
    expected = len(session.entries) + 1
    if number != expected:
        raise WrongGameNumber(
            f"The next game is number {expected}, not {number}.", expected=expected, number=number
        )
    if expected > MOST_GAMES:
        raise TooManyGames(
            f"A session has {MOST_GAMES} games at most. Settle it, and start another."
        )
    facts = {"entry": "game", **game.to_json()}
    _append(session, SessionEventKind.GAME, facts, actor)
    return session


@transaction.atomic
def take_back_session_game(
    *, session_id: int, actor: Actor, number: int | None = None, version: int | None = None
) -> MoneySession:
    """Take back the last game; ``number`` says which, so that taking it back twice takes back one."""
    session = _open_session(session_id, actor, version)
    last = len(session.entries)
    if not last:
        raise NothingToUndo("There is no game to undo.")
    if number is not None and number != last:
        raise WrongGameNumber(
            f"The last game is number {last}, not {number}.", expected=last, number=number
        )
    _append(session, SessionEventKind.TAKEN_BACK, {"number": last}, actor)
    return session


@transaction.atomic
def settle_session(*, session_id: int, actor: Actor, version: int | None = None) -> MoneySession:
    """Close a session; from now on it says who owes whom, and nothing more is entered."""
    session = _open_session(session_id, actor, version)
    _append(session, SessionEventKind.SETTLED, {"score": list(session.score)}, actor)
    return session


def side_in_session(actor: Actor, session: MoneySession) -> Side | None:
    """The side an actor plays, by its score pad or by account."""
    if actor.session_access is not None:
        is_here = actor.session_access.session_id == session.pk
        return actor.session_access.side if is_here else None
    if actor.is_player(session.a):
        return Side.A
    return Side.B if actor.is_player(session.b) else None


def _open_session(session_id: int, actor: Actor, version: int | None) -> MoneySession:
    session = locked_row(MoneySession.objects.select_related("a", "b", "club"), session_id)
    if side_in_session(actor, session) is None:
        require(actor, Role.SCORER, session.club_id)
    if version is not None and version != session.version:
        raise StaleVersion(
            f"The session has changed in the meantime (version {session.version}). Check it again, then decide.",
            version=session.version,
        )
    if session.settled_at:
        raise SessionSettled("This session is settled: nothing more can be entered. Start another.")
    return session


def _append(
    session: MoneySession, kind: SessionEventKind, facts: dict[str, Any], actor: Actor
) -> None:
    event = SessionEvent(
        session=session,
        number=session.version + 1,
        kind=kind,
        facts=facts,
        by=actor.user,
        side=side_in_session(actor, session) or "",
        channel=actor.channel,
        address=actor.address,
        at=actor.at or timezone.now(),
    )
    project(session, event)
    session.save()
    event.save(force_insert=True)
