"""How a published stage is cut into screens."""

from __future__ import annotations

from itertools import count

import pytest

from tests.unit.tournaments.published import a_bracket, a_pairing, a_side
from tournaments.publishing.bracket_types import BracketPairing, PublishedStatus
from tournaments.publishing.screens import (
    NowPanel,
    Panel,
    RoundsPanel,
    StandingsPanel,
    called_and_following,
    panels_of,
)
from tournaments.publishing.standings_types import StandingsRow

pytestmark = pytest.mark.unit


_players = count(1)


def pairing(
    status: PublishedStatus,
    table: int | None = None,
    two: tuple[int | None, int | None] | None = None,
) -> BracketPairing:
    a, b = two or (next(_players), next(_players))
    return a_pairing(a_side(a), a_side(b), status, table=table)


def empty(number: int) -> list[BracketPairing]:
    return [pairing("waiting", two=(None, None)) for _ in range(number)]


def a_row(pool: str) -> StandingsRow:
    return {
        "rank": 1,
        "rank_to": 1,
        "pool": pool,
        "entry": 1,
        "player": 1,
        "name": "Ada",
        "played": 0,
        "wins": 0,
        "losses": 0,
        "byes": 0,
        "points_for": 0,
        "points_against": 0,
        "tie_breaks": [],
        "separated_by": None,
        "status": "playing",
    }


def screens(*rounds: list[BracketPairing]) -> list[Panel]:
    return panels_of([a_bracket(*rounds)], [])


def first_rounds(*rounds: list[BracketPairing]) -> list[int]:
    """The numbers of the rounds on the first screen."""
    panel = screens(*rounds)[0]
    assert isinstance(panel, RoundsPanel)
    return [round_["number"] for round_ in panel.rows]


def now(*pairings: BracketPairing) -> list[NowPanel]:
    return [panel for panel in screens([*pairings]) if isinstance(panel, NowPanel)]


def test_tables_come_in_order_and_what_is_next_at_the_foot() -> None:
    pairings = pairing("ready"), pairing("playing", 4), pairing("called", 2)
    assert [panel.kind for panel in screens([*pairings])] == ["now", "rounds"]
    assert [row["table"] for row in now(*pairings)[0].rows] == [2, 4]
    called, following = called_and_following([a_bracket([*pairings])])
    assert ([row["table"] for row in called], len(following)) == ([2], 1)


@pytest.mark.parametrize(("matches", "panels"), [(8, [8]), (40, [40]), (41, [40, 1])])
def test_all_tables_of_a_hall_stand_on_one_screen(matches: int, panels: list[int]) -> None:
    shown = now(*(pairing("playing", number + 1) for number in range(matches)))
    assert [len(panel.rows) for panel in shown] == panels


def test_of_those_who_could_play_each_is_shown_once() -> None:
    # Everybody against everybody: 1 and 2 play; 3 meets 4 next, not 1 or 2, and nobody twice.
    robin = [
        pairing("playing", 1, (1, 2)),
        pairing("ready", two=(3, 1)),
        pairing("ready", two=(3, 4)),
        pairing("ready", two=(4, 5)),
        pairing("ready", two=(5, 6)),
    ]
    _, following = called_and_following([a_bracket(robin)])
    shown = [(row["a"]["player"], row["b"]["player"]) for row in following]
    assert shown == [(3, 4), (5, 6)]


def test_three_rounds_stand_side_by_side_from_the_one_that_is_played() -> None:
    done, waiting = [pairing("finished")], [pairing("waiting")]
    assert first_rounds(done, done, waiting, waiting, waiting, waiting) == [3, 4, 5]


def test_at_the_end_the_last_rounds_stay() -> None:
    assert first_rounds(*[[pairing("finished")]] * 5) == [3, 4, 5]


def test_a_large_round_that_is_played_fills_columns_and_leaves_byes_out() -> None:
    byes = [pairing("bye", two=(number, None)) for number in range(31)]
    second = [pairing("ready") for _ in range(15)] + [pairing("waiting", two=(99, None))]
    columns = [
        [(round_["number"], len(round_["pairings"])) for round_ in panel.rows]
        for panel in screens([pairing("ready"), *byes], second, empty(8), empty(4))
        if isinstance(panel, RoundsPanel)
    ]
    assert columns == [[(1, 1)], [(2, 8), (2, 8)]]


def test_rounds_to_come_stand_beside_one_in_which_somebody_is_known() -> None:
    assert first_rounds([pairing("waiting")] * 4, empty(2), empty(1)) == [1, 2, 3]
    assert screens(empty(4), empty(2), empty(1)) == []


def test_the_main_bracket_comes_first() -> None:
    codes = ("consolation", "last_chance", "main")
    panels = panels_of([a_bracket([pairing("finished")], code=code) for code in codes], [])
    shown = [panel.bracket for panel in panels if isinstance(panel, RoundsPanel)]
    assert shown == ["main", "consolation", "last_chance"]


def test_each_pool_has_standings_of_its_own() -> None:
    panels = panels_of([], [a_row(f"pool_{number}") for number in (1, 1, 2)])
    shown = [(p.bracket, len(p.rows)) for p in panels if isinstance(p, StandingsPanel)]
    assert shown == [("pool_1", 2), ("pool_2", 1)]


def test_a_second_final_that_is_not_needed_is_not_shown() -> None:
    assert first_rounds([pairing("finished")], [pairing("void")]) == [1]


def test_nothing_drawn_shows_nothing() -> None:
    assert panels_of([], []) == []
