"""A client generated from the schema plays an event from its first entry to its last result."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from api.schema import contract_in
from outbox.services import run_pending
from players.models import Club
from tests.integration.factories import a_club, a_token

pytestmark = [pytest.mark.integration, pytest.mark.django_db, pytest.mark.slow]

PACKAGE = "barpoint_client"
SETTINGS = {
    "post_hooks": [],
    "project_name_override": "barpoint-client",
    "package_name_override": PACKAGE,
}


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The package that openapi-python-client makes of our schema, ready to be imported."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "schema.json").write_text(json.dumps(contract_in("en")))
    (folder / "settings.json").write_text(json.dumps(SETTINGS))
    command = Path(sys.executable).parent / "openapi-python-client"
    subprocess.run(
        [command, "generate", "--path", "schema.json", "--config", "settings.json"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    sys.path.insert(0, str(folder / "barpoint-client"))
    yield PACKAGE
    sys.path.remove(str(folder / "barpoint-client"))


class GeneratedClient:
    """Calls operations by their names in the schema; every answer must be one of the schema's types."""

    def __init__(self, package: str, token: str) -> None:
        self._package = package
        authenticated = importlib.import_module(f"{package}.client").AuthenticatedClient
        self.models = SimpleNamespace(**vars(importlib.import_module(f"{package}.models")))
        self._client = authenticated(base_url="http://testserver", token=token)
        application = httpx.Client(
            base_url="http://testserver",
            transport=httpx.WSGITransport(app=WSGIHandler()),
            headers={"Authorization": f"Bearer {token}"},
        )
        self._client.set_httpx_client(application)

    def __call__(self, operation: str, *path: str | int, **arguments: Any) -> Any:
        folder = operation.split("_", 1)[0]
        module = importlib.import_module(f"{self._package}.api.{folder}.{operation}")
        answer = module.sync_detailed(*path, client=self._client, **arguments)
        assert answer.parsed is not None, (operation, answer.status_code, answer.content)
        assert not isinstance(answer.parsed, self.models.Errors), (operation, answer.content)
        return answer.parsed


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def call(generated: str, club: Club) -> Iterator[GeneratedClient]:
    # The connection is the test's own: a request does not close it, as with Django's test client.
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield GeneratedClient(generated, a_token(club))
    for signal in signals:
        signal.connect(close_old_connections)


def test_an_event_is_played_to_its_end(call: GeneratedClient, club: Club) -> None:
    slug = _set_up(call, club.slug)
    bracket = call(
        "tournaments_stages_draw_create", slug, 1, body=call.models.DrawRequest(seed="lot")
    )
    assert [len(round_.pairings) for round_ in bracket.brackets[0].rounds] == [2, 1]
    played = 0
    ready_only = call.models.MatchesListStatus("ready")
    while ready := call("matches_list", tournament=slug, status=ready_only).results:
        for match in ready:
            _play(call, match.id)
            played += 1
    assert played == 3
    run_pending()
    standings = call("tournaments_stages_standings_retrieve", slug, 1)
    assert [row.rank for row in standings.rows] == [1, 2, 3, 3]
    assert call("tournaments_retrieve", slug).status.value == "finished"
    proof = call("tournaments_stages_draw_proof_retrieve", slug, 1)
    assert (proof.seed, len(proof.entrants)) == ("lot", 4)
    assert call("ratings_list", club=club.slug).count == 4


def _set_up(call: GeneratedClient, club: str) -> str:
    models = call.models
    event = call(
        "tournaments_create",
        body=models.TournamentRequest.from_dict(
            {
                "club": club,
                "name": "Generated",
                "starts_at": "2026-11-18T19:30:00+00:00",
                "rules": {"length": 3, "clock": {"delay_s": 12, "minutes_per_point": 2}},
                "stages": [{"name": "Main", "format": "single_elimination", "settings": {}}],
            }
        ),
        idempotency_key="set-up",
    )
    names = [{"name": name} for name in ("Anna", "Ben", "Carla", "Dario")]
    entered = call(
        "tournaments_entries_bulk_create",
        event.slug,
        body=models.NewcomersRequest.from_dict({"entries": names}),
    )
    assert len(entered) == 4
    call("tournaments_entries_check_in_create", event.slug, entered[0].id)
    call("tournaments_publish_create", event.slug)
    return str(event.slug)


def _play(call: GeneratedClient, match: int) -> None:
    """The first game by its number, one mistyped and taken back, the rest by the final score."""
    models = call.models
    called = call("matches_call_create", match, body=models.CallBodyRequest(table=4))
    assert (called.status.value, called.table) == ("called", 4)
    game = {"number": 1, "winner": "a", "kind": "single", "cube": 2, "ended_by": "play"}
    body = models.NumberedGameBodyRequest
    first = call("matches_games_create", match, body=body.from_dict(game), if_match="*")
    second = game | {"number": 2, "winner": "b", "cube": 1}
    call("matches_games_create", match, body=body.from_dict(second))
    undone = call("matches_games_last_destroy", match, number=2)
    assert (undone.a.points, undone.b.points) == (first.a.points, 0)
    done = call(
        "matches_result_create", match, body=models.ResultBodyRequest.from_dict({"score": [3, 0]})
    )
    assert (done.status.value, done.winner.value) == ("finished", "a")
    assert len(call("matches_events_list", match)) == done.version
