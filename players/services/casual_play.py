"""Who may start play outside events: the club's officials and, where it allows it, its players."""

from __future__ import annotations

from players.actors import Actor
from players.models import Player, Role
from players.services.permissions import require


def may_start_play(*, club_id: int, actor: Actor) -> bool:
    """Whether an actor may start a game at a club; a player may start only their own."""
    if actor.may(Role.SCORER, club_id):
        return True
    if actor.user is None or actor.token is not None:
        return False
    own = Player.objects.on_list().filter(club=club_id, user=actor.user)
    return own.filter(club__players_start_play=True).exists()


def check_may_start_play(*, club_id: int, actor: Actor) -> None:
    """Refuse those who may not."""
    if not may_start_play(club_id=club_id, actor=actor):
        require(actor, Role.SCORER, club_id)
