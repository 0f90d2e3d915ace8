"""Pools: their order, who goes on from them, and who may still join one."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from matches.services.results import report_result
from outbox.services import run_pending
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from rules_core.errors import RulesError
from tests.integration.factories import a_club, a_drawn_stage, an_event
from tests.integration.stages import play, play_out, published, seeds_of, stages_of
from tournaments.draws.proofs import drawn_once_more, proof_of
from tournaments.models import Entry, Stage
from tournaments.selectors import pairings_to_play
from tournaments.services.attendance import disqualify
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import StagePlan
from tournaments.services.snapshots import refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def play_one(stage: Stage, pool: str) -> None:
    row = stage.pairings.filter(bracket=pool, status="ready")[0]
    assert row.match_id is not None
    report_result(match_id=row.match_id, score=(7, 2), actor=SYSTEM)


def test_the_tenth_pool_comes_after_the_ninth(client: Client) -> None:
    plan = StagePlan(format=Format.ROUND_ROBIN, settings={"pools": 11})
    stage = a_drawn_stage(a_club(), 22, stages=[plan])
    in_order = [f"pool_{number}" for number in range(1, 12)]
    assert [row.bracket for row in pairings_to_play(stage.tournament)] == in_order
    play(stage)
    run_pending()
    bracket = json.loads(refresh_snapshot(stage_id=stage.pk).bracket)
    assert [sheet["code"] for sheet in bracket["brackets"]] == in_order
    assert list(dict.fromkeys(row["pool"] for row in published(stage))) == in_order
    results = client.get(f"/events/{stage.tournament.slug}/results.csv").content.decode()
    named = [f"Pool {number}" for number in range(1, 12)]
    assert [line.partition(",")[0] for line in results.splitlines()[1:]] == named


def test_the_empty_chair_of_an_odd_pool_is_for_whoever_comes() -> None:
    plan = StagePlan(format=Format.ROUND_ROBIN, settings={"pools": 2})
    stage = a_drawn_stage(a_club(), 9, stages=[plan])
    play_one(stage, "pool_2")
    before = set(stage.pairings.filter(bracket="pool_2").values_list("key", "a", "b", "match"))
    newcomers = [Newcomer(name="Late")]
    (late,) = enter_players(tournament_id=stage.tournament.pk, newcomers=newcomers, actor=SYSTEM)
    after = set(stage.pairings.filter(bracket="pool_2").values_list("key", "a", "b", "match"))
    assert after == before
    stage.refresh_from_db()
    assert drawn_once_more(proof_of(stage)).refusal is None
    play_out(stage)
    rows = published(stage)
    (row,) = [row for row in rows if row["entry"] == late.pk]
    assert (row["pool"], row["wins"] + row["losses"]) == ("pool_1", 5)


def test_no_chair_is_left_once_every_pool_is_even_and_played() -> None:
    plan = StagePlan(format=Format.ROUND_ROBIN, settings={"pools": 2})
    stage = a_drawn_stage(a_club(), 9, stages=[plan])
    play_one(stage, "pool_1")
    play_one(stage, "pool_2")
    enter_players(
        tournament_id=stage.tournament.pk, newcomers=[Newcomer(name="Late")], actor=SYSTEM
    )
    with pytest.raises(RulesError, match="no bye left"):
        enter_players(
            tournament_id=stage.tournament.pk, newcomers=[Newcomer(name="Later")], actor=SYSTEM
        )


@pytest.mark.parametrize(("of", "other"), [("pool_1", "pool_2"), ("pool_2", "pool_1")])
def test_the_second_goes_on_for_a_disqualified_pool_winner(of: str, other: str) -> None:
    pools = StagePlan(name="Pools", format=Format.ROUND_ROBIN, settings={"pools": 2, "qualify": 2})
    first, final = stages_of(an_event(a_club(), 6, stages=[pools, StagePlan(name="Final")]))
    first = draw_stage(stage_id=first.pk, actor=SYSTEM)
    play_out(first)
    entry_at = {(row["pool"], row["rank"]): row["entry"] for row in published(first)}
    disqualify(entry_id=Entry.objects.get(pk=entry_at[of, 1]).pk, actor=SYSTEM)
    final = draw_stage(stage_id=final.pk, actor=SYSTEM)
    assert set(seeds_of(final)) == {entry_at[of, 2], entry_at[other, 1]}
