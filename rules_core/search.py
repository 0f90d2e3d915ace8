"""The search behind the legal plays (docs/rules.md, "Moving").

It works on numbers, not on boards. The packed position is one large integer to which a move is
added; the points a side holds are the bits of another, so that all checkers that can move by a
number come out of one shift and one "and". Results are told apart by the packed integer.
"""

from __future__ import annotations

from rules_core.board import BAR, HOME, OFF, PLACES, POINTS, Position, mask

Step = tuple[int, int]
"""A checker moved by one number: from, to."""
Steps = tuple[Step, ...]
State = tuple[int, int, int]
"""A board in the middle of a play: the packed position, the points held, the blots to hit."""

_STEPS: tuple[tuple[Step, ...], ...] = tuple(
    tuple((source, max(source - number, OFF)) for source in range(PLACES)) for number in range(7)
)
"""The step by a number from a source."""
_PLACE = tuple(1 << 8 * place for place in range(PLACES))
_SHIFT = tuple(
    tuple(_PLACE[target] - _PLACE[source] for source, target in steps) for steps in _STEPS
)
"""What that step adds to a packed position."""
_HIT = tuple((_PLACE[BAR] - _PLACE[BAR - target]) << 8 * PLACES for target in range(BAR))
"""What sending the opposing checker on a point to the bar adds to a packed position."""

_ONE = b"01" + b"0" * 254
_BELOW_TWO = b"11" + b"0" * 254
_ON_THE_BAR = 1 << BAR
_BEYOND_HOME = 1 << HOME + 1
_EVERYWHERE = (2 << BAR) - 1

_HALF = PLACES // 2
_LOWER_HALF = (1 << _HALF) - 1


def _points_of_half(lowest: int) -> list[tuple[int, ...]]:
    """For every mask of one half of the board its points, the highest first."""
    table: list[tuple[int, ...]] = [()]
    for point in range(lowest, lowest + _HALF):
        table += [(point, *points) for points in table]
    return table


_NEAR, _FAR = _points_of_half(OFF), _points_of_half(_HALF)


def open_points(position: Position) -> int:
    """Where the player on roll may land: points with at most one opposing checker."""
    return mask(position.theirs, _BELOW_TWO) & POINTS


def blots(position: Position) -> int:
    """Where the player on roll hits by landing: points with one opposing checker."""
    return mask(position.theirs, _ONE) & POINTS


def movable(held: int, landing: int, number: int) -> int:
    """The points from which a checker may move by this number, as a mask.

    Checkers on the bar come first. A checker is borne off only when all are home: from the point
    of the number, or from the highest point held if that lies below it.
    """
    sources = landing << number
    if held >= _ON_THE_BAR:
        return sources & _ON_THE_BAR
    sources &= held
    if held < _BEYOND_HOME:
        exact = 1 << number
        if held & exact:
            sources |= exact
        elif held < exact:
            sources |= 1 << held.bit_length() >> 1
    return sources


def points_of(points: int) -> tuple[int, ...]:
    """The bits of a mask, the highest point first."""
    return _FAR[points >> _HALF] + _NEAR[points & _LOWER_HALF]


def advance(state: State, source: int, number: int) -> State:
    """The state after a checker moved by a number, hitting where it lands on a blot."""
    packed, held, blots = state
    if packed >> 8 * source & 0xFF == 1:
        held ^= 1 << source
    packed += _SHIFT[number][source]
    if source > number:
        target = 1 << source - number
        held |= target
        if blots & target:
            blots ^= target
            packed += _HIT[source - number]
    return packed, held, blots


def ways_to_play(position: Position, first: int, second: int) -> dict[int, Steps]:
    """Every result of a roll, packed as the roller sees it, with the steps that lead there."""
    if first == second:
        return _ways_to_play_a_double(position, first)
    return _ways_to_play_both(position, max(first, second), min(first, second))


def _ways_to_play_both(position: Position, higher: int, lower: int) -> dict[int, Steps]:
    """Both numbers if any order allows it, else the higher one, else the lower one.

    The steps are given from the back forwards, which is always an order to make them in.
    """
    start, landing = _start(position), open_points(position)
    by_higher = movable(start[1], landing, higher)
    by_lower = movable(start[1], landing, lower)
    found: dict[int, Steps] = {}
    # In the second order, what the lower number could do from the start is known already.
    for first, second, sources, fresh in (
        (lower, higher, by_lower, _EVERYWHERE),
        (higher, lower, by_higher, _EVERYWHERE ^ by_lower),
    ):
        steps, shift = _STEPS[second], _SHIFT[second]
        for source in points_of(sources):
            packed, held, blots = advance(start, source, first)
            step, hitting = _STEPS[first][source], blots << second
            for then in points_of(movable(held, landing, second) & fresh):
                result = packed + shift[then]
                if hitting and hitting >> then & 1:
                    result += _HIT[then - second]
                found[result] = (step, steps[then]) if then <= source else (steps[then], step)
    if found:
        return found
    number, sources = (higher, by_higher) if by_higher else (lower, by_lower)
    return {
        advance(start, source, number)[0]: (_STEPS[number][source],)
        for source in points_of(sources)
    }


def _ways_to_play_a_double(position: Position, number: int) -> dict[int, Steps]:
    """As many of the four moves as possible.

    Moves of equal length can always be made from the back forwards. So no move starts behind the
    one before it, and every choice of sources, which is every result, is met once.
    """
    landing, steps = open_points(position), _STEPS[number]
    plays: list[tuple[Steps, State, int]] = [((), _start(position), _EVERYWHERE)]
    for _ in range(4):
        longer = [
            ((*play, steps[source]), advance(state, source, number), (2 << source) - 1)
            for play, state, not_behind in plays
            for source in points_of(movable(state[1], landing, number) & not_behind)
        ]
        if not longer:
            break
        plays = longer
    return {state[0]: play for play, state, _ in plays if play}


def after_steps(position: Position, steps: Steps) -> Position:
    """The board after these steps, with the other player on roll."""
    state = _start(position)
    for source, target in steps:
        state = advance(state, source, source - target)
    sides = state[0].to_bytes(2 * PLACES, "little")
    return Position(mine=sides[PLACES:], theirs=sides[:PLACES])


def _start(position: Position) -> State:
    return position.packed, position.held & ~1, blots(position)
