"""What follows from all that somebody has played: figures and keys, in nobody's words and without names.

Names, words and dates are put in when it is shown, so that it can be remembered for everybody who sees the same matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import compress, takewhile
from typing import Any

from matches.selectors import RatedMatch, rated_matches
from players.actors import Actor
from players.models import Player
from players.views.game_habits import GameHabits, game_habits
from tournaments.player_selectors import (
    MOST_COUNTED,
    FinishedMatch,
    RatedLine,
    ended_matches,
    rated_changes,
    rated_lines,
    recorded_entries,
)

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
        """Whether there are more than were counted."""
        return self.ended > MOST_COUNTED


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


def played_record(player: Player, actor: Actor, finished: Sequence[FinishedMatch]) -> PlayedRecord:
    """Of the latest matches that the actor may see; one query, or two if there are more."""
    own = player.pk
    decided = [match for match in finished if match[4]]
    keys, _, _, lengths, winners, events = zip(*decided, strict=True) if decided else ((),) * 6
    is_a = [match[1] == own for match in decided]
    won = [(winner == "a") is side for winner, side in zip(winners, is_a, strict=True)]
    opponents = [match[2] if side else match[1] for match, side in zip(decided, is_a, strict=True)]
    is_full = len(finished) == MOST_COUNTED
    return PlayedRecord(
        ended=ended_matches(player, actor) if is_full else len(finished),
        decided=len(decided),
        won=sum(won),
        streak=longest_streak(won),
        run=current_run(won),
        latest=won[:LATEST][::-1],
        opponents=_most_often(_tallied(opponents, won)),
        lengths=sorted(_tallied(lengths, won), key=lambda one: one.key),
        events=[one for one in _tallied(events, won) if one.key][:EVENTS],
        habits=game_habits(recorded_entries(player, keys)),
    )


def rated_record(player: Player, finished: Iterable[FinishedMatch], *, system: str) -> RatedRecord:
    """Of a pool, by these matches; four queries."""
    rated = rated_lines(player, {match[0] for match in finished}, system=system)
    charted = rated[:CHARTED]
    listed = rated_changes(player, [match.match for match in rated[:LISTED]], system=system)
    return RatedRecord(
        strengths=_by_strength(rated),
        best=best_wins(rated),
        upset=biggest_upset(rated),
        curve=[(match.day, match.after) for match in reversed(charted)],
        gained=sum(match.after - match.before for match in rated[:LATEST]),
        changes=[replace(one, name="") for one in rated_matches(listed)],
    )


def current_run(newest_first: Sequence[bool]) -> int:
    """How many were won one after the other until now; below 0, lost."""
    if not newest_first:
        return 0
    is_won = newest_first[0]
    length = sum(1 for _ in takewhile(lambda won: won is is_won, newest_first))
    return length if is_won else -length


def longest_streak(matches: Iterable[bool]) -> int:
    """How many were won one after the other, at best."""
    longest = running = 0
    for won in matches:
        running = running + 1 if won else 0
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
    widest: dict[tuple[int, float | None, float | None], RatedLine] = {}
    for match in rated:
        if match.won and match.before < match.opponent_before:
            # Of those that differ in nothing else, the one with the ratings furthest apart: a chance takes its time.
            alike = match.length, match.deviation, match.opponent_deviation
            if _apart(match) > _apart(widest.setdefault(alike, match)):
                widest[alike] = match
    return min(widest.values(), key=lambda match: match.chance, default=None)


def _apart(match: RatedLine) -> float:
    return match.opponent_before - match.before


def _by_strength(rated: Sequence[RatedLine]) -> list[Tally]:
    """Against those rated higher, about the same and lower at the time."""
    differences = [match.opponent_before - match.before for match in rated]
    groups = [0 if one > LEVEL else 2 if one < -LEVEL else 1 for one in differences]
    tallied = _tallied(groups, [match.won for match in rated])
    return sorted(tallied, key=lambda one: one.key)


def _most_often(tallies: Iterable[Tally]) -> list[Tally]:
    """Those met most often, of two met as often the one met last."""
    return sorted(tallies, key=lambda one: -one.played)[:OPPONENTS]


def _tallied(keys: Sequence[Hashable], won: Sequence[bool]) -> list[Tally]:
    """In the order in which they come first."""
    played, of_them_won = Counter(keys), Counter(compress(keys, won))
    return [Tally(key, of_them_won[key], count) for key, count in played.items()]
