"""Setting up an event, changing it, and showing it to the world."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone as clock_time

from matches.models import Match, ResultPolicy
from matches.services.changes_during_play import set_policy, set_rules_not_yet_needed
from matches.services.played_steps import note_players_of
from players.actors import Actor
from players.models import Club, Role
from players.services.clubs import check_timezone
from players.services.permissions import require
from rules_core.draws.settings import Format
from rules_core.draws.settings_reader import read_settings
from rules_core.errors import Conflict
from rules_core.match import MatchRules
from tournaments.models import Pairing, Stage, StageSnapshot, StageVersion, Tournament
from tournaments.registration_models import TERMS
from tournaments.services.event_dates import check_event_date
from tournaments.services.freshness import stage_changed
from tournaments.services.locks import (
    locked_event,
    locked_stage,
    locked_stage_and_matches,
    locked_stages,
)
from tournaments.services.permissions import require_in_event
from tournaments.services.season_tables import (
    refresh_seasons_with,
    seasons_follow,
    seasons_of_club_follow,
)
from tournaments.services.slugs import free_slug
from tournaments.services.waiting_list import EntryList, move_up


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
    show_chances: bool = True,
    **terms: Any,
) -> Tournament:
    """An event that is not yet published; ``terms`` say on which terms people can register."""
    require(actor, Role.DIRECTOR, club_id)
    club = Club.objects.get(pk=club_id)
    check_timezone(timezone or club.timezone)
    check_event_date(starts_at)
    tournament = Tournament.objects.create(
        club=club,
        name=name,
        slug=free_slug(Tournament.objects.all(), name, otherwise="event"),
        starts_at=starts_at,
        timezone=timezone or club.timezone,
        tables=tables,
        entry_fee=entry_fee,
        rules=rules.to_json(),
        result_policy=result_policy,
        auto_confirm_minutes=auto_confirm_minutes,
        show_chances=show_chances,
        **_checked(terms),
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
    """Change an event's details, also while it is played.

    ``change_rules`` says what becomes of those there are, so that nobody undoes what another changes.
    After the draw, other rules hold for matches that have not started, another clock and another
    policy for all that are not over; nothing that was played changes. Lengths are changed round by
    round then (``round_lengths``).
    """
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    _check_details(changes)
    touches_matches = change_rules is not None or not _OF_MATCHES.isdisjoint(changes)
    lock = locked_stage_and_matches if touches_matches else locked_stage
    stages = locked_stages(tournament_id, lock=lock)
    drawn = [stage for stage in stages if stage.drawn_at and touches_matches]
    tournament = locked_event(tournament_id)
    before = _Played.by(tournament)
    is_shown_otherwise = (
        changes.get("show_chances", tournament.show_chances) != tournament.show_chances
    )
    if change_rules:
        changes["rules"] = change_rules(before.rules).to_json()
        if drawn and changes["rules"]["length"] != before.rules.length:
            raise AlreadyDrawn(
                "The draw has been made. Change the lengths of rounds that have not started instead."
            )
    for name, value in changes.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(changes))
    if drawn:
        _let_matches_follow(before, _Played.by(tournament), drawn, actor)
    if is_shown_otherwise:
        _show_again(stages)
    if "places" in changes:
        move_up(EntryList(tournament, stages))
    if not _SHOWN_BY_SEASONS.isdisjoint(changes):
        seasons_of_club_follow(tournament.club_id)
    return tournament


def _check_details(changes: Mapping[str, Any]) -> None:
    """Refuse times that cannot be meant."""
    if "timezone" in changes:
        check_timezone(changes["timezone"])
    if "starts_at" in changes:
        check_event_date(changes["starts_at"])


def _show_again(stages: Iterable[Stage]) -> None:
    for stage in stages:
        stage_changed(stage.pk)


_SHOWN_BY_SEASONS = {"name", "starts_at"}
"""Another day may be one of another season."""
_OF_MATCHES = {"result_policy", "auto_confirm_minutes"}
"""What each match of an event has from it, beside the rules."""


@dataclass(frozen=True)
class _Played:
    """What the matches of an event are played by, and who enters their results."""

    rules: MatchRules
    result_policy: ResultPolicy
    auto_confirm_minutes: int | None

    @classmethod
    def by(cls, event: Tournament) -> _Played:
        return cls(
            MatchRules.from_json(event.rules),
            ResultPolicy(event.result_policy),
            event.auto_confirm_minutes,
        )

    def policy(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _OF_MATCHES}

    def rules_other_than(self, before: MatchRules) -> dict[str, Any]:
        return {
            rule.name: getattr(self.rules, rule.name)
            for rule in fields(MatchRules)
            if getattr(self.rules, rule.name) != getattr(before, rule.name)
        }


def _let_matches_follow(
    before: _Played, now: _Played, drawn: Sequence[Stage], actor: Actor
) -> None:
    """Have the matches there are played by what the event now says, as far as that can still be."""
    pairings = Pairing.objects.filter(stage__in=drawn, match__isnull=False)
    match_ids = list(pairings.values_list("match_id", flat=True))
    touched = 0
    if now.policy() != before.policy():
        touched += set_policy(match_ids=match_ids, actor=actor, **now.policy())
    if changed := now.rules_other_than(before.rules):
        touched += set_rules_not_yet_needed(match_ids=match_ids, changes=changed, actor=actor)
    if touched:
        _show_again(drawn)


@transaction.atomic
def publish(*, tournament_id: int, actor: Actor) -> Tournament:
    """Let everybody see the event; a second call changes nothing."""
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    tournament = locked_event(tournament_id)
    if tournament.published_at is None:
        tournament.published_at = clock_time.now()
        tournament.save(update_fields=["published_at"])
        _note_players(tournament)
        seasons_follow(tournament_id)
    return tournament


@transaction.atomic
def unpublish(*, tournament_id: int, actor: Actor) -> Tournament:
    """Show the event to members of the club only."""
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    tournament = locked_event(tournament_id)
    tournament.published_at = None
    tournament.save(update_fields=["published_at"])
    # At once: what is hidden shows nowhere from this moment on.
    _note_players(tournament)
    refresh_seasons_with(tournament_id)
    return tournament


def _note_players(tournament: Tournament) -> None:
    """What everybody may see of those who played there is another."""
    note_players_of(Match.objects.filter(event=tournament.slug))


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
    StageVersion.objects.create(stage=stage)
    StageSnapshot.objects.create(stage=stage)
    stage_changed(stage.pk)
    return stage


def new_seed() -> str:
    """What a draw is made with: nobody can guess it from its hash."""
    return secrets.token_hex(16)


def _checked(terms: dict[str, Any]) -> dict[str, Any]:
    """The terms of registration, each by its name, as far as they are named."""
    unknown = terms.keys() - TERMS
    assert not unknown, f"no such details of an event: {unknown}"
    return terms
