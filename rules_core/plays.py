"""Plays: what a player may do with a roll, and what comes of it (docs/rules.md, "Moving")."""

from __future__ import annotations

from typing import NamedTuple

from rules_core.board import Position
from rules_core.dice import checked_dice
from rules_core.search import Step, after_steps, blots, ways_to_play


class Move(NamedTuple):
    """One checker moved by one number."""

    source: int
    target: int
    hits: bool


class Play(NamedTuple):
    """One distinct result of a roll, with one way to reach it."""

    before: Position
    steps: tuple[Step, ...]
    """From and to, a number each; empty if no number could be played."""

    def __str__(self) -> str:
        """In standard notation."""
        from rules_core.notation.standard import write_play

        return write_play(self)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The steps with the hits marked."""
        to_hit = blots(self.before)
        moves = []
        for source, target in self.steps:
            moves.append(Move(source, target, bool(to_hit >> target & 1)))
            to_hit &= ~(1 << target)
        return tuple(moves)

    @property
    def after(self) -> Position:
        """The board with the checkers down and the other player on roll."""
        return after_steps(self.before, self.steps)


def legal_plays(position: Position, dice: tuple[int, int]) -> tuple[Play, ...]:
    """Every distinct result of the roll, once; none at all if no number can be played.

    >>> len(legal_plays(Position.start(), (3, 1)))
    16
    """
    ways = ways_to_play(position, *checked_dice(*dice))
    return tuple([Play(position, steps) for steps in ways.values()])
