"""SQLite has one writer at a time: the others wait for their turn, and not for ever."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from db.private_sqlite.base import _is_busy
from matches.models import Match
from matches.services import ledger_rows
from matches.services.verification import ledger_differences
from outbox.models import Message
from tests.integration.factories import a_club
from tests.integration.matches.playing import a_match

pytestmark = [
    pytest.mark.integration,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="PostgreSQL lets several write at a time."
    ),
]


@contextmanager
def _somebody_writes() -> Iterator[Event]:
    """On another connection, until the event is set."""
    has_begun, may_commit = Event(), Event()

    def write() -> None:
        with transaction.atomic():
            Message.objects.create(job="theirs")
            has_begun.set()
            may_commit.wait(30)
        connection.close()

    writer = Thread(target=write)
    writer.start()
    assert has_begun.wait(30)
    try:
        yield may_commit
    finally:
        may_commit.set()
        writer.join()


def _busy_timeout() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        return int(cursor.fetchone()[0])


def _jobs() -> list[str]:
    return list(Message.objects.order_by("pk").values_list("job", flat=True))


@transaction.atomic
def _write() -> None:
    Message.objects.create(job="ours")


def test_whoever_comes_second_writes_after_the_first() -> None:
    patience = _busy_timeout()
    with _somebody_writes() as may_commit:
        Thread(target=may_commit.set).start()
        _write()

    assert _jobs() == ["theirs", "ours"]
    assert _busy_timeout() == patience > 0


@pytest.mark.parametrize(
    ("code", "waits"),
    [
        (sqlite3.SQLITE_BUSY, True),
        (sqlite3.SQLITE_BUSY_RECOVERY, True),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, False),
        (sqlite3.SQLITE_ERROR, False),
    ],
)
def test_whoever_comes_while_a_killed_process_is_put_right_waits_as_well(
    code: int, waits: bool
) -> None:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = code
    assert _is_busy(error) is waits


def test_whoever_has_waited_long_enough_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = connection.settings_dict["OPTIONS"]
    monkeypatch.setitem(options, "timeout", 0.05)
    with _somebody_writes(), pytest.raises(OperationalError, match="locked"):
        _write()
    monkeypatch.undo()

    _write()
    assert _jobs() == ["theirs", "ours"]


def test_verify_looks_at_what_differs_while_others_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite gives no lock to who is still reading rows that are older than what others have written."""
    club = a_club()
    matches = [a_match(club) for _ in range(3)]
    Match.objects.filter(pk=matches[0].pk).update(points_a=2)
    monkeypatch.setattr(ledger_rows, "_CHUNK", 1)
    compare = ledger_rows.LedgerRows._compare
    still_to_read = [match.pk for match in matches]

    def others_write_meanwhile(self: Any, row: Any, ledger: list[Any]) -> Iterator[Any]:
        if still_to_read:
            still_to_read.pop()
            writer = Thread(target=_write_elsewhere)
            writer.start()
            writer.join()
        return compare(self, row, ledger)

    monkeypatch.setattr(ledger_rows.LedgerRows, "_compare", others_write_meanwhile)
    (found,) = ledger_differences()
    assert (found.subject, found.field) == (f"match {matches[0].pk}", "points_a")
    assert _jobs() == ["theirs"] * 3


def _write_elsewhere() -> None:
    Message.objects.create(job="theirs")
    connection.close()
