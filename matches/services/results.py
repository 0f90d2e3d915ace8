"""A result comes in: checked by the rules, written to the ledger, passed on in one transaction."""

from __future__ import annotations

from django.db import transaction

from matches.declared_endings import DeclaredEnding
from matches.models import EventKind, Match
from matches.services.ledger import record_event
from matches.services.locking import check_open, locked_match
from matches.services.match_listeners import expect_result
from matches.services.permissions import check_may_settle, official_or_reporter
from matches.services.reports import enter_or_report
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from rules_core.errors import NotAllowed
from rules_core.match import FinalScore, MatchEnd, Penalty, ScoreEntry, score_entry_to_json
from rules_core.sides import Side


class EndingByDirectors(NotAllowed):
    """Who lost without playing on is not for the players to say."""

    code = "ending_by_directors"


@transaction.atomic
def report_result(
    *,
    match_id: int,
    actor: Actor,
    score: tuple[int, int] | None = None,
    winner: Side | None = None,
    ended_by: MatchEnd | None = None,
    version: int | None = None,
) -> Match:
    """Finish a match by its score or by naming how it ended; unfinished, the score stands."""
    expect_result(match_id)
    match = locked_match(match_id)
    side = official_or_reporter(actor, match)
    check_open(match, version)
    if (score is None or ended_by is not None) and side is not None:
        raise EndingByDirectors(
            "Only directors and scorers can enter walkovers, forfeits and rulings."
        )
    enter_or_report(match, _said(match, score, winner, ended_by), actor, side)
    return match


def _said(
    match: Match, score: tuple[int, int] | None, winner: Side | None, ended_by: MatchEnd | None
) -> ScoreEntry:
    if score and ended_by is None:
        return FinalScore(*score)
    return DeclaredEnding(ended_by or MatchEnd.RULING, winner, score).at(match.state.points)


@transaction.atomic
def penalise(
    *,
    match_id: int,
    side: Side,
    points: int,
    reason: str,
    actor: Actor,
    version: int | None = None,
) -> Match:
    """Give the opponent of a side points (docs/rules.md, "What a match record also carries")."""
    match = locked_match(match_id)
    require(actor, Role.SCORER, match.club_id)
    check_open(match, version)
    check_may_settle(match, actor)
    record_event(
        match, EventKind.ENTERED, score_entry_to_json(Penalty(side, points, reason)), actor
    )
    return match
