"""Statements sent together: in their order, in their transaction, and refused as any other."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from datetime import timedelta

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from db import statements
from db.pipelined_postgresql.journeys import Journeys, Statement
from db.prepared import Prepared, PreparedCount, PreparedInsert, PreparedUpdate
from outbox.models import Message
from players.models import Club

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

_messages = PreparedInsert(Message)
_on_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql",
    reason="SQLite is in this process: there is no journey to save.",
)


def _jobs() -> list[str]:
    return list(Message.objects.order_by("pk").values_list("job", flat=True))


def _add(*jobs: str) -> None:
    _messages.add([Message(job=job) for job in jobs])


def test_what_was_written_is_there_for_the_next_question() -> None:
    with transaction.atomic():
        _add("one", "two")

        assert _jobs() == ["one", "two"]
    assert _jobs() == ["one", "two"]


def test_many_rows_of_a_kind_keep_their_order_among_others() -> None:
    jobs = [f"number {number}" for number in range(2 * statements.MOST_ROWS + 1)]
    clubs = PreparedInsert(Club)
    with transaction.atomic():
        for job in jobs[:-1]:
            _add(job)
            clubs.add([Club(slug=job.replace(" ", "-"), name=job)])
        _add(*jobs[-1:], "last")

    assert _jobs() == [*jobs, "last"]
    assert list(Club.objects.order_by("pk").values_list("name", flat=True)) == jobs[:-1]


def test_rows_written_again_together_are_each_as_they_were_to_be() -> None:
    _add(*"abcde")
    rows = list(Message.objects.order_by("pk"))
    written = PreparedUpdate(Message, ["job", "args", "due_at", "attempts"])
    for number in range(1, len(rows) + 1):
        for place, row in enumerate(rows[:number]):
            row.job, row.args, row.attempts = f"{number} {place}", [number, {"at": place}], place
            row.due_at += timedelta(minutes=place)
        with transaction.atomic():
            written.save(rows[:number])

        found = Message.objects.order_by("pk")
        assert [(m.job, m.args, m.due_at, m.attempts) for m in found] == [
            (m.job, m.args, m.due_at, m.attempts) for m in rows
        ]


@_on_postgresql
def test_what_is_too_long_is_refused_however_many_are_written() -> None:
    _add("one", "two")
    rows = list(Message.objects.order_by("pk"))
    for row in rows:
        row.job = "too long" * 100
    with pytest.raises(DatabaseError), transaction.atomic():
        PreparedUpdate(Message, ["job"]).save(rows)
    assert _jobs() == ["one", "two"]


@_on_postgresql
def test_a_connection_tells_the_planner_what_looking_a_row_up_costs() -> None:
    ((cost,),) = statements.ask("SELECT current_setting('random_page_cost')", [])
    assert float(cost) < 2, "for a disk that turns"


def test_a_transaction_that_only_writes_is_committed() -> None:
    with transaction.atomic():
        _add("one")

    assert _jobs() == ["one"]


@transaction.atomic
def _add_and_fail(job: str) -> None:
    _add(job)
    raise RuntimeError


@transaction.atomic
def _add_and_ask(question: str, value: int) -> None:
    _add("lost")
    statements.ask(question, [value])


@transaction.atomic
def _add_and_be_refused(*, go_on: bool) -> None:
    _add("one")
    with suppress(IntegrityError) if go_on else nullcontext():
        PreparedInsert(Club).add([Club(slug="same", name="One"), Club(slug="same", name="Two")])
        _jobs()
    _jobs()


@transaction.atomic
def _ask_though_broken() -> None:
    transaction.set_rollback(True)
    statements.ask("SELECT %s", [1])


def test_nothing_is_written_by_a_transaction_that_fails() -> None:
    with pytest.raises(RuntimeError):
        _add_and_fail("one")

    assert _jobs() == []


def test_a_savepoint_takes_back_what_came_after_it_and_nothing_else() -> None:
    with transaction.atomic():
        _add("before")
        with pytest.raises(RuntimeError):
            _add_and_fail("after")
        _add("later")

    assert _jobs() == ["before", "later"]


def test_what_the_database_refuses_undoes_the_transaction() -> None:
    with pytest.raises(IntegrityError):
        _add_and_be_refused(go_on=False)

    assert _jobs() == []
    assert not Club.objects.exists()


def test_what_was_refused_cannot_be_committed_by_going_on() -> None:
    with pytest.raises((DatabaseError, transaction.TransactionManagementError)):
        _add_and_be_refused(go_on=True)

    assert _jobs() == []


def test_writes_outside_a_transaction_are_done_at_once() -> None:
    _add("one")

    assert _jobs() == ["one"]


def test_what_a_write_returns_is_known_after_the_commit() -> None:
    message = Message.objects.create(job="one", attempts=4)
    attempts = PreparedCount(Message, "attempts")

    with transaction.atomic():
        first, second = attempts.add_one(message.pk), attempts.add_one(message.pk)

    assert (first.number, second.number) == (5, 6)


def test_what_a_write_returns_can_be_asked_for_before_the_commit() -> None:
    message = Message.objects.create(job="one", attempts=4)

    with transaction.atomic():
        assert PreparedCount(Message, "attempts").add_one(message.pk).number == 5


def test_a_row_that_is_not_there_has_no_number() -> None:
    with transaction.atomic():
        assert PreparedCount(Message, "attempts").add_one(1).number is None


def test_writes_are_in_the_order_they_were_made_in() -> None:
    message = Message.objects.create(job="one")
    jobs = PreparedUpdate(Message, ["job"])

    with transaction.atomic():
        for name in ("two", "three"):
            message.job = name
            jobs.save([message])
        Message.objects.filter(job="three").update(last_error="seen")

    message.refresh_from_db()
    assert (message.job, message.last_error) == ("three", "seen")


_messages_by_job = Prepared(lambda job: Message.objects.filter(job=job).order_by("pk"))


def test_a_question_asked_ahead_is_answered_as_of_then() -> None:
    Message.objects.create(job="one")
    Message.objects.create(job="two")

    with transaction.atomic():
        _messages_by_job.ask_ahead("two")
        assert [message.job for message in _messages_by_job.all("one")] == ["one"]
        assert [message.job for message in _messages_by_job.all("two")] == ["two"]
        # Answered once; whoever asks again is told what is so by then.
        _add("two")
        assert [message.job for message in _messages_by_job.all("two")] == ["two", "two"]


def test_asked_ahead_for_nothing_is_no_row() -> None:
    with transaction.atomic():
        _messages_by_job.ask_ahead("two")
        assert _messages_by_job.all("one") == []
        assert _messages_by_job.all("two") == []


@_on_postgresql
def test_what_is_asked_ahead_goes_with_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    journeys = _journeys(monkeypatch)
    with transaction.atomic():
        _messages_by_job.ask_ahead("two")
        _add("one")
        _messages_by_job.all("one")
        _messages_by_job.all("two")

    assert journeys == [["INSERT", "SELECT", "SELECT"]]


@_on_postgresql
def test_what_is_asked_along_is_a_hint_until_the_request_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Message.objects.create(job="two")
    journeys = _journeys(monkeypatch)
    _messages_by_job.ask_along("two")
    assert _messages_by_job.hint("two") is None
    _messages_by_job.all("one")
    Message.objects.all().delete()
    hinted = _messages_by_job.hint("two")
    assert hinted is not None
    assert hinted.job == "two"
    # Whoever wants to know asks.
    assert _messages_by_job.all("two") == []
    assert journeys[0] == ["SELECT", "SELECT"]

    connection.close_if_unusable_or_obsolete()
    assert _messages_by_job.hint("two") is None


@_on_postgresql
def test_an_answer_ends_with_its_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    with transaction.atomic():
        _messages_by_job.ask_ahead("two")
        _messages_by_job.all("one")
    Message.objects.create(job="two")
    with transaction.atomic():
        assert len(_messages_by_job.all("two")) == 1
    with pytest.raises(RuntimeError):
        _ask_ahead_and_fail()
    Message.objects.create(job="two")
    assert len(_messages_by_job.all("two")) == 2
    journeys = _journeys(monkeypatch)
    with transaction.atomic():
        _messages_by_job.ask_ahead("two")
    with transaction.atomic():
        _messages_by_job.all("one")
    assert journeys == [["SELECT"]]


@_on_postgresql
def test_a_savepoint_that_is_taken_back_takes_its_answers_with_it() -> None:
    with transaction.atomic():
        with pytest.raises(RuntimeError):
            _add_ask_ahead_and_fail()
        assert _messages_by_job.all("two") == []


@_on_postgresql
def test_outside_a_transaction_nothing_is_asked_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    journeys = _journeys(monkeypatch)
    _messages_by_job.ask_ahead("two")
    _messages_by_job.all("one")

    assert journeys == [["SELECT"]]


@transaction.atomic
def _ask_ahead_and_fail() -> None:
    _messages_by_job.ask_ahead("two")
    _messages_by_job.all("one")
    raise RuntimeError


@transaction.atomic
def _add_ask_ahead_and_fail() -> None:
    _add("two")
    _ask_ahead_and_fail()


def _journeys(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What goes to the server from now on: the first words of all that goes together."""
    made: list[list[str]] = []
    make = Journeys.make

    def note(self: Journeys, sent: Sequence[Statement], *, begins: bool, commits: bool) -> None:
        made.append([statement.sql.split()[0] for statement in sent])
        make(self, sent, begins=begins, commits=commits)

    monkeypatch.setattr(Journeys, "make", note)
    return made


