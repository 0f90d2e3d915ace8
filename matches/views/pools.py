"""Rating lists: which there are, setting one up, changing it, start values, and how far a recomputation is."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from matches.models import RatingPool
from matches.pool_forms import PoolForm
from matches.pool_selectors import pools_for
from matches.services import rating_pools
from matches.services.start_values import StartReport, import_start_values
from players.actors import Actor, actor_of
from players.models import Club, Role
from players.services.installation import runs_the_installation
from players.views.club_pages import club_for_director, requested_club
from web.form_errors import attempt, posted
from web.refusals import sentence
from web.table_form import TableForm
from web.table_reading import as_text


@require_safe
def pools(request: HttpRequest, slug: str) -> HttpResponse:
    """All that matches of a club can count for, with how they rate."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    lines = [(pool, _may_change(actor, pool)) for pool in pools_for(club.pk)]
    return render(request, "matches/pools.html", {"club": club, "lines": lines, "may_direct": True})


@require_http_methods(["GET", "HEAD", "POST"])
def new_pool(request: HttpRequest, slug: str) -> HttpResponse:
    """Set up a rating list of the club, or of all clubs."""
    actor = actor_of(request)
    club = club_for_director(request, slug, actor)
    form = PoolForm(posted(request), may_be_for_all=runs_the_installation(actor))
    made = attempt(form, lambda: _made(form, club, actor))
    if made:
        messages.success(request, _("%(name)s is set up.") % {"name": made.name})
        return redirect("pools", slug=slug)
    return render(
        request, "matches/pool_form.html", {"club": club, "form": form, "may_direct": True}
    )


def _made(form: PoolForm, club: Club, actor: Actor) -> RatingPool:
    return rating_pools.create_pool(
        club_id=None if form.cleaned_data.get("for_all_clubs") else club.pk,
        settings=rating_pools.PoolSettings(**form.settings()),
        actor=actor,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def change_pool(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Change how a list rates; what moves figures has them computed again."""
    actor = actor_of(request)
    club, pool = _to_change(request, slug, key, actor)
    form = PoolForm(posted(request), initial=PoolForm.initial_of(pool))
    changed = attempt(
        form, lambda: rating_pools.change_pool(pool_key=key, actor=actor, **form.settings())
    )
    if changed:
        messages.success(request, _("Saved."))
        return redirect("pools", slug=slug)
    context = {"club": club, "pool": pool, "form": form, "may_direct": True}
    return render(request, "matches/pool_form.html", context)


@require_POST
def remove_pool(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Delete a list with its ratings; the matches stay."""
    actor = actor_of(request)
    pool = _to_change(request, slug, key, actor)[1]
    rating_pools.remove_pool(pool_key=key, actor=actor)
    messages.success(request, _("%(name)s deleted.") % {"name": pool})
    return redirect("pools", slug=slug)


@require_http_methods(["GET", "HEAD", "POST"])
def start_values(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Look at a table of start values, then import it."""
    actor = actor_of(request)
    club, pool = _to_change(request, slug, key, actor)
    form = TableForm(posted(request), request.FILES or None)
    confirmed = request.POST.get("confirmed") == "yes"
    report = attempt(
        form,
        lambda: import_start_values(
            pool_key=key, rows=form.cleaned_data["rows"], actor=actor, dry_run=not confirmed
        ),
    )
    if report and confirmed:
        messages.success(request, _summary(report))
        return redirect("pools", slug=slug)
    context = {"club": club, "pool": pool, "form": form, "report": report, "may_direct": True}
    if report:
        context |= {
            "summary": _summary(report),
            "text": as_text(form.cleaned_data["rows"]),
            "refused": [(one, sentence(one.refusal)) for one in report.refused if one.refusal],
            "used": report.used,
        }
    return render(request, "matches/pool_start_values.html", context)


def _summary(report: StartReport) -> str:
    said = _("%(created)d new, %(updated)d updated, %(skipped)d unchanged, %(refused)d left out.")
    kinds = ("created", "updated", "skipped", "refused")
    return said % {does: report.count(does) for does in kinds}


@require_safe
def progress(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """How far a list is that is computed again: the part of pages that keeps itself up to date."""
    club = requested_club(request, slug)
    pool = _pool(club, key)
    tag = f'"{pool.step}-{get_language()}"'
    response = (
        HttpResponse(status=304)
        if request.headers.get("If-None-Match") == tag
        else render(request, "matches/pools/progress.html", {"pool": pool})
    )
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    return response


def _to_change(request: HttpRequest, slug: str, key: str, actor: Actor) -> tuple[Club, RatingPool]:
    """A list that matches of the club count for, if the actor may change it."""
    club = club_for_director(request, slug, actor)
    pool = _pool(club, key)
    rating_pools.require_for_pool(actor, pool.club_id)
    return club, pool


def _pool(club: Club, key: str) -> RatingPool:
    for pool in pools_for(club.pk):
        if pool.pk == key:
            return pool
    raise Http404


def _may_change(actor: Actor, pool: RatingPool) -> bool:
    if pool.club_id is None:
        return actor.everywhere or runs_the_installation(actor)
    return actor.may(Role.DIRECTOR, pool.club_id)
