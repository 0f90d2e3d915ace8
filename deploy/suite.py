"""
The test suite on real servers: ``python -m deploy.suite``, or with ``--fast`` the quick part.

Everything runs on SQLite, then what touches the database runs again on PostgreSQL, then whole
servers are started, used and killed. ``TEST_DATABASE_URL`` and ``TEST_REDIS_URL`` name servers to
use instead of our own.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext

from deploy import check, chromium, gnu_backgammon
from deploy.processes import PROJECT, NotStarted

WORKERS = str(min(os.cpu_count() or 1, 4))
UNUSED = ("schemathesis", "anyio", "valkey")
"""Plugins that the quick tests do without; loading them takes a second in each process."""
WITHOUT = tuple(option for name in UNUSED for option in ("-p", f"no:{name}"))
ENGINE = ("DATABASE_URL", "REDIS_URL")


def main() -> None:
    """Run the part asked for; the exit code says whether all of it passed."""
    # SIGINT too: a shell starts what runs in its background deaf to it.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    started = time.monotonic()
    try:
        passed = _fast() if "--fast" in sys.argv else _everything()
    except KeyboardInterrupt:
        sys.exit("Interrupted.")
    except NotStarted as error:
        sys.exit(str(error))
    print(f"{'Passed' if passed else 'FAILED'} in {time.monotonic() - started:.0f} s.", flush=True)
    if "--fast" not in sys.argv and chromium.find() is None:
        print(chromium.HOW_TO_INSTALL, flush=True)
    if "--fast" not in sys.argv and gnu_backgammon.find() is None:
        print(gnu_backgammon.HOW_TO_INSTALL, flush=True)
    sys.exit(not passed)


def _fast() -> bool:
    """Without what is tried at random or takes seconds: a loop to work in."""
    quick = "not e2e and not slow and not hypothesis"
    # Tables straight from the models.
    return _pytest("the quick tests on SQLite", quick, "--no-migrations", *WITHOUT)


def _everything() -> bool:
    """All parts, even after one failed: better to see everything at once."""
    findings: list[str] = []
    # First, since the tests ask for it as soon as they are collected, and apt works alone.
    gnu_backgammon.find_or_install()
    # The types keep one core busy for a minute and the download of Chromium none.
    with ThreadPoolExecutor() as background:
        checking = background.submit(check.run, findings.append)
        installing = background.submit(chromium.find_or_install)
        on_sqlite = _pytest("unit and integration tests on SQLite", "not e2e")
    print(*findings, sep="\n", flush=True)
    installing.result()
    with _postgresql() as url:
        passed = (
            checking.result(),
            on_sqlite,
            _pytest("integration tests on PostgreSQL", "integration", DATABASE_URL=url),
            # What shares a server stays together: the tests of a class, or of a file without one.
            _pytest("whole servers", "e2e", "--dist", "loadscope", TEST_DATABASE_URL=url),
        )
    return all(passed)


def _pytest(title: str, marker: str, *options: str, **env: str) -> bool:
    print(f"\n=== {title}", flush=True)
    inherited = {name: value for name, value in os.environ.items() if name not in ENGINE}
    command = [sys.executable, "-m", "pytest", "-q", "-n", WORKERS, "-m", marker]
    # The same examples each time: what was green is red only if the project changed.
    command += ["--hypothesis-profile", "ci", *options]
    return not subprocess.run(command, cwd=PROJECT, env=inherited | env, check=False).returncode


def _postgresql() -> AbstractContextManager[str]:
    """The address of a database on a server where more can be made."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        return nullcontext(url)
    from deploy.servers import temporary_postgresql

    return temporary_postgresql()


if __name__ == "__main__":
    main()
