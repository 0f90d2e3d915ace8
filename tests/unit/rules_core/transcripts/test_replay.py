"""What is against the rules in a match file is reported with its line, its game and its rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_core.match import MatchRules
from rules_core.sides import Score, Side
from rules_core.transcripts import Replay, crawford_games, read_mat, replay, replay_game
from tests.unit.rules_core.transcripts.samples import FILES, SMALL, small

pytestmark = pytest.mark.unit


def checked(data: bytes, *, strict: bool = False) -> Replay:
    """The file, played through."""
    return replay(read_mat(data, "small.mat"), strict=strict)


def reported(data: bytes, *, strict: bool = True) -> list[tuple[int, int | None, str]]:
    """Line, game and rule of every problem."""
    problems = checked(data, strict=strict).problems
    return [(problem.line, problem.game, problem.code) for problem in problems]


@pytest.mark.parametrize(
    ("old", "new", "problems"),
    [
        pytest.param("64: 24/14", "64: 24/13", [(7, 1, "number_not_thrown")], id="wrong number"),
        pytest.param("64: 24/14", "64: 24/18", [(7, 1, "must_play_more")], id="half a play"),
        pytest.param("64: 24/14", "64: 12/2", [(7, 1, "no_checker_there")], id="no checker"),
        pytest.param("64: 24/14", "64: 13/9* 13/7", [(7, 1, "nothing_to_hit")], id="no hit"),
        pytest.param("64: 24/14", "64:", [(7, 1, "must_play_more")], id="a roll not played"),
        pytest.param(
            "  1) 31: 8/5 6/5                 64",
            "  1) 33: 8/5(4)   64",
            [(7, 1, "opening_double")],
        ),
        pytest.param(
            "=> 2                Takes\n  3) 21",
            "=> 4   Takes\n  3) 21",
            [(8, 1, "wrong_cube_value")],
        ),
        pytest.param(
            "  2)  Doubles => 2                Takes\n  3) 21: 24/21  ",
            "  2)  Doubles => 2\n  3) 21: 24/21",
            [(8, 1, "double_not_answered")],
            id="a double not answered",
        ),
        pytest.param(
            "  1)                             31: 8/5",
            "  1)                              Doubles => 2\n  2) Takes    31: 8/5",
            [(15, 2, "not_now")],
            id="a double before the opening roll",
        ),
        pytest.param(
            "  2) 42: 8/4 6/4                 65: 24/13",
            "  2)  Doubles => 2                Takes\n  3) 42: 8/4 6/4    65: 24/13",
            [(16, 2, "cube_in_crawford_game")],
            id="a double in the Crawford game",
        ),
        pytest.param(
            " Wins 2 points\n\n Game 2", " Wins 3 points\n\n Game 2", [(11, 1, "wrong_points")]
        ),
        pytest.param(
            "                                  Wins 2 points",
            "      Wins 2 points",
            [(14, 2, "score_does_not_follow")],
            id="the wrong winner",
        ),
        pytest.param(
            "                                  Wins 2 points\n",
            "",
            [(6, 1, "game_without_result")],
            id="no winner",
        ),
        pytest.param(" Game 2", " Game 7", [(14, 7, "wrong_game_number")]),
        pytest.param(
            "Alice : 0                      Bob : 0",
            "Alice : 1                      Bob : 0",
            [(6, 1, "part_of_match"), (14, 2, "score_does_not_follow")],
        ),
        pytest.param(
            "Alice : 1                      Bob : 2",
            "Alice : 0                      Bob : 2",
            [(20, 3, "score_does_not_follow")],
            id="a game that changed nothing",
        ),
        pytest.param(
            "Alice : 1                      Bob : 2",
            "Alice : 2                      Bob : 2",
            [(20, 3, "score_does_not_follow")],
            id="a point too much",
        ),
    ],
)
def test_a_problem_names_its_line_its_game_and_its_rule(
    old: str, new: str, problems: list[tuple[int, int | None, str]]
) -> None:
    assert reported(small((old, new))) == problems


def test_a_problem_reads_as_a_sentence_with_its_place() -> None:
    (problem,) = checked(small(("64: 24/14", "64: 24/18")), strict=True).problems
    assert str(problem) == (
        "small.mat:7, game 1: More of 6-4 can be played, so it has to be. [must_play_more]"
    )


def test_after_a_problem_the_scores_still_tell_the_result() -> None:
    match = checked(small(("64: 24/14", "64: 24/18")), strict=True)
    first = match.games[0]
    assert (first.winner, first.points, first.result) == (Side.B, 2, None)
    assert [turn.text for turn in first.turns] == ["8/5 6/5"]
    assert match.score == Score(3, 2)


def test_the_score_before_the_next_game_is_the_truth() -> None:
    match = checked(
        small(
            (
                "Alice : 1                      Bob : 2",
                "Alice : 2                      Bob : 2",
            )
        )
    )
    assert (match.games[1].winner, match.games[1].points) == (Side.A, 2)
    assert match.points == Score(4, 2)


def test_a_game_after_the_end_of_the_match_is_a_problem() -> None:
    data = SMALL + "\n Game 4\n Alice : 3    Bob : 2\n  1) 31: 8/5 6/5   42: 8/4 6/4\n"
    assert reported(data.encode()) == [(27, 4, "match_finished")]


def test_a_match_broken_off_has_no_winner_and_no_problem() -> None:
    match = checked(SMALL.removesuffix("      Wins 2 points\n").encode())
    assert match.problems == ()
    assert (match.winner, match.games[-1].winner, match.games[-1].points) == (None, None, 0)
    assert match.score == Score(1, 2)


def test_a_double_in_the_crawford_game_is_annulled_and_the_game_goes_on_undoubled() -> None:
    match = checked(
        small(
            (
                "  2) 42: 8/4 6/4                 65: 24/13",
                "  2)  Doubles => 2                Takes\n  3) 42: 8/4 6/4    65: 24/13",
            )
        )
    )
    result = match.games[1].result
    assert result is not None
    assert (result.cube, match.games[1].points) == (1, 1)


def test_without_the_crawford_rule_the_cube_may_be_turned() -> None:
    data = b'; [Crawford "Off"]\n' + small(
        (
            "  2) 42: 8/4 6/4                 65: 24/13\n      Wins 1 point",
            "  2)  Doubles => 2                Drops\n      Wins 1 point",
        )
    )
    match = checked(data)
    assert match.problems == ()
    assert [game.crawford for game in match.games] == [False, False, False]


def test_a_dead_double_has_no_effect_and_is_only_noted() -> None:
    """At 1–2 to 3, Bob, who needs one point, turns the cube to no avail."""
    data = small(
        (
            "  2)  Doubles => 2                Takes\n  3) 65: 24/13                   21:\n",
            "  2) 65: 24/13                    Doubles => 2\n  3)  Takes     21: 13/10\n",
        ),
    )
    match = checked(data)
    assert [note.code for note in match.notes] == ["dead_cube"]
    assert match.problems == ()
    result = match.games[2].result
    assert result is not None
    assert result.cube == 1


def test_who_drops_a_dead_double_has_lost_the_match() -> None:
    data = small(
        (
            "  2)  Doubles => 2                Takes\n  3) 65: 24/13                   21:\n      Wins 2",
            "  2) 65: 24/13                    Doubles => 2\n  3)  Drops                       Wins 1",
        )
    )
    match = checked(data)
    assert match.problems == ()
    assert (match.winner, match.score) == (Side.B, Score(1, 3))


def test_a_player_cannot_answer_the_own_dead_double() -> None:
    data = small(
        (
            "  2)  Doubles => 2                Takes\n  3) 65: 24/13                   21:\n",
            "  2) 65: 24/13                    Doubles => 2\n  3)                              Drops\n",
        )
    )
    assert [problem.code for problem in checked(data).problems] == ["not_now"]


def test_a_double_dropped_in_the_crawford_game_is_no_end_of_it() -> None:
    data = b'; [Crawford "On"]\n' + small(
        (
            "  2) 42: 8/4 6/4                 65: 24/13\n",
            "  2)  Doubles => 2                Drops\n",
        )
    )
    assert reported(data) == [(17, 2, "cube_in_crawford_game")]


@pytest.mark.parametrize(
    ("win", "code"),
    [
        ("                                  Wins 1 point", "wrong_winner"),
        ("      Wins 2 points", "wrong_points"),
    ],
)
def test_a_drop_is_won_by_the_other_side_for_the_cube_before_the_double(
    win: str, code: str
) -> None:
    data = f"""
 0 point match

 Game 1
 Alice : 0                      Bob : 0
  1)                             31: 8/5 6/5
  2)  Doubles => 2                Drops
{win}
"""
    match = checked(data.encode())
    assert [(problem.line, problem.code) for problem in match.problems] == [(8, code)]
    assert (match.games[0].winner, match.points) == (Side.A, Score(1, 0))


def test_the_rules_of_a_tournament_can_be_given() -> None:
    transcript = read_mat(small())
    assert replay(transcript, MatchRules(3)).problems == ()
    (problem,) = replay(transcript, MatchRules(5, crawford=False)).problems
    assert (problem.line, problem.game, problem.code) == (1, None, "wrong_length")


MONEY = """
 0 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                 64: 24/14
      Wins {wins} points

 Game 2
 Alice : {score}                      Bob : 0
  1) 31: 8/5 6/5                 64: 24/14
