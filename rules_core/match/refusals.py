"""What a match record refuses, each with its code (the REST contract promises these codes)."""

from __future__ import annotations

from rules_core.errors import Conflict, RulesError


class RulesOutOfRange(RulesError):
    """A setting has a value that no match can be played with."""

    code = "rules_out_of_range"


class UnreachableScore(RulesError):
    """No sequence of games ends a match with this score."""

    code = "unreachable_score"


class CubeNotPowerOfTwo(RulesError):
    """The cube shows 1, 2, 4, 8 and so on; nothing between."""

    code = "cube_not_power_of_two"


class CubeAboveMaximum(RulesError):
    """The cube is higher than these rules let it be turned."""

    code = "cube_above_maximum"


class CubeInCrawfordGame(RulesError):
    """The Crawford game is played without the cube."""

    code = "cube_in_crawford_game"


class CubeBelowAutomaticDoubles(RulesError):
    """The cube never goes down, so it stands at least where the automatic doubles left it."""

    code = "cube_below_automatic_doubles"


class CubeTurnedContradicted(RulesError):
    """The cube's value does not agree with whether it was turned."""

    code = "cube_turned_contradicted"


class TooManyAutomaticDoubles(RulesError):
    """More automatic doubles than the players agreed on."""

    code = "too_many_automatic_doubles"


class GammonOnDrop(RulesError):
    """A refused double ends the game as a single one."""

    code = "gammon_on_drop"


class MatchFinished(Conflict):
    """The match is over; nothing more is recorded unless the last entry is taken back."""

    code = "match_finished"


class WrongGameNumber(Conflict):
    """The game offered is not the next one of the match."""

    code = "wrong_game_number"


class NothingToUndo(Conflict):
    """Nothing has been recorded yet."""

    code = "nothing_to_undo"


class PenaltyOutOfRange(RulesError):
    """A penalty gives at least one point."""

    code = "penalty_out_of_range"


class WinnerRequired(RulesError):
    """A match that ends in such a way has a winner, who must be named."""

    code = "winner_required"


class WinnerNotAllowed(RulesError):
    """A match that ends in such a way has no winner."""

    code = "winner_not_allowed"


class ScoreNotAllowed(RulesError):
    """Only an unfinished match is ended with the score that stood."""

    code = "score_not_allowed"


class EndingNotDeclared(RulesError):
    """A match is played out by recording its games, not by saying so."""

    code = "ending_not_declared"


class ByeAfterPlay(Conflict):
    """A bye is a match without an opponent, so nothing can have been recorded in it."""

    code = "bye_after_play"
