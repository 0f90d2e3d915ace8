"""What a match file says, line by line, before anybody has checked it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from rules_core.board import Position
from rules_core.dice import Dice
from rules_core.kinds import Kind
from rules_core.notation.paths import Path
from rules_core.sides import Score, Side
from rules_core.transcripts.problems import Problem


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
    recorded: bool = True
    """False where the file says that it does not know the play: ``31: ????``."""


@dataclass(frozen=True, slots=True)
class NoRecord:
    """A turn of which the file tells nothing at all: ``00: ????``."""

    side: Side
    line: int


@dataclass(frozen=True, slots=True)
class BoardSet:
    """An illegal play that was let stand, of which the file gives the board it led to."""

    side: Side
    line: int
    position: Position
    """With the other player on roll, or with this one: files differ."""
    text: str
    """The board in Snowie's line, without the names that programs put into it."""


@dataclass(frozen=True, slots=True)
class CubeAction:
    """Something done with the cube."""

    side: Side
    line: int
    word: CubeWord
    value: int | None = None
    """What the cube was turned to."""


@dataclass(frozen=True, slots=True)
class Resigns:
    """A player gives up; what for, the points tell that the other one wins."""

    side: Side
    line: int
    kind: Kind | None = None
    """What is given up, where the file says so."""
    match: bool = False
    """The whole match is given up, or lost on time."""


@dataclass(frozen=True, slots=True)
class Win:
    """Who won a game, and how many points the file gives for it."""

    side: Side
    line: int
    points: int | None = None
    """None where the file does not say."""
    kind: Kind | None = None
    """What was won, where the file says so instead of the points."""
    match: bool = False
    """The file says that this was the match."""


Action = Roll | NoRecord | BoardSet | CubeAction | Resigns | Win


@dataclass(frozen=True, slots=True, repr=False)
class WrittenGame:
    """One game as written."""

    number: int
    line: int
    """Of the score line."""
    score: Score
    """Before the game."""
    actions: tuple[Action, ...]
    automatic_doubles: int = 0
    """How often equal opening dice turned the cube, where a file says so; .mat files do not."""

    def __repr__(self) -> str:
        score, actions = f"{self.score.a}–{self.score.b}", len(self.actions)
        return f"<WrittenGame {self.number} at {score}, {actions} actions>"

    def exchanged(self) -> WrittenGame:
        """The game with the players in each other's columns."""
        actions = tuple(replace(action, side=action.side.other) for action in self.actions)
        return replace(self, score=Score(self.score.b, self.score.a), actions=actions)

    @property
    def win(self) -> Win | None:
        """The line that says who won; a game broken off has none."""
        return next((action for action in self.actions if isinstance(action, Win)), None)


@dataclass(frozen=True, slots=True, repr=False)
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
    notes: tuple[Problem, ...] = ()
    """What was read although it is not as it should be, such as a name spelled in two ways."""

    def __repr__(self) -> str:
        a, b = self.players
        return f"<Transcript {a} – {b}, length {self.length}, {len(self.games)} games>"

    def header(self, key: str) -> str | None:
        """The value of a header, whatever the case of its key."""
        found = (value for name, value in self.headers if name.casefold() == key.casefold())
        return next(found, None)
