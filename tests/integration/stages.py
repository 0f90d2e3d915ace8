"""Playing the stages of an event, for the tests of this folder."""

from __future__ import annotations

import json
from typing import Any

from matches.models import Match, MatchStatus
from matches.services.results import report_result
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from tests.integration.factories import a_club, a_drawn_stage
from tournaments.models import Entry, Pairing, Stage, Tournament
from tournaments.services.attendance import reinstate, withdraw
from tournaments.services.events import StagePlan
from tournaments.services.snapshots import refresh_snapshot


def play(stage: Stage) -> int:
    """Finish every match that can be played now; the first side wins."""
    ready = Match.objects.filter(pk__in=stage.pairings.values("match"), status=MatchStatus.READY)
    for match in ready:
        report_result(match_id=match.pk, score=(match.length, 2), actor=SYSTEM)
    return len(ready)


def play_out(stage: Stage) -> None:
    while play(stage):
        pass


def stages_of(event: Tournament) -> list[Stage]:
    return list(event.stages.order_by("number"))


def seeds_of(stage: Stage) -> list[int]:
    """Entry ids by seed number, the first seed first."""
    return list(stage.entrants.order_by("seed").values_list("entry", flat=True))


def published(stage: Stage) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(refresh_snapshot(stage_id=stage.pk).standings)["rows"]
    return rows


def is_over(stage: Stage) -> bool:
    return Stage.objects.get(pk=stage.pk).finished_at is not None


def drawn(format_code: Format, entrants: int, **settings: object) -> Stage:
    plan = StagePlan(format=format_code, settings=settings)
    return a_drawn_stage(a_club(), entrants, stages=[plan])


def row_at(stage: Stage, key: str) -> Pairing:
    return stage.pairings.select_related("match", "a", "b").get(key=key)


def match_at(stage: Stage, key: str) -> Match:
    match = row_at(stage, key).match
    assert match is not None
    return match


def entrant(stage: Stage, key: str, side: str) -> Entry:
    found = getattr(row_at(stage, key), side)
    assert isinstance(found, Entry)
    return found


def leave(*entries: Entry) -> None:
    for entry in entries:
        withdraw(entry_id=entry.pk, actor=SYSTEM)


def come_back(*entries: Entry) -> None:
    for entry in entries:
        reinstate(entry_id=entry.pk, actor=SYSTEM)