def test_rows_get_their_keys() -> None:
    rows = [Message(job="one"), Message(job="two")]

    with transaction.atomic():
        _messages.add_with_keys(rows)

    assert [row.pk for row in rows] == list(
        Message.objects.order_by("pk").values_list("pk", flat=True)
    )


def test_a_broken_transaction_is_not_asked() -> None:
    with pytest.raises(transaction.TransactionManagementError):
        _ask_though_broken()


def test_values_are_no_part_of_the_statement() -> None:
    assert statements.ask("SELECT CAST(%s AS text)", ["'; --%s"]) == [("'; --%s",)]


def test_a_cursor_that_is_kept_open_comes_after_what_was_written_meanwhile() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        _add("one")
        cursor.execute("SELECT count(*) FROM outbox_message")

        assert cursor.fetchone() == (1,)


@_on_postgresql
def test_a_connection_that_the_server_has_ended_is_made_again() -> None:
    statements.ask("SELECT 1", [])
    ((own,),) = statements.ask("SELECT pg_backend_pid()", [])
    _end_elsewhere(own)
    connection.close_if_unusable_or_obsolete()
    vars(connection)["health_check_enabled"] = True

    assert statements.ask("SELECT 1", []) == [(1,)]


@_on_postgresql
def test_a_statement_that_comes_again_is_planned_once() -> None:
    for number in range(3):
        statements.ask("SELECT %s + 40", [number])

    known = statements.ask(
        "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["%+ 40"]
    )
    assert known == [(1,)]


