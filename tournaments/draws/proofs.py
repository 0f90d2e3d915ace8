"""What lets anybody repeat a draw and compare.

The draw proof page does it at the press of a button, ``python -m rules_core draw --proof FILE``
without us.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules_core.draws.proofs import check_against, drawn_again
from rules_core.draws.seeding import ALGORITHM
from rules_core.draws.settings import EliminationSettings, Seeding
from rules_core.draws.settings_reader import read_settings
from rules_core.errors import RulesError
from tournaments.draws.plans import drawn_with
from tournaments.models import Stage, StageEntrant
from tournaments.selectors import entrants_with_players


def proof_of(stage: Stage) -> dict[str, Any]:
    """Commitment, seed and the list drawn from. The seed stays secret until the draw is made."""
    drawn = stage.drawn_at is not None
    entrants = sorted(entrants_with_players(stage), key=lambda entrant: entrant.number)
    return {
        "commitment": stage.commitment,
        "committed_before": not stage.seed_given,
        "seed": stage.seed if drawn else None,
        "next_commitment": stage.next_commitment,
        "algorithm": ALGORITHM,
        "format": stage.format,
        "settings": drawn_with(stage),
        "entrants": [_entrant(entrant) for entrant in entrants if not entrant.late],
        "latecomers": [_entrant(entrant) for entrant in entrants if entrant.late],
    }


def _entrant(entrant: StageEntrant) -> dict[str, Any]:
    """Somebody as they stood on the list at the draw, or came after it, with the seed they got."""
    stand_in = {"rating": entrant.stand_in_rating, "club": entrant.stand_in_club}
    return {
        "id": entrant.number,
        "entry": entrant.entry_id,
        "name": entrant.entry.player.name,
        "rating": entrant.rating,
        "club": entrant.club,
        "given_seed": entrant.given_seed,
        "seed": entrant.seed,
        "missed": entrant.missed,
        "played_by": stand_in if entrant.replaced else None,
    }


class SeedSource(StrEnum):
    """What the seed numbers of a stage rest on, and so what its proof can prove."""

    LOT = "lot"
    RATING = "rating"
    BY_HAND = "by_hand"
    EARNED = "earned"
    """The places in the stage before."""


def seed_source_of(stage: Stage) -> SeedSource:
    """Where the seed numbers of a stage come from."""
    if stage.seeds_are_earned:
        return SeedSource.EARNED
    return _SEED_SOURCES[read_settings(stage.format, stage.settings).seeding]


_SEED_SOURCES = {
    Seeding.RANDOM: SeedSource.LOT,
    Seeding.RATING: SeedSource.RATING,
    Seeding.MANUAL: SeedSource.BY_HAND,
}


def parts_clubs(stage: Stage) -> bool:
    """Whether the draw then moved members of one club apart; seeds by hand are left alone."""
    settings = read_settings(stage.format, drawn_with(stage))
    asked = isinstance(settings, EliminationSettings) and settings.avoid_same_club
    return asked and settings.seeding is not Seeding.MANUAL


@dataclass(frozen=True)
class DrawnAgain:
    """The draw of a stage made once more from what is published, beside what is published."""

    lines: list[dict[str, Any]]
    """The published list; ``again`` is the seed number that the draw gives now."""
    refusal: RulesError | None
    """Why this is not the draw that was published, if it is not."""


def drawn_once_more(proof: dict[str, Any]) -> DrawnAgain:
    """Draw from a published proof, which must be that of a stage that is drawn, and compare."""
    made = drawn_again(proof)
    seeds = {contender.id: seed for seed, contender in enumerate(made.order, start=1)}
    lines = [
        line | {"again": seeds[position]}
        for position, line in enumerate(proof["entrants"], start=1)
    ]
    try:
        check_against(proof, made)
    except RulesError as error:
        return DrawnAgain(lines, error)
    return DrawnAgain(lines, None)
