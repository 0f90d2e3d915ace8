"""Drawing a stage: from the list of entrants to pairings, first matches ready to be called."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from db.locking import still_there
from db.table_statistics import is_news, refresh_statistics
from matches.models import Match
from matches.services.voiding import void_match
from outbox.services import enqueue
from players.actors import Actor
from players.models import Role
from rules_core.draws.formats import check_size
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.single_elimination import TooFewEntrants
from tournaments.draws.history import listed
from tournaments.draws.plans import seat_by_seed
from tournaments.draws.played import is_anything_played
from tournaments.draws.swiss_rounds import following_round
from tournaments.models import Entry, Pairing, Stage, StageEntrant, Tournament, TournamentStatus
from tournaments.selectors import next_drawn_stage
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.events import AlreadyDrawn, new_seed
from tournaments.services.freshness import stage_changed
from tournaments.services.locks import locked_stage, locked_stage_and_matches
from tournaments.services.permissions import require_in_stage
from tournaments.services.qualification import Entrants, entrants_of
from tournaments.services.rounds import put_on_sheet
from tournaments.services.stage_completion import close_or_reopen, reopen_stage
from tournaments.services.stage_versions import check_version


@transaction.atomic
def draw_stage(
    *,
    stage_id: int,
    actor: Actor,
    seed: str = "",
    redraw: bool = False,
    version: int | None = None,
) -> Stage:
    """Make the draw; again, while nothing is played, only when asked to."""
    require_in_stage(actor, Role.DIRECTOR, stage_id)
    seen = still_there(Stage.objects.filter(pk=stage_id).first())
    for before in Stage.objects.filter(tournament=seen.tournament_id, number=seen.number - 1):
        # Its places are not to change between being read and being drawn from.
        locked_stage(before.pk)
    stage = locked_stage_and_matches(stage_id)
    check_version(stage_id, version)
    if stage.drawn_at:
        _check_may_draw_again(stage, redraw=redraw)
        _clear(stage, actor, reason="drawn again")
    _draw(stage, actor, seed)
    return stage


def redraw_stage(stage: Stage, actor: Actor, *, reason: str) -> None:
    """Draw a stage again whose entrants are others now. What was played is void; its ledger stays."""
    _clear(stage, actor, reason=reason)
    _draw(stage, actor)


def _draw(stage: Stage, actor: Actor, seed: str = "") -> None:
    to_draw = entrants_of(stage)
    check_size(read_settings(stage.format, stage.settings), len(to_draw.entries))
    entrants = _note_the_draw(stage, to_draw, seed)
    sheet = DrawSheet(stage, entrants=entrants)
    if stage.paired_by_round:
        first = following_round(stage, entrants, [])
        if first is None:
            raise TooFewEntrants("A draw needs at least two entrants.")
        put_on_sheet(sheet, first, actor)
    else:
        sheet.lay_out(actor, reason="draw")
    close_or_reopen(sheet)
    stage_changed(stage.pk)
    if is_news(len(entrants), StageEntrant, Pairing):
        enqueue("tournaments.refresh_draw_statistics")


def refresh_draw_statistics() -> None:
    """After a draw that is large for this installation: its results are to cost what they cost in a small one."""
    refresh_statistics(Entry, StageEntrant, Pairing, Match)


def _check_may_draw_again(stage: Stage, *, redraw: bool) -> None:
    if not redraw:
        raise AlreadyDrawn("This stage has already been drawn. To draw again, ask for a redraw.")
    if _is_played_on(stage):
        raise AlreadyDrawn("There are already results, so this stage cannot be drawn again.")


def _is_played_on(stage: Stage) -> bool:
    """Whether anything is played, here or in what was drawn from here."""
    following = next_drawn_stage(stage)
    return is_anything_played(stage) or (following is not None and _is_played_on(following))


def _clear(stage: Stage, actor: Actor, *, reason: str) -> None:
    """Take a draw off the sheet, and those that were made from its places."""
    following = next_drawn_stage(stage)
    if following is not None:
        later = locked_stage_and_matches(following.pk, finished_too=True)
        undo_draw(later, actor, reason=reason)
    for match in Match.objects.filter(pk__in=stage.pairings.values("match")).order_by("pk"):
        void_match(match_id=match.pk, reason=reason, actor=actor)
    stage.pairings.all().delete()
    stage.entrants.all().delete()


def undo_draw(stage: Stage, actor: Actor, *, reason: str) -> None:
    """Have a stage stand as before its draw, with the seed that is committed to for the next one."""
    _clear(stage, actor, reason=reason)
    reopen_stage(stage)
    stage.seed, stage.next_seed = stage.next_seed, new_seed()
    stage.drawn_at, stage.seed_given = None, False
    stage.drawn_count, stage.late_count = 0, 0
    stage.save()
    stage_changed(stage.pk)


def _note_the_draw(stage: Stage, entrants: Entrants, seed: str) -> list[StageEntrant]:
    """Keep what the draw is made from and whom it gives which seed."""
    if stage.drawn_at:
        # The same seed would give the same draw. The hash of this one is public since the first.
        stage.seed, stage.next_seed = stage.next_seed, new_seed()
    if seed:
        stage.seed = seed
    stage.seed_given = bool(seed)
    stage.drawn_at = timezone.now()
    seeded = seat_by_seed(stage, listed(stage, entrants.entries, seeded=entrants.seeded))
    stage.drawn_count, stage.late_count = len(seeded), 0
    stage.save()
    Tournament.objects.filter(pk=stage.tournament_id).update(status=TournamentStatus.RUNNING)
    return StageEntrant.objects.bulk_create(seeded)
