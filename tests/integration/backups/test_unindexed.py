"""Rows are added without indexes and foreign keys, and those are as they were afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from backups.databases import rows_of

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_indexes_and_foreign_keys_are_back_as_they_were() -> None:
    before = constraints()
    with rows_of(connection).unindexed():
        left = constraints()["matches_match"]
    assert not any(found["index"] and not found["unique"] for found in left.values())
    assert constraints() == before


def constraints() -> dict[str, dict[str, Any]]:
    """Of every table: keys, indexes and checks by their names."""
    with connection.cursor() as cursor:
        return {
            table: connection.introspection.get_constraints(cursor, table)
            for table in connection.introspection.table_names(cursor)
        }
