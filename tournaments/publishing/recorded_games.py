"""What the recorded games of an event tell beside its results: who came back from where, gammons and cubes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from matches.models import Match, Rating
from matches.winning_chances import chance_at
from rules_core.equity import Standing
from rules_core.match import MatchState, ScoredGame, enter, scored_games
from rules_core.sides import Side
from tournaments.models import Tournament
from tournaments.selectors import finished_records, ratings_at_the_draws


@dataclass(frozen=True)
class WorstMoment:
    """The score between two games at which a winner was least likely to win."""

    own: int
    theirs: int
    chance: float | None
    """As the match's page showed it then; None if its event shows none, and in very long matches."""
    likelihood: float
    """By which comebacks are put in order: the chance, or else how it would be between equals."""


@dataclass(frozen=True)
class RecordedMatch:
    """A finished match of which games are recorded."""

    winner: Side | None
    games: tuple[ScoredGame, ...]
    worst: WorstMoment | None
    """None where nobody won."""


def recorded_matches(event: Tournament) -> dict[int, RecordedMatch]:
    """The finished matches of an event of which games are recorded, by their keys; two queries."""
    differences = _differences(event) if event.show_chances else None
    return {
        match.pk: _recorded(match, differences)
        for match in finished_records(event)
        if any(entry["entry"] == "game" for entry in match.entries)
    }


def _differences(event: Tournament) -> dict[int, float]:
    """How much higher side a was rated at the draw, by match."""
    return {
        match: (Rating.INITIAL if a is None else a) - (Rating.INITIAL if b is None else b)
        for match, a, b in ratings_at_the_draws(event)
    }


def _recorded(match: Match, differences: Mapping[int, float] | None) -> RecordedMatch:
    state = match.state
    if state.winner is None:
        return RecordedMatch(None, scored_games(state), None)
    difference = None if differences is None else differences.get(match.pk, 0.0)
    if state.winner is Side.B and difference is not None:
        difference = -difference
    moments = [
        _moment(course, state.winner, difference)
        for course in _between_games(state)
        if course.winner is None
    ]
    worst = min(moments, key=lambda moment: moment.likelihood, default=None)
    return RecordedMatch(state.winner, scored_games(state), worst)


def _between_games(state: MatchState) -> Iterator[MatchState]:
    course = MatchState.new(state.rules)
    yield course
    for entry in state.entries:
        course = enter(course, entry)
        yield course


def _moment(course: MatchState, winner: Side, difference: float | None) -> WorstMoment:
    standing = Standing.of_match(course, winner)
    own, theirs = course.points.of(winner), course.points.of(winner.other)
    chance = None if difference is None else chance_at(standing, difference)
    between_equals = chance if chance is not None else chance_at(standing, 0.0)
    if between_equals is None:
        # Longer than the equity table: how far behind, as a part of the whole way.
        between_equals = 0.5 + (own - theirs) / (2 * (course.rules.length or 1))
    return WorstMoment(own, theirs, chance, between_equals)
