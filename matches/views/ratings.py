"""The rating list of a club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.models import Rating, RatingChange
from matches.rating_list_form import RatingListForm
from matches.selectors import (
    as_they_stood,
    gains_between,
    last_changes,
    last_rated_at,
    rating_list,
)
from players.actors import actor_of
from players.models import Club, Role
from players.views.club_pages import requested_club
from web.charts import Sparkline, sparkline

PAGE = 200
LATEST = 10
"""Matches that the line beside a name is drawn from."""
SYSTEM = "fibs"


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
    form = RatingListForm(
        request.GET or None, club=club, are_many_clubs=Club.objects.exclude(pk=club.pk).exists()
    )
    until = form.as_of_moment
    listed = rating_list(
        system=SYSTEM,
        club="" if form.all_clubs else slug,
        as_of=until,
        country=form.chosen_country,
        played_since=form.played_since,
    )
    page = Paginator(listed, PAGE).get_page(request.GET.get("page"))
    shown = as_they_stood(page)
    players = [one.player_id for one in shown]
    since = form.change_since(last_rated_at(club, until, system=SYSTEM))
    changes = last_changes(players, system=SYSTEM, count=LATEST, until=until)
    gains = gains_between(players, since, until, system=SYSTEM) if since else {}
    return render(
        request,
        "matches/ratings.html",
        {
            "club": club,
            "page": page,
            "form": form,
            "since": since,
            "changes_asked": form.changes_asked(since) if since else "",
            "lines": [_line(one, changes.get(one.player_id, []), gains) for one in shown],
            "may_direct": actor_of(request).may(Role.DIRECTOR, club.pk),
        },
    )


def _line(
    rating: Rating, changes: Sequence[RatingChange], gains: Mapping[int, float]
) -> RatingLine:
    """With how the rating went, and what was won."""
    values = [changes[0].before, *(change.after for change in changes)] if changes else []
    record = [change.won for change in changes]
    return RatingLine(rating, sparkline(values), record, gains.get(rating.player_id))
