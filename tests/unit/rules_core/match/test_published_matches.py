"""The results of the sample matches, entered game by game, give their scores."""

from __future__ import annotations

import csv
import re
from itertools import groupby
from pathlib import Path

import pytest

from rules_core.kinds import Kind
from rules_core.match import (
    GameEnd,
    GameResult,
    MatchRules,
    MatchState,
    Score,
    Side,
    record,
    scored_games,
)

pytestmark = pytest.mark.unit

EXPECTED = Path(__file__).parents[3] / "data" / "mat" / "EXPECTED.tsv"
SIDES = {"W": Side.A, "B": Side.B}


def published() -> list[tuple[str, list[dict[str, str]]]]:
    """Every sample match with the rows of its games."""
    with EXPECTED.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return [(name, list(games)) for name, games in groupby(rows, key=lambda row: row["file"])]


def game_worth(result: str, crawford: bool) -> GameResult:
    """A game with this winner and these points; which of several it was is not told."""
    winner, points, resigned = re.fullmatch(r"([WB])\+(\d+)(R?)", result).groups()  # type: ignore[union-attr]
    triple = int(points) % 3 == 0
    cube = int(points) // (3 if triple else 1)
    kind = Kind.BACKGAMMON if triple else Kind.SINGLE
    if crawford and cube == 2:
        cube, kind = 1, Kind.GAMMON
    return GameResult(SIDES[winner], kind, cube, GameEnd.RESIGN if resigned else GameEnd.PLAY)


@pytest.mark.parametrize(("name", "rows"), published())
def test_a_published_match_has_these_scores_and_this_crawford_game(
    name: str, rows: list[dict[str, str]]
) -> None:
    state = MatchState.new(MatchRules(int(rows[0]["length"]), jacoby="Jacoby" in rows[0]["rules"]))
    for row in rows:
        state = record(state, game_worth(row["result"], state.crawford.this_game))
    assert [game.before for game in scored_games(state)] == [
        Score(int(row["ws"]), int(row["bs"])) for row in rows
    ]
    assert [game.crawford for game in scored_games(state)] == [
        row["rules"].endswith(":CrawfordGame") for row in rows
    ]
    assert state.finished is (state.rules.length > 0)
