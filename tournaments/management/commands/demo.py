"""``manage.py demo``: a club to look at, and a director to sign in as."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from outbox.services import run_pending
from players.models import Club, Role, User
from players.services.accounts import made_up_password
from players.services.clubs import give_role
from tournaments.services.demo_club import SLUG, make_demo_club

DIRECTOR = "director@barpoint.example"


class Command(BaseCommand):
    """Makes the demo club. The password is made up here and shown this once."""

    help = "Create the demo club with a director whose password is printed once."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Refuse if it is there already; otherwise make it whole or not at all."""
        if Club.objects.filter(slug=SLUG).exists():
            raise CommandError(f"The demo club already exists: /clubs/{SLUG}/")
        password = made_up_password()
        with transaction.atomic():
            club = make_demo_club()
            director = User.objects.create_user(DIRECTOR, password, first_name="Demo")
            give_role(user_id=director.pk, club_id=club.pk, role=Role.DIRECTOR)
        self.stdout.write(f"Demo club ready: {club}, with 24 players and an event of each kind.")
        self.stdout.write("")
        self.stdout.write("  Sign in as director (shown only this once):")
        self.stdout.write(f"    e-mail    {DIRECTOR}")
        self.stdout.write(f"    password  {password}")
        self.stdout.write("")
        # Whoever stops it here has seen the password; the jobs are in the outbox and wait.
        self.stdout.flush()
        run_pending()
