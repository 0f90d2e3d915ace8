"""``manage.py new_club``: a club of one's own, and its first director."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.text import slugify

from players.models import Club, Role, User
from players.selectors import account_with
from players.services.accounts import hand_over, made_up_password
from players.services.clubs import found_club, give_role
from rules_core.errors import RulesError


class Command(BaseCommand):
    """Asks for what was not given. A new account's password is made up here and shown this once."""

    help = "Create a club with its first director. Missing values are asked for."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What the club is called, who runs it, and where it is."""
        parser.add_argument("name", nargs="?", help="what the club is called")
        parser.add_argument("--director", metavar="E-MAIL", help="who runs it")
        parser.add_argument("--language", help="what its screens and papers are written in")
        parser.add_argument("--timezone", help="as in Europe/Zurich")
        parser.add_argument("--country", default="", help="two letters, as in CH")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Make club and director, both or neither."""
        name = options["name"] or self._ask("What is the club called?")
        email = options["director"] or self._ask("The director's e-mail address?")
        spoken = ", ".join(code for code, _ in settings.LANGUAGES)
        language = options["language"] or self._ask(f"Its language ({spoken})?", "en")
        timezone = options["timezone"] or self._ask("Its time zone?", "Europe/Zurich")
        try:
            validate_email(email)
            with transaction.atomic():
                club = found_club(
                    slug=_address(name),
                    name=name,
                    country=options["country"],
                    timezone=timezone,
                    language=language,
                )
                password = self._make_director(email, club)
        except ValidationError:
            raise CommandError(f"{email} is not an e-mail address.") from None
        except RulesError as error:
            raise CommandError(str(error)) from None
        self._say(club, email, password)

    def _ask(self, question: str, default: str = "") -> str:
        hint = f" [{default}]" if default else ""
        self.stdout.write(f"{question}{hint} ", ending="")
        self.stdout.flush()
        try:
            answer = input().strip() or default
        except EOFError:
            answer = default
        if not answer:
            raise CommandError("Nothing was entered, so nothing was done.")
        return answer

    def _make_director(self, email: str, club: Club) -> str | None:
        """The account's new password; None if it was there, confirmed, and keeps its own."""
        user = account_with(email)
        password = None
        if user is None:
            password = made_up_password()
            user = User.objects.create_user(email, password)
        elif not user.has_confirmed_address:
            self.stdout.write(
                f"There was an account of {email} whose address nobody had confirmed."
                " It now belongs to the director, and its old password no longer works."
            )
            password = hand_over(user_id=user.pk)
        give_role(user_id=user.pk, club_id=club.pk, role=Role.DIRECTOR)
        return password

    def _say(self, club: Club, email: str, password: str | None) -> None:
        self.stdout.write(f"{club} is at /clubs/{club.slug}/")
        self.stdout.write("")
        if password is None:
            self.stdout.write(
                f"  {email} already has an account, which is now a director of the club."
            )
        else:
            self.stdout.write("  Sign in as director (shown only this once):")
            self.stdout.write(f"    e-mail    {email}")
            self.stdout.write(f"    password  {password}")
        self.stdout.write("")


def _address(name: str) -> str:
    slug = slugify(name)[:50].strip("-") or "club"
    if Club.objects.filter(slug=slug).exists():
        raise CommandError(f"There is already a club at /clubs/{slug}/.")
    return slug
