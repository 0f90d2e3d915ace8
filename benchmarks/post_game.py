"""Posting a game, beside a bare REST view that locks one row and inserts one.

python -m benchmarks.post_game [--seconds 6] [--rounds 3] [--clients 8]

Two processes on one port serve both, on one PostgreSQL that writes to the disk as usual. The
clients keep their connections, each posts to matches of its own. The two are measured by turns and
the middle round counts. A game is signed in by token, checked by the rules, counted against the
rate limit, written to the ledger, and answered with the whole match; once more with an
Idempotency-Key, whose answer is kept.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from threading import Barrier
from time import perf_counter

from deploy.processes import PROJECT, Child, free_port, is_answering
from deploy.servers import PostgreSQL

GAMES = 12
"""Games a match: as many as a match to 15 has room for without being over."""
LENGTH = 15
WANTED_RATE = 0.5
WANTED_P99 = 3.0

Asked = tuple[str, dict[str, object], dict[str, str]]


@dataclass(frozen=True)
class Speed:
    """What one round measured."""

    per_second: float
    p50_ms: float
    p99_ms: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clients", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        _run(folder, options)


def _run(folder: Path, options: argparse.Namespace) -> None:
    (folder / "postgres").mkdir(mode=0o755)
    postgres = PostgreSQL(folder / "postgres")
    env = {
        "DATABASE_URL": postgres.create_database("barpoint"),
        "DJANGO_SETTINGS_MODULE": "benchmarks.bare.settings",
        "BARPOINT_VAR": str(folder),
        "WRITES_BY_TOKEN": "1000000000",
    }
    port = free_port()
    server = _server(folder, port, env)
    try:
        token = _prepare(env, options)
        server.start()
        _measure(port, token, options)
    finally:
        server.stop()
        postgres.process.stop()


def _server(folder: Path, port: int, env: dict[str, str]) -> Child:
    return Child(
        [sys.executable, "-m", "deploy.web", "--workers", "2", "--port", str(port)],
        log=folder / "web.log",
        env=env,
        is_ready=lambda: is_answering(port),
    )


def _prepare(env: dict[str, str], options: argparse.Namespace) -> str:
    """Tables, a club, more matches than can be played, rows to lock; the token of a scorer."""
    matches = int(options.clients * options.seconds * options.rounds * 2 * 150 / GAMES)
    script = f"from benchmarks.post_game import fill; fill({matches}, {options.clients})"
    for command in (["migrate", "--run-syncdb", "-v0"], ["shell", "-v0", "-c", script]):
        made = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=PROJECT,
            env={**os.environ, **env},
            check=True,
            capture_output=True,
            text=True,
        )
    return made.stdout.split()[-1]


def fill(matches: int, rows: int) -> None:
    """Runs inside Django."""
    from benchmarks.bare.models import Row
    from matches.services.creation import NewMatch, make_matches
    from players.actors import SYSTEM
    from players.models import Role, User
    from players.services.clubs import found_club, give_role
    from players.services.registration import register_player
    from players.services.tokens import make_token
    from rules_core.match import MatchRules

    club = found_club(slug="bench", name="Bench")
    a, b = (register_player(club_id=club.pk, name=name, actor=SYSTEM) for name in "AB")
    new_matches = [NewMatch(a.pk, b.pk, MatchRules(length=LENGTH))] * matches
    make_matches(club_id=club.pk, new_matches=new_matches, actor=SYSTEM)
    Row.objects.bulk_create(Row() for _ in range(rows))
    user = User.objects.create_user("scorer@example.org")
    give_role(user_id=user.pk, club_id=club.pk, role=Role.SCORER)
    print(make_token(user_id=user.pk, club_id=club.pk, role=Role.SCORER, actor=SYSTEM)[1])


def _measure(port: int, token: str, options: argparse.Namespace) -> None:
    matches = count(1)
    signed = {"Authorization": f"Bearer {token}"}
    work = {
        "bare view": lambda client: _bare(client + 1),
        "game": lambda _: _games(matches, signed),
        "game with a key": lambda client: _games(matches, signed, key=f"{perf_counter()}-{client}"),
    }
    for start in work.values():
        _round(port, start, options.clients, 1.0)
    rounds: dict[str, list[Speed]] = {name: [] for name in work}
    for _ in range(options.rounds):
        for name, start in work.items():
            rounds[name].append(_round(port, start, options.clients, options.seconds))
    _print({name: _middle(speeds) for name, speeds in rounds.items()})


def _bare(row: int) -> Iterator[Asked]:
    for number in count(1):
        yield f"/api/v1/bare/{row}/", {"number": number, "winner": "a"}, {}


def _games(matches: Iterator[int], signed: dict[str, str], key: str = "") -> Iterator[Asked]:
    for match in matches:
        for number in range(1, GAMES + 1):
            own = {"Idempotency-Key": f"{key}-{match}-{number}"} if key else {}
            body = {"number": number, "winner": "ab"[number % 2]}
            yield f"/api/v1/matches/{match}/games/", body, signed | own


def _round(port: int, start: object, clients: int, seconds: float) -> Speed:
    together = Barrier(clients)

    def client(number: int) -> list[float]:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        asked = start(number)
        together.wait()
        until = perf_counter() + seconds
        took: list[float] = []
        while perf_counter() < until:
            took.append(_post(connection, *next(asked)))
        return took

    with ThreadPoolExecutor(clients) as pool:
        took = [time for times in pool.map(client, range(clients)) for time in times]
    hundredths = quantiles(took, n=100)
    return Speed(len(took) / seconds, 1000 * median(took), 1000 * hundredths[98])


def _post(
    connection: http.client.HTTPConnection,
    path: str,
    body: dict[str, object],
    headers: dict[str, str],
) -> float:
    began = perf_counter()
    sent = json.dumps(body)
    connection.request("POST", path, sent, headers | {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    took = perf_counter() - began
    if answer.status != 200:
        sys.exit(f"{path} answered {answer.status}: {text[:300]!r}")
    return took


def _middle(speeds: list[Speed]) -> Speed:
    return sorted(speeds, key=lambda speed: speed.per_second)[len(speeds) // 2]


def _print(speeds: dict[str, Speed]) -> None:
    bare = speeds["bare view"]
    print(f"{'':<18}{'req/s':>8}{'p50 ms':>9}{'p99 ms':>9}{'of bare':>9}{'p99 ×':>8}")
    for name, speed in speeds.items():
        rate, tail = speed.per_second / bare.per_second, speed.p99_ms / bare.p99_ms
        print(
            f"{name:<18}{speed.per_second:>8.0f}{speed.p50_ms:>9.1f}{speed.p99_ms:>9.1f}"
            f"{rate:>9.2f}{tail:>8.2f}"
        )
    print(f"wanted: a game at {WANTED_RATE} of the bare view or more, p99 below {WANTED_P99} times")


if __name__ == "__main__":
    main()
