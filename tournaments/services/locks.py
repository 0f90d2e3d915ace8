"""Who waits for whom. Rows are locked in one order, always, so nobody waits in a circle.

A result holds its match and then asks for the stage. So whatever changes a stage and may end or
void matches asks for those matches first. Several stages are locked in the order of their keys, and
after the stages an entry, then the event, then a stage's version, then a snapshot or the rating pool; last of
all a season and its snapshot.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.db import transaction
from django.db.models import F, QuerySet

from db.locking import Gone, TooBusy, locked_row, still_there
from db.prepared import Prepared
from matches.models import Match, MatchStatus
from tournaments.models import Entry, Pairing, Stage, Tournament

_TRIES = 5

_OWN = [field.name for field in Stage._meta.concrete_fields]  # noqa: SLF001
_OF_EVENT = ("club", "slug", "rules", "result_policy", "auto_confirm_minutes", "status")
"""What a result needs of the event: for the matches that it makes, and to know whether all is over."""

_stage_by_id = Prepared(lambda stage_id: _stages().filter(pk=stage_id))
_stage_of_match = Prepared(
    lambda match_id: (
        _stages()
        .filter(pairings__match=match_id)
        .annotate(pairing_key=F("pairings__key"))
        .only(*_OWN, *(f"tournament__{name}" for name in _OF_EVENT))
    )
)


def _stages() -> QuerySet[Stage]:
    return Stage.objects.select_for_update(of=("self",)).select_related("tournament").order_by()


def locked_stage(stage_id: int) -> Stage:
    """A stage nobody else can change until the transaction ends."""
    return still_there(_stage_by_id.first(stage_id))


def locked_stage_of_match(match_id: int) -> tuple[Stage, str] | None:
    """The stage that a locked match is played in, locked, and the key of its pairing; none if casual."""
    stage = _stage_of_match.first(match_id)
    return None if stage is None else (stage, vars(stage)["pairing_key"])


def ask_ahead_for_stage_of_match(match_id: int) -> None:
    """Lock the stage in one go with the match, which comes first: for whoever asks for both."""
    _stage_of_match.ask_ahead(match_id)


def locked_stage_and_matches(stage_id: int, *, finished_too: bool = False) -> Stage:
    """A stage with its live matches, or with all that were ever played in it, locked.

    A match may be made between the two locks, by the result of another; then both are let go and
    asked for again.
    """
    for _ in range(_TRIES):
        savepoint = transaction.savepoint()
        held = _lock_matches(stage_id, finished_too=finished_too)
        stage = locked_stage(stage_id)
        if _match_ids(stage_id, finished_too=finished_too) <= held:
            transaction.savepoint_commit(savepoint)
            return stage
        transaction.savepoint_rollback(savepoint)
    raise TooBusy("Results are coming in too fast for this change. Try again.")


def locked_stages(
    tournament_id: int, *, lock: Callable[[int], Stage] = locked_stage
) -> list[Stage]:
    """All stages of an event in their order, locked: none is drawn, added or taken off meanwhile."""
    stages = Stage.objects.filter(tournament=tournament_id)
    asked: set[int] = set()
    held: list[Stage] = []
    # Whoever adds a stage holds the others: once these are ours, it is there to be seen.
    while new := set(stages.values_list("pk", flat=True)) - asked:
        for pk in sorted(new):
            with suppress(Gone):
                held.append(lock(pk))
        asked |= new
    # An event without a stage is one that was deleted.
    return still_there(sorted(held, key=lambda stage: stage.number) or None)


def locked_stages_of_entry(
    entry_id: int, *, lock: Callable[[int], Stage] = locked_stage
) -> list[Stage]:
    """The same of the event that somebody is entered in."""
    events = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True)
    return locked_stages(still_there(events.first()), lock=lock)


def locked_entry(entry_id: int) -> Entry:
    """An entry that nobody else can change until the transaction ends."""
    return locked_row(Entry.objects.select_related("tournament__club", "player"), entry_id)


def locked_event(tournament_id: int) -> Tournament:
    """An event whose own details nobody else can change until the transaction ends."""
    return locked_row(Tournament.objects.select_related("club"), tournament_id)


def _match_ids(stage_id: int, *, finished_too: bool) -> set[int]:
    pairings = Pairing.objects.filter(stage=stage_id, match__isnull=False)
    if not finished_too:
        pairings = pairings.exclude(match__status__in=(MatchStatus.FINISHED, MatchStatus.VOID))
    return set(pairings.values_list("match_id", flat=True))


def _lock_matches(stage_id: int, *, finished_too: bool) -> set[int]:
    wanted = _match_ids(stage_id, finished_too=finished_too)
    rows = Match.objects.select_for_update().filter(pk__in=wanted).order_by("pk")
    return set(rows.values_list("pk", flat=True))
