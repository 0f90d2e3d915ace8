"""``manage.py remove_club SLUG``: the demo club makes room, or a club founded by mistake."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from outbox.services import run_pending
from players.management.clubs import club_of_slug
from players.models import Club
from rules_core.errors import RulesError
from tournaments.services.removal import contents_of, remove_club


class Command(BaseCommand):
    """Deletes a club with everything in it, once its name is typed."""

    help = (
        "Delete a club with its events, players, matches, money sessions and chouette nights."
        " This cannot be undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which club, and whether to ask."""
        parser.add_argument("slug", help="the last part of the club's address")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Say what would be gone, ask, and delete."""
        club = club_of_slug(options["slug"])
        found = contents_of(club_id=club.pk)
        others = "".join(f", {name}: {count}" for name, count in found.others.items())
        self.stdout.write(
            f"{club}: events: {found.events}, players: {found.players},"
            f" matches: {found.matches}{others}."
        )
        if not options["yes"] and not self._is_meant(club):
            raise CommandError("That is not the club's name. Nothing was deleted.")
        # Jobs that wait would look for what is gone.
        run_pending()
        try:
            remove_club(club_id=club.pk)
        except RulesError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{club} deleted.")

    def _is_meant(self, club: Club) -> bool:
        self.stdout.write(
            "This cannot be undone. Type the name of the club to delete it: ", ending=""
        )
        self.stdout.flush()
        try:
            return input().strip() == club.name
        except EOFError:
            return False
