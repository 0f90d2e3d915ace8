"""``manage.py rebuild``: compute everything derived again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import QuerySet

from matches.models import Match, RatingPool
from matches.services.ledger_rows import other_ledgers
from matches.services.played_steps import note_everybody
from matches.services.rating_replay import rate_everything
from tournaments.models import Season, Stage
from tournaments.services.rebuilding import rebuild_match, rebuild_season, rebuild_stage

_STEP = 1000


class Command(BaseCommand):
    """Rows from ledgers, draw sheets and snapshots from results, ratings from matches."""

    help = (
        "Compute again everything that is derived: rows of matches, money sessions and chouette nights from their ledgers, draw sheets and"
        " standings from the results, ratings from the matches. Safe to run at any time, and twice."
    )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Say how far it is, and how much was changed."""
        self._each(Match.objects.all(), "matches", lambda pk: rebuild_match(match_id=pk))
        for ledger in other_ledgers():
            self._each(ledger.all_rows(), ledger.many, ledger.rebuild)
        self._each(Stage.objects.all(), "stages", lambda pk: rebuild_stage(stage_id=pk))
        self._each(Season.objects.all(), "seasons", lambda pk: rebuild_season(season_id=pk))
        self.stdout.write("ratings …")
        rate_everything(told=self._tell)
        note_everybody()
        self.stdout.write("Done. `manage.py verify` checks it.")

    def _tell(self, pool: RatingPool) -> None:
        if pool.is_being_recomputed:
            done = f"{pool.rated_again} of {pool.to_rate_again}"
            self.stdout.write(f"ratings of {pool.pk}: {done} matches")

    def _each(self, rows: QuerySet[Any, Any], name: str, rebuild: Callable[[int], bool]) -> None:
        total, changed = rows.count(), 0
        keys = rows.order_by("pk").values_list("pk", flat=True)
        for number, pk in enumerate(list(keys), start=1):
            changed += rebuild(pk)
            if number % _STEP == 0:
                self.stdout.write(f"{name}: {number} of {total}")
        self.stdout.write(f"{name}: {total} computed again, {changed} differed")
