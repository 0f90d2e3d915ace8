"""A match as one object: played, stored, named, written down and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules_core as bg
from rules_core.errors import RulesError
from rules_core.game.live_match import NotWrittenDown
from rules_core.match import scored_games
from rules_core.transcripts import read_mat, read_sgf, replay
from tests.unit.rules_core.transcripts.samples import FILES

pytestmark = pytest.mark.unit

LONGEST = 250


def random_match(match: bg.Match, random: Random) -> Iterator[bg.Match]:
    """All states of a match between two players without a plan."""
    for _ in range(LONGEST):
        yield match
        if match.finished:
            return
        match = step(match, random)


def step(match: bg.Match, random: Random) -> bg.Match:
    """Something that the rules allow."""
    match match.phase:
        case bg.Phase.OPENING:
            return match.throw(random.randint(1, 6), random.randint(1, 6))
        case bg.Phase.TO_ROLL:
            return before_rolling(match, random)
        case bg.Phase.TO_PLAY:
            if random.random() < 0.01:
                return match.resign(random.choice(["single", "gammon"]))
            return match.play(str(random.choice(match.plays)) if match.plays else "")
        case bg.Phase.DOUBLED:
            return answer(match, random)
        case _:
            return match.accept() if random.random() < 0.8 else match.decline()


def before_rolling(match: bg.Match, random: Random) -> bg.Match:
    if random.random() < 0.2:
        try:
            return match.double()
        except RulesError:
            pass
    if match.position.closed_out:
        return match.pass_closed_out()
    return match.roll(random.randint(1, 6), random.randint(1, 6))


def answer(match: bg.Match, random: Random) -> bg.Match:
    if random.random() < 0.2:
        try:
            return match.beaver()
        except RulesError:
            pass
    return match.take() if random.random() < 0.7 else match.drop()


matches = st.builds(
    lambda length, options, seed: list(
        random_match(
            bg.Match(
                length,
                players=("Ann", "Bob"),
                jacoby=options,
                beavers=3 * options,
                automatic_doubles=2 * options,
            ),
            Random(seed),
        )
    ),
    st.integers(0, 5),
    st.booleans(),
    st.integers(0, 1 << 32),
)


@settings(max_examples=8, deadline=None)
@given(matches)
def test_every_state_comes_back_from_its_json(states: list[bg.Match]) -> None:
    for match in [*states[::40], states[-1]]:
        assert bg.Match.from_json(json.loads(json.dumps(match.to_json()))) == match
    for match in states[:-1]:
        if match.game is not None:
            data = json.loads(json.dumps(match.game.to_json()))
            assert bg.GameState.from_json(data) == match.game


@settings(max_examples=8, deadline=None)
@given(matches)
def test_every_state_has_ids_that_lead_back_to_it(states: list[bg.Match]) -> None:
    for match in states:
        game = match.game
        if game is None or (game.offer is not None and game.offer.animals > 1):
            continue
        again = bg.GameState.from_id(match.gnubg_id)
        assert again.gnubg_id == match.gnubg_id
        assert (again.position, again.on_roll) == (game.position, game.on_roll)
        assert again.to_act == game.to_act
        if game.resignation is None and game.phase is not bg.Phase.OPENING:
            read = bg.GameState.from_id(f"XGID={match.xgid}")
            assert read.xgid == match.xgid
            assert (read.position, read.dice, read.offer) == (
                game.position,
                game.dice,
                game.offer,
            ) or (game.cube.automatic_doubles)


@settings(max_examples=8, deadline=None)
@given(matches)
def test_what_was_played_is_written_and_read_in_both_formats(states: list[bg.Match]) -> None:
    match = states[-1]
    if not any(state.phase is bg.Phase.TO_ROLL for state in states if not state.finished):
        return
    as_mat = replay(read_mat(match.mat()), match.rules)
    as_sgf = replay(read_sgf(match.sgf()), match.rules)
    assert (as_mat.problems, as_sgf.problems) == ((), ())
    results = [(game.game.winner, game.points, game.before) for game in scored_games(match.state)]
    for read in (as_mat, as_sgf):
        played = [(game.winner, game.points, game.score) for game in read.games if game.winner]
        # No score follows the last game of a .mat file and tells its automatic doubles.
        most = len(results) - (read is as_mat)
        assert played[:most] == results[:most]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sample_becomes_a_match_that_can_be_stored(path: Path) -> None:
    match = bg.Match.from_file(path)
    read = bg.replay(bg.read_mat(path))
    assert (match.state.points, match.winner) == (read.points, read.winner)
    assert list(match.state.games) == [game.result for game in read.games]
    assert bg.Match.from_json(json.loads(json.dumps(match.to_json()))) == match


def test_whole_games_and_moves_go_into_one_record() -> None:
    match = bg.Match(length=5).record("a", "gammon", cube=2)
    assert match.state.crawford.this_game
    match = match.throw(1, 3).play("8/5 6/5").roll(6, 1).resign("gammon", side="a").accept()
    assert (match.score, match.winner) == (bg.Score(4, 2), None)
    assert match.penalise("a", 1, "late").score == bg.Score(4, 3)
    assert match.end("forfeit", "b").winner is bg.Side.B
    with pytest.raises(NotWrittenDown):
        match.mat()


def test_every_step_is_taken_back_one_by_one() -> None:
    start = bg.Match(length=3)
    match = start.throw(3, 1).play("8/5 6/5").double()
    assert match.undo().undo().undo() == start
    with pytest.raises(RulesError, match="nothing to undo"):
        start.undo()


def test_what_is_not_meant_is_refused_with_the_choices() -> None:
    match = bg.Match(length=3).throw(3, 1)
    with pytest.raises(RulesError, match="“single”, “gammon” or “backgammon”"):
        match.resign("double game")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="“a” or “b”"):
        match.record("c")
    with pytest.raises(RulesError) as refusal:
        match.play("8/5 6/5", side="b")
    assert refusal.value.code == "not_your_turn"
    with pytest.raises(RulesError):
        bg.Match.from_json(match.to_json() | {"steps": [{"do": "castle"}]})


def test_a_match_prints_its_score_and_its_board() -> None:
    match = bg.Match(length=7, players=("Ann", "Bob")).throw(3, 1).play("8/5 6/5")
    first, *_, x, o = str(match).splitlines()
    assert first == "Ann 0 – 0 Bob, 7-point match"
    assert (x, o) == (
        "X            163 pips    0 off",
        "O  on roll   167 pips    0 off",
    )
    assert repr(match) == "<Match Ann 0–0 Bob>"


def test_a_finished_match_has_no_board() -> None:
    match = bg.Match(length=1).throw(3, 1).resign(side="b").accept()
    assert (match.winner, match.game) == (bg.Side.A, None)
    with pytest.raises(RulesError, match="over"):
        _ = match.xgid
