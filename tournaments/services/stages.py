"""Changing the stages of an event, each for as long as it is not drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from outbox.services import enqueue
from players.actors import Actor
from players.models import Role
from players.services.permissions import require
from rules_core.draws.settings import Format
from rules_core.draws.settings_reader import read_settings
from rules_core.errors import Conflict
from tournaments.models import Stage, Tournament, TournamentStatus
from tournaments.services.events import AlreadyDrawn, StagePlan, add_stage
from tournaments.services.locks import locked_stage
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
    *, stage: Stage, actor: Actor, format_code: Format, settings: Mapping[str, Any], name: str = ""
) -> Stage:
    """Have a stage played in another format or with other settings."""
    require(actor, Role.DIRECTOR, stage.tournament.club_id)
    read_settings(format_code, settings)
    stage = locked_stage(stage.pk)
    if stage.drawn_at:
        raise AlreadyDrawn("The draw is made: the rules of play can no longer be changed.")
    stage.format, stage.settings = format_code, dict(settings)
    stage.name = name or stage.name
    stage.save(update_fields=["format", "settings", "name"])
    _refresh_all(stage.tournament)
    return stage


@transaction.atomic
def append_stage(
    *, tournament: Tournament, plan: StagePlan, actor: Actor, qualify: int | None = None
) -> Stage:
    """Add a stage after the last one; with ``qualify``, only so many go on to it."""
    require(actor, Role.DIRECTOR, tournament.club_id)
    last = locked_stage(tournament.stages.order_by("-number").values_list("pk", flat=True)[0])
    if last.number >= MOST_STAGES:
        raise TooManyStages(f"An event has {MOST_STAGES} stages at most.", most=MOST_STAGES)
    let_qualify(stage=last, count=qualify, actor=actor)
    stage = add_stage(tournament, last.number + 1, plan)
    if tournament.status == TournamentStatus.FINISHED:
        Tournament.objects.filter(pk=tournament.pk).update(status=TournamentStatus.RUNNING)
    _refresh_all(tournament)
    return stage


@transaction.atomic
def let_qualify(*, stage: Stage, count: int | None, actor: Actor) -> None:
    """Say how many go on from a stage; nobody in particular: the next one is for everybody.

    It has no part in the stage's own draw, so it can be said until the next one is drawn.
    """
    require(actor, Role.DIRECTOR, stage.tournament.club_id)
    if stage.tournament.stages.filter(number=stage.number + 1, drawn_at__isnull=False).exists():
        raise AlreadyDrawn("The next stage is drawn: who goes on to it is settled.")
    settings = {key: value for key, value in stage.settings.items() if key != "qualify"}
    if count:
        settings["qualify"] = count
    read_settings(stage.format, settings)
    Stage.objects.filter(pk=stage.pk).update(settings=settings)


@transaction.atomic
def remove_stage(*, stage: Stage, actor: Actor) -> None:
    """Take the last stage off, unless it is drawn."""
    require(actor, Role.DIRECTOR, stage.tournament.club_id)
    stage = locked_stage(stage.pk)
    if stage.drawn_at:
        raise AlreadyDrawn("This stage is drawn: it stays.")
    later = stage.tournament.stages.filter(number__gt=stage.number).exists()
    if stage.number == 1 or later:
        raise OnlyStage("Only the last of several stages can be taken off.")
    tournament = stage.tournament
    stage.delete()
    before = tournament.stages.get(number=stage.number - 1)
    let_qualify(stage=before, count=None, actor=actor)
    finish_event_if_over(tournament)
    _refresh_all(tournament)


def _refresh_all(tournament: Tournament) -> None:
    """Each stage's page names the others."""
    for pk in tournament.stages.values_list("pk", flat=True):
        enqueue("tournaments.refresh_snapshot", pk)
