"""A stage's rows as rules_core.draws.history tells them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Any

from matches.selectors import ratings_of
from rules_core.draws.advancement import Outcome
from rules_core.draws.history import Contender, RoundPairing
from rules_core.sides import Score, Side
from tournaments.models import Entry, Pairing, Stage


def listed(
    entries: Sequence[Entry], *, seeded: bool = False, late: bool = False
) -> list[dict[str, Any]]:
    """The list a draw is made from, with what it may go by, to be kept as it stood.

    ``seeded``: the order of the list is the seeding, earned in a stage before. What happens later
    is added to a line and changes nothing in it: ``missed`` by ``latecomers``, ``played_by`` below.
    """
    ratings = ratings_of([entry.player_id for entry in entries])
    return [
        {
            "entry": entry.pk,
            "rating": ratings.get(entry.player_id),
            "club": entry.player.club.slug,
            "seed": number if seeded else entry.seed,
            "late": late,
        }
        for number, entry in enumerate(entries, start=1)
    ]


def with_stand_in(stage: Stage, entry: Entry) -> list[dict[str, Any]]:
    """The list of a draw with somebody noted who plays in the place of the one who was drawn."""
    (now,) = listed([entry])
    stand_in = {"played_by": {"rating": now["rating"], "club": now["club"]}}
    return [line | (stand_in if line["entry"] == entry.pk else {}) for line in stage.drawn_from]


def by_list(stage: Stage) -> list[Contender]:
    """Those who are drawn, by their number on the list, as the draw saw them."""
    return [_contender(number, line) for number, line in enumerate(stage.drawn_from, start=1)]


def by_seed(stage: Stage, out: Collection[int] = ()) -> list[Contender]:
    """Those who play, by their seed number; ``out`` are entries that have left.

    Of somebody who plays in another's place, with their own rating and club.
    """
    lines = {line["entry"]: line for line in stage.drawn_from}
    return [
        _contender(seed, lines[entry] | lines[entry].get("played_by", {}), withdrawn=entry in out)
        for seed, entry in enumerate(stage.seeds, start=1)
    ]


def _contender(number: int, line: dict[str, Any], *, withdrawn: bool = False) -> Contender:
    return Contender(
        id=number,
        rating=line["rating"],
        club=line["club"],
        withdrawn=withdrawn,
        seed=line["seed"],
        missed=line.get("missed"),
    )


def rounds(stage: Stage, rows: Iterable[Pairing]) -> list[list[RoundPairing]]:
    """The pairings, round by round, entrants named by their seed number."""
    numbers = {entry: number for number, entry in enumerate(stage.seeds, start=1)}
    by_round = sorted(rows, key=lambda row: (row.round, row.bracket, row.number))
    return [
        [meeting(row, numbers) for row in group if row.a_id or row.b_id]
        for _, group in groupby(by_round, key=lambda row: row.round)
    ]


def meeting(row: Pairing, numbers: dict[int, int]) -> RoundPairing:
    """One decided pairing. Whoever has a bye is its first side."""
    if row.a_id is None or row.b_id is None:
        only = row.a_id or row.b_id
        assert only is not None
        return RoundPairing(numbers[only], None, Side.A, length=row.length)
    return RoundPairing(
        numbers[row.a_id],
        numbers[row.b_id],
        Side(row.winner) if row.winner else None,
        score=Score(*row.match.score) if row.match else None,
        # Its rules may have been set anew since it was paired.
        length=row.match.length if row.match else row.length,
        played=row.outcome in {Outcome.A, Outcome.B},
        decided=bool(row.outcome),
    )
