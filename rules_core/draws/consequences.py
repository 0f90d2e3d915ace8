"""What another outcome of a decided pairing would do to the ones after it.

A result further on counts only between the two who played it. So where a changed outcome puts
somebody else into a seat, what was played there has to go, and what followed from that in turn.
"""

from __future__ import annotations

from collections.abc import Collection, Container
from dataclasses import dataclass, replace

from rules_core.draws.advancement import Outcome, PairingState, PairingStates, propagate, walkover
from rules_core.draws.plan import Plan


@dataclass(frozen=True, slots=True)
class Consequences:
    """Everything that differs, and what is lost by it."""

    changes: dict[str, PairingState]
    """The states that differ, the pairing itself among them."""
    voided: tuple[str, ...]
    """Pairings of which what was played no longer counts, in order of play."""


def consequences(
    plan: Plan,
    states: PairingStates,
    pairing: str,
    outcome: Outcome | None,
    withdrawn: Container[int] = (),
    started: Collection[str] = (),
) -> Consequences:
    """What follows if ``pairing`` has this outcome instead (None: it is open again).

    ``started`` are pairings without an outcome that are being played: that is lost like a result.
    """
    changed: dict[str, Outcome | None] = {pairing: outcome}
    lost: set[str] = set()
    while True:
        changes = propagate(plan, states, changed, withdrawn)
        clashing = {
            key
            for key, state in changes.items()
            if key not in changed
            and (key in started or states[key].outcome is not None)
            and _sits_otherwise(states[key], state)
        }
        if not clashing:
            return Consequences(changes, tuple(sorted(lost, key=plan.position.__getitem__)))
        lost |= {
            key
            for key in clashing
            if key in started or not follows_from_absence(states[key], withdrawn)
        }
        changed |= dict.fromkeys(clashing)


def exchanged(
    plan: Plan,
    states: PairingStates,
    pairing: str,
    outcome: Outcome | None,
    withdrawn: Container[int] = (),
) -> dict[str, PairingState] | None:
    """The states that differ if the other of the two went on, and all that was played later stands.

    Each then sits where the other sat: who was thought to have lost has played what the wrong winner
    is recorded with. None where that cannot be: the same one wins, nobody does, one of them has left,
    or a seat is only filled if the loser came from a certain side.
    """
    before = states[pairing]
    if outcome is None or outcome.winner in (None, before.winning_side):
        return None
    if before.a in withdrawn or before.b in withdrawn:
        return None
    changes = propagate(plan, states, {pairing: outcome}, withdrawn)
    stands = all(
        _filled(states[key]) == _filled(state) and states[key].outcome == state.outcome
        for key, state in changes.items()
        if key != pairing
    )
    return changes if stands else None


def _filled(state: PairingState) -> tuple[bool, bool, bool | None]:
    return isinstance(state.a, int), isinstance(state.b, int), state.needed


def _sits_otherwise(before: PairingState, after: PairingState) -> bool:
    return (before.a, before.b, before.needed) != (after.a, after.b, after.needed)


def follows_from_absence(state: PairingState, withdrawn: Container[int]) -> bool:
    """Whether the outcome came from a withdrawal, so that nothing anybody did is lost."""
    return walkover(replace(state, outcome=None), withdrawn) == state.outcome
