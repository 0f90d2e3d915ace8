"""Every table of the installation is backed up, and every column is of a kind that is known."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection

from backups.tables import schema_of

# Slow, because the quick tests have no migrations to read.
pytestmark = [pytest.mark.integration, pytest.mark.django_db, pytest.mark.slow]


def test_all_tables_are_in_it_but_those_left_out_on_purpose() -> None:
    kept = {table.name: table for table in schema_of(connection).tables}
    models = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    assert models.keys() - kept.keys() == {"django_session", "outbox_mail"}
    for name, table in kept.items():
        columns = {field.column for field in models[name]._meta.local_concrete_fields}
        assert {column.name for column in table.columns} == columns


def test_no_table_of_the_database_is_forgotten() -> None:
    kept = {table.name for table in schema_of(connection).tables}
    there = set(connection.introspection.table_names())
    assert there - kept <= {"django_session", "django_migrations", "outbox_mail"}
