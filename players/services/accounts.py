"""Whose account it is. An address counts once it is confirmed: anybody can sign up with anybody's."""

from __future__ import annotations

import secrets

from allauth.mfa.models import Authenticator
from django.db import transaction

from db.locking import locked_row
from players.models import ApiToken, User
from players.services.tokens import revoke_token
from rules_core.errors import RulesError


class AddressNotConfirmed(RulesError):
    """Whoever signed up with it may be somebody else."""

    code = "address_not_confirmed"


def check_address_confirmed(user: User) -> None:
    """Refuse to give anything to an account that may be anybody's."""
    if not user.has_confirmed_address:
        raise AddressNotConfirmed(
            f"The address {user.email} is not confirmed, so the account may be anybody's."
            " Its owner confirms it by signing in;"
            f" or hand the account over with manage.py new_password {user.email}",
            email=user.email,
        )


@transaction.atomic
def hand_over(*, user_id: int) -> str:
    """Give the account to whoever is told the new password, and nobody else: a way in from before ends.

    Sessions end with the old password.
    """
    password = made_up_password()
    user = locked_row(User.objects.all(), user_id)
    user.set_password(password)
    user.save(update_fields=["password"])
    user.confirm_address()
    Authenticator.objects.filter(user=user).delete()
    for token in ApiToken.objects.filter(user=user, revoked_at=None):
        revoke_token(token_id=token.pk)
    return password


def made_up_password() -> str:
    """Short enough to be typed from a screen, long enough not to be guessed."""
    return secrets.token_urlsafe(9)
