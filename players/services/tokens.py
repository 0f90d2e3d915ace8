"""Keys for programs: shown once, kept as a hash, can expire and be revoked."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.utils import timezone

from players.actors import Actor
from players.models import ApiToken, Role
from players.services.permissions import require

_PREFIX = "bp_"


def make_token(
    *,
    user_id: int,
    club_id: int,
    role: Role,
    actor: Actor,
    label: str = "",
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is never shown again."""
    require(actor, role, club_id)
    secret = _PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user_id=user_id,
        club_id=club_id,
        role=role,
        label=label,
        digest=ApiToken.digest_of(secret),
        expires_at=expires_at,
    )
    return token, secret


def revoke_token(*, token_id: int) -> None:
    """Make a token worthless, now and for good; a second call changes nothing."""
    ApiToken.objects.filter(pk=token_id, revoked_at=None).update(revoked_at=timezone.now())
