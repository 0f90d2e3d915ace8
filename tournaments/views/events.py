"""An event as everybody sees it: bracket, standings, entrants and the proof of the draw."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from api.etags import with_tag
from api.looks import Source, made_from
from players.actors import Actor, actor_of
from players.models import Role
from tournaments.console.next_steps import can_pair
from tournaments.draws.club_pace import club_pace
from tournaments.draws.lengths import lengths_of, lengths_text
from tournaments.draws.proofs import drawn_once_more, parts_clubs, proof_of, seed_source_of
from tournaments.models import Stage, StageSnapshot, Tournament
from tournaments.publishing.cross_tables import cross_tables
from tournaments.publishing.evening import ends_about, numbers_of_the_night
from tournaments.publishing.podium import podium_of, way_of
from tournaments.publishing.shown_brackets import live_matches, shown_brackets
from tournaments.publishing.snapshot_json import bracket_in, standings_in
from tournaments.publishing.standings.ties import ties_by_hand
from tournaments.publishing.standings.why import why
from tournaments.publishing.standings_types import StandingsRow
from tournaments.registration_models import TERMS
from tournaments.registration_selectors import to_approve
from tournaments.selectors import entrants_to_draw, entry_list, unpaid, visible_tournaments
from tournaments.services.registration_terms import Phase, closes_at, phase_of
from tournaments.snapshot_selectors import visible_snapshot
from tournaments.views.event_before import before_context
from tournaments.views.fragment_cache import cached_fragment, fragment_html
from web.languages import activate_language
from web.refusals import sentence
from web.themes import theme_of

BRACKETS = "tournaments/brackets.html"
"""The part of the page that is the same for all who may do the same."""


@require_safe
def event(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponseBase:
    """The bracket; before the draw, who is entered."""
    actor = actor_of(request)
    snapshot = snapshot_of_stage(request, slug, stage, actor)
    held = _held(request, snapshot)
    if held is not None:
        return held
    context = snapshot_context(snapshot, actor) | bracket_context(snapshot) | {"page": "bracket"}
    if not context["bracket"]["brackets"]:
        if before := snapshot.stage.before:
            return _ahead(request, snapshot.stage, context | {"before": before})
        context |= before_context(snapshot.stage)
        context |= places_context(snapshot.stage.tournament, context["so_far"])
    else:
        context["facts"] = _facts(snapshot)
    # Only those who have the button are asked for: the page takes one query for everybody else.
    context["can_pair"] = context["may_direct"] and can_pair(snapshot.stage)
    context["etag"] = etag(snapshot, part_tag("bracket", context))
    context["part"] = fragment_html(
        cached_fragment(
            snapshot,
            context["etag"],
            BRACKETS,
            lambda: context | bracket_part_context(snapshot),
        )
    )
    return _page(request, snapshot, "tournaments/event.html", context)


def _facts(snapshot: StageSnapshot) -> list[tuple[str, str]]:
    """What a finished event was: who won, and against how many."""
    if snapshot.stage.finished_at is None:
        return []
    rows = standings_in(snapshot)["rows"]
    won = [(_("Winner"), step.name) for step in podium_of(rows)[:1]]
    return [*won, (_("Players"), str(len(rows)))]


def _ahead(request: HttpRequest, stage: Stage, context: dict[str, Any]) -> HttpResponse:
    """A stage for which one has to qualify: not all who are entered will play in it."""
    context["stages"] = stage.tournament.stages.order_by("number")
    context["places"] = entrants_to_draw(stage)
    return render(request, "tournaments/finals_ahead.html", context)


@require_safe
def standings(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponseBase:
    """Who stands where."""
    actor = actor_of(request)
    snapshot = snapshot_of_stage(request, slug, stage, actor)
    held = _held(request, snapshot)
    if held is not None:
        return held
    context = snapshot_context(snapshot, actor) | {"page": "standings"}
    context |= standings_context(snapshot)
    context["may_place"] = context["may_direct"] and _is_a_tie_to_place(context["rows"])
    context["etag"] = etag(snapshot, part_tag("standings", context))
    return _page(request, snapshot, "tournaments/standings.html", context)


@require_safe
def why_there(request: HttpRequest, slug: str, entry: int, stage: int = 1) -> HttpResponse:
    """Why am I third? Each figure with the numbers it comes from."""
    actor = actor_of(request)
    snapshot = snapshot_of_stage(request, slug, stage, actor)
    found = get_object_or_404(entry_list(snapshot.stage.tournament), pk=entry)
    reasons = why(snapshot.stage, found)
    if reasons is None:
        raise Http404
    context = snapshot_context(snapshot, actor) | {"why": reasons, "page": "standings"}
    return render(request, "tournaments/why.html", context)


@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Who takes part, in the order of entry."""
    actor = actor_of(request)
    tournament = visible_event(request, slug, actor)
    context = event_context(tournament, actor)
    entries = list(entry_list(tournament))
    context |= {"entries": entries, "page": "entrants"}
    if context["may_score"] and tournament.entry_fee:
        context |= {"takes_fees": True, "unpaid": unpaid(entries)}
    return render(request, "tournaments/entrants.html", context)


