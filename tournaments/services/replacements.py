"""Somebody plays in the place of an entrant who does not."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from matches.selectors import ratings_of
from players.actors import Actor
from players.models import Player, Role
from players.services.registration import check_not_merged
from rules_core.draws.advancement import PairingStatus
from rules_core.errors import Conflict
from tournaments.draws.played import entries_out, is_played
from tournaments.models import Entry, EntryStatus, Stage
from tournaments.services.attendance import AlreadyOut, drawn_stages_of, seat_again
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.freshness import stage_changed
from tournaments.services.latecomers import AlreadyEntered
from tournaments.services.locks import locked_entry
from tournaments.services.permissions import require_for_entry
from tournaments.services.stage_completion import close_or_reopen
from tournaments.services.waiting_list import locked_list, replaced_at_the_desk


class AlreadyPlayed(Conflict):
    """An entrant who has a result cannot be exchanged any more."""

    code = "already_played"


@transaction.atomic
def replace_player(*, entry_id: int, player_id: int, actor: Actor) -> Entry:
    """Put another player into an entry that has not played yet, and let them play if it had left."""
    require_for_entry(actor, Role.DIRECTOR, entry_id)
    stages = drawn_stages_of(entry_id, finished_too=True)
    entry, player = locked_entry(entry_id), Player.objects.get(pk=player_id)
    if entry.status == EntryStatus.DISQUALIFIED:
        raise AlreadyOut(f"{entry} is already {entry.get_status_display()}.", entry=entry.pk)
    if any(_has_played(entry, stage) for stage in stages):
        raise AlreadyPlayed(f"{entry} already has results. Withdraw them instead.", entry=entry.pk)
    if entry.tournament.entries.filter(player=player).exists():
        raise AlreadyEntered(f"{player} is already entered.", player=player.pk)
    reason = f"{player} plays instead"
    had_left = entry.status == EntryStatus.WITHDRAWN
    entry.player = player
    if had_left:
        entry.status, entry.reason = EntryStatus.PRESENT, ""
    entry.save(update_fields=["player", "status", "reason"])
    check_not_merged([player.pk])
    replaced_at_the_desk(locked_list(entry.tournament_id), entry)
    _note_on_lists(entry, stages)
    if had_left:
        seat_again(entry, stages, actor, reason=reason)
    for stage in stages:
        sheet = DrawSheet.whole(stage)
        rows = sheet.rows_of(entry.pk, PairingStatus.READY)
        sheet.write({row.key: sheet.states[row.key] for row in rows}, actor, reason=reason)
        close_or_reopen(sheet)
        stage_changed(stage.pk)
    return entry


def _note_on_lists(entry: Entry, stages: Sequence[Stage]) -> None:
    """Have later rounds and tables go by whoever plays; what the draw was made from stays."""
    rating = ratings_of([entry.player_id]).get(entry.player_id)
    entry.places.filter(stage__in=stages).update(
        replaced=True, stand_in_rating=rating, stand_in_club=entry.player.club.slug
    )


def _has_played(entry: Entry, stage: Stage) -> bool:
    out = entries_out(stage)
    rows = stage.pairings.filter(Q(a=entry) | Q(b=entry)).select_related("match")
    return any(is_played(row, out) for row in rows)
