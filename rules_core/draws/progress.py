"""An event in play: who sits where, what can be played, what fell away.

The state of a pairing follows from its two seats and its outcome alone, so a result costs the same
however many came before: ``ripple`` looks at the pairing, at the (at most two) pairings that wait
for it, and further only through byes and walkovers.

A withdrawn entrant keeps the place in the draw and is walked over wherever somebody else waits. Those
walkovers are outcomes like any other and are to be kept with the results; byes need not be kept.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from rules_core.draws.plan import Bye, LoserOf, OnlyIf, Pairing, Plan, Seed, Slot
from rules_core.errors import RulesError
from rules_core.sides import Side


class PairingNotReady(RulesError):
    """A result for a pairing that is not, or not yet, a match between two entrants."""

    code = "match_not_ready"


class UnknownPairing(RulesError):
    """A result for a pairing that the plan does not have."""

    code = "unknown_pairing"


class Empty(Enum):
    """What a seat holds when it does not hold an entrant."""

    UNKNOWN = "unknown"
    """Depends on a match still to come."""
    NOBODY = "nobody"
    """Stays empty for good."""


Seat = int | Empty
"""An entrant's seed number, or why there is none."""


class Outcome(StrEnum):
    """How a match between two entrants ended, as far as the draw goes."""

    A = "a"
    B = "b"
    WALKOVER_A = "walkover_a"
    """Side a goes on without play."""
    WALKOVER_B = "walkover_b"
    DOUBLE_FORFEIT = "double_forfeit"
    """Neither side goes on, and neither drops into another bracket."""

    @property
    def winner(self) -> Side | None:
        """The side that goes on."""
        return _WINNERS[self]


_WINNERS: dict[Outcome, Side | None] = {
    Outcome.A: Side.A,
    Outcome.B: Side.B,
    Outcome.WALKOVER_A: Side.A,
    Outcome.WALKOVER_B: Side.B,
    Outcome.DOUBLE_FORFEIT: None,
}


class Status(StrEnum):
    """Where a pairing stands, as far as the draw goes."""

    WAITING = "waiting"
    READY = "ready"
    FINISHED = "finished"
    BYE = "bye"
    WALKOVER = "walkover"
    VOID = "void"

    @property
    def decided(self) -> bool:
        """Whether nothing more is to happen here."""
        return self not in {Status.WAITING, Status.READY}


class VoidReason(StrEnum):
    """Why nobody goes on from a pairing."""

    DOUBLE_FORFEIT = "double_forfeit"
    NOBODY_LEFT = "nobody_left"
    """Neither seat will ever be filled."""
    NOT_NEEDED = "not_needed"
    """The second match of a grand final that the first one decided."""


_DECIDED_BY_OUTCOME = {
    Outcome.A: Status.FINISHED,
    Outcome.B: Status.FINISHED,
    Outcome.WALKOVER_A: Status.WALKOVER,
    Outcome.WALKOVER_B: Status.WALKOVER,
    Outcome.DOUBLE_FORFEIT: Status.VOID,
}


@dataclass(frozen=True, slots=True)
class Sitting:
    """One pairing in play: its seats and its outcome."""

    a: Seat
    b: Seat
    outcome: Outcome | None = None
    needed: bool | None = True
    """False: its condition failed; None: its condition is still open."""

    @property
    def status(self) -> Status:
        """What is to be done, or has happened, here."""
        if self.needed is False:
            return Status.VOID
        if self.outcome is not None:
            return _DECIDED_BY_OUTCOME[self.outcome]
        if self.needed is None or Empty.UNKNOWN in (self.a, self.b):
            return Status.WAITING
        empty = (self.a, self.b).count(Empty.NOBODY)
        return (Status.READY, Status.BYE, Status.VOID)[empty]

    @property
    def void_reason(self) -> VoidReason | None:
        """Why nobody goes on from here, if nobody does."""
        if self.status is not Status.VOID:
            return None
        if self.needed is False:
            return VoidReason.NOT_NEEDED
        return VoidReason.DOUBLE_FORFEIT if self.outcome else VoidReason.NOBODY_LEFT

    @property
    def winning_side(self) -> Side | None:
        """The side that goes on, by play, by walkover or by a bye."""
        if self.status is Status.BYE:
            return Side.B if self.a is Empty.NOBODY else Side.A
        if self.needed and self.outcome:
            return self.outcome.winner
        return None

    @property
    def winner(self) -> Seat:
        """Who goes on as the winner."""
        return self._seat_of(self.winning_side)

    @property
    def loser(self) -> Seat:
        """Who leaves, or drops into another bracket, as the loser."""
        side = self.winning_side
        return self._seat_of(side.other if side else None)

    def _seat_of(self, side: Side | None) -> Seat:
        if side:
            return self.a if side is Side.A else self.b
        return Empty.NOBODY if self.status.decided else Empty.UNKNOWN


