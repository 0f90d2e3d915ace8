"""What people decide about themselves: how they are named, and whether they stay."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db import transaction
from django.utils import timezone

from db.locking import locked_row
from players.actors import SYSTEM, Actor
from players.models import (
    Invitation,
    Membership,
    NameShown,
    Player,
    PlayerClaim,
    Role,
    StaffEvent,
    User,
)
from players.services.permissions import require
from players.services.registration import anonymise_player, change_player
from rules_core.errors import Conflict, NotAllowed

KEPT = timedelta(days=30)
"""Answered claims, accounts that nobody confirmed, and notes of who tried to sign in."""


class OnlyDirector(Conflict):
    """The club would be without anybody who can run it."""

    code = "only_director"


@transaction.atomic
def show_name_as(*, player_id: int, name_shown: NameShown, actor: Actor) -> Player:
    """A player decides how much of the name everybody sees, or a director does for them."""
    player = locked_row(Player.objects.filter(anonymised_at=None), player_id)
    if not actor.is_player(player):
        require(actor, Role.DIRECTOR, player.club_id)
    return change_player(player_id=player_id, name_shown=name_shown, actor=SYSTEM)


@transaction.atomic
def leave(*, actor: Actor) -> None:
    """Delete one's own account, and let one's players be nobody in particular. Results stay."""
    if actor.user is None or actor.token is not None:
        raise NotAllowed("Sign in with your own account first.")
    user = locked_row(User.objects.all(), actor.user.pk)
    for club in Membership.objects.filter(user=user, role=Role.DIRECTOR).select_related("club"):
        others = Membership.objects.in_force().filter(club=club.club_id, role=Role.DIRECTOR)
        if not others.exclude(user=user).exists():
            raise OnlyDirector(
                f"{club.club} would be left without a director. Find another one first.",
                club=club.club.name,
            )
    for player in user.players.order_by("pk").values_list("pk", flat=True):
        anonymise_player(player_id=player, actor=SYSTEM)
    StaffEvent.objects.filter(whom__iexact=user.email).update(whom="")
    Invitation.objects.filter(email__iexact=user.email).delete()
    user.delete()


@transaction.atomic
def forget_old_traces() -> None:
    """Delete what has served its purpose."""
    before = timezone.now() - KEPT
    PlayerClaim.objects.filter(answered_at__lt=before).delete()
    Invitation.objects.filter(expires_at__lt=before).delete()
    confirmed = EmailAddress.objects.filter(verified=True).values("user")
    User.objects.filter(
        date_joined__lt=before, last_login=None, is_staff=False, memberships=None, players=None
    ).exclude(pk__in=confirmed).delete()
    for notes in (AccessAttempt, AccessFailureLog, AccessLog):
        notes.objects.filter(attempt_time__lt=before).delete()
