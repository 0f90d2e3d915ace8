"""Money sessions: games without a match around them (docs/rules.md, "Money options").

A session is a ``MatchState`` of length 0, recorded with ``rules_core.match`` or played with
``rules_core.game`` as a match is; its score has no limit, and it ends when its players stop.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_core.choices import chosen
from rules_core.match import MatchEnd, MatchRules, MatchState, RulesOutOfRange, Side, end


def money_rules(
    *,
    jacoby: bool = True,
    beavers: int = 3,
    automatic_doubles: int = 1,
    max_cube: int = 64,
) -> MatchRules:
    """Rules of a session, with the options that money players usually agree on."""
    return MatchRules(
        length=0,
        crawford=False,
        jacoby=jacoby,
        beavers=beavers,
        automatic_doubles=automatic_doubles,
        max_cube=max_cube,
    )


def new_session(rules: MatchRules) -> MatchState:
    """A session of which nothing has been played."""
    if not rules.money:
        raise RulesOutOfRange("A money session has no length: set it to 0.", setting="length")
    return MatchState.new(rules)


def stop(session: MatchState) -> MatchState:
    """The session once its players stop; nobody has won it, there is only a balance."""
    return end(session, MatchEnd.PLAYED)


def balance(session: MatchState, side: Side) -> int:
    """Points ``side`` is owed; below 0, points it owes."""
    side = chosen("side", side, Side)
    return session.points.of(side) - session.points.of(side.other)


@dataclass(frozen=True, slots=True)
class Debt:
    """What one side owes the other."""

    by: Side
    points: int


def owed(session: MatchState) -> Debt | None:
    """Who owes whom how many points; nobody, where both have won as many."""
    plus = balance(session, Side.A)
    if not plus:
        return None
    return Debt(Side.B if plus > 0 else Side.A, abs(plus))
