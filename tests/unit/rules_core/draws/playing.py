"""Whole events played with random results, without a database."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rules_core.draws.advancement import (
    Outcome,
    PairingState,
    PairingStatus,
    play_through,
    propagate,
    record_outcome,
    seated,
)
from rules_core.draws.plan import Plan

PLAYED = (Outcome.A, Outcome.B)
ANYTHING = (*PLAYED * 4, Outcome.WALKOVER_A, Outcome.WALKOVER_B, Outcome.DOUBLE_FORFEIT)


class Event:
    """An event in play: the plan, the sittings and who withdrew."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.withdrawn: set[int] = set()
        self.states: dict[str, PairingState] = play_through(plan, {})

    @property
    def ready(self) -> list[str]:
        return [key for key, state in self.states.items() if state.status is PairingStatus.READY]

    @property
    def outcomes(self) -> dict[str, Outcome]:
        return {key: state.outcome for key, state in self.states.items() if state.outcome}

    def record(self, pairing: str, outcome: Outcome) -> None:
        self.states |= record_outcome(self.plan, self.states, pairing, outcome, self.withdrawn)

    def withdraw(self, entrant: int) -> None:
        self.withdrawn.add(entrant)
        open_pairings = {
            key: None
            for key, state in self.states.items()
            if entrant in (state.a, state.b) and not state.status.decided
        }
        self.states |= propagate(self.plan, self.states, open_pairings, self.withdrawn)

    def finish(self, random: Random, outcomes: tuple[Outcome, ...] = PLAYED) -> None:
        """Play every match that can be played, in any order, until none can."""
        ready = self.ready
        while ready:
            index = random.randrange(len(ready))
            pairing, ready[index] = ready[index], ready[-1]
            ready.pop()
            if self.states[pairing].status is not PairingStatus.READY:
                continue
            changes = record_outcome(
                self.plan, self.states, pairing, random.choice(outcomes), self.withdrawn
            )
            self.states |= changes
            ready += [key for key, state in changes.items() if state.status is PairingStatus.READY]


def played(plan: Plan, seed: int, outcomes: tuple[Outcome, ...] = PLAYED) -> Event:
    event = Event(plan)
    event.finish(Random(seed), outcomes)
    return event


def dealt(
    plan: Plan, random: Random, outcomes: tuple[Outcome, ...] = PLAYED
) -> dict[str, PairingState]:
    """The whole event in the order of the plan: quicker than match by match."""
    states: dict[str, PairingState] = {}
    for pairing in plan.pairings:
        state = seated(pairing, states)
        ready = state.status is PairingStatus.READY
        states[pairing.id] = replace(state, outcome=random.choice(outcomes)) if ready else state
    return states
