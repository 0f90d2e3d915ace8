"""Somebody named where a game is to be played: on the club's list already, or put on it by that."""

from __future__ import annotations

from dataclasses import dataclass

from players.actors import Actor
from players.services.registration import register_player


@dataclass(frozen=True)
class Somebody:
    """A player of the club, or a name that becomes one."""

    player_id: int | None = None
    name: str = ""


def player_named(*, club_id: int, who: Somebody, actor: Actor) -> int:
    """The number of a player; somebody new is put on the list, for which one has to direct the club.

    To be called in the transaction of what they are to play: no name stays on the list without it.
    """
    if who.player_id is not None:
        return who.player_id
    return register_player(club_id=club_id, name=who.name, actor=actor).pk
