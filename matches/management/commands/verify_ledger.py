"""``manage.py verify_ledger``: every match is what its ledger says, or it is named."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.models import Match
from matches.services.verification import differences


class Command(BaseCommand):
    """Folds every ledger again and names each row that differs."""

    help = (
        "Fold the ledger of every match again and report rows that differ; exit 1 if there are any."
    )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """One line a difference."""
        found = 0
        for difference in differences():
            self.stdout.write(str(difference))
            found += 1
        if found:
            raise CommandError(f"{found} differences between matches and their ledgers.")
        self.stdout.write(f"{Match.objects.count()} matches agree with their ledgers.")
