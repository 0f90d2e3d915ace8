"""Of what is called p, about p happens; 20,000 events are measured in docs/performance.md."""

from __future__ import annotations

from math import sqrt

import pytest

from benchmarks.calibration import by_tenths, called

pytestmark = pytest.mark.unit


def test_what_is_called_happens_as_often() -> None:
    groups = by_tenths(called(300))
    assert len(groups) >= 10
    for many, said, happened in groups.values():
        # Four standard deviations of so many, and what a forecast may itself be off by.
        assert abs(happened - said) < 4 * sqrt(max(said * (1 - said), 0.01) / many) + 0.02
