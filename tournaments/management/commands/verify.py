"""``manage.py verify``: everything derived follows from its sources, or it is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.models import Match
from matches.services.ledger_rows import Difference, other_ledgers
from matches.services.verification import ledger_differences, rating_differences
from outbox.models import Message
from tournaments.models import Season, Stage
from tournaments.services.verification import season_differences, stage_differences


class Command(BaseCommand):
    """Computes again what is derived, compares, and names each difference."""

    help = (
        "Check that matches, money sessions and chouette nights follow from their ledgers, draw sheets and standings from the results,"
        " and ratings from the matches; exit 1 if anything differs. Changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """One line a difference."""
        found = 0
        for difference in _differences():
            self.stdout.write(str(difference))
            found += 1
        if waiting := Message.objects.count():
            self.stdout.write(f"{waiting} jobs are waiting; what they compute is not checked yet.")
        if found:
            raise CommandError(
                f"{found} differences. `manage.py rebuild` computes everything derived again."
            )
        others = "".join(
            f" {ledger.all_rows().count()} {ledger.many}," for ledger in other_ledgers()
        )
        self.stdout.write(
            f"{Match.objects.count()} matches,{others} {Stage.objects.count()} stages"
            " and all ratings agree."
        )


def _differences() -> Iterator[Difference]:
    yield from ledger_differences()
    for ledger in other_ledgers():
        yield from ledger.differences()
    for stage_id in list(Stage.objects.order_by("pk").values_list("pk", flat=True)):
        yield from stage_differences(stage_id)
    for season_id in Season.objects.order_by("pk").values_list("pk", flat=True):
        yield from season_differences(season_id)
    if not Message.objects.filter(job="matches.rate_match").exists():
        yield from rating_differences()
