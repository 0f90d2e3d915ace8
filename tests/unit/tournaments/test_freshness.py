"""Whether a change is shown at once or by the job is decided in one module."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.unit

PROJECT = Path(__file__).parents[3]
ROOMS = ("api", "chouettes", "config", "matches", "outbox", "players", "tournaments", "web")
COMPUTES = {
    "tournaments/services/freshness.py",
    "tournaments/services/rebuilding.py",
    "tournaments/services/snapshots.py",
    "tournaments/tasks.py",
}


def modules_with(pattern: str) -> set[str]:
    return {
        str(path.relative_to(PROJECT))
        for room in ROOMS
        for path in (PROJECT / room).rglob("*.py")
        if "migrations" not in path.parts and re.search(pattern, path.read_text())
    }


def test_only_the_rule_itself_the_job_and_a_rebuild_compute_a_snapshot() -> None:
    assert modules_with(r"\brefresh_snapshot\(") == COMPUTES


def test_the_job_is_asked_for_in_one_place() -> None:
    assert modules_with(r"tournaments\.refresh_snapshot\b") == {"tournaments/services/freshness.py"}
