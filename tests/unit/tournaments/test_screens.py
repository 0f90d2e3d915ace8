"""How a published stage is cut into screens."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from tournaments.publishing.screens import panels_of

pytestmark = pytest.mark.unit


_players = count(1)


def pairing(
    status: str, table: int | None = None, two: tuple[int | None, int | None] | None = None
) -> dict[str, Any]:
    a, b = two or (next(_players), next(_players))
    return {"status": status, "table": table, "a": {"player": a}, "b": {"player": b}}


def bracket(*rounds: list[dict[str, Any]]) -> dict[str, Any]:
    numbered = [{"number": n, "pairings": ps} for n, ps in enumerate(rounds, start=1)]
    return {"brackets": [{"code": "main", "rounds": numbered}]}


def empty(number: int) -> list[dict[str, Any]]:
    return [pairing("waiting", two=(None, None)) for _ in range(number)]


NOBODY: dict[str, Any] = {"rows": []}


def test_tables_come_in_order_before_what_is_next() -> None:
    panels = panels_of(
        bracket([pairing("ready"), pairing("playing", 4), pairing("called", 2)]), NOBODY
    )
    assert [panel.kind for panel in panels] == ["now", "rounds"]
    assert [row["table"] for row in panels[0].rows] == [2, 4, None]


def test_more_than_fit_go_to_another_screen() -> None:
    panels = panels_of(bracket([pairing("ready") for _ in range(9)]), NOBODY)
    assert [len(panel.rows) for panel in panels if panel.kind == "now"] == [8, 1]


def test_of_those_who_could_play_each_is_shown_once() -> None:
    # Everybody against everybody: 1 and 2 play; 3 meets 4 next, not 1 or 2, and nobody twice.
    robin = [
        pairing("playing", 1, (1, 2)),
        pairing("ready", two=(3, 1)),
        pairing("ready", two=(3, 4)),
        pairing("ready", two=(4, 5)),
        pairing("ready", two=(5, 6)),
    ]
    panels = panels_of(bracket(robin), NOBODY)
    shown = [(row["a"]["player"], row["b"]["player"]) for row in panels[0].rows]
    assert shown == [(1, 2), (3, 4), (5, 6)]


def test_three_rounds_stand_side_by_side_from_the_one_that_is_played() -> None:
    done, waiting = [pairing("finished")], [pairing("waiting")]
    panels = panels_of(bracket(done, done, waiting, waiting, waiting, waiting), NOBODY)
    assert [row["number"] for row in panels[0].rows] == [3, 4, 5]


def test_at_the_end_the_last_rounds_stay() -> None:
    panels = panels_of(bracket(*[[pairing("finished")]] * 5), NOBODY)
    assert [row["number"] for row in panels[0].rows] == [3, 4, 5]


def test_a_large_round_that_is_played_fills_columns_and_leaves_byes_out() -> None:
    byes = [pairing("bye", two=(number, None)) for number in range(31)]
    second = [pairing("ready") for _ in range(15)] + [pairing("waiting", two=(99, None))]
    panels = panels_of(bracket([pairing("ready"), *byes], second, empty(8), empty(4)), NOBODY)
    columns = [
        [(round_["number"], len(round_["pairings"])) for round_ in panel.rows]
        for panel in panels
        if panel.kind == "rounds"
    ]
    assert columns == [[(1, 1)], [(2, 8), (2, 8)]]


def test_rounds_to_come_stand_beside_one_in_which_somebody_is_known() -> None:
    panels = panels_of(bracket([pairing("waiting")] * 4, empty(2), empty(1)), NOBODY)
    assert [row["number"] for row in panels[0].rows] == [1, 2, 3]
    assert panels_of(bracket(empty(4), empty(2), empty(1)), NOBODY) == []


def test_the_main_bracket_comes_first() -> None:
    rounds = [{"number": 1, "pairings": [pairing("finished")]}]
    sheets = [{"code": code, "rounds": rounds} for code in ("consolation", "last_chance", "main")]
    panels = panels_of({"brackets": sheets}, NOBODY)
    assert [panel.bracket for panel in panels] == ["main", "consolation", "last_chance"]


def test_each_pool_has_standings_of_its_own() -> None:
    rows = [{"pool": f"pool_{number}"} for number in (1, 1, 2)]
    panels = panels_of({"brackets": []}, {"rows": rows})
    assert [(panel.bracket, len(panel.rows)) for panel in panels] == [("pool_1", 2), ("pool_2", 1)]


def test_a_second_final_that_is_not_needed_is_not_shown() -> None:
    panels = panels_of(bracket([pairing("finished")], [pairing("void")]), NOBODY)
    assert [row["number"] for row in panels[0].rows] == [1]


def test_nothing_drawn_shows_nothing() -> None:
    assert panels_of({"brackets": []}, NOBODY) == []
