"""Why am I third? Each figure of a table, unfolded to the numbers it comes from."""

from __future__ import annotations

from players.models import Player
from rules_core.standings.figures import Figure, Term
from rules_core.standings.table import Row
from rules_core.standings.table import why as separated_from
from tournaments.draws.history import seed_numbers
from tournaments.models import Entry, Stage
from tournaments.publishing.standings.tables import tables
from tournaments.publishing.standings_types import ExplainedTieBreak, TieBreakTerm, Why
from tournaments.selectors import entrants_with_players, stage_pairings


def why(stage: Stage, entry: Entry) -> Why | None:
    """An entrant's figures with their terms, and what separates them from the one above.

    None for those who are not in it, and where places come from the bracket: there is no table.
    """
    if not stage.has_table:
        return None
    entrants = entrants_with_players(stage)
    players = {entrant.seed: entrant.entry.player for entrant in entrants}
    seed = seed_numbers(entrants).get(entry.pk)
    for rows in tables(stage, entrants, list(stage_pairings(stage))).values():
        for row in rows:
            if row.entrant == seed:
                return _unfolded(row, rows, players)
    return None


def _unfolded(row: Row, rows: tuple[Row, ...], players: dict[int, Player]) -> Why:
    separation = separated_from(rows, row.entrant)
    return {
        "rank": row.rank,
        "player": players[int(row.entrant)].pk,
        "name": players[int(row.entrant)].name,
        "figures": [_figure(figure, players) for figure in row.figures],
        "above": {
            "player": players[int(separation.above.entrant)].pk,
            "name": players[int(separation.above.entrant)].name,
            "tied_on": list(separation.level),
            "separated_by": separation.code,
            "figures": [
                _figure(separation.figure_above, players),
                _figure(separation.figure_below, players),
            ],
        }
        if separation
        else None,
    }


def _figure(figure: Figure, players: dict[int, Player]) -> ExplainedTieBreak:
    return {
        "code": figure.code,
        "value": figure.value,
        "note": figure.note,
        "terms": [_term(term, players) for term in figure.terms],
    }


def _term(term: Term, players: dict[int, Player]) -> TieBreakTerm:
    opponent = players.get(int(term.opponent)) if term.opponent is not None else None
    return {
        "value": term.value,
        "round": term.round,
        "player": opponent.pk if opponent else None,
        "opponent": opponent.name if opponent else None,
        "won": term.won,
        "counts": term.counts,
        "note": term.note,
    }
