"""Written plays: the legal one is found, the illegal one names its rule."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.board import Position
from rules_core.illegal_plays import IllegalPlay
from rules_core.legality import find_play
from rules_core.notation.paths import Path, paths_of
from rules_core.notation.standard import read_play, write_play
from rules_core.plays import Play, legal_plays
from tests.unit.rules_core.random_games import positions_with_dice

pytestmark = [pytest.mark.unit, pytest.mark.slow]

START = Position.start()


@pytest.mark.parametrize(
    ("text", "dice", "code"),
    [
        ("13/8 6/5", (5, 2), "number_not_thrown"),
        ("13/8 13/8", (6, 5), "number_not_thrown"),
        ("13/8", (5, 2), "must_play_more"),
        ("", (5, 2), "must_play_more"),
        ("13/11(3)", (2, 2), "must_play_more"),
        ("12/7 6/4", (5, 2), "no_checker_there"),
        ("24/22(2) 24/18", (2, 2), "no_checker_there"),
        ("8/13 6/4", (5, 2), "wrong_direction"),
        ("24/19 6/4", (5, 2), "point_blocked"),
        ("6/1 2/off", (5, 2), "no_checker_there"),
        ("6/off 6/4", (6, 2), "not_all_home"),
        ("24/4", (5, 5), "illegal_play"),
    ],
)
def test_an_illegal_opening_play_names_its_rule(
    text: str, dice: tuple[int, int], code: str
) -> None:
    with pytest.raises(IllegalPlay) as refusal:
        find_play(START, dice, read_play(text))
    assert refusal.value.code == code


def test_a_checker_on_the_bar_enters_first() -> None:
    position = Position.of({25: 1, 13: 5}, {6: 2})
    with pytest.raises(IllegalPlay) as refusal:
        find_play(position, (3, 2), read_play("13/10 13/11"))
    assert refusal.value.code == "must_enter_first"


def test_of_two_numbers_that_exclude_each_other_the_higher_is_played() -> None:
    position = Position.of({10: 1}, {24: 2})
    with pytest.raises(IllegalPlay) as refusal:
        find_play(position, (6, 3), read_play("10/7"))
    assert refusal.value.code == "must_play_higher"


def test_a_hit_needs_no_mark_when_the_play_is_the_only_one() -> None:
    position = Position.of({8: 1, 6: 1}, {20: 1})
    play = find_play(position, (3, 1), read_play("8/5 6/5"))
    assert play.after == Position.of({25: 1}, {5: 2})


def test_a_marked_hit_has_to_be_one() -> None:
    with pytest.raises(IllegalPlay) as refusal:
        find_play(START, (3, 1), read_play("8/5* 6/5"))
    assert refusal.value.code == "nothing_to_hit"


def test_the_points_on_the_way_decide_which_checker_is_hit() -> None:
    # 24/14 by way of 20, by way of 18, with a blot on each.
    position = Position.of({24: 1}, {5: 1, 7: 1})
    by_20 = find_play(position, (6, 4), read_play("24/20*/14"))
    by_18 = find_play(position, (6, 4), read_play("24/18 18/14"))
    assert [write_play(by_20), write_play(by_18)] == ["24/20*/14", "24/18*/14"]
    with pytest.raises(IllegalPlay) as refusal:
        find_play(position, (6, 4), read_play("24/14"))
    assert refusal.value.code == "ambiguous_play"


def test_without_marks_a_continued_move_is_the_one_that_hits_nothing() -> None:
    position = Position.of({24: 1}, {5: 1})
    play = find_play(position, (6, 4), read_play("24/14"))
    assert play.after == Position.of({5: 1}, {14: 1})


@settings(max_examples=100, deadline=None)
@given(positions_with_dice())
def test_every_legal_play_is_found_as_it_is_written(
    situation: tuple[Position, tuple[int, int]],
) -> None:
    position, dice = situation
    for play in legal_plays(position, dice):
        assert find_play(position, dice, read_play(write_play(play))).after == play.after
        assert find_play(position, dice, paths_of(play)).after == play.after


@st.composite
def plays_gone_wrong(draw: st.DrawFn) -> tuple[Position, tuple[int, int], list[Path]]:
    """A legal play in which one checker ends, or one starts, somewhere else."""
    position, dice = draw(positions_with_dice())
    plays = legal_plays(position, dice) or (Play(position, ()),)
    paths = [Path(step) for step in draw(st.sampled_from(plays)).steps] or [Path((24, 20))]
    which, end = draw(st.integers(0, len(paths) - 1)), draw(st.integers(0, 1))
    points = list(paths[which].points)
    points[end] = draw(st.integers(0, 25))
    paths[which] = Path(tuple(points))
    return position, dice, paths


@settings(max_examples=200, deadline=None)
@given(plays_gone_wrong())
def test_no_play_is_both_legal_and_illegal(
    written: tuple[Position, tuple[int, int], list[Path]],
) -> None:
    """Whatever is written is found just when its moves are thrown and, in some order, a listed result."""
    position, dice, paths = written
    results = {play.after: play for play in legal_plays(position, dice)}
    try:
        found = find_play(position, dice, paths)
    except IllegalPlay:
        # 3/off 2/1 may end where 3/1 2/off does; with 5-2 it still is no play.
        boards = after_in_any_order(position, paths)
        assert boards.isdisjoint(results) or not are_thrown(paths, dice)
    else:
        assert results[found.after] == found
        assert found.after in after_in_any_order(position, paths)


def after_in_any_order(position: Position, paths: list[Path]) -> set[Position]:
    """What comes of moving the checkers as written, one point to the next, wherever that is possible."""
    boards = set()
    for order in permutations(paths):
        mine, theirs = bytearray(position.mine), bytearray(position.theirs)
        for path in order:
            if not mine[path.source] or path.source == 0:
                break
            mine[path.source] -= 1
            mine[path.target] += 1
            if 0 < path.target < 25 and theirs[25 - path.target] == 1:
                theirs[25 - path.target], theirs[25] = 0, theirs[25] + 1
        else:
            boards.add((bytes(theirs), bytes(mine)))
    return {Position(*sides) for sides in boards if not overlapping(*sides)}


def are_thrown(paths: list[Path], dice: tuple[int, int]) -> bool:
    """Whether the numbers, each used once, can be the lengths of the moves."""
    numbers = [*dice] * 2 if dice[0] == dice[1] else [*dice]
    return any(
        all(is_length(path, share) for path, share in zip(paths, shares, strict=True))
        for order in set(permutations(numbers))
        for shares in shared_out(order, len(paths))
    )


def shared_out(numbers: tuple[int, ...], parts: int) -> list[list[tuple[int, ...]]]:
    """Ways to cut a row of numbers into so many parts, each of one number at least; the rest is left."""
    if not parts:
        return [[]]
    return [
        [numbers[:cut], *rest]
        for cut in range(1, len(numbers) - parts + 2)
        for rest in shared_out(numbers[cut:], parts - 1)
    ]


def is_length(path: Path, share: tuple[int, ...]) -> bool:
    """Whether a checker that moves these numbers goes this way; bearing off it may need fewer pips."""
    length = path.source - path.target
    return sum(share) == length or (path.target == 0 and sum(share[:-1]) < length < sum(share))


def overlapping(a: bytes, b: bytes) -> bool:
    """Whether both sides stand on one point."""
    return any(a[point] and b[25 - point] for point in range(1, 25))
