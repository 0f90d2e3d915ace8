"""The board on covers."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from web import board_art as drawing

register = template.Library()

_MOST = 256
"""Boards that a process keeps as HTML, some 3 KB each: that of an event never changes."""


@register.simple_tag
def board_art(number: int) -> drawing.BoardArt:
    """What ``components/cover_art.html`` draws for an event, or for a page without one (0)."""
    return drawing.board_art(number)


@register.simple_tag
@lru_cache(_MOST)
def kept_board(number: int) -> SafeString:
    """The same drawn, for pages that a hall full of phones asks for."""
    return render_to_string("components/cover_art.html", {"art": drawing.board_art(number)})
