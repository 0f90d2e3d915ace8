"""A replayed game picture by picture."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules_core as bg
from rules_core.picture import Theme
from rules_core.sides import Side
from rules_core.transcripts.frames import frames
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


def test_the_xgid_names_the_player_who_is_next_and_the_offer_that_waits() -> None:
    match = bg.replay(bg.read_mat(small()))
    _, roll, _, double, take, *_ = (
        frame.xgid.split(":") for frame in frames(match, match.games[0])
    )
    assert (roll[3], roll[4]) == ("-1", "00")
    assert (double[1], double[3], double[4]) == ("0", "1", "D")
    assert (take[1], take[2], take[3]) == ("1", "-1", "1")


@pytest.mark.parametrize("path", FILES[:4], ids=lambda path: path.stem)
def test_every_xgid_of_a_sample_names_its_board(path: Path) -> None:
    match = bg.replay(bg.read_mat(path))
    for game in match.games:
        shown = frames(match, game)
        assert len(shown) == len(game.turns) + 1
        for frame in shown:
            position = bg.Position.from_id(frame.xgid)
            assert frame.board in (position, position.swapped())
