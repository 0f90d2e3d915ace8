"""The picture that a shared link shows: who, what, when, in letters one can read in a chat."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
"""What the services that show previews ask for."""

_FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
_MARGIN = 80
# The board of static/css/tokens.css; a picture knows no themes.
_BOARD, _RAIL, _INK, _QUIET, _BRASS = "#0e3b2d", "#092a20", "#f6f4ea", "#b9cbbf", "#d9bd7f"
_DARK_POINT, _LIGHT_POINT = "#185442", "#c3a667"
_LIGHT_CHECKER, _DARK_CHECKER = "#f4efe0", "#14201b"
LARGEST, STORY_TITLE, _SMALLEST = 76, 52, 36
_TITLE_LINES = 3
_POINTS = 12
_RAIL_HEIGHT = 14
_RADIUS = 26
_LAST_LINE = HEIGHT - _RAIL_HEIGHT - 50
"""A line that began below this would run into the rail."""


@dataclass(frozen=True)
class Preview:
    """What stands on a picture."""

    title: str
    above: str
    below: tuple[str, ...]
    """Lines under the title, the most important first: those for which there is no room are left out."""
    largest: int = LARGEST
    """Letters of the title; smaller ones leave more room for lines."""


def picture_of(preview: Preview) -> bytes:
    """The picture as PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _BOARD)
    draw = ImageDraw.Draw(image)
    _draw_points(draw)
    _line(draw, 64, preview.above, 34, _BRASS)
    y = 130
    size, lines = _fitted(draw, preview.title, preview.largest)
    for line in lines:
        draw.text((_MARGIN, y), line, fill=_INK, font=_font(size))
        y += round(size * 1.2)
    y += 16
    for text in preview.below:
        if y > _LAST_LINE:
            break
        y = _line(draw, y, text, 34, _QUIET)
    written = io.BytesIO()
    image.quantize(64).save(written, "PNG", optimize=True)
    return written.getvalue()


def _draw_points(draw: ImageDraw.ImageDraw) -> None:
    """The points of a board along the lower edge with a few checkers, above the rail."""
    step = WIDTH / _POINTS
    floor = HEIGHT - _RAIL_HEIGHT
    for number in range(_POINTS):
        left = number * step
        tip = (left + step / 2, floor - 110)
        corners = [(left + 4, floor), tip, (left + step - 4, floor)]
        draw.polygon(corners, fill=_LIGHT_POINT if number % 2 else _DARK_POINT)
    for point, size, colour in ((8, 2, _LIGHT_CHECKER), (11, 3, _DARK_CHECKER)):
        for height in range(size):
            _draw_checker(draw, (point + 0.5) * step, floor - _RADIUS * (2 * height + 1), colour)
    draw.rectangle((0, floor, WIDTH, HEIGHT), fill=_RAIL)


def _draw_checker(draw: ImageDraw.ImageDraw, x: float, y: float, colour: str) -> None:
    edge = _QUIET if colour == _DARK_CHECKER else _RAIL
    draw.circle((x, y), _RADIUS, fill=colour, outline=edge)
    draw.circle((x, y), _RADIUS * 0.6, outline=edge)


def _line(draw: ImageDraw.ImageDraw, y: int, text: str, size: int, colour: str) -> int:
    """One line, set smaller if it is too long; returns where the next one goes."""
    while size > 10 and draw.textlength(text, font=_font(size)) > WIDTH - 2 * _MARGIN:
        size -= 2
    draw.text((_MARGIN, y), text, fill=colour, font=_font(size))
    return y + round(size * 1.5)


def _fitted(draw: ImageDraw.ImageDraw, title: str, largest: int) -> tuple[int, list[str]]:
    """The largest letters in which a title has room, and its lines."""
    for size in range(largest, _SMALLEST - 1, -4):
        lines = _wrapped(draw, title, size)
        if len(lines) <= _TITLE_LINES:
            break
    return size, lines


def _wrapped(draw: ImageDraw.ImageDraw, text: str, size: int) -> list[str]:
    """Lines broken between words, and inside a word only if it is longer than a line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if _fits(draw, longer, size):
            lines[-1] = longer
            continue
        lines.append("")
        for letter in word:
            if not _fits(draw, lines[-1] + letter, size):
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


def _fits(draw: ImageDraw.ImageDraw, text: str, size: int) -> bool:
    return draw.textlength(text, font=_font(size)) <= WIDTH - 2 * _MARGIN


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONT), size)
