"""Which periodic jobs are due."""

from __future__ import annotations

import pytest

from outbox.timetable import Timetable

pytestmark = pytest.mark.unit

SCHEDULE = {
    "often": {"task": "often", "schedule": 10.0},
    "seldom": {"task": "seldom", "schedule": 25},
}


def test_a_task_is_due_once_each_period() -> None:
    timetable = Timetable(SCHEDULE, now=0.0)
    assert timetable.take_due(now=9.9) == []
    assert timetable.take_due(now=10.0) == ["often"]
    assert timetable.take_due(now=10.1) == []
    assert timetable.take_due(now=26.0) == ["often", "seldom"]


def test_what_was_missed_several_times_is_due_once() -> None:
    timetable = Timetable(SCHEDULE, now=0.0)
    assert timetable.take_due(now=1000.0) == ["often", "seldom"]
    assert timetable.take_due(now=1001.0) == []
