"""How much a game is worth before the cube (docs/rules.md, "End of a game")."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal


class Kind(StrEnum):
    """A won game is single, a gammon or a backgammon."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"

    @property
    def multiplier(self) -> int:
        """What the cube is multiplied by: 1, 2 or 3."""
        return _MULTIPLIERS[self]


_MULTIPLIERS = {kind: multiplier for multiplier, kind in enumerate(Kind, start=1)}


KindName = Kind | Literal["single", "gammon", "backgammon"]
"""A kind, or its text."""
