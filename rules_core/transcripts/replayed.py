"""A match file played through: what the pages show and what a match record takes over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules_core.board import Position
from rules_core.cube import Cube
from rules_core.dice import Dice
from rules_core.errors import RulesError
from rules_core.match import GameResult, MatchRules, MatchState
from rules_core.notation.paths import Path
from rules_core.notation.standard import STANDARD
from rules_core.sides import Score, Side
from rules_core.transcripts.problems import Problem
from rules_core.transcripts.transcript import CubeWord


@dataclass(frozen=True, slots=True)
class Turn:
    """Something one player did, and the board before and after it."""

    side: Side
    line: int
    before: Position
    """As this player sees it."""
    after: Position
    """As this player sees it, too."""
    cube: Cube
    """Before the turn."""
    dice: Dice | None = None
    paths: tuple[Path, ...] = ()
    played: bool = True
    """False for a roll after which the player resigned instead of moving."""
    action: CubeWord | None = None
    """What was done with the cube; None for a roll."""
    value: int | None = None
    """What the cube was turned to."""

    @property
    def text(self) -> str:
        """The turn in words: ``13/8 6/5*``, or ``Doubles => 2``; empty for a dance."""
        if self.action is None:
            return STANDARD.write(self.paths)
        return self.action + (f" => {self.value}" if self.value else "")


@dataclass(frozen=True, slots=True, repr=False)
class ReplayedGame:
    """One game, played through as far as the rules allow."""

    number: int
    line: int
    """Of the score line."""
    score: Score
    """Before the game, as the file gives it."""
    crawford: bool
    """This is the Crawford game."""
    turns: tuple[Turn, ...]
    winner: Side | None
    """None for a game broken off."""
    points: int
    """What the winner got for it."""
    result: GameResult | None
    """The game as a match records it; None if it broke a rule before its end, or was broken off."""

    def __repr__(self) -> str:
        score, won = f"{self.score.a}–{self.score.b}", f"{self.winner} wins {self.points}"
        end = won if self.winner else "broken off"
        return f"<Game {self.number} at {score}, {len(self.turns)} turns, {end}>"

    def to_json(self) -> dict[str, Any]:
        """The game without its turns."""
        result = self.result
        return {
            "number": self.number,
            "score": list(self.score),
            "crawford": self.crawford,
            "winner": self.winner,
            "points": self.points,
            "cube": result and result.cube,
            "kind": result and result.kind,
            "ended_by": result and result.ended_by,
            "automatic_doubles": result and result.automatic_doubles,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Replay:
    """A whole match file, checked against the rules."""

    name: str
    """Of the file."""
    rules: MatchRules
    players: tuple[str, str]
    games: tuple[ReplayedGame, ...]
    points: Score
    """At the end; the last game may take them past the length."""
    problems: tuple[Problem, ...]
    """Whatever is against the rules."""
    notes: tuple[Problem, ...]
    """What is odd and was let stand, such as an illegal play, and what only the scores tell."""
    conceded_by: Side | None = None
    """Who gave up the match before the other side had all its points."""

    def __repr__(self) -> str:
        (a, b), games = self.score, len(self.games)
        return f"<Replay {self.players[0]} {a}–{b} {self.players[1]}, {games} games>"

    def __str__(self) -> str:
        """The match in a few lines: a line a game, and what is wrong or odd."""
        length = self.rules.length
        (a, b), kind = self.score, f"{length}-point match" if length else "money session"
        head = f"{self.players[0]} {a} – {b} {self.players[1]}, {kind}"
        found = [*map(str, self.problems), *map(str, self.notes)]
        return "\n".join([head, *map(repr, self.games), *found])

    @property
    def score(self) -> Score:
        """At the end, as shown: points above the length count for nothing."""
        return MatchState(self.rules, points=self.points).score

    @property
    def winner(self) -> Side | None:
        """Who won the match; None in a money session, and when it was not played out."""
        if self.conceded_by is not None:
            return self.conceded_by.other
        length = self.rules.length
        return next((side for side in Side if length and self.points.of(side) >= length), None)

    def has_problem(self, refusal: type[RulesError]) -> bool:
        """Whether something breaks this rule."""
        return any(problem.code == refusal.code for problem in self.problems)

    def to_json(self) -> dict[str, Any]:
        """As plain values, the games without their turns."""
        return {
            "file": self.name,
            "length": self.rules.length,
            "players": list(self.players),
            "games": [game.to_json() for game in self.games],
            "final": list(self.score),
            "points": list(self.points),
            "winner": self.winner,
            "problems": [problem.to_json() for problem in self.problems],
            "notes": [note.to_json() for note in self.notes],
        }
