"""Somebody comes after the draw, or in the place of somebody who does not."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction

from outbox.services import enqueue
from players.actors import Actor
from players.models import Player, Role
from players.services.permissions import require
from rules_core.draws.plan import Plan
from rules_core.draws.progress import PairingNotReady, Status, play_through
from rules_core.errors import Conflict
from tournaments.history import listed
from tournaments.models import Entry, Stage
from tournaments.plans import plan_of
from tournaments.services.locks import locked_stage_and_matches
from tournaments.services.sheet import Sheet


class NoFreeBye(Conflict):
    """Every bye has been played past, or there was none."""

    code = "no_free_bye"


class AlreadyPlayed(Conflict):
    """An entrant who has a result cannot be exchanged any more."""

    code = "already_played"


def join_late(stage: Stage, entry: Entry, actor: Actor) -> None:
    """Give a latecomer a place in a stage that is drawn; the caller holds its lock."""
    before = None if stage.paired_by_round else plan_of(stage)
    stage.seeds = [*stage.seeds, entry.pk]
    stage.drawn_from = [*stage.drawn_from, *listed([entry], late=True)]
    if before is None:
        stage.save(update_fields=["seeds", "drawn_from"])
        return
    sheet = Sheet.whole(stage)
    for lines in _with_a_bye_filled(stage):
        stage.lines = lines
        if _keeps_what_was_played(sheet, before, plan_of(stage)):
            stage.save(update_fields=["seeds", "drawn_from", "lines"])
            sheet.lay_out(actor, reason=f"{entry} came late")
            return
    raise NoFreeBye(
        "There is no bye left to put a latecomer in. Draw again while nothing is played,"
        " or enter them in the next stage.",
        entry=entry.pk,
    )


def _with_a_bye_filled(stage: Stage) -> Iterator[list[int]]:
    """The first round with the newcomer in one bye after the other."""
    newcomer = len(stage.seeds)
    for position, seed in enumerate(stage.lines):
        if not seed:
            yield [*stage.lines[:position], newcomer, *stage.lines[position + 1 :]]


def _keeps_what_was_played(sheet: Sheet, before: Plan, after: Plan) -> bool:
    """Whether each result would still stand where it was won, between the same two."""
    for key in sheet.outcomes:
        place = after.by_id.get(key)
        if place is None or (place.a, place.b) != (before.by_id[key].a, before.by_id[key].b):
            return False
    try:
        play_through(after, sheet.outcomes, sheet.withdrawn)
    except PairingNotReady:
        return False
    return True


@transaction.atomic
def replace_player(*, entry: Entry, player: Player, actor: Actor) -> Entry:
    """Put another player into an entry that has not played yet."""
    require(actor, Role.DIRECTOR, entry.tournament.club_id)
    drawn = entry.tournament.stages.filter(drawn_at__isnull=False).order_by("pk")
    stages = [locked_stage_and_matches(pk) for pk in drawn.values_list("pk", flat=True)]
    sheets = [Sheet.whole(stage) for stage in stages]
    if any(sheet.rows_of(entry.pk, status) for sheet in sheets for status in _DECIDED):
        raise AlreadyPlayed(f"{entry} has results already: withdraw them instead.", entry=entry.pk)
    if entry.tournament.entries.filter(player=player).exists():
        raise AlreadyPlayed(f"{player} takes part already.", player=player.pk)
    entry.player = player
    entry.save(update_fields=["player"])
    for sheet in sheets:
        rows = sheet.rows_of(entry.pk, Status.READY)
        sheet.write(
            {row.key: sheet.sittings[row.key] for row in rows},
            actor,
            reason=f"{player} plays instead",
        )
        enqueue("tournaments.publish_stage", sheet.stage.pk)
    return entry


_DECIDED = (Status.FINISHED, Status.WALKOVER)
