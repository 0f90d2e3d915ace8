"""What a club puts into other people's calendars and readers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.models import Match
from players.actors import Actor
from players.models import Club
from players.views.club_pages import requested_club
from tournaments.models import Tournament
from tournaments.publishing.calendars import calendar_of
from tournaments.selectors import events_over, latest_results, visible_tournaments
from tournaments.snapshot_selectors import published_versions
from tournaments.views.stories import told
from web.names import tidy_name

NOBODY = Actor()
"""Feeds are read by programs that nobody has signed in to: they show what is public."""

IN_A_CALENDAR = 100
"""Events that one shows: calendars ask several times a day, and what was years ago has its pages."""


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The published events of a club for one's own calendar, the latest of them."""
    club = requested_club(request, slug, for_everyone=True)
    events = visible_tournaments(NOBODY).filter(club=club).order_by("-starts_at", "-pk")
    address = request.build_absolute_uri("/").rstrip("/")
    text = calendar_of(club.name, events[:IN_A_CALENDAR], address)
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


@dataclass(frozen=True)
class StoryItem:
    """An event that is over, as the feed tells it."""

    event: Tournament
    finished_at: datetime
    sentences: list[str]


Item = Match | StoryItem
NEWEST, STORIES = 50, 5


class Results(Feed[Item, Club]):
    """The latest results of a club, and the stories of the events that are over."""

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

    def items(self, club: Club) -> list[Item]:
        """The newest fifty results among the stories of the latest events."""
        items: list[Item] = [*latest_results(NOBODY, club=club)[:NEWEST], *_stories(club)]
        return sorted(items, key=_ended, reverse=True)

    def item_title(self, item: Item) -> str:
        """Who, and how it ended."""
        if isinstance(item, StoryItem):
            return tidy_name(_("%(event)s: the story") % {"event": item.event.name})
        a, b = item.score
        return tidy_name(f"{item.a} {a}–{b} {item.b}")

    def item_description(self, item: Item) -> str:
        """What happened, or where it was played."""
        if isinstance(item, StoryItem):
            return tidy_name(" ".join(item.sentences))
        return tidy_name(item.tournament_name or "")  # type: ignore[attr-defined]

    def item_link(self, item: Item) -> str:
        """The page of the match, or of the story."""
        if isinstance(item, StoryItem):
            return reverse("event-story", args=[item.event.slug])
        return reverse("match", args=[item.pk])

    def item_pubdate(self, item: Item) -> datetime | None:
        """When it was over."""
        return item.finished_at


def _ended(item: Item) -> datetime:
    assert item.finished_at is not None
    return item.finished_at


def _stories(club: Club) -> list[StoryItem]:
    """Of the events that ended last, told from what is published of them."""
    events = list(events_over(NOBODY, club=club)[:STORIES])
    versions = published_versions(events)
    return [
        StoryItem(event, event.over_at, told(event, versions[event.pk]))  # type: ignore[attr-defined]
        for event in events
    ]
