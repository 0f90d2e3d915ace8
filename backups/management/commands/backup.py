"""``manage.py backup``: everything in one file, made while the site runs."""

from __future__ import annotations

import os
import time
from argparse import SUPPRESS, ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backups.archive import read_manifest
from backups.folder import own_folder
from backups.making import make_backup
from backups.refusals import BackupRefused

GENTLY = 10
"""By how much the timetable's backup steps back behind those who serve pages."""


class Command(BaseCommand):
    """Makes a backup and checks it by restoring it into a temporary place."""

    help = "Make a backup of everything while the site runs, and check it by restoring it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to, and on whose behalf."""
        parser.add_argument(
            "--folder", type=Path, default=own_folder(), help="where to put it (%(default)s)"
        )
        parser.add_argument(
            "--automatic",
            action="store_true",
            help="as the timetable does it: step back behind others, and delete old ones after it",
        )

        parser.add_argument("--lock", type=int, help=SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """One line on what was made."""
        started = time.monotonic()
        if options["automatic"]:
            os.nice(GENTLY)
        try:
            made = make_backup(
                options["folder"], automatic=options["automatic"], lock=options["lock"]
            )
        except BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        manifest = read_manifest(made.path)
        self.stdout.write(
            f"{made.path}: {manifest.rows:,} rows, {made.size / 1e6:,.1f} MB, "
            f"checked by restoring it; {time.monotonic() - started:.0f} s."
        )
