"""``manage.py export_event SLUG > FILE``: a whole event as one file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.actors import SYSTEM
from tournaments.event_files.writing import event_file
from tournaments.selectors import visible_tournaments


class Command(BaseCommand):
    """Writes an event to the standard output."""

    help = "Write a whole event as JSON that can be imported elsewhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which event."""
        parser.add_argument("slug", help="the event's address, as in /events/SLUG/")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Write the file and nothing else, so that it can be redirected."""
        event = visible_tournaments(SYSTEM).filter(slug=options["slug"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['slug']}.")
        json.dump(event_file(event), self.stdout, ensure_ascii=False, indent=1)
        self.stdout.write()
