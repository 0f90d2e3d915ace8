"""A job that reads before its transaction: nobody waits for it, and nothing that comes meanwhile is taken for done."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from db.one_state import can_be_held, one_state
from outbox import jobs
from outbox.models import Message
from outbox.services import enqueue, run_pending
from players.models import Club
from tests.integration.factories import a_club, a_drawn_stage
from tests.integration.stages import play
from tournaments.models import StageSnapshot
from tournaments.services.snapshots import is_fresh, publish_states, read_states, refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]


def _elsewhere(work: object) -> None:
    """On a connection of its own, as another process would."""

    def done_and_closed() -> None:
        try:
            work()  # type: ignore[operator]
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        other.submit(done_and_closed).result(timeout=10)


@transaction.atomic
def _ask_for_it() -> None:
    enqueue("tests.counted", 7)


@pytest.fixture
def counted() -> Iterator[list[object]]:
    """A job for which more of the same is asked while it reads, the first time."""
    seen: list[object] = []

    def read(number: int) -> str:
        if not seen:
            _elsewhere(_ask_for_it)
        return f"read for {number}"

    def job(text: str, number: int) -> None:
        seen.append((number, text))

    jobs.JOBS["tests.counted"] = jobs.Job(job, read=read)
    yield seen
    del jobs.JOBS["tests.counted"]


def test_what_is_asked_for_while_it_reads_gets_a_run_of_its_own(counted: list[object]) -> None:
    _ask_for_it()

    first = Message.objects.get()
    assert jobs.perform(first)

    assert Message.objects.exclude(pk=first.pk).count() == 1, "what came meanwhile was not read"
    run_pending()
    assert counted == [(7, "read for 7"), (7, "read for 7")]
    assert not Message.objects.exists()


def test_a_message_that_somebody_else_has_done_meanwhile_is_not_done_again(
    counted: list[object],
) -> None:
    _ask_for_it()
    message = Message.objects.get()
    Message.objects.all().delete()

    assert not jobs.perform(message)
    assert counted == []


def test_others_write_while_one_state_is_read() -> None:
    a_club(name="First")
    with one_state():
        before = Club.objects.count()
        _elsewhere(lambda: a_club(name="Second"))

        assert Club.objects.count() == before
    assert Club.objects.count() == before + 1


def test_inside_a_transaction_there_is_no_such_moment() -> None:
    stage = a_drawn_stage(a_club(), 4)
    with transaction.atomic():
        assert not can_be_held()
        assert read_states(stage_ids=[stage.pk]) == {}
        assert refresh_snapshot(stage_id=stage.pk).version == stage.version.number


def test_an_older_state_is_not_published_over_a_newer_one() -> None:
    stage = a_drawn_stage(a_club(), 4)
    run_pending()
    old = read_states(stage_ids=[stage.pk])
    play(stage)
    run_pending()
    published = StageSnapshot.objects.get(pk=stage.pk).version

    assert publish_states(old) == set()
    assert StageSnapshot.objects.get(pk=stage.pk).version == published
    assert is_fresh(stage_id=stage.pk)
