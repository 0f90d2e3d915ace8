"""Founding a club and giving roles in it."""

from __future__ import annotations

from django.db import transaction

from players.models import Club, Membership, Role, User


@transaction.atomic
def found_club(*, slug: str, name: str, country: str = "", timezone: str = "UTC") -> Club:
    """A new club, still without anybody in it."""
    return Club.objects.create(slug=slug, name=name, country=country, timezone=timezone)


@transaction.atomic
def give_role(*, user: User, club: Club, role: Role) -> Membership:
    """Let an account act for a club; a second call changes the role."""
    membership, _ = Membership.objects.update_or_create(
        user=user, club=club, defaults={"role": role}
    )
    return membership
