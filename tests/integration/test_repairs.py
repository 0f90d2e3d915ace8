"""Rows that earlier versions let in are put right before the database refuses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from matches.models import Match
from players.models import ApiToken
from tests.integration.factories import STARTS_AT
from tournaments.models import Entry, Pairing, Stage, Tournament

pytestmark = [
    pytest.mark.integration,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

BEFORE = [
    ("players", "0002_club_language"),
    ("matches", "0003_channel"),
    ("tournaments", "0002_stage_snapshot"),
]


class EarlierVersion:
    """An empty installation with the tables as they were, and something in each of them."""

    def __init__(self) -> None:
        executor = MigrationExecutor(connection)
        executor.migrate(BEFORE)
        self._apps = executor.loader.project_state(BEFORE).apps
        club = self.add("players.Club", slug="limmat", name="Limmat")
        self.people = [
            self.add("players.Player", club=club, name=name) for name in ("Anna", "Beat")
        ]
        self.club = club
        self.event = self.add(
            "tournaments.Tournament",
            club=club,
            slug="cup",
            starts_at=STARTS_AT,
            rules={"length": 7},
            tables=0,
            entry_fee=-5,
        )
        self.entries = [
            self.add("tournaments.Entry", tournament=self.event, player=player)
            for player in self.people
        ]
        self.stage = self.add("tournaments.Stage", tournament=self.event, number=1, format="swiss")

    def add(self, model: str, **fields: Any) -> Any:
        return self._apps.get_model(model).objects.create(**fields)

    def a_match(self, **fields: Any) -> Any:
        a, b = self.people
        return self.add(
            "matches.Match", club=self.club, a=a, b=b, length=7, rules={"length": 7}, **fields
        )

    def a_pairing(self, **fields: Any) -> int:
        number = self.stage.pairings.count() + 1
        place = {"key": f"main-1-{number}", "bracket": "main", "round": 1, "number": number}
        row = self.add("tournaments.Pairing", stage=self.stage, length=7, **place, **fields)
        key: int = row.pk
        return key

    @staticmethod
    def migrate() -> None:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture
def earlier() -> Iterator[EarlierVersion]:
    try:
        yield EarlierVersion()
    finally:
        # Also after a failure: whatever comes next needs the tables of today.
        EarlierVersion.migrate()


def row(pk: int) -> dict[str, Any]:
    shown = Pairing.objects.filter(pk=pk).values(
        "a", "b", "a_open", "b_open", "outcome", "status", "winner", "void_reason", "match"
    )
    return dict(shown.get())


def test_what_contradicts_itself_is_repaired_and_the_rest_stays_as_it_is(
    earlier: EarlierVersion,
) -> None:
    anna, beat = (entry.pk for entry in earlier.entries)
    earlier.event.entries.filter(pk=anna).update(seed=0)
    earlier.event.stages.update(finished_at=STARTS_AT)
    user = earlier.add("players.User", email="director@example.org")
    token = earlier.add("players.ApiToken", user=user, club=earlier.club, role="owner")
    called = earlier.a_match(table=0)
    both = {"a_id": anna, "b_id": beat}
    sound = earlier.a_pairing(**both, status="finished", outcome="a", winner="a")
    open_seat = earlier.a_pairing(a_id=anna, a_open=True, b_open=True)
    early_winner = earlier.a_pairing(**both, status="ready", winner="a")
    not_decided = earlier.a_pairing(**both, status="ready", outcome="walkover_b")
    never_played = earlier.a_pairing(**both, status="finished", winner="b")
    alone = earlier.a_pairing(a_id=anna, status="ready", match_id=called.pk)
    empty = earlier.a_pairing(status="void", void_reason="nobody came")
    themselves = earlier.a_pairing(a_id=anna, b_id=anna, status="ready")
    second_final = earlier.a_pairing(
        **both, needed=False, status="finished", void_reason="not_needed"
    )
    before = row(sound)

    earlier.migrate()

    event = Tournament.objects.get()
    assert (event.tables, event.entry_fee) == (None, None)
    assert Entry.objects.get(pk=anna).seed is None
    assert Stage.objects.get().finished_at is None
    assert ApiToken.objects.get(pk=token.pk).role == "reader"
    assert Match.objects.get(pk=called.pk).table is None
    assert row(sound) == before
    decided = ("status", "outcome", "winner", "void_reason")
    found = {
        name: tuple(row(pk)[column] for column in decided)
        for name, pk in (
            ("open seat", open_seat),
            ("early winner", early_winner),
            ("not decided", not_decided),
            ("never played", never_played),
            ("alone", alone),
            ("empty", empty),
            ("themselves", themselves),
            ("second final", second_final),
        )
    }
    assert found == {
        "open seat": ("waiting", "", "", ""),
        "early winner": ("ready", "", "", ""),
        "not decided": ("walkover", "walkover_b", "b", ""),
        "never played": ("ready", "", "", ""),
        "alone": ("bye", "", "a", ""),
        "empty": ("void", "", "", "nobody_left"),
        "themselves": ("bye", "", "a", ""),
        "second final": ("void", "", "", "not_needed"),
    }
    assert not row(open_seat)["a_open"]
    assert row(open_seat)["b_open"]
    assert row(alone)["match"] is None
    assert row(themselves)["b"] is None
