"""``manage.py create_token --club SLUG --role director``: prints a token once."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.actors import SYSTEM
from players.management.clubs import club_of_slug
from players.models import Club, Membership, Role, User
from players.services.tokens import make_token


class Command(BaseCommand):
    """Makes a token for a member of a club."""

    help = "Create an API token for a club and print it once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which club, which role, whose."""
        parser.add_argument("--club", required=True, help="slug of the club")
        parser.add_argument("--role", choices=Role.values, default=Role.READER)
        parser.add_argument("--user", help="e-mail address; default: the club's first director")
        parser.add_argument("--label", default="", help="what the token is for")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Print the secret and nothing else, so that it can be piped."""
        club = club_of_slug(options["club"])
        _, secret = make_token(
            user_id=self._owner(club, options["user"]).pk,
            club_id=club.pk,
            role=Role(options["role"]),
            actor=SYSTEM,
            label=options["label"],
        )
        self.stdout.write(secret)

    def _owner(self, club: Club, email: str | None) -> User:
        members = Membership.objects.in_force().filter(club=club).select_related("user")
        members = members.order_by("pk")
        if email:
            members = members.filter(user__email__iexact=email)
        else:
            members = members.filter(role=Role.DIRECTOR)
        member = members.first()
        if member is None:
            raise CommandError(
                f"{email} has no role in {club}, or has not confirmed the address."
                if email
                else f"{club} has no director yet."
            )
        return member.user
