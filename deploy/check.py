"""Style, types, layers and missing migrations: ``python -m deploy.check``."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from deploy.audit import audit, can_be_asked
from deploy.processes import PROJECT

PACKAGES = (
    *(
        "api",
        "backups",
        "chouettes",
        "config",
        "db",
        "deploy",
        "drills",
        "matches",
        "money",
        "operations",
        "outbox",
        "players",
        "rules_core",
    ),
    *("tests", "tournaments", "web", "manage.py"),
)
CHECKS = {
    # The slowest first, so that the others run beside it.
    "types": ("mypy", *PACKAGES),
    "style": ("ruff", "check", "."),
    "layout": ("ruff", "format", "--check", "."),
    "layout of templates": ("djangofmt", "--check", "templates"),
    "style of templates": ("djangofmt", "check", "templates"),
    "layers": ("lint-imports",),
    "migrations": ("django-admin", "makemigrations", "--check", "--dry-run"),
}

SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "config.settings.testing",
    "PYTHONPATH": str(PROJECT),
    # makemigrations asks the database which migrations it has; one in memory has none.
    "DATABASE_URL": "sqlite://:memory:",
}
PROGRAMS = Path(sys.executable).parent


def run(say: Callable[[str], None] = print) -> bool:
    """Run them all, and print the whole output of those that fail."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        auditing = pool.submit(_audit, say)
        return all([*pool.map(partial(_check, say), CHECKS), auditing.result()])


def _check(say: Callable[[str], None], name: str) -> bool:
    program, *arguments = CHECKS[name]
    started = time.monotonic()
    result = subprocess.run(
        [PROGRAMS / program, *arguments],
        cwd=PROJECT,
        env=os.environ | SETTINGS,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    good = result.returncode == 0
    verdict = "ok" if good else f"NOT OK\n{result.stdout}"
    say(f"check {name} ({time.monotonic() - started:.0f} s): {verdict}")
    return good


def _audit(say: Callable[[str], None]) -> bool:
    """Known weaknesses of libraries. Without the network nobody knows of them, and nothing fails."""
    if not can_be_asked():
        say("check libraries: not done, what is known of their weaknesses cannot be reached")
        return True
    result = audit()
    verdict = "ok" if result.returncode == 0 else f"NOT OK\n{result.stdout}"
    say(f"check libraries: {verdict}")
    return result.returncode == 0


if __name__ == "__main__":
    sys.exit(not run())
