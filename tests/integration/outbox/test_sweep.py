"""The sweep sends again what was not done."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from outbox.models import LONGEST_DELAY, Message
from outbox.sweep import sweep, sweep_all
from tests.integration.outbox.conftest import ask, make_due, sent

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]


def test_a_new_message_is_left_to_the_one_sent_on_commit() -> None:
    ask()
    sent()
    assert sweep() == 0
    assert sent() == []


def test_a_message_that_was_lost_is_sent_again_after_the_grace() -> None:
    message = ask()
    sent()
    make_due()
    assert sweep() == 1
    assert sent() == [message.pk]


def test_what_was_just_sent_is_not_sent_again_at_once() -> None:
    ask()
    make_due()
    assert [sweep(), sweep()] == [1, 0]
    assert Message.objects.get().sweeps == 1


def test_after_five_each_sending_waits_longer_for_an_answer_but_never_more_than_ten_minutes() -> (
    None
):
    waits = [Message(sweeps=n).resend_delay.total_seconds() for n in (0, 4, 5, 6, 11, 12, 1000)]
    assert waits == [4, 4, 8, 16, 512, 600, 600]


def test_a_message_from_a_clock_that_was_a_day_ahead_is_not_left_for_a_day() -> None:
    message = ask()
    sent()
    Message.objects.update(due_at=timezone.now() + timedelta(days=1))
    assert [sweep(), sweep()] == [1, 0]
    assert sent() == [message.pk]


def test_one_that_failed_often_is_not_taken_for_that() -> None:
    ask()
    Message.objects.update(due_at=timezone.now() + LONGEST_DELAY)
    assert sweep() == 0


def test_the_same_work_is_asked_for_once() -> None:
    first, _, other = ask(), ask(), ask("go")
    sent()
    make_due()
    assert sweep() == 2
    assert sorted(sent()) == [first.pk, other.pk]
    assert sweep() == 0


def test_at_a_start_everything_is_sent_however_new() -> None:
    message = ask()
    sent()
    assert sweep_all() == 1
    assert sent() == [message.pk]


def test_an_empty_outbox_costs_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(1):
        assert sweep() == 0
