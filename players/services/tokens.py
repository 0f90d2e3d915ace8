"""Keys for programs: shown once, kept as a hash, can expire and be revoked."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.utils import timezone

from players.actors import Actor
from players.models import ApiToken, Club, Role, User
from players.services.permissions import require

_PREFIX = "bp_"


def make_token(
    *,
    user: User,
    club: Club,
    role: Role,
    actor: Actor,
    label: str = "",
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is never shown again."""
    require(actor, role, club.pk)
    secret = _PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        club=club,
        role=role,
        label=label,
        digest=ApiToken.digest_of(secret),
        expires_at=expires_at,
    )
    return token, secret


def revoke_token(*, token: ApiToken) -> None:
    """Make a token worthless, now and for good; a second call changes nothing."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
