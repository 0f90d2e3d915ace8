"""Events as iCalendar (RFC 5545), for the calendars people already have."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from tournaments.models import Tournament

_FOLD_AT = 73
"""Lines have 75 octets at most; the ones that go on start with a space."""


def calendar_of(name: str, events: Iterable[Tournament], address: str) -> str:
    """A calendar of these events; ``address`` is what their pages' paths are put after."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Barpoint//Barpoint//EN",
        f"X-WR-CALNAME:{_text(name)}",
    ]
    for event in events:
        lines += _event(event, address)
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(event: Tournament, address: str) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:event-{event.pk}@barpoint",
        f"DTSTAMP:{_time(event.created_at)}",
        f"DTSTART:{_time(event.starts_at)}",
        "DURATION:PT4H",
        f"SUMMARY:{_text(event.name)}",
        f"LOCATION:{_text(event.club.name)}",
        f"URL:{address}/events/{event.slug}/",
        "END:VEVENT",
    ]


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(words: str) -> str:
    for mark in ("\\", ";", ","):
        words = words.replace(mark, f"\\{mark}")
    return words.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Cut after so many octets, never inside a letter."""
    parts, current = [], b""
    for letter in line:
        octets = letter.encode()
        if len(current) + len(octets) > _FOLD_AT:
            parts.append(current.decode())
            current = b""
        current += octets
    return "\r\n ".join([*parts, current.decode()])
