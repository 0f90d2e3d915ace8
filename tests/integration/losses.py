"""What each format owes its entrants, counted on the sheet of a night that is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules_core.draws.settings import Format
from tests.integration.stages import seeds_of
from tournaments.models import OUT, Entry, Pairing, Stage

UPPER = ("main",)
BOTH = ("main", "lower", "grand_final")


def assert_losses(stage: Stage, *, rounds_stand: bool) -> None:
    """Everybody has the losses the format allows.

    ``rounds_stand``: no round of a Swiss was corrected after the next one was paired. Where one was,
    somebody may have played on with a life that the right result would have cost.
    """
    rows = list(stage.pairings.all())
    match stage.format:
        case Format.SINGLE_ELIMINATION:
            _all_but_one_out(stage, [row for row in rows if row.bracket in UPPER], 1)
        case Format.DOUBLE_ELIMINATION:
            _out_with_the_second(stage, [row for row in rows if row.bracket in BOTH])
        case Format.SWISS_LIVES:
            _lives_are_spent(stage, rows, rounds_stand=rounds_stand)
        case Format.SWISS | Format.ROUND_ROBIN:
            _once_a_round(rows)


def _all_but_one_out(stage: Stage, rows: list[Pairing], losses: int) -> None:
    lost = _lost(rows)
    assert all(lost[entry] <= losses for entry in seeds_of(stage))
    assert sum(lost[entry] < losses for entry in seeds_of(stage)) <= 1


def _out_with_the_second(stage: Stage, rows: list[Pairing]) -> None:
    """Two losses put out; so does a double forfeit, after which nobody drops."""
    lost, gone = _lost(rows), _forfeited(rows)
    assert all(lost[entry] <= 2 for entry in seeds_of(stage))
    left = {entry for entry in seeds_of(stage) if lost[entry] < 2 and entry not in gone}
    # One final alone may leave the loser of it with a single loss.
    assert len(left) <= (1 if stage.settings.get("grand_final") == "reset" else 2)


def _lives_are_spent(stage: Stage, rows: list[Pairing], *, rounds_stand: bool) -> None:
    _once_a_round(rows)
    lives, lost = stage.settings["lives"], _lost(rows)
    out = Entry.objects.filter(pk__in=seeds_of(stage), status__in=OUT).values_list("pk", flat=True)
    missed = _rounds_missed(stage, rows)
    here = set(seeds_of(stage)) - set(out)
    assert sum(lost[entry] + missed[entry] < lives for entry in here) <= 1
    if rounds_stand:
        assert all(lost[entry] <= lives for entry in seeds_of(stage))


def _once_a_round(rows: list[Pairing]) -> None:
    seated = Counter(
        (row.bracket, row.round, entry) for row in rows for entry in (row.a_id, row.b_id) if entry
    )
    assert max(seated.values()) == 1


def _rounds_missed(stage: Stage, rows: list[Pairing]) -> Counter[int]:
    there = Counter(entry for row in rows for entry in (row.a_id, row.b_id) if entry)
    rounds = max(row.round for row in rows)
    return Counter({entry: rounds - there[entry] for entry in seeds_of(stage)})


def _lost(rows: Iterable[Pairing]) -> Counter[int]:
    """Losses by entry: to a winner, or together with the other by double forfeit."""
    return Counter(
        entry
        for row in rows
        if row.a_id and row.b_id and row.outcome
        for entry, side in ((row.a_id, "a"), (row.b_id, "b"))
        if row.winner != side
    )


def _forfeited(rows: Iterable[Pairing]) -> set[int]:
    return {
        entry
        for row in rows
        if row.void_reason == "double_forfeit"
        for entry in (row.a_id, row.b_id)
        if entry
    }
