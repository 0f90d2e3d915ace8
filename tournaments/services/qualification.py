"""Who plays in a stage: everybody in the event, or those who qualified in the stage before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_core.errors import Conflict
from rules_core.standings.qualifiers import qualifiers
from tournaments.models import Entry, Pairing, Stage
from tournaments.publishing.standings.elimination import elimination_rows
from tournaments.publishing.standings.tables import tables
from tournaments.selectors import drawable_entries, entrants_by_seed, stage_pairings


class StageNotFinished(Conflict):
    """Who goes on is not known yet."""

    code = "stage_not_finished"


@dataclass(frozen=True)
class Entrants:
    """Those who are drawn, in the order of the list."""

    entries: list[Entry]
    seeded: bool = False
    """The list is the seeding: it was earned in the stage before."""


def entrants_of(stage: Stage) -> Entrants:
    """The entrants of a stage that is about to be drawn."""
    before = stage.before
    if before is None:
        return Entrants(list(drawable_entries(stage.tournament).select_related("player__club")))
    if before.finished_at is None:
        raise StageNotFinished(
            f"“{before.name}” is not finished, so the qualifiers are not known yet.",
            stage=before.number,
        )
    return Entrants(_qualified(before), seeded=stage.seeds_are_earned)


def _qualified(stage: Stage) -> list[Entry]:
    """Those who go on, best first. Whoever has left the event makes room for the next."""
    drawn_in = drawable_entries(stage.tournament).filter(places__stage=stage)
    here = drawn_in.select_related("player__club").in_bulk()
    return [here[pk] for pk in _ranked(stage, set(here), list(stage_pairings(stage)))]


def places(stage: Stage, drawn: Stage, rows: Sequence[Pairing]) -> list[int]:
    """Who would go on to a stage that is drawn, if nobody had left since, in the order of their seeds."""
    here = set(drawable_entries(stage.tournament).values_list("pk", flat=True))
    return _ranked(stage, here | set(drawn.entrants.values_list("entry", flat=True)), rows)


def _ranked(stage: Stage, here: set[int], rows: Sequence[Pairing]) -> list[int]:
    """Entry ids of those who go on, in the order of their seeds."""
    entrants = entrants_by_seed(stage)
    entry_of = {entrant.seed: entrant.entry_id for entrant in entrants}
    count = min(stage.settings["qualify"], len(here & {*entry_of.values()}))
    if stage.is_elimination:
        places = [row["entry"] for row in elimination_rows(stage, rows) if row["entry"] in here]
        return places[:count]
    by_pool = {
        pool: [row for row in table if entry_of[int(row.entrant)] in here]
        for pool, table in tables(stage, entrants, rows).items()
    }
    return [entry_of[int(seed)] for seed in qualifiers(by_pool, count, seed=stage.seed)]
