"""An account says which player it is, and a director answers."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from players.actors import actor_of
from players.selectors import open_claims
from players.services.claiming import answer_claim, claim_player
from players.views.club_pages import club_for_director
from rules_core.errors import RulesError
from web.refusals import sentence


@login_required
@require_POST
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a player is oneself."""
    try:
        made = claim_player(player_id=pk, actor=actor_of(request))
    except RulesError as error:
        messages.error(request, sentence(error))
    else:
        accepted = _("This is you now: your results are with your account.")
        asked = _("A director of the club is asked. Nothing changes until then.")
        messages.success(request, accepted if made.accepted else asked)
    return redirect("player", pk=pk)


@require_safe
def claims(request: HttpRequest, slug: str) -> HttpResponse:
    """Who says they are whom."""
    club = club_for_director(request, slug, actor_of(request))
    context = {"club": club, "claims": open_claims(club), "may_direct": True}
    return render(request, "players/claims.html", context)


@require_POST
def answer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Yes or no."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    claim = get_object_or_404(open_claims(club), pk=pk)
    try:
        answer_claim(claim_id=claim.pk, accepted=request.POST.get("answer") == "yes", actor=actor)
        messages.success(request, _("Saved."))
    except RulesError as error:
        messages.error(request, sentence(error))
    return redirect("player-claims", slug=slug)
