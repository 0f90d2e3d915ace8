"""Match equity tables, and the one that comes with the package (docs/rules.md, "Match equity")."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rules_core.equity.refusals import BeyondTable
from rules_core.equity.standing import Standing


@dataclass(frozen=True, slots=True)
class EquityTable:
    """The chance of winning a match from every score, for players of equal strength."""

    name: str
    notice: str
    """Whose figures these are, and on what terms; it stays with them."""
    pre_crawford: tuple[tuple[float, ...], ...]
    """Row i, column j: the chance of the player i+1 away against j+1 away; where one of the two
    is 1 away, the Crawford game is about to start."""
    post_crawford_trailer: tuple[float, ...]
    """Place n: the chance of the player n+1 away against 1 away after the Crawford game."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> EquityTable:
        """A table from plain values, as ``data/kazaross_xg2.json`` has them."""
        return cls(
            name=data["name"],
            notice=data["notice"],
            pre_crawford=tuple(map(tuple, data["pre_crawford"])),
            post_crawford_trailer=tuple(data["post_crawford_trailer"]),
        )

    @property
    def length(self) -> int:
        """The longest match the table knows from its start."""
        return len(self.pre_crawford)

    def chance(self, standing: Standing) -> float:
        """The player's chance of winning the match.

        The table is not drawn out beyond its length: a guess would look like a figure. A longer
        match has its chances as soon as both sides are within the table.
        """
        if standing.away == 0 or standing.against == 0:
            return 1.0 if standing.away == 0 else 0.0
        if max(standing.away, standing.against) > self.length:
            raise BeyondTable(
                f"The {self.name} table ends at {self.length} points away.",
                away=standing.away,
                against=standing.against,
                length=self.length,
            )
        if standing.match_point and standing.crawford_over:
            return self._post_crawford(standing)
        return self.pre_crawford[standing.away - 1][standing.against - 1]

    def _post_crawford(self, standing: Standing) -> float:
        if standing.away == 1:
            return 1 - self.post_crawford_trailer[standing.against - 1]
        return self.post_crawford_trailer[standing.away - 1]


@cache
def kazaross_xg2() -> EquityTable:
    """The Kazaross-XG2 table, up to 25 points away."""
    text = files("rules_core").joinpath("data", "kazaross_xg2.json").read_text(encoding="utf-8")
    return EquityTable.from_json(json.loads(text))
