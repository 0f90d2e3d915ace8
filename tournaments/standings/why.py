"""Why am I third? Each figure of a table, unfolded to the numbers it comes from."""

from __future__ import annotations

from typing import Any

from rules_core.standings.figures import Figure, Term
from rules_core.standings.table import Row
from rules_core.standings.table import why as parted_from
from tournaments.models import Entry, Stage
from tournaments.selectors import stage_pairings
from tournaments.standings.tables import tables


def why(stage: Stage, entry: Entry) -> dict[str, Any] | None:
    """An entrant's figures with their terms, and what parts them from the one above."""
    names = dict(Entry.objects.filter(pk__in=stage.seeds).values_list("pk", "player__name"))
    by_seed = {seed: names[pk] for seed, pk in enumerate(stage.seeds, start=1)}
    seed = stage.seeds.index(entry.pk) + 1 if entry.pk in stage.seeds else None
    for rows in tables(stage, list(stage_pairings(stage))).values():
        for row in rows:
            if row.entrant == seed:
                return _unfolded(row, rows, by_seed)
    return None


def _unfolded(row: Row, rows: tuple[Row, ...], names: dict[int, str]) -> dict[str, Any]:
    parting = parted_from(rows, row.entrant)
    return {
        "rank": row.rank,
        "name": names[int(row.entrant)],
        "figures": [_figure(figure, names) for figure in row.figures],
        "above": {
            "name": names[int(parting.above.entrant)],
            "level_on": list(parting.level),
            "parted_by": parting.code,
            "figures": [
                _figure(parting.figure_above, names),
                _figure(parting.figure_below, names),
            ],
        }
        if parting
        else None,
    }


def _figure(figure: Figure, names: dict[int, str]) -> dict[str, Any]:
    return {
        "code": figure.code,
        "value": figure.value,
        "note": figure.note,
        "terms": [_term(term, names) for term in figure.terms],
    }


def _term(term: Term, names: dict[int, str]) -> dict[str, Any]:
    return {
        "value": term.value,
        "round": term.round,
        "opponent": names.get(int(term.opponent)) if term.opponent is not None else None,
        "won": term.won,
        "counts": term.counts,
        "note": term.note,
    }
