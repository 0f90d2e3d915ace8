"""``manage.py import_event FILE --club SLUG``: an event that was exported elsewhere."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.actors import SYSTEM
from players.management.clubs import club_of_slug
from rules_core.errors import RulesError
from tournaments.services.event_import import import_event


class Command(BaseCommand):
    """Imports an event, all of it or nothing."""

    help = "Import an event from a file that export_event wrote."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which file, into which club."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", required=True, help="slug of the club")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Say under which address it is found."""
        club = club_of_slug(options["club"])
        try:
            event = import_event(
                club_id=club.pk, content=options["file"].read_bytes(), actor=SYSTEM
            )
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        except RulesError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{event.name} imported: /events/{event.slug}/")
