"""What a club puts into other people's calendars and readers."""

from __future__ import annotations

from datetime import datetime

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.models import Match
from players.actors import Actor
from players.models import Club
from players.views.club_pages import requested_club
from tournaments.publishing.calendars import calendar_of
from tournaments.selectors import latest_results, visible_tournaments
from web.names import tidy_name

NOBODY = Actor()
"""Feeds are read by programs that nobody has signed in to: they show what is public."""


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The published events of a club for one's own calendar."""
    club = requested_club(request, slug, for_everyone=True)
    events = visible_tournaments(NOBODY).filter(club=club)
    text = calendar_of(club.name, events, request.build_absolute_uri("/").rstrip("/"))
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


class Results(Feed[Match, Club]):
    """The latest results of a club."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> Club:
        """The club whose feed it is."""
        return requested_club(request, slug, for_everyone=True)

    def title(self, club: Club) -> str:
        """The feed's name."""
        return _("Results of %(club)s") % {"club": tidy_name(club.name)}

    def link(self, club: Club) -> str:
        """The club's page."""
        return reverse("club", args=[club.slug])

    def items(self, club: Club) -> QuerySet[Match]:
        """The newest fifty."""
        return latest_results(NOBODY, club=club)[:50]

    def item_title(self, match: Match) -> str:
        """Who, and how it ended."""
        a, b = match.score
        return tidy_name(f"{match.a} {a}–{b} {match.b}")

    def item_description(self, match: Match) -> str:
        """Where it was played."""
        return tidy_name(match.tournament_name or "")  # type: ignore[attr-defined]

    def item_link(self, match: Match) -> str:
        """The match's page."""
        return reverse("match", args=[match.pk])

    def item_pubdate(self, match: Match) -> datetime | None:
        """When it was over."""
        return match.finished_at
