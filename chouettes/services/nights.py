"""A night begins, people come and go, and it is closed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from chouettes.models import ChouetteEntry, ChouetteNight, EntryKind, Seat
from chouettes.services.ledger import (
    append_line,
    changed_night,
    locked_night,
    refolded,
    seat_key,
)
from players.actors import SYSTEM, Actor
from players.models import Club, Player, Role
from players.services.named_players import Somebody
from players.services.permissions import require
from players.services.registration import (
    check_not_merged,
    check_plays_at,
    named,
    register_player,
)
from rules_core.chouette import AlreadyPlaying, ChouetteRules, places_by_lot
from rules_core.chouette.night import begun, sat_down
from web.names import search_key


@transaction.atomic
def begin_night(
    *,
    club_id: int,
    players: Sequence[Somebody],
    rules: ChouetteRules,
    actor: Actor,
    lot: str = "",
) -> ChouetteNight:
    """A night of these players, in the order of their dice: box, captain, the others.

    With ``lot``, any text, places are drawn from it instead, and anybody can draw them again.
    """
    require(actor, Role.SCORER, club_id)
    club = Club.objects.get(pk=club_id)
    seated = [_found(club, one) for one in players]
    if len({player.pk for player in seated}) < len(seated):
        raise AlreadyPlaying("A player has one place in the line.")
    keys = [str(number) for number in range(1, len(seated) + 1)]
    line = places_by_lot(keys, lot) if lot else tuple(keys)
    facts = sat_down(rules, line) | ({"lot": lot} if lot else {})
    state = begun(facts)
    night = ChouetteNight(club=club, state=state.to_json(), version=1)
    night.created_at = actor.at or timezone.now()
    _new_link(night)
    night.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(chouette=night, number=number, player=player)
        for number, player in enumerate(seated, start=1)
    )
    check_not_merged([player.pk for player in seated])
    ChouetteEntry.objects.create(
        chouette=night,
        number=1,
        kind=EntryKind.SAT_DOWN,
        facts=facts,
        by=actor.user,
        channel=actor.channel,
        at=night.created_at,
    )
    return night


@transaction.atomic
def join_night(
    *, night_id: int, somebody: Somebody, actor: Actor, version: int | None = None
) -> ChouetteNight:
    """Somebody sits in, last in line; whoever comes back has their old seat and account."""
    night = changed_night(night_id, actor, version)
    player = _found(night.club, somebody)
    seat = night.seats.filter(player=player).first()
    if seat is None:
        seat = Seat.objects.create(chouette=night, number=night.seats.count() + 1, player=player)
        check_not_merged([player.pk])
    append_line(night, EntryKind.JOINED, {"player": seat.key}, actor)
    return night


@transaction.atomic
def leave_night(
    *, night_id: int, player_id: int, actor: Actor, version: int | None = None
) -> ChouetteNight:
    """Somebody goes home between two games; the account stays."""
    night = changed_night(night_id, actor, version)
    append_line(night, EntryKind.LEFT, {"player": seat_key(night, player_id)}, actor)
    return night


@transaction.atomic
def close_night(*, night_id: int, actor: Actor, version: int | None = None) -> ChouetteNight:
    """The night is over: its accounts stand, and its link opens it only to look at."""
    night = changed_night(night_id, actor, version)
    append_line(night, EntryKind.CLOSED, {}, actor)
    return night


@transaction.atomic
def take_back(
    *,
    night_id: int,
    actor: Actor,
    number: int | None = None,
    reason: str = "",
    version: int | None = None,
) -> ChouetteNight:
    """Take back the last line that counts, by a further one.

    ``number`` says which line is meant, so that taking it back twice takes back one.
    """
    night = changed_night(night_id, actor, version)
    last, state = refolded(night, number)
    facts = {"line": last.number, "kind": last.kind, "reason": reason}
    append_line(night, EntryKind.TAKEN_BACK, facts, actor, state=state)
    return night


@transaction.atomic
def renew_link(*, night_id: int, actor: Actor) -> ChouetteNight:
    """Another link; the one before opens nothing any more."""
    night = locked_night(night_id)
    require(actor, Role.SCORER, night.club_id)
    _new_link(night)
    night.save(update_fields=["nonce", "digest"])
    return night


def _new_link(night: ChouetteNight) -> None:
    night.nonce = secrets.token_hex(16)
    night.digest = ChouetteNight.digest_of(night.secret)


def _found(club: Club, somebody: Somebody) -> Player:
    """The player of that number; or the one of that name, put on the list if there is none."""
    if somebody.player_id is not None:
        player = Player.objects.get(pk=somebody.player_id)
        check_plays_at(club, player)
        return player
    name = named(somebody.name)
    known = Player.objects.on_list().filter(club=club, name_key=search_key(name))[:2]
    if len(known) == 1:
        return known[0]
    # Whoever may record a night may seat a guest; only details are for directors.
    return register_player(club_id=club.pk, name=name, actor=SYSTEM)
