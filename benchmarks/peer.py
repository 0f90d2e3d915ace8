"""evroon/bracket, the nearest open peer, beside us: where BRACKET_CHECKOUT names a checkout of it.

Its backend is started by its own ``uv`` environment on a PostgreSQL of its own, and asked over its own
REST interface: results of a single elimination of 32 teams, and its stages with all their matches.
A result of one match may be put again and again there, so its first round is played over and over.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import _wrk
from benchmarks._wrk import Ask, Speed
from deploy.environment import find_uv
from deploy.processes import Child, free_port, is_answering
from deploy.servers import PostgreSQL

NAME = "evroon/bracket, 32 teams"
TEAMS = 32
WORKERS = 2
"""As many processes as our cluster has."""
RESULTS = 128


def checkout() -> Path | None:
    """Where its backend is, if we were told."""
    named = os.environ.get("BRACKET_CHECKOUT")
    return Path(named).resolve() / "backend" if named else None


class Peer:
    """A running one, with a drawn event."""

    def __init__(self, port: int, email: str, password: str, options: argparse.Namespace) -> None:
        self._port = port
        self._options = options
        form = urllib.parse.urlencode({"username": email, "password": password}).encode()
        with urllib.request.urlopen(f"{self._url('token')}", form, timeout=30) as answer:
            token = json.load(answer)["access_token"]
        self._headers = {"Authorization": f"Bearer {token}"}
        self._event = self._set_up()

    def round(self) -> Iterator[tuple[str, Speed]]:
        """Results, then reads; there is no 304."""
        matches = self._matches()
        asks = [self._result(matches[number % len(matches)], number) for number in range(RESULTS)]
        clients = self._options.clients
        yield (
            "results",
            _wrk.once(self._port, asks, clients=clients, status=200, headers=self._headers),
        )
        yield (
            "bracket reads",
            _wrk.again(
                self._port,
                Ask("GET", f"/tournaments/{self._event}/stages"),
                seconds=self._options.seconds,
                clients=clients,
                status=200,
                headers=self._headers,
            ),
        )

    def _result(self, match: dict[str, Any], number: int) -> Ask:
        body = {
            "round_id": match["round_id"],
            "stage_item_input1_score": 5,
            "stage_item_input2_score": number % 5,
            "court_id": match["court_id"],
            "custom_duration_minutes": match.get("custom_duration_minutes"),
            "custom_margin_minutes": match.get("custom_margin_minutes"),
        }
        return Ask("PUT", f"/tournaments/{self._event}/matches/{match['id']}", body)

    def _set_up(self) -> int:
        club = self._ask("POST", "clubs", {"name": "Bench"})["data"]["id"]
        details = {
            "club_id": club,
            "name": "Bench",
            "start_time": "2026-11-18T18:30:00Z",
            "dashboard_public": True,
            "dashboard_endpoint": "bench",
            "players_can_be_in_multiple_teams": False,
            "auto_assign_courts": False,
            "duration_minutes": 10,
            "margin_minutes": 5,
        }
        self._ask("POST", "tournaments", details)
        event: int = self._ask("GET", "tournaments")["data"][-1]["id"]
        names = "\n".join(f"Team {number}" for number in range(1, TEAMS + 1))
        self._ask("POST", f"tournaments/{event}/teams_multi", {"names": names, "active": True})
        teams = self._ask("GET", f"tournaments/{event}/teams?limit=100")["data"]["teams"]
        self._ask("POST", f"tournaments/{event}/stages")
        stage = self._ask("GET", f"tournaments/{event}/stages")["data"][0]["id"]
        inputs = [{"slot": slot, "team_id": team["id"]} for slot, team in enumerate(teams, start=1)]
        item = {"stage_id": stage, "type": "SINGLE_ELIMINATION", "team_count": TEAMS}
        self._ask("POST", f"tournaments/{event}/stage_items", item | {"inputs": inputs})
        self._ask("POST", f"tournaments/{event}/stages/activate", {"direction": "next"})
        return event

    def _matches(self) -> list[dict[str, Any]]:
        """Those of the first round."""
        (item,) = self._ask("GET", f"tournaments/{self._event}/stages")["data"][0]["stage_items"]
        rounds = sorted(item["rounds"], key=lambda found: -len(found["matches"]))
        matches: list[dict[str, Any]] = rounds[0]["matches"]
        return matches

    def _url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._port}/{path}"

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            self._url(path),
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers=self._headers | {"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise SystemExit(
                f"evroon/bracket answered {method} {path} with {error.code}: {error.read()[:500]!r}"
            ) from error


@contextmanager
def running(options: argparse.Namespace) -> Iterator[Peer]:
    """Its backend, for as long as it is measured."""
    backend = checkout()
    if backend is None or not (backend / "pyproject.toml").exists():
        raise SystemExit(f"BRACKET_CHECKOUT: there is no backend of evroon/bracket in {backend}.")
    with tempfile.TemporaryDirectory(prefix="barpoint-measured-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "postgresql").mkdir(mode=0o755)
        postgresql = PostgreSQL(folder / "postgresql")
        port, email, password = free_port(), "bench@example.org", secrets.token_urlsafe(12)
        env = {
            "ENVIRONMENT": "PRODUCTION",
            "PG_DSN": postgresql.create_database("bracket").replace("postgres://", "postgresql://"),
            "JWT_SECRET": secrets.token_hex(32),
            "ADMIN_EMAIL": email,
            "ADMIN_PASSWORD": password,
            "BASE_URL": f"http://127.0.0.1:{port}",
        }
        served = ["gunicorn", "-k", "uvicorn.workers.UvicornWorker", "bracket.app:app"]
        served += [
            "--chdir",
            str(backend),
            "--bind",
            f"127.0.0.1:{port}",
            "--workers",
            str(WORKERS),
        ]
        server = Child(
            [find_uv(), "run", "--project", str(backend), *served],
            log=folder / "bracket.log",
            env=env,
            is_ready=lambda: is_answering(port),
        )
        try:
            server.start()
            yield Peer(port, email, password, options)
        finally:
            server.stop()
            postgresql.process.stop()
