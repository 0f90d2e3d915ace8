"""A club's own server, web and jobs by one command: ``python -m deploy.club``."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from functools import partial
from pathlib import Path

import django

from deploy.addresses import Address
from deploy.gateway import Application
from deploy.processes import PROJECT, is_answering
from deploy.web import load_site, serve


def main() -> None:
    """Prepare everything, then serve until told to stop."""
    address = Address.resolve(
        os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    )
    _check_data_folder()
    address.check_free()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(address.names))
    # The worker would check the whole project again; a minute ago it was fine.
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    try:
        _prepare()
    except KeyboardInterrupt:
        sys.exit("Stopped before it was ready; the next start begins again where this one was.")
    # One process: with SQLite's single writer more of them only crowd at the lock.
    serve(address, partial(_load, address), at_last=_finish_last_job)
    print("Stopped; nothing is lost.")


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


def _load(address: Address) -> Application:
    """Called in the serving process: the site, with the jobs in a process beside it."""
    from django.conf import settings

    from outbox import job_process

    site = load_site()
    if settings.OWN_JOBS:
        job_process.start()
    threading.Thread(target=_announce, args=(address,), daemon=True).start()
    return site


def _finish_last_job() -> None:
    from outbox import job_process

    job_process.stop()


def _announce(address: Address) -> None:
    while not is_answering(address.port, address.ip):
        threading.Event().wait(0.02)
    where = "this machine only" if address.is_local else "phones in the same network too"
    print(f"Barpoint is at {address.url} ({where}). Ctrl-C stops it.", flush=True)


if __name__ == "__main__":
    main()
