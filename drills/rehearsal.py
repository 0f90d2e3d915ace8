"""One drill from beginning to end: people report, something breaks, and then everything is counted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from drills.evening import Evening
from drills.installations import Inspection, Installation, OneProcess, WholeCluster
from drills.parts import wait_until
from drills.reporters import Reporter, reporting
from drills.rest import Client
from drills.tally import Counted, Tally

I = TypeVar("I", bound=Installation)  # noqa: E741 -- an installation
REPORTERS = 4
WARM_UP = 15
"""Results that are acknowledged before anything breaks."""
AFTERWARDS_SECONDS = 2
"""How long people go on reporting once all is well again."""
LAG_SECONDS = 10
"""Within this after the end of a fault, all that follows from what was recorded is there."""


@dataclass
class Scene(Generic[I]):
    """What a drill works with."""

    place: I
    evening: Evening
    tally: Tally
    token: str
    events: list[str] = field(default_factory=list)
    """All that is played, by their slugs."""
    scale: float = 1.0
    """The part of all repetitions that is done: a short drill does fewer."""
    notes: list[str] = field(default_factory=list)
    """What else the report should say."""
    clients: list[Client] = field(default_factory=list)
    """All that were ever made."""

    def times(self, whole: int) -> int:
        """How often to do something that a whole drill does so many times."""
        return max(1, round(whole * self.scale))

    def seconds(self, whole: float) -> float:
        """How long to do something that a whole drill does for so long."""
        return max(2.0, whole * self.scale)

    def client(self) -> Client:
        """Somebody with a director's token."""
        self.clients.append(Client(self.place.ports, self.token))
        return self.clients[-1]

    def hang_up(self) -> None:
        """Nobody has anything more to ask."""
        for client in self.clients:
            client.hang_up()

    def reporter(self, *, is_patient: bool = True) -> Reporter:
        """Somebody at a board."""
        return Reporter(self.client(), self.evening, self.tally, is_patient=is_patient)


@dataclass(frozen=True)
class Drill(Generic[I]):
    """A promise, and the way it is put to the test."""

    promise: str
    fault: Callable[[Scene[I]], None]
    """Breaks something, and returns as soon as nothing is broken any more."""
    engine: type[I]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """By which it can be asked for."""
        return self.fault.__name__

    @property
    def what_happens(self) -> str:
        """What is done to the installation."""
        return " ".join((self.fault.__doc__ or "").split())


@dataclass(frozen=True)
class Outcome:
    """How a drill ended."""

    drill: Drill[WholeCluster] | Drill[OneProcess]
    counted: Counted
    tries: int
    refusals: list[str]
    inspection: Inspection
    lag: float
    """Seconds from the end of the fault until all jobs asked for before it were done."""
    seconds: float
    notes: list[str]

    @property
    def torn(self) -> int:
        """What ``verify`` names, or a rebuild would change."""
        return len(self.inspection.differences) + (not self.inspection.rebuilt_the_same)

    @property
    def faults(self) -> list[str]:
        """Why the promise was not kept; empty if it was."""
        counted = self.counted
        found = []
        if counted.lost or counted.doubled:
            found.append(f"{counted.lost} lost, {counted.doubled} doubled")
        if self.refusals:
            found.append(f"{len(self.refusals)} refused: {self.refusals[0]}")
        found += self.inspection.differences[:3]
        if not self.inspection.rebuilt_the_same:
            found.append("a rebuild changes what is derived")
        return found

    @property
    def is_late(self) -> bool:
        """Whether the jobs took longer than promised; on a busy machine they may."""
        return self.lag > LAG_SECONDS


@dataclass(frozen=True)
class BrokenOff:
    """A drill that did not come to its end."""

    name: str
    why: str


def rehearse(drill: Drill[I], place: I, *, scale: float = 1.0) -> Outcome:
    """Run a drill on an installation that is running."""
    started = time.monotonic()
    token = place.token()
    organiser = Client(place.ports, token)
    evening = Evening(organiser)
    scene = Scene(place, evening, Tally(), token, list(evening.events), scale, clients=[organiser])
    # One of them never tries again: that result may be recorded once or not at all.
    crowd = [scene.reporter(is_patient=number > 0) for number in range(REPORTERS)]
    with reporting(crowd):
        wait_until(lambda: scene.tally.acknowledged >= WARM_UP, "results are acknowledged")
        drill.fault(scene)
        lag = _seconds_until_done(place)
        time.sleep(AFTERWARDS_SECONDS)
    scene.hang_up()
    _wait_for_jobs(place, lambda: not place.waiting_jobs())
    inspection = place.inspect(scene.events)
    return Outcome(
        drill=drill,  # type: ignore[arg-type]
        counted=scene.tally.compared_with(inspection.recorded),
        tries=scene.tally.tries,
        refusals=scene.tally.refusals,
        inspection=inspection,
        lag=lag,
        seconds=time.monotonic() - started,
        notes=scene.notes,
    )


def _seconds_until_done(place: Installation) -> float:
    """How long the jobs take that wait now, while more are asked for."""
    started = time.monotonic()
    waiting = place.waiting_jobs()
    _wait_for_jobs(place, lambda: not waiting & place.waiting_jobs())
    return time.monotonic() - started


def _wait_for_jobs(place: Installation, are_done: Callable[[], bool]) -> None:
    try:
        wait_until(are_done, "the jobs are done")
    except TimeoutError as error:
        raise TimeoutError(f"{error} Those that failed: {place.failing_jobs()}") from error


def gather(names: Sequence[str], drills: Sequence[Drill[I]]) -> list[Drill[I]]:
    """Those that are asked for by name; all if none is."""
    return [drill for drill in drills if not names or drill.name in names]
