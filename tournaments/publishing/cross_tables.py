"""Who played whom, from a published stage that has a table: one table a pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.publishing.bracket_types import (
    SIDE_NAMES,
    Bracket,
    BracketContent,
    BracketPairing,
    SideName,
)
from tournaments.publishing.shown_brackets import AT_A_TABLE
from tournaments.publishing.standings import pools
from tournaments.publishing.standings_types import StandingsRow

MOST_COLUMNS = 16
"""More opponents than this stand in the columns of rounds, as in a Swiss."""
_LEFT = ("withdrawn", "disqualified")

State = Literal["w", "o", "l", "x"]
"""Won, not won, live, or nothing to play."""


@dataclass(frozen=True)
class CrossCell:
    """One meeting."""

    state: State
    score: str = ""
    place: int | None = None
    """The opponent's place, where columns are rounds."""
    match: int | None = None
    is_bye: bool = False


@dataclass(frozen=True)
class CrossLine:
    """An entrant."""

    row: StandingsRow
    cells: list[CrossCell]
    is_through: bool
    """Whether they stand in a place that goes on to the next stage."""


@dataclass(frozen=True)
class CrossTable:
    """A pool, or everybody."""

    pool: str
    by_opponent: bool
    columns: list[int]
    """Numbers of rounds, or places of opponents."""
    lines: list[CrossLine]


def cross_tables(
    bracket: BracketContent, rows: Sequence[StandingsRow], qualify: int | None
) -> list[CrossTable]:
    """A table for each pool; in the order of the standings."""
    through = _through(rows, qualify)
    by_code: dict[str | None, Bracket] = {sheet["code"]: sheet for sheet in bracket["brackets"]}
    if len(bracket["brackets"]) == 1:
        by_code[None] = bracket["brackets"][0]
    return [
        _table(sheet, pool or "", lines, through)
        for pool, lines in pools(rows)
        if (sheet := by_code.get(pool))
    ]


def _table(sheet: Bracket, pool: str, rows: list[StandingsRow], through: set[int]) -> CrossTable:
    places = {row["entry"]: place for place, row in enumerate(rows, start=1)}
    by_opponent = bool(pool) and len(rows) <= MOST_COLUMNS and _meet_once(sheet)
    if by_opponent:
        met = {
            (pairing[side]["entry"], pairing[_other(side)]["entry"]): _cell(pairing, side, None)
            for pairing in _pairings(sheet)
            for side in SIDE_NAMES
        }
        columns = list(places.values())
        nobody = CrossCell("x")
        cells = {
            entry: [met.get((entry, opponent), nobody) for opponent in places] for entry in places
        }
    else:
        columns = [round_["number"] for round_ in sheet["rounds"]]
        cells = _by_round(sheet, places)
    lines = [
        CrossLine(row, cells[row["entry"]], is_through=row["entry"] in through) for row in rows
    ]
    return CrossTable(pool, by_opponent, columns, lines)


def _by_round(sheet: Bracket, places: Mapping[int, int]) -> dict[int, list[CrossCell]]:
    rounds = sheet["rounds"]
    cells = {entry: [CrossCell("x")] * len(rounds) for entry in places}
    for at, round_ in enumerate(rounds):
        for pairing in round_["pairings"]:
            for side in SIDE_NAMES:
                entry = pairing[side]["entry"]
                if entry in cells:
                    cells[entry][at] = _cell(pairing, side, places)
    return cells


def _cell(pairing: BracketPairing, side: SideName, places: Mapping[int, int] | None) -> CrossCell:
    if pairing["status"] == "bye":
        return CrossCell("w", is_bye=True)
    other = pairing[_other(side)]["entry"]
    place = places.get(other) if places and other else None
    state: State = "w" if pairing["winner"] == side else "o"
    if pairing["status"] in AT_A_TABLE:
        state = "l"
    points = pairing["score"]
    score = ""
    if points:
        own, theirs = points if side == "a" else points[::-1]
        score = f"{own}–{theirs}"
    return CrossCell(state, score, place, pairing["match"])


def _pairings(sheet: Bracket) -> Iterable[BracketPairing]:
    return (pairing for round_ in sheet["rounds"] for pairing in round_["pairings"])


def _meet_once(sheet: Bracket) -> bool:
    met = [
        frozenset((pairing["a"]["entry"], pairing["b"]["entry"])) for pairing in _pairings(sheet)
    ]
    return len(met) == len(set(met))


def _other(side: SideName) -> SideName:
    return "b" if side == "a" else "a"


def _through(rows: Sequence[StandingsRow], qualify: int | None) -> set[int]:
    """Who would go on as it stands: winners of pools first, then seconds, and so on.

    Where only lots can part the last who goes on from the first who does not, neither is marked.
    """
    if not qualify or not any(row["wins"] for row in rows):
        return set()
    ranked = sorted(
        (place, *_merit(row), row["entry"])
        for _pool, lines in pools(rows)
        for place, row in enumerate(line for line in lines if line["status"] not in _LEFT)
    )
    chosen, left_out = ranked[:qualify], ranked[qualify:]
    if left_out:
        chosen = [one for one in chosen if one[:-1] != left_out[0][:-1]]
    return {one[-1] for one in chosen}


def _merit(row: StandingsRow) -> tuple[float, float]:
    """As the qualifiers are chosen: share of matches won, then the mean difference; less is better."""
    difference = row["points_for"] - row["points_against"]
    return -row["wins"] / max(1, row["wins"] + row["losses"]), -difference / max(1, row["played"])
