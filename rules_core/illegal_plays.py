"""The rules that a play can break, one error each (docs/rules.md, "Moving")."""

from __future__ import annotations

from rules_core.errors import RulesError


class IllegalPlay(RulesError):
    """A play that the rules do not allow."""

    code = "illegal_play"


class NoCheckerThere(IllegalPlay):
    """A move from a point on which the player has no checker."""

    code = "no_checker_there"


class WrongDirection(IllegalPlay):
    """A move that does not lead towards home."""

    code = "wrong_direction"


class PointBlocked(IllegalPlay):
    """A checker would land where the opponent has two or more."""

    code = "point_blocked"


class MustEnterFirst(IllegalPlay):
    """Another checker was moved while one was on the bar."""

    code = "must_enter_first"


class NotAllHome(IllegalPlay):
    """A checker was borne off too early."""

    code = "not_all_home"


class NumberNotThrown(IllegalPlay):
    """The moves do not add up to the numbers of the roll."""

    code = "number_not_thrown"


class MustPlayMore(IllegalPlay):
    """Another number, or another way to play both, was possible."""

    code = "must_play_more"


class MustPlayHigher(IllegalPlay):
    """Only one of the numbers can be played, and it has to be the higher one."""

    code = "must_play_higher"


class NothingToHit(IllegalPlay):
    """A hit is marked where no opposing checker was hit."""

    code = "nothing_to_hit"


class AmbiguousPlay(IllegalPlay):
    """The text fits plays that hit different checkers."""

    code = "ambiguous_play"
