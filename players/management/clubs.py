"""The club that a command is told to work on."""

from __future__ import annotations

from django.core.management.base import CommandError

from players.models import Club


def club_of_slug(slug: str) -> Club:
    """The club with this address; a command without one ends with a sentence."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"There is no club {slug}.")
    return club
