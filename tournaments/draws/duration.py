"""How long an event is likely to take, before it is drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Any

from rules_core.draws.formats import plan
from rules_core.draws.outline import outline
from rules_core.draws.settings import Format
from rules_core.errors import RulesError
from tournaments.draws.format_assistant import CHANGEOVER, MINUTES_A_POINT, depths
from tournaments.models import Stage, Tournament

MOST = 128
"""More entrants take hardly more rounds, and a plan of a thousand is slow to make for a page."""
FEWEST = 8
"""As many are taken to come where fewer are entered yet and nobody has said how many places there are."""


def expected_players(event: Tournament, so_far: int) -> int:
    """How many are likely to play: as many as there are places, or have one."""
    return max(so_far, event.places or FEWEST)


def expected_minutes(stages: Sequence[Stage], entrants: int) -> int:
    """Minutes from the first roll to the last, all stages one after the other, in steps of ten.

    0 if it cannot be told: no draw can be made with these settings yet, and the set-up says why.
    """
    players = min(max(entrants, 2), MOST)
    minutes = 0
    for stage in stages:
        event = stage.tournament
        takes = _minutes(
            stage.format,
            json.dumps(stage.settings, sort_keys=True),
            players,
            event.rules["length"],
            event.tables or max(1, players // 2),
        )
        if not takes:
            return 0
        minutes += takes
        players = min(stage.settings.get("qualify") or players, players)
    return ceil(minutes / 10) * 10


@lru_cache(maxsize=256)
def _minutes(code: str, settings: str, entrants: int, length: int, tables: int) -> int:
    try:
        waves = _waves(Format(code), json.loads(settings), entrants, length)
    except RulesError:
        return 0
    return sum(
        ceil(matches / tables) * (to * MINUTES_A_POINT + CHANGEOVER) for matches, to in waves
    )


def _waves(
    code: Format, settings: dict[str, Any], entrants: int, length: int
) -> list[tuple[int, int]]:
    """Matches that can be played at the same time, with the longest length among them."""
    if code.has_table:
        lines = outline(code, entrants, settings, length=length)
        return [(line.matches, line.length) for line in lines if line.matches]
    made = plan(code, entrants, settings, length=length)
    together: dict[int, list[int]] = {}
    depth = depths(made)
    for pairing in made.pairings:
        if not pairing.is_bye:
            together.setdefault(depth[pairing.id], []).append(pairing.length)
    return [(len(lengths), max(lengths)) for lengths in together.values()]
