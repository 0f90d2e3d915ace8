"""A position of a replay in words."""

from __future__ import annotations

import pytest
from django.utils.translation import override

import rules_core as bg
from matches.positions_in_words import board_in_words, spoken, turn_in_short, turn_in_words
from rules_core.transcripts import Replay, ReplayedGame
from rules_core.transcripts.frames import frame
from tests.unit.rules_core.transcripts.samples import FOLDER, small

pytestmark = pytest.mark.unit

NAMES = ("Anna", "Beat")


def told(game: int, move: int) -> str:
    match = bg.replay(bg.read_mat(small()))
    return turn_in_words(match.games[game - 1], move, NAMES)


@pytest.mark.parametrize(
    ("game", "move", "words"),
    [
        (1, 0, "Game 1 begins."),
        (1, 1, "Anna rolls 3-1 and plays 8/5 6/5."),
        (1, 3, "Anna doubles to 2."),
        (1, 4, "Beat takes."),
        (1, 7, "Anna rolls 6-6 and cannot move."),
        (1, 8, "Beat rolls 4-3 and plays 13/9 13/10. Beat wins 2 points."),
        (2, 3, "Beat rolls 6-5 and plays 24/13. Anna wins 1 point."),
    ],
)
def test_every_turn_has_its_sentence(game: int, move: int, words: str) -> None:
    with override("en"):
        assert told(game, move) == words


def test_a_list_of_moves_is_short() -> None:
    match = bg.replay(bg.read_mat(small()))
    with override("en"):
        short = [turn_in_short(turn) for turn in match.games[0].turns]
    assert short == [
        "3-1: 8/5 6/5",
        "6-4: 24/14",
        "doubles to 2",
        "takes",
        "2-1: 24/21",
        "5-2: 13/8 6/4*",
        "6-6: cannot move",
        "4-3: 13/9 13/10",
    ]


def test_the_board_says_where_everything_is() -> None:
    match = bg.replay(bg.read_mat(small()))
    game = match.games[0]
    with override("en"):
        words = board_in_words(frame(match.rules, game, 6), NAMES)
        heard = spoken(game, frame(match.rules, game, 6), match.players)
    assert words.startswith("Anna, 164 pips: 1 on the bar, 1 on 24, ")
    assert words.endswith("Beat has the cube, at 2.")
    assert heard == (
        "Bob rolls 5-2 and plays 13/8 6/4*. Score: Alice 0, Bob 0."
        " Alice has 164 pips. Bob has 150 pips."
    )


def test_the_crawford_game_has_no_cube() -> None:
    match = bg.replay(bg.read_mat(FOLDER / "m05_0.mat"))
    with override("en"):
        words = board_in_words(frame(match.rules, match.games[2], 0), NAMES)
        centred = board_in_words(frame(match.rules, match.games[0], 0), NAMES)
    assert words.endswith("Crawford game: no cube.")
    assert centred.endswith("The cube is in the middle, at 1.")


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_every_position_of_a_match_is_told_in_every_language(language: str) -> None:
    match = bg.replay(bg.read_mat(FOLDER / "m05_0.mat"))
    with override("en"):
        english = {told_of(match, game, move) for game in match.games for move in moves(game)}
    with override(language):
        words = {told_of(match, game, move) for game in match.games for move in moves(game)}
    assert english & words == set()


def moves(game: ReplayedGame) -> range:
    return range(len(game.turns) + 1)


def told_of(match: Replay, game: ReplayedGame, move: int) -> str:
    shown = frame(match.rules, game, move)
    return f"{spoken(game, shown, match.players)} {board_in_words(shown, match.players)}"
