"""The sample matches: their games, scores and Crawford games, and their files written again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_core.match import MatchRules, MatchState, record, scored_games
from rules_core.transcripts import Transcript, read_mat, replay, write_mat
from rules_core.transcripts.transcript import Roll
from tests.unit.rules_core.transcripts.samples import FILES, expected

pytestmark = pytest.mark.unit

COLOURS = {"a": "W", "b": "B"}
by_name = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def read(path: Path) -> Transcript:
    """A sample file."""
    return read_mat(path.read_bytes(), path.name)


def test_there_are_eight_samples() -> None:
    assert [path.stem for path in FILES] == sorted(expected())


@by_name
def test_a_sample_replays_to_its_known_results_without_a_problem(path: Path) -> None:
    match = replay(read(path))
    rows = expected()[path.stem]
    assert match.problems == ()
    assert [
        {
            "ws": str(game.score.a),
            "bs": str(game.score.b),
            "length": str(match.rules.length),
            "crawford": game.crawford,
            "init_cube": str(1 << (game.result.automatic_doubles if game.result else 0)),
            "result": f"{COLOURS[game.winner or '']}+{game.points}"
            + "R" * bool(game.result and game.result.ended_by == "resign"),
        }
        for game in match.games
    ] == [
        {name: row[name] for name in ("ws", "bs", "length", "init_cube", "result")}
        | {"crawford": row["rules"].endswith(":CrawfordGame")}
        for row in rows
    ]


@by_name
def test_the_results_of_a_sample_go_into_a_match_record(path: Path) -> None:
    """The games read from the board, entered as results, lead to the same scores."""
    match = replay(read(path))
    state = MatchState.new(match.rules)
    for game in match.games:
        assert game.result is not None
        state = record(state, game.result, number=game.number)
    assert [game.before for game in scored_games(state)] == [game.score for game in match.games]
    assert (state.points, state.score, state.winner) == (match.points, match.score, match.winner)


@by_name
def test_a_sample_written_again_is_read_the_same_and_written_the_same(path: Path) -> None:
    once = write_mat(read(path))
    assert write_mat(read_mat(once.encode(), path.name)) == once
    assert without_lines(read_mat(once.encode(), path.name)) == without_lines(read(path))


@by_name
def test_a_sample_is_written_as_gnu_backgammon_wrote_it(path: Path) -> None:
    """But for spaces: ours keep two of them between the columns and none at the end of a line."""
    ours, theirs = write_mat(read(path)), path.read_text(encoding="utf-8")
    assert [line.split() for line in ours.splitlines() if line] == [
        line.split() for line in theirs.splitlines() if line
    ]


def test_the_money_sample_has_four_automatic_doubles_which_only_the_scores_tell() -> None:
    (path,) = (path for path in FILES if path.stem.startswith("money"))
    match = replay(read(path))
    doubled = [game.number for game in match.games if game.result and game.result.automatic_doubles]
    assert doubled == [3, 21, 27, 29]
    assert [note.code for note in match.notes] == ["automatic_doubles"] * 4
    assert [note.game for note in match.notes] == [number + 1 for number in doubled]


def test_rules_that_forbid_what_a_file_shows_make_it_a_problem() -> None:
    (path,) = (path for path in FILES if path.stem.startswith("money"))
    match = replay(read(path), MatchRules(0, beavers=0, automatic_doubles=0, max_cube=1024))
    assert {problem.code for problem in match.problems} == {
        "too_many_animals",
        "score_does_not_follow",
    }


@by_name
def test_the_turns_of_a_sample_follow_each_other_on_the_board(path: Path) -> None:
    for game in replay(read(path)).games:
        for turn, following in zip(game.turns, game.turns[1:], strict=False):
            same = turn.side is following.side
            assert following.before == (turn.after if same else turn.after.swapped())


def without_lines(transcript: Transcript) -> list[object]:
    """The transcript but for the line numbers."""
    return [
        (transcript.length, transcript.players, transcript.ratings, transcript.headers),
        *(
            (game.number, game.score, [_without_line(action) for action in game.actions])
            for game in transcript.games
        ),
    ]


def _without_line(action: object) -> object:
    if isinstance(action, Roll):
        return action.side, action.dice, action.paths
    names = getattr(action, "__dataclass_fields__", {})
    return {name: getattr(action, name) for name in names if name != "line"}
