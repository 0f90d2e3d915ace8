"""The same work is not done without a pause; other work does not wait for it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from outbox import throttle

pytestmark = pytest.mark.unit


@dataclass
class Clock:
    """Time that passes only when somebody works or waits."""

    now: float = 100.0
    waited: float = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.waited += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(throttle, "time", clock)
    monkeypatch.setattr(throttle, "_rested_at", {})
    return clock


def waited_for(clock: Clock, work: str, seconds: float) -> float:
    before = clock.waited
    with throttle.in_turn(work):
        clock.now += seconds
    return round(clock.waited - before, 3)


def test_the_first_waits_for_nobody_and_the_next_four_times_as_long_as_the_work(
    clock: Clock,
) -> None:
    assert waited_for(clock, "publish", 0.03) == 0
    assert waited_for(clock, "publish", 0.02) == 0.12
    assert waited_for(clock, "publish", 0.02) == 0.08


def test_a_rest_ends_by_itself(clock: Clock) -> None:
    waited_for(clock, "publish", 0.03)
    clock.now += 1
    assert waited_for(clock, "publish", 0.03) == 0


def test_large_work_does_not_keep_people_waiting(clock: Clock) -> None:
    waited_for(clock, "publish", 3)
    assert waited_for(clock, "publish", 3) == throttle.LONGEST_REST


def test_other_work_does_not_wait(clock: Clock) -> None:
    waited_for(clock, "publish", 0.1)
    assert waited_for(clock, "rate", 0.1) == 0


def test_work_that_fails_rests_too(clock: Clock) -> None:
    def fail() -> None:
        with throttle.in_turn("publish"):
            clock.now += 0.05
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert waited_for(clock, "publish", 0) == 0.2


def test_what_has_rested_is_forgotten(clock: Clock) -> None:
    for stage in range(50):
        with throttle.in_turn(f"publish({stage})"):
            clock.now += 0.1
    assert len(throttle._rested_at) <= 1 + throttle.LONGEST_REST / 0.1
