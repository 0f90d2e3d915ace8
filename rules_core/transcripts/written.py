"""A match that was played through, written down again as a transcript.

Every number is a step of its own and every hit is marked, as GNU Backgammon does in its match files;
so what is written does not depend on the file it came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rules_core.illegal_plays import IllegalPlay
from rules_core.legality import find_play
from rules_core.notation.paths import Path
from rules_core.transcripts.replayed import Replay, ReplayedGame, Turn
from rules_core.transcripts.snowie import snowie_board
from rules_core.transcripts.transcript import (
    Action,
    BoardSet,
    CubeAction,
    CubeWord,
    Roll,
    Transcript,
    Win,
    WrittenGame,
)


def written(match: Replay) -> Transcript:
    """The transcript of a match; reading it gives the same games again."""
    games = tuple([_game(game) for game in match.games])
    return Transcript(match.name, match.rules.length, match.players, games)


def _game(game: ReplayedGame) -> WrittenGame:
    doubles = game.result.automatic_doubles if game.result else 0
    actions = [*map(_action, _said(game)), *_win(game, doubles)]
    return WrittenGame(game.number, 0, game.score, tuple(actions))


def _said(game: ReplayedGame) -> Iterator[Turn]:
    """The turns without the word that accepts a beaver, which a match file leaves out."""
    beavered = False
    for turn in game.turns:
        if not (beavered and turn.action is CubeWord.TAKES):
            yield turn
        beavered = turn.action is CubeWord.BEAVERS


def _action(turn: Turn) -> Action:
    """What was done; a match file gives the cube without automatic doubles."""
    if turn.action is not None:
        value = None if turn.value is None else turn.value >> turn.cube.automatic_doubles
        return CubeAction(turn.side, 0, turn.action, value)
    if turn.dice is None:
        board = turn.after.swapped()
        return BoardSet(turn.side, 0, board, snowie_board(board))
    return Roll(turn.side, 0, turn.dice, marked(turn))


def marked(turn: Turn) -> tuple[Path, ...]:
    """The play of a turn number by number, with its hits; one that was illegal, as it was written.

    Steps stay in the order they were written in, unless one of them took several numbers.
    """
    assert turn.dice is not None
    try:
        play = find_play(turn.before, turn.dice, turn.paths)
    except IllegalPlay:
        return turn.paths
    steps = [step for path in turn.paths for step in pairwise(path.points)]
    if len(steps) != len(play.steps):
        steps = list(play.steps)
    to_hit = {move.target for move in play.moves if move.hits}
    paths = []
    for source, target in steps:
        paths.append(Path((source, target), frozenset({target} & to_hit)))
        to_hit.discard(target)
    return tuple(paths)


def _win(game: ReplayedGame, doubles: int) -> Iterator[Win]:
    if game.winner is None:
        return
    result = game.result
    points = (result.cube >> doubles) * result.kind.multiplier if result else game.points
    yield Win(game.winner, 0, points)
