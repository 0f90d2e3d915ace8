"""A player's own pages."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from players.actors import actor_of
from players.forms import PlayerForm
from players.models import Player, Role
from players.selectors import merges_to_undo, players_on_list
from players.services.permissions import require
from players.services.registration import change_player
from players.views.player_facts import player_facts
from web.form_errors import attempt, posted
from web.languages import activate_language


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Where somebody stands and what they have played; without a name if they did not want one."""
    actor = actor_of(request)
    shown = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    activate_language(request, shown.club.language)
    if shown.merged_into_id:
        return redirect("player", pk=shown.merged_into_id)
    may_direct = not shown.anonymised_at and actor.may(Role.DIRECTOR, shown.club_id)
    return render(
        request,
        "players/player.html",
        {
            "club": shown.club,
            "player": shown,
            **player_facts(
                shown, actor, system=request.GET.get("system", ""), page=request.GET.get("page")
            ),
            "may_direct": may_direct,
            "is_own": actor.is_player(shown),
            "may_claim": actor.user is not None and not (shown.user_id or shown.anonymised_at),
            "merges": merges_to_undo(shown) if may_direct else [],
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change somebody's details."""
    actor = actor_of(request)
    shown = get_object_or_404(players_on_list(), pk=pk)
    activate_language(request, shown.club.language)
    require(actor, Role.DIRECTOR, shown.club_id)
    form = PlayerForm(posted(request), initial=_details(shown))
    if attempt(form, lambda: change_player(player_id=shown.pk, actor=actor, **form.cleaned_data)):
        messages.success(request, _("Saved."))
        return redirect("player", pk=pk)
    return render(
        request, "players/player_form.html", {"club": shown.club, "player": shown, "form": form}
    )


def _details(player: Player) -> dict[str, str]:
    details = {name: getattr(player, name) for name in PlayerForm.base_fields}
    return details | {"name": player.full_name}
