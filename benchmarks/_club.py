"""The one-process server on a folder of its own, for as long as it is measured."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.servers import ClubServer


@contextmanager
def running_club() -> Iterator[ClubServer]:
    with tempfile.TemporaryDirectory(prefix="barpoint-measured-") as folder:
        server = ClubServer(Path(folder))
        server.prepare()
        try:
            server.start()
            server.wait_ready()
            yield server
        finally:
            server.stop()
