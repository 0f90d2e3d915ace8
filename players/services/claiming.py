"""Somebody with an account says which player they are."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from db.locking import locked_row
from players.actors import Actor
from players.models import Player, PlayerClaim, Role
from players.services.accounts import check_address_confirmed
from players.services.permissions import require
from players.services.registration import check_not_merged
from rules_core.errors import Conflict, NotAllowed


class PlayerTaken(Conflict):
    """The player is somebody else's, or the account has its player in this club."""

    code = "player_taken"


class AlreadyAnswered(Conflict):
    """Another director was quicker."""

    code = "claim_answered"


@transaction.atomic
def claim_player(*, player_id: int, actor: Actor) -> PlayerClaim:
    """Ask to be a player. Whose confirmed address the club has for the player is at once.

    A second call changes nothing.
    """
    if actor.user is None or actor.token is not None:
        raise NotAllowed("Sign in with your own account first.")
    check_address_confirmed(actor.user)
    player = _free_player(player_id, actor.user.pk)
    claim, _made = PlayerClaim.objects.get_or_create(
        player=player, user=actor.user, answered_at=None
    )
    if player.email and player.email.lower() == actor.user.email.lower():
        _accept(claim, player, actor)
    return claim


@transaction.atomic
def answer_claim(*, claim_id: int, accepted: bool, actor: Actor) -> PlayerClaim:
    """A director says whether it is so."""
    claim = locked_row(PlayerClaim.objects.select_related("player", "user"), claim_id)
    require(actor, Role.DIRECTOR, claim.player.club_id)
    if claim.answered_at:
        raise AlreadyAnswered("This was answered already.", claim=claim.pk)
    if accepted:
        check_address_confirmed(claim.user)
        _accept(claim, _free_player(claim.player_id, claim.user_id), actor)
    else:
        _answer(claim, actor, accepted=False)
    return claim


@transaction.atomic
def unlink_account(*, player_id: int, actor: Actor) -> Player:
    """Take back that an account is a player's."""
    player = locked_row(Player.objects.all(), player_id)
    if not actor.is_player(player):
        require(actor, Role.DIRECTOR, player.club_id)
    player.user = None
    player.save()
    return player


def _free_player(player_id: int, user_id: int) -> Player:
    player = locked_row(Player.objects.filter(anonymised_at=None), player_id)
    check_not_merged([player_id])
    if player.user_id not in (None, user_id):
        raise PlayerTaken("This player has an account already.", player=player.pk)
    others = Player.objects.on_list().filter(club=player.club_id, user=user_id)
    if others.exclude(pk=player.pk).exists():
        raise PlayerTaken(
            "This account has another player in the club. Ask a director to merge the two.",
            player=player.pk,
        )
    return player


def _accept(claim: PlayerClaim, player: Player, actor: Actor) -> None:
    player.user_id = claim.user_id
    player.save()
    _answer(claim, actor, accepted=True)


def _answer(claim: PlayerClaim, actor: Actor, *, accepted: bool) -> None:
    claim.answered_at, claim.accepted = timezone.now(), accepted
    claim.answered_by = actor.user
    claim.save(update_fields=["answered_at", "accepted", "answered_by"])
