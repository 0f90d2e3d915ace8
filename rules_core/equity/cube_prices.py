"""Take points and gammon prices that follow from match winning chances."""

from __future__ import annotations

from dataclasses import dataclass

from rules_core.equity.chances import Chances, as_opponent
from rules_core.equity.refusals import NoDouble, StandingOutOfRange
from rules_core.equity.standing import Standing
from rules_core.equity.table import kazaross_xg2
from rules_core.match import CubeNotPowerOfTwo, is_power_of_two


@dataclass(frozen=True, slots=True)
class TakePoint:
    """The least chance of winning the game with which a double is taken, gammons aside."""

    dead: float
    """If the cube is never turned again."""
    live: float
    """If the taker always gets to redouble at the best moment."""


@dataclass(frozen=True, slots=True)
class GammonPrices:
    """What more than a single win is worth, measured by winning against losing a single game.

    In a money game with a turned cube both prices are one half.
    """

    gammon: float
    """A gammon instead of a single win."""
    backgammon: float
    """A backgammon instead of a gammon."""


def take_point(taker: Standing, cube: int = 1, *, chances: Chances | None = None) -> TakePoint:
    """The take point of the player who is offered ``2 × cube`` at this standing.

    Refused where there is no such double: in the Crawford game, or when the doubler wins the
    match at the present stake already (docs/rules.md, "Match play": dead cube).
    """
    _refuse_impossible_game(taker, cube)
    if taker.crawford_game:
        raise NoDouble("Nobody may double in the Crawford game.", cube=cube)
    if taker.against <= cube:
        raise NoDouble("The doubler wins the match without doubling: the cube is dead.", cube=cube)
    return _take_point(taker, cube, chances or kazaross_xg2().chance)


def _take_point(taker: Standing, cube: int, chances: Chances) -> TakePoint:
    dropped = chances(taker.lost(cube))
    lost = chances(taker.lost(2 * cube))
    won = chances(taker.won(2 * cube))
    dead = (dropped - lost) / (won - lost)
    return TakePoint(dead, dead * _cash_point(taker, 2 * cube, chances))


def _cash_point(owner: Standing, cube: int, chances: Chances) -> float:
    """The chance in the game from which the cube's owner wins it with a redouble.

    Owning a dead cube means playing to the end.
    """
    if owner.away <= cube:
        return 1.0
    return 1 - _take_point(owner.mirrored, cube, as_opponent(chances)).live


def gammon_prices(
    standing: Standing, cube: int = 1, *, chances: Chances | None = None
) -> GammonPrices:
    """What a gammon and a backgammon are worth to the player in a game at this cube."""
    _refuse_impossible_game(standing, cube)
    chance = chances or kazaross_xg2().chance
    single, gammon, backgammon = (chance(standing.won(kind * cube)) for kind in (1, 2, 3))
    swing = single - chance(standing.lost(cube))
    return GammonPrices((gammon - single) / swing, (backgammon - gammon) / swing)


def _refuse_impossible_game(standing: Standing, cube: int) -> None:
    if standing.away == 0 or standing.against == 0:
        raise StandingOutOfRange(
            "The match is over; there is no further game.",
            away=standing.away,
            against=standing.against,
        )
    if not is_power_of_two(cube):
        raise CubeNotPowerOfTwo(f"The cube shows 1, 2, 4, 8, … and never {cube}.", cube=cube)
