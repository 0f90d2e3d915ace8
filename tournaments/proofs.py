"""What lets anybody repeat a draw and compare: ``python -m rules_core draw --proof FILE``."""

from __future__ import annotations

from typing import Any

from rules_core.draws.seeding import ALGORITHM
from tournaments.models import Stage
from tournaments.plans import drawn_with
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
        }
        for number, line in enumerate(stage.drawn_from, start=1)
        if line["late"] == late
    ]
