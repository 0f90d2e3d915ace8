"""Many who ask and many who work, at the same time: every change is counted, none twice."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction

from outbox.jobs import job, perform
from outbox.models import Message
from outbox.services import enqueue
from tests.integration.outbox.conftest import ask, during

pytestmark = [
    pytest.mark.integration,
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

ASKING, CHANGES, WORKING = 4, 8, 3


@job
def count_boards() -> None:
    """A projection: how many there are, written where others read it."""
    total = Group.objects.select_for_update().get(name__startswith="total")
    total.name = f"total {Group.objects.filter(name__startswith='board').count()}"
    total.save()


def test_a_run_that_covers_many_messages_has_seen_the_change_of_each() -> None:
    Group.objects.create(name="total 0")
    asking = [_thread(partial(_add_boards, asker)) for asker in range(ASKING)]
    finished = threading.Event()
    working = [_thread(partial(_work_until, finished, number)) for number in range(WORKING)]
    for thread in asking:
        thread.join()
    finished.set()
    for thread in working:
        thread.join()
    assert not Message.objects.exists()
    assert Group.objects.get(name__startswith="total").name == f"total {ASKING * CHANGES}"


def _add_boards(asker: int) -> None:
    for change in range(CHANGES):
        with transaction.atomic():
            Group.objects.create(name=f"board {asker} {change}")
            enqueue("tests.count_boards")


def _work_until(finished: threading.Event, seed: int) -> None:
    """Do messages in any order, until there are none and there will be none."""
    dice = random.Random(seed)
    while True:
        no_more = finished.is_set()
        waiting = list(Message.objects.all())
        if waiting:
            perform(dice.choice(waiting))
        elif no_more:
            return


def test_who_asks_for_work_that_is_under_way_is_not_kept_waiting_and_not_forgotten() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite lets nobody ask while a job runs: it has one writer.")
    first = ask()
    started, go_on = threading.Event(), threading.Event()
    during.extend([started.set, lambda: go_on.wait(10)])
    running = _thread(partial(perform, first))
    assert started.wait(10)
    second = ask()
    assert perform(second) is False
    assert list(Message.objects.order_by("pk")) == [first, second]
    go_on.set()
    running.join()
    assert list(Message.objects.all()) == [second]


def _thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=partial(_and_hang_up, work))
    thread.start()
    return thread


def _and_hang_up(work: Callable[[], object]) -> None:
    try:
        work()
    finally:
        connection.close()
