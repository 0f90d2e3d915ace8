"""What everybody gets from one event (docs/rules.md, "Seasons")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from rules_core.seasons.rules import Formula, SeasonRules


@dataclass(frozen=True, slots=True)
class EventLine:
    """What a player did in an event, over all its stages."""

    player: int
    first: int
    last: int
    """The place in the final ranking; above ``first`` where it is shared."""
    wins: int
    """Against an opponent, walkovers among them; a bye is no win."""
    losses: int
    margin: int = 0
    """The points by which the matches were won, added up."""
    champion: bool = False
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """A finished event that counts."""

    key: int
    lines: tuple[EventLine, ...]


@dataclass(frozen=True, slots=True)
class Earned:
    """A player's points from an event."""

    line: EventLine
    points: Fraction
    own: Fraction
    """What the formula alone gives; less than ``points`` where the champion was raised to the highest."""

    @property
    def raised(self) -> bool:
        """Whether the champion got as many as the one with the most."""
        return self.points != self.own


def event_points(event: SeasonEvent, rules: SeasonRules) -> tuple[Earned, ...]:
    """Everybody's points, in the order of the lines."""
    own = [_own_points(line, len(event.lines), rules) for line in event.lines]
    highest = max(own, default=Fraction(0)) if rules.champion_first else Fraction(0)
    return tuple(
        Earned(line, max(points, highest) if _is_champion(line) else points, points)
        for line, points in zip(event.lines, own, strict=True)
    )


def _is_champion(line: EventLine) -> bool:
    return line.champion and not line.disqualified


def _own_points(line: EventLine, entrants: int, rules: SeasonRules) -> Fraction:
    if line.disqualified:
        return Fraction(0)
    return rules.taking_part + _by_formula(line, entrants, rules)


def _by_formula(line: EventLine, entrants: int, rules: SeasonRules) -> Fraction:
    match rules.formula:
        case Formula.PLACE:
            return shared_points(rules.places, line.first, line.last)
        case Formula.FIELD:
            return shared_points(range(entrants, 0, -1), line.first, line.last)
        case Formula.WINS:
            return Fraction(rules.per_win * line.wins)
        case Formula.MARGIN:
            return Fraction(rules.per_win * line.wins + line.margin)


def shared_points(table: Sequence[int], first: int, last: int) -> Fraction:
    """The mean of what a table has for these places, to the hundredth; beyond its end there is nothing."""
    mean = Fraction(sum(table[first - 1 : last]), last - first + 1)
    return Fraction(floor(mean * 100 + Fraction(1, 2)), 100)
