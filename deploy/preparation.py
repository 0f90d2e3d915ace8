"""
Gets the database and the static files ready before a server starts; quick if they are.

``python -m deploy.preparation`` does so on its own.
"""

from __future__ import annotations

import hashlib
import sys

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def prepare(*, with_demo: bool = True) -> None:
    """Bring the database up to date, gather the static files, and on the first run make the demo club."""
    from players.models import Club

    _migrate()
    _collect_static_files()
    if with_demo and settings.DEMO_CLUB and not Club.objects.exists():
        print("Setting up the demo club …", flush=True)
        call_command("demo")


def _migrate() -> None:
    executor = MigrationExecutor(connection)
    unknown = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    if unknown:
        app, name = min(unknown)
        sys.exit(f"The database is newer than this program (it has {app}.{name}); update Barpoint.")
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print("Preparing the database …", flush=True)
        call_command("migrate", interactive=False, verbosity=0)


def _collect_static_files() -> None:
    """Compressing them takes seconds, so only when one has changed."""
    stamp = settings.STATIC_ROOT / ".collected"
    fingerprint = _static_fingerprint()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return
    print("Preparing the static files …", flush=True)
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(fingerprint)


def _static_fingerprint() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            facts = storage.size(path), storage.get_modified_time(path).timestamp()
            digest.update(f"{path} {facts}\n".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    django.setup()
    prepare()
