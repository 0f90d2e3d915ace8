"""A job for many: one run for all that wait, and none of them waits for one that cannot be done."""

from __future__ import annotations

import threading
from functools import partial

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from outbox.drain import drain
from outbox.jobs import batch_job, perform
from outbox.models import Message
from tests.integration.outbox.conftest import ask

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

runs: list[tuple[str, ...]] = []
"""What each run was given."""


@batch_job
def found_groups(*names: str) -> None:
    """Leave a trace for each name, which can only be left once."""
    runs.append(names)
    for name in names:
        Group.objects.create(name=name)
    if "broken" in names:
        raise ValueError("the dice fell off the table")


@pytest.fixture(autouse=True)
def _no_runs() -> None:
    runs.clear()


def ask_for(*names: str) -> list[Message]:
    return [ask(name, "tests.found_groups") for name in names]


def groups() -> set[str]:
    return set(Group.objects.values_list("name", flat=True))


def test_one_run_does_for_all_that_wait() -> None:
    first, *others = ask_for("chess", "go", "bridge")
    perform(others[0])
    assert runs == [("chess", "go", "bridge")]
    assert not Message.objects.exists()
    perform(first)
    assert len(runs) == 1


def test_what_fails_is_tried_alone_and_keeps_nobody_waiting() -> None:
    messages = ask_for("chess", "broken", "go")
    perform(messages[0])
    assert groups() == set()
    assert set(Message.objects.values_list("attempts", flat=True)) == {1}
    (later,) = ask_for("bridge")
    for message in (later, *messages):
        message.refresh_from_db()
        perform(message)
    assert runs[1:] == [("bridge",), ("chess",), ("broken",), ("go",)]
    assert groups() == {"chess", "go", "bridge"}
    assert [(left.args, left.attempts) for left in Message.objects.all()] == [(["broken"], 2)]


def test_a_drain_does_all_in_one_run() -> None:
    ask_for("chess", "go", "bridge")
    drain()
    assert runs == [("chess", "go", "bridge")]


@pytest.mark.slow
def test_many_workers_do_each_once() -> None:
    names = [f"group {number}" for number in range(40)]
    messages = ask_for(*names[:20])

    def work(those: list[Message]) -> None:
        try:
            for message in those:
                perform(message)
        finally:
            connection.close()

    workers = [threading.Thread(target=partial(work, messages[at::3])) for at in range(3)]
    for worker in workers:
        worker.start()
    messages += ask_for(*names[20:])
    for worker in workers:
        worker.join()
    work(messages)
    assert groups() == set(names)
    assert not Message.objects.exists()
