"""A stage's rows as rules_core.draws.history tells them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from matches.selectors import ratings_of
from rules_core.draws.advancement import Outcome
from rules_core.draws.history import Contender, RoundPairing
from rules_core.sides import Score, Side
from tournaments.models import OUT, Entry, Pairing, Stage, StageEntrant


def listed(
    stage: Stage,
    entries: Sequence[Entry],
    *,
    seeded: bool = False,
    late: bool = False,
    after: int = 0,
) -> list[StageEntrant]:
    """The list a draw is made from, with what it may go by, to be kept as it stands.

    ``seeded``: the order of the list is the seeding, earned in a stage before. ``after``: so many
    are on the list already.
    """
    ratings = ratings_of([entry.player_id for entry in entries])
    return [
        StageEntrant(
            stage=stage,
            entry=entry,
            number=number,
            rating=ratings.get(entry.player_id),
            club=entry.player.club.slug,
            given_seed=number if seeded else entry.seed,
            late=late,
        )
        for number, entry in enumerate(entries, start=after + 1)
    ]


def by_list(entrants: Iterable[StageEntrant]) -> list[Contender]:
    """Those who are drawn, by their number on the list, as the draw saw them."""
    return [
        Contender(
            id=entrant.number,
            rating=entrant.rating,
            club=entrant.club,
            seed=entrant.given_seed,
            missed=entrant.missed,
        )
        for entrant in sorted(entrants, key=lambda entrant: entrant.number)
    ]


def by_seed(entrants: Iterable[StageEntrant]) -> list[Contender]:
    """Those who play, by their seed number; needs their entries.

    Of somebody who plays in another's place, with their own rating and club.
    """
    return [
        Contender(
            id=entrant.seed,
            rating=entrant.stand_in_rating if entrant.replaced else entrant.rating,
            club=entrant.stand_in_club if entrant.replaced else entrant.club,
            withdrawn=entrant.entry.status in OUT,
            seed=entrant.given_seed,
            missed=entrant.missed,
        )
        for entrant in sorted(entrants, key=lambda entrant: entrant.seed)
    ]


def seed_numbers(entrants: Iterable[StageEntrant]) -> dict[int, int]:
    """Seed numbers by entry id."""
    return {entrant.entry_id: entrant.seed for entrant in entrants}


def rounds(entrants: Iterable[StageEntrant], rows: Iterable[Pairing]) -> list[list[RoundPairing]]:
    """The pairings, round by round, entrants named by their seed number."""
    numbers = seed_numbers(entrants)
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
