"""Matches outside any event: the club's list of them, starting one, and the codes of its score pads."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from api.sent_once import made_once
from matches.casual_forms import CasualMatchForm
from matches.models import Match
from matches.services.creation import start_casual_match
from matches.services.permissions import side_of
from matches.services.table_links import table_links, table_secret
from players.actors import Actor, actor_of
from players.models import Role
from players.services.casual_play import check_may_start_play, may_start_play
from players.views.club_pages import requested_club
from rules_core.sides import Side
from tournaments.selectors import casual_matches, visible_matches
from web.bounded_pages import RememberingPaginator
from web.form_errors import attempt, posted
from web.languages import activate_language
from web.qr_codes import qr_code

PAGE = 50


@require_safe
def casual(request: HttpRequest, slug: str) -> HttpResponse:
    """The casual matches of a club, for those who may see them."""
    actor = actor_of(request)
    club = requested_club(request, slug)
    listed = RememberingPaginator(casual_matches(actor, club), PAGE)
    context = {
        "club": club,
        "page": listed.get_page(request.GET.get("page")),
        "may_direct": actor.may(Role.DIRECTOR, club.pk),
        "may_start": may_start_play(club_id=club.pk, actor=actor),
    }
    return render(request, "matches/casual.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Two names, a length and rules: then the codes for both phones."""
    actor = actor_of(request)
    club = requested_club(request, slug)
    check_may_start_play(club_id=club.pk, actor=actor)
    form = CasualMatchForm(posted(request), club=club, actor=actor)
    made = made_once(
        request,
        lambda: attempt(
            form,
            lambda: start_casual_match(club_id=club.pk, actor=actor, **form.service_arguments()),
        ),
    )
    if made is not None:
        return redirect("match-pads", pk=made)
    context = {"club": club, "form": form, "may_direct": actor.may(Role.DIRECTOR, club.pk)}
    return render(request, "matches/casual_new.html", context)


@dataclass(frozen=True)
class ShownPad:
    """The score pad of one side."""

    name: str
    address: str
    code: str


@never_cache
@require_safe
def pads(request: HttpRequest, pk: int) -> HttpResponse:
    """The codes of a match's score pads: both for officials, their own for a player."""
    actor = actor_of(request)
    match = get_object_or_404(visible_matches(actor).filter(event=""), pk=pk)
    activate_language(request, match.club.language)
    if match.is_over:
        return redirect("match", pk=pk)
    secrets = _secrets(match, actor)
    names = {Side.A: match.a.name, Side.B: match.b.name}
    shown = []
    for side, secret in secrets.items():
        address = request.build_absolute_uri(reverse("pad", args=[secret]))
        shown.append(ShownPad(names[side], address, qr_code(address)))
    context = {"match": match, "club": match.club, "pads": shown, "is_own": len(shown) == 1}
    return render(request, "matches/pads.html", context)


def _secrets(match: Match, actor: Actor) -> dict[Side, str]:
    """Nobody is shown the other side's: with it they could confirm their own report."""
    if actor.may(Role.SCORER, match.club_id):
        return table_links(match_id=match.pk, actor=actor)
    side = side_of(actor, match)
    if side is None:
        raise Http404
    return {side: table_secret(match_id=match.pk, side=side)}
