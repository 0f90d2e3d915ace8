"""Setting up an event, changing it, and showing it to the world."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.pool_selectors import pools_for, pools_of_event
from players.actors import Actor, actor_of
from players.models import Club, Role
from players.services.permissions import require
from players.views.club_pages import club_for_director
from tournaments.draws.format_assistant import Proposal, proposals
from tournaments.forms.assistant import EveningForm
from tournaments.forms.events import EventForm
from tournaments.models import Stage, Tournament
from tournaments.services import events
from tournaments.services.event_pools import choose_event_pools
from tournaments.services.removal import remove_event
from tournaments.services.stages import change_format
from tournaments.views.events import event_context, visible_event
from web.form_errors import attempt, posted


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Set up an event of a club."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    with timezone.override(ZoneInfo(club.timezone)):
        form = EventForm(posted(request), initial={**_this_evening(), **_proposed(request)})
        pools = pools_for(club.pk)
        form.offer(pools, [pool.pk for pool in pools if pool.by_default])
        _refuse_duplicate(form, club)
        made = attempt(form, lambda: _made(form, club, actor))
        if made:
            messages.success(request, _("%(name)s is open for entries.") % {"name": made.name})
            return redirect("event-desk", slug=made.slug)
        return render(request, "tournaments/event_form.html", {"club": club, "form": form})


@transaction.atomic
def _made(form: EventForm, club: Club, actor: Actor) -> Tournament:
    event = events.create_tournament(club_id=club.pk, actor=actor, **form.described())
    _choose_pools(form, event, actor)
    return event


def _choose_pools(form: EventForm, event: Tournament, actor: Actor) -> None:
    wanted = form.chosen_pools(pools_of_event(event.club_id, event.slug))
    if wanted is not None:
        choose_event_pools(tournament_id=event.pk, pools=wanted, actor=actor)


def _refuse_duplicate(form: EventForm, club: Club) -> None:
    """A form that is sent again after going back would make the same event again."""
    if not form.is_valid():
        return
    cleaned = form.cleaned_data
    same = club.tournaments.filter(name__iexact=cleaned["name"], starts_at=cleaned["starts_at"])
    if same.exists():
        form.add_error("name", _("There is already an event with this name at this time."))


def _this_evening() -> dict[str, datetime]:
    """When most clubs begin: today, or tomorrow if that is past. The club's time zone is set."""
    now = timezone.localtime()
    evening = now.replace(hour=19, minute=30, second=0, microsecond=0)
    return {"starts_at": evening if now < evening else evening + timedelta(days=1)}


def _proposed(request: HttpRequest) -> dict[str, str]:
    """What the assistant has filled in already."""
    return {
        name: value for name, value in request.GET.dict().items() if name in EventForm.base_fields
    }


@require_safe
def assistant(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose formats and lengths for the players, tables and hours there are."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    form = EveningForm(request.GET or None)
    shown: list[dict[str, object]] = []
    if form.is_valid():
        cleaned = form.cleaned_data
        shown = [
            {"proposal": proposal, "address": _address(proposal, cleaned["tables"])}
            for proposal in proposals(
                cleaned["players"], cleaned["tables"], int(cleaned["hours"] * 60)
            )
        ]
    context = {"club": club, "form": form, "proposals": shown}
    return render(request, "tournaments/assistant.html", context)


def _address(proposal: Proposal, tables: int) -> str:
    chosen = {"format": proposal.format.value, "length": proposal.length, "tables": tables}
    return urlencode(chosen | dict(proposal.settings))


@require_http_methods(["GET", "HEAD", "POST"])
def change_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Change an event's details; after the draw, all but the rules of play."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    stage = event.stages.get(number=1)
    with timezone.override(ZoneInfo(event.timezone)):
        form = EventForm(
            posted(request),
            initial=EventForm.initial_of(event, stage),
            drawn=stage.drawn_at is not None,
        )
        form.offer(pools_for(event.club_id), pools_of_event(event.club_id, event.slug))
        if attempt(form, lambda: _change(form, event, stage, actor)):
            messages.success(request, _("Saved."))
            return redirect("event", slug=slug)
        context = event_context(event, actor) | {
            "form": form,
            "later_stages": event.stages.filter(number__gt=1).order_by("number"),
            "is_drawn": event.stages.filter(drawn_at__isnull=False).exists(),
        }
        return render(request, "tournaments/event_form.html", context)


@transaction.atomic
def _change(form: EventForm, event: Tournament, stage: Stage, actor: Actor) -> Tournament:
    changed = events.change_tournament(tournament_id=event.pk, actor=actor, **form.changes())
    _choose_pools(form, event, actor)
    if not form.drawn:
        change_format(
            stage_id=stage.pk,
            actor=actor,
            format_code=form.chosen_format,
            settings=form.settings,
        )
    return changed


@require_POST
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete an event that is not drawn."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    remove_event(tournament_id=event.pk, actor=actor)
    messages.success(request, _("%(name)s deleted.") % {"name": event.name})
    return redirect("club", slug=event.club.slug)


@require_POST
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Let everybody see the event."""
    actor = actor_of(request)
    event = events.publish(tournament_id=event_for_director(request, slug, actor).pk, actor=actor)
    messages.success(request, _("Everyone can now see %(name)s.") % {"name": event.name})
    return redirect("event", slug=slug)


@require_POST
def unpublish(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event to members of the club only."""
    actor = actor_of(request)
    event = events.unpublish(tournament_id=event_for_director(request, slug, actor).pk, actor=actor)
    messages.success(
        request, _("Only members of the club can now see %(name)s.") % {"name": event.name}
    )
    return redirect("event", slug=slug)


def event_for_director(request: HttpRequest, slug: str, actor: Actor) -> Tournament:
    """The event, if the actor directs it; not found for those who may not even see it."""
    event = visible_event(request, slug, actor)
    require(actor, Role.DIRECTOR, event.club_id)
    return event


def stage_for_director(event: Tournament, number: int) -> Stage:
    """A stage of an event that the actor directs."""
    return get_object_or_404(event.stages.select_related("tournament__club"), number=number)
