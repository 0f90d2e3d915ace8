"""
A club's own server, web and jobs in one process: ``python -m deploy.club``.

Granian watches over that process and starts it again if it dies. Each ends when the other is gone for
good, so that the port is free for the next start.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import django
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from deploy.addresses import Address
from deploy.processes import PROJECT, is_answering

LAST_JOB_SECONDS = 5
"""How long a stopping server waits for the job under way."""


def main() -> None:
    """Prepare everything, then serve until told to stop."""
    address = Address.resolve(
        os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    )
    _check_data_folder()
    address.check_free()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(address.names))
    # The worker thread would check the whole project again; a minute ago it was fine.
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    try:
        _prepare()
    except KeyboardInterrupt:
        sys.exit("Stopped before it was ready; the next start begins again where this one was.")
    _serve(address)


def _check_data_folder() -> None:
    folder = Path(os.environ.get("BARPOINT_VAR") or PROJECT / "var")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        sys.exit(
            f"{folder} cannot be written to ({error.strerror}); "
            "the club's data goes there. Set BARPOINT_VAR to a folder of yours."
        )


def _prepare() -> None:
    django.setup()
    from django.db import connections

    from deploy.preparation import prepare

    prepare()
    # The serving process is a fork of this one; a connection must not be used by both.
    connections.close_all()


def _serve(address: Address) -> None:
    Server(
        "config.wsgi:application",
        address=address.ip,
        port=address.port,
        interface=Interfaces.WSGI,
        # One thread: with SQLite's single writer more of them only crowd at the lock.
        blocking_threads=1,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
    ).serve(target_loader=partial(_load, address, os.getpid()), wrap_loader=False)
    print("Stopped; nothing is lost.")


def _load(address: Address, parent: int) -> Callable[..., Any]:
    """Called in the serving process: the site, with the jobs and a supervisor on threads of their own."""
    from django.conf import settings

    from config.wsgi import application
    from outbox import worker

    if settings.JOBS_IN_PROCESS:
        worker.start()
    threading.Thread(target=_announce, args=(address,), daemon=True).start()
    threading.Thread(target=_look_after, args=(parent, worker.stop)).start()
    return application


def _announce(address: Address) -> None:
    while not is_answering(address.port, address.ip):
        threading.Event().wait(0.02)
    where = "this machine only" if address.is_local else "phones in the same network too"
    print(f"Barpoint is at {address.url} ({where}). Ctrl-C stops it.", flush=True)


def _look_after(parent: int, stop_jobs: Callable[..., None]) -> None:
    """
    Stop serving if whoever watches over us was killed, and see the last job through.

    Not a daemon thread: Python waits for it when the serving thread has ended.
    """
    serving = threading.main_thread()
    while serving.is_alive() and os.getppid() == parent:
        serving.join(0.2)
    if serving.is_alive():
        os.kill(os.getpid(), signal.SIGTERM)
        serving.join()
    stop_jobs(patience=LAST_JOB_SECONDS)


if __name__ == "__main__":
    main()
