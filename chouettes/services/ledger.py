"""Writing to the ledger of a night: one line, and what it makes of the accounts."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from chouettes.models import ChouetteEntry, ChouetteNight, EntryKind, Seat
from chouettes.projection import PROJECTED_FIELDS, stands
from chouettes.selectors import ledger_of, live_lines
from chouettes.services.permissions import check_may_record
from players.actors import Actor
from rules_core.chouette import NotPlaying
from rules_core.chouette.night import Night, after, folded
from rules_core.errors import Conflict
from rules_core.match import NothingToUndo

MOST_LINES = 3_000
"""Of a night: ten lines a game, and more games than anybody has played in one."""


class StaleNight(Conflict):
    """Somebody changed the night since the asker last looked."""

    code = "stale_version"


class NightTooLong(Conflict):
    """A ledger that can be read at once has an end."""

    code = "night_too_long"


class NotTheLastLine(Conflict):
    """Only the last line is taken back."""

    code = "not_the_last_line"


def locked_night(night_id: int) -> ChouetteNight:
    """The night with its club, locked until the transaction ends."""
    rows = ChouetteNight.objects.select_for_update(of=("self",)).select_related("club")
    return rows.get(pk=night_id)


def changed_night(night_id: int, actor: Actor, version: int | None) -> ChouetteNight:
    """A night that whoever asks may record in, locked; who may not learns nothing of it."""
    night = locked_night(night_id)
    check_may_record(actor, night)
    check_version(night, version)
    if night.version >= MOST_LINES:
        raise NightTooLong(f"A night has at most {MOST_LINES} lines.", limit=MOST_LINES)
    return night


def check_version(night: ChouetteNight, version: int | None) -> None:
    """Refuse what was decided on an old version."""
    if version is not None and version != night.version:
        raise StaleNight(
            f"The night has changed in the meantime (version {night.version}). Check it again.",
            version=night.version,
        )


def seat_key(night: ChouetteNight, player_id: int) -> str:
    """What the rules call a player of this night."""
    seat = night.seats.filter(player=player_id).first()
    if seat is None:
        raise NotPlaying("This player does not sit here.", player=player_id)
    return seat.key


def append_line(
    night: ChouetteNight,
    kind: EntryKind,
    facts: dict[str, Any],
    actor: Actor,
    *,
    state: Night | None = None,
) -> None:
    """Add a line to a night the caller has locked; what the rules refuse is never written."""
    state = state or after(night.night, kind, facts)
    at = actor.at or timezone.now()
    stands(night, state, number=night.version + 1, at=at)
    night.save(update_fields=PROJECTED_FIELDS)
    ChouetteEntry.objects.create(
        chouette=night,
        number=night.version,
        kind=kind,
        facts=facts,
        by=actor.user,
        channel=actor.channel,
        at=at,
    )
    write_accounts(night, state)


def refolded(night: ChouetteNight, number: int | None) -> tuple[ChouetteEntry, Night]:
    """The last line that counts, and where the night stands without it."""
    live = live_lines(list(ledger_of(night)[:MOST_LINES]))
    last = live[-1]
    if number is not None and number != last.number:
        raise NotTheLastLine(
            f"The last line is number {last.number}, not {number}.",
            expected=last.number,
            number=number,
        )
    if len(live) == 1:
        raise NothingToUndo("There is nothing to undo.")
    return last, folded([(line.kind, line.facts) for line in live[:-1]])


def write_accounts(night: ChouetteNight, state: Night) -> bool:
    """The accounts as the ledger has them; only those that changed are written. Whether any was."""
    moved = []
    for seat in night.seats.all():
        points = state.chouette.ledger.of(seat.key)
        if points != seat.points:
            seat.points = points
            moved.append(seat)
    if moved:
        Seat.objects.bulk_update(moved, ["points"])
    return bool(moved)
