"""Making what the world sees of a stage. Safe to make again at any time."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone

from outbox.services import enqueue
from tournaments.models import Publication
from tournaments.publishing.brackets import bracket_of
from tournaments.publishing.standings import standings_beside, standings_of
from tournaments.selectors import stage_pairings


@transaction.atomic
def publish_stage(*, stage_id: int) -> Publication:
    """Compute bracket and standings anew; the version moves on only if they changed.

    The row is locked before anything is read, so of two runs at once the later one sees, and
    publishes, everything that was committed before it began.
    """
    publication = (
        Publication.objects.select_for_update(of=("self",))
        .select_related("stage__tournament")
        .get(pk=stage_id)
    )
    pairings = list(stage_pairings(publication.stage))
    stages = list(publication.stage.tournament.stages.order_by("number").values("number", "name"))
    bracket = {**bracket_of(publication.stage, pairings), "stages": stages}
    standings = {
        "rows": standings_of(publication.stage, pairings),
        "brackets": standings_beside(publication.stage, pairings),
        "stages": stages,
    }
    digest = sha256(_text([bracket, standings]).encode()).hexdigest()
    if digest != publication.digest:
        publication.version += 1
        publication.digest = digest
        publication.bracket = _text({"version": publication.version, **bracket})
        publication.standings = _text({"version": publication.version, **standings})
        publication.updated_at = timezone.now()
        publication.save()
    return publication


@transaction.atomic
def publish_player(*, player_id: int) -> None:
    """Have every stage made anew that shows this player's name, each by a job of its own."""
    shown = Publication.objects.filter(stage__tournament__entries__player=player_id)
    for stage_id in shown.values_list("pk", flat=True).order_by("pk").distinct():
        enqueue("tournaments.publish_stage", stage_id)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
