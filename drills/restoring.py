"""A backup made in the middle of an evening, and brought back elsewhere."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from drills.rehearsal import Drill, I, Scene

PROMISE = "A backup made while results come in holds all that was answered before it, and is whole."


def backup(engine: type[I]) -> Drill[I]:
    """The drill on an engine."""
    return Drill(PROMISE, backup_restored_elsewhere, engine)


def backup_restored_elsewhere(scene: Scene[I]) -> None:
    """Twice a backup is made while people report, and restored into an empty place on SQLite. There
    `verify` finds nothing wrong, and what was acknowledged before the backup was started is there.
    """
    looked_for = 0
    for number in range(scene.times(2)):
        before = scene.tally.acknowledged_by_match()
        scene.place.run("manage.py", "backup")
        database = _restored(scene, scene.place.folder / f"restored-{number}")
        recorded = _recorded(database)
        missing = [match for match, lines in before.items() if recorded.get(match, 0) < lines]
        assert not missing, f"acknowledged before the backup, and not in it: {missing}"
        looked_for += sum(before.values())
    scene.notes.append(f"{looked_for} results looked for in {scene.times(2)} backups")


def _restored(scene: Scene[I], folder: Path) -> Path:
    folder.mkdir()
    database = folder / "barpoint.sqlite3"
    elsewhere = {
        "BARPOINT_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{database}",
        "REDIS_URL": "",
    }
    kept = Path(scene.place.env["BARPOINT_VAR"]) / "backups"
    newest = max(kept.glob("barpoint-*.zip"), key=lambda path: path.stat().st_mtime)
    scene.place.run("manage.py", "restore", str(newest), **elsewhere)
    # What the jobs had not yet computed when it was made.
    scene.place.run("manage.py", "outbox", "run", **elsewhere)
    scene.place.run("manage.py", "verify", **elsewhere)
    return database


def _recorded(database: Path) -> dict[int, int]:
    with closing(sqlite3.connect(database)) as connection:
        lines = connection.execute(
            "SELECT match_id, count(*) FROM matches_matchevent WHERE kind = 'entered' GROUP BY 1"
        )
        return dict(lines.fetchall())
