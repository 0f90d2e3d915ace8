"""Who wins from here: everybody's chances in a stage."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.actors import actor_of
from tournaments.publishing.forecasts import forecast_in, shown_forecast
from tournaments.publishing.snapshot_json import standings_in
from tournaments.selectors import forecast_of
from tournaments.views.events import snapshot_context, snapshot_of_stage


@require_safe
def chances(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Everybody's chance to win and to reach each round, as last computed."""
    actor = actor_of(request)
    snapshot = snapshot_of_stage(request, slug, stage, actor)
    if not snapshot.stage.tournament.show_chances:
        raise Http404
    standings = standings_in(snapshot)
    found = forecast_in(forecast_of(snapshot.stage))
    context = snapshot_context(snapshot, actor) | {
        "page": "chances",
        "stages": standings["stages"],
        "forecast": shown_forecast(found, standings["rows"], snapshot.stage.format),
    }
    return render(request, "tournaments/chances.html", context)
