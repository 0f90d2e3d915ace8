"""What every page of a club starts with: the club of its address, and its language."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from players.actors import Actor
from players.models import Club, Role
from players.selectors import clubs_on_list
from players.services.permissions import require
from web.languages import activate_language


def requested_club(request: HttpRequest, slug: str, *, for_everyone: bool = False) -> Club:
    """The club of an address, with its language activated; 404 if there is none."""
    club = get_object_or_404(clubs_on_list(), slug=slug)
    activate_language(request, club.language, for_everyone=for_everyone)
    return club


def club_for_director(request: HttpRequest, slug: str, actor: Actor) -> Club:
    """The club of an address, if the actor directs it."""
    club = requested_club(request, slug)
    require(actor, Role.DIRECTOR, club.pk)
    return club
