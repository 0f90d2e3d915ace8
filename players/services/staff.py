"""Those who run a club: they are invited, change roles and go; each step is written down.

Roles of a club change while its row is locked, so two directors who remove each other at the same
moment do not leave the club without one.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from db.locking import locked_row, still_there
from outbox.mail import post
from players.actors import Actor
from players.models import (
    Club,
    Invitation,
    Membership,
    Role,
    StaffChange,
    StaffEvent,
    User,
)
from players.services.permissions import require
from rules_core.errors import Conflict, RulesError

VALID_FOR = timedelta(days=7)
MOST_INVITATIONS = 100
"""Of a club that nobody has used yet."""


class InvitationNotValid(Conflict):
    """Used, taken back, expired, or never made."""

    code = "invitation_not_valid"


class LastDirector(Conflict):
    """A club without a director could never have one again."""

    code = "last_director"


class TooManyInvitations(Conflict):
    """Nobody looks through so many."""

    code = "too_many_invitations"


class AccountExists(Conflict):
    """Whoever has an account signs in with it."""

    code = "account_exists"


class PasswordNotSafe(RulesError):
    """It would be guessed."""

    code = "password_not_safe"


@transaction.atomic
def invite(
    *, club_id: int, role: Role, actor: Actor, name: str = "", email: str = "", site: str = ""
) -> Invitation:
    """A link that gives a role, once, within a week. With an address it is mailed there as well."""
    require(actor, Role.DIRECTOR, club_id)
    club = locked_row(Club.objects.all(), club_id)
    live = club.invitations.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())
    if live.count() >= MOST_INVITATIONS:
        raise TooManyInvitations("Too many invitations are open. Take some back first.")
    invitation = Invitation(
        club=club,
        role=role,
        name=name.strip(),
        email=email.strip().lower(),
        by=actor.user,
        nonce=secrets.token_hex(16),
        expires_at=timezone.now() + VALID_FOR,
    )
    invitation.digest = Invitation.digest_of(invitation.secret)
    invitation.save()
    _note(club, actor, StaffChange.INVITED, str(invitation), role)
    _mail(invitation, site)
    return invitation


def _mail(invitation: Invitation, site: str) -> None:
    if not invitation.email:
        return
    with override(invitation.club.language):
        facts = {"club": invitation.club.name, "role": invitation.get_role_display()}
        subject = _("%(club)s invites you") % facts
        body = "\n\n".join(
            [
                _("You are invited to help run %(club)s. Your role: %(role)s.") % facts,
                _("This link works once, within a week:")
                + f"\n{site}{reverse('invitation', args=[invitation.secret])}",
                invitation.club.name,
            ]
        )
    post(to=invitation.email, subject=subject, body=body)


@transaction.atomic
def revoke_invitation(*, invitation_id: int, actor: Actor) -> None:
    """Take an invitation back; a second call changes nothing."""
    invitation = still_there(Invitation.objects.filter(pk=invitation_id).first())
    require(actor, Role.DIRECTOR, invitation.club_id)
    club = locked_row(Club.objects.all(), invitation.club_id)
    open_one = Invitation.objects.filter(pk=invitation_id, used_at=None, revoked_at=None)
    if open_one.update(revoked_at=timezone.now()):
        _note(club, actor, StaffChange.REVOKED, str(invitation), Role(invitation.role))


@transaction.atomic
def accept_invitation(*, secret: str, user_id: int) -> Membership:
    """Take the role that an invitation gives. Who has a stronger one keeps it."""
    invitation = _live(secret)
    club = locked_row(Club.objects.all(), invitation.club_id)
    invitation = _live(secret)
    user = User.objects.get(pk=user_id)
    held = Membership.objects.filter(user=user, club=club).first()
    stronger = min(
        [Role(invitation.role), *([Role(held.role)] if held else [])], key=list(Role).index
    )
    membership, _made = Membership.objects.update_or_create(
        user=user, club=club, defaults={"role": stronger, "taken_up": True}
    )
    invitation.used_at = timezone.now()
    invitation.save(update_fields=["used_at"])
    _note(club, Actor(user=user), StaffChange.JOINED, user.email, stronger)
    return membership


@transaction.atomic
def join_by_invitation(*, secret: str, email: str, password: str, name: str = "") -> User:
    """A new account for somebody who has an invitation, where no mail could confirm their address.

    The address stays unconfirmed: the account is worth what the invitation gives, and no more.
    """
    _live(secret)
    email = email.strip().lower()
    if User.objects.filter(email__iexact=email).exists():
        raise AccountExists("There is an account with this address. Sign in with it.")
    user = User(email=email, first_name=name.strip()[:150])
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise PasswordNotSafe(" ".join(error.messages)) from error
    user.set_password(password)
    user.save()
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    accept_invitation(secret=secret, user_id=user.pk)
    return user


def _live(secret: str) -> Invitation:
    found = invitation_with(secret)
    if found is None or not found.is_live:
        raise InvitationNotValid(
            "This invitation was used, taken back, or is too old. Ask for another one."
        )
    return found


def invitation_with(secret: str) -> Invitation | None:
    """The invitation a link stands for, whether it is still good or not."""
    rows = Invitation.objects.select_related("club", "by")
    return rows.filter(digest=Invitation.digest_of(secret)).first()


@transaction.atomic
def change_role(*, membership_id: int, role: Role, actor: Actor) -> Membership:
    """Give somebody another role; the last director stays one."""
    membership, club = _locked(membership_id, actor)
    if membership.role != role:
        _check_not_last(membership, becomes=role)
        membership.role = role
        membership.save(update_fields=["role"])
        _note(club, actor, StaffChange.CHANGED, membership.user.email, role)
    return membership


@transaction.atomic
def remove_role(*, membership_id: int, actor: Actor) -> None:
    """Take somebody's role away; the last director stays one."""
    membership, club = _locked(membership_id, actor)
    _check_not_last(membership, becomes=None)
    role = Role(membership.role)
    membership.delete()
    _note(club, actor, StaffChange.REMOVED, membership.user.email, role)


def _locked(membership_id: int, actor: Actor) -> tuple[Membership, Club]:
    clubs = Membership.objects.filter(pk=membership_id).values_list("club_id", flat=True)
    club_id = still_there(clubs.first())
    require(actor, Role.DIRECTOR, club_id)
    club = locked_row(Club.objects.all(), club_id)
    rows = Membership.objects.select_related("user").filter(pk=membership_id)
    return still_there(rows.first()), club


def _check_not_last(membership: Membership, *, becomes: Role | None) -> None:
    if membership.role != Role.DIRECTOR or becomes == Role.DIRECTOR:
        return
    others = Membership.objects.in_force().filter(club=membership.club_id, role=Role.DIRECTOR)
    if not others.exclude(pk=membership.pk).filter(user__is_active=True).exists():
        raise LastDirector("This is the last director of the club. Name another one first.")


def _note(club: Club, actor: Actor, change: StaffChange, whom: str, role: Role) -> None:
    note_staff_change(
        club_id=club.pk,
        by_id=actor.user.pk if actor.user else None,
        change=change,
        whom=whom,
        role=role,
    )


def note_staff_change(
    *, club_id: int, by_id: int | None, change: StaffChange, whom: str, role: Role
) -> None:
    """Write a line in the club's list; the caller's transaction holds it."""
    StaffEvent.objects.create(club_id=club_id, by_id=by_id, change=change, whom=whom, role=role)
