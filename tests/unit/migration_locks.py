"""What a migration does that keeps others waiting: operations that hold a large table for long.

PostgreSQL lets nobody write to a table while it is scanned or written again for a migration. For a
table of a few thousand rows that is a blink; for a million matches it is an evening.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently
from django.db import connection, models
from django.db.migrations import Migration
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    AlterUniqueTogether,
    CreateModel,
    RunPython,
    RunSQL,
    SeparateDatabaseAndState,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

LARGE = {
    *("api.storedresponse", "outbox.message", "players.player"),
    *("matches.match", "matches.matchevent", "matches.rating", "matches.ratingchange"),
    *("matches.tablelink", "matches.transcript"),
    *("tournaments.entry", "tournaments.pairing", "tournaments.stageentrant"),
}
"""Tables that grow with every evening."""


def long_locks(migration: Migration, before: ProjectState) -> Iterator[str]:
    """Each operation of a migration that holds a large table for long, and what to do instead."""
    state = before.clone()
    new: set[str] = set()
    held = False
    for operation in _flat(migration.operations):
        label = _table(operation, migration.app_label)
        if isinstance(operation, CreateModel):
            new.add(label)
        elif label in LARGE - new:
            held = True
            if advice := _advice(operation, migration.app_label, state):
                yield f"{operation.describe()}: {advice}"
        if isinstance(operation, RunPython | RunSQL) and held and migration.atomic:
            yield f"{operation.describe()}: move data in a migration of its own, after the tables"
        operation.state_forwards(migration.app_label, state)


def _flat(operations: Sequence[Operation]) -> Iterator[Operation]:
    for operation in operations:
        if isinstance(operation, SeparateDatabaseAndState):
            yield from _flat(operation.database_operations)
        else:
            yield operation


def _table(operation: Operation, app: str) -> str:
    name = getattr(operation, "model_name", None) or getattr(operation, "name", None) or ""
    return f"{app}.{name.lower()}"


def _advice(operation: Operation, app: str, state: ProjectState) -> str:
    """Nothing for what PostgreSQL does in a blink, however large the table is."""
    if isinstance(operation, AddIndex) and not isinstance(operation, AddIndexConcurrently):
        return "use AddIndexConcurrently, in a migration that is not atomic"
    if isinstance(operation, AddConstraint) and not isinstance(operation, AddConstraintNotValid):
        return "use AddConstraintNotValid, and ValidateConstraint in the next migration"
    if isinstance(operation, AlterUniqueTogether):
        return "use a UniqueConstraint"
    if isinstance(operation, AddField):
        return _of_new_field(operation.field)
    if isinstance(operation, AlterField):
        model = state.apps.get_model(app, operation.model_name)
        return _of_changed_field(model, operation)
    return ""


def _of_new_field(field: Any) -> str:
    if field.db_default is not models.NOT_PROVIDED and not isinstance(
        field.db_default, str | int | float | bool
    ):
        return "a default that is computed for each row writes the table again"
    if field.unique or field.db_index or (field.remote_field and field.db_constraint):
        return "add it without index and constraint, and these concurrently afterwards"
    return ""


def _of_changed_field(model: type[models.Model], operation: AlterField) -> str:
    old: Any = model._meta.get_field(operation.name)
    new: Any = operation.field.clone()
    new.set_attributes_from_name(operation.name)
    new.model = model
    editor: Any = connection.schema_editor()
    if not editor._field_should_be_altered(old, new):
        return ""
    types = [field.db_parameters(connection)["type"] for field in (old, new)]
    if types[0] != types[1] and not (types[0] and types[0].startswith("varchar")):
        return "another type writes the table again: add a field, copy in batches, drop the old one"
    if (new.unique, new.db_index) > (old.unique, old.db_index):
        return "make the index concurrently"
    if old.null and not new.null:
        return "add a constraint that is not valid yet, validate it, then set NOT NULL"
    return ""
