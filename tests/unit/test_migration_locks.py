"""No upgrade keeps a club waiting: migrations hold no large table for long."""

from __future__ import annotations

import pytest
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently
from django.db import models
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    CreateModel,
    RunPython,
)
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.test import override_settings

from tests.unit.migration_locks import LARGE, long_locks

pytestmark = pytest.mark.unit

OURS = (
    "api",
    "backups",
    "chouettes",
    "matches",
    "money",
    "operations",
    "outbox",
    "players",
    "tournaments",
)
BEFORE_THE_RULE = {"api": 2, "matches": 8, "outbox": 1, "players": 9, "tournaments": 12}
"""The last one of each app that clubs of a first version have run already, on small tables."""


@pytest.fixture(scope="module")
def loader() -> MigrationLoader:
    # Tests that make tables straight from the models have no migrations otherwise.
    with override_settings(MIGRATION_MODULES={}):
        return MigrationLoader(None)


def test_migrations_hold_no_large_table_for_long(loader: MigrationLoader) -> None:
    found = [
        f"{app} {name}: {problem}"
        for (app, name), migration in loader.disk_migrations.items()
        if app in OURS and int(name[:4]) > BEFORE_THE_RULE.get(app, 0)
        for problem in long_locks(migration, loader.project_state((app, name), at_end=False))
    ]
    assert found == []


def test_the_large_tables_are_tables(loader: MigrationLoader) -> None:
    known = {f"{app}.{name}" for app, name in loader.project_state().models}
    assert known >= LARGE


def tried(loader: MigrationLoader, *operations: Operation) -> list[str]:
    made = type("Tried", (Migration,), {"operations": list(operations)})
    migration: Migration = made("9999_tried", "matches")
    state: ProjectState = loader.project_state()
    return list(long_locks(migration, state))


index = models.Index(fields=("status",), name="by_status")
constraint = models.CheckConstraint(condition=models.Q(pk__gt=0), name="above_nothing")


@pytest.mark.parametrize(
    "operation",
    [
        AddIndex("match", index),
        AddConstraint("match", constraint),
        AddField("match", "other", models.ForeignKey("matches.Match", models.CASCADE, null=True)),
        AddField("match", "mark", models.IntegerField(default=0, db_index=True)),
        AddField("match", "mark", models.CharField(max_length=9, unique=True, null=True)),
        AlterField("match", "version", models.TextField()),
        AlterField("match", "table", models.PositiveSmallIntegerField()),
        AlterField("match", "version", models.PositiveIntegerField(default=0, db_index=True)),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_holds_a_large_table_is_found(loader: MigrationLoader, operation: Operation) -> None:
    assert len(tried(loader, operation)) == 1


@pytest.mark.parametrize(
    "operation",
    [
        AddIndexConcurrently("match", index),
        AddConstraintNotValid("match", constraint),
        AddField("match", "mark", models.IntegerField(default=0)),
        AddField("match", "mark", models.TextField(null=True)),
        AlterField("match", "event", models.SlugField(max_length=200, db_index=False)),
        AddIndex("ratingpool", index),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_is_done_in_a_blink_is_left_alone(
    loader: MigrationLoader, operation: Operation
) -> None:
    assert tried(loader, operation) == []


def test_a_new_table_is_nobody_s_yet(loader: MigrationLoader) -> None:
    key = models.BigAutoField(primary_key=True)
    assert tried(loader, CreateModel("Match2", [("id", key)]), AddIndex("match2", index)) == []


def test_data_is_not_moved_while_a_table_is_held(loader: MigrationLoader) -> None:
    mark = AddField("match", "mark", models.IntegerField(default=0))
    assert len(tried(loader, mark, RunPython(RunPython.noop))) == 1
    assert tried(loader, RunPython(RunPython.noop)) == []