@require_safe
def proof(request: HttpRequest, slug: str, stage: int = 1) -> HttpResponse:
    """Enough to draw again and compare; with ``?again=1`` it is done here and now."""
    actor = actor_of(request)
    snapshot = snapshot_of_stage(request, slug, stage, actor)
    shown = proof_of(snapshot.stage)
    again = drawn_once_more(shown) if shown["entrants"] and "again" in request.GET else None
    context = snapshot_context(snapshot, actor) | {
        "proof": shown,
        "lines": again.lines if again else shown["entrants"],
        "again": again,
        "differs": sentence(again.refusal) if again and again.refusal else "",
        "seed_source": seed_source_of(snapshot.stage),
        "parts_clubs": parts_clubs(snapshot.stage),
        "api_address": reverse(
            "api:draw-proof", kwargs={"slug": slug, "number": snapshot.stage.number}
        ),
        "stages": snapshot.stage.tournament.stages.order_by("number"),
        "page": "proof",
    }
    return render(request, "tournaments/proof.html", context)


def places_context(event: Tournament, taken: int) -> dict[str, Any]:
    """Whether one can register, and for how many places; before the draw."""
    phase = phase_of(event, is_drawn=False)
    return {
        "phase": phase,
        "is_open": phase is Phase.OPEN,
        "closes_at": closes_at(event),
        "taken": taken,
        "left": None if event.places is None else max(0, event.places - taken),
    }


def event_context(tournament: Tournament, actor: Actor) -> dict[str, Any]:
    """What every page of an event shows around its own matter."""
    return {
        "event": tournament,
        "club": tournament.club,
        # Asked for by the head of a page only: its parts do without.
        "lengths": lambda: lengths_text(tournament.stages.all()),
        "to_approve": lambda: to_approve(tournament),
        "may_direct": actor.may(Role.DIRECTOR, tournament.club_id),
        "may_score": actor.may(Role.SCORER, tournament.club_id),
    }


def snapshot_context(snapshot: StageSnapshot, actor: Actor) -> dict[str, Any]:
    """The same for pages made from what is published."""
    return event_context(snapshot.stage.tournament, actor) | {
        "stage": snapshot.stage,
        "lengths": lambda: lengths_text([snapshot.stage]),
    }


def snapshot_of_stage(
    request: HttpRequest, slug: str, number: int | None, actor: Actor, *, for_everyone: bool = False
) -> StageSnapshot:
    """What is published of a stage, if none is named of the one that is being played.

    Not found for those who may not see it.
    """
    found = visible_snapshot(slug=slug, number=number, actor=actor)
    if found is None:
        raise Http404
    activate_language(request, found.stage.tournament.club.language, for_everyone=for_everyone)
    return found


def visible_event(
    request: HttpRequest, slug: str, actor: Actor, *, for_everyone: bool = False
) -> Tournament:
    """An event the actor may see, answering in its club's language; not found for others."""
    found = get_object_or_404(visible_tournaments(actor), slug=slug)
    activate_language(request, found.club.language, for_everyone=for_everyone)
    return found


