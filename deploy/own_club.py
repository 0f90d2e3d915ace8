"""``make club``: a club of one's own, in addition to the demo club or instead of it."""

from __future__ import annotations

import os
import sys

import django
from django.core.management import CommandError, call_command


def main() -> None:
    """Found the club, and ask whether the demo club is still wanted."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    django.setup()
    from deploy.preparation import prepare
    from players.models import Club
    from tournaments.services.demo_club import SLUG

    try:
        prepare(with_demo=False)
        call_command("new_club")
        if Club.objects.filter(slug=SLUG).exists() and _wants("Remove the demo club?"):
            call_command("remove_club", SLUG, yes=True)
    except CommandError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("\nStopped.")
    print("Next: make run")


def _wants(question: str) -> bool:
    try:
        return input(f"{question} [y/N] ").strip().casefold() in {"y", "yes"}
    except EOFError:
        return False


if __name__ == "__main__":
    main()
