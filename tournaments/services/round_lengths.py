"""Other lengths for rounds in which nobody has started, while the stage is under way."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from matches.services.changes_during_play import set_length
from players.actors import Actor
from players.models import Role
from rules_core.draws.settings_reader import read_settings
from rules_core.errors import Conflict, RulesError
from tournaments.draws.round_lengths import (
    RoundLength,
    explicit_lengths,
    round_lengths,
    rows_in,
)
from tournaments.models import Pairing, Stage
from tournaments.services.freshness import stage_changed
from tournaments.services.locks import locked_stage_and_matches
from tournaments.services.permissions import require_in_stage
from tournaments.services.rounds import NotDrawn
from tournaments.services.stage_versions import check_version


class UnknownRound(RulesError):
    """A length for a round that the stage does not have."""

    code = "unknown_round"


class RoundStarted(Conflict):
    """Who has started plays to the length that was announced, and so do the others of the round."""

    code = "round_started"


@transaction.atomic
def change_round_lengths(
    *,
    stage_id: int,
    lengths: Mapping[tuple[str, int], int],
    actor: Actor,
    version: int | None = None,
) -> Stage:
    """Have rounds, given by bracket and number, played to other lengths.

    Matches that are made already follow, with a line in their ledger. Calling twice changes nothing.
    """
    require_in_stage(actor, Role.DIRECTOR, stage_id)
    stage = locked_stage_and_matches(stage_id)
    check_version(stage_id, version)
    if stage.drawn_at is None:
        raise NotDrawn("The stage has not been drawn. Change its lengths in the setup.")
    rows = list(stage.pairings.select_related("match").order_by("pk"))
    rounds = round_lengths(stage, rows)
    changes = _checked(rounds, lengths)
    if not changes:
        return stage
    stage.settings = explicit_lengths(stage, rounds, changes)
    read_settings(stage.format, stage.settings)
    stage.save(update_fields=["settings"])
    for (bracket, number), length in changes.items():
        _change_round(rows_in(stage, rows, bracket, number), length, actor)
    stage_changed(stage.pk)
    return stage


def _checked(
    rounds: list[RoundLength], wanted: Mapping[tuple[str, int], int]
) -> dict[tuple[str, int], int]:
    """What really changes; refuse what nobody has heard of, and what is being played."""
    known = {(one.bracket, one.number): one for one in rounds}
    changes = {}
    for place, length in wanted.items():
        if place not in known:
            raise UnknownRound(
                f"There is no round {place[1]} in the bracket {place[0]}.",
                bracket=place[0],
                round=place[1],
            )
        if length == known[place].length:
            continue
        if known[place].started:
            raise RoundStarted(
                f"Round {place[1]} of the bracket {place[0]} has started. Its length stands.",
                bracket=place[0],
                round=place[1],
            )
        changes[place] = length
    return changes


def _change_round(rows: list[Pairing], length: int, actor: Actor) -> None:
    for row in rows:
        row.length = length
    Pairing.objects.bulk_update(rows, ["length"])
    set_length(match_ids=[row.match_id for row in rows if row.match_id], length=length, actor=actor)
