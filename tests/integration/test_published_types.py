"""What is published is what the types say, and the schema says the same."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from api.schema import contract_in
from matches.models import MatchStatus
from outbox.models import Message
from outbox.services import run_pending
from players.actors import SYSTEM
from rules_core.draws.advancement import PairingStatus
from rules_core.draws.settings import Format
from tests.integration.stages import drawn, entrant, play
from tests.typed_json import differences
from tournaments.models import EntryStatus, Stage, StageSnapshot
from tournaments.publishing.bracket_types import (
    Bracket,
    BracketPairing,
    BracketRound,
    PairingSide,
    PublishedStatus,
    StageBracket,
)
from tournaments.publishing.standings_types import (
    StageStandings,
    StandingsRow,
    StandingsStatus,
    TieBreakValue,
    Why,
)
from tournaments.services.attendance import disqualify, withdraw
from tournaments.services.rounds import pair_next_round
from tournaments.services.snapshots import refresh_snapshot

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

CONTRACT: dict[Any, set[str]] = {
    StageBracket: {"version", "format", "brackets"},
    Bracket: {"code", "name", "rounds"},
    BracketRound: {"number", "name", "length", "pairings"},
    BracketPairing: {
        *("id", "number", "a", "b", "match"),
        *("status", "score", "winner", "table"),
    },
    PairingSide: {"entry", "player", "name", "seed", "from"},
    StageStandings: {"version", "rows"},
    StandingsRow: {
        *("rank", "entry", "player", "played", "wins", "losses", "byes"),
        *("points_for", "points_against", "tie_breaks", "status"),
    },
    TieBreakValue: {"code", "value"},
}
"""What clients are written against: it may be added to, and nothing may go."""


@pytest.mark.parametrize("typed", CONTRACT, ids=lambda typed: typed.__name__)
def test_what_clients_rely_on_stays(typed: Any) -> None:
    assert CONTRACT[typed] <= get_type_hints(typed).keys()


def test_statuses_are_those_of_matches_pairings_and_entries() -> None:
    assert set(get_args(PublishedStatus)) == {*MatchStatus.values, *PairingStatus}
    gone = {EntryStatus.WITHDRAWN.value, EntryStatus.DISQUALIFIED.value}
    assert set(get_args(StandingsStatus)) == {"playing", "winner", "out"} | gone


@pytest.mark.parametrize(
    ("component", "typed"),
    [("StageBracket", StageBracket), ("StageStandings", StageStandings), ("Why", Why)],
)
def test_the_schema_has_every_key_and_says_which_may_be_null(component: str, typed: Any) -> None:
    seen = set(compared(component, typed, contract_in("en")["components"]["schemas"]))
    assert component in seen


def compared(component: str, typed: Any, schemas: dict[str, Any]) -> list[str]:
    """The names of all components that a type is made of, each compared with its type."""
    properties, hints = schemas[component]["properties"], get_type_hints(typed)
    nullable = {key for key, said in properties.items() if said.get("nullable")}
    assert properties.keys() == hints.keys()
    assert set(schemas[component]["required"]) == hints.keys()
    assert nullable == {key for key, hint in hints.items() if type(None) in get_args(hint)}
    inner = {key: part for key, hint in hints.items() if (part := typed_part(hint))}
    below = [compared(part.__name__, part, schemas) for part in inner.values()]
    for key, part in inner.items():
        assert f"#/components/schemas/{part.__name__}" in json.dumps(properties[key])
    return [component, *(name for names in below for name in names)]


def typed_part(hint: Any) -> Any:
    """The typed dictionary in a type such as ``list[Bracket]`` or ``EntrantAbove | None``."""
    parts = [hint, *get_args(hint)]
    return next((part for part in parts if hasattr(part, "__total__")), None)


def played(code: Format, **settings: object) -> Stage:
    """A stage with matches played and to be played, and two who have left it."""
    stage = drawn(code, 9, **settings)
    play(stage)
    if stage.paired_by_round:
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    entries = list(stage.tournament.entries.order_by("pk"))
    withdraw(entry_id=entries[0].pk, actor=SYSTEM)
    disqualify(entry_id=entries[1].pk, actor=SYSTEM)
    return stage


STAGES: dict[str, tuple[Format, dict[str, object]]] = {
    "consolation": (
        Format.SINGLE_ELIMINATION,
        {"consolation": "progressive", "last_chance": True, "second_place": True},
    ),
    "double": (Format.DOUBLE_ELIMINATION, {"grand_final": "reset"}),
    "swiss": (Format.SWISS, {"rounds": 3}),
    "lives": (Format.SWISS_LIVES, {"lives": 2}),
    "pools": (Format.ROUND_ROBIN, {"pools": 2}),
}


@pytest.mark.parametrize("kind", STAGES)
def test_what_is_sent_is_what_the_types_say(client: Client, kind: str) -> None:
    code, settings = STAGES[kind]
    stage = played(code, **settings)
    refresh_snapshot(stage_id=stage.pk)
    path = f"/api/v1/tournaments/{stage.tournament.slug}/stages/1"
    bracket = client.get(f"{path}/bracket/").json()
    standings = client.get(f"{path}/standings/").json()
    assert list(differences(bracket, StageBracket)) == []
    assert list(differences(standings, StageStandings)) == []
    assert standings["rows"]
    for row in standings["rows"] if code.has_table else []:
        why = client.get(f"{path}/standings/{row['entry']}/why/").json()
        assert list(differences(why, Why)) == []


def test_a_difference_is_found() -> None:
    row = {"code": "wins", "value": None}
    assert list(differences(row, TieBreakValue)) == []
    assert list(differences({**row, "note": ""}, TieBreakValue))
    assert list(differences({"code": None, "value": 1.5}, TieBreakValue))
    assert list(differences({"code": "wins", "value": "1"}, TieBreakValue))
    assert list(differences({"code": "wins", "value": True}, TieBreakValue))
    assert list(differences([row, {}], list[TieBreakValue]))
    assert list(differences("over", PublishedStatus))


def as_written_before(snapshot: StageSnapshot) -> None:
    """Put the words into a snapshot that the version before used."""
    text = snapshot.standings.replace('"separated_by"', '"parted_by"')
    bracket = snapshot.bracket.replace('"Round 1"', '"Final"')
    assert text != snapshot.standings
    assert bracket != snapshot.bracket
    snapshot.standings, snapshot.bracket, snapshot.digest = text, bracket, "of-before"
    snapshot.save()


def test_snapshots_of_the_version_before_are_shown_and_then_computed_again(client: Client) -> None:
    stage = played(Format.SWISS, rounds=3)
    run_pending()
    snapshot = refresh_snapshot(stage_id=stage.pk)
    as_written_before(snapshot)

    migration = import_module("tournaments.migrations.0006_refresh_snapshots")
    migration.have_snapshots_computed_again(apps, connection.schema_editor())

    slug, name = stage.tournament.slug, entrant(stage, "main-1-1", "a").player.name
    for page in ("", "standings/", "tv/", "paper/bracket/", "paper/standings/", "standings.csv"):
        assert name in client.get(f"/events/{slug}/{page}").content.decode()
    assert [message.args for message in Message.objects.all()] == [[stage.pk]]
    run_pending()
    path = f"/api/v1/tournaments/{slug}/stages/1"
    answers = [client.get(f"{path}/{what}/") for what in ("bracket", "standings")]
    bracket, standings = (answer.json() for answer in answers)
    assert bracket["brackets"][0]["rounds"][0]["name"] == "Round 1"
    assert list(differences(standings, StageStandings)) == []
    assert bracket["version"] == standings["version"] == snapshot.version + 1
    assert [answer["ETag"] for answer in answers] == [f'"{snapshot.version + 1}"'] * 2
