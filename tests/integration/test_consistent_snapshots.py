"""What is published is one state of its stage, whatever is changed while it is being read."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from threading import Event

import pytest
from django.db import connection

from players.actors import SYSTEM
from tests.integration.nights import ACTIONS, FORMATS, Night
from tournaments.services.draws import draw_stage
from tournaments.services.snapshots import is_fresh, refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True), pytest.mark.slow]

ENTRANTS, STEPS = 12, 30
REST = {"postgresql": 0.0, "sqlite": 0.2}
"""Seconds. SQLite has one writer and no queue: who never rests keeps everybody else out."""


@contextmanager
def refreshing(stage_id: int) -> Iterator[None]:
    """Publish the stage again and again on another connection; what fails there fails here."""
    over = Event()

    def publish() -> int:
        times = 0
        try:
            while not over.is_set():
                refresh_snapshot(stage_id=stage_id)
                times += 1
                over.wait(REST[connection.vendor])
        finally:
            connection.close()
        return times

    with ThreadPoolExecutor(1) as publisher:
        published = publisher.submit(publish)
        try:
            yield
        finally:
            over.set()
        assert published.result() > 0


@pytest.mark.parametrize("format_name", [*FORMATS])
def test_a_stage_is_published_while_everything_happens_to_it(format_name: str) -> None:
    night = Night(format_name, ENTRANTS)
    luck = Random(format_name)
    with refreshing(night.stage.pk):
        for _ in range(10):
            draw_stage(stage_id=night.stage.pk, actor=SYSTEM, redraw=True)
        for step in luck.choices(ACTIONS, k=STEPS):
            night.step(step, luck.randrange(100))
    refresh_snapshot(stage_id=night.stage.pk)
    assert is_fresh(stage_id=night.stage.pk)
