"""Entrants whom the director may place by hand: level on all that is asked before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, takewhile

from rules_core.draws.settings import TieBreak
from tournaments.publishing.standings_types import StandingsRow, TieBreakValue


@dataclass(frozen=True)
class Tie:
    """Rows of one table that nothing parts before the director's word."""

    rows: list[StandingsRow]

    @property
    def pool(self) -> str | None:
        """The pool they play in, where there are several."""
        return self.rows[0]["pool"]

    @property
    def places(self) -> list[int]:
        """The places that are to be given."""
        return [row["rank"] for row in self.rows]

    @property
    def entries(self) -> list[int]:
        """Those who are level, as they stand now."""
        return [row["entry"] for row in self.rows]


def ties_by_hand(rows: Iterable[StandingsRow]) -> list[Tie]:
    """The ties in standings, first to last; none where the director's word is not asked."""
    asked = [row for row in rows if any(_is_by_hand(figure) for figure in row["tie_breaks"])]
    groups = [list(level) for _, level in groupby(asked, key=_asked_before)]
    return [Tie(level) for level in groups if len(level) > 1]


def _asked_before(row: StandingsRow) -> tuple[str | None, list[float | None]]:
    before = takewhile(lambda figure: not _is_by_hand(figure), row["tie_breaks"])
    return row["pool"], [figure["value"] for figure in before]


def _is_by_hand(figure: TieBreakValue) -> bool:
    return figure["code"] == TieBreak.BY_HAND
