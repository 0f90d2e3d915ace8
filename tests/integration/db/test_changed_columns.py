"""Of a row what has changed is written, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from db.changed_columns import ChangedColumns
from outbox.models import Message

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def _columns(*rows: Message) -> list[tuple[Any, ...]]:
    return [(row.job, row.args, row.attempts) for row in rows]


def test_what_has_changed_since_is_written_and_what_others_wrote_is_kept() -> None:
    changes = ChangedColumns(Message)
    Message.objects.bulk_create(Message(job=job, args=[job]) for job in "abc")
    rows = list(Message.objects.order_by("pk"))
    before = [changes.values_of(row) for row in rows]
    Message.objects.update(last_error="of somebody else")
    rows[0].job, rows[2].args = "d", ["e"]
    with transaction.atomic():
        changes.save(list(zip(rows, before, strict=True)))

    found = list(Message.objects.order_by("pk"))
    assert _columns(*found) == [("d", ["a"], 0), ("b", ["b"], 0), ("c", ["e"], 0)]
    assert {row.last_error for row in found} == {"of somebody else"}


def test_nothing_is_written_where_nothing_has_changed() -> None:
    changes = ChangedColumns(Message)
    row = Message.objects.create(job="a")
    with CaptureQueriesContext(connection) as asked:
        changes.save([(row, changes.values_of(row))])
    assert len(asked) == 0
