"""What follows from all that somebody has played: figures and keys, in nobody's words and without names.

Names, words and dates are put in when it is shown, so that it can be remembered for everybody who sees the same matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from matches.selectors import RatedMatch, rated_matches
from players.actors import Actor
from players.models import Player
from players.views.game_habits import GameHabits, game_habits
from tournaments.player_selectors import (
    MOST_COUNTED,
    DecidedMatch,
    RatedLine,
    decided_matches,
    ended_matches,
    rated_lines,
    recorded_entries,
)
from tournaments.selectors import visible_rating_history

OPPONENTS = 5
EVENTS = 8
"""The latest ones, with what was won and lost in each."""
CHARTED = 200
"""Matches in the curve."""
LATEST = 10
LISTED = 10
"""Changes of the rating that are told with their numbers; all of them have a page."""
BEST = 3
LEVEL = 50
"""Rating points: who is not further away is about as strong."""


@dataclass(frozen=True)
class Tally:
    """Won and played against somebody, at some length, in an event, or against some strength."""

    key: Any
    won: int
    played: int


@dataclass(frozen=True)
class PlayedRecord:
    """What follows from the matches that were decided."""

    ended: int
    """Matches in the list that have come to their end."""
    decided: int
    won: int
    streak: int
    run: int
    latest: list[bool]
    """Whether each was won, the newest last."""
    opponents: list[Tally]
    """By player: those met most often."""
    lengths: list[Tally]
    events: list[Tally]
    """By slug, the latest first."""
    habits: GameHabits | None

    @property
    def is_cut(self) -> bool:
        """Whether there may be more than were counted."""
        return self.decided == MOST_COUNTED


@dataclass(frozen=True)
class RatedRecord:
    """What follows from the rated matches of one pool."""

    strengths: list[Tally] = field(default_factory=list)
    """0: rated higher at the time, 1: about the same, 2: lower."""
    best: list[RatedLine] = field(default_factory=list)
    upset: RatedLine | None = None
    curve: list[tuple[date, float]] = field(default_factory=list)
    gained: float = 0.0
    """By the latest matches."""
    changes: list[RatedMatch] = field(default_factory=list)
    """The latest, without the opponents' names."""


def played_record(player: Player, actor: Actor) -> PlayedRecord:
    """Of the latest matches that the actor may see; three queries."""
    decided = decided_matches(player, actor)
    return PlayedRecord(
        ended=ended_matches(player, actor),
        decided=len(decided),
        won=sum(match.won for match in decided),
        streak=longest_streak(decided),
        run=current_run(decided),
        latest=[match.won for match in reversed(decided[:LATEST])],
        opponents=_most_often((match.opponent, match.won) for match in decided),
        lengths=sorted(
            _tallied((match.length, match.won) for match in decided), key=lambda one: one.key
        ),
        events=_tallied((match.event, match.won) for match in decided if match.event)[:EVENTS],
        habits=game_habits(recorded_entries(player, decided)),
    )


def rated_record(player: Player, actor: Actor, *, system: str) -> RatedRecord:
    """Of a pool; three queries."""
    history = list(visible_rating_history(player, actor, system=system)[:CHARTED])[::-1]
    rated = rated_lines(player, actor, system=system)
    return RatedRecord(
        strengths=_by_strength(rated),
        best=best_wins(rated),
        upset=biggest_upset(rated),
        curve=[(change.at.date(), change.after) for change in history],
        gained=sum(change.after - change.before for change in history[-LATEST:]),
        changes=[replace(one, name="") for one in rated_matches(history[-LISTED:])[::-1]],
    )


def current_run(newest_first: Sequence[DecidedMatch]) -> int:
    """How many were won one after the other until now; below 0, lost."""
    run = 0
    for match in newest_first:
        if match.won is not newest_first[0].won:
            break
        run += 1 if match.won else -1
    return run


def longest_streak(matches: Iterable[DecidedMatch]) -> int:
    """How many were won one after the other, at best."""
    longest = running = 0
    for match in matches:
        running = running + 1 if match.won else 0
        longest = max(longest, running)
    return longest


def best_wins(rated: Sequence[RatedLine]) -> list[RatedLine]:
    """Those over the opponents with the highest ratings at the time, each opponent once."""
    best: dict[int, RatedLine] = {}
    won = (match for match in rated if match.won)
    for match in sorted(won, key=lambda match: -match.opponent_before):
        best.setdefault(match.opponent, match)
    return list(best.values())[:BEST]


def biggest_upset(rated: Sequence[RatedLine]) -> RatedLine | None:
    """The win that the ratings gave the smallest chance."""
    unlikely = [match for match in rated if match.won and match.before < match.opponent_before]
    return min(unlikely, key=lambda match: match.chance, default=None)


def _by_strength(rated: Sequence[RatedLine]) -> list[Tally]:
    """Against those rated higher, about the same and lower at the time."""

    def group(match: RatedLine) -> int:
        difference = match.opponent_before - match.before
        return 0 if difference > LEVEL else 2 if difference < -LEVEL else 1

    tallied = _tallied((group(match), match.won) for match in rated)
    return sorted(tallied, key=lambda one: one.key)


def _most_often(matches: Iterable[tuple[Hashable, bool]]) -> list[Tally]:
    """Those met most often, of two met as often the one met last."""
    return sorted(_tallied(matches), key=lambda one: -one.played)[:OPPONENTS]


def _tallied(matches: Iterable[tuple[Hashable, bool]]) -> list[Tally]:
    """In the order in which they come first."""
    played: Counter[Any] = Counter()
    won: Counter[Any] = Counter()
    for key, is_won in matches:
        played[key] += 1
        won[key] += is_won
    return [Tally(key, won[key], count) for key, count in played.items()]
