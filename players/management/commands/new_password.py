"""``manage.py new_password E-MAIL``: for somebody who cannot get in, or for an account nobody has confirmed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.selectors import account_with
from players.services.accounts import hand_over


class Command(BaseCommand):
    """Makes up a password and shows it this once. Whoever runs the machine vouches for the address."""

    help = (
        "Give an account a new password, confirm its address, and end its sessions, tokens and"
        " second factor."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose."""
        parser.add_argument("email", metavar="E-MAIL", help="the account's address")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Hand the account over."""
        user = account_with(options["email"])
        if user is None:
            raise CommandError(f"There is no account with the address {options['email']}.")
        password = hand_over(user_id=user.pk)
        self.stdout.write("  Sign in (shown only this once):")
        self.stdout.write(f"    e-mail    {user.email}")
        self.stdout.write(f"    password  {password}")
