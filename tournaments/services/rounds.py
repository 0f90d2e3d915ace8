"""Rounds that follow from the results before them: Swiss, with or without lives."""

from __future__ import annotations

from django.db import transaction

from players.actors import Actor
from players.models import Role
from rules_core.draws.advancement import PairingStatus
from rules_core.draws.formats import lengths_of
from rules_core.draws.history import Round
from rules_core.draws.plan import Bye, Seed, Slot
from rules_core.draws.swiss import last_round
from rules_core.errors import Conflict
from tournaments.draws.history import by_seed
from tournaments.draws.plans import origin_of
from tournaments.draws.played import entries_out, is_played
from tournaments.draws.swiss_rounds import following_round, swiss_settings
from tournaments.models import Pairing, Stage
from tournaments.selectors import next_drawn_stage
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.freshness import stage_changed
from tournaments.services.locks import locked_stage, locked_stage_and_matches
from tournaments.services.permissions import require_in_stage
from tournaments.services.stage_completion import reopen_stage
from tournaments.services.stage_versions import check_version


class NotDrawn(Conflict):
    """The first round comes with the draw."""

    code = "not_drawn"


class NoRounds(Conflict):
    """The format has its whole plan from the draw on."""

    code = "no_rounds"


class RoundNotFinished(Conflict):
    """Matches of the present round are still to be played."""

    code = "round_not_finished"


class StageOver(Conflict):
    """There is nothing more to pair."""

    code = "stage_over"


class RoundPlayed(Conflict):
    """A round with results stays."""

    code = "round_played"


@transaction.atomic
def pair_next_round(*, stage_id: int, actor: Actor, version: int | None = None) -> Stage:
    """Pair the next round; if the event is over instead, say so and close it."""
    require_in_stage(actor, Role.DIRECTOR, stage_id)
    stage = locked_stage(stage_id)
    check_version(stage_id, version)
    _check_can_pair(stage)
    sheet = DrawSheet.whole(stage)
    following = following_round(stage, sheet.entrants, list(sheet.rows.values()))
    # A stage that others were drawn from does not go on, even if somebody has come back to it.
    if following is None or (stage.finished_at and next_drawn_stage(stage)):
        raise StageOver("All rounds have been played. The standings are final.")
    put_on_sheet(sheet, following, actor)
    stage_changed(stage.pk)
    return stage


@transaction.atomic
def take_back_round(*, stage_id: int, actor: Actor, version: int | None = None) -> Stage:
    """Undo the pairing of the last round, as long as nothing of it is played."""
    require_in_stage(actor, Role.DIRECTOR, stage_id)
    stage = locked_stage_and_matches(stage_id)
    check_version(stage_id, version)
    if not stage.paired_by_round or stage.drawn_at is None:
        raise NoRounds("Only a round of a Swiss that is under way can be undone.")
    sheet = DrawSheet.whole(stage)
    last = max(row.round for row in sheet.rows.values())
    rows = [row for row in sheet.rows.values() if row.round == last]
    if last == 1:
        raise RoundPlayed("The first round is the draw itself. Draw again instead.")
    out = entries_out(stage)
    if any(is_played(row, out) for row in rows):
        raise RoundPlayed(
            f"Round {last} already has results and can no longer be undone.", round=last
        )
    if drawn := next_drawn_stage(stage):
        raise RoundPlayed(
            f"“{drawn.name}” has been drawn from this stage’s standings, so round {last} can no longer be undone.",
            round=last,
        )
    sheet.drop([row.key for row in rows], actor, reason=f"round {last} paired again")
    _reset_missed_rounds(stage, last)
    reopen_stage(stage)
    stage_changed(stage.pk)
    return stage


def _reset_missed_rounds(stage: Stage, number: int) -> None:
    """Whoever came during a round that is paired again has not missed it."""
    stage.entrants.filter(missed__gte=number).update(missed=number - 1)


def put_on_sheet(sheet: DrawSheet, following: Round, actor: Actor) -> None:
    """Add a round to the sheet and make its matches."""
    stage, settings = sheet.stage, swiss_settings(sheet.stage)
    lengths = lengths_of(settings, stage.tournament.rules["length"])
    planned = last_round(by_seed(sheet.entrants), settings)
    pairs: list[tuple[Slot, Slot]] = [(Seed(int(a)), Seed(int(b))) for a, b in following.pairs]
    pairs += [(Seed(int(bye)), Bye()) for bye in following.byes]
    for number, (a, b) in enumerate(pairs, start=1):
        key = f"main-{following.number}-{number}"
        sheet.rows[key] = Pairing(
            stage=stage,
            key=key,
            bracket="main",
            round=following.number,
            number=number,
            length=lengths.of("main", following.number, planned),
            a_from=origin_of(a),
            b_from=origin_of(b),
        )
    sheet.lay_out(actor, reason=f"round {following.number}")


def _check_can_pair(stage: Stage) -> None:
    if not stage.paired_by_round:
        raise NoRounds("This format is drawn all at once: its rounds are already in the bracket.")
    if stage.drawn_at is None:
        raise NotDrawn("Make the draw first. It pairs the first round.")
    open_rows = stage.pairings.filter(
        status__in=(PairingStatus.WAITING, PairingStatus.READY)
    ).count()
    if open_rows:
        are = "match in this round is" if open_rows == 1 else "matches in this round are"
        raise RoundNotFinished(f"{open_rows} {are} still to be played.", open=open_rows)
