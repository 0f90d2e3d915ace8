"""Three hundred files in the styles of fifteen programs, and what else may happen to a file.

The matches are known: eight of GNU Backgammon's and twelve played at random, each written in every style.
What is read has to be that match, board by board.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from rules_core.match import GameEnd, MatchRules
from rules_core.sides import Score, Side
from rules_core.transcripts import Replay, UnreadableMatchFile, read_mat, replay
from tests.unit.rules_core.transcripts.samples import FILES
from tests.unit.rules_core.transcripts.styles import STYLES, Style
from tests.unit.rules_core.transcripts.test_random_matches import Table

pytestmark = pytest.mark.unit

PLAYED_AT_RANDOM = 12
by_style = pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)


@cache
def matches() -> tuple[Replay, ...]:
    """The matches that are written down."""
    samples = [replay(read_mat(path)) for path in FILES]
    return (*samples, *map(_played_at_random, range(PLAYED_AT_RANDOM)))


def _played_at_random(seed: int) -> Replay:
    rules = MatchRules(seed % 6 * 2 + 1) if seed % 4 else MatchRules(0, beavers=3)
    return replay(Table(rules, Random(seed)).play(games=6), rules)


def course(match: Replay) -> list[tuple[object, ...]]:
    """Every game: its score, its boards, and who won it."""
    return [
        (
            game.score,
            game.crawford,
            game.winner,
            [turn.after for turn in game.turns if turn.action is None and turn.played],
            [(turn.action, turn.side) for turn in game.turns if turn.action],
        )
        for game in match.games
    ]


def test_there_are_at_least_300_files() -> None:
    assert len(matches()) * len(STYLES) >= 300
    assert not any(match.problems for match in matches())


@by_style
def test_a_match_is_read_as_it_was_played_whoever_wrote_it(style: Style) -> None:
    for match in matches():
        read = replay(read_mat(style.write(match)))
        assert read.problems == (), (match.name, style.name)
        assert {note.code for note in read.notes} == {note.code for note in match.notes}
        assert course(read) == course(match), (match.name, style.name)
        if match.rules.length:
            assert (read.score, read.winner) == (match.score, match.winner)


@by_style
def test_a_file_that_was_cut_off_is_read_as_far_as_it_goes_or_refused_with_its_line(
    style: Style,
) -> None:
    """The last game may be broken off; no other is lost, and none is half there."""
    match = matches()[2]
    lines = style.write(match).splitlines()
    whole = course(match)
    for end in range(len(lines) // 2, len(lines), 7):
        titles = sum(line.strip().startswith("Game") for line in lines[:end])
        cut = "\n".join([*lines[:end], ""])
        if lines[end - 1].strip().startswith("Game"):
            with pytest.raises(UnreadableMatchFile, match="A game goes on with"):
                read_mat(cut)
        else:
            read = replay(read_mat(cut))
            assert len(read.games) == titles
            assert course(read)[:-1] == whole[: titles - 1]


@by_style
def test_a_play_that_somebody_garbled_is_never_passed_over(style: Style) -> None:
    """A letter in a play is refused; another number is refused, a problem, or noted with its line."""
    text = style.write(matches()[2])
    lines = text.splitlines()
    turns = [number for number, line in enumerate(lines) if ": " in line and "/" in line]
    for number in turns[3::9]:
        source, _, rest = lines[number].partition("/")
        broken = "\n".join([*lines[:number], f"{source}/x{rest}", *lines[number + 1 :]])
        if lines[number].startswith((";", "|")) or "Game" in source:
            continue
        with pytest.raises(UnreadableMatchFile) as refusal:
            read_mat(broken)
        assert refusal.value.facts["line"] == number + 1


HEAD = """\
 5 point match

 Game 1
 Alice : 0                      Bob : 0
