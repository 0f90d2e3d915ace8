"""The front door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.latest_changes import LatestChange, last_changes
from matches.models import Match, MatchStatus
from matches.pool_selectors import installation_pool
from matches.selectors import ranked, rating_list
from players.actors import actor_of
from players.models import Club
from players.selectors import clubs_on_list
from tournaments.models import Tournament, TournamentStatus
from tournaments.publishing.club_years import latest_winners
from tournaments.selectors import events_on_a_page, matches_at_tables
from web.charts import Sparkline, sparkline

RATED = 6
LATEST = 6
"""Matches that the line beside a name is drawn from."""
WINNERS = 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is being played, what comes next, who won last and who leads the ratings."""
    actor = actor_of(request)
    clubs = list(clubs_on_list())
    events = events_on_a_page(actor)
    running = [event for event in events if event.status == TournamentStatus.RUNNING]
    live = _live(running)
    context = {
        "clubs": clubs,
        "events": events,
        "running": running,
        "live": live,
        "at_tables": sum(len(rows) for _, rows in live),
        "coming": [event for event in events if event.status != TournamentStatus.RUNNING],
        "winners": latest_winners(actor, WINNERS),
        **_ratings(clubs),
    }
    return render(request, "tournaments/home.html", context)


def _ratings(clubs: list[Club]) -> dict[str, Any]:
    """The best of the club; where there are several, each has a list of its own."""
    if len(clubs) != 1:
        return {}
    listed = rating_list(pool=installation_pool(), club=clubs[0].slug)
    best = ranked(listed, listed[:RATED])
    changes = last_changes([one.player_id for one in best], system="fibs", count=LATEST)
    return {
        "rated_club": clubs[0],
        "ratings": [(one, _line(changes.get(one.player_id, []))) for one in best],
    }


def _line(changes: Sequence[LatestChange]) -> Sparkline | None:
    values = [changes[0].before, *(change.after for change in changes)] if changes else []
    return sparkline(values)


def _live(running: list[Tournament]) -> list[tuple[Tournament, list[dict[str, Any]]]]:
    """The matches at a table, by event."""
    by_event: dict[str, list[dict[str, Any]]] = {event.slug: [] for event in running}
    for match in matches_at_tables(running):
        by_event[match.event].append(_row(match))
    return [(event, by_event[event.slug]) for event in running]


def _row(match: Match) -> dict[str, Any]:
    """What ``components/match_row.html`` shows."""
    return {
        "table": match.table,
        "a": {"name": match.a.name, "player": match.a_id},
        "b": {"name": match.b.name, "player": match.b_id},
        "score": (None, None) if match.status == MatchStatus.CALLED else match.score,
        "is_live": match.status != MatchStatus.CALLED,
        "meta": _("to %(length)s points") % {"length": match.length},
    }
