"""Boards and matches as IDs, and back (docs/rules.md, "Interchange formats")."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.board import Position
from rules_core.dice import Dice
from rules_core.errors import RulesError
from rules_core.legality import find_play
from rules_core.notation.match_id import (
    InvalidMatchId,
    MatchIdState,
    MatchInfo,
    gnubg_id,
    match_id,
    read_gnubg_id,
    read_match_id,
)
from rules_core.notation.position_id import InvalidPositionId, position_id, read_position_id
from rules_core.notation.standard import read_play
from rules_core.notation.xgid import InvalidXgid, Xgid, XgidOffer, read_xgid
from rules_core.sides import Side
from tests.unit.rules_core.random_games import positions, rolls

pytestmark = pytest.mark.unit

XG_START = "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"


def test_the_position_id_vectors() -> None:
    start = Position.start()
    play = find_play(start, (2, 1), read_play("13/11 24/23"))
    assert position_id(start) == "4HPwATDgc/ABMA"
    assert position_id(play.after) == "4HPkASjgc/ABMA"
    assert read_position_id("4HPwATDgc/ABMA") == start
    assert read_position_id("4HPkASjgc/ABMA") == play.after


def test_the_match_id_vectors() -> None:
    five_two = MatchInfo(
        length=9, score=(2, 4), cube=2, owner=0, on_roll=1, turn=1, dice=(5, 2), jacoby=True
    )
    assert read_match_id("QYkqASAAIAAA") == five_two
    assert match_id(five_two) == "QYkqASAAIAAA"
    three_points = MatchInfo(length=3, on_roll=1, turn=1)
    assert read_match_id("cAlgAAAAAAAE") == three_points
    assert match_id(three_points) == "cAlgAAAAAAAE"


def test_a_gnubg_id_is_both() -> None:
    text = "4HPwATDgc/ABMA:cAlgAAAAAAAE"
    assert gnubg_id(*read_gnubg_id(text)) == text


@given(positions())
def test_a_position_id_reads_as_it_was_written(position: Position) -> None:
    assert read_position_id(position_id(position)) == position


numbers = st.integers(0, 2**15 - 1)
players = st.integers(0, 1)
match_infos = st.builds(
    MatchInfo,
    length=numbers,
    score=st.tuples(numbers, numbers),
    cube=st.integers(0, 15).map(lambda exponent: 1 << exponent),
    owner=st.sampled_from((0, 1, None)),
    on_roll=players,
    turn=players,
    crawford=st.booleans(),
    state=st.sampled_from(MatchIdState),
    doubled=st.booleans(),
    resigned=st.integers(0, 3),
    dice=st.none() | rolls.map(lambda dice: (max(dice), min(dice))),
    jacoby=st.booleans(),
)


@given(match_infos)
def test_a_match_id_reads_as_it_was_written(match: MatchInfo) -> None:
    assert read_match_id(match_id(match)) == match


@st.composite
def xgids(draw: st.DrawFn) -> Xgid:
    """Any XGID: a match or money, with what goes with each."""
    exponents = st.integers(0, 10).map(lambda exponent: 1 << exponent)
    length = draw(st.integers(0, 25))
    return Xgid(
        position=draw(positions()),
        on_roll=draw(st.sampled_from(Side)),
        cube=draw(exponents),
        owner=draw(st.none() | st.sampled_from(Side)),
        score=draw(st.tuples(st.integers(0, 99), st.integers(0, 99))),
        length=length,
        crawford=bool(length) and draw(st.booleans()),
        jacoby=not length and draw(st.booleans()),
        beavers=not length and draw(st.booleans()),
        max_cube=draw(exponents),
        **draw(
            st.fixed_dictionaries({"dice": st.none() | rolls})
            | st.fixed_dictionaries({"offer": st.sampled_from(XgidOffer)})
        ),
    )


@given(xgids())
def test_an_xgid_reads_as_it_was_written(xgid: Xgid) -> None:
    assert read_xgid(str(xgid)) == xgid


def test_the_xgid_of_the_start() -> None:
    start = Xgid(position=Position.start(), length=7)
    assert str(start) == XG_START
    assert read_xgid(f"XGID={XG_START}") == start


def test_an_xgid_shows_the_board_to_x_whoever_is_on_roll() -> None:
    after = read_position_id("4HPkASjgc/ABMA")
    xgid = replace(read_xgid(XG_START), position=after, on_roll=Side.B, dice=Dice(5, 2))
    assert str(xgid) == "-b----E-C--AeD---c-e---AA-:0:0:-1:52:0:0:0:7:10"
    assert read_xgid(str(xgid)) == xgid


@settings(max_examples=200)
@given(st.text(alphabet="4HPwATDgc/BM+=:kQY-aAbE0110", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (read_position_id, read_match_id, read_xgid):
        with suppress(RulesError):
            read(text)


@pytest.mark.parametrize(
    "text", ["", "4HPwATDgc/ABM", "4HPwATDgc/ABMA==", "4HPwATDgc/ABM!", "/////////////w", "é" * 14]
)
def test_what_is_no_position_id_is_refused(text: str) -> None:
    with pytest.raises(InvalidPositionId):
        read_position_id(text)


@pytest.mark.parametrize(
    "text", ["", "cAlgAAAAAAA", "IAlgAAAAAAAE", "cAlgAAAAAAD/", "cA9gAAAAAAAE"]
)
def test_what_is_no_match_id_is_refused(text: str) -> None:
    with pytest.raises(InvalidMatchId):
        read_match_id(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        XG_START + ":1",
        XG_START.replace("-b", "Ab"),
        XG_START.replace("B-:", "Ba:"),
        XG_START.replace("E-C", "E-P"),
        XG_START.replace(":0:7:", ":2:7:"),
        XG_START.replace(":00:", ":70:"),
    ],
)
def test_what_is_no_xgid_is_refused(text: str) -> None:
    with pytest.raises(InvalidXgid):
        read_xgid(text)
