"""Whole events played with random results, without a database."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rules_core.draws.plan import Plan
from rules_core.draws.progress import (
    Outcome,
    Sitting,
    Status,
    play_through,
    record,
    ripple,
    seated,
)

PLAYED = (Outcome.A, Outcome.B)
ANYTHING = (*PLAYED * 4, Outcome.WALKOVER_A, Outcome.WALKOVER_B, Outcome.DOUBLE_FORFEIT)


class Event:
    """An event in play: the plan, the sittings and who withdrew."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.withdrawn: set[int] = set()
        self.sittings: dict[str, Sitting] = play_through(plan, {})

    @property
    def ready(self) -> list[str]:
        return [key for key, sitting in self.sittings.items() if sitting.status is Status.READY]

    @property
    def outcomes(self) -> dict[str, Outcome]:
        return {key: sitting.outcome for key, sitting in self.sittings.items() if sitting.outcome}

    def record(self, pairing: str, outcome: Outcome) -> None:
        self.sittings |= record(self.plan, self.sittings, pairing, outcome, self.withdrawn)

    def withdraw(self, entrant: int) -> None:
        self.withdrawn.add(entrant)
        open_pairings = {
            key: None
            for key, sitting in self.sittings.items()
            if entrant in (sitting.a, sitting.b) and not sitting.status.decided
        }
        self.sittings |= ripple(self.plan, self.sittings, open_pairings, self.withdrawn)

    def finish(self, random: Random, outcomes: tuple[Outcome, ...] = PLAYED) -> None:
        """Play every match that can be played, in any order, until none can."""
        ready = self.ready
        while ready:
            index = random.randrange(len(ready))
            pairing, ready[index] = ready[index], ready[-1]
            ready.pop()
            if self.sittings[pairing].status is not Status.READY:
                continue
            changes = record(
                self.plan, self.sittings, pairing, random.choice(outcomes), self.withdrawn
            )
            self.sittings |= changes
            ready += [key for key, sitting in changes.items() if sitting.status is Status.READY]


def played(plan: Plan, seed: int, outcomes: tuple[Outcome, ...] = PLAYED) -> Event:
    event = Event(plan)
    event.finish(Random(seed), outcomes)
    return event


def dealt(plan: Plan, random: Random, outcomes: tuple[Outcome, ...] = PLAYED) -> dict[str, Sitting]:
    """The whole event in the order of the plan: quicker than match by match."""
    sittings: dict[str, Sitting] = {}
    for pairing in plan.pairings:
        sitting = seated(pairing, sittings)
        ready = sitting.status is Status.READY
        sittings[pairing.id] = (
            replace(sitting, outcome=random.choice(outcomes)) if ready else sitting
        )
    return sittings
