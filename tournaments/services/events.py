"""Setting up an event, changing it, and showing it to the world."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone as clock_time
from django.utils.text import slugify

from matches.models import ResultPolicy
from players.actors import Actor
from players.models import Club, Role
from players.services.clubs import check_timezone
from players.services.permissions import require
from rules_core.draws.settings import Format
from rules_core.draws.settings_reader import read_settings
from rules_core.errors import Conflict
from rules_core.match import MatchRules
from tournaments.models import Stage, StageSnapshot, Tournament
from tournaments.services.event_dates import check_event_date
from tournaments.services.freshness import stage_changed
from tournaments.services.locks import locked_event, locked_stages
from tournaments.services.permissions import require_in_event


class AlreadyDrawn(Conflict):
    """What the draw rests on can no longer be changed."""

    code = "already_drawn"


@dataclass(frozen=True)
class StagePlan:
    """A stage as the director describes it."""

    name: str = "Main"
    format: Format = Format.SINGLE_ELIMINATION
    settings: Mapping[str, Any] = field(default_factory=dict)


@transaction.atomic
def create_tournament(
    *,
    club_id: int,
    name: str,
    starts_at: datetime,
    rules: MatchRules,
    actor: Actor,
    stages: Sequence[StagePlan] = (StagePlan(),),
    timezone: str = "",
    tables: int | None = None,
    entry_fee: Decimal | None = None,
    result_policy: ResultPolicy = ResultPolicy.DIRECTOR,
    auto_confirm_minutes: int | None = 15,
) -> Tournament:
    """An event that is open for registration, not yet published."""
    require(actor, Role.DIRECTOR, club_id)
    club = Club.objects.get(pk=club_id)
    check_timezone(timezone or club.timezone)
    check_event_date(starts_at)
    tournament = Tournament.objects.create(
        club=club,
        name=name,
        slug=_free_slug(name),
        starts_at=starts_at,
        timezone=timezone or club.timezone,
        tables=tables,
        entry_fee=entry_fee,
        rules=rules.to_json(),
        result_policy=result_policy,
        auto_confirm_minutes=auto_confirm_minutes,
    )
    for number, stage in enumerate(stages, start=1):
        add_stage(tournament, number, stage)
    return tournament


@transaction.atomic
def change_tournament(
    *,
    tournament_id: int,
    actor: Actor,
    change_rules: Callable[[MatchRules], MatchRules] | None = None,
    **changes: Any,
) -> Tournament:
    """Change an event's details. The rules of play stand once the draw is made.

    ``change_rules`` says what becomes of those there are, so that nobody undoes what another changes.
    """
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    if "timezone" in changes:
        check_timezone(changes["timezone"])
    if "starts_at" in changes:
        check_event_date(changes["starts_at"])
    if change_rules and any(stage.drawn_at for stage in locked_stages(tournament_id)):
        raise AlreadyDrawn("The draw has been made. The rules of play can no longer be changed.")
    tournament = locked_event(tournament_id)
    if change_rules:
        changes["rules"] = change_rules(MatchRules.from_json(tournament.rules)).to_json()
    for name, value in changes.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(changes))
    return tournament


@transaction.atomic
def publish(*, tournament_id: int, actor: Actor) -> Tournament:
    """Let everybody see the event; a second call changes nothing."""
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    tournament = locked_event(tournament_id)
    if tournament.published_at is None:
        tournament.published_at = clock_time.now()
        tournament.save(update_fields=["published_at"])
    return tournament


@transaction.atomic
def unpublish(*, tournament_id: int, actor: Actor) -> Tournament:
    """Show the event to members of the club only."""
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    tournament = locked_event(tournament_id)
    tournament.published_at = None
    tournament.save(update_fields=["published_at"])
    return tournament


def add_stage(tournament: Tournament, number: int, plan: StagePlan) -> Stage:
    """A stage with a seed of its own, its settings checked."""
    read_settings(plan.format, plan.settings)
    stage = Stage.objects.create(
        tournament=tournament,
        number=number,
        name=plan.name,
        format=plan.format,
        settings=dict(plan.settings),
        seed=new_seed(),
        next_seed=new_seed(),
    )
    StageSnapshot.objects.create(stage=stage)
    stage_changed(stage.pk)
    return stage


def new_seed() -> str:
    """What a draw is made with: nobody can guess it from its hash."""
    return secrets.token_hex(16)


def _free_slug(name: str) -> str:
    base = slugify(name)[:60] or "event"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
