"""Mending what was recorded. The ledger keeps what was wrong, and why it was changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from matches.declared_endings import DeclaredEnding
from matches.models import AT_TABLE, EventKind, Match, MatchStatus
from matches.services.calling import check_players_free, table_if_free
from matches.services.ledger import record_event
from matches.services.locking import (
    check_open,
    locked_for_change,
    table_transaction,
    unlocked_match,
)
from matches.services.match_listeners import LaterResults
from matches.services.permissions import check_may_correct, check_may_settle
from players.actors import Actor
from rules_core.errors import Conflict, RulesError
from rules_core.match import (
    FinalScore,
    GameResult,
    MatchFinished,
    MatchRules,
    MatchState,
    Penalty,
    ScoreEntry,
    enter,
    replay,
)


class MatchNotFinished(Conflict):
    """Only what has a result can be opened again."""

    code = "match_not_finished"


class NothingToCorrect(RulesError):
    """A correction says what is right."""

    code = "nothing_to_correct"


class EntriesAfterTheEnd(Conflict):
    """At this length the match was over before its last entry."""

    code = "entries_after_the_end"


@dataclass(frozen=True)
class Correction:
    """What is right. Games, score and ending exclude each other; the length goes with any or none."""

    games: Sequence[GameResult] | None = None
    score: tuple[int, int] | None = None
    ending: DeclaredEnding | None = None
    length: int | None = None
    """The length that should have been played to, noticed too late."""


def correct_match(
    *,
    match_id: int,
    correction: Correction,
    reason: str,
    actor: Actor,
    later: LaterResults = LaterResults.REFUSE,
    version: int | None = None,
) -> Match:
    """Replace what is recorded. Penalties stay; ``later`` says what becomes of matches built on it."""
    if correction == Correction():
        raise NothingToCorrect(
            "Enter what is right: the games, the score, the ending or the length."
        )
    with table_transaction():
        match = _locked_for_correction(match_id, actor, later=later, version=version)
        rules = replace(match.match_rules, length=correction.length or match.length)
        state = _replayed(rules, corrected_entries(match.state, correction))
        facts = {"entries": state.to_json()["entries"], "reason": reason, **_said_of(later)}
        if correction.length is not None:
            facts["rules"] = rules.to_json()
        _say(match, EventKind.CORRECTED, facts, actor, later, finished=state.finished)
    return match


def reopen_match(
    *,
    match_id: int,
    reason: str,
    actor: Actor,
    cascade: bool = False,
    version: int | None = None,
) -> Match:
    """Let a match go on: without the entry that ended it, or without what was only reported."""
    with table_transaction():
        later = LaterResults.VOID if cascade else LaterResults.REFUSE
        match = _locked_for_correction(match_id, actor, later=later, version=version)
        if match.status not in {MatchStatus.FINISHED, MatchStatus.REPORTED, MatchStatus.DISPUTED}:
            raise MatchNotFinished("This match has no result to undo.")
        entries = match.entries[:-1] if match.state.finished else match.entries
        facts = {"entries": entries, "reason": reason, **_said_of(later)}
        _say(match, EventKind.REOPENED, facts, actor, later, finished=False)
    return match


def corrected_entries(state: MatchState, correction: Correction) -> list[ScoreEntry]:
    """The record with what is right in the place of what was wrong."""
    if correction.games is not None:
        return _with_penalties(state, correction.games)
    if correction.score is not None:
        return [*state.penalties, FinalScore(*correction.score)]
    if correction.ending is not None:
        played = state.entries[:-1] if state.finished else state.entries
        return [*played, correction.ending.at(replay(state.rules, played).points)]
    return list(state.entries)


def _with_penalties(state: MatchState, games: Sequence[GameResult]) -> list[ScoreEntry]:
    """The right games, each penalty before the same game as it was."""
    entries: list[ScoreEntry] = list(games)
    for position, penalty in _penalty_positions(state):
        entries.insert(position, penalty)
    return entries


def _penalty_positions(state: MatchState) -> list[tuple[int, Penalty]]:
    return [(n, entry) for n, entry in enumerate(state.entries) if isinstance(entry, Penalty)]


def _replayed(rules: MatchRules, entries: Sequence[ScoreEntry]) -> MatchState:
    state = MatchState.new(rules)
    for number, entry in enumerate(entries, start=1):
        try:
            state = enter(state, entry)
        except MatchFinished:
            raise EntriesAfterTheEnd(
                f"To {rules.length} points the match was over after entry {number - 1} of "
                f"{len(entries)}. Give the games up to there, or the score.",
                length=rules.length,
                entries=number - 1,
            ) from None
    return state


def _locked_for_correction(
    match_id: int, actor: Actor, *, later: LaterResults, version: int | None
) -> Match:
    seen = unlocked_match(match_id)
    # What becomes of other people's results is a director's decision.
    check_may_correct(actor, seen.club_id, changes_later=later is not LaterResults.REFUSE)
    match = locked_for_change(seen)
    check_open(match, version)
    check_may_settle(match, actor)
    return match


def _said_of(later: LaterResults) -> dict[str, bool]:
    """What the line says was done with later matches, as those of earlier versions say it."""
    swapped = {"swap": True} if later is LaterResults.SWAP else {}
    return {"cascade": later is LaterResults.VOID, **swapped}


def _say(
    match: Match,
    kind: EventKind,
    facts: dict[str, Any],
    actor: Actor,
    later: LaterResults,
    *,
    finished: bool,
) -> None:
    if not finished:
        facts = facts | {"table": table_if_free(match)}
    record_event(match, kind, facts, actor, later=later)
    if match.status in AT_TABLE:
        # Now that what followed from the result is undone, which may have kept them elsewhere.
        check_players_free(match)
