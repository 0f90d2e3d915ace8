"""How long a backup takes, and a restore of it: ``python -m benchmarks.backup --matches 1000000``.

The demo club's events, copied until there are that many matches, with ledger, pairings and ratings;
from each database into each. Backups are made by the command, so each was restored once to check it.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from deploy.processes import PROJECT
from deploy.servers import PostgreSQL

FILL = "from benchmarks.backup import fill; fill({matches})"
OFFSET = 100_000
"""Between the numbers of a row and of its copies."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000)
    wanted = parser.parse_args().matches
    with tempfile.TemporaryDirectory(prefix="barpoint-measured-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        (folder / "server").mkdir(mode=0o711)
        server = PostgreSQL(folder / "server")
        try:
            _measure(folder, server, wanted)
        finally:
            server.process.stop()


def _measure(folder: Path, server: PostgreSQL, wanted: int) -> None:
    for origin in ("sqlite", "postgresql"):
        source = _database(folder, server, origin, "full")
        _manage(source, "migrate", "-v0")
        _manage(source, "demo")
        print(_manage(source, "shell", "-v0", "-c", FILL.format(matches=wanted))[0], flush=True)
        made, seconds, peak = _manage(source, "backup")
        print(f"{origin}: {made} (peak {peak} MB)", flush=True)
        file = made.partition(":")[0]
        for target in ("sqlite", "postgresql"):
            empty = _database(folder, server, target, f"from_{origin}")
            restored, seconds, peak = _manage(empty, "restore", file)
            print(f"{origin} → {target}: {seconds:.0f} s, peak {peak} MB: {restored}", flush=True)


def _database(folder: Path, server: PostgreSQL, engine: str, name: str) -> dict[str, str]:
    own = folder / f"{engine}-{name}"
    own.mkdir()
    url = f"sqlite:///{own}/barpoint.sqlite3"
    if engine == "postgresql":
        url = server.create_database(name)
    return {"BARPOINT_VAR": str(own), "DATABASE_URL": url, "REDIS_URL": ""}


def _manage(env: Mapping[str, str], *command: str) -> tuple[str, float, int]:
    """What a command says, how long it took and the most memory any command has taken so far."""
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=PROJECT,
        env=os.environ | env,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    return done.stdout.strip(), time.monotonic() - started, peak


COPIED: dict[str, dict[str, str]] = {
    "tournaments_tournament": {"id": "#", "slug": "slug || '-' || k"},
    "tournaments_entry": {"id": "#", "tournament_id": "#"},
    "tournaments_stage": {"id": "#", "tournament_id": "#"},
    "matches_match": {"id": "#", "event": "event || '-' || k"},
    "matches_matchevent": {"id": "#", "match_id": "#"},
    "matches_ratingchange": {"id": "#", "match_id": "#"},
    "tournaments_pairing": dict.fromkeys(("id", "stage_id", "a_id", "b_id", "match_id"), "#"),
    "tournaments_publication": {"stage_id": "#"},
}
"""Tables of the demo club, and what is different in each copy: # stands for a number moved on."""


def fill(wanted: int) -> None:
    """Run in the measured installation."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT count(*), max(id) FROM matches_match")
        there, highest = cursor.fetchone()
        assert highest < OFFSET
        for table, changes in COPIED.items():
            cursor.execute(f'SELECT * FROM "{table}" LIMIT 0')
            columns = [column[0] for column in cursor.description]
            values = [
                re.sub("^#$", f'"{name}" + k * {OFFSET}', changes.get(name, f'"{name}"'))
                for name in columns
            ]
            names = ", ".join(f'"{name}"' for name in columns)
            cursor.execute(
                f'INSERT INTO "{table}" ({names}) WITH RECURSIVE copies(k) AS '
                f"(SELECT 1 UNION ALL SELECT k + 1 FROM copies WHERE k < {wanted // there}) "
                f'SELECT {", ".join(values)} FROM copies, "{table}"'
            )
        cursor.execute("SELECT count(*) FROM matches_match")
        print(f"{cursor.fetchone()[0]:,} matches")


if __name__ == "__main__":
    main()
