"""Players come to a club, change their details, and leave it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from db.locking import hold_what_is_referred_to, locked_row
from db.violations import violated_constraint
from outbox.services import enqueue
from players.actors import Actor
from players.models import Club, NameShown, Player, Role
from players.services.permissions import require
from rules_core.errors import Conflict, RulesError
from web.names import tidy_name


class NameMissing(RulesError):
    """A player without a name cannot be called to a table."""

    code = "name_missing"


class FederationNumberTaken(Conflict):
    """Two players of a club cannot share a federation number."""

    code = "federation_id_taken"


class PlayerAnonymised(Conflict):
    """What was removed at somebody's wish does not come back."""

    code = "player_anonymised"


class PlayerMerged(Conflict):
    """The player turned out to be somebody else on the list, who counts from now on."""

    code = "player_merged"


class PlayerOfAnotherClub(RulesError):
    """The player is not on the club's list."""

    code = "player_of_another_club"


def check_plays_at(club: Club, player: Player) -> None:
    """Refuse a player who is not on the club's list."""
    if player.club_id != club.pk:
        raise PlayerOfAnotherClub(
            f"{player} is not a player of {club}. Add them to the club first.", player=player.pk
        )


def check_not_merged(player_ids: Iterable[int]) -> None:
    """Refuse players who turned out to be somebody else.

    To be asked after a row that refers to them was written: whoever merges holds them, so that the
    row waits for the merge, and this sees it.
    """
    hold_what_is_referred_to()
    merged = Player.objects.filter(pk__in=player_ids, merged_into__isnull=False).first()
    if merged:
        raise PlayerMerged(
            f"{merged} was merged into another player. Choose that one.",
            player=merged.pk,
            into=merged.merged_into_id,
        )


def register_player(
    *,
    club_id: int,
    name: str,
    actor: Actor,
    country: str = "",
    email: str = "",
    federation_id: str = "",
    name_shown: str = NameShown.FULL,
) -> Player:
    """Put somebody on the club's list of players."""
    require(actor, Role.DIRECTOR, club_id)
    player = Player(
        club_id=club_id,
        full_name=named(name),
        name_shown=name_shown,
        country=country.upper(),
        email=email,
        federation_id=federation_id,
    )
    return _saved(player)


@transaction.atomic
def change_player(*, player_id: int, actor: Actor, **changes: Any) -> Player:
    """Change a player's details; only what is named changes. ``name`` is the full one."""
    player = _locked_player(player_id)
    require(actor, Role.DIRECTOR, player.club_id)
    if player.anonymised_at:
        raise PlayerAnonymised("This player's details were removed for good.", player=player.pk)
    if "name" in changes:
        changes["full_name"] = named(changes.pop("name"))
    if "country" in changes:
        changes["country"] = changes["country"].upper()
    for field, value in changes.items():
        setattr(player, field, value)
    if changes.keys() & {"full_name", "name_shown"}:
        announce(player.pk)
    return _saved(player)


@transaction.atomic
def anonymise_player(*, player_id: int, actor: Actor) -> Player:
    """Results stay, the person goes."""
    player = _locked_player(player_id)
    if not actor.is_player(player):
        require(actor, Role.DIRECTOR, player.club_id)
    player.full_name = f"#{player.pk}"
    player.name_shown = NameShown.FULL
    player.user = None
    player.country = player.email = player.federation_id = ""
    player.anonymised_at = timezone.now()
    player.save()
    announce(player.pk)
    enqueue("matches.remove_name_from_files", player.pk)
    return player


def _locked_player(player_id: int) -> Player:
    return locked_row(Player.objects.select_related("club"), player_id)


def announce(player_id: int) -> None:
    """What is published of events has names in it; the events know where."""
    enqueue("tournaments.refresh_snapshots_of_player", player_id)


def named(name: str) -> str:
    """A name as it is kept; refused if nothing of it can be seen."""
    name = tidy_name(name)
    if not name:
        raise NameMissing("A player needs a name.")
    return name


def _saved(player: Player) -> Player:
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        if violated_constraint(error) != "one_player_a_federation_number":
            raise
        raise FederationNumberTaken(
            f"Another player of {player.club} has the federation number {player.federation_id}.",
            federation_id=player.federation_id,
        ) from error
    return player
