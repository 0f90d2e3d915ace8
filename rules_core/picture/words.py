"""A board in words, for those who do not see it."""

from __future__ import annotations

from rules_core.board import BAR, OFF, Position
from rules_core.dice import Dice


def described(
    position: Position,
    *,
    names: tuple[str, str] = ("", ""),
    dice: Dice | None = None,
    mine_on_roll: bool = True,
    cube: int | None = None,
    cube_is_mine: bool | None = None,
) -> str:
    """Who stands where, the pip counts, the dice and the cube.

    >>> described(Position.start(), dice=Dice(3, 1))
    'Bottom: 24 2, 13 5, 8 3, 6 5; 167 pips. Top: 24 2, 13 5, 8 3, 6 5; 167 pips. Bottom has rolled 3-1.'
    """
    bottom, top = names[0] or "Bottom", names[1] or "Top"
    pips = position.pip_counts
    sentences = [
        f"{bottom}: {_places(position.mine)}; {pips[0]} pips.",
        f"{top}: {_places(position.theirs)}; {pips[1]} pips.",
    ]
    if dice is not None:
        roller = bottom if mine_on_roll else top
        sentences.append(f"{roller} has rolled {dice.first}-{dice.second}.")
    if cube is not None:
        owners = {None: "centred", True: f"with {bottom}", False: f"with {top}"}
        sentences.append(f"Cube {cube}, {owners[cube_is_mine]}.")
    return " ".join(sentences)


def _places(side: bytes) -> str:
    """``bar 1, 24 2, 6 5, off 3``."""
    names = {BAR: "bar", OFF: "off"}
    return ", ".join(
        f"{names.get(place, place)} {side[place]}" for place in range(BAR, -1, -1) if side[place]
    )
