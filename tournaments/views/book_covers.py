"""The first sheet of a workbook: what it is, of when, and where to read it today."""

from __future__ import annotations

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from players.models import Club
from tournaments.draws.lengths import lengths_text
from tournaments.models import Tournament
from tournaments.selectors import stages_of
from web.tables import Cell, Cover


def event_cover(request: HttpRequest, event: Tournament, sheets: Iterable[str]) -> Cover:
    """What the workbook of an event says it is."""
    zone = ZoneInfo(event.timezone)
    stages = list(stages_of(event))
    starts = date_format(event.starts_at.astimezone(zone), "EVENING_FORMAT")
    formats = ", ".join(str(stage.get_format_display()) for stage in stages)
    facts: list[tuple[str, Cell]] = [
        (_("Club"), event.club.name),
        (_("Starts"), starts),
        (_("Format"), f"{formats}, {lengths_text(stages)}"),
        (_("Status"), str(event.get_status_display())),
        (_("Address"), request.build_absolute_uri(reverse("event", args=[event.slug]))),
    ]
    return _cover(event.name, facts, zone, sheets)


def club_cover(request: HttpRequest, club: Club, sheets: Iterable[str]) -> Cover:
    """What the workbook of a club says it is."""
    facts: list[tuple[str, Cell]] = [
        (_("Address"), request.build_absolute_uri(reverse("club", args=[club.slug]))),
    ]
    return _cover(club.name, facts, ZoneInfo(club.timezone), sheets)


def _cover(
    title: str, facts: list[tuple[str, Cell]], zone: ZoneInfo, sheets: Iterable[str]
) -> Cover:
    made: list[tuple[str, Cell]] = [
        (_("As it stood at"), timezone.now().astimezone(zone).replace(microsecond=0)),
        (_("Time zone"), zone.key),
        (_("Sheets"), ", ".join(sheets)),
    ]
    return Cover(title, [*facts, *made], sheet=_("About this file"))
