"""Whether the nights of an event are still what they were, asked for all of its entrants at once.

Each entrant has a version of their own: of the pairings that their night speaks of, with their matches and names, and of
ratings. Another version is that of the event, for what follows from everybody's results: places and times.
Both are the same for the same rows within one process, and mean nothing in another one.
"""

from __future__ import annotations

from tournaments.models import Tournament
from tournaments.publishing.night_rows import EventRows
from tournaments.publishing.own_night import concerning

Version = str


def own_version(entry: int, event: EventRows) -> Version:
    """Another one if what a night says of its own matches, and of those that lead to them, is another."""
    drawn, ratings, stage = event.pairings, event.ratings, event.last_drawn
    rows = concerning(entry, event)
    seats = [drawn.names[seat] for row in rows for seat in (row.a_id, row.b_id) if seat]
    own = drawn.names.get(entry)
    return _version(
        own,
        tuple((drawn.prints[row.stage_id][row.pk], row.stage.finished_at) for row in rows),
        tuple((seat, ratings.now.get(seat[1])) for seat in seats),
        own and ratings.changed.get(own[1]),
        stage and (stage.pk, stage.finished_at),
    )


def own_versions(event: EventRows) -> dict[int, Version]:
    """Of all entrants."""
    return {entry: own_version(entry, event) for entry in event.pairings.names}


def event_version(event: Tournament, rows: EventRows) -> Version:
    """Another one for each change of the event, and of what is published of it."""
    settings = event.tables, event.show_chances, event.timezone
    stages = [(vars(stage)["shown"], vars(stage)["digest"]) for stage in rows.stages]
    return _version(settings, tuple(stages), tuple(rows.changes))


def rows_version(event: Tournament, rows: EventRows) -> Version:
    """Another one whenever any version may be another."""
    return _version(event_version(event, rows), rows.read_at, rows.ratings.read_at)


def _version(*parts: object) -> Version:
    return f"{hash(parts) & 0xFFFF_FFFF_FFFF_FFFF:x}"
