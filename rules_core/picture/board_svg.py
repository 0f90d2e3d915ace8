"""The picture of a board: checkers, dice, cube, score and arrows, as one SVG without a script.

There are no ids in it, so that any number of boards stand on one page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

from rules_core.board import BAR, OFF, Position
from rules_core.choices import choose_all
from rules_core.dice import Dice
from rules_core.picture.layout import (
    BAR_LEFT,
    BOTTOM,
    HEIGHT,
    LEFT,
    MIDDLE,
    MOST_SHOWN,
    POINT,
    RADIUS,
    RIGHT,
    TOP,
    TRAY,
    TRAY_WIDTH,
    TRIANGLE,
    WIDTH,
    bar_height,
    centre_of,
    checker_height,
    is_on_top,
)
from rules_core.picture.themes import Colours, Theme
from rules_core.picture.words import described

Arrow = tuple[int, int]
"""From a point to a point, as the player at the bottom counts."""
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_DIE = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicture:
    """What is to be seen; ``mine`` and ``theirs`` are the players at the bottom and on top."""

    position: Position
    """As the player at the bottom sees it, whoever is on roll."""
    dice: Dice | None = None
    mine_on_roll: bool = True
    """Whose dice they are."""
    cube: int | None = None
    """What the cube shows; None: it is not in play."""
    cube_is_mine: bool | None = None
    """None while it is centred."""
    names: tuple[str, str] = ("", "")
    score: tuple[int, int] | None = None
    length: int = 0
    arrows: tuple[Arrow, ...] = ()
    their_arrows: tuple[Arrow, ...] = ()
    """As the player on top counts."""
    theme: Theme = Theme.LIGHT
    title: str = ""
    words: str = ""
    """The board for those who do not see it; if there are none, they are made here, in English."""

    def __post_init__(self) -> None:
        choose_all(self)


def board_svg(picture: BoardPicture) -> str:
    """The SVG, complete and on its own; its ``desc`` says in words what it shows."""
    colours = picture.theme.colours
    words = picture.words or described(
        picture.position,
        names=picture.names,
        dice=picture.dice,
        mine_on_roll=picture.mine_on_roll,
        cube=picture.cube,
        cube_is_mine=picture.cube_is_mine,
    )
    parts = [
        *_frame(colours),
        *_points(colours),
        *_checkers(picture.position, colours),
        *_dice(picture, colours),
        *_cube(picture, colours),
        *_captions(picture, colours),
        *_arrows(picture.arrows, colours, mine=True),
        *_arrows(picture.their_arrows, colours, mine=False),
    ]
    title = escape(picture.title or "Backgammon board")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(words)}" font-family="sans-serif">'
        f"<title>{title}</title><desc>{escape(words)}</desc>{''.join(parts)}</svg>"
    )


def _frame(colours: Colours) -> Iterator[str]:
    yield _rectangle(0, 0, WIDTH, HEIGHT, colours.paper)
    right = TRAY + TRAY_WIDTH
    yield _rectangle(LEFT, TOP, right - LEFT, BOTTOM - TOP, colours.paper, colours.line, 2)
    yield _rectangle(BAR_LEFT, TOP, POINT, BOTTOM - TOP, colours.frame, colours.line, 1)
    yield _rectangle(TRAY, TOP, TRAY_WIDTH, BOTTOM - TOP, colours.frame, colours.line, 1)


def _points(colours: Colours) -> Iterator[str]:
    for point in range(1, BAR):
        x, half = centre_of(point), POINT // 2
        on_top = is_on_top(point)
        base, tip = (TOP, TOP + TRIANGLE) if on_top else (BOTTOM, BOTTOM - TRIANGLE)
        fill = colours.dark_point if point % 2 else colours.light_point
        yield (
            f'<path d="M{x - half} {base}L{x + half} {base}L{x} {tip}Z" fill="{fill}"'
            f' stroke="{colours.line}" stroke-width=".5"/>'
        )
        yield _text(x, TOP - 8 if on_top else BOTTOM + 18, str(point), colours.text, 13)


def _checkers(position: Position, colours: Colours) -> Iterator[str]:
    for side, mine in ((position.theirs, False), (position.mine, True)):
        fill, ink = (colours.mine, colours.on_mine) if mine else (colours.theirs, colours.on_theirs)
        for place in range(1, BAR + 1):
            point = place if mine or place == BAR else BAR - place
            for number in range(min(side[place], MOST_SHOWN)):
                height = (
                    bar_height(number, mine=mine)
                    if place == BAR
                    else checker_height(number, on_top=is_on_top(point))
                )
                last = number == MOST_SHOWN - 1 and side[place] > MOST_SHOWN
                yield _checker(centre_of(point), height, fill, colours.line)
                if last:
                    yield _text(centre_of(point), height + 6, str(side[place]), ink, 17)
        yield from _borne_off(side[OFF], fill, colours, mine=mine)


def _borne_off(checkers: int, fill: str, colours: Colours, *, mine: bool) -> Iterator[str]:
    """Checkers lying on their sides in the tray."""
    for number in range(checkers):
        y = BOTTOM - 11 * (number + 1) if mine else TOP + 11 * number + 1
        yield _rectangle(TRAY + 4, y, TRAY_WIDTH - 8, 10, fill, colours.line, 1)


def _checker(x: int, y: int, fill: str, line: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{RADIUS - 1}" fill="{fill}" stroke="{line}" stroke-width="1.5"/>'


def _dice(picture: BoardPicture, colours: Colours) -> Iterator[str]:
    """The player at the bottom throws into the right half, the other into the left."""
    if picture.dice is None:
        return
    fill, ink = (
        (colours.mine, colours.on_mine)
        if picture.mine_on_roll
        else (colours.theirs, colours.on_theirs)
    )
    begin = (RIGHT if picture.mine_on_roll else LEFT) + 3 * POINT
    for place, number in enumerate(picture.dice):
        x = begin + (-_DIE - 4 if place == 0 else 4)
        y = MIDDLE - _DIE // 2
        yield (
            f'<rect x="{x}" y="{y}" width="{_DIE}" height="{_DIE}" rx="5" fill="{fill}"'
            f' stroke="{colours.line}" stroke-width="1.5"/>'
        )
        for across, down in _PIPS[number]:
            cx, cy = x + _DIE // 2 + 8 * across, y + _DIE // 2 + 8 * down
            yield f'<circle cx="{cx}" cy="{cy}" r="3" fill="{ink}"/>'


def _cube(picture: BoardPicture, colours: Colours) -> Iterator[str]:
    if picture.cube is None:
        return
    heights = {None: MIDDLE, True: BOTTOM - 190, False: TOP + 190}
    x, y = TRAY + TRAY_WIDTH // 2, heights[picture.cube_is_mine]
    yield _rectangle(x - 17, y - 17, 34, 34, colours.mine, colours.line, 2)
    yield _text(x, y + 7, str(picture.cube), colours.on_mine, 18 if picture.cube < 100 else 13)


def _captions(picture: BoardPicture, colours: Colours) -> Iterator[str]:
    """Names and scores, each at its player's edge."""
    for place, name in enumerate(picture.names):
        score = "" if picture.score is None else f" {picture.score[place]}"
        if place == 0 and picture.score is not None and picture.length:
            score += f" of {picture.length}"
        if name or score:
            y = HEIGHT - 10 if place == 0 else 20
            yield _text(WIDTH // 2, y, f"{name}{score}".strip(), colours.text, 15)


def _arrows(arrows: Sequence[Arrow], colours: Colours, *, mine: bool) -> Iterator[str]:
    for source, target in arrows:
        x1, y1 = _arrow_end(source, mine=mine)
        x2, y2 = _arrow_end(target, mine=mine)
        long = hypot(x2 - x1, y2 - y1) or 1
        dx, dy = (x2 - x1) / long, (y2 - y1) / long
        bx, by = x2 - 12 * dx, y2 - 12 * dy
        yield (
            f'<path d="M{x1} {y1}L{bx:.1f} {by:.1f}" stroke="{colours.arrow}" stroke-width="4"'
            ' opacity=".8" fill="none"/>'
            f'<path d="M{x2} {y2}L{bx - 7 * dy:.1f} {by + 7 * dx:.1f}L{bx + 7 * dy:.1f}'
            f' {by - 7 * dx:.1f}Z" fill="{colours.arrow}" opacity=".9"/>'
        )


def _arrow_end(point: int, *, mine: bool) -> tuple[int, int]:
    if point == BAR:
        return centre_of(point), bar_height(0, mine=mine)
    if point == OFF:
        return centre_of(point), BOTTOM - 60 if mine else TOP + 60
    seen = point if mine else BAR - point
    return centre_of(seen), checker_height(1, on_top=is_on_top(seen))


def _rectangle(
    x: int, y: int, width: int, height: int, fill: str, line: str = "none", stroke: float = 0
) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"'
        f' stroke="{line}" stroke-width="{stroke}"/>'
    )


def _text(x: int, y: int, text: str, fill: str, size: int) -> str:
    return (
        f'<text x="{x}" y="{y}" fill="{fill}" font-size="{size}" text-anchor="middle">'
        f"{escape(text)}</text>"
    )
