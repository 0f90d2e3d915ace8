"""Events as iCalendar (RFC 5545), for the calendars people already have."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, timedelta

from icalendar import Calendar, Event

from tournaments.models import Tournament

_USUAL_EVENING = timedelta(hours=4)


def calendar_of(name: str, events: Iterable[Tournament], address: str) -> str:
    """A calendar of these events; ``address`` is what their pages' paths are put after."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Barpoint//Barpoint//EN")
    calendar.add("x-wr-calname", name)
    for event in events:
        calendar.add_component(_entry(event, address))
    text: str = calendar.to_ical(sorted=False).decode()
    return text


def _entry(event: Tournament, address: str) -> Event:
    entry = Event()
    entry.add("uid", f"event-{event.pk}@barpoint")
    entry.add("dtstamp", event.created_at.astimezone(UTC))
    entry.add("dtstart", event.starts_at.astimezone(UTC))
    entry.add("duration", _USUAL_EVENING)
    entry.add("summary", event.name)
    place = ", ".join(part for part in (event.venue, event.address) if part)
    entry.add("location", place or event.club.name)
    entry.add("url", f"{address}/events/{event.slug}/")
    return entry
