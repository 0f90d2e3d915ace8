"""One finished game as a match record takes it, and what it scores."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules_core.choices import choose, choose_all
from rules_core.kinds import Kind
from rules_core.match.refusals import (
    CubeAboveMaximum,
    CubeBelowAutomaticDoubles,
    CubeInCrawfordGame,
    CubeNotPowerOfTwo,
    CubeTurnedContradicted,
    GammonOnDrop,
    RulesOutOfRange,
    TooManyAutomaticDoubles,
)
from rules_core.match.rules import MatchRules, is_power_of_two
from rules_core.sides import Side


class GameEnd(StrEnum):
    """How a game came to its end (docs/rules.md, "End of a game")."""

    PLAY = "play"
    DROP = "drop"
    RESIGN = "resign"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class GameResult:
    """Who won a game, and at what stake."""

    winner: Side
    kind: Kind = Kind.SINGLE
    cube: int = 1
    """The value the game is settled at; for a drop, the value before the refused double."""
    ended_by: GameEnd = GameEnd.PLAY
    automatic_doubles: int = 0
    """How often equal opening dice turned the cube."""
    cube_turned: bool | None = None
    """Whether a player turned the cube; ``None``: its value tells."""
    started_by: Side | None = None
    """Who had the first roll; ``None``: not recorded."""

    def __post_init__(self) -> None:
        choose(self, "winner", "winner", Side)
        choose(self, "started_by", "first roll", Side, or_none=True)
        choose_all(self)
        if not is_power_of_two(self.cube):
            raise CubeNotPowerOfTwo(
                f"The cube shows 1, 2, 4, 8, … and never {self.cube!r}; give its value, not the points.",
                cube=self.cube,
            )
        if self.ended_by == GameEnd.DROP and self.kind != Kind.SINGLE:
            raise GammonOnDrop(
                f"A dropped double ends the game as a single game, not as a {self.kind.value}.",
                kind=self.kind.value,
            )
        if self.automatic_doubles < 0:
            raise RulesOutOfRange("Automatic doubles are 0 or more.", setting="automatic_doubles")
        self._check_cube_against_its_turns()

    def _check_cube_against_its_turns(self) -> None:
        untouched = 1 << self.automatic_doubles
        if self.cube < untouched:
            raise CubeBelowAutomaticDoubles(
                f"After {self.automatic_doubles} automatic doubles the cube is at {untouched} or more.",
                cube=self.cube,
                automatic_doubles=self.automatic_doubles,
            )
        if self.cube_turned and self.cube == untouched:
            raise CubeTurnedContradicted(
                f"A cube still at {self.cube} has not been turned by a player.", cube=self.cube
            )

    @property
    def turned(self) -> bool:
        """Whether a player turned the cube, as said or as its value tells."""
        if self.cube_turned is None:
            return self.cube > (1 << self.automatic_doubles)
        return self.cube_turned

    def points(self, rules: MatchRules, crawford_game: bool = False) -> int:
        """Points won: cube times kind (docs/rules.md, "End of a game").

        Under Jacoby an unturned cube makes every kind count once (docs/rules.md, "Money options"),
        except in the Crawford game, where nobody may turn it (docs/rules.md, "Match play").
        """
        if rules.jacoby and not self.turned and not crawford_game:
            return self.cube
        return self.cube * self.kind.multiplier

    def check(self, rules: MatchRules, crawford_game: bool = False) -> None:
        """Refuse a game that these rules do not allow.

        A cube higher than anybody had use for is believed: turning a dead cube has no effect
        (docs/rules.md, "Match play"), but a finished game does not tell who turned it and when.
        """
        if crawford_game:
            self._check_crawford_game()
        if self.automatic_doubles > rules.automatic_doubles:
            raise TooManyAutomaticDoubles(
                f"These rules allow {rules.automatic_doubles} automatic doubles a game, not {self.automatic_doubles}.",
                automatic_doubles=self.automatic_doubles,
                maximum=rules.automatic_doubles,
            )
        if self.highest_offer > rules.max_cube:
            raise CubeAboveMaximum(
                f"The cube is turned to {rules.max_cube} at most, not to {self.highest_offer}.",
                cube=self.highest_offer,
                maximum=rules.max_cube,
            )
        if self.cube_turned is False and self.cube > (1 << rules.automatic_doubles):
            raise CubeTurnedContradicted(
                f"A cube at {self.cube} has been turned by a player.", cube=self.cube
            )

    @property
    def highest_offer(self) -> int:
        """The highest value the cube was turned to, a refused double included."""
        return 2 * self.cube if self.ended_by == GameEnd.DROP else self.cube

    def _check_crawford_game(self) -> None:
        """Refuse any use of the cube in the Crawford game (docs/rules.md, "Match play").

        The rules annul a double made there by mistake and score the game as undoubled. A record
        that still shows a turned cube would leave open whether its players knew that, so it is
        refused, and whoever reports the game enters it again at a cube of 1. A drop there is
        annulled too: the game goes on, so it cannot have ended that way.
        """
        if self.highest_offer > 1:
            raise CubeInCrawfordGame(
                "The Crawford game is played without the cube: record it with the cube at 1.",
                cube=self.cube,
                ended_by=self.ended_by.value,
            )

    def to_json(self) -> dict[str, Any]:
        """As plain values, for storing; ``from_json`` gives the same game back."""
        started = {"started_by": self.started_by.value} if self.started_by else {}
        return {
            "winner": self.winner.value,
            "kind": self.kind.value,
            "cube": self.cube,
            "ended_by": self.ended_by.value,
            "automatic_doubles": self.automatic_doubles,
            "cube_turned": self.cube_turned,
            **started,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameResult:
        """The game that ``to_json`` wrote; what may be left out has its default."""
        return cls(
            winner=Side(data["winner"]),
            kind=Kind(data["kind"]),
            cube=data["cube"],
            ended_by=GameEnd(data["ended_by"]),
            automatic_doubles=data.get("automatic_doubles", 0),
            cube_turned=data.get("cube_turned"),
            started_by=Side(data["started_by"]) if data.get("started_by") else None,
        )
