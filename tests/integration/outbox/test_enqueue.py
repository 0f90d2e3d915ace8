"""A job is asked for with the change that needs it, or not at all."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.db import transaction

from outbox.models import Message
from outbox.services import enqueue, run_pending
from tests.integration.outbox.conftest import ask, during, wake_ups

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]


def test_a_message_is_written_with_the_change_and_a_worker_woken_on_commit() -> None:
    with transaction.atomic():
        enqueue("tests.found_group", "chess")
        assert wake_ups() == 0
    message = Message.objects.get()
    assert (message.job, message.args) == ("tests.found_group", ["chess"])
    assert wake_ups() == 1


def test_one_wake_up_does_for_all_until_somebody_looks() -> None:
    with transaction.atomic():
        enqueue("tests.found_group", "chess")
        enqueue("tests.found_group", "go")
        assert len(transaction.get_connection().run_on_commit) == 1
    ask("bridge")
    assert wake_ups() == 1


def test_a_job_of_a_part_that_was_undone_does_not_keep_another_from_waking_anybody() -> None:
    with transaction.atomic():
        with transaction.atomic():
            enqueue("tests.found_group", "chess")
            transaction.set_rollback(True)
        enqueue("tests.found_group", "go")
    assert [message.args for message in Message.objects.all()] == [["go"]]
    assert wake_ups() == 1


def test_a_change_that_is_rolled_back_asks_for_nothing() -> None:
    with transaction.atomic():
        enqueue("tests.found_group", "chess")
        transaction.set_rollback(True)
    assert not Message.objects.exists()
    assert wake_ups() == 0


def test_asking_outside_a_transaction_is_an_error() -> None:
    with pytest.raises(transaction.TransactionManagementError):
        enqueue("tests.found_group", "chess")
    assert not Message.objects.exists()


def test_asking_for_an_unknown_job_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"tests\.no_such_job"), transaction.atomic():
        enqueue("tests.no_such_job")


def test_working_off_does_the_jobs_that_jobs_ask_for_and_passes_over_failures() -> None:
    ask("broken", "tests.break_down")
    ask("chess")
    during.append(lambda: enqueue("tests.found_group", "go") if not_yet("go") else None)
    assert run_pending() == 3
    assert list(Group.objects.order_by("name").values_list("name", flat=True)) == ["chess", "go"]
    assert [str(message) for message in Message.objects.all()] == ["tests.break_down('broken')"]


def not_yet(name: str) -> bool:
    return not Group.objects.filter(name=name).exists()
