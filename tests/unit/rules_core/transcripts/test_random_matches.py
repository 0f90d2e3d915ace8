"""Matches played at random on our own board, written down, read and played through again."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.dice import Dice
from rules_core.errors import RulesError
from rules_core.game import (
    MatchPlay,
    Phase,
    accept_resignation,
    beaver,
    double,
    drop,
    play,
    resign,
    roll,
    take,
    throw_for_start,
)
from rules_core.kinds import Kind
from rules_core.match import GameEnd, MatchRules, MatchState, scored_games
from rules_core.notation.paths import paths_of
from rules_core.sides import Score, Side
from rules_core.transcripts import Transcript, WrittenGame, read_mat, replay, write_mat
from rules_core.transcripts.transcript import Action, CubeAction, CubeWord, Roll, Win

pytestmark = pytest.mark.unit


class Table:
    """Two players without a plan, and somebody who writes the match down."""

    def __init__(self, rules: MatchRules, random: Random) -> None:
        self.match = MatchPlay.new(rules)
        self.random = random
        self.games: list[WrittenGame] = []
        self.actions: list[Action] = []

    def play(self, games: int) -> Transcript:
        """Some games of the match."""
        while len(self.games) < games and self.match.game is not None:
            before = self.match.match
            self.play_game()
            scored = scored_games(self.match.match)[-1]
            # The file gives the points without automatic doubles and Jacoby.
            result = scored.game
            points = (result.cube >> result.automatic_doubles) * result.kind.multiplier
            self.actions.append(Win(result.winner, 0, points))
            number = len(self.games) + 1
            self.games.append(WrittenGame(number, 0, before.points, tuple(self.actions)))
        length = self.match.match.rules.length
        return Transcript("random.mat", length, ("Alice", "Bob"), tuple(self.games))

    def play_game(self) -> None:
        """One game, to its end."""
        self.actions = []
        number = len(self.match.match.games)
        while len(self.match.match.games) == number:
            self.step()

    def step(self) -> None:
        """One action of whoever is to act."""
        game = self.match.game
        assert game is not None
        side = game.to_act or Side.A
        match game.phase:
            case Phase.OPENING:
                self.match = self.match.act(throw_for_start, *self.dice())
            case Phase.TO_ROLL:
                self.before_rolling(side)
            case Phase.TO_PLAY:
                self.play_dice(side)
            case Phase.DOUBLED:
                self.answer(side)
            case Phase.RESIGNING:
                self.match = self.match.act(accept_resignation, side)

    def dice(self) -> Dice:
        """A roll."""
        return Dice(self.random.randint(1, 6), self.random.randint(1, 6))

    def before_rolling(self, side: Side) -> None:
        """Double now and then, resign rarely, else roll."""
        chance = self.random.random()
        if chance < 0.01:
            self.match = self.match.act(resign, side, self.random.choice(list(Kind)))
        elif chance < 0.2 and self.turned(double, side, CubeWord.DOUBLES):
            return
        else:
            self.match = self.match.act(roll, side, *self.dice())

    def play_dice(self, side: Side) -> None:
        """Any legal play."""
        game = self.match.game
        assert game is not None
        assert game.dice is not None
        if not game.plays:
            self.actions.append(Roll(side, 0, game.dice))
            self.match = self.match.act(play, side, None)
        else:
            choice = self.random.choice(game.plays)
            self.actions.append(Roll(side, 0, game.dice, paths_of(choice)))
            self.match = self.match.act(play, side, choice.after)

    def answer(self, side: Side) -> None:
        """Beaver now and then, drop rarely, else take."""
        game = self.match.game
        assert game is not None
        assert game.offer is not None
        chance = self.random.random()
        if chance < 0.2 and self.turned(beaver, side, CubeWord.BEAVERS):
            return
        if chance < 0.3:
            self.actions.append(CubeAction(side, 0, CubeWord.DROPS))
            self.match = self.match.act(drop, side)
        else:
            if not game.offer.animals:
                self.actions.append(CubeAction(side, 0, CubeWord.TAKES))
            self.match = self.match.act(take, side)

    def turned(self, action: object, side: Side, word: CubeWord) -> bool:
        """Turn the cube, if that is allowed here."""
        try:
            self.match = self.match.act(action, side)  # type: ignore[arg-type]
        except RulesError:
            return False
        game = self.match.game
        assert game is not None
        assert game.offer is not None
        value = game.offer.value >> game.offer.cube.automatic_doubles
        self.actions.append(CubeAction(side, 0, word, value))
        return True


def outcomes(state: MatchState) -> list[tuple[Score, bool, Side, int, GameEnd]]:
    """What is known of every recorded game."""
    return [
        (game.before, game.crawford, game.game.winner, game.points, game.game.ended_by)
        for game in scored_games(state)
    ]


def outcomes_of_file(
    transcript: Transcript, rules: MatchRules
) -> list[tuple[Score, bool, Side | None, int, GameEnd]]:
    """The same from the file, written and read."""
    match = replay(read_mat(write_mat(transcript).encode()), rules)
    assert match.problems == ()
    return [
        (game.score, game.crawford, game.winner, game.points, game.result.ended_by)
        for game in match.games
        if game.result is not None
    ]


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 9), st.booleans(), st.integers(0, 2**32))
def test_a_match_played_at_random_comes_back_from_its_file(
    length: int, crawford: bool, seed: int
) -> None:
    rules = MatchRules(length, crawford=crawford)
    table = Table(rules, Random(seed))
    transcript = table.play(games=12)
    assert outcomes_of_file(transcript, rules) == outcomes(table.match.match)


@settings(max_examples=15, deadline=None)
@given(st.booleans(), st.integers(0, 3), st.integers(0, 2**32))
def test_a_money_session_played_at_random_comes_back_from_its_file(
    jacoby: bool, animals: int, seed: int
) -> None:
    """All but the last game: whether it began with an automatic double, no score tells."""
    rules = MatchRules(0, jacoby=jacoby, beavers=animals, automatic_doubles=1, max_cube=1024)
    table = Table(rules, Random(seed))
    transcript = table.play(games=5)
    assert outcomes_of_file(transcript, rules)[:-1] == outcomes(table.match.match)[:-1]
