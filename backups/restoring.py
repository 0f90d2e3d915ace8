"""A backup brought back into an empty database, whole or not at all."""

from __future__ import annotations

import hashlib
import sqlite3
from itertools import zip_longest
from pathlib import Path

import psycopg
from django.core.management import call_command
from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from backups.archive import Archive, Kept, Manifest, open_archive
from backups.databases import Rows, rows_of
from backups.refusals import BackupDiffers, BackupRefused
from backups.row_text import lines, mean_the_same
from backups.tables import check_known, schema_of

MADE_BY_MIGRATING = ("auth_permission", "django_content_type")
"""Tables that have rows in a database in which nobody has done anything yet."""


def restore(path: Path) -> Manifest:
    """Bring everything in a file back, and then up to date with this program."""
    with open_archive(path) as archive:
        manifest = archive.manifest
        loader = MigrationLoader(connection)
        check_known(manifest.migrations, loader, "The backup")
        _check_place(manifest, frozenset(loader.applied_migrations))
        _migrate_to(manifest.migrations)
        try:
            _load(archive)
        except (Error, sqlite3.Error, psycopg.Error) as error:
            raise BackupRefused(f"The backup could not be restored: {error}") from error
    call_command("migrate", interactive=False, verbosity=0)
    return manifest


def _check_place(manifest: Manifest, applied: frozenset[tuple[str, str]]) -> None:
    if not applied:
        return
    _check_empty()
    if not applied <= manifest.migrations:
        app, name = min(applied - manifest.migrations)
        raise BackupRefused(
            f"The database is empty, but prepared for newer data than the backup has ({app}.{name}). "
            f"{_how_to_get_an_empty_one()}"
        )


def _check_empty() -> None:
    rows = rows_of(connection)
    tables = [table for table in schema_of(connection).tables if not rows.is_empty(table)]
    full = [table.name for table in tables if table.name not in MADE_BY_MIGRATING]
    if full:
        raise BackupRefused(
            f"The database has data already (in {', '.join(full[:3])}{' …' if full[3:] else ''}); "
            f"a backup is restored into an empty one only. {_how_to_get_an_empty_one()}"
        )


def _how_to_get_an_empty_one() -> str:
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"Stop the server and move {name}* away, or name another folder with BARPOINT_VAR."
    return "Make a new database and name it in DATABASE_URL."


def _migrate_to(migrations: frozenset[tuple[str, str]]) -> None:
    """Make the tables as they were when the backup was made."""
    executor = MigrationExecutor(connection)
    nodes = executor.loader.graph.node_map
    last = [
        node
        for node in migrations
        if node in nodes and not any(child.key in migrations for child in nodes[node].children)
    ]
    executor.migrate(sorted(last))


def _load(archive: Archive) -> None:
    """Write all rows, then read them again and compare; nothing stays if they differ."""
    manifest = archive.manifest
    with connection.constraint_checks_disabled(), transaction.atomic():
        # Somebody may have been quicker.
        _check_empty()
        rows = rows_of(connection)
        _check_columns(manifest)
        with rows.unindexed():
            for kept in manifest.tables:
                if kept.table.name in MADE_BY_MIGRATING:
                    rows.clear(kept.table)
                rows.write(kept.table, archive.read(kept.table), origin=manifest.engine)
                if kept.table.is_numbered:
                    rows.count_from(kept.table, kept.last_number)
        connection.check_constraints()
        for kept in manifest.tables:
            _compare(archive, rows, kept)


def _check_columns(manifest: Manifest) -> None:
    here = {table.name: table for table in schema_of(connection).tables}
    for kept in manifest.tables:
        if here.get(kept.table.name) != kept.table:
            raise BackupRefused(f"The backup has a table {kept.table.name} that is not ours.")


def _compare(archive: Archive, rows: Rows, kept: Kept) -> None:
    """Each row of the table is the one in the file."""
    table = kept.table
    digest = hashlib.sha256()
    for chunk in rows.read(table):
        digest.update(chunk)
    if digest.hexdigest() == kept.sha256:
        return
    in_file, in_database = lines(archive.read(table)), lines(rows.read(table))
    for number, (wanted, found) in enumerate(zip_longest(in_file, in_database), start=1):
        if wanted == found:
            continue
        if wanted is None or found is None or not mean_the_same(table, wanted, found):
            raise BackupDiffers(f"Row {number} of {table.name} is not the one in the backup.")
