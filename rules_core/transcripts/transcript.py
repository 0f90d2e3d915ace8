"""What a match file says, line by line, before anybody has checked it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_core.dice import Dice
from rules_core.notation.paths import Path
from rules_core.sides import Score, Side


class CubeWord(StrEnum):
    """What a file calls an action with the cube."""

    DOUBLES = "Doubles"
    BEAVERS = "Beavers"
    """A beaver, and every animal after it."""
    TAKES = "Takes"
    DROPS = "Drops"


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll and how it was played."""

    side: Side
    line: int
    dice: Dice
    paths: tuple[Path, ...] = ()
    """Empty for a dance, and for a roll before resigning."""


@dataclass(frozen=True, slots=True)
class CubeAction:
    """Something done with the cube."""

    side: Side
    line: int
    word: CubeWord
    value: int | None = None
    """What the cube was turned to."""


@dataclass(frozen=True, slots=True)
class Win:
    """Who won a game, and how many points the file gives for it."""

    side: Side
    line: int
    points: int


Action = Roll | CubeAction | Win


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """One game as written."""

    number: int
    line: int
    """Of the score line."""
    score: Score
    """Before the game."""
    actions: tuple[Action, ...]

    @property
    def win(self) -> Win | None:
        """The line that says who won; a game broken off has none."""
        return next((action for action in self.actions if isinstance(action, Win)), None)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole match file."""

    name: str
    """Of the file."""
    length: int
    """Points to win; 0 is a money session."""
    players: tuple[str, str]
    """In the order of the columns, so the sides ``a`` and ``b``."""
    games: tuple[WrittenGame, ...]
    ratings: tuple[str, str] = ("", "")
    """Where a file gives them behind the names."""
    headers: tuple[tuple[str, str], ...] = ()
    """The comments of the form ``[Key "value"]``."""

    def header(self, key: str) -> str | None:
        """The value of a header, whatever the case of its key."""
        found = (value for name, value in self.headers if name.casefold() == key.casefold())
        return next(found, None)
