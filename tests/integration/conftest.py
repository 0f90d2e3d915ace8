"""What all tests that talk to the database need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.utils import translation

from chouettes.models import ChouetteEntry
from db.append_only import deletion_allowed
from matches.models import MatchEvent
from money.models import SessionEvent
from players.models import StaffEvent


@pytest.fixture(scope="session", autouse=True)
def _the_ledger_is_emptied_between_tests() -> Iterator[None]:
    """Django empties all tables after a test that commits; the database would refuse to.

    Here and nowhere else: in an installation ``manage.py flush`` is refused.
    """
    operations: Any = type(connection.ops)
    refused = operations.execute_sql_flush

    def flush(self: Any, sql_list: list[str]) -> None:
        with deletion_allowed(MatchEvent, SessionEvent, ChouetteEntry, StaffEvent):
            refused(self, sql_list)

    operations.execute_sql_flush = flush
    yield
    operations.execute_sql_flush = refused


@pytest.fixture(autouse=True)
def _the_language_of_a_page_ends_with_its_test() -> Iterator[None]:
    """A request leaves the language that it was answered in to its thread, which goes on with the next test."""
    yield
    translation.deactivate()
