"""Changing the stages of an event, each for as long as it is not drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from db.locking import still_there
from players.actors import Actor
from players.models import Role
from rules_core.draws.settings import Format
from rules_core.draws.settings_reader import read_settings
from rules_core.errors import Conflict
from tournaments.models import Stage, Tournament, TournamentStatus
from tournaments.services.events import AlreadyDrawn, StagePlan, add_stage
from tournaments.services.freshness import stage_changed
from tournaments.services.locks import locked_event, locked_stage, locked_stages
from tournaments.services.permissions import require_in_event, require_in_stage
from tournaments.services.stage_completion import finish_event_if_over

MOST_STAGES = 8


class TooManyStages(Conflict):
    """More stages than an evening has room for."""

    code = "too_many_stages"


class OnlyStage(Conflict):
    """An event has at least one stage, and later ones stand on the ones before."""

    code = "only_stage"


@transaction.atomic
def change_format(
    *,
    stage_id: int,
    actor: Actor,
    format_code: Format,
    settings: Callable[[Stage], Mapping[str, Any]],
    name: str = "",
) -> Stage:
    """Have a stage played in another format or with other settings.

    ``settings`` makes them from those there are, so that nobody undoes what another changes.
    """
    require_in_stage(actor, Role.DIRECTOR, stage_id)
    stage = locked_stage(stage_id)
    if stage.drawn_at:
        raise AlreadyDrawn("The draw has been made. The rules of play can no longer be changed.")
    wanted = dict(settings(stage))
    read_settings(format_code, wanted)
    stage.format, stage.settings = format_code, wanted
    stage.name = name or stage.name
    stage.save(update_fields=["format", "settings", "name"])
    _refresh_all(stage.tournament)
    return stage


@transaction.atomic
def append_stage(
    *, tournament_id: int, plan: StagePlan, actor: Actor, qualify: int | None = None
) -> Stage:
    """Add a stage after the last one; with ``qualify``, only so many go on to it."""
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    last = locked_stages(tournament_id)[-1]
    if last.number >= MOST_STAGES:
        raise TooManyStages(f"An event can have at most {MOST_STAGES} stages.", most=MOST_STAGES)
    let_qualify(stage_id=last.pk, count=qualify, actor=actor)
    tournament = locked_event(tournament_id)
    stage = add_stage(tournament, last.number + 1, plan)
    if tournament.status == TournamentStatus.FINISHED:
        tournament.status = TournamentStatus.RUNNING
        tournament.save(update_fields=["status"])
    _refresh_all(tournament)
    return stage


@transaction.atomic
def let_qualify(*, stage_id: int, count: int | None, actor: Actor) -> Stage:
    """Say how many go on from a stage; nobody in particular: the next one is for everybody.

    It has no part in the stage's own draw, so it can be said until the next one is drawn.
    """
    require_in_stage(actor, Role.DIRECTOR, stage_id)
    stages = _locked_with_neighbours(stage_id)
    stage = still_there(next((one for one in stages if one.pk == stage_id), None))
    if any(one.drawn_at for one in stages if one.number == stage.number + 1):
        raise AlreadyDrawn(
            "The next stage has been drawn. Its qualifiers can no longer be changed."
        )
    settings = {key: value for key, value in stage.settings.items() if key != "qualify"}
    if count:
        settings["qualify"] = count
    read_settings(stage.format, settings)
    stage.settings = settings
    stage.save(update_fields=["settings"])
    return stage


@transaction.atomic
def remove_stage(*, stage_id: int, actor: Actor) -> None:
    """Take the last stage off, unless it is drawn."""
    require_in_stage(actor, Role.DIRECTOR, stage_id)
    *others, stage = _locked_with_neighbours(stage_id)
    if stage.pk != stage_id or not others:
        raise OnlyStage("Only the last of several stages can be removed.")
    if stage.drawn_at:
        raise AlreadyDrawn("This stage has been drawn and can no longer be removed.")
    stage.delete()
    let_qualify(stage_id=others[-1].pk, count=None, actor=actor)
    finish_event_if_over(stage.tournament)
    _refresh_all(stage.tournament)


def _locked_with_neighbours(stage_id: int) -> list[Stage]:
    """All stages of the event that a stage belongs to, in their order."""
    return locked_stages(still_there(Stage.objects.filter(pk=stage_id).first()).tournament_id)


def _refresh_all(tournament: Tournament) -> None:
    """Each stage's page names the others."""
    for pk in tournament.stages.values_list("pk", flat=True):
        stage_changed(pk)
