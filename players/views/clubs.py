"""A club's own pages."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from players.actors import actor_of
from players.forms import ClubForm, LogoForm, PlayerForm
from players.models import Role
from players.selectors import open_claims, players_on_list
from players.services.clubs import change_club
from players.services.installation import runs_the_installation
from players.services.registration import register_player
from players.views.club_pages import club_for_director, requested_club
from tournaments.selectors import events_on_a_page, past_events
from web.bounded_pages import RememberingPaginator
from web.form_errors import attempt, posted

PAGE = 100
PAST = 20


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """What is on at the club, and what was."""
    actor = actor_of(request)
    shown = requested_club(request, slug)
    past = RememberingPaginator(past_events(actor, club=shown), PAST)
    return render(
        request,
        "players/club.html",
        {
            "club": shown,
            "events": events_on_a_page(actor, club=shown),
            "past": past.get_page(request.GET.get("page")),
            "may_direct": actor.may(Role.DIRECTOR, shown.pk),
        },
    )


@require_safe
def club_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody on the club's list, or those whose name is searched for."""
    shown = requested_club(request, slug)
    search = request.GET.get("search", "")
    may_direct = actor_of(request).may(Role.DIRECTOR, shown.pk)
    listed = players_on_list(club=slug, search=search, private=may_direct)
    return render(
        request,
        "players/club_players.html",
        {
            "club": shown,
            "page": RememberingPaginator(listed, PAGE).get_page(request.GET.get("page")),
            "search": search,
            "may_direct": may_direct,
            "claims": open_claims(shown).count() if may_direct else 0,
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
def new_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Put somebody on the list."""
    actor = actor_of(request)
    shown = club_for_director(request, slug, actor)
    form = PlayerForm(posted(request))
    player = attempt(
        form, lambda: register_player(club_id=shown.pk, actor=actor, **form.cleaned_data)
    )
    if player:
        messages.success(
            request, _("%(name)s added to the club’s players.") % {"name": player.name}
        )
        return redirect("club-players", slug=slug)
    return render(request, "players/player_form.html", {"club": shown, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What the club is called, where it is and which language it speaks."""
    actor = actor_of(request)
    shown = club_for_director(request, slug, actor)
    kept = {name: getattr(shown, name) for name in ClubForm.base_fields}
    form = ClubForm(posted(request), initial=kept)
    if attempt(form, lambda: change_club(club_id=shown.pk, actor=actor, **form.cleaned_data)):
        messages.success(request, _("Saved."))
        return redirect("club", slug=slug)
    context = {
        "club": shown,
        "form": form,
        "may_direct": True,
        "logo_form": LogoForm(),
        "runs_the_installation": runs_the_installation(actor),
    }
    return render(request, "players/club_settings.html", context)
