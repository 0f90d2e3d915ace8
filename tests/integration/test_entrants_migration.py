"""Lists of entrants in JSON become rows when an installation is upgraded, and lists again if it goes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from matches.services.results import report_result
from players.actors import SYSTEM
from rules_core.draws.settings import Format
from tests.integration.factories import a_club, a_drawn_stage, a_player, an_event
from tests.integration.stages import match_at, play, seeds_of
from tournaments.models import Stage, StageEntrant
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import StagePlan
from tournaments.services.replacements import replace_player
from tournaments.services.rounds import pair_next_round
from tournaments.services.tie_placement import place_by_hand

pytestmark = [
    pytest.mark.integration,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

BEFORE = [("tournaments", "0006_refresh_snapshots")]


def migrate(targets: Any = None) -> Any:
    executor = MigrationExecutor(connection)
    targets = targets or executor.loader.graph.leaf_nodes()
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


@pytest.fixture(autouse=True)
def _tables_of_today() -> Iterator[None]:
    yield
    migrate()


def late(stage: Stage) -> None:
    newcomers = [Newcomer(player_id=a_player(stage.tournament.club).pk)]
    enter_players(tournament_id=stage.tournament.pk, newcomers=newcomers, actor=SYSTEM)


def drawn(code: Format, entrants: int, **settings: Any) -> Stage:
    plan = StagePlan(format=code, settings=settings)
    return a_drawn_stage(a_club(), entrants, stages=[plan], name=str(code))


def stages_of_every_kind() -> dict[str, Stage]:
    """With those who came late, were replaced or were placed by hand."""
    knock_out = drawn(Format.SINGLE_ELIMINATION, 5)
    late(knock_out)
    replace_player(
        entry_id=knock_out.entrants.get(seed=2).entry.pk,
        player_id=a_player(a_club()).pk,
        actor=SYSTEM,
    )
    swiss = drawn(Format.SWISS, 4, rounds=3)
    play(swiss)
    pair_next_round(stage_id=swiss.pk, actor=SYSTEM)
    late(swiss)
    place_by_hand(stage_id=swiss.pk, entries=seeds_of(swiss)[2:4][::-1], actor=SYSTEM)
    pools = drawn(Format.ROUND_ROBIN, 5, pools=2)
    played = match_at(pools, "pool_2-1-1")
    report_result(match_id=played.pk, score=(played.length, 2), actor=SYSTEM)
    late(pools)
    return {
        "knock-out": knock_out,
        "double": drawn(Format.DOUBLE_ELIMINATION, 3),
        "swiss": swiss,
        "pools": pools,
        "one pool": drawn(Format.ROUND_ROBIN, 3),
        "undrawn": an_event(a_club(), 2).stages.get(),
    }


def rows() -> list[dict[str, Any]]:
    shown = map(dict, StageEntrant.objects.order_by("stage", "seed").values())
    return [{name: row[name] for name in row if name != "id"} for row in shown]


def test_entrants_are_the_same_there_and_back() -> None:
    stages = stages_of_every_kind()
    before = rows()
    counts = list(Stage.objects.order_by("pk").values_list("pk", "drawn_count", "late_count"))
    entries = {name: seeds_of(stage) for name, stage in stages.items()}

    old = migrate(BEFORE).get_model("tournaments", "Stage").objects
    lists = {name: old.get(pk=stage.pk) for name, stage in stages.items()}
    assert {name: stage.seeds for name, stage in lists.items()} == entries
    assert {name: stage.lines for name, stage in lists.items()} == {
        "knock-out": [1, 6, 4, 5, 2, 0, 3, 0],
        "double": [1, 0, 2, 3],
        "swiss": [],
        "pools": [1, 2, 2, 1, 1, 1],
        "one pool": [],
        "undrawn": [],
    }
    assert lists["swiss"].by_hand == entries["swiss"][2:4][::-1]
    assert lists["swiss"].drawn_from[-1]["missed"] == 2
    assert [line["late"] for line in lists["knock-out"].drawn_from] == [*[False] * 5, True]
    assert sum("played_by" in line for line in lists["knock-out"].drawn_from) == 1

    migrate()
    assert rows() == before
    assert counts == list(
        Stage.objects.order_by("pk").values_list("pk", "drawn_count", "late_count")
    )
