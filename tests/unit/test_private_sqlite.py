"""The database file belongs to whoever runs the site, and to nobody else on the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.processes import PROJECT

pytestmark = pytest.mark.unit

WRITE = """
from django.db import connection
cursor = connection.cursor()
cursor.execute("CREATE TABLE IF NOT EXISTS seen (id integer)")
cursor.execute("INSERT INTO seen VALUES (1)")
from pathlib import Path
for path in sorted(Path(connection.settings_dict["NAME"]).parent.iterdir()):
    print(path.name, oct(path.stat().st_mode & 0o777))
"""


def modes(folder: Path) -> list[str]:
    """The files and their permissions, while somebody writes to the database."""
    done = subprocess.run(
        [sys.executable, "-c", f"import os; os.umask(0o022); import django; django.setup(){WRITE}"],
        cwd=PROJECT,
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "config.settings.testing",
            "DATABASE_URL": f"sqlite:///{folder}/barpoint.sqlite3",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


PRIVATE = [f"barpoint.sqlite3{suffix} 0o600" for suffix in ("", "-shm", "-wal")]


def test_a_new_database_is_closed_to_others(tmp_path: Path) -> None:
    assert modes(tmp_path) == PRIVATE


def test_one_from_before_is_closed_when_it_is_opened(tmp_path: Path) -> None:
    database = tmp_path / "barpoint.sqlite3"
    database.touch(mode=0o644)
    assert modes(tmp_path) == PRIVATE
