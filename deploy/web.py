"""
The site on a port: ``python -m deploy.web --port 8000 --workers 2``.

Granian reads requests and sends answers, and watches over the processes that do the work; one that
dies is started again. Each ends when the other is gone for good, so that the port is free for the
next start.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from mmap import mmap
from typing import Any

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from deploy.addresses import Address
from deploy.gateway import Application
from deploy.limits import USUAL, Limits
from deploy.open_files import allow_open_files
from deploy.whole_requests import WholeRequests

OTHER_FILES = 128
"""Files and connections that a process needs besides those of its clients."""
FEWEST_CONNECTIONS = 16
READ_AT_START = ("components", "tournaments")
"""Templates of the pages that a hall asks for all at once."""
REST_SECONDS = 0.5
"""Before serving processes that died twice within seconds are started again."""


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", default="8000")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the port")
    asked = parser.parse_args()
    address = Address.resolve(asked.host, asked.port)
    # Two servers on one port would share it in silence.
    address.check_free()
    # Serving processes are forks of this one: with the site loaded, one that dies is replaced at once.
    load_site()
    serve(address, load_site, workers=asked.workers)


def load_site() -> Application:
    """The site, called in each serving process."""
    from django.conf import settings
    from django.template.loader import get_template
    from django.urls import reverse
    from django.utils.translation import override

    from config.wsgi import application

    # Views, addresses in each language, and templates: else the first who ask would wait for them.
    for language, _name in settings.LANGUAGES:
        with override(language):
            reverse("home")
    templates = settings.BASE_DIR / "templates"
    for folder in READ_AT_START:
        for path in (templates / folder).rglob("*.html"):
            get_template(path.relative_to(templates).as_posix())
    return application


def serve(
    address: Address,
    load: Callable[[], Application],
    *,
    at_last: Callable[[], None] | None = None,
    workers: int = 1,
    limits: Limits = USUAL,
) -> None:
    """
    Serve until a signal says stop; each process calls ``at_last`` after its last request.

    Granian gives up when a process dies twice within seconds. That is right where none can start.
    One that was ready to serve was killed by something that may pass, so another takes its place.
    """
    # Told to stop while there is no Granian to hear it.
    with contextlib.suppress(KeyboardInterrupt):
        while not _is_served(address, load, at_last, workers, limits):
            for ending in (signal.SIGINT, signal.SIGTERM):
                signal.signal(ending, signal.default_int_handler)
            # Where we write to may be on the very disk that is full.
            with contextlib.suppress(OSError):
                print(
                    "The serving processes died and are started again.", file=sys.stderr, flush=True
                )
            time.sleep(REST_SECONDS)


def _is_served(
    address: Address,
    load: Callable[[], Application],
    at_last: Callable[[], None] | None,
    workers: int,
    limits: Limits,
) -> bool:
    """Serve; False if Granian has given up, though a process was ready to serve."""
    # Shared with the serving processes, which are forks of this one.
    was_ready = mmap(-1, 1)
    server = _server(address, workers, limits)
    try:
        server.serve(
            target_loader=partial(_load, os.getpid(), load, at_last, limits, was_ready),
            wrap_loader=False,
        )
    except SystemExit:
        if server.interrupt_signal or not was_ready[0]:
            raise
        return False
    return True


def _server(address: Address, workers: int, limits: Limits) -> Any:
    return Server(
        "the site",
        address=address.ip,
        port=address.port,
        interface=Interfaces.RSGI,
        loop=Loops.asyncio,
        workers=workers,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=1000 * limits.header_seconds,
            max_buffer_size=limits.header_bytes,
        ),
        websockets=False,
        # Granian counts connections here, whatever they are doing.
        backpressure=possible_connections(limits.connections),
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=limits.stop_seconds,
    )


def possible_connections(wanted: int) -> int:
    """As many as wanted, or as many as this process and its children may have open."""
    files = allow_open_files(wanted + OTHER_FILES)
    if files == wanted + OTHER_FILES:
        return wanted
    possible = max(files - OTHER_FILES, FEWEST_CONNECTIONS)
    print(
        f"Only {files:,} files may be open at once (ulimit -n), so {possible:,} connections "
        f"instead of {wanted:,}.",
        file=sys.stderr,
        flush=True,
    )
    return possible


def _load(
    parent: int,
    load: Callable[[], Application],
    at_last: Callable[[], None] | None,
    limits: Limits,
    was_ready: mmap,
) -> Any:
    """Called in the serving process: the site, with a supervisor on a thread of its own."""
    application = load()
    from django.conf import settings

    from operations.collector import spare_what_is_loaded
    from outbox import broker

    broker.gather_wake_ups()
    spare_what_is_loaded()

    threading.Thread(target=_look_after, args=(parent, at_last)).start()
    was_ready[0] = 1
    return WholeRequests(
        application,
        limits,
        largest_body=settings.LARGEST_BODY,
        proxies=settings.PROXIES_IN_FRONT,
    )


def _look_after(parent: int, at_last: Callable[[], None] | None) -> None:
    """
    Stop serving if whoever watches over us was killed, and see what is to be done last through.

    Not a daemon thread: Python waits for it when the serving thread has ended.
    """
    serving = threading.main_thread()
    while serving.is_alive() and os.getppid() == parent:
        serving.join(0.2)
    if serving.is_alive():
        os.kill(os.getpid(), signal.SIGTERM)
        serving.join()
    from outbox import broker

    broker.stop_gathering()
    if at_last is not None:
        at_last()


if __name__ == "__main__":
    main()
