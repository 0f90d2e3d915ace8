"""Playing the stages of an event, for the tests of this folder."""

from __future__ import annotations

import json
from typing import Any

from matches.models import Match, Status
from matches.services.results import report_result
from players.actors import SYSTEM
from tournaments.models import Stage, Tournament
from tournaments.services.publication import publish_stage


def play(stage: Stage) -> int:
    """Finish every match that can be played now; the first side wins."""
    ready = Match.objects.filter(pk__in=stage.pairings.values("match"), status=Status.READY)
    for match in ready:
        report_result(match_id=match.pk, score=(match.length, 2), actor=SYSTEM)
    return len(ready)


def play_out(stage: Stage) -> None:
    while play(stage):
        pass


def stages_of(event: Tournament) -> list[Stage]:
    return list(event.stages.order_by("number"))


def published(stage: Stage) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(publish_stage(stage_id=stage.pk).standings)["rows"]
    return rows


def is_over(stage: Stage) -> bool:
    return Stage.objects.get(pk=stage.pk).finished_at is not None
