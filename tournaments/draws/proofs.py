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
from tournaments.models import Stage
from tournaments.selectors import entry_list


def proof_of(stage: Stage) -> dict[str, Any]:
    """Commitment, seed and the list drawn from. The seed stays secret until the draw is made."""
    drawn = stage.drawn_at is not None
    return {
        "commitment": stage.commitment,
        "committed_before": not stage.seed_given,
        "seed": stage.seed if drawn else None,
        "next_commitment": stage.next_commitment,
        "algorithm": ALGORITHM,
        "format": stage.format,
        "settings": drawn_with(stage),
        "entrants": _entrants(stage, late=False) if drawn else [],
        "latecomers": _entrants(stage, late=True) if drawn else [],
    }


def _entrants(stage: Stage, *, late: bool) -> list[dict[str, Any]]:
    """The list as it stood at the draw, with the seed number each one got; or who came after."""
    names = {entry.pk: entry.player.name for entry in entry_list(stage.tournament)}
    drawn = {entry: seed for seed, entry in enumerate(stage.seeds, start=1)}
    return [
        {
            "id": number,
            "entry": line["entry"],
            "name": names[line["entry"]],
            "rating": line["rating"],
            "club": line["club"],
            "given_seed": line["seed"],
            "seed": drawn[line["entry"]],
            "missed": line.get("missed"),
            "played_by": line.get("played_by"),
        }
        for number, line in enumerate(stage.drawn_from, start=1)
        if line["late"] == late
    ]


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
