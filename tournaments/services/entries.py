"""Who takes part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from outbox.services import enqueue
from players.actors import Actor
from players.models import Player, Role
from players.services.permissions import require
from players.services.registration import register_player
from rules_core.draws.formats import MOST_ENTRANTS
from rules_core.errors import Conflict
from tournaments.draws.entry_list import open_stages
from tournaments.models import Entry, Stage, Tournament
from tournaments.services.events import AlreadyDrawn
from tournaments.services.latecomers import AlreadyEntered, seat_late
from tournaments.services.locks import locked_stage_and_matches
from tournaments.services.stage_completion import close_or_reopen

MAX_ENTRIES = MOST_ENTRANTS


class SeedTaken(Conflict):
    """A seed number is given once."""

    code = "seed_taken"


class EventFull(Conflict):
    """No draw of this size is offered."""

    code = "event_full"


@dataclass(frozen=True)
class Newcomer:
    """Somebody to enter: a player of the club, or a name that becomes one."""

    player: Player | None = None
    name: str = ""
    seed: int | None = None
    paid: bool = False


@transaction.atomic
def enter_players(
    *, tournament: Tournament, newcomers: Sequence[Newcomer], actor: Actor
) -> list[Entry]:
    """Enter players, all of them or none.

    After the draw, a latecomer takes the place of a bye, or joins the next round of a Swiss, in
    each stage that everybody plays in and that is not over.
    """
    require(actor, Role.DIRECTOR, tournament.club_id)
    stages = _locked_stages(tournament)
    _check_room(tournament, len(newcomers))
    entries = [_enter_one(tournament, newcomer, actor) for newcomer in newcomers]
    to_play_in = open_stages(stages)
    for entry in entries:
        seat_late(entry, to_play_in, actor)
    for stage in to_play_in:
        if stage.drawn_at:
            close_or_reopen(stage)
    _refresh(stages)
    return entries


@transaction.atomic
def remove_entry(*, entry: Entry, actor: Actor) -> None:
    """Take somebody off the list before the draw, as if never entered."""
    require(actor, Role.DIRECTOR, entry.tournament.club_id)
    stages = _locked_stages(entry.tournament)
    _check_undrawn(stages)
    entry.delete()
    _refresh(stages)


@transaction.atomic
def give_seed(*, entry: Entry, seed: int | None, actor: Actor) -> Entry:
    """Say where somebody stands in a draw that is seeded by hand; None takes it back."""
    require(actor, Role.DIRECTOR, entry.tournament.club_id)
    stages = _locked_stages(entry.tournament)
    if any(stage.drawn_at for stage in stages):
        raise AlreadyDrawn("The draw is made: seeds count no more.")
    _check_seed(entry.tournament.entries.exclude(pk=entry.pk), seed)
    entry.seed = seed
    entry.save(update_fields=["seed"])
    return entry


def _check_seed(others: QuerySet[Entry], seed: int | None) -> None:
    if seed and others.filter(seed=seed).exists():
        raise SeedTaken(f"Seed {seed} is given already.", seed=seed)


def _locked_stages(tournament: Tournament) -> list[Stage]:
    """The stages in order, locked so that no draw is made while the list changes."""
    # By key, as everybody who locks several does.
    keys = tournament.stages.order_by("pk").values_list("pk", flat=True)
    return sorted((locked_stage_and_matches(pk) for pk in keys), key=lambda stage: stage.number)


def _check_undrawn(stages: Sequence[Stage]) -> None:
    if any(stage.drawn_at for stage in stages):
        raise AlreadyDrawn("The draw is made: withdraw the entrant instead of taking them off.")


def _check_room(tournament: Tournament, wanted: int) -> None:
    if tournament.entries.count() + wanted > MAX_ENTRIES:
        raise EventFull(f"An event takes {MAX_ENTRIES} entrants at most.", most=MAX_ENTRIES)


def _enter_one(tournament: Tournament, newcomer: Newcomer, actor: Actor) -> Entry:
    player = newcomer.player or register_player(
        club=tournament.club, name=newcomer.name, actor=actor
    )
    if tournament.entries.filter(player=player).exists():
        raise AlreadyEntered(f"{player} is entered already.", player=player.pk)
    _check_seed(tournament.entries.all(), newcomer.seed)
    return Entry.objects.create(
        tournament=tournament, player=player, seed=newcomer.seed, paid=newcomer.paid
    )


def _refresh(stages: Sequence[Stage]) -> None:
    for stage in stages:
        enqueue("tournaments.refresh_snapshot", stage.pk)
