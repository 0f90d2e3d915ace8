"""Which tables there are, and what is in their columns: read from the migrations the database has.

Not from the models of this program: those may be ahead of the database, and a backup is wanted most
just before it is migrated.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from backups.refusals import BackupRefused


class Kind(StrEnum):
    """What a column holds, whatever the database calls it."""

    BOOLEAN = "boolean"
    BYTES = "bytes"
    DECIMAL = "decimal"
    FLOAT = "float"
    INTEGER = "integer"
    JSON = "json"
    TEXT = "text"
    TIME = "time"


_COUNTED = ("AutoField", "BigAutoField", "SmallAutoField")
_KINDS = {
    "BinaryField": Kind.BYTES,
    "BooleanField": Kind.BOOLEAN,
    "DateTimeField": Kind.TIME,
    "DecimalField": Kind.DECIMAL,
    "FloatField": Kind.FLOAT,
    "JSONField": Kind.JSON,
    **dict.fromkeys(
        (
            *_COUNTED,
            *("BigIntegerField", "IntegerField", "SmallIntegerField"),
            *("PositiveBigIntegerField", "PositiveIntegerField", "PositiveSmallIntegerField"),
        ),
        Kind.INTEGER,
    ),
    **dict.fromkeys(
        (
            *("CharField", "EmailField", "SlugField", "TextField", "URLField"),
            *("DateField", "FileField", "GenericIPAddressField"),
        ),
        Kind.TEXT,
    ),
}
"""By Django's name for the type; one that both databases do not write alike is not here."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    kind: Kind
    places: int = 0
    """Of a decimal: how many after the point."""


@dataclass(frozen=True)
class Table:
    """A table whose rows are kept in order of their key."""

    name: str
    columns: tuple[Column, ...]
    key: Column
    is_numbered: bool
    """Whether the database gives each new row the next number."""


@dataclass(frozen=True)
class Schema:
    """What a database is made of."""

    migrations: frozenset[tuple[str, str]]
    """Those it has, by app and name."""
    tables: tuple[Table, ...]


def schema_of(connection: BaseDatabaseWrapper) -> Schema:
    """What this database is made of, as its migrations say."""
    loader = MigrationLoader(connection)
    applied = frozenset(loader.applied_migrations)
    check_known(applied, loader, "The database")
    state = loader.project_state([node for node in applied if node in loader.graph.nodes])
    found = state.apps.get_models(include_auto_created=True)
    left_out = {label.lower() for label in settings.BACKUP_LEAVES_OUT}
    kept = [model for model in found if model._meta.label_lower not in left_out]  # noqa: SLF001
    return Schema(applied, tuple(sorted(map(_table, kept), key=lambda table: table.name)))


def check_known(
    migrations: frozenset[tuple[str, str]], loader: MigrationLoader, whose: str
) -> None:
    """Refuse what a newer program has made: this one does not know what it means."""
    unknown = migrations - set(loader.disk_migrations or {})
    if unknown:
        app, name = min(unknown)
        raise BackupRefused(
            f"{whose} is newer than this program (it has {app}.{name}); update Barpoint first."
        )


def _table(model: type[models.Model]) -> Table:
    described = model._meta  # noqa: SLF001
    columns = {field.column: _column(field) for field in described.local_concrete_fields}
    key = described.pk
    return Table(
        name=described.db_table,
        columns=tuple(columns.values()),
        key=columns[key.column],
        is_numbered=key.get_internal_type() in _COUNTED,
    )


def _column(field: Any) -> Column:
    target = field
    while target.is_relation:
        target = target.target_field
    kind = _KINDS.get(target.get_internal_type())
    if kind is None:
        raise BackupRefused(f"{field} cannot be backed up: its type is not known here.")
    return Column(field.column, kind, getattr(target, "decimal_places", None) or 0)
