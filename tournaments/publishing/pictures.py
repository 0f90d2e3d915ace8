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
_PAPER, _INK, _QUIET, _ACCENT = "#fcfdfb", "#17211c", "#53625a", "#14573a"
_TITLE_SIZES = range(76, 35, -4)
_TITLE_LINES = 3
_POINTS = 12


@dataclass(frozen=True)
class Preview:
    """What stands on a picture."""

    title: str
    above: str
    below: tuple[str, ...]


def picture_of(preview: Preview) -> bytes:
    """The picture as PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    draw = ImageDraw.Draw(image)
    _draw_points(draw)
    _line(draw, 64, preview.above, 34, _ACCENT)
    y = 130
    size, lines = _fitted(draw, preview.title)
    for line in lines:
        draw.text((_MARGIN, y), line, fill=_INK, font=_font(size))
        y += round(size * 1.2)
    y += 16
    for text in preview.below:
        y = _line(draw, y, text, 34, _QUIET)
    written = io.BytesIO()
    image.quantize(64).save(written, "PNG", optimize=True)
    return written.getvalue()


def _draw_points(draw: ImageDraw.ImageDraw) -> None:
    """The points of a board along the lower edge, every other one filled."""
    step = WIDTH / _POINTS
    for number in range(_POINTS):
        left = number * step
        tip = (left + step / 2, HEIGHT - 92)
        corners = [(left + 2, HEIGHT), tip, (left + step - 2, HEIGHT)]
        draw.polygon(corners, fill="#dcebe2" if number % 2 else _ACCENT)


def _line(draw: ImageDraw.ImageDraw, y: int, text: str, size: int, colour: str) -> int:
    """One line, set smaller if it is too long; returns where the next one goes."""
    while size > 10 and draw.textlength(text, font=_font(size)) > WIDTH - 2 * _MARGIN:
        size -= 2
    draw.text((_MARGIN, y), text, fill=colour, font=_font(size))
    return y + round(size * 1.5)


def _fitted(draw: ImageDraw.ImageDraw, title: str) -> tuple[int, list[str]]:
    """The largest letters in which a title has room, and its lines."""
    for size in _TITLE_SIZES:
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
