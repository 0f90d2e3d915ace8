"""A replayed game picture by picture."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules_core as bg
from rules_core.picture import Theme
from rules_core.sides import Side
from rules_core.transcripts.frames import frame, frames
from tests.unit.rules_core.transcripts.samples import FILES, small

pytestmark = pytest.mark.unit


def test_every_frame_shows_the_board_after_its_turn() -> None:
    match = bg.replay(bg.read_mat(small()))
    start, roll, reply, double, take, *_ = frames(match, match.games[0])
    assert (start.board, start.side, start.text) == (bg.Position(), None, "")
    assert (roll.text, roll.board, roll.dice) == ("8/5 6/5", match.games[0].turns[0].after, (3, 1))
    assert reply.board.swapped() == match.games[0].turns[1].after
    assert (double.text, double.cube.value) == ("Doubles => 2", 1)
    assert (take.cube.value, take.cube.owner) == (2, Side.B)
    assert take.words(match.players).endswith("Cube 2, with Bob.")
    assert "Alice" in roll.svg(match.players, Theme.DARK)


def test_arrows_show_the_move_from_its_players_side_of_the_board() -> None:
    match = bg.replay(bg.read_mat(small()))
    start, roll, reply, double, *_ = frames(match, match.games[0])
    assert (start.arrows, double.arrows) == ((), ())
    assert roll.arrows == ((8, 5), (6, 5))
    assert reply.arrows == ((24, 14),)
    mine, theirs = (shown.picture(match.players) for shown in (roll, reply))
    assert (mine.arrows, mine.their_arrows) == (roll.arrows, ())
    assert (theirs.arrows, theirs.their_arrows) == ((), reply.arrows)


def test_checkers_that_go_the_same_way_share_an_arrow() -> None:
    file = small().replace(b"64: 24/14", b"11: 8/7(2) 6/5(2)")
    match = bg.replay(bg.read_mat(file))
    assert frame(match.rules, match.games[0], 2).arrows == ((8, 7), (6, 5))


def test_one_frame_is_that_of_all_of_them() -> None:
    match = bg.replay(bg.read_mat(small()))
    for game in match.games:
        shown = frames(match, game)
        assert [frame(match.rules, game, number) for number in range(len(shown))] == list(shown)


def test_the_xgid_names_the_player_who_is_next_and_the_offer_that_waits() -> None:
    match = bg.replay(bg.read_mat(small()))
    _, roll, _, double, take, *_ = (one.xgid.split(":") for one in frames(match, match.games[0]))
    assert (roll[3], roll[4]) == ("-1", "00")
    assert (double[1], double[3], double[4]) == ("0", "1", "D")
    assert (take[1], take[2], take[3]) == ("1", "-1", "1")


@pytest.mark.parametrize("path", FILES[:4], ids=lambda path: path.stem)
def test_every_xgid_of_a_sample_names_its_board(path: Path) -> None:
    match = bg.replay(bg.read_mat(path))
    for game in match.games:
        shown = frames(match, game)
        assert len(shown) == len(game.turns) + 1
        for one in shown:
            position = bg.Position.from_id(one.xgid)
            assert one.board in (position, position.swapped())