Sittings = MutableMapping[str, Sitting]
"""Sittings by pairing id; nothing here writes to one that it was given."""


def play_through(
    plan: Plan, outcomes: Mapping[str, Outcome], withdrawn: Collection[int] = ()
) -> dict[str, Sitting]:
    """Every pairing as it stands after these outcomes.

    ``outcomes`` holds the walkovers that withdrawals brought about as well, once they happened:
    who walked over an entrant and withdrew later has still won that match.
    """
    for unknown in outcomes.keys() - plan.by_id.keys():
        raise UnknownPairing(f"There is no pairing {unknown} in this draw.", pairing=unknown)
    sittings: dict[str, Sitting] = {}
    for pairing in plan.pairings:
        sitting = seated(pairing, sittings)
        outcome = outcomes.get(pairing.id)
        if outcome:
            check_ready(pairing, sitting)
        sittings[pairing.id] = replace(sitting, outcome=outcome or walkover(sitting, withdrawn))
    return sittings


def record(
    plan: Plan, sittings: Sittings, pairing: str, outcome: Outcome, withdrawn: Collection[int] = ()
) -> dict[str, Sitting]:
    """The sittings that differ once a match that can be played has this outcome."""
    check_ready(plan.by_id[pairing], sittings[pairing])
    return ripple(plan, sittings, {pairing: outcome}, withdrawn)


def ripple(
    plan: Plan,
    sittings: Sittings,
    changed: Mapping[str, Outcome | None],
    withdrawn: Collection[int] = (),
) -> dict[str, Sitting]:
    """The sittings that differ once these pairings have these outcomes (None: open again).

    ``sittings`` is only asked for the pairings reached, so it may read them from a database as it
    goes. To withdraw an entrant, give the open pairings that the entrant sits in as they are. A match
    already played keeps its outcome even where its seats change: whether that is allowed is for
    ``rules_core.draws.consequences`` to say.
    """
    changes: dict[str, Sitting] = {}
    now: Sittings = ChainMap(changes, sittings)
    reached = sorted(changed, key=plan.position.__getitem__)
    while reached:
        pairing = plan.by_id[reached.pop(0)]
        before = now[pairing.id]
        outcome = changed.get(pairing.id, before.outcome)
        sitting = seated(pairing, now)
        sitting = replace(sitting, outcome=outcome or walkover(sitting, withdrawn))
        if sitting != before:
            changes[pairing.id] = sitting
            reached = sorted({*reached, *plan.followers[pairing.id]}, key=plan.position.__getitem__)
    return changes


def seated(pairing: Pairing, sittings: Sittings) -> Sitting:
    """A pairing with the seats that the pairings before it fill."""
    return Sitting(
        a=_seat(pairing.a, sittings),
        b=_seat(pairing.b, sittings),
        needed=_needed(pairing.only_if, sittings),
    )


def check_ready(pairing: Pairing, sitting: Sitting) -> None:
    """Refuse a result where two entrants do not sit face to face."""
    if sitting.status is not Status.READY:
        raise PairingNotReady(
            f"Pairing {pairing.id} is {sitting.status}: it takes a result once two entrants are in it.",
            pairing=pairing.id,
            status=str(sitting.status),
        )


def walkover(sitting: Sitting, withdrawn: Collection[int]) -> Outcome | None:
    """What a withdrawal makes of a match that could be played."""
    if sitting.status is not Status.READY:
        return None
    absent = (sitting.a in withdrawn, sitting.b in withdrawn)
    return {
        (True, True): Outcome.DOUBLE_FORFEIT,
        (True, False): Outcome.WALKOVER_B,
        (False, True): Outcome.WALKOVER_A,
    }.get(absent)


def _seat(slot: Slot, sittings: Sittings) -> Seat:
    if isinstance(slot, Seed):
        return slot.number
    if isinstance(slot, Bye):
        return Empty.NOBODY
    source = sittings[slot.pairing]
    if not isinstance(slot, LoserOf):
        return source.winner
    if slot.side and slot.side is source.winning_side:
        return Empty.NOBODY
    return source.loser


def _needed(condition: OnlyIf | None, sittings: Sittings) -> bool | None:
    if condition is None:
        return True
    source = sittings[condition.pairing]
    if not source.status.decided:
        return None
    return source.winning_side is condition.side and isinstance(source.loser, int)
