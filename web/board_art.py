"""A piece of board with a few checkers on it; each number has its own position."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Literal

WIDTH, HEIGHT = 506, 168
_POINT = 36
_STEP = 40
_TALL = 72
_RADIUS = 16.8
_BAR = 26
"""What the bar is wide, in the middle between six points and six points."""
_STACKS = 4
Colour = Literal["a", "b"]


@dataclass(frozen=True)
class Checker:
    """A checker and where its middle is."""

    x: int
    y: float
    colour: Colour


@dataclass(frozen=True)
class BoardArt:
    """What a cover shows; ``components/cover_art.html`` draws it."""

    dark_points: str
    light_points: str
    checkers: tuple[Checker, ...]


def board_art(number: int) -> BoardArt:
    """The board of an event, by its number."""
    return BoardArt(
        dark_points="".join(_triangle(at, at % 2 == 1) for at in range(12)),
        light_points="".join(_triangle(at, at % 2 == 0) for at in range(12)),
        checkers=tuple(_checkers(number)),
    )


def _left(at: int) -> int:
    return 2 + _STEP * at + (_BAR if at >= 6 else 0)


def _triangle(at: int, is_at_the_top: bool) -> str:
    start = f"M{_left(at)} {0 if is_at_the_top else HEIGHT}"
    return f"{start}h{_POINT}l-{_POINT // 2}{' ' if is_at_the_top else '-'}{_TALL}Z"


def _checkers(number: int) -> list[Checker]:
    """Four stacks of two or three on points of their own, in turns of either colour."""
    digits = sha256(f"cover {number}".encode()).digest()
    points = list(islice(dict.fromkeys(digit % 24 for digit in digits), _STACKS))
    return [
        checker
        for stack, point in enumerate(points)
        for checker in _stack(point, 2 + digits[-1 - stack] % 2, "b" if stack % 2 else "a")
    ]


def _stack(point: int, size: int, colour: Colour) -> list[Checker]:
    x = _left(point % 12) + _POINT // 2
    heights = [1 + _RADIUS + 2 * _RADIUS * at for at in range(size)]
    is_at_the_top = point < 12
    return [Checker(x, round(y if is_at_the_top else HEIGHT - y, 1), colour) for y in heights]
