"""A bracket as it is written down, round by round, from lines that are slots."""

from __future__ import annotations

from collections.abc import Sequence

from rules_core.draws.lengths import Lengths
from rules_core.draws.plan import Bye, LoserOf, PlannedPairing, Slot, WinnerOf

Lines = list[Slot]
"""From the top of the sheet to the bottom; a power of two of them, byes filling up."""


class BracketBuilder:
    """The rounds of one bracket written so far."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.rounds: list[list[tuple[Slot, Slot]]] = []

    def play(self, pairs: Sequence[tuple[Slot, Slot]]) -> Lines:
        """Write one round and return who goes on, in the same order.

        A round in which nobody would have an opponent is not written: all go on as they came.
        """
        if not any(_contested(pair) for pair in pairs):
            return [b if isinstance(a, Bye) else a for a, b in pairs]
        self.rounds.append(list(pairs))
        number = len(self.rounds)
        return [
            Bye() if _empty(pair) else WinnerOf(self._id(number, line))
            for line, pair in enumerate(pairs, start=1)
        ]

    def fold(self, lines: Lines) -> Lines:
        """Write a round in which neighbours meet."""
        return self.play(list(zip(lines[::2], lines[1::2], strict=True)))

    def fold_to_one(self, lines: Lines) -> Slot:
        """Write rounds until one line is left, and return it: the winner."""
        while len(lines) > 1:
            lines = self.fold(lines)
        return lines[0]

    def losers(self, number: int) -> Lines:
        """The losers of a round, in the order of its pairings; a bye has none."""
        return [
            LoserOf(self._id(number, line)) if _contested(pair) else Bye()
            for line, pair in enumerate(self.rounds[number - 1], start=1)
        ]

    def pairings(self, lengths: Lengths, *, rounds_after: int = 0) -> list[PlannedPairing]:
        """All rounds as pairings, empty ones left out.

        ``rounds_after`` are those that follow elsewhere, such as a grand final.
        """
        rounds = len(self.rounds) + rounds_after
        return [
            PlannedPairing(self.code, number, line, a, b, lengths.of(self.code, number, rounds))
            for number, pairs in enumerate(self.rounds, start=1)
            for line, (a, b) in enumerate(pairs, start=1)
            if not _empty((a, b))
        ]

    def _id(self, number: int, line: int) -> str:
        return f"{self.code}-{number}-{line}"


def _contested(pair: tuple[Slot, Slot]) -> bool:
    return not any(isinstance(line, Bye) for line in pair)


def _empty(pair: tuple[Slot, Slot]) -> bool:
    return all(isinstance(line, Bye) for line in pair)
