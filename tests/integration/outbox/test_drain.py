"""A worker that was woken does all that waits; the sweep sees to what nobody was woken for."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from outbox import broker, drain
from outbox.models import LONGEST_DELAY, Message, MessageQuerySet
from tests.integration.outbox.conftest import ask, during, make_due, wake_ups

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def rests(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the drain would have rested."""
    rested: list[float] = []
    monkeypatch.setattr("outbox.drain.time.sleep", rested.append)
    return rested


def groups() -> set[str]:
    return set(Group.objects.values_list("name", flat=True))


def test_all_that_waits_is_done_and_what_it_asks_for() -> None:
    ask("chess")
    ask("go")
    during.append(lambda: None if "bridge" in groups() else ask("bridge"))
    drain.drain()
    assert groups() == {"chess", "go", "bridge"}
    assert not Message.objects.exists()


def test_the_same_work_is_done_once() -> None:
    ask("chess")
    ask("chess")
    drain.drain()
    assert groups() == {"chess"}


def test_who_asks_while_jobs_are_done_wakes_nobody_and_is_seen() -> None:
    ask("chess")
    wake_ups()
    during.append(lambda: None if "go" in groups() else ask("go"))
    drain.drain()
    assert wake_ups() == 0
    assert groups() == {"chess", "go"}


def test_who_asks_after_the_last_look_wakes_somebody() -> None:
    ask("chess")
    drain.drain()
    wake_ups()
    ask("go")
    assert wake_ups() == 1


def test_a_burst_is_gathered_by_a_rest_and_a_quiet_outbox_is_left_at_once(
    rests: list[float],
) -> None:
    drain.drain()
    assert rests == []
    ask("chess")
    drain.drain()
    (rest,) = rests
    assert drain.SHORTEST_REST <= rest <= drain.OLDEST


@pytest.mark.parametrize(
    ("took", "rest"), [(0.0, 0.25), (0.05, 0.3), (0.1, 0.6), (0.2, 0.5), (0.3, 0.3), (2.0, 0.25)]
)
def test_an_expensive_round_is_followed_by_a_long_rest_unless_what_is_shown_would_get_old(
    took: float, rest: float, rests: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("outbox.drain.time.monotonic", lambda: clock[0])
    during.append(lambda: clock.__setitem__(0, clock[0] + took))
    ask("chess")
    drain.drain()
    assert rests == [pytest.approx(rest)]


def test_who_asks_while_somebody_looks_wakes_nobody_until_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a burst would have all workers read the same, and all but one of them for nothing."""
    ask("chess")
    wake_ups()
    to_come = ["go", "bridge"]
    look = Message.objects.waiting

    def waiting() -> MessageQuerySet:
        if "chess" in groups() and to_come:
            ask(to_come.pop())
        return look()

    monkeypatch.setattr(Message.objects, "waiting", waiting)
    drain.drain()
    assert groups() == {"chess", "go", "bridge"}
    assert wake_ups() == 0


def test_who_asks_just_before_the_last_look_is_seen_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ask("chess")
    take_back = broker.take_back_wake_up

    def ask_first() -> None:
        if groups() == {"chess"}:
            ask("go")
        take_back()

    monkeypatch.setattr(broker, "take_back_wake_up", ask_first)
    drain.drain()
    assert groups() == {"chess", "go"}


def test_a_job_that_fails_waits_for_its_next_try_and_keeps_nobody() -> None:
    ask("broken", "tests.break_down")
    ask("chess")
    drain.drain()
    assert groups() == {"chess"}
    assert Message.objects.get().attempts == 1
    make_due()
    drain.drain()
    assert Message.objects.get().attempts == 2


def test_work_under_way_elsewhere_is_left_and_does_not_keep_later_work_from_waking_anybody() -> (
    None
):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer: nobody looks while a job runs.")
    ask("chess")
    started, go_on = threading.Event(), threading.Event()
    during.extend([started.set, lambda: go_on.wait(10)])
    running = threading.Thread(target=_drain_and_hang_up)
    running.start()
    assert started.wait(10)
    during.clear()
    drain.drain()
    ask("go")
    wake_ups()
    drain.drain()
    assert groups() == {"go"}
    go_on.set()
    running.join()
    assert groups() == {"go", "chess"}
    assert not Message.objects.exists()


def _drain_and_hang_up() -> None:
    try:
        drain.drain()
    finally:
        connection.close()


def test_a_drain_that_would_never_end_passes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drain, "LONGEST_DRAIN", -1.0)
    ask("chess")
    wake_ups()
    drain.drain()
    assert wake_ups() == 1
    assert groups() == set()


def test_who_asks_during_the_first_look_wakes_no_second_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask("chess")
    wake_ups()
    to_come = ["go"]
    look = Message.objects.waiting

    def waiting() -> MessageQuerySet:
        if to_come:
            ask(to_come.pop())
        return look()

    monkeypatch.setattr(Message.objects, "waiting", waiting)
    drain.drain()
    assert groups() == {"chess", "go"}
    assert wake_ups() == 0


def test_an_empty_outbox_costs_a_look_before_and_one_after_the_wake_up_is_taken_back(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(2):
        drain.drain()
    with django_assert_num_queries(1):
        assert drain.sweep() is False


def test_the_sweep_leaves_what_is_new_to_whoever_was_woken_for_it() -> None:
    ask()
    wake_ups()
    assert drain.sweep() is False
    assert wake_ups() == 0


def test_the_sweep_wakes_somebody_for_what_was_not_done_in_time_even_if_a_wake_up_is_outstanding() -> (
    None
):
    ask()
    wake_ups()
    assert cache.get(broker.OUTSTANDING)
    make_due()
    assert drain.sweep() is True
    assert wake_ups() == 1


def test_a_clock_that_was_ahead_for_a_while_delays_nothing() -> None:
    ask("broken", "tests.break_down")
    drain.drain()
    Message.objects.update(due_at=timezone.now() + timedelta(days=1))
    assert drain.sweep() is True
    drain.drain()
    assert Message.objects.get().attempts == 2


def test_a_pause_as_long_as_it_can_be_is_waited_for() -> None:
    ask("broken", "tests.break_down")
    drain.drain()
    Message.objects.update(due_at=timezone.now() + LONGEST_DELAY)
    assert drain.sweep() is False
    drain.drain()
    assert Message.objects.get().attempts == 1
