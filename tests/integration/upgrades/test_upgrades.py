"""Databases of earlier versions are migrated without loss, on each engine."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from chouettes.models import ChouetteEntry, EntryKind
from deploy.processes import PROJECT
from matches.models import EventKind, MatchStatus
from money.models import SessionEvent, SessionEventKind
from rules_core.draws.settings import Format
from rules_core.match import MatchEnd
from tests.integration.upgrades.changes import SINCE
from tests.integration.upgrades.comparison import differences, lost_answers, lost_rows
from tests.integration.upgrades.eventful_club import LIMMAT, make_eventful_club
from tests.integration.upgrades.published import API, Answers, World, derived
from tests.integration.upgrades.recordings import Recording, recordings
from tournaments.models import EntryStatus

pytestmark = [pytest.mark.integration, pytest.mark.slow]

MOST_SHOWN = 30


@pytest.fixture(params=recordings(), ids=lambda recording: recording.state)
def recording(request: pytest.FixtureRequest) -> Recording:
    found: Recording = request.param
    return found


@pytest.fixture
def restored(recording: Recording, tmp_path: Path) -> Iterator[str]:
    """The address of a database with the rows of the recording."""
    if connection.vendor == "sqlite":
        file = tmp_path / "club.sqlite3"
        file.write_bytes(gzip.decompress(recording.sqlite.read_bytes()))
        yield f"sqlite:///{file}"
    else:
        yield from _on_the_same_server(gzip.decompress(recording.postgresql.read_bytes()).decode())


def _on_the_same_server(dump: str) -> Iterator[str]:
    address = urlsplit(os.environ["DATABASE_URL"])
    name = f"upgraded_{os.getpid()}"
    url = address._replace(path=f"/{name}").geturl()
    identifier = sql.Identifier(name)
    with psycopg.connect(address.geturl(), autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(identifier))
        try:
            with psycopg.connect(url) as database:
                # The whole dump in one go, as it has no parameters.
                database.execute(dump.encode())
            yield url
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier))


def test_a_database_of_an_earlier_version_is_migrated_without_loss(
    recording: Recording, restored: str, tmp_path: Path
) -> None:
    recorded = recording.read()
    changes = SINCE[recording.state]
    found = _upgraded(recording, restored, tmp_path / "found.json")
    made_again = {
        who: asked | recorded["made_again"][who]
        for who, asked in derived(recorded["answers"]).items()
    }
    lost = [
        *found["not_whole"],
        *lost_rows(recorded["rows"], found["rows"], changes),
        *lost_answers(recorded["answers"], found["answers"], changes.migrated),
        # What jobs had still to do when the recording was made.
        *lost_answers(recorded["made_again"], found["worked_off"], changes.made_again),
        *lost_answers(made_again, found["made_again"], changes.made_again),
        *differences("seasons", recorded["seasons"], found["seasons"]),
        *differences("seasons", recorded["seasons_made_again"], found["seasons_made_again"]),
        *differences(
            "what was answered under a key",
            [request["answer"] for request in recorded["keys"]["repeats"]],
            found["repeats"],
        ),
    ]
    assert not lost, "\n".join([f"{len(lost)} differences", *lost[:MOST_SHOWN]])


def _upgraded(recording: Recording, url: str, found: Path) -> Any:
    """What a process finds that migrates the database and works with it."""
    command = [sys.executable, "-m", "tests.integration.upgrades.upgraded"]
    result = subprocess.run(
        [*command, recording.state, str(found)],
        cwd=PROJECT,
        env=os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings.testing"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return json.loads(found.read_text())


def test_each_recording_says_what_has_changed_since() -> None:
    assert [recording.state for recording in recordings()] == sorted(SINCE)


@pytest.mark.django_db
def test_this_version_can_be_recorded_with_everything_that_can_happen() -> None:
    answers = World(make_eventful_club().to_json()).everything()
    events, matches, lines, entrants = (
        list(_rows(answers, part))
        for part in (f"tournaments/?club={LIMMAT}", "matches/?page_size", "/events/", "/entries/?")
    )
    stages = [stage for event in events for stage in event["stages"]]
    assert {stage["format"] for stage in stages} == set(Format)
    assert {entrant["status"] for entrant in entrants} == set(EntryStatus)
    assert {match["status"] for match in matches} == set(MatchStatus)
    assert {line["kind"] for line in lines} == set(EventKind)
    endings = {match["ended_by"] for match in matches if match["ended_by"]}
    # A bye has no match, and the draw makes it.
    assert endings == set(MatchEnd) - {MatchEnd.BYE}
    sessions = list(_rows(answers, "sessions/?"))
    assert {bool(session["settled_at"]) for session in sessions} == {True, False}
    assert set(SessionEvent.objects.values_list("kind", flat=True)) == set(SessionEventKind)
    assert any(who.startswith("pad of ") for who in answers)
    assert set(ChouetteEntry.objects.values_list("kind", flat=True)) == set(EntryKind)


def _rows(answers: Answers, part: str) -> Iterator[Any]:
    """What is listed for a director at the addresses with that part, and at those for everybody."""
    for who in ("director", "nobody"):
        for address, answer in answers[who].items():
            if address.startswith(API) and part in address and (body := answer.get("body")):
                yield from body if isinstance(body, list) else body["results"]