"""


@pytest.mark.parametrize(
    ("wins", "score", "jacoby", "automatic_doubles", "problems"),
    [
        pytest.param(1, 1, False, 0, [], id="as written"),
        pytest.param(1, 4, False, 2, [], id="two automatic doubles"),
        pytest.param(2, 2, False, 0, [], id="a gammon"),
        pytest.param(2, 1, True, 0, [], id="a gammon under Jacoby"),
        pytest.param(3, 1, True, 0, [], id="a backgammon under Jacoby"),
        pytest.param(3, 2, True, 1, [], id="Jacoby and an automatic double"),
        pytest.param(1, 3, False, 0, [(10, 2, "score_does_not_follow")], id="not to be explained"),
    ],
)
def test_jacoby_and_automatic_doubles_come_out_of_the_scores(
    wins: int, score: int, jacoby: bool, automatic_doubles: int, problems: list[object]
) -> None:
    match = checked(MONEY.format(wins=wins, score=score).encode())
    result = match.games[0].result
    assert result is not None
    assert [(problem.line, problem.game, problem.code) for problem in match.problems] == problems
    assert (match.rules.jacoby, result.automatic_doubles) == (jacoby, automatic_doubles)
    assert match.games[0].points == score


def test_every_turn_shows_the_board_before_and_after_it() -> None:
    game = checked(small()).games[0]
    roll, answer, double, take = game.turns[:4]
    assert (roll.text, roll.side, roll.dice) == ("8/5 6/5", Side.A, (3, 1))
    assert (roll.before.mine[6], roll.after.mine[6], roll.after.mine[5]) == (5, 4, 2)
    assert (answer.before, answer.after.mine[14]) == (roll.after.swapped(), 1)
    assert (double.text, double.before, double.cube.value) == (
        "Doubles => 2",
        answer.after.swapped(),
        1,
    )
    assert (take.text, take.before) == ("Takes", answer.after)
    assert game.turns[4].cube.value == 2
    assert game.turns[4].cube.owner is Side.B


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_game_played_alone_is_that_of_the_whole_match(path: Path) -> None:
    transcript = read_mat(path)
    match = replay(transcript)
    alone = [replay_game(transcript, match.rules, place) for place in range(len(match.games))]
    assert alone == list(match.games)
    assert crawford_games(transcript, match.rules) == tuple(g.crawford for g in match.games)
