"""Records a version before the next one changes its tables.

``python -m tests.integration.upgrades.record STATE``: makes the eventful club in a new database and
writes the file, a PostgreSQL dump of the same rows, and everything that is published.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.utils import timezone

from deploy.servers import INSTALLED, PARTS, temporary_postgresql
from tests.integration.upgrades.recordings import Recording, pack

COPY = "copy"
"""The PostgreSQL database beside the default one."""

NOT_FOR_EVERY_SERVER = ("\\restrict", "\\unrestrict", "SET transaction_timeout")
"""How lines of a dump begin that only psql or only the newest server understands."""


def main(state: str) -> None:
    """Make the club, and write down what it looks like before anybody looks."""
    recording = Recording(state)
    recording.folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, temporary_postgresql() as postgresql:
        database = Path(folder) / "club.sqlite3"
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings.testing",
            "DATABASE_URL": f"sqlite:///{database}",
        }
        # Much of what is asked is refused, as it should be.
        logging.disable(logging.WARNING)
        settings.DATABASES[COPY] = _settings_of(postgresql)
        django.setup()
        _record(recording, Path(folder), postgresql)


def _settings_of(url: str) -> dict[str, Any]:
    from config.settings.base import database

    return database(url)


def _record(recording: Recording, folder: Path, postgresql: str) -> None:
    from tests.integration.upgrades.eventful_club import make_eventful_club, work_off
    from tests.integration.upgrades.published import World, derived, row_counts, seasons
    from tests.integration.upgrades.upgraded import make_everything_again

    call_command("migrate", interactive=False, verbosity=0)
    keys = make_eventful_club().to_json()
    recorded: dict[str, Any] = {"at": timezone.now().isoformat(), "keys": keys}
    recorded["rows"] = row_counts()
    pack(_file_of(folder / "vacuumed.sqlite3"), recording.sqlite)
    copy_rows()
    pack(_dump_of(postgresql), recording.postgresql)
    world = World(keys)
    answers = recorded["answers"] = world.everything()
    recorded["seasons"] = seasons()
    work_off()
    make_everything_again()
    again = world.answers(derived(answers))
    recorded["made_again"] = {
        who: {
            address: answer for address, answer in asked.items() if answer != answers[who][address]
        }
        for who, asked in again.items()
    }
    recorded["seasons_made_again"] = seasons()
    text = json.dumps(recorded, ensure_ascii=False, separators=(",", ":"))
    pack(text.encode(), recording.published)


def _file_of(path: Path) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])
    return path.read_bytes()


def copy_rows() -> None:
    """Put every row into PostgreSQL as it is, its number included."""
    call_command("migrate", database=COPY, interactive=False, verbosity=0)
    call_command("flush", database=COPY, interactive=False, inhibit_post_migrate=True, verbosity=0)
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    with transaction.atomic(using=COPY):
        for model in models:
            for field in model._meta.concrete_fields:
                # It would be the time of copying.
                if getattr(field, "auto_now_add", False):
                    field.auto_now_add = False  # type: ignore[attr-defined]
            rows = model._base_manager.using("default").order_by("pk")
            model._base_manager.using(COPY).bulk_create(rows, batch_size=500)
    with connections[COPY].cursor() as cursor:
        for statement in connections[COPY].ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
    connections[COPY].close()


def _dump_of(url: str) -> bytes:
    """Plain SQL that any client can run."""
    program = INSTALLED / PARTS[0] / "bin" / "pg_dump"
    options = ("--no-owner", "--no-privileges", "--rows-per-insert=200")
    dump = subprocess.run([program, *options, url], capture_output=True, text=True, check=True)
    lines = [
        line
        for line in dump.stdout.splitlines(keepends=True)
        if not line.startswith(NOT_FOR_EVERY_SERVER)
    ]
    return "".join(lines).encode()


if __name__ == "__main__":
    main(sys.argv[1])
