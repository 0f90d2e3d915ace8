"""The board on covers."""

from __future__ import annotations

from django import template

from web import board_art as drawing

register = template.Library()


@register.simple_tag
def board_art(number: int) -> drawing.BoardArt:
    """What ``components/cover_art.html`` draws for an event, or for a page without one (0)."""
    return drawing.board_art(number)
