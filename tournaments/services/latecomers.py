"""Somebody comes after the draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from players.actors import Actor
from rules_core.draws.advancement import (
    PairingNotReady,
    PairingState,
    PairingStatus,
    Seat,
    play_through,
)
from rules_core.draws.history import records
from rules_core.draws.plan import Plan, Seed
from rules_core.draws.round_robin import dealt
from rules_core.draws.settings import RoundRobinSettings
from rules_core.draws.settings_reader import read_settings
from rules_core.draws.swiss import last_round, still_in
from rules_core.errors import Conflict
from tournaments.draws.history import by_seed, listed, rounds
from tournaments.draws.plans import origin_of, plan_of
from tournaments.draws.played import entries_out, is_played
from tournaments.draws.swiss_rounds import swiss_settings
from tournaments.models import Entry, Pairing, Stage
from tournaments.services.draw_sheet import DrawSheet


class NoFreeBye(Conflict):
    """Every bye has been played past, or there was none."""

    code = "no_free_bye"


class AlreadyEntered(Conflict):
    """A player takes part once."""

    code = "already_entered"


class ListClosed(Conflict):
    """There is nothing left to take part in."""

    code = "list_closed"


class NoRoundLeft(NoFreeBye):
    """A latecomer who would not play a single match."""

    code = "no_round_left"


def seat_late(entry: Entry, stages: Sequence[Stage], actor: Actor) -> None:
    """Give a newcomer a place wherever there is one; refused if there is none at all."""
    places, refusal = 0, None
    for stage in stages:
        before = stage.seeds, stage.lines
        try:
            if stage.drawn_at:
                join_late(stage, entry, actor)
            places += 1
        except NoFreeBye as error:
            # Nothing is written, but the stage in hand has the newcomer on it.
            stage.seeds, stage.lines = before
            stage.refresh_from_db(fields=["drawn_from"])
            refusal = error
    if not places:
        raise refusal or ListClosed(
            "All stages that a newcomer could play in are over. Add a stage, or a new event."
        )


def join_late(stage: Stage, entry: Entry, actor: Actor) -> None:
    """Give a latecomer a place in a stage that is drawn; the caller holds its lock."""
    before = None if stage.paired_by_round else plan_of(stage)
    stage.seeds = [*stage.seeds, entry.pk]
    stage.drawn_from = [*stage.drawn_from, *listed([entry], late=True)]
    sheet = DrawSheet.whole(stage)
    reason = f"{entry} came late"
    if before is None:
        _join_rounds(sheet, actor, reason)
        return
    for lines in _with_one_more(stage):
        stage.lines = lines
        if _keeps_what_was_played(sheet, before, plan_of(stage)):
            stage.save(update_fields=["seeds", "drawn_from", "lines"])
            sheet.lay_out(actor, reason=reason)
            return
    raise NoFreeBye(
        "There is no bye left to put a latecomer in. Draw again while nothing is played,"
        " or enter them in the next stage.",
        entry=entry.pk,
    )


def _join_rounds(sheet: DrawSheet, actor: Actor, reason: str) -> None:
    """Take the bye of the round that is being played, or wait for the next one."""
    stage, settings = sheet.stage, swiss_settings(sheet.stage)
    played = rounds(stage, sheet.rows.values())
    bye = _bye_of_this_round(sheet)
    missed = played[:-1] if bye else played
    # Only these are missed by coming late: what they miss by leaving again is lost.
    stage.drawn_from[-1]["missed"] = len(missed)
    contenders = by_seed(stage)
    if not still_in(contenders[-1], records(contenders, missed, settings.late_entry), settings):
        raise NoRoundLeft(
            f"Rounds missed already ({len(missed)}) count as losses: no life would be left."
        )
    if bye is None and len(played) >= last_round(contenders, settings):
        raise NoRoundLeft("The last round is paired: there is none left to play in.")
    stage.save(update_fields=["seeds", "drawn_from"])
    if bye is not None:
        newcomer = origin_of(Seed(len(stage.seeds)))
        if bye.a_id:
            bye.b_from = newcomer
        else:
            bye.a_from = newcomer
        sheet.lay_out(actor, reason=reason)


def _bye_of_this_round(sheet: DrawSheet) -> Pairing | None:
    """The bye of somebody who is still here, as long as others play."""
    last = max(row.round for row in sheet.rows.values())
    rows = [row for row in sheet.rows.values() if row.round == last]
    if not any(row.status == PairingStatus.READY for row in rows):
        return None
    byes = [row for row in rows if row.status == PairingStatus.BYE]
    return next((row for row in byes if sheet.states[row.key].winner not in sheet.withdrawn), None)


def _with_one_more(stage: Stage) -> Iterator[list[int]]:
    """The lines of a stage with the newcomer in one free place after the other."""
    settings = read_settings(stage.format, stage.settings)
    if isinstance(settings, RoundRobinSettings):
        return _with_a_chair_taken(stage, settings.pools)
    return _with_a_bye_filled(stage)


def _with_a_chair_taken(stage: Stage, pools: int) -> Iterator[list[int]]:
    """First the pool that is next in the deal, then the empty chair of each odd one."""
    if not stage.lines:
        yield []
    pool_of = stage.lines or dealt(len(stage.seeds) - 1, pools)
    sizes = Counter(pool_of)
    for pool in sorted(sizes, key=lambda number: (sizes[number], number)):
        if sizes[pool] % 2:
            yield [*pool_of, pool]


def _with_a_bye_filled(stage: Stage) -> Iterator[list[int]]:
    """The first round with the newcomer in one bye after the other."""
    newcomer = len(stage.seeds)
    for position, seed in enumerate(stage.lines):
        if not seed:
            yield [*stage.lines[:position], newcomer, *stage.lines[position + 1 :]]


def _keeps_what_was_played(sheet: DrawSheet, before: Plan, after: Plan) -> bool:
    """Whether each match that was played or begun would still stand where it was, between the same two."""
    out = entries_out(sheet.stage)
    started = {key for key, row in sheet.rows.items() if is_played(row, out)}
    for key in started | sheet.outcomes.keys():
        place = after.by_id.get(key)
        if place is None or (place.a, place.b) != (before.by_id[key].a, before.by_id[key].b):
            return False
    try:
        now = play_through(after, sheet.outcomes, sheet.withdrawn)
    except PairingNotReady:
        return False
    return all(_seats(now[key]) == _seats(sheet.states[key]) for key in started)


def _seats(state: PairingState) -> tuple[Seat, Seat]:
    return state.a, state.b