@_on_postgresql
def test_a_plan_that_was_refused_is_made_by_another_name() -> None:
    for _ in range(2):
        with pytest.raises(DatabaseError), transaction.atomic():
            statements.write("UPDATE no_such_table SET number = %s", [[1]])

        with transaction.atomic():
            _add("after")
    assert _jobs() == ["after", "after"]


@_on_postgresql
def test_a_plan_is_made_again_once_the_table_is_another() -> None:
    question = "SELECT * FROM of_this_test WHERE number = %s"
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE of_this_test AS SELECT 1 AS number")
        assert statements.ask(question, [1]) == [(1,)]
        cursor.execute("ALTER TABLE of_this_test ADD word text")

        with suppress(DatabaseError):
            statements.ask(question, [1])
        assert statements.ask(question, [1]) == [(1, None)]
        cursor.execute("DROP TABLE of_this_test")


@_on_postgresql
def test_a_connection_that_ends_in_the_middle_of_a_journey_is_made_again() -> None:
    ((own,),) = statements.ask("SELECT pg_backend_pid()", [])
    with pytest.raises(DatabaseError):
        _add_and_ask("SELECT pg_terminate_backend(%s)", own)
    connection.close_if_unusable_or_obsolete()

    assert _jobs() == []


@_on_postgresql
def test_whoever_is_interrupted_in_the_middle_of_a_journey_has_written_nothing() -> None:
    def interrupt(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(TimeoutError):
            _add_and_ask("SELECT pg_sleep(%s)", 30)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    connection.close_if_unusable_or_obsolete()

    assert _jobs() == []


@_on_postgresql
def test_what_is_checked_at_the_end_is_refused_with_the_commit() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        statements.write(
            "INSERT INTO tournaments_stageversion (stage_id, number) VALUES (%s, 1)", [[-1]]
        )

    _add("after")
    assert _jobs() == ["after"]


@_on_postgresql
def test_behind_a_pooler_nothing_is_planned() -> None:
    statements.ask("SELECT 1", [])
    used = connection.connection
    planned, used.prepare_threshold = used.prepare_threshold, None
    try:
        with transaction.atomic():
            _add("one")
            assert statements.ask("SELECT %s + 50", [1]) == [(51,)]
        found = statements.ask(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["%+ 50"]
        )
    finally:
        used.prepare_threshold = planned
    assert found == [(0,)]
    assert _jobs() == ["one"]


def _end_elsewhere(backend: int) -> None:
    """As a server does that is restarted."""
    params = connection.get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    address = psycopg.conninfo.make_conninfo(**{name: params[name] for name in names})
    with psycopg.connect(address, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])
