"""Asking with wrk, a client in C: it takes next to nothing of the processors that are measured."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy import wrk

SCRIPT = Path(__file__).parent / "wrk" / "ask.lua"
PATIENCE_SECONDS = 600
"""A list of requests is given up after this long."""
_MEASURED = re.compile(r"^MEASURED (.*)$", re.MULTILINE)
_NUMBER = re.compile(r"(\w+)=([-\d.]+)")


@dataclass(frozen=True)
class Ask:
    """One request, as wrk sends it."""

    method: str
    path: str
    body: Any = None

    @property
    def line(self) -> str:
        """As the script reads it."""
        return (
            f"{self.method}\t{self.path}\t{json.dumps(self.body) if self.body is not None else ''}"
        )


@dataclass(frozen=True)
class Speed:
    """What one run measured."""

    per_second: float
    p50_ms: float
    p99_ms: float
    requests: int
    bytes_each: float
    ended: float
    """When the last answer of a list was there, by the monotonic clock."""


def program() -> str:
    """Where wrk is, or the end of the benchmark."""
    return wrk.find_or_install() or sys.exit(wrk.HOW_TO_INSTALL)


def again(
    port: int, ask: Ask, *, seconds: float, clients: int, status: int, headers: Mapping[str, str]
) -> Speed:
    """The same request for so long."""
    found = _run(port, [ask], seconds=seconds, clients=clients, status=status, headers=headers)
    return _speed(found, found["requests"], found["seconds"])


def once(
    port: int, asks: Iterable[Ask], *, clients: int, status: int, headers: Mapping[str, str]
) -> Speed:
    """Each of these requests once, as fast as they are answered."""
    listed = list(asks)
    found = _run(
        port, listed, seconds=PATIENCE_SECONDS, clients=clients, status=status, headers=headers
    )
    if found["answered"] != len(listed):
        sys.exit(f"{len(listed)} were asked, {found['answered']:.0f} answered.")
    return _speed(found, found["answered"], found["ended"] - found["began"])


def _speed(found: Mapping[str, float], requests: float, seconds: float) -> Speed:
    return Speed(
        per_second=requests / seconds,
        p50_ms=found["p50"],
        p99_ms=found["p99"],
        requests=int(requests),
        bytes_each=found["bytes"] / max(found["requests"], 1),
        ended=found["ended"],
    )


def _run(
    port: int,
    asks: list[Ask],
    *,
    seconds: float,
    clients: int,
    status: int,
    headers: Mapping[str, str],
) -> dict[str, float]:
    with tempfile.NamedTemporaryFile("w", suffix=".requests") as file:
        lines = ["\t".join(f"{name}: {value}" for name, value in headers.items())]
        file.write("\n".join([*lines, *(ask.line for ask in asks)]) + "\n")
        file.flush()
        command = [
            program(),
            "-t1",
            f"-c{clients}",
            f"-d{max(round(seconds), 1)}s",
            "--timeout",
            "60s",
        ]
        command += ["-s", str(SCRIPT), f"http://127.0.0.1:{port}", "--", file.name, str(status)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    measured = _MEASURED.search(done.stdout)
    if measured is None:
        sys.exit(f"wrk said nothing that can be read:\n{done.stdout}{done.stderr}")
    found = {name: float(value) for name, value in _NUMBER.findall(measured[1])}
    if found["wrong"] or found["lost"]:
        sys.exit(f"{asks[0].method} {asks[0].path} was not always answered {status}: {measured[1]}")
    return found
