"""The rating list of a club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.latest_changes import LatestChange, last_changes
from matches.models import INSTALLATION_POOL, Rating, RatingPool
from matches.past_lists import list_of_day, shown_of
from matches.pool_selectors import pools_for
from matches.rating_list_form import RatingListForm
from matches.selectors import gains_between, last_rated_at
from players.actors import actor_of
from players.models import Club, Role
from players.views.club_pages import requested_club
from web.bounded_pages import RememberingPaginator
from web.charts import Sparkline, sparkline

PAGE = 50
LATEST = 10
"""Matches that the line beside a name is drawn from."""


@dataclass(frozen=True)
class RatingLine:
    """A player on the list."""

    rating: Rating
    curve: Sparkline | None
    record: list[bool]
    gain: float | None
    """Since the day that was asked for; none for those who have not played since."""

    @property
    def is_provisional(self) -> bool:
        """Whether the figure still moves fast."""
        return self.rating.is_provisional


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Players by rating: of today, or as of a date."""
    club = requested_club(request, slug)
    pools = pools_for(club.pk)
    pool = chosen_pool(request, pools)
    form = RatingListForm(
        request.GET or None,
        club=club,
        pool=pool,
        are_many_clubs=not pool.club_id and Club.objects.exclude(pk=club.pk).exists(),
    )
    until = form.as_of_moment
    listed = list_of_day(
        pool=pool,
        club="" if form.all_clubs else slug,
        as_of=until,
        country=form.chosen_country,
        played_since=form.played_since,
    )
    page = RememberingPaginator(listed, PAGE).get_page(request.GET.get("page"))
    shown = shown_of(listed, page, start=(page.number - 1) * PAGE)
    players = [one.player_id for one in shown]
    since = form.change_since(last_rated_at(club, until, system=pool.pk))
    changes = last_changes(players, system=pool.pk, count=LATEST, until=until)
    gains = gains_between(players, since, until, system=pool.pk) if since else {}
    return render(
        request,
        "matches/ratings.html",
        {
            "club": club,
            "pool": pool,
            "pools": pools,
            "page": page,
            "form": form,
            "since": since,
            "changes_asked": form.changes_asked(since) if since else "",
            "lines": [_line(one, changes.get(one.player_id, []), gains) for one in shown],
            "may_direct": actor_of(request).may(Role.DIRECTOR, club.pk),
        },
    )


def chosen_pool(request: HttpRequest, pools: Sequence[RatingPool]) -> RatingPool:
    """The one of these that the address names, else that of everybody; 404 if it names another."""
    key = request.GET.get("system") or INSTALLATION_POOL
    for pool in pools:
        if pool.pk == key:
            return pool
    raise Http404


def _line(
    rating: Rating, changes: Sequence[LatestChange], gains: Mapping[int, float]
) -> RatingLine:
    """With how the rating went, and what was won."""
    values = [changes[0].before, *(change.after for change in changes)] if changes else []
    record = [change.won for change in changes]
    return RatingLine(rating, sparkline(values), record, gains.get(rating.player_id))
