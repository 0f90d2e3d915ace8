"""An event in play: who sits where, what can be played, what fell away.

The state of a pairing follows from its two seats and its outcome alone, so a result costs the same
however many came before: ``propagate`` looks at the pairing, at the (at most two) pairings that wait
for it, and further only through byes and walkovers.

A withdrawn entrant keeps the place in the draw and is walked over wherever somebody else waits. Those
walkovers are outcomes like any other and are to be kept with the results; byes need not be kept.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Container, Mapping, MutableMapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from rules_core.choices import choose, chosen
from rules_core.draws.plan import Bye, LoserOf, OnlyIf, Plan, PlannedPairing, Seed, Slot
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


class PairingStatus(StrEnum):
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
        return self not in {PairingStatus.WAITING, PairingStatus.READY}


class VoidReason(StrEnum):
    """Why nobody goes on from a pairing."""

    DOUBLE_FORFEIT = "double_forfeit"
    NOBODY_LEFT = "nobody_left"
    """Neither seat will ever be filled."""
    NOT_NEEDED = "not_needed"
    """The second match of a grand final that the first one decided."""


_DECIDED_BY_OUTCOME = {
    Outcome.A: PairingStatus.FINISHED,
    Outcome.B: PairingStatus.FINISHED,
    Outcome.WALKOVER_A: PairingStatus.WALKOVER,
    Outcome.WALKOVER_B: PairingStatus.WALKOVER,
    Outcome.DOUBLE_FORFEIT: PairingStatus.VOID,
}


@dataclass(frozen=True, slots=True)
class PairingState:
    """One pairing in play: its seats and its outcome."""

    a: Seat
    b: Seat
    outcome: Outcome | None = None
    needed: bool | None = True
    """False: its condition failed; None: its condition is still open."""

    def __post_init__(self) -> None:
        choose(self, "outcome", "outcome", Outcome, or_none=True)

    @property
    def status(self) -> PairingStatus:
        """What is to be done, or has happened, here."""
        if self.needed is False:
            return PairingStatus.VOID
        if self.outcome is not None:
            return _DECIDED_BY_OUTCOME[self.outcome]
        if self.needed is None or Empty.UNKNOWN in (self.a, self.b):
            return PairingStatus.WAITING
        empty = (self.a, self.b).count(Empty.NOBODY)
        return (PairingStatus.READY, PairingStatus.BYE, PairingStatus.VOID)[empty]

    @property
    def void_reason(self) -> VoidReason | None:
        """Why nobody goes on from here, if nobody does."""
        if self.status is not PairingStatus.VOID:
            return None
        if self.needed is False:
            return VoidReason.NOT_NEEDED
        return VoidReason.DOUBLE_FORFEIT if self.outcome else VoidReason.NOBODY_LEFT

    @property
    def winning_side(self) -> Side | None:
        """The side that goes on, by play, by walkover or by a bye."""
        if self.status is PairingStatus.BYE:
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
        return _nobody(self.status.decided)


def _nobody(decided: bool) -> Empty:
    return Empty.NOBODY if decided else Empty.UNKNOWN


PairingStates = MutableMapping[str, PairingState]
"""The states of pairings by their id; nothing here writes to one that it was given."""


def play_through(
    plan: Plan, outcomes: Mapping[str, Outcome], withdrawn: Container[int] = ()
) -> dict[str, PairingState]:
    """Every pairing as it stands after these outcomes.

    ``outcomes`` holds the walkovers that withdrawals brought about as well, once they happened:
    who walked over an entrant and withdrew later has still won that match.
    """
    for unknown in outcomes.keys() - plan.by_id.keys():
        raise UnknownPairing(f"There is no pairing {unknown} in this draw.", pairing=unknown)
    states: dict[str, PairingState] = {}
    for pairing in plan.pairings:
        state = seated(pairing, states)
        outcome = outcomes.get(pairing.id)
        if outcome is None:
            outcome = walkover(state, withdrawn)
        else:
            check_ready(pairing, state)
        states[pairing.id] = replace(state, outcome=outcome)
    return states


def record_outcome(
    plan: Plan,
    states: PairingStates,
    pairing: str,
    outcome: Outcome,
    withdrawn: Container[int] = (),
) -> dict[str, PairingState]:
    """The states that differ once a match that can be played has this outcome."""
    outcome = chosen("outcome", outcome, Outcome)
    check_ready(plan.by_id[pairing], states[pairing])
    return propagate(plan, states, {pairing: outcome}, withdrawn)


def propagate(
    plan: Plan,
    states: PairingStates,
    changed: Mapping[str, Outcome | None],
    withdrawn: Container[int] = (),
) -> dict[str, PairingState]:
    """The states that differ once these pairings have these outcomes (None: open again).

    ``states`` is only asked for the pairings reached, so it may read them from a database as it
    goes. To withdraw an entrant, give the open pairings that the entrant sits in as they are. A match
    already played keeps its outcome even where its seats change: whether that is allowed is for
    ``rules_core.draws.consequences`` to say.
    """
    changes: dict[str, PairingState] = {}
    now: PairingStates = ChainMap(changes, states)
    reached = sorted(changed, key=plan.position.__getitem__)
    while reached:
        pairing = plan.by_id[reached.pop(0)]
        before = now[pairing.id]
        outcome = changed.get(pairing.id, before.outcome)
        state = seated(pairing, now)
        if outcome is None:
            outcome = walkover(state, withdrawn)
        if outcome is not None:
            state = replace(state, outcome=outcome)
        if state != before:
            changes[pairing.id] = state
            if _passed_on(state) != _passed_on(before):
                followers = plan.followers[pairing.id]
                reached = sorted({*reached, *followers}, key=plan.position.__getitem__)
    return changes


def _passed_on(state: PairingState) -> tuple[object, ...]:
    """All that the pairings after one ask of it; a match that can now be played changes none of it."""
    decided, side = state.status.decided, state.winning_side
    if side is None:
        return decided, None, _nobody(decided), _nobody(decided)
    seats = (state.a, state.b) if side is Side.A else (state.b, state.a)
    return decided, side, *seats


def seated(pairing: PlannedPairing, states: PairingStates) -> PairingState:
    """A pairing with the seats that the pairings before it fill."""
    return PairingState(
        a=_seat(pairing.a, states),
        b=_seat(pairing.b, states),
        needed=_needed(pairing.only_if, states),
    )


def check_ready(pairing: PlannedPairing, state: PairingState) -> None:
    """Refuse a result where two entrants do not sit face to face."""
    if state.status is not PairingStatus.READY:
        raise PairingNotReady(
            f"Pairing {pairing.id} is {state.status}: it takes a result once two entrants are in it.",
            pairing=pairing.id,
            status=str(state.status),
        )


def walkover(state: PairingState, withdrawn: Container[int]) -> Outcome | None:
    """What a withdrawal makes of a match that could be played."""
    if state.status is not PairingStatus.READY:
        return None
    absent = (state.a in withdrawn, state.b in withdrawn)
    return {
        (True, True): Outcome.DOUBLE_FORFEIT,
        (True, False): Outcome.WALKOVER_B,
        (False, True): Outcome.WALKOVER_A,
    }.get(absent)


def _seat(slot: Slot, states: PairingStates) -> Seat:
    if isinstance(slot, Seed):
        return slot.number
    if isinstance(slot, Bye):
        return Empty.NOBODY
    source = states[slot.pairing]
    if not isinstance(slot, LoserOf):
        return source.winner
    if slot.side and slot.side is source.winning_side:
        return Empty.NOBODY
    return source.loser


def _needed(condition: OnlyIf | None, states: PairingStates) -> bool | None:
    if condition is None:
        return True
    source = states[condition.pairing]
    if not source.status.decided:
        return None
    return source.winning_side is condition.side and isinstance(source.loser, int)
