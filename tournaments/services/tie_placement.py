"""A director's word on a tie that nothing else parts."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from players.actors import Actor
from players.models import Role
from rules_core.errors import RulesError
from tournaments.models import Stage, StageEntrant
from tournaments.selectors import next_drawn_stage
from tournaments.services.freshness import stage_changed
from tournaments.services.locks import locked_stage
from tournaments.services.next_stage import NextStageDrawn
from tournaments.services.permissions import require_in_stage
from tournaments.services.stage_versions import check_version


class NotInThisStage(RulesError):
    """Only those who were drawn can be placed."""

    code = "not_in_this_stage"


@transaction.atomic
def place_by_hand(
    *, stage_id: int, entries: Sequence[int], actor: Actor, version: int | None = None
) -> Stage:
    """Order entries that are level on everything else; an empty list takes that back."""
    require_in_stage(actor, Role.DIRECTOR, stage_id)
    stage = locked_stage(stage_id)
    check_version(stage_id, version)
    entrants = {entrant.entry_id: entrant for entrant in stage.entrants.all()}
    if strangers := [pk for pk in entries if pk not in entrants]:
        raise NotInThisStage("Only entrants of this stage can be placed.", entries=strangers)
    if drawn := next_drawn_stage(stage):
        raise NextStageDrawn(
            f"“{drawn.name}” has been drawn from these places, so they can no longer be changed.",
            stage=drawn.number,
            name=drawn.name,
        )
    stage.entrants.filter(place_by_hand__isnull=False).update(place_by_hand=None)
    placed = [entrants[pk] for pk in dict.fromkeys(entries)]
    for place, entrant in enumerate(placed, start=1):
        entrant.place_by_hand = place
    StageEntrant.objects.bulk_update(placed, ["place_by_hand"])
    stage_changed(stage.pk)
    return stage
