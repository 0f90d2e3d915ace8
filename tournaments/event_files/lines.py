"""Where seeds stand in the first round, as version 1 of the file writes it.

Of an elimination: seed numbers from the top of the first round, 0 for a bye. Of pools: the number of
each seed's pool, but only where a latecomer was put out of turn, since otherwise the deal says it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_core.draws.settings import EliminationSettings, StageSettings
from rules_core.draws.single_elimination import seeded_lines
from tournaments.draws.plans import drawn_places


class LinesNotValid(ValueError):
    """No draw puts its entrants there."""


def written_lines(settings: StageSettings, places: Sequence[int | None], drawn: int) -> list[int]:
    """The lines of a file; ``places`` are those of the entrants by seed, ``drawn`` were not late."""
    taken = [place for place in places if place is not None]
    if not taken:
        return []
    if isinstance(settings, EliminationSettings):
        seed_at = {line: seed for seed, line in enumerate(taken, start=1)}
        return [seed_at.get(line, 0) for line in range(1, len(seeded_lines(drawn)) + 1)]
    return taken if taken != drawn_places(settings, len(taken)) else []


def places_by_seed(
    settings: StageSettings, lines: Sequence[int], entrants: int, drawn: int
) -> list[int | None]:
    """Where each seed stands: on a line, in a pool, or nowhere in a Swiss.

    Those who were drawn stand where a draw puts them, latecomers where there is room.
    """
    if isinstance(settings, EliminationSettings):
        line_of = {seed: line for line, seed in enumerate(lines, start=1) if seed}
        places = [line_of.get(seed) for seed in range(1, entrants + 1)]
        known = len(lines) == len(seeded_lines(drawn)) and len(line_of) == entrants
        known = known and None not in places and lines.count(0) == len(lines) - entrants
    else:
        places = [*lines] or drawn_places(settings, entrants)
        known = len(places) == entrants and {*places} <= {*drawn_places(settings, drawn)}
    if not known or places[:drawn] != drawn_places(settings, drawn):
        raise LinesNotValid
    return places
