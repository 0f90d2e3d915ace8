"""A stage's standings as the REST contract shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from tournaments.models import Pairing, Stage
from tournaments.publishing.standings.elimination import elimination_rows, side_bracket_rows
from tournaments.publishing.standings.tables import table_rows
from tournaments.publishing.standings_types import BracketStandings, StandingsRow


def standings_of(stage: Stage, pairings: Sequence[Pairing]) -> list[StandingsRow]:
    """Rows from first to last; nothing before the draw."""
    if not pairings:
        return []
    if stage.has_table:
        return table_rows(stage, pairings)
    return elimination_rows(stage, pairings)


def side_bracket_standings(stage: Stage, pairings: Sequence[Pairing]) -> list[BracketStandings]:
    """The rows of each bracket beside the main one that has places of its own."""
    if not pairings or stage.has_table:
        return []
    return side_bracket_rows(stage, pairings)


def pools(rows: Iterable[StandingsRow]) -> list[tuple[str | None, list[StandingsRow]]]:
    """Rows by pool, in the order in which they come."""
    return [(pool, list(group)) for pool, group in groupby(rows, lambda row: row["pool"])]
