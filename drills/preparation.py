"""Installations with the demo club, made once and copied for each group of drills."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from drills.installations import Installation, copied
from drills.rehearsal import I


@contextmanager
def own_folder() -> Iterator[Path]:
    """A place for installations, gone when we are done."""
    with tempfile.TemporaryDirectory(prefix="barpoint-drills-", ignore_cleanup_errors=True) as name:
        # PostgreSQL may have to run as somebody else.
        Path(name).chmod(0o711)
        yield Path(name)


def prepared(engine: type[Installation], folder: Path) -> Path:
    """An installation that was started once and stopped again."""
    place = folder / f"prepared-{engine.__name__}"
    if not place.exists():
        place.mkdir(mode=0o711)
        with running(engine, place):
            pass
    return place


@contextmanager
def running(engine: type[I], folder: Path, env: Mapping[str, str] | None = None) -> Iterator[I]:
    """An installation, started and ready; stopped at the end, with nothing left behind."""
    place = engine(folder, env)
    try:
        place.start()
        yield place
    finally:
        place.stop()


@contextmanager
def fresh(
    engine: type[I], folder: Path, name: str, env: Mapping[str, str] | None = None
) -> Iterator[I]:
    """A running copy of the prepared installation."""
    place = copied(prepared(engine, folder), folder / name)
    with running(engine, place, env) as installation:
        yield installation
