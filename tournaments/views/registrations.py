"""Registering on the event's page, and the director's list of those who did."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from api.rate_limits import seconds_until_registration
from players.actors import Actor, actor_of
from players.models import Player, User
from tournaments.draws.duration import expected_minutes, expected_players
from tournaments.forms.registrations import RegistrationForm, TermsForm
from tournaments.models import Registration, RegistrationStatus, Tournament
from tournaments.registration_selectors import registrations_of, with_positions
from tournaments.services import registrations
from tournaments.services.events import change_tournament
from tournaments.services.recognition import player_of
from tournaments.services.registration_terms import phase_of
from tournaments.services.waiting_list import places_taken
from tournaments.views.event_before import how_it_is_played
from tournaments.views.events import event_context, places_context, visible_event
from tournaments.views.setup import event_for_director
from web.form_errors import attempt, posted
from web.sign_in_limits import wait_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """All one wants to know before, and the button; afterwards one's own page."""
    actor = actor_of(request)
    event = visible_event(request, slug, actor)
    known = _own_player(request, event)
    form = RegistrationForm(posted(request), known=known is not None, address=_address(request))
    if form.is_bound and (wait := _too_often(request)):
        return wait
    made = attempt(form, lambda: _registered(request, event, form, actor))
    if made:
        return redirect("my-night", secret=made.secret)
    context = event_context(event, actor) | registration_context(event)
    context |= {"form": form, "player": known, "sends_mail": settings.SENDS_MAIL}
    return render(request, "tournaments/register.html", context)


def _own_player(request: HttpRequest, event: Tournament) -> Player | None:
    return player_of(event.club, request.user) if isinstance(request.user, User) else None


def _address(request: HttpRequest) -> str:
    return request.user.email if isinstance(request.user, User) else ""


def _too_often(request: HttpRequest) -> HttpResponse | None:
    if request.user.is_authenticated:
        return None
    address = request.META.get("REMOTE_ADDR", "")
    wait = seconds_until_registration(address, request.POST.get("email", ""))
    return (
        None
        if wait is None
        else wait_page(request, wait, "tournaments/too_many_registrations.html")
    )


def _registered(
    request: HttpRequest, event: Tournament, form: RegistrationForm, actor: Actor
) -> Registration:
    details = registrations.Details(
        **form.said(),
        language=(get_language() or "en")[:2],
        site=request.build_absolute_uri("/").rstrip("/"),
    )
    return registrations.register(tournament_id=event.pk, details=details, actor=actor)


def registration_context(event: Tournament) -> dict[str, Any]:
    """What the event says of its places."""
    taken = places_taken(event)
    context = places_context(event, taken)
    if event.stages.filter(drawn_at__isnull=False).exists():
        context |= {"phase": phase_of(event, is_drawn=True), "is_open": False}
    stages = event.stages.select_related("tournament").order_by("number")
    minutes = expected_minutes(list(stages), expected_players(event, taken))
    return (
        context
        | how_it_is_played(event)
        | {
            "waiting": event.registrations.filter(status=RegistrationStatus.WAITING).count(),
            "duration": divmod(minutes, 60) if minutes else None,
        }
    )


@require_safe
def registration_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Who registered: those who wait for a yes first, then the waiting list, then the rest."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    rows = list(with_positions(registrations_of(event)))
    by_status = {
        status.value: [row for row in rows if row.status == status] for status in RegistrationStatus
    }
    by_status["waiting"].sort(key=lambda row: row.turn or 0)
    context = event_context(event, actor) | registration_context(event)
    context |= {"page": "registrations", "by_status": by_status, "rows": rows}
    return render(request, "tournaments/registrations.html", context)


@require_POST
def approve(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say yes: they are whom the page proposed, or somebody new."""
    actor = actor_of(request)
    wanted = _of_event(request, slug, pk, actor)
    approved = registrations.approve(
        registration_id=wanted.pk, actor=actor, is_new="new" in request.POST
    )
    text = (
        _("%(name)s is in.")
        if approved.status == RegistrationStatus.IN
        else _("%(name)s is on the waiting list.")
    )
    messages.success(request, text % {"name": approved.name})
    return redirect("event-registrations", slug=slug)


@require_POST
def decline(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say no, or take somebody off the list."""
    actor = actor_of(request)
    wanted = _of_event(request, slug, pk, actor)
    registrations.decline(registration_id=wanted.pk, actor=actor)
    messages.success(request, _("%(name)s is off the list.") % {"name": wanted.name})
    return redirect("event-registrations", slug=slug)


def _of_event(request: HttpRequest, slug: str, pk: int, actor: Actor) -> Registration:
    event = event_for_director(request, slug, actor)
    return get_object_or_404(registrations_of(event), pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest, slug: str) -> HttpResponse:
    """Whom the event takes, and what it says to them."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    with timezone.override(ZoneInfo(event.timezone)):
        form = TermsForm(posted(request), initial=TermsForm.initial_of(event))
        changed = attempt(
            form,
            lambda: change_tournament(tournament_id=event.pk, actor=actor, **form.cleaned_data),
        )
        if changed:
            messages.success(request, _("Saved."))
            return redirect("event-registrations", slug=slug)
        context = event_context(event, actor) | {"form": form, "page": "registrations"}
        return render(request, "tournaments/registration_terms.html", context)
