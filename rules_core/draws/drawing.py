"""A whole draw from the published list, the settings and the seed; and the proof that it is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules_core.draws.formats import DEFAULT_LENGTH, lengths_of, plan
from rules_core.draws.history import Contender
from rules_core.draws.plan import Bye, Plan, PlannedPairing, Seed
from rules_core.draws.seeding import ALGORITHM, commitment, seed_order
from rules_core.draws.settings import SwissSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.swiss import next_round, rounds_planned
from rules_core.errors import RulesError


class CommitmentBroken(RulesError):
    """The seed is not the one whose hash was published before."""

    code = "commitment_broken"


class DrawDiffers(RulesError):
    """The list and the seed give other seed numbers than those published."""

    code = "draw_differs"


@dataclass(frozen=True, slots=True)
class Draw:
    """Who has which seed number, and what the seed numbers play."""

    seed: str
    order: tuple[Contender, ...]
    """The entrants by seed number."""
    plan: Plan
    """Of a Swiss, the first round."""
    algorithm: str = ALGORITHM

    @property
    def commitment(self) -> str:
        """What was published before registration closed."""
        return commitment(self.seed)


def draw(
    format_code: str,
    contenders: Sequence[Contender],
    settings: Mapping[str, Any] | None = None,
    *,
    seed: str,
    length: int = DEFAULT_LENGTH,
) -> Draw:
    """Draw a stage; the same list, settings and seed always give the same."""
    order = seed_order(format_code, contenders, settings, seed=seed)
    read = read_settings(format_code, settings or {})
    if isinstance(read, SwissSettings):
        made = _first_round(order, read, seed, length)
    else:
        made = plan(format_code, len(order), settings, length=length)
    return Draw(seed, order, made)


def _first_round(
    order: Sequence[Contender], settings: SwissSettings, seed: str, length: int
) -> Plan:
    """The first round of a Swiss as a plan."""
    numbered = [replace(contender, id=number) for number, contender in enumerate(order, start=1)]
    first = next_round(numbered, [], settings, seed=seed)
    assert first is not None, "two entrants are enough for a round"
    points = lengths_of(settings, length).of("main", 1, rounds_planned(len(order), settings))
    seats = [(Seed(int(a)), Seed(int(b))) for a, b in first.pairs]
    pairings = [
        PlannedPairing("main", 1, number, a, b, points)
        for number, (a, b) in enumerate(seats, start=1)
    ]
    for bye in first.byes:
        pairings.append(PlannedPairing("main", 1, len(pairings) + 1, Seed(int(bye)), Bye(), points))
    return Plan(len(order), tuple(pairings))


def check_proof(
    made: Draw, *, published_commitment: str, published_seeds: Sequence[int | None]
) -> None:
    """Compare a draw with what was published: the hash before, and each entrant's seed number.

    ``published_seeds`` is in the order of the list; None where no number was published.
    """
    if made.commitment != published_commitment:
        raise CommitmentBroken(
            "This seed does not match the commitment: its SHA-256 differs.",
            published=published_commitment,
            found=made.commitment,
        )
    drawn = {contender.id: number for number, contender in enumerate(made.order, start=1)}
    for position, published in enumerate(published_seeds, start=1):
        if published is not None and published != drawn[position]:
            raise DrawDiffers(
                f"Number {position} on the list gets seed {drawn[position]}, not {published}.",
                position=position,
                published=published,
                found=drawn[position],
            )
