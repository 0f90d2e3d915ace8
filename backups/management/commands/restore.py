"""``manage.py restore FILE``: a backup brought back into an empty database."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backups.folder import backups_in, own_folder
from backups.refusals import BackupRefused
from backups.restoring import restore


class Command(BaseCommand):
    """Restores a backup, and compares every row with the file before it counts."""

    help = "Bring a backup back into an empty database, whole or not at all."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which one."""
        parser.add_argument("file", nargs="?", default="", help="the backup")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """One line on what was restored."""
        started = time.monotonic()
        try:
            manifest = restore(Path(options["file"] or self._ask()))
        except BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            f"Restored {manifest.rows:,} rows as they were on {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC, "
            f"each compared with the backup; {time.monotonic() - started:.0f} s."
        )

    def _ask(self) -> str:
        newest = next(iter(backups_in(own_folder())), None)
        example = newest.path if newest else own_folder() / "barpoint-….zip"
        raise BackupRefused(f"Say which backup: make restore FILE={example}")
