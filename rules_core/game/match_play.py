"""A match or money session at the board: game after game, play by play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Concatenate, ParamSpec

from rules_core.game.refusals import GameInProgress
from rules_core.game.state import GameState
from rules_core.match import (
    GameTerms,
    MatchFinished,
    MatchRules,
    MatchState,
    NothingToUndo,
    record,
)

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class MatchPlay:
    """The record of a match and the game on the board.

    A finished game goes into the record as the same ``GameResult`` that somebody who only
    writes down results would enter, so both ways of following a match give the same score.
    """

    match: MatchState
    game: GameState | None
    """The game on the board; none once the match is over."""
    before: MatchPlay | None = field(default=None, compare=False, repr=False)
    """Where things stood before the last action."""

    @classmethod
    def new(cls, rules: MatchRules) -> MatchPlay:
        """A match before its first opening dice."""
        return cls._next_game(MatchState.new(rules), None)

    @classmethod
    def _next_game(cls, match: MatchState, before: MatchPlay | None) -> MatchPlay:
        game = None if match.finished else GameState.new(GameTerms.of(match))
        return cls(match, game, before)

    def act(
        self,
        action: Callable[Concatenate[GameState, P], GameState],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> MatchPlay:
        """The match after an action of ``rules_core.game`` on the game on the board."""
        if self.game is None:
            raise MatchFinished("The match is over: there is no game on the board.")
        game = action(self.game, *args, **kwargs)
        if game.result is None:
            return MatchPlay(self.match, game, self)
        return self._next_game(record(self.match, game.result), self)

    def enter(
        self,
        entry: Callable[Concatenate[MatchState, P], MatchState],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> MatchPlay:
        """The match after a penalty, an ending or a final score (``rules_core.match``).

        What ends the match may come at any time. A penalty changes the score that the terms of a
        game hang on, so it waits until the game on the board is over.
        """
        match = entry(self.match, *args, **kwargs)
        fresh = GameState.new(GameTerms.of(self.match))
        if not match.finished and self.game != fresh:
            raise GameInProgress("A game has started. Record this when it is over.")
        return self._next_game(match, self)

    def undo(self) -> MatchPlay:
        """Where things stood before the last action."""
        if self.before is None:
            raise NothingToUndo("There is nothing to undo.")
        return self.before