"""
OPENING = HEAD + "  1) 31: 8/5 6/5                 64: 24/14\n"


def shape(text: str) -> Replay:
    """A small file, read and played through."""
    return replay(read_mat(text))


@pytest.mark.parametrize(
    ("text", "winner", "points", "notes"),
    [
        pytest.param(
            HEAD + "  1)                              Losses 1 point\n      Wins 1 point\n",
            Side.A,
            Score(1, 0),
            {"game_not_played"},
            id="a game left before its first roll",
        ),
        pytest.param(
            HEAD + "  1)\n      Wins 5 points and the match\n",
            Side.A,
            Score(1, 0),
            {"game_not_played", "match_conceded"},
            id="a match forfeited before its first roll",
        ),
        pytest.param(
            OPENING + "                                 Wins 5 points and the match\n",
            Side.B,
            Score(0, 1),
            {"match_conceded"},
            id="a match given up in its first game",
        ),
        pytest.param(
            OPENING + "  2) Resign normal                Wins 1 point\n",
            Side.B,
            Score(0, 1),
            set(),
            id="a normal game resigned",
        ),
        pytest.param(
            OPENING + "  2) 66: Illegal play             Wins 1 point\n",
            Side.B,
            Score(0, 1),
            set(),
            id="an illegal play of which nothing more is known",
        ),
        pytest.param(
            OPENING + "  2) Alice wins 2 points\n",
            Side.A,
            Score(2, 0),
            set(),
            id="the winner by name",
        ),
        pytest.param(
            OPENING.replace("(", "").replace(" 1) 31:", " 1. 3-1:").replace("64:", "6-4 :")
            + "  2. Doubles to 2                 Declines\n      Wins    1    point\n",
            Side.A,
            Score(1, 0),
            set(),
            id="dice and cube in other words",
        ),
        pytest.param(
            OPENING.replace("Bob : 0\n", "Bob : 0\n; Set Pos=-b----E-C---eE---c-e----B-/0\n")
            + "      Wins 1 point\n",
            Side.A,
            Score(1, 0),
            set(),
            id="the opening position set by hand",
        ),
        pytest.param(
            OPENING + "  2) 52: 13/8 13/10 ILLEGAL?      21: 13/11 6/5\n      Wins 1 point\n",
            Side.A,
            Score(1, 0),
            {"number_not_thrown"},
            id="a remark that a play is illegal",
        ),
        pytest.param(
            OPENING.replace("5 point", "3 point")
            + "      Wins 3 points\n\n Game 2\n Alice : 3              Bob : 0\n",
            Side.A,
            Score(3, 0),
            {"match_finished"},
            id="the final score as one more game",
        ),
        pytest.param(
            '; [Variation ""]\n+----+\n| A title |\n+----+\n' + OPENING + "      Wins 1 point\n",
            Side.A,
            Score(1, 0),
            set(),
            id="a title in a box",
        ),
    ],
)
def test_other_shapes_of_real_files(
    text: str, winner: Side, points: Score, notes: set[str]
) -> None:
    match = shape(text)
    assert match.problems == ()
    played = [game for game in match.games if game.winner]
    assert (played[-1].winner, match.points) == (winner, points)
    assert {note.code for note in match.notes} == notes


def test_who_won_may_stand_behind_the_last_play_in_the_column_of_whoever_comes_next() -> None:
    def won_by_the_first(match: Replay) -> bool:
        result = match.games[-1].result
        return result is not None and (result.winner, result.ended_by) == (Side.A, GameEnd.PLAY)

    match = next(filter(won_by_the_first, matches()))
    lines = STYLES[0].write(match).splitlines()
    win = lines.pop()
    lines[-1] = f"{lines[-1]:<36} {win.strip()}"
    read = replay(read_mat("\n".join([*lines, ""])))
    assert (read.problems, read.winner) == ((), Side.A)
    assert "wrong_winner" in {note.code for note in read.notes}
    assert course(read) == course(match)


@pytest.mark.parametrize("hidden", ["???", "????"])
def test_the_last_checkers_may_be_borne_off_without_a_word(hidden: str) -> None:
    def borne_off(match: Replay) -> bool:
        result = match.games[-1].result
        return result is not None and result.ended_by is GameEnd.PLAY

    match = next(filter(borne_off, matches()))
    *lines, last, win = STYLES[0].write(match).splitlines()
    roll = last.rindex(":")
    read = replay(read_mat("\n".join([*lines, f"{last[:roll]}: {hidden}", win, ""])))
    assert (read.problems, read.winner, read.score) == ((), match.winner, match.score)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (OPENING + "  2) 52: ????                    21: 13/11 6/5\n", 6, "play_not_recorded"),
        (OPENING + "  2) 52: 13/8 12/10              21: 13/11 6/5\n", 6, "no_checker_there"),
        (OPENING + "      Wins 4 points\n", 6, "wrong_points"),
        (OPENING + "  2) Doubles => 8                 Takes\n", 6, "wrong_cube_value"),
    ],
)
def test_what_no_board_explains_is_a_problem_with_its_line(text: str, line: int, code: str) -> None:
    (problem,) = shape(text).problems
    assert (problem.line, problem.code) == (line, code)
    assert problem.message.endswith(".")
