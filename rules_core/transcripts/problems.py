"""What can be wrong with a match file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules_core.errors import RulesError


class UnreadableMatchFile(RulesError):
    """A file that is refused as a whole, at a line that cannot be read.

    ``facts`` name the file, the line and the game.
    """

    code = "unreadable_line"


class NotAMatchFile(UnreadableMatchFile):
    """A file that does not begin as a match file does."""

    code = "not_a_match_file"


class MatchFileTooLarge(UnreadableMatchFile):
    """A file larger than any match."""

    code = "match_file_too_large"


class UnreadableFile(UnreadableMatchFile):
    """A file that the computer cannot open."""

    code = "unreadable_file"


class UnknownVariation(UnreadableMatchFile):
    """A match of another game, or one that starts from a position set by hand."""

    code = "unknown_variation"


class OpeningDouble(RulesError):
    """A game that begins with equal dice, which are thrown again."""

    code = "opening_double"


class WrongCubeValue(RulesError):
    """The cube was turned to something else than twice its value."""

    code = "wrong_cube_value"


class WrongWinner(RulesError):
    """The file gives the game to the player who lost it."""

    code = "wrong_winner"


class WrongPoints(RulesError):
    """The file gives another number of points than cube times kind."""

    code = "wrong_points"


class ScoreDoesNotFollow(RulesError):
    """The score before a game is not the one that the game before it led to."""

    code = "score_does_not_follow"


class AutomaticDoubles(RulesError):
    """Equal opening dice turned the cube, which no match file says; a note, not a refusal."""

    code = "automatic_doubles"


class WrongNumber(RulesError):
    """Games are numbered from 1 without a gap."""

    code = "wrong_game_number"


class PartOfMatch(RulesError):
    """The file begins at another score than 0–0; a note, not a refusal."""

    code = "part_of_match"


class PlayNotRecorded(RulesError):
    """The file does not say how a roll was played, and the game goes on."""

    code = "play_not_recorded"


class DoubleNotAnswered(RulesError):
    """The file does not say what became of a double, and what follows shows it; a note."""

    code = "double_not_answered"


class PlayedWithoutCrawford(RulesError):
    """The cube was used where Crawford forbids it, and only a match without Crawford fits; a note."""

    code = "played_without_crawford"


class CrawfordPlayedBefore(RulesError):
    """A part of a match that starts at match point with the cube in use; a note."""

    code = "crawford_played_before"


class MatchConceded(RulesError):
    """Somebody gave up the match, or lost it on time; a note."""

    code = "match_conceded"


class GameNotPlayed(RulesError):
    """A game that was given up before anybody rolled; a note."""

    code = "game_not_played"


class NoResult(RulesError):
    """A game that neither ended nor was won, with another one after it."""

    code = "game_without_result"


class PlayedOn(RulesError):
    """A game after the match was won."""

    code = "match_finished"


class WrongLength(RulesError):
    """The file is of a match to another number of points."""

    code = "wrong_length"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a match file that is against the rules."""

    file: str
    line: int
    game: int | None
    """The number of the game; None before the first one."""
    code: str
    """The rule."""
    message: str

    @classmethod
    def of(cls, refusal: UnreadableMatchFile) -> Problem:
        """A file that was refused, as its only problem."""
        facts = refusal.facts
        return cls(facts["file"], facts["line"], facts["game"], refusal.code, refusal.message)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def __str__(self) -> str:
        game = f", game {self.game}" if self.game is not None else ""
        return f"{self.file}:{self.line}{game}: {self.message} [{self.code}]"
