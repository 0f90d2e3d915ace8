"""Where things are on the picture of a board, in its own units.

The player at the bottom has the points 1 to 6 at the bottom right, as on most diagrams in print.
"""

from __future__ import annotations

from rules_core.board import BAR, OFF

POINT = 40
"""Width of a point, and of the bar."""
RADIUS = 18
EDGE = 20
"""Around the board, for the numbers of the points."""
TOP, BOTTOM = 46, 478
MIDDLE = (TOP + BOTTOM) // 2
LEFT = EDGE
BAR_LEFT = LEFT + 6 * POINT
RIGHT = BAR_LEFT + POINT
TRAY = RIGHT + 6 * POINT
TRAY_WIDTH = 52
WIDTH = TRAY + TRAY_WIDTH + EDGE
HEIGHT = BOTTOM + 46
TRIANGLE = 178
MOST_SHOWN = 5
"""Checkers on a point; where more stand, the last one shows how many."""


def centre_of(point: int) -> int:
    """The middle of a point, the bar or the tray, across."""
    if point == BAR:
        return BAR_LEFT + POINT // 2
    if point == OFF:
        return TRAY + TRAY_WIDTH // 2
    if point > 18:
        return RIGHT + (point - 19) * POINT + POINT // 2
    if point > 12:
        return LEFT + (point - 13) * POINT + POINT // 2
    if point > 6:
        return LEFT + (12 - point) * POINT + POINT // 2
    return RIGHT + (6 - point) * POINT + POINT // 2


def is_on_top(point: int) -> bool:
    """Whether a point, as the player at the bottom counts, is in the upper half."""
    return 12 < point < BAR


def checker_height(place: int, *, on_top: bool) -> int:
    """The middle of a checker, the first one at the edge."""
    along = RADIUS + place * 2 * RADIUS
    return TOP + along if on_top else BOTTOM - along


def bar_height(place: int, *, mine: bool) -> int:
    """The middle of a checker on the bar: one's own wait in the upper half, where they enter."""
    along = 2 * RADIUS + place * 2 * RADIUS
    return MIDDLE - along if mine else MIDDLE + along
