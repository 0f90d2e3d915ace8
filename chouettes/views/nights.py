"""A club's chouette nights: the list, beginning one, its page, and the accounts of a season."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from api.sent_once import made_once
from chouettes.forms import NightForm, SeasonForm
from chouettes.selectors import season_accounts, visible_nights, years_with_nights
from chouettes.services.nights import begin_night, renew_link, take_back
from chouettes.views.shown import shown_night
from players.actors import actor_of
from players.models import Role
from players.services.permissions import require
from players.views.club_pages import requested_club
from rules_core.errors import RulesError
from web.form_errors import attempt, posted
from web.languages import activate_language
from web.qr_codes import qr_code
from web.refusals import sentence

PAGE = 50


@require_safe
def night_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The nights of a club, for those who may see them."""
    actor = actor_of(request)
    club = requested_club(request, slug)
    nights = visible_nights(actor).filter(club=club).prefetch_related("seats__player")
    context = {
        "club": club,
        "page": Paginator(nights, PAGE).get_page(request.GET.get("page")),
        "may_direct": actor.may(Role.DIRECTOR, club.pk),
        "may_start": actor.may(Role.SCORER, club.pk),
    }
    return render(request, "chouettes/nights.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Who sits in, and by which rules; then the table itself, ready for the first game."""
    actor = actor_of(request)
    club = requested_club(request, slug)
    require(actor, Role.SCORER, club.pk)
    form = NightForm(posted(request), club=club, actor=actor)
    made = made_once(
        request,
        lambda: attempt(
            form, lambda: begin_night(club_id=club.pk, actor=actor, **form.service_arguments())
        ),
    )
    if made is not None:
        return redirect("chouette", pk=made)
    context = {"club": club, "form": form, "may_direct": actor.may(Role.DIRECTOR, club.pk)}
    return render(request, "chouettes/new.html", context)


@never_cache
@require_safe
def night(request: HttpRequest, pk: int) -> HttpResponse:
    """Accounts, who owes whom and the history; for officials the code for the phones."""
    actor = actor_of(request)
    row = get_object_or_404(visible_nights(actor), pk=pk)
    activate_language(request, row.club.language)
    context = shown_night(row) | {"may_record": actor.may(Role.SCORER, row.club_id)}
    if context["may_record"]:
        address = request.build_absolute_uri(reverse("chouette-table", args=[row.secret]))
        context |= {"address": address, "code": qr_code(address)}
    return render(request, "chouettes/night.html", context)


@require_POST
def renew(request: HttpRequest, pk: int) -> HttpResponse:
    """Another link, for when the old one has got about."""
    actor = actor_of(request)
    row = get_object_or_404(visible_nights(actor), pk=pk)
    activate_language(request, row.club.language)
    renew_link(night_id=row.pk, actor=actor)
    return redirect("chouette", pk=pk)


@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back that the night is over, for an official: somebody pressed it too early."""
    actor = actor_of(request)
    row = get_object_or_404(visible_nights(actor), pk=pk)
    activate_language(request, row.club.language)
    require(actor, Role.SCORER, row.club_id)
    number = request.POST.get("number", "")
    closing = int(number) if number.isdecimal() and len(number) < 10 else 0
    try:
        take_back(night_id=row.pk, actor=actor, number=closing)
    except RulesError as error:
        messages.error(request, sentence(error))
    return redirect("chouette", pk=pk)


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """What everybody won or lost over the nights of a year, or between two days."""
    actor = actor_of(request)
    club = requested_club(request, slug)
    nights = visible_nights(actor).filter(club=club)
    years = years_with_nights(club, nights)
    this_year = timezone.now().astimezone(ZoneInfo(club.timezone)).year
    asked = request.GET.get("year", "")
    year = next((one for one in years if str(one) == asked), years[0] if years else this_year)
    form = SeasonForm(request.GET if "first" in request.GET else None)
    first, last = form.days(year)
    if not form.is_bound:
        form.initial = {"first": first.isoformat(), "last": last.isoformat()}
    context = {
        "club": club,
        "form": form,
        "years": years,
        "year": None if form.is_bound else year,
        "first": first,
        "last": last,
        "accounts": season_accounts(club, first, last, nights=nights),
        "may_direct": actor.may(Role.DIRECTOR, club.pk),
    }
    return render(request, "chouettes/season.html", context)
