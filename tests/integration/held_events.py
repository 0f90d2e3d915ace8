"""Events that were held, from the first entry to the last result."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Club, Player
from tests.integration.factories import an_event
from tournaments.models import Tournament
from tournaments.selectors import ready_matches
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import change_tournament


def held(
    club: Club, players: list[Player], *, year: int = 2026, month: int = 3, **details: Any
) -> Tournament:
    """An event of these players in which whoever was entered first wins every match."""
    event = an_event(club, **details)
    newcomers = [Newcomer(player_id=player.pk) for player in players]
    enter_players(tournament_id=event.pk, newcomers=newcomers, actor=SYSTEM)
    for stage in event.stages.order_by("number"):
        drawn = draw_stage(stage_id=stage.pk, actor=SYSTEM, seed="season")
        while ready := list(ready_matches(drawn)):
            for match in ready:
                first = match.a_id < match.b_id
                score = (match.length, 3) if first else (3, match.length)
                report_result(match_id=match.pk, score=score, actor=SYSTEM)
    begins = datetime(year, month, 4, 18, 30, tzinfo=UTC)
    change_tournament(tournament_id=event.pk, actor=SYSTEM, starts_at=begins)
    run_pending()
    return event
