"""Starts a backup beside the server: pages and jobs go on meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from django.conf import settings

from backups.folder import BackupUnderWay, locked, own_folder


def start_backup() -> bool:
    """
    Have a process of its own make a backup as the timetable does, and do not wait for it.

    The process gets a lock that is held from here on: on a busy machine it may take minutes to
    start, and others must not be started meanwhile. False if one is under way already.
    """
    try:
        with locked(own_folder()) as lock:
            process = subprocess.Popen(  # noqa: S603
                [
                    *(sys.executable, str(settings.BASE_DIR / "manage.py"), "backup"),
                    *("--automatic", "--lock", str(lock)),
                ],
                env=os.environ | {"DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[lock],
            )
    except BackupUnderWay:
        return False
    # Somebody has to ask how it ended, or it stays in the list of processes.
    threading.Thread(target=process.wait, daemon=True).start()
    return True
