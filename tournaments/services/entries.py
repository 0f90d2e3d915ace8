"""Who takes part."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F, QuerySet

from db.locking import locked_row
from players.actors import Actor
from players.models import Player, Role
from players.services.deletion import HasPlayed, delete_player
from players.services.registration import check_not_merged, register_player
from rules_core.draws.formats import MOST_ENTRANTS
from rules_core.errors import Conflict
from tournaments.draws.entry_list import open_stages
from tournaments.models import Entry, Stage, Tournament
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.events import AlreadyDrawn
from tournaments.services.freshness import stage_changed
from tournaments.services.latecomers import AlreadyEntered, seat_late
from tournaments.services.locks import (
    locked_entry,
    locked_event,
    locked_stage_and_matches,
    locked_stages,
    locked_stages_of_entry,
)
from tournaments.services.permissions import require_for_entry, require_in_event
from tournaments.services.stage_completion import close_or_reopen
from tournaments.services.waiting_list import (
    EntryList,
    entered_at_the_desk,
    move_up,
    removed_at_the_desk,
)

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

    player_id: int | None = None
    name: str = ""
    seed: int | None = None
    paid: bool = False


@transaction.atomic
def enter_players(
    *, tournament_id: int, newcomers: Sequence[Newcomer], actor: Actor
) -> list[Entry]:
    """Enter players, all of them or none.

    After the draw, a latecomer takes the place of a bye, or joins the next round of a Swiss, in
    each stage that everybody plays in and that is not over.
    """
    require_in_event(actor, Role.DIRECTOR, tournament_id)
    stages = locked_stages(tournament_id, lock=locked_stage_and_matches)
    tournament = locked_event(tournament_id)
    _check_room(tournament, len(newcomers))
    entries = [_enter_one(tournament, newcomer, actor) for newcomer in newcomers]
    entered_at_the_desk(EntryList(tournament, stages), entries)
    to_play_in = open_stages(stages)
    for entry in entries:
        seat_late(entry, to_play_in, actor)
    for stage in to_play_in:
        if stage.drawn_at:
            close_or_reopen(DrawSheet(stage))
    _refresh(stages)
    return entries


@transaction.atomic
def remove_entry(*, entry_id: int, actor: Actor) -> None:
    """Take somebody off the list before the draw, as if never entered."""
    require_for_entry(actor, Role.DIRECTOR, entry_id)
    stages = locked_stages_of_entry(entry_id)
    _check_undrawn(stages)
    entry = locked_entry(entry_id)
    on = EntryList(locked_event(entry.tournament_id), stages)
    removed_at_the_desk(entry)
    entry.delete()
    move_up(on)
    _refresh(stages)


@transaction.atomic
def take_back_entry(*, entry_id: int, actor: Actor) -> None:
    """Undo that somebody was entered: off the list, and a player made for it off the club's list too."""
    require_for_entry(actor, Role.DIRECTOR, entry_id)
    player = _made_for(entry_id)
    if player is not None:
        # Players are locked before stages, everywhere.
        locked_row(Player.objects.all(), player)
    remove_entry(entry_id=entry_id, actor=actor)
    if player is not None:
        # Whoever has been registered elsewhere meanwhile is a player of the club.
        with suppress(HasPlayed):
            delete_player(player_id=player, actor=actor)


def _made_for(entry_id: int) -> int | None:
    """The player who was made together with an entry and whom nobody has said anything about since."""
    made = Entry.objects.filter(
        pk=entry_id,
        player__created_at=F("created_at"),
        player__club=F("tournament__club"),
        player__user=None,
        player__email="",
        player__federation_id="",
        registration=None,
    )
    return made.values_list("player", flat=True).first()


@transaction.atomic
def give_seed(*, entry_id: int, seed: int | None, actor: Actor) -> Entry:
    """Say where somebody stands in a draw that is seeded by hand; None takes it back."""
    require_for_entry(actor, Role.DIRECTOR, entry_id)
    stages = locked_stages_of_entry(entry_id)
    if any(stage.drawn_at for stage in stages):
        raise AlreadyDrawn("The draw has been made. Seeds no longer count.")
    entry = locked_entry(entry_id)
    _check_seed(entry.tournament.entries.exclude(pk=entry.pk), seed)
    entry.seed = seed
    entry.save(update_fields=["seed"])
    return entry


def _check_seed(others: QuerySet[Entry], seed: int | None) -> None:
    if seed and others.filter(seed=seed).exists():
        raise SeedTaken(f"Seed {seed} is already taken.", seed=seed)


def _check_undrawn(stages: Sequence[Stage]) -> None:
    if any(stage.drawn_at for stage in stages):
        raise AlreadyDrawn("The draw has been made. Withdraw the entrant instead of removing them.")


def _check_room(tournament: Tournament, wanted: int) -> None:
    if tournament.entries.count() + wanted > MAX_ENTRIES:
        raise EventFull(f"An event can have at most {MAX_ENTRIES} entrants.", most=MAX_ENTRIES)


def _enter_one(tournament: Tournament, newcomer: Newcomer, actor: Actor) -> Entry:
    if newcomer.player_id is None:
        player = register_player(club_id=tournament.club_id, name=newcomer.name, actor=actor)
    else:
        player = Player.objects.get(pk=newcomer.player_id)
    if tournament.entries.filter(player=player).exists():
        raise AlreadyEntered(f"{player} is already entered.", player=player.pk)
    _check_seed(tournament.entries.all(), newcomer.seed)
    entry = Entry(tournament=tournament, player=player, seed=newcomer.seed, paid=newcomer.paid)
    if newcomer.player_id is None:
        # By this it is seen later that they were made together.
        entry.created_at = player.created_at
    entry.save()
    check_not_merged([player.pk])
    return entry


def _refresh(stages: Sequence[Stage]) -> None:
    for stage in stages:
        stage_changed(stage.pk)
