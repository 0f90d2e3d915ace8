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
from rules_core.draws.single_elimination import seeded_lines
from rules_core.draws.swiss import last_round, still_in
from rules_core.errors import Conflict
from tournaments.draws.history import by_seed, listed, rounds
from tournaments.draws.plans import origin_of, place_of, plan_of, plan_with, put_in
from tournaments.draws.played import entries_out, is_played
from tournaments.draws.swiss_rounds import swiss_settings
from tournaments.models import Entry, Pairing, Stage, StageEntrant
from tournaments.selectors import entrants_by_seed
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
        try:
            if stage.drawn_at:
                join_late(stage, entry, actor)
            places += 1
        except NoFreeBye as error:
            refusal = error
    if not places:
        raise refusal or ListClosed(
            "All stages that a new player could join are over. Add a stage, or a new event."
        )


def join_late(stage: Stage, entry: Entry, actor: Actor) -> None:
    """Give a latecomer a place in a stage that is drawn; the caller holds its lock."""
    (newcomer,) = listed(stage, [entry], late=True, after=stage.size)
    newcomer.seed = newcomer.number
    rows = stage.pairings.select_related("match").order_by("pk")
    sheet = DrawSheet(stage, rows, [*entrants_by_seed(stage), newcomer])
    reason = f"{entry} came late"
    if stage.paired_by_round:
        _join_rounds(sheet, newcomer, actor, reason)
        return
    before = plan_of(stage)
    late = [place_of(other) for other in sheet.entrants if other.late and other is not newcomer]
    for place in _free_places(sheet.entrants[:-1], stage):
        after = plan_with(stage, [*late, place])
        if _keeps_what_was_played(sheet, before, after):
            put_in(newcomer, place)
            _add(newcomer)
            sheet.plan = after
            sheet.lay_out(actor, reason=reason)
            return
    raise NoFreeBye(
        "There is no bye left to put a latecomer in. Draw again while nothing is played,"
        " or enter them in the next stage.",
        entry=entry.pk,
    )


def _add(newcomer: StageEntrant) -> None:
    newcomer.save()
    newcomer.stage.late_count += 1
    newcomer.stage.save(update_fields=["late_count"])


def _join_rounds(sheet: DrawSheet, newcomer: StageEntrant, actor: Actor, reason: str) -> None:
    """Take the bye of the round that is being played, or wait for the next one."""
    settings = swiss_settings(sheet.stage)
    played = rounds(sheet.entrants, sheet.rows.values())
    bye = _bye_of_this_round(sheet)
    missed = played[:-1] if bye else played
    # Only these are missed by coming late: what they miss by leaving again is lost.
    newcomer.missed = len(missed)
    contenders = by_seed(sheet.entrants)
    if not still_in(contenders[-1], records(contenders, missed, settings.late_entry), settings):
        raise NoRoundLeft(
            f"The rounds already missed ({len(missed)}) count as losses: no life would be left."
        )
    if bye is None and len(played) >= last_round(contenders, settings):
        raise NoRoundLeft("The last round is paired. There is none left to play in.")
    _add(newcomer)
    if bye is not None:
        origin = origin_of(Seed(newcomer.seed))
        if bye.a_id:
            bye.b_from = origin
        else:
            bye.a_from = origin
        sheet.lay_out(actor, reason=reason)


def _bye_of_this_round(sheet: DrawSheet) -> Pairing | None:
    """The bye of somebody who is still here, as long as others play."""
    last = max(row.round for row in sheet.rows.values())
    rows = [row for row in sheet.rows.values() if row.round == last]
    if not any(row.status == PairingStatus.READY for row in rows):
        return None
    byes = [row for row in rows if row.status == PairingStatus.BYE]
    return next((row for row in byes if sheet.states[row.key].winner not in sheet.withdrawn), None)


def _free_places(entrants: Sequence[StageEntrant], stage: Stage) -> Iterator[int]:
    """Where a newcomer could be put, one place after the other."""
    settings = read_settings(stage.format, stage.settings)
    if isinstance(settings, RoundRobinSettings):
        return _pools_with_a_chair([place_of(entrant) for entrant in entrants], settings.pools)
    taken = {entrant.line for entrant in entrants}
    lines = range(1, len(seeded_lines(stage.drawn_count)) + 1)
    return (line for line in lines if line not in taken)


def _pools_with_a_chair(pool_of: Sequence[int], pools: int) -> Iterator[int]:
    """First the pool that is next in the deal, then the empty chair of each odd one.

    Once somebody has been put out of turn there is no deal any more.
    """
    following = dealt(len(pool_of) + 1, pools)
    if [*pool_of] == following[:-1]:
        yield following[-1]
    sizes = Counter(pool_of)
    for pool in sorted(sizes, key=lambda number: (sizes[number], number)):
        if sizes[pool] % 2:
            yield pool


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
