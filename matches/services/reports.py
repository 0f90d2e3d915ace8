"""What players say where their word alone does not count: reported, agreed to, or disputed."""

from __future__ import annotations

import logging

from django.db import transaction
from django.utils import timezone

from matches.models import EventKind, Match, MatchStatus, ResultPolicy
from matches.projection import claimed
from matches.services.ledger import record_event
from matches.services.locking import check_open, locked_match
from matches.services.permissions import (
    MatchDisputed,
    check_may_report,
    check_may_settle,
    official_or_reporter,
)
from players.actors import Actor, Channel
from rules_core.errors import Conflict, RulesError
from rules_core.match import MatchState, ScoreEntry, enter, score_entry_to_json
from rules_core.sides import Side

logger = logging.getLogger(__name__)


class NothingReported(Conflict):
    """There is no report that could be agreed to or disputed."""

    code = "nothing_reported"


class NotDisputed(Conflict):
    """There is no dispute to take back."""

    code = "not_disputed"


class OwnReport(Conflict):
    """Nobody confirms their own word."""

    code = "own_report"


class SideRequired(RulesError):
    """Of two reports one must be named."""

    code = "side_required"


def enter_or_report(match: Match, entry: ScoreEntry, actor: Actor, side: Side | None) -> None:
    """Enter what an official says; what a player says counts or waits, as the policy has it."""
    if side is None:
        check_may_settle(match, actor)
        record_event(match, EventKind.ENTERED, score_entry_to_json(entry), actor)
        return
    check_may_report(match, side)
    state = enter(match.state, entry)
    waits = match.result_policy == ResultPolicy.CONFIRM and state.finished
    if waits or match.reports:
        _report(match, state, actor, side)
    else:
        record_event(match, EventKind.ENTERED, score_entry_to_json(entry), actor)


def _report(match: Match, state: MatchState, actor: Actor, side: Side) -> None:
    facts = {"side": side.value, "entries": state.to_json()["entries"]}
    if not match.reports:
        record_event(match, EventKind.REPORTED, facts, actor)
    elif _agree(claimed(match, side.other), state):
        record_event(match, EventKind.CONFIRMED, {"report_of": side.other.value}, actor)
    else:
        reason = "The two sides reported different results."
        record_event(match, EventKind.DISPUTED, facts | {"reason": reason}, actor)


def _agree(one: MatchState, other: MatchState) -> bool:
    """Whether two versions come to the same; one may have its games and the other its score."""
    return (one.score, one.winner, one.ended_by) == (other.score, other.winner, other.ended_by)


@transaction.atomic
def confirm_result(
    *, match_id: int, actor: Actor, side: Side | None = None, version: int | None = None
) -> Match:
    """Agree to what the other side reported; of two reports a director names whose is right."""
    match = locked_match(match_id)
    speaker = official_or_reporter(actor, match)
    check_open(match, version)
    if not match.reports:
        raise NothingReported("There is no report to confirm for this match.")
    if speaker is None:
        check_may_settle(match, actor)
        report_of = _named_report(match, side)
    else:
        report_of = _others_report(match, speaker)
    record_event(match, EventKind.CONFIRMED, {"report_of": report_of.value}, actor)
    return match


def _named_report(match: Match, side: Side | None) -> Side:
    """The report an official means."""
    if side is None and len(match.reports) > 1:
        raise SideRequired("Both sides have reported. Choose whose report counts: side a or b.")
    if side is not None and side not in match.reports:
        raise NothingReported(f"Side {side.value} has not reported.", side=side.value)
    return side or Side(next(iter(match.reports)))


def _others_report(match: Match, speaker: Side) -> Side:
    if match.status == MatchStatus.DISPUTED:
        raise MatchDisputed("The two sides disagree about this match. A director has to decide.")
    if speaker in match.reports:
        raise OwnReport("Your side reported this. The other side or a director has to confirm it.")
    return speaker.other


@transaction.atomic
def dispute_result(
    *, match_id: int, actor: Actor, reason: str, version: int | None = None
) -> Match:
    """Say that a report is wrong. It then waits for a director."""
    match = locked_match(match_id)
    official_or_reporter(actor, match)
    check_open(match, version)
    if match.status == MatchStatus.DISPUTED:
        raise MatchDisputed("This match is already disputed. A director has to decide.")
    if not match.reports:
        raise NothingReported("There is no report to dispute for this match.")
    record_event(match, EventKind.DISPUTED, {"reason": reason}, actor)
    return match


@transaction.atomic
def withdraw_dispute(*, match_id: int, actor: Actor, version: int | None = None) -> Match:
    """Take back a “no” that was tapped by mistake: the report waits again, as if nothing was said."""
    match = locked_match(match_id)
    speaker = official_or_reporter(actor, match)
    check_open(match, version)
    if match.status != MatchStatus.DISPUTED:
        raise NotDisputed("This match is not disputed.")
    report_of = _first_report(match)
    if speaker is None:
        check_may_settle(match, actor)
    elif speaker == report_of:
        raise OwnReport("The other side disputed this. Only they or a director can take that back.")
    record_event(match, EventKind.UNDISPUTED, {"report_of": report_of.value}, actor)
    return match


def _first_report(match: Match) -> Side:
    """The report that was disputed; of two, the one that came first."""
    return Side(min(match.reports, key=lambda side: str(match.reports[side]["at"])))


def confirm_due() -> int:
    """Let every report count whose time is up; say how many did. Safe to run twice, or at once."""
    due = Match.objects.filter(status=MatchStatus.REPORTED, confirms_at__lte=timezone.now())
    return sum(_confirm_or_log(pk) for pk in due.order_by("pk").values_list("pk", flat=True))


def _confirm_or_log(match_id: int) -> bool:
    """One match that cannot be confirmed does not keep the others waiting."""
    try:
        return _confirm_one(match_id)
    except Exception:
        logger.exception("The report of match %s could not be confirmed.", match_id)
        return False


@transaction.atomic
def _confirm_one(match_id: int) -> bool:
    match = locked_match(match_id)
    # Locked now, and perhaps confirmed, disputed or reported again since we looked.
    is_due = match.confirms_at is not None and match.confirms_at <= timezone.now()
    if not is_due or match.status != MatchStatus.REPORTED:
        return False
    accept_report(match, Actor(everywhere=True, channel=Channel.JOB), why="time_is_up")
    return True


def accept_report(match: Match, actor: Actor, *, why: str) -> None:
    """Settle a match by the one report there is, as if the other side had agreed."""
    (report_of,) = match.reports
    record_event(match, EventKind.CONFIRMED, {"report_of": report_of, why: True}, actor)
