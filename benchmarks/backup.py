"""How long a backup takes, and a restore of it: ``python -m benchmarks.backup --matches 1000000``.

The demo club's events, copied until there are that many matches, with ledger, pairings and ratings;
from each database (or the one named by ``--origin``) into each. Backups are made by the command, so
each was restored once to check it. Then every row of what was restored is compared with the original.
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
from collections.abc import Mapping, Sequence
from pathlib import Path

from deploy.processes import PROJECT
from deploy.servers import PostgreSQL

FILL = "from benchmarks.backup import fill; fill({matches})"
FINGERPRINT = "from benchmarks.backup import fingerprint; fingerprint()"
ENGINES = ("sqlite", "postgresql")
OFFSET = 100_000
"""Between the numbers of a row and of its copies."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--origin", choices=ENGINES)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="barpoint-measured-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        (folder / "server").mkdir(mode=0o711)
        server = PostgreSQL(folder / "server")
        try:
            _measure(folder, server, asked.matches, [asked.origin] if asked.origin else ENGINES)
        finally:
            server.process.stop()


def _measure(folder: Path, server: PostgreSQL, wanted: int, origins: Sequence[str]) -> None:
    for origin in origins:
        source = _database(folder, server, origin, "full")
        _manage(source, "migrate", "-v0")
        _manage(source, "demo")
        print(_manage(source, "shell", "-v0", "-c", FILL.format(matches=wanted))[0], flush=True)
        made, seconds, peak = _manage(source, "backup")
        print(f"{origin}: {made} (peak {peak} MB)", flush=True)
        file = made.partition(":")[0]
        original, *_ = _manage(source, "shell", "-v0", "-c", FINGERPRINT)
        for target in ENGINES:
            empty = _database(folder, server, target, f"from_{origin}")
            restored, seconds, peak = _manage(empty, "restore", file)
            print(f"{origin} → {target}: {seconds:.0f} s, peak {peak} MB: {restored}", flush=True)
            copy, *_ = _manage(empty, "shell", "-v0", "-c", FINGERPRINT)
            assert copy == original, f"{target} differs:\n{original}\n{copy}"
            print(f"{origin} → {target}: every row equals the original", flush=True)


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
    "tournaments_stageentrant": dict.fromkeys(("id", "stage_id", "entry_id"), "#"),
    "tournaments_pairing": dict.fromkeys(("id", "stage_id", "a_id", "b_id", "match_id"), "#"),
    "tournaments_stagesnapshot": {"stage_id": "#"},
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


def fingerprint() -> None:
    """Run in an installation: rows and a checksum of every table, the same for both databases."""
    import hashlib
    import json

    from django.db import connection

    from backups.databases import snapshot
    from backups.row_text import lines, values
    from backups.tables import Kind, schema_of

    plain = {
        Kind.FLOAT: lambda text: repr(float(text)),
        Kind.JSON: lambda text: json.dumps(json.loads(text), sort_keys=True),
    }
    with snapshot(connection) as rows:
        for table in schema_of(connection).tables:
            number, digest = 0, hashlib.sha256()
            spell = [plain.get(column.kind) for column in table.columns]
            for line in lines(rows.read(table)):
                row = [
                    convert(value) if convert and value is not None else value
                    for convert, value in zip(spell, values(line), strict=True)
                ]
                digest.update(repr(row).encode())
                number += 1
            print(table.name, number, digest.hexdigest())


if __name__ == "__main__":
    main()
