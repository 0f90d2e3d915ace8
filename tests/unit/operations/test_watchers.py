"""How many pages are open is told from how often they ask."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import URLResolver, get_resolver

from operations import watchers

pytestmark = pytest.mark.unit

LIVE_JS = Path(__file__).parents[3] / "static" / "js" / "live.js"


@pytest.fixture(autouse=True)
def _nobody() -> Iterator[None]:
    watchers._asked.clear()
    yield
    watchers._asked.clear()


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(watchers, "time", clock)
    return clock


def test_two_hundred_pages_are_two_hundred_watchers_until_they_are_closed(clock: Clock) -> None:
    for _ in range(20):
        for _ in range(200):
            watchers.note("event-live")
        clock.now += watchers.ASKED_EVERY_SECONDS
    assert watchers.estimate() == pytest.approx(200, rel=0.11)
    clock.now += watchers.WINDOW_SECONDS + 1
    assert watchers.estimate() == 0
    assert len(watchers._asked) <= watchers.WINDOW_SECONDS + 2


def test_other_pages_do_not_count(clock: Clock) -> None:
    watchers.note("home")
    clock.now += 1
    assert watchers.estimate() == 0


def test_the_interval_is_that_of_the_pages() -> None:
    every = re.search(r"^const EVERY = (\d+);$", LIVE_JS.read_text(), re.MULTILINE)
    assert every
    assert int(every[1]) == 1000 * watchers.ASKED_EVERY_SECONDS


def names(resolver: URLResolver | None = None) -> set[str]:
    found: set[str] = set()
    for part in (resolver or get_resolver()).url_patterns:
        found |= names(part) if isinstance(part, URLResolver) else {part.name or ""}
    return found


def test_the_views_are_those_that_there_are() -> None:
    assert names() >= watchers.LIVE_VIEWS


def test_whoever_waits_for_news_is_counted_while_waiting(clock: Clock) -> None:
    watchers.waiting(3)
    assert watchers.estimate() == 3
    watchers.waiting(-2)
    assert watchers.estimate() == 1
    watchers.waiting(-1)
    assert watchers.estimate() == 0
