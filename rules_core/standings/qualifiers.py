"""Who goes on from pools to the next stage, and with which seed number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_core.draws.clubs import separated
from rules_core.draws.history import Contender, Key
from rules_core.draws.seeding import first_round_places, lot
from rules_core.errors import RulesError
from rules_core.standings.table import Row


class TooFewToQualify(RulesError):
    """More are to go on than took part."""

    code = "too_few_to_qualify"


def qualifiers(tables: Mapping[str, Sequence[Row]], count: int, *, seed: str) -> tuple[Key, ...]:
    """Those who go on, in the order of their seed numbers for the next stage.

    First all winners of pools, then all seconds, and so on; within a place by the share of matches
    won, then by the difference, then by lot. Where a place cannot go on as a whole, its best do.
    Rows may be left out of a table: those below move up, so the place of somebody who has left
    goes to the next of the same pool.
    """
    placed = [(place, row, pool) for pool, rows in tables.items() for place, row in enumerate(rows)]
    placed.sort(key=lambda one: (one[0], *_merit(one[1]), lot(seed, "pool", one[2])))
    ranked = [(row, pool) for _, row, pool in placed]
    if count > len(ranked):
        raise TooFewToQualify(
            f"{count} players should qualify, but only {len(ranked)} took part.", count=count
        )
    chosen = ranked[:count]
    if len(tables) < 2 or count < 2:
        return tuple(row.entrant for row, _ in chosen)
    return _pools_apart([Contender(row.entrant, club=pool) for row, pool in chosen])


def _merit(row: Row) -> tuple[float, float]:
    """Shares and means, since pools may differ in size; less is better.

    A walkover is won, but its points tell nothing, so the difference is that of matches played.
    """
    return -row.wins / max(1, row.wins + row.losses), -row.points_difference / max(1, row.played)


def _pools_apart(order: Sequence[Contender]) -> tuple[Key, ...]:
    """The order with members of one pool apart in the first round of a knock-out."""
    pairs, _ = first_round_places(len(order))
    return tuple(contender.id for contender in separated(order, pairs))
