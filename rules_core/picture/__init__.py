"""A board as SVG, for a page, a dark screen or paper."""

from __future__ import annotations

from rules_core.picture.board_svg import BoardPicture, board_svg
from rules_core.picture.themes import Theme

__all__ = ["BoardPicture", "Theme", "board_svg"]
