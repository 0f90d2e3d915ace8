"""One's own name, one's own data, and the way out."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chouettes.selectors import seats_of_player
from matches.selectors import rating_of, ratings_by_pool
from money.selectors import sessions_of_player
from players.actors import Actor, actor_of
from players.models import NameShown, Player, User
from players.selectors import memberships_of, own_players
from players.services.privacy import leave, show_name_as
from rules_core.errors import RulesError
from tournaments.selectors import events_entered, matches_of
from web.refusals import sentence


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: HttpRequest) -> HttpResponse:
    """How one is named, a copy of one's data, and leaving."""
    players = own_players(cast("User", request.user))
    if request.method == "POST":
        player = get_object_or_404(players, pk=request.POST.get("player", "0")[:18])
        shown = request.POST.get("name_shown")
        if shown in NameShown.values:
            actor = actor_of(request)
            show_name_as(player_id=player.pk, name_shown=NameShown(shown), actor=actor)
            messages.success(request, _("Saved."))
        return redirect("account-privacy")
    context = {"players": players, "choices": NameShown.choices}
    return render(request, "players/privacy.html", context)


@never_cache
@login_required
@require_safe
def own_data(request: HttpRequest) -> HttpResponse:
    """Everything that is kept about the person signed in, as a file."""
    user = cast("User", request.user)
    actor = actor_of(request)
    data = {
        "account": {"email": user.email, "joined": user.date_joined, "last_login": user.last_login},
        "roles": [{"club": own.club.slug, "role": own.role} for own in memberships_of(user)],
        "players": [_player(player, actor) for player in own_players(user)],
    }
    named = {"Content-Disposition": 'attachment; filename="barpoint-my-data.json"'}
    return JsonResponse(data, headers=named, json_dumps_params={"indent": 2, "ensure_ascii": False})


def _player(player: Player, actor: Actor) -> dict[str, Any]:
    ratings = ratings_by_pool(player)
    usual = rating_of(player, system="fibs")
    return {
        "club": player.club.slug,
        "name": player.full_name,
        "shown_as": player.name,
        "country": player.country,
        "email": player.email,
        "federation_id": player.federation_id,
        "since": player.created_at,
        "rating": usual.value if usual else None,
        "ratings": [
            {
                "list": str(rating.pool),
                "rating": rating.value,
                "experience": rating.experience,
                "matches": rating.matches,
                "deviation": rating.deviation,
                "last_played": rating.last_played,
            }
            for rating in ratings
        ],
        "start_values": [
            {
                "list": str(start.pool),
                "rating": start.value,
                "experience": start.experience,
                "deviation": start.deviation,
            }
            for start in player.start_values.select_related("pool").order_by("pool")
        ],
        "entries": [
            {"event": event.slug, "name": event.name, "starts_at": event.starts_at}
            for event in events_entered(player)
        ],
        "matches": [
            {
                "id": match.pk,
                "a": match.a.name,
                "b": match.b.name,
                "score": match.score,
                "event": match.event,
                "finished_at": match.finished_at,
            }
            for match in matches_of(player, actor)
        ],
        "money_sessions": [
            {
                "id": session.pk,
                "a": session.a.name,
                "b": session.b.name,
                "stake": session.stake,
                "score": session.score,
                "started_at": session.created_at,
                "settled_at": session.settled_at,
            }
            for session in sessions_of_player(player)
        ],
        "chouette_nights": [
            {
                "id": seat.chouette_id,
                "seat": seat.number,
                "points": seat.points,
                "games": seat.chouette.games,
                "began_at": seat.chouette.created_at,
                "closed_at": seat.chouette.closed_at,
            }
            for seat in seats_of_player(player)
        ],
    }


@login_required
@require_POST
def leave_for_good(request: HttpRequest) -> HttpResponse:
    """Account and name go, results stay."""
    if request.POST.get("sure") != "yes":
        messages.error(request, _("Tick the box first: this cannot be undone."))
        return redirect("account-privacy")
    try:
        leave(actor=actor_of(request))
    except RulesError as error:
        messages.error(request, sentence(error))
        return redirect("account-privacy")
    logout(request)
    messages.success(request, _("Your account is deleted. Your results stay, without your name."))
    return redirect("home")
