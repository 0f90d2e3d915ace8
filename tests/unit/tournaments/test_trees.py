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


def test_64_entrants_are_four_quarters_and_a_page_where_they_meet() -> None:
    quarter = [8, 4, 2, 1]
    assert shape(32, 16, 8, 4, 2, 1) == [quarter, quarter, quarter, quarter, [4, 2, 1]]


def test_many_rounds_go_on_where_the_page_before_ended() -> None:
    assert shape(8, 8, 4, 4, 2, 2, 1, 1) == [[8, 8, 4, 4], [4, 2, 2, 1], [1, 1]]
    numbers = [[c.number for c in page.columns] for page in tree_pages(sheet(8, 8, 4, 4, 2, 2, 1))]
    assert numbers == [[1, 2, 3, 4], [4, 5, 6, 7]]


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


def lines_of(first: str, second: str = "Jo", **facts: Any) -> Any:
    many = sheet(8, 4, 2, 1)
    many["rounds"][0]["pairings"][0] = pairing(first, second, **facts)
    return tree_pages(many)[0].columns[0].boxes[0].lines


def test_a_long_name_takes_a_second_line_and_stays_whole() -> None:
    long, short = lines_of("Maximilian-Alexander von Hohenstaufen-Rosenberg")
    assert long.names == ("Maximilian-Alexander von", "Hohenstaufen-Rosenberg")
    assert (long.size, short.names) == (SMALLEST, ("Jo",))
    (_, first), (_, second) = long.texts
    assert 0 < first < second < long.row


@pytest.mark.parametrize("name", ["Jo", "W" * 30, "Anneliese Oberholzer-Schwarzenbach", "x " * 60])
def test_no_name_is_set_in_less_than_seven_points(name: str) -> None:
    for line in lines_of(name.strip(), name.strip()):
        assert line.size >= 7 * 25.4 / 72 - 0.005


def test_only_what_is_longer_than_two_lines_is_abbreviated() -> None:
    long, _ = lines_of("Maria-Theresia " * 8)
    assert len(long.names) == 2
    assert long.names[1].endswith("…")


def test_a_name_from_the_right_is_kept_apart_from_what_stands_around_it() -> None:
    line, _ = lines_of("محمد (2)")
    assert line.texts[0][0] == "\u2068محمد (2)\u2069"


def test_a_walkover_is_named() -> None:
    won, lost = lines_of("Ada", "Bea", status="walkover", winner="a")
    assert (won.is_walkover, won.won, lost.is_walkover, lost.won) == (True, True, False, False)


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
    assert (short.names, short.score, short.won) == (("Jo",), 7, True)
    assert (" ".join(long.names), long.score, long.won) == (played["b"]["name"], 3, False)
    assert long.size < short.size
