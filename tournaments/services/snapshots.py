"""Making what the world sees of a stage. Safe to make again at any time."""

from __future__ import annotations

from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from tournaments.models import Stage, StageSnapshot
from tournaments.publishing.bracket_types import BracketContent, StageName
from tournaments.publishing.brackets import bracket_of
from tournaments.publishing.snapshot_json import bracket_text, json_text, standings_text
from tournaments.publishing.standings import side_bracket_standings, standings_of
from tournaments.publishing.standings_types import StandingsContent
from tournaments.selectors import stage_pairings


@transaction.atomic
def refresh_snapshot(*, stage_id: int) -> StageSnapshot:
    """Compute bracket and standings again; the version moves on only if they changed.

    The row is locked before anything is read, so of two runs at once the later one sees, and
    publishes, everything that was committed before it began.
    """
    snapshot = _locked(stage_id)
    bracket, standings = _contents(snapshot.stage)
    digest = _digest(bracket, standings)
    if digest != snapshot.digest:
        snapshot.version += 1
        snapshot.digest = digest
        snapshot.bracket = bracket_text(snapshot.version, bracket)
        snapshot.standings = standings_text(snapshot.version, standings)
        snapshot.updated_at = timezone.now()
        snapshot.save()
    return snapshot


@transaction.atomic
def is_fresh(*, stage_id: int) -> bool:
    """Whether a stage's snapshot shows what its results say now, to the last letter."""
    snapshot = _locked(stage_id)
    bracket, standings = _contents(snapshot.stage)
    return (snapshot.digest, snapshot.bracket, snapshot.standings) == (
        _digest(bracket, standings),
        bracket_text(snapshot.version, bracket),
        standings_text(snapshot.version, standings),
    )


def _locked(stage_id: int) -> StageSnapshot:
    return (
        StageSnapshot.objects.select_for_update(of=("self",))
        .select_related("stage__tournament")
        .get(pk=stage_id)
    )


def _contents(stage: Stage) -> tuple[BracketContent, StandingsContent]:
    """Bracket and standings as they follow from the rows."""
    pairings = list(stage_pairings(stage))
    in_order = stage.tournament.stages.order_by("number").values_list("number", "name")
    stages = [StageName(number=number, name=name) for number, name in in_order]
    standings = StandingsContent(
        rows=standings_of(stage, pairings),
        brackets=side_bracket_standings(stage, pairings),
        stages=stages,
    )
    return bracket_of(stage, pairings, stages), standings


def _digest(bracket: BracketContent, standings: StandingsContent) -> str:
    return sha256(json_text([bracket, standings]).encode()).hexdigest()
