"""One person, one player: merging, deleting and anonymising, each said before it is done."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.selectors import rating_of
from players.actors import Actor, actor_of
from players.models import Player, Role
from players.name_matching import KnownNames
from players.selectors import players_on_list
from players.services.deletion import delete_player
from players.services.merging import UNDO_FOR, merge_players, undo_merge
from players.services.permissions import require
from players.services.registration import anonymise_player
from rules_core.errors import RulesError
from tournaments.selectors import events_entered, matches_of
from web.languages import activate_language
from web.refusals import sentence

OFFERED = 20


@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose who the player is, look at what will follow, then let it."""
    actor = actor_of(request)
    double = _directed(request, pk, actor)
    into = _chosen(request, double)
    if request.method == "POST" and into:
        try:
            merge_players(player_id=double.pk, into_id=into.pk, actor=actor)
        except RulesError as error:
            messages.error(request, sentence(error))
            return redirect("player-merge", pk=pk)
        said = _("%(name)s is now part of %(into)s. You can undo this for %(days)d days.")
        days = {"name": double.full_name, "into": into.full_name, "days": UNDO_FOR.days}
        messages.success(request, said % days)
        return redirect("player", pk=into.pk)
    search = request.GET.get("search", "")
    context = {
        "club": double.club,
        "player": double,
        "search": search,
        "offered": [] if into else _offered(double, search),
        "both": [_all_of(one, actor) for one in (double, into)] if into else [],
        "into": into,
        "days": UNDO_FOR.days,
    }
    return render(request, "players/merge.html", context)


@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """The two are not one after all."""
    merged = get_object_or_404(Player.objects.filter(merged_into__isnull=False), pk=pk)
    try:
        undo_merge(player_id=merged.pk, actor=actor_of(request))
        messages.success(request, _("The merge is undone."))
    except RulesError as error:
        messages.error(request, sentence(error))
        return redirect("player", pk=merged.merged_into_id)
    return redirect("player", pk=pk)


@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete somebody who never played; anybody else loses the name and keeps the results."""
    actor = actor_of(request)
    gone = _directed(request, pk, actor)
    slug, name = gone.club.slug, gone.full_name
    try:
        if request.POST.get("how") == "anonymise":
            anonymise_player(player_id=pk, actor=actor)
            messages.success(
                request, _("%(name)s is no longer named. Results stay.") % {"name": name}
            )
            return redirect("player", pk=pk)
        delete_player(player_id=pk, actor=actor)
    except RulesError as error:
        messages.error(request, sentence(error))
        return redirect("player", pk=pk)
    messages.success(request, _("%(name)s deleted.") % {"name": name})
    return redirect("club-players", slug=slug)


def _directed(request: HttpRequest, pk: int, actor: Actor) -> Player:
    player = get_object_or_404(players_on_list(), pk=pk)
    activate_language(request, player.club.language)
    require(actor, Role.DIRECTOR, player.club_id)
    return player


def _chosen(request: HttpRequest, double: Player) -> Player | None:
    wanted = request.POST.get("into") or request.GET.get("into") or ""
    if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 18:
        return None
    listed = players_on_list(club=double.club.slug).exclude(pk=double.pk)
    return listed.filter(pk=int(wanted)).first()


def _offered(double: Player, search: str) -> list[Player]:
    """Whoever is searched for; before that, those with the same or nearly the same name."""
    if search.strip():
        found = players_on_list(club=double.club.slug, search=search, private=True)
        return list(found.exclude(pk=double.pk)[:OFFERED])
    match = KnownNames.of_club(double.club_id, without=double.pk).match(double.full_name)
    players = Player.objects.in_bulk((*match.same, *match.near))
    return list(players.values())[:OFFERED]


def _all_of(player: Player, actor: Actor) -> dict[str, Any]:
    """What somebody has, for the list before a merge."""
    return {
        "player": player,
        "matches": matches_of(player, actor).count(),
        "events": events_entered(player)[:OFFERED],
        "rating": rating_of(player, system="fibs"),
        "has_account": player.user_id is not None,
    }
