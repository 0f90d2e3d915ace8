"""Entrants come, go, and are sent away. Whatever happens, the draw goes on without a hole."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import nullcontext, suppress
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches.models import Match, MatchStatus
from matches.services.locking import locked_match
from matches.services.reports import accept_report
from players.actors import Actor
from players.models import Role
from rules_core.draws.advancement import PairingStatus, propagate
from rules_core.errors import Conflict
from tournaments.models import OUT, Entry, EntryStatus, Pairing, Stage
from tournaments.selectors import next_drawn_stage
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.freshness import stage_changed
from tournaments.services.latecomers import NoFreeBye, seat_late
from tournaments.services.locks import (
    locked_entry,
    locked_stage_and_matches,
    locked_stages_of_entry,
)
from tournaments.services.permissions import require_for_entry, require_in_event
from tournaments.services.stage_completion import close_or_reopen
from tournaments.services.waiting_list import locked_list, move_up

CHECK_IN_OPENS = timedelta(hours=1)
"""Before the start: whoever says earlier that they are here is not."""


class AlreadyOut(Conflict):
    """The entrant has left the event already."""

    code = "already_out"


class NotInThisEvent(Conflict):
    """An entry of another event was named."""

    code = "not_in_this_event"


class CheckInNotOpen(Conflict):
    """Too early, or nothing to check in for."""

    code = "check_in_not_open"


class NotOut(Conflict):
    """Only somebody who left can come back."""

    code = "not_out"


@transaction.atomic
def check_in(*, entry_id: int, actor: Actor) -> Entry:
    """Note that an entrant is here; a second call changes nothing."""
    require_for_entry(actor, Role.DIRECTOR, entry_id)
    entry = locked_entry(entry_id)
    if entry.status in OUT:
        raise AlreadyOut(
            f"{entry} is {entry.get_status_display()}. Reinstate them first.", entry=entry.pk
        )
    entry.status = EntryStatus.PRESENT
    entry.save(update_fields=["status"])
    return entry


@transaction.atomic
def check_in_many(
    *, tournament_id: int, actor: Actor, entry_ids: Collection[int] | None = None
) -> list[Entry]:
    """Note that these entrants are here, or all who have not left; all of them or none."""
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    entries = Entry.objects.filter(tournament=tournament_id)
    if entry_ids is None:
        wanted = set(entries.exclude(status__in=OUT).values_list("pk", flat=True))
    else:
        wanted = set(entries.filter(pk__in=entry_ids).values_list("pk", flat=True))
        if missing := set(entry_ids) - wanted:
            raise NotInThisEvent("This entrant is not in the event.", entry=min(missing))
    return [check_in(entry_id=pk, actor=actor) for pk in sorted(wanted)]


@transaction.atomic
def check_out(*, entry_id: int, actor: Actor) -> Entry:
    """Take back that an entrant is here; a second call changes nothing."""
    require_for_entry(actor, Role.DIRECTOR, entry_id)
    entry = locked_entry(entry_id)
    if entry.status == EntryStatus.PRESENT:
        entry.status = EntryStatus.ENTERED
        entry.save(update_fields=["status"])
    return entry


@transaction.atomic
def check_in_oneself(*, entry_id: int | None) -> Entry:
    """Let an entrant say by their own link that they are here, from an hour before the start."""
    if entry_id is None:
        raise CheckInNotOpen("Only those who have a place can check in.")
    entry = locked_entry(entry_id)
    if timezone.now() < entry.tournament.starts_at - CHECK_IN_OPENS:
        raise CheckInNotOpen("You can check in from one hour before the start.")
    if entry.status in OUT:
        raise AlreadyOut(f"{entry} is already {entry.get_status_display()}.", entry=entry.pk)
    entry.status = EntryStatus.PRESENT
    entry.save(update_fields=["status"])
    return entry


@transaction.atomic
def withdraw(*, entry_id: int, actor: Actor, reason: str = "") -> Entry:
    """Take an entrant out of the event: every match they still had is walked over."""
    return _take_out(entry_id, EntryStatus.WITHDRAWN, actor, reason)


@transaction.atomic
def disqualify(*, entry_id: int, actor: Actor, reason: str = "") -> Entry:
    """Send an entrant away. Matches already played stand."""
    return _take_out(entry_id, EntryStatus.DISQUALIFIED, actor, reason)


@transaction.atomic
def reinstate(*, entry_id: int, actor: Actor) -> Entry:
    """Let an entrant back in. Walkovers that nobody has built on yet are played after all."""
    require_for_entry(actor, Role.DIRECTOR, entry_id)
    stages = drawn_stages_of(entry_id, finished_too=True)
    entry = locked_entry(entry_id)
    if entry.status not in OUT:
        raise NotOut(f"{entry} has not withdrawn.", entry=entry.pk)
    entry.status, entry.reason = EntryStatus.PRESENT, ""
    entry.save(update_fields=["status", "reason"])
    seat_again(entry, stages, actor, reason=f"{entry} is back")
    for stage in stages:
        _finish(stage)
    return entry


def seat_again(entry: Entry, stages: Sequence[Stage], actor: Actor, *, reason: str) -> None:
    """Let somebody play who is here now: where they were drawn, else as a latecomer."""
    drawn_in = set(entry.places.values_list("stage", flat=True))
    drawn = [stage for stage in stages if stage.pk in drawn_in]
    for stage in drawn:
        _play_after_all(stage, entry, actor, reason=reason)
    without = [stage for stage in stages if stage not in drawn and _is_open_to_all(stage)]
    undrawn = entry.tournament.stages.filter(drawn_at=None)
    plays = any(map(_is_open_to_all, [*drawn, *undrawn]))
    with suppress(NoFreeBye) if plays else nullcontext():
        if without:
            seat_late(entry, without, actor)


def _is_open_to_all(stage: Stage) -> bool:
    return stage.finished_at is None and stage.before is None


def _play_after_all(stage: Stage, entry: Entry, actor: Actor, *, reason: str) -> None:
    """Open what somebody lost who is here now by not being here, where nothing rests on it yet."""
    if next_drawn_stage(stage):
        return
    sheet = DrawSheet.whole(stage)
    # From the last: what an absence decided may rest on another that the same absence decided.
    for row in sorted(
        sheet.lost_by_absence(entry.pk),
        key=lambda row: sheet.plan.position[row.key],
        reverse=True,
    ):
        # Where rounds follow from one another, those before the present one stand.
        if not sheet.is_behind(row.key):
            sheet.reopen_if_free(row, actor, reason=reason)


def _take_out(entry_id: int, status: EntryStatus, actor: Actor, reason: str) -> Entry:
    require_for_entry(actor, Role.DIRECTOR, entry_id)
    stages = drawn_stages_of(entry_id)
    entry = locked_entry(entry_id)
    # Somebody who went home may be disqualified after all; nothing else changes by that.
    is_sent_after = (entry.status, status) == (EntryStatus.WITHDRAWN, EntryStatus.DISQUALIFIED)
    if entry.status in OUT and not is_sent_after:
        raise AlreadyOut(f"{entry} is already {entry.get_status_display()}.", entry=entry.pk)
    if _let_reports_count(entry, stages, actor):
        stages = drawn_stages_of(entry_id)
    entry.status, entry.reason = status, reason
    entry.save(update_fields=["status", "reason"])
    for stage in stages:
        sheet = DrawSheet.whole(stage)
        still_to_play = {row.key: None for row in sheet.rows_of(entry.pk, PairingStatus.READY)}
        changes = propagate(sheet.plan, sheet.states, still_to_play, sheet.withdrawn)
        sheet.write(changes, actor, reason=reason or f"{entry} {status.label}")
        _finish(stage)
    if not stages:
        # Before the draw the place goes to whoever waits for one.
        move_up(locked_list(entry.tournament_id))
    return entry


def _let_reports_count(entry: Entry, stages: Sequence[Stage], actor: Actor) -> bool:
    """Somebody who reports a result and goes home has played; say whether anybody had.

    The other side has not contradicted. If they do so later, the director corrects the result.
    """
    seats = Pairing.objects.filter(Q(a=entry) | Q(b=entry), stage__in=stages)
    reported = Match.objects.filter(pk__in=seats.values("match"), status=MatchStatus.REPORTED)
    matches = list(reported.order_by("pk").values_list("pk", flat=True))
    for pk in matches:
        accept_report(locked_match(pk), actor, why="has_left")
    return bool(matches)


def drawn_stages_of(entry_id: int, *, finished_too: bool = False) -> list[Stage]:
    """The drawn stages of an entrant's event, locked with their live matches or with all of them.

    The others are locked too, so that none is drawn with an entrant who is just leaving.
    """
    lock = partial(locked_stage_and_matches, finished_too=finished_too)
    return [stage for stage in locked_stages_of_entry(entry_id, lock=lock) if stage.drawn_at]


def _finish(stage: Stage) -> None:
    close_or_reopen(DrawSheet(stage))
    stage_changed(stage.pk)
