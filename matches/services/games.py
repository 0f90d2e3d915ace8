"""A match game by game: the score pad."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from matches.models import AT_TABLE, EventKind, Match, MatchStatus
from matches.services.calling import check_players_free, table_if_free
from matches.services.ledger import record_event
from matches.services.locking import (
    check_open,
    locked_for_change,
    locked_match,
    table_transaction,
    unlocked_match,
)
from matches.services.permissions import check_may_settle, official_or_reporter
from matches.services.reports import enter_or_report
from players.actors import Actor
from rules_core.errors import Conflict
from rules_core.match import GameResult, MatchFinished, NothingToUndo, WrongGameNumber
from rules_core.sides import Side


class ReportedByOtherSide(Conflict):
    """Only who reported takes a report back."""

    code = "reported_by_other_side"


@transaction.atomic
def record_game(
    *, match_id: int, number: int, game: GameResult, actor: Actor, version: int | None = None
) -> Match:
    """Record the next game. Its number makes sure that a game sent twice counts once."""
    match = locked_match(match_id)
    side = official_or_reporter(actor, match)
    check_open(match, version)
    if match.status == MatchStatus.FINISHED:
        raise MatchFinished(
            "The match is over: no further game can be recorded.", ended_by=match.ended_by
        )
    _check_number(number, _games_of(match.entries) + 1, "The next game is number {}, not {}.")
    enter_or_report(match, game, actor, side)
    return match


def take_back_game(
    *,
    match_id: int,
    actor: Actor,
    reason: str = "",
    number: int | None = None,
    version: int | None = None,
) -> Match:
    """Take back the last game, or a report that does not count yet.

    ``number`` says which game is meant, so that taking it back twice takes back one.
    """
    with table_transaction():
        seen = unlocked_match(match_id)
        side = official_or_reporter(actor, seen)
        match = locked_for_change(seen)
        check_open(match, version)
        facts = _without_report(match, actor, side) if match.reports else _without_game(match, side)
        if number is not None:
            _check_number(number, _last_number(match), "The last game is number {}, not {}.")
        record_event(match, EventKind.TAKEN_BACK, facts | {"reason": reason}, actor)
        if match.status in AT_TABLE and seen.status not in AT_TABLE:
            check_players_free(match)
    return match


def _without_report(match: Match, actor: Actor, side: Side | None) -> dict[str, Any]:
    """What counts stays; what was only reported goes."""
    if side is None:
        check_may_settle(match, actor)
    elif match.status == MatchStatus.DISPUTED or side not in match.reports:
        raise ReportedByOtherSide(
            "The other side reported this. Dispute it instead, and a director decides."
        )
    return {"entries": match.entries, "table": table_if_free(match)}


def _without_game(match: Match, side: Side | None) -> dict[str, Any]:
    if side is not None and match.status == MatchStatus.FINISHED:
        raise MatchFinished("The match is over: only a director can undo its last game.")
    entries = list(match.entries)
    # A penalty given after the game stays.
    last = next((n for n, e in reversed(list(enumerate(entries))) if e["entry"] != "penalty"), None)
    if last is None:
        raise NothingToUndo("There is no game to undo.")
    if entries[last]["entry"] != "game":
        raise NothingToUndo("The match was not ended by a game. Undo its result instead.")
    del entries[last]
    return {"entries": entries, "table": table_if_free(match)}


def _last_number(match: Match) -> int:
    recorded = [match.entries, *(report["entries"] for report in match.reports.values())]
    return max(_games_of(entries) for entries in recorded)


def _games_of(entries: list[dict[str, Any]]) -> int:
    return sum(entry["entry"] == "game" for entry in entries)


def _check_number(number: int, expected: int, sentence: str) -> None:
    if number != expected:
        raise WrongGameNumber(sentence.format(expected, number), expected=expected, number=number)
