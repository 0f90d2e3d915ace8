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


def _sits_otherwise(before: PairingState, after: PairingState) -> bool:
    return (before.a, before.b, before.needed) != (after.a, after.b, after.needed)


def follows_from_absence(state: PairingState, withdrawn: Container[int]) -> bool:
    """Whether the outcome came from a withdrawal, so that nothing anybody did is lost."""
    return walkover(replace(state, outcome=None), withdrawn) == state.outcome