def bracket_context(snapshot: StageSnapshot) -> dict[str, Any]:
    """The published bracket and whether its rounds lead into each other."""
    bracket = bracket_in(snapshot)
    return {
        "bracket": bracket,
        "stages": bracket["stages"],
        "elimination": snapshot.stage.is_elimination,
    }


def bracket_part_context(snapshot: StageSnapshot) -> dict[str, Any]:
    """The same with all that the part of the page shows which changes: asked for once a version."""
    context = bracket_context(snapshot)
    rows = standings_in(snapshot)["rows"]
    sheets = shown_brackets(context["bracket"])
    steps = podium_of(rows)
    return context | {
        "still_in": sum(row["status"] == "playing" for row in rows),
        "entrants": len(rows),
        "sheets": sheets,
        "live": live_matches(sheets),
        "steps": steps,
        "ends": ends_about(
            context["bracket"],
            snapshot.stage,
            len(rows),
            timezone.now(),
            lambda: club_pace(snapshot.stage.tournament.club_id),
        ),
        "numbers": numbers_of_the_night(context["bracket"]) if steps else [],
        "way": way_of(steps[0].player, sheets) if steps else [],
        "cross": (
            cross_tables(context["bracket"], rows, snapshot.stage.settings.get("qualify"))
            if snapshot.stage.has_table
            else []
        ),
    }


def standings_context(snapshot: StageSnapshot) -> dict[str, Any]:
    """The published standings, and whether each figure can be unfolded."""
    standings = standings_in(snapshot)
    return {
        "rows": standings["rows"],
        "side_brackets": standings["brackets"],
        "stages": standings["stages"],
        "unfolds": snapshot.stage.has_table,
    }


def _is_a_tie_to_place(rows: list[StandingsRow]) -> bool:
    """Before the first result all are level, and nobody wants to place them."""
    return any(row["wins"] for row in rows) and bool(ties_by_hand(rows))


def part_tag(part: str, context: dict[str, Any]) -> str:
    """Tells the parts of a page from each other, and those with buttons from those without."""
    return f"{part} {context['may_score']}"


def unchanged(
    request: HttpRequest, snapshot: StageSnapshot, tag: str, source: Source | None = None
) -> HttpResponseBase | None:
    """A 304 for a reader who has this version; nothing is held before the first.

    ``source``: the row of the snapshot, where the answer depends on nothing else.
    """
    if not snapshot.version:
        return None
    whole = etag(snapshot, tag)
    return made_from(with_tag(get_conditional_response(request, etag=whole), whole), source)


def tagged(response: HttpResponse, snapshot: StageSnapshot, tag: str) -> HttpResponse:
    """A response that can be asked for again by its version."""
    if snapshot.version:
        response["ETag"] = etag(snapshot, tag)
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def etag(snapshot: StageSnapshot, tag: str) -> str:
    """Names all that a page is made of."""
    event = snapshot.stage.tournament
    parts = (
        # An event's own address leads to one stage after the other.
        snapshot.pk,
        snapshot.stage.is_followed,
        snapshot.version,
        get_language(),
        event.name,
        event.status,
        event.starts_at,
        event.is_published,
        sorted(lengths_of(snapshot.stage)),
        [getattr(event, term) for term in TERMS],
        phase_of(event, is_drawn=snapshot.stage.drawn_at is not None),
        # A new release has new style sheets; a page that names the old ones is stale.
        static("css/site.css"),
        tag,
    )
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'


def _held(request: HttpRequest, snapshot: StageSnapshot) -> HttpResponseBase | None:
    """Whole pages of those signed in have their messages and tokens, so they are always sent."""
    if request.user.is_authenticated:
        return None
    return unchanged(request, snapshot, _page_tag(request), snapshot.source)


def _page_tag(request: HttpRequest) -> str:
    """What of a page the visitor decides."""
    return f"{request.path} {theme_of(request)}"


def _page(
    request: HttpRequest, snapshot: StageSnapshot, template: str, context: dict[str, Any]
) -> HttpResponse:
    response = render(request, template, context)
    if request.user.is_authenticated:
        return response
    return tagged(response, snapshot, _page_tag(request))
