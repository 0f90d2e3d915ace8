"""The shape of a draw: pairings whose slots are filled by seeds, by results, or by nobody.

How byes are written: a pairing with one bye stays in the plan and its other side goes on as its
winner. A slot that nobody can ever fill (the loser of a bye, the winner of an empty pairing) is
itself a ``Bye``, and a pairing of two byes is left out; so round numbers run on without a gap but
the numbers within a round may have one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from rules_core.sides import Side


@dataclass(frozen=True, slots=True)
class Seed:
    """The entrant drawn as number ``number``, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """Whoever wins the pairing with this id."""

    pairing: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """Whoever loses the pairing with this id."""

    pairing: str
    side: Side | None = None
    """Set: only if that side loses, otherwise nobody (a consolation for first-match losers)."""


@dataclass(frozen=True, slots=True)
class Bye:
    """Nobody: the other side goes on without playing."""


Slot = Seed | WinnerOf | LoserOf | Bye


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """A condition: ``side`` wins ``pairing`` over somebody who can play again."""

    pairing: str
    side: Side


@dataclass(frozen=True, slots=True)
class PlannedPairing:
    """One place in a bracket where two entrants may meet."""

    bracket: str
    """The code of the bracket: ``main``, ``consolation``, ``last_chance``, …"""
    round: int
    """Counted from 1 within the bracket."""
    number: int
    """Counted from 1 within the round, from the top of the sheet."""
    a: Slot
    b: Slot
    length: int
    """Points to win."""
    only_if: OnlyIf | None = None
    """Void unless this holds: the second match of a grand final with reset."""

    @property
    def id(self) -> str:
        """A name unique within the plan, such as ``main-2-1``."""
        return f"{self.bracket}-{self.round}-{self.number}"

    @property
    def is_bye(self) -> bool:
        """Whether one side is a bye already on paper."""
        return isinstance(self.a, Bye) or isinstance(self.b, Bye)


@dataclass(frozen=True, slots=True)
class Destination:
    """Where an entrant goes on to: a side of a pairing."""

    pairing: str
    side: Side


@dataclass(frozen=True)
class Plan:
    """All pairings of a stage, in the order in which they can be played."""

    entrants: int
    pairings: tuple[PlannedPairing, ...] = field(default_factory=tuple)

    @cached_property
    def by_id(self) -> dict[str, PlannedPairing]:
        """The pairings by their id."""
        return {pairing.id: pairing for pairing in self.pairings}

    @cached_property
    def position(self) -> dict[str, int]:
        """Where each pairing stands in the order of play."""
        return {pairing.id: index for index, pairing in enumerate(self.pairings)}

    @cached_property
    def brackets(self) -> tuple[str, ...]:
        """The codes of the brackets, in the order in which they start."""
        return tuple(dict.fromkeys(pairing.bracket for pairing in self.pairings))

    @cached_property
    def winner_to(self) -> dict[str, Destination]:
        """Where the winner of a pairing goes on to; the winner of a final goes nowhere."""
        return {slot.pairing: place for slot, place in self._slots() if isinstance(slot, WinnerOf)}

    @cached_property
    def loser_to(self) -> dict[str, Destination]:
        """Where the loser of a pairing goes on to, if anywhere."""
        return {slot.pairing: place for slot, place in self._slots() if isinstance(slot, LoserOf)}

    @cached_property
    def followers(self) -> dict[str, tuple[str, ...]]:
        """The pairings that wait for each pairing: never more than two, whatever the size."""
        waiting: dict[str, dict[str, None]] = {pairing.id: {} for pairing in self.pairings}
        for slot, place in self._slots():
            if isinstance(slot, WinnerOf | LoserOf):
                waiting[slot.pairing][place.pairing] = None
        for pairing in self.pairings:
            if pairing.only_if:
                waiting[pairing.only_if.pairing][pairing.id] = None
        return {source: tuple(targets) for source, targets in waiting.items()}

    def rounds(self, bracket: str) -> dict[int, tuple[PlannedPairing, ...]]:
        """The pairings of one bracket by round."""
        by_round: dict[int, list[PlannedPairing]] = {}
        for pairing in self.pairings:
            if pairing.bracket == bracket:
                by_round.setdefault(pairing.round, []).append(pairing)
        return {number: tuple(pairings) for number, pairings in sorted(by_round.items())}

    def _slots(self) -> Iterator[tuple[Slot, Destination]]:
        for pairing in self.pairings:
            yield pairing.a, Destination(pairing.id, Side.A)
            yield pairing.b, Destination(pairing.id, Side.B)
