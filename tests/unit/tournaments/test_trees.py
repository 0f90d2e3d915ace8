"""How a bracket is cut into pages and where everything stands on them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.unit.tournaments.published import a_bracket, a_pairing, a_side
from tournaments.publishing.bracket_types import Bracket, BracketPairing
from tournaments.publishing.paper.trees import (
    HEIGHT,
    MOST_PAIRINGS,
    MOST_ROUNDS,
    SMALLEST,
    WIDTH,
    tree_pages,
)

pytestmark = pytest.mark.unit


def pairing(a: str = "", b: str = "", **facts: Any) -> BracketPairing:
    return a_pairing(a_side(name=a or None), a_side(name=b or None), **facts)


def sheet(*sizes: int) -> Bracket:
    return a_bracket(*([pairing() for _ in range(size)] for size in sizes))


def shape(*sizes: int) -> list[list[int]]:
    return [[len(column.boxes) for column in page.columns] for page in tree_pages(sheet(*sizes))]


def test_a_small_bracket_is_one_page() -> None:
    assert shape(4, 2, 1) == [[4, 2, 1]]


def test_128_entrants_are_four_quarters_and_a_page_where_they_meet() -> None:
    quarter = [16, 8, 4, 2, 1]
    assert shape(64, 32, 16, 8, 4, 2, 1) == [quarter, quarter, quarter, quarter, [4, 2, 1]]


def test_many_rounds_go_on_where_the_page_before_ended() -> None:
    assert shape(8, 8, 4, 4, 2, 2, 1, 1) == [[8, 8, 4, 4, 2, 2], [2, 1, 1]]
    numbers = [[c.number for c in page.columns] for page in tree_pages(sheet(8, 8, 4, 4, 2, 2, 1))]
    assert numbers == [[1, 2, 3, 4, 5, 6], [6, 7]]


def test_a_bracket_without_rounds_has_no_page() -> None:
    assert tree_pages(a_bracket()) == []


@pytest.mark.parametrize("sizes", [(64, 32, 16, 8, 4, 2, 1), (3, 5, 2), (16, 16, 8, 8), (1,)])
def test_everything_stands_on_the_paper(sizes: tuple[int, ...]) -> None:
    for page in tree_pages(sheet(*sizes)):
        assert len(page.columns) <= MOST_ROUNDS
        for column in page.columns:
            assert len(column.boxes) <= MOST_PAIRINGS
            for box in column.boxes:
                assert 0 <= box.x < box.x + box.width <= WIDTH
                assert 0 < box.y < box.y + 2 * box.row <= page.height <= HEIGHT
            tops = [box.y for box in column.boxes]
            assert all(low + 2 * column.boxes[0].row <= high for low, high in pairwise(tops))


def test_a_pairing_stands_between_the_two_it_waits_for() -> None:
    (page,) = tree_pages(sheet(2, 1))
    first, second = page.columns
    above, below = first.boxes
    (final,) = second.boxes
    assert final.y == pytest.approx((above.y + below.y) / 2, abs=0.02)
    assert len(second.joins) == 2


def test_no_line_is_drawn_where_the_shape_does_not_say_who_meets_whom() -> None:
    (page,) = tree_pages(sheet(3, 5))
    assert page.columns[1].joins == ()


def test_a_name_that_would_be_too_small_to_read_is_abbreviated() -> None:
    name = "Maximiliane-Theresia von und zu Oberhofen-Unterwalden"
    many = sheet(16, 8, 4, 2, 1, 1)
    many["rounds"][0]["pairings"][0] = pairing(name, "Jo")
    long, short = tree_pages(many)[0].columns[0].boxes[0].lines
    assert long.size == SMALLEST
    assert long.name.startswith("Maximiliane-There")
    assert long.name.endswith("…")
    assert short.name == "Jo"


def test_a_long_name_is_set_smaller_and_not_cut_where_there_is_room() -> None:
    played = pairing(
        "Jo",
        "Maximiliane-Theresia von und zu Oberhofen-Unterwalden",
        score=[7, 3],
        winner="a",
        match=1,
    )
    (page,) = tree_pages(a_bracket([played]))
    short, long = page.columns[0].boxes[0].lines
    assert (short.name, short.score, short.won) == ("Jo", 7, True)
    assert (long.name, long.score, long.won) == (played["b"]["name"], 3, False)
    assert long.size < short.size
