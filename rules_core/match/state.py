"""Where a match stands after what has been recorded (docs/rules.md, "Match play")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules_core.choices import chosen
from rules_core.match.crawford import Crawford, is_crawford_game
from rules_core.match.games import GameResult
from rules_core.match.rules import MatchRules
from rules_core.match.score_entries import MatchEnd, Penalty, ScoreEntry, score_entry_to_json
from rules_core.sides import NO_POINTS, Score, Side


@dataclass(frozen=True, slots=True)
class NextGame:
    """What the players sit down to."""

    number: int
    """Counting from 1."""
    cube_allowed: bool
    """False in the Crawford game only."""
    max_useful_cube: int
    """The lowest cube at which a single game wins the match for the side further behind (or the
    highest the rules allow, if that is less): turning it higher gains nobody anything."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """The record of a match and all that follows from it.

    Make one with ``MatchState.new`` and go on with ``record``, ``penalise``, ``settle``, ``end``
    and ``undo``; they keep the fields consistent with ``entries``.
    """

    rules: MatchRules
    entries: tuple[ScoreEntry, ...] = ()
    """Everything recorded, oldest first."""
    points: Score = NO_POINTS
    """Raw points of both sides; the last game may take them past the length."""
    crawford_played: bool = False
    winner: Side | None = None
    ended_by: MatchEnd | None = None

    @classmethod
    def new(cls, rules: MatchRules) -> MatchState:
        """A match of which nothing has been recorded."""
        return cls(rules)

    @property
    def games(self) -> tuple[GameResult, ...]:
        """The games recorded, in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, GameResult))

    @property
    def penalties(self) -> tuple[Penalty, ...]:
        """The penalties recorded, in order."""
        return tuple(entry for entry in self.entries if isinstance(entry, Penalty))

    def penalty_points_against(self, side: Side) -> int:
        """All penalty points that ``side`` has brought on itself."""
        side = chosen("side", side, Side)
        return sum(penalty.points for penalty in self.penalties if penalty.side is side)

    @property
    def finished(self) -> bool:
        """Whether the match is over, in whatever way."""
        return self.ended_by is not None

    @property
    def score(self) -> Score:
        """The score as shown: excess points count for nothing; a money session has no limit."""
        if self.rules.money:
            return self.points
        return Score(min(self.points.a, self.rules.length), min(self.points.b, self.rules.length))

    def away(self, side: Side) -> int | None:
        """Points ``side`` still needs; ``None`` in a money session, which has no end."""
        if self.rules.money:
            return None
        return self.rules.length - self.score.of(side)

    @property
    def crawford(self) -> Crawford:
        """Whether the next game is the Crawford game, and whether it has been played."""
        due = is_crawford_game(self.rules, self.points, played=self.crawford_played)
        return Crawford(this_game=due and not self.finished, played=self.crawford_played)

    @property
    def post_crawford(self) -> bool:
        """The next game is one after the Crawford game: the cube is back."""
        return self.crawford_played and not self.finished

    @property
    def next_game(self) -> NextGame | None:
        """The game to be played next; ``None`` once the match is over."""
        if self.finished:
            return None
        cube_allowed = not self.crawford.this_game
        return NextGame(
            number=len(self.games) + 1,
            cube_allowed=cube_allowed,
            max_useful_cube=self._max_useful_cube() if cube_allowed else 1,
        )

    def _max_useful_cube(self) -> int:
        if self.rules.money:
            return self.rules.max_cube
        furthest = self.rules.length - min(self.points)
        winning = 1 << (furthest - 1).bit_length()
        return min(winning, self.rules.max_cube)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MatchState:
        """The match or money session that ``to_json`` wrote, every entry checked by the rules again."""
        from rules_core.match.record import replay_json
        from rules_core.unreadable_json import reading

        with reading("match"):
            return replay_json(data)

    def to_json(self) -> dict[str, Any]:
        """The rules and every entry as plain values; ``from_json`` gives the same state back."""
        return {
            "rules": self.rules.to_json(),
            "entries": [score_entry_to_json(entry) for entry in self.entries],
        }
