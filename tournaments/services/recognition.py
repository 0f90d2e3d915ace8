"""Who somebody is who registers: a player we know, somebody new, or a question for the director.

An account that has its player is that player. A confirmed address is whoever the club knows by it.
A name alone proves nothing: where it is that of a player, or nearly, a director says whether they are the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from players.models import Club, Player, User
from players.name_matching import KnownNames


@dataclass(frozen=True)
class Recognised:
    """What we know of somebody."""

    player: Player | None = None
    """Who they are, without a doubt."""
    proposed: Player | None = None
    """Who they may be."""
    is_near: bool = False
    """Whether the name of who they may be is another one, though not by much."""


def recognise(
    *, club: Club, user: User | None, name: str, email: str, confirmed: bool
) -> Recognised:
    """Who this is, as far as can be told; nobody we know has neither field."""
    known = (player_of(club, user) if user else None) or (
        _by_address(club, email) if confirmed else None
    )
    return Recognised(player=known) if known else _by_name(club, name)


def player_of(club: Club, user: User) -> Player | None:
    """Whom an account plays as: at this club, or else at another one of the installation."""
    own = Player.objects.on_list().filter(user=user).select_related("club")
    players = sorted(own.order_by("pk")[:50], key=lambda player: player.club_id != club.pk)
    return players[0] if players else None


def _by_address(club: Club, email: str) -> Player | None:
    """The one player of the club with this address; two of them share it, so it tells nothing."""
    if not email or not settings.SENDS_MAIL:
        return None
    with_it = Player.objects.on_list().filter(club=club, email__iexact=email)
    found = list(with_it.order_by("pk")[:2])
    return found[0] if len(found) == 1 else None


def _by_name(club: Club, name: str) -> Recognised:
    """A player of the club with the same name, whatever its accents, case and order, or nearly the same."""
    match = KnownNames.of_club(club.pk).match(name)
    found = match.same or match.near
    proposed = Player.objects.get(pk=found[0]) if found else None
    return Recognised(proposed=proposed, is_near=not match.same)
