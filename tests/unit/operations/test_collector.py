"""What a process has loaded is not looked through again and again."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from operations.collector import THRESHOLDS, spare_what_is_loaded


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


class Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.me = self


def test_what_is_there_is_set_aside() -> None:
    spare_what_is_loaded()
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == THRESHOLDS


def test_what_comes_later_is_still_collected() -> None:
    spare_what_is_loaded()
    knot = weakref.ref(Knot())
    gc.collect()
    assert knot() is None
