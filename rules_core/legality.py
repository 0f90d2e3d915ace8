"""Whether a written play is legal, and if not, which rule it breaks (docs/rules.md, "Moving")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, pairwise

from rules_core.board import BAR, HOME, OFF, PLACES, Position
from rules_core.dice import Dice, checked_dice
from rules_core.illegal_plays import (
    AmbiguousPlay,
    IllegalPlay,
    MustEnterFirst,
    MustPlayHigher,
    MustPlayMore,
    NoCheckerThere,
    NotAllHome,
    NothingToHit,
    NumberNotThrown,
    PointBlocked,
    WrongDirection,
)
from rules_core.notation.paths import Path
from rules_core.plays import Play
from rules_core.search import blots, open_points, ways_to_play


def find_play(position: Position, dice: tuple[int, int], paths: Sequence[Path]) -> Play:
    """The legal play that was written; if it is none, the rule it breaks is raised.

    A hit without its mark is understood; a hit that is marked has to be one.
    """
    roll = checked_dice(*dice)
    ways = ways_to_play(position, *roll)
    if not ways and not paths:
        return Play(position, ())
    wanted = position.packed + _moved(paths)
    same_checkers = [
        Play(position, steps) for packed, steps in ways.items() if not (packed ^ wanted) & _OWN_SIDE
    ]
    if not same_checkers or _wrong_direction(paths) or _wrong_numbers(roll, paths):
        raise _refusal(position, roll, paths, [Play(position, steps) for steps in ways.values()])
    return _with_the_hits_of(paths, position, same_checkers)


_OWN_SIDE = (1 << 8 * PLACES) - 1


def _moved(paths: Iterable[Path]) -> int:
    """What the paths add to a packed position, leaving out what they hit."""
    return sum((1 << 8 * path.target) - (1 << 8 * path.source) for path in paths)


def _with_the_hits_of(paths: Sequence[Path], position: Position, plays: Sequence[Play]) -> Play:
    """Plays that move the same checkers can differ in what they hit on the way."""
    to_hit = blots(position)
    marked = {point for path in paths for point in path.hits}
    if any(not to_hit >> point & 1 for point in marked):
        raise NothingToHit("A hit is marked on a point without a single opposing checker.")
    named = {point for path in paths for point in path.points[1:] if to_hit >> point & 1}
    if len(plays) == 1 and not named:
        return plays[0]
    hits_of = {play: {move.target for move in play.moves if move.hits} for play in plays}
    exact = [play for play, hits in hits_of.items() if hits == named]
    fitting = exact or [play for play, hits in hits_of.items() if hits >= named]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise NothingToHit("A hit is marked on a point where this play cannot land.")
    raise AmbiguousPlay(
        "This play could hit different checkers; name the points on the way, like 24/20*/14."
    )


def _refusal(
    position: Position, dice: Dice, paths: Sequence[Path], plays: Sequence[Play]
) -> IllegalPlay:
    return (
        _wrong_direction(paths)
        or _no_checker(position, paths)
        or _checker_on_the_bar(position, paths)
        or _blocked_point(position, paths)
        or _early_bear_off(position, paths)
        or _wrong_numbers(dice, paths)
        or _too_little(dice, paths, plays)
        or IllegalPlay(
            f"{dice.first}-{dice.second} cannot be played like this: a point on the way is blocked"
            " or a checker cannot be borne off with its number.",
            dice=tuple(dice),
        )
    )


def _wrong_direction(paths: Sequence[Path]) -> WrongDirection | None:
    for path in paths:
        if any(source <= target for source, target in pairwise(path.points)):
            return WrongDirection(
                f"A checker moves towards home, not from {path.source} to {path.target}.",
                source=path.source,
                target=path.target,
            )
    return None


def _no_checker(position: Position, paths: Sequence[Path]) -> NoCheckerThere | None:
    leaving = Counter(path.source for path in paths)
    arriving = Counter(path.target for path in paths)
    for point, checkers in leaving.items():
        if checkers > position.mine[point] + arriving[point]:
            return NoCheckerThere(
                f"There are not enough checkers on point {point} to move.", point=point
            )
    return None


def _checker_on_the_bar(position: Position, paths: Sequence[Path]) -> MustEnterFirst | None:
    entered = sum(path.source == BAR for path in paths)
    if entered < min(position.mine[BAR], len(paths)):
        return MustEnterFirst("Checkers on the bar have to enter before any other moves.")
    return None


def _blocked_point(position: Position, paths: Sequence[Path]) -> PointBlocked | None:
    landing = open_points(position)
    for path in paths:
        for point in path.points[1:]:
            if point != OFF and not landing >> point & 1:
                return PointBlocked(
                    f"Point {point} is held by two or more opposing checkers.", point=point
                )
    return None


def _early_bear_off(position: Position, paths: Sequence[Path]) -> NotAllHome | None:
    outside = sum(position.mine[HOME + 1 :])
    come_home = sum(path.source > HOME >= path.target for path in paths)
    if outside > come_home and any(path.target == OFF for path in paths):
        return NotAllHome("Checkers are borne off only when all are in the home board.")
    return None


def _wrong_numbers(dice: Dice, paths: Sequence[Path]) -> NumberNotThrown | None:
    """Every written step is a number or several; bearing off may use more than its pips."""
    steps = [step for path in paths for step in pairwise(path.points)]
    lengths = [source - target for source, target in steps if target != OFF]
    if {*lengths, sum(lengths)} <= _sums(dice) and len(steps) <= len(dice.numbers):
        return None
    return NumberNotThrown(
        f"The moves do not add up to {dice.first}-{dice.second}.", dice=tuple(dice)
    )


@cache
def _sums(dice: Dice) -> frozenset[int]:
    """What any of the numbers of a roll add up to."""
    numbers = dice.numbers
    counts = range(len(numbers) + 1)
    return frozenset(sum(some) for count in counts for some in combinations(numbers, count))


def _too_little(
    dice: Dice, paths: Sequence[Path], plays: Sequence[Play]
) -> MustPlayMore | MustPlayHigher | None:
    pips = sum(path.source - path.target for path in paths)
    possible = [sum(source - target for source, target in play.steps) for play in plays]
    if not possible or pips >= min(possible):
        return None
    if len(plays[0].steps) == 1 and paths:
        return MustPlayHigher(
            f"Only one number can be played, and it has to be the higher one, {max(dice)}.",
            number=max(dice),
        )
    return MustPlayMore(
        f"More of {dice.first}-{dice.second} can be played, so it has to be.", dice=tuple(dice)
    )
