"""Of what is called p, about p happens; 200,000 events are measured in docs/performance.md."""

from __future__ import annotations

import pytest

from benchmarks.calibration import by_tenths, called

pytestmark = pytest.mark.unit


def test_what_is_called_happens_as_often() -> None:
    everything = [one for group in called(300).values() for one in group]
    groups = by_tenths(everything)
    assert len(groups) >= 10
    for one in groups.values():
        # Four standard deviations of so many, and what a forecast may itself be off by.
        at_least = 0.1 / one.many**0.5
        assert abs(one.happened - one.said) < 4 * max(one.by_luck, at_least) + 0.02
