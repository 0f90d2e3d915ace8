"""Recording a match: each function takes a state and gives the next one, or refuses.

A refusal is a ``RulesError`` and leaves the state as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from rules_core.match.games import GameResult
from rules_core.match.lateness import penalties_lose_match
from rules_core.match.refusals import (
    ByeAfterPlay,
    EndingNotDeclared,
    MatchFinished,
    NothingToUndo,
    WrongGameNumber,
)
from rules_core.match.rules import MatchRules
from rules_core.match.score_entries import (
    Ending,
    FinalScore,
    MatchEnd,
    Penalty,
    ScoreEntry,
    score_entry_from_json,
)
from rules_core.match.scores import check_final_score, check_standing_score
from rules_core.match.state import MatchState
from rules_core.sides import Score, Side


def record(state: MatchState, game: GameResult, *, number: int | None = None) -> MatchState:
    """The match after one more game; ``number``, where given, must be that of the next game."""
    _refuse_finished(state)
    expected = len(state.games) + 1
    if number is not None and number != expected:
        raise WrongGameNumber(
            f"The next game is number {expected}, not {number}.", expected=expected, number=number
        )
    crawford_game = state.crawford.this_game
    game.check(state.rules, crawford_game)
    scored = replace(
        state,
        entries=(*state.entries, game),
        points=state.points.plus(game.winner, game.points(state.rules, crawford_game)),
        crawford_played=state.crawford_played or crawford_game,
    )
    return _won_if_length_reached(scored)


def penalise(state: MatchState, side: Side, points: int, reason: str) -> MatchState:
    """The match after a penalty against ``side``: its opponent gets the points."""
    return _penalise(state, Penalty(side, points, reason))


def end(state: MatchState, ended_by: MatchEnd, winner: Side | None = None) -> MatchState:
    """The match ended without being played out; the score stands as it is.

    A walkover, forfeit, time-out, ruling or bye needs a winner; a double forfeit and an
    unfinished match have none. A money session alone ends as ``played``, when its players stop.
    """
    return _end(state, Ending(ended_by, winner))


def break_off(state: MatchState, a: int, b: int, winner: Side | None = None) -> MatchState:
    """The match left unfinished at a score that stands; whoever leads wins unless named otherwise."""
    return _end(state, Ending.unfinished(Score(a, b), winner))


def settle(state: MatchState, a: int, b: int) -> MatchState:
    """The match played out to this final score, its remaining games not being recorded."""
    return _settle(state, FinalScore(a, b))


def undo(state: MatchState) -> MatchState:
    """The match without its last entry."""
    if not state.entries:
        raise NothingToUndo("There is nothing to undo.")
    return replay(state.rules, state.entries[:-1])


def enter(state: MatchState, entry: ScoreEntry) -> MatchState:
    """The match after one more entry of any sort."""
    match entry:
        case GameResult():
            return record(state, entry)
        case Penalty():
            return _penalise(state, entry)
        case Ending():
            return _end(state, entry)
        case FinalScore():
            return _settle(state, entry)


def replay(rules: MatchRules, entries: Iterable[ScoreEntry]) -> MatchState:
    """The match with these entries, each checked as when it was first made."""
    return reduce(enter, entries, MatchState.new(rules))


def replay_json(data: dict[str, Any]) -> MatchState:
    """The match that ``MatchState.to_json`` wrote."""
    return replay(MatchRules.from_json(data["rules"]), map(score_entry_from_json, data["entries"]))


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game in its place in the match."""

    number: int
    game: GameResult
    before: Score
    """The raw score the game started at."""
    crawford: bool
    """It was the Crawford game."""
    points: int
    """What its winner got for it."""


def scored_games(state: MatchState) -> tuple[ScoredGame, ...]:
    """Every game with the score it started at and what it brought."""
    last = max(
        (place for place, entry in enumerate(state.entries) if isinstance(entry, GameResult)),
        default=-1,
    )
    course = MatchState.new(state.rules)
    games: list[ScoredGame] = []
    # Where no games are recorded there is no course to follow.
    for entry in state.entries[: last + 1]:
        if isinstance(entry, GameResult):
            crawford = course.crawford.this_game
            points = entry.points(state.rules, crawford)
            games.append(ScoredGame(len(games) + 1, entry, course.points, crawford, points))
        course = enter(course, entry)
    return tuple(games)


def _penalise(state: MatchState, penalty: Penalty) -> MatchState:
    """Penalty points count in the score and can bring on the Crawford game.

    More than half the match length in penalties loses the match, whatever the score
    (docs/rules.md, "What a match record also carries"); such a match was not played out.
    """
    _refuse_finished(state)
    gainer = penalty.side.other
    penalised = replace(
        state,
        entries=(*state.entries, penalty),
        points=state.points.plus(gainer, penalty.points),
    )
    against = penalised.penalty_points_against(penalty.side)
    if penalties_lose_match(state.rules.length, against):
        return replace(penalised, winner=gainer, ended_by=MatchEnd.FORFEIT)
    return _won_if_length_reached(penalised)


def _end(state: MatchState, ending: Ending) -> MatchState:
    _refuse_finished(state)
    if ending.ended_by is MatchEnd.PLAYED and not state.rules.money:
        raise EndingNotDeclared(
            "Record the games or the final score instead.",
            ended_by=ending.ended_by.value,
        )
    if ending.ended_by is MatchEnd.BYE and state.entries:
        raise ByeAfterPlay("A match that has started cannot be a bye. End it another way.")
    if ending.score is not None:
        check_standing_score(state.rules, *ending.score, since=state.points)
    return replace(
        state,
        entries=(*state.entries, ending),
        points=ending.score or state.points,
        winner=ending.winner,
        ended_by=ending.ended_by,
    )


def _settle(state: MatchState, final: FinalScore) -> MatchState:
    _refuse_finished(state)
    check_final_score(state.rules, final.a, final.b, since=state.points)
    settled = replace(state, entries=(*state.entries, final), points=final.score)
    if state.rules.money:
        return replace(settled, ended_by=MatchEnd.PLAYED)
    return _won_if_length_reached(settled)


def _won_if_length_reached(state: MatchState) -> MatchState:
    """First to the length wins; there is no such thing in a money session."""
    if state.rules.money:
        return state
    for side in Side:
        if state.points.of(side) >= state.rules.length:
            return replace(state, winner=side, ended_by=MatchEnd.PLAYED)
    return state


def _refuse_finished(state: MatchState) -> None:
    if state.finished:
        raise MatchFinished(
            "The match is over. Undo its last entry before recording another.",
            ended_by=str(state.ended_by),
        )
