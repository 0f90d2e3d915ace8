"""Plays in standard and box notation, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.board import Position
from rules_core.legality import find_play
from rules_core.notation.box import Colour, read_box_play, write_box_play
from rules_core.notation.paths import Path, paths_of
from rules_core.notation.standard import read_play, write_play
from rules_core.notation.written import UnreadablePlay
from rules_core.plays import legal_plays
from tests.unit.rules_core.random_games import positions_with_dice

pytestmark = pytest.mark.unit

OPENING_TABLE = {
    (6, 5): ("1A-7A-12A", "24/13"),
    (6, 4): ("1A-5A 1A-7A", "24/20 24/18"),
    (6, 3): ("1A-4A 1A-7A", "24/21 24/18"),
    (6, 2): ("1A-3A 1A-7A", "24/22 24/18"),
    (6, 1): ("12A-7 8-7", "13/7 8/7"),
    (5, 4): ("1A-5A 12A-8", "24/20 13/8"),
    (5, 3): ("8-3 6-3", "8/3 6/3"),
    (5, 2): ("12A-8 12A-11", "13/8 13/11"),
    (5, 1): ("1A-2A-7A", "24/18"),
    (4, 3): ("12A-10 12A-9", "13/10 13/9"),
    (4, 2): ("8-4 6-4", "8/4 6/4"),
    (4, 1): ("1A-2A 12A-9", "24/23 13/9"),
    (3, 2): ("12A-10 12A-11", "13/10 13/11"),
    (3, 1): ("8-5 6-5", "8/5 6/5"),
    (2, 1): ("1A-3A-4A", "24/21"),
    (6, 6): ("2×1A-7A 2×12A-7", "24/18(2) 13/7(2)"),
    (5, 5): ("2×12A-8-3", "13/3(2)"),
    (4, 4): ("2×1A-5A 2×12A-9", "24/20(2) 13/9(2)"),
    (3, 3): ("2×1A-4A 2×8-5", "24/21(2) 8/5(2)"),
    (2, 2): ("2×1A-3A-5A", "24/20(2)"),
    (1, 1): ("2×8-7 2×6-5", "8/7(2) 6/5(2)"),
}
OTHER_TWO_ONE = ("12A-11 6-5", "13/11 6/5")


@pytest.mark.parametrize(
    ("dice", "box", "standard"),
    [(dice, *texts) for dice, texts in OPENING_TABLE.items()] + [((2, 1), *OTHER_TWO_ONE)],
)
def test_the_opening_table(dice: tuple[int, int], box: str, standard: str) -> None:
    """Every line is legal, and is the same play in both notations and for both colours."""
    start = Position.start()
    play = find_play(start, dice, read_box_play(box, Colour.WHITE))
    assert play == find_play(start, dice, read_play(standard))
    assert sorted(write_play(play).split()) == sorted(standard.split())
    assert sorted(write_box_play(play, Colour.WHITE).split()) == sorted(box.split())
    black = write_box_play(play, Colour.BLACK)
    assert find_play(start, dice, read_box_play(black, Colour.BLACK)) == play


def test_black_counts_the_other_way_round() -> None:
    paths = (Path((24, 18, 13)), Path((12, 1)), Path((25, 22)), Path((6, 0)))
    assert read_box_play("1-7-12 12A-1A bar-3 6A-off", Colour.BLACK) == paths
    assert read_box_play("1A-7A-12A 12-1 bar-3A 6-off", Colour.WHITE) == paths


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("", ()),
        ("13/8 6/5*", (Path((13, 8)), Path((6, 5), frozenset({5})))),
        ("bar/22 25/22", (Path((25, 22)), Path((25, 22)))),
        ("6/off 6/0", (Path((6, 0)), Path((6, 0)))),
        ("8/5(2)", (Path((8, 5)), Path((8, 5)))),
        ("24/20*/14", (Path((24, 20, 14), frozenset({20})),)),
        ("BAR/22 6/OFF", (Path((25, 22)), Path((6, 0)))),
    ],
)
def test_standard_notation_is_read(text: str, paths: tuple[Path, ...]) -> None:
    assert read_play(text) == paths


@pytest.mark.parametrize(
    "text",
    [
        "13",
        "13/",
        "/8",
        "13/8/",
        "26/8",
        "13-8",
        "13*/8",
        "8/5(5)",
        "8/5(2",
        "x/y",
        "13/8 " * 5,
        "13/8 8/5(4)",
        "6/5/4/3/2/1",
    ],
)
def test_what_is_no_play_is_refused(text: str) -> None:
    with pytest.raises(UnreadablePlay) as refusal:
        read_play(text)
    assert refusal.value.code == "unreadable_play"


@pytest.mark.parametrize("text", ["13A-8", "0-1", "1A/7A", "1A"])
def test_what_is_no_box_play_is_refused(text: str) -> None:
    with pytest.raises(UnreadablePlay):
        read_box_play(text, Colour.WHITE)


def test_a_hit_on_the_way_stays_in_the_text_and_one_for_several_checkers_is_marked_once() -> None:
    position = Position.of({24: 2}, {5: 1, 9: 1})
    play = find_play(position, (4, 4), read_play("24/20*/16*(2)"))
    assert write_play(play) == "24/20*/16* 24/16"
    assert write_box_play(play, Colour.WHITE) == "2×1A-5A*-9A*"


@settings(max_examples=100, deadline=None)
@given(positions_with_dice(), st.sampled_from(Colour))
def test_box_notation_is_read_as_it_is_written(
    situation: tuple[Position, tuple[int, int]], colour: Colour
) -> None:
    position, dice = situation
    for play in legal_plays(position, dice):
        text = write_box_play(play, colour)
        assert sorted(read_box_play(text, colour), key=str) == sorted(
            merged_hits(paths_of(play)), key=str
        )


def merged_hits(paths: tuple[Path, ...]) -> list[Path]:
    """The paths with the marks of equal ones put together, as the text shows them."""
    hits: dict[tuple[int, ...], frozenset[int]] = {}
    for path in paths:
        hits[path.points] = hits.get(path.points, frozenset()) | path.hits
    return [Path(path.points, hits[path.points]) for path in paths]


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("1A-7A und 1A-5A", "1A-7A 1A-5A"),
        ("1A-7A et 1A-5A", "1A-7A 1A-5A"),
        ("1A-7A e 1A-5A", "1A-7A 1A-5A"),
        ("1A-7A, 1A-5A", "1A-7A 1A-5A"),
        ("2 × 1A-7A und 2 × 12A-7", "2×1A-7A 2×12A-7"),
        ("2 x 1A-7A, 2x 12A-7", "2×1A-7A 2×12A-7"),
        ("2 mal 12A-8-3", "2×12A-8-3"),
    ],
)
def test_box_plays_are_read_as_the_books_print_them(printed: str, read: str) -> None:
    assert read_box_play(printed, Colour.WHITE) == read_box_play(read, Colour.WHITE)
