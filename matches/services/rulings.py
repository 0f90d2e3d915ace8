"""What a director rules at the board: irregularities, being late, and a clock that has run out."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from matches.lateness import lateness_of
from matches.models import OVERTIME, OVERTIME_TAKEN_BACK, EventKind, Match, MatchStatus
from matches.selectors import had_overtime
from matches.services.ledger import record_event
from matches.services.locking import check_open, locked_match
from matches.services.permissions import check_may_settle
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from rules_core.errors import Conflict
from rules_core.match import (
    Ending,
    MatchEnd,
    MatchFinished,
    Penalty,
    replay_json,
    score_entry_to_json,
)
from rules_core.rulings import Irregularity
from rules_core.sides import Side


class NobodyIsLate(Conflict):
    """By the rules of this match no points are due."""

    code = "nobody_is_late"


class NoClock(Conflict):
    """The match is played without a clock."""

    code = "no_clock"


class NothingRuled(Conflict):
    """There is nothing of the kind to take back."""

    code = "nothing_ruled"


@transaction.atomic
def rule(
    *,
    match_id: int,
    irregularity: Irregularity,
    actor: Actor,
    side: Side | None = None,
    reason: str = "",
    version: int | None = None,
) -> Match:
    """Keep what happened and what follows from it (docs/rules.md, "Irregularities"); the score stays.

    ``side`` is whose it was, ``reason`` what else there is to say.
    """
    match = _held(match_id, actor, version)
    facts = {"ruling": irregularity.value, "side": side.value if side else "", "reason": reason}
    record_event(match, EventKind.RULED, facts, actor)
    return match


@transaction.atomic
def penalise_lateness(
    *, match_id: int, side: Side, actor: Actor, version: int | None = None
) -> Match:
    """Give the opponent of whoever is late the points that the rules of the match ask for by now."""
    match = _held(match_id, actor, version)
    late = lateness_of(match, actor.at or timezone.now())
    points = late.against(side) if late else 0
    if late is None or not points:
        raise NobodyIsLate("No points for being late are due in this match.")
    reason = f"{late.minutes} min"
    entry = Penalty(side, points, reason, late=True)
    record_event(match, EventKind.ENTERED, score_entry_to_json(entry), actor)
    return match


@transaction.atomic
def time_out(*, match_id: int, side: Side, actor: Actor, version: int | None = None) -> Match:
    """A side's reserve has run out: it gets overtime, once and if that was agreed on, or loses."""
    match = _held(match_id, actor, version)
    clock = match.match_rules.clock
    if clock is None:
        raise NoClock("This match is played without a clock.")
    seconds = clock.seconds_after_time_out(overtime_used=side in had_overtime(match))
    if seconds:
        facts = {"ruling": OVERTIME, "side": side.value, "seconds": seconds}
        record_event(match, EventKind.RULED, facts, actor)
    else:
        ending = Ending(MatchEnd.TIME, side.other)
        record_event(match, EventKind.ENTERED, score_entry_to_json(ending), actor)
    return match


@transaction.atomic
def take_back_overtime(
    *, match_id: int, side: Side, actor: Actor, version: int | None = None
) -> Match:
    """The overtime of a side was entered by mistake: it still has it. A lost match is opened again instead."""
    match = _held(match_id, actor, version)
    if side not in had_overtime(match):
        raise NothingRuled("This side has had no overtime in this match.")
    facts = {"ruling": OVERTIME_TAKEN_BACK, "side": side.value}
    record_event(match, EventKind.RULED, facts, actor)
    return match


@transaction.atomic
def take_back_lateness(
    *, match_id: int, side: Side, actor: Actor, version: int | None = None
) -> Match:
    """The last points against a side for being late were a mistake; what was played since has to fit."""
    match = _held(match_id, actor, version)
    place = _last_penalty(match, side, late=True)
    if place is None:
        raise NothingRuled("This side has no points against it for being late.")
    return _without_entry(match, place, actor)


@transaction.atomic
def take_back_penalty(
    *, match_id: int, side: Side, actor: Actor, version: int | None = None
) -> Match:
    """The last other penalty of a side was a mistake; what was played since has to fit."""
    match = _held(match_id, actor, version)
    place = _last_penalty(match, side, late=False)
    if place is None:
        raise NothingRuled("This side has no penalty in this match.")
    return _without_entry(match, place, actor)


def _last_penalty(match: Match, side: Side, *, late: bool) -> int | None:
    """Where it stands in the record."""
    places = [
        place
        for place, entry in enumerate(match.state.entries)
        if isinstance(entry, Penalty) and entry.late is late and entry.side is side
    ]
    return places[-1] if places else None


def _without_entry(match: Match, left_out: int, actor: Actor) -> Match:
    entries = [entry for place, entry in enumerate(match.entries) if place != left_out]
    # A game may count only because of these points, such as the Crawford game: then it is refused.
    replay_json({"rules": match.rules, "entries": entries})
    record_event(match, EventKind.TAKEN_BACK, {"entries": entries, "reason": ""}, actor)
    return match


def _held(match_id: int, actor: Actor, version: int | None) -> Match:
    """A match that is not over, locked, for an official of its club."""
    match = locked_match(match_id)
    require(actor, Role.SCORER, match.club_id)
    check_open(match, version)
    check_may_settle(match, actor)
    if match.status == MatchStatus.FINISHED:
        raise MatchFinished(
            "The match is over. Undo its result first, if there is still something to rule.",
            ended_by=match.ended_by,
        )
    return match
