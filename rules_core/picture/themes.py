"""The colours of a board."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Colours(NamedTuple):
    """What each part of a board is painted with."""

    paper: str
    frame: str
    dark_point: str
    light_point: str
    mine: str
    theirs: str
    line: str
    """Around checkers, dice and cube."""
    text: str
    on_mine: str
    """Numbers on the checkers of the player at the bottom."""
    on_theirs: str
    arrow: str


class Theme(StrEnum):
    """Where the board is looked at."""

    LIGHT = "light"
    DARK = "dark"
    PRINT = "print"
    """Black and white, little ink."""
    CSS = "css"
    """As the page around it says, by custom properties such as ``--diagram-paper``; otherwise light."""

    @property
    def colours(self) -> Colours:
        """What to paint with."""
        return _COLOURS[self]


_LIGHT = Colours(
    paper="#f4efe4",
    frame="#5b4632",
    dark_point="#b5651d",
    light_point="#d9c7a3",
    mine="#ffffff",
    theirs="#22262b",
    line="#3b2f24",
    text="#1f1a15",
    on_mine="#1f1a15",
    on_theirs="#ffffff",
    arrow="#0b5cad",
)
_COLOURS = {
    Theme.LIGHT: _LIGHT,
    Theme.CSS: Colours(
        *(
            f"var(--diagram-{name.replace('_', '-')}, {colour})"
            for name, colour in zip(Colours._fields, _LIGHT, strict=True)
        )
    ),
    Theme.DARK: Colours(
        paper="#1c2126",
        frame="#0e1114",
        dark_point="#4a5661",
        light_point="#323b44",
        mine="#f2f4f5",
        theirs="#c2542d",
        line="#0b0d0f",
        text="#e8ecef",
        on_mine="#14181b",
        on_theirs="#ffffff",
        arrow="#6cb6ff",
    ),
    Theme.PRINT: Colours(
        paper="#ffffff",
        frame="#ffffff",
        dark_point="#bbbbbb",
        light_point="#ffffff",
        mine="#ffffff",
        theirs="#000000",
        line="#000000",
        text="#000000",
        on_mine="#000000",
        on_theirs="#ffffff",
        arrow="#000000",
    ),
}
