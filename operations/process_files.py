"""
What the processes of a machine have counted, where each of them can read it.

Each process counts in its memory and writes its numbers to a file of its own every few seconds; what
a process that has ended had counted is kept, so that no sum ever goes down. A full disk costs numbers
and nothing else. A server that is one process needs no files.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import re
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, TypedDict

from django.conf import settings
from prometheus_client.metrics_core import Metric

from operations.metrics import OWN

WRITE_SECONDS = 5
STALE_SECONDS = 4 * WRITE_SECONDS
"""A file that old says nothing about how things are now."""

ENDED = "ended"
"""Begins the name of the file with the numbers of processes that are no more."""

logger = logging.getLogger(__name__)
_HOST = re.sub(r"[^A-Za-z0-9.]", "", socket.gethostname()) or "host"
_own: dict[int, str] = {}
"""The name of this process's file, by its number: a fork has one of its own."""


class Family(TypedDict):
    """One metric."""

    help: str
    type: str
    samples: list[tuple[str, dict[str, str], float]]


class Numbers(TypedDict):
    """The content of a file."""

    families: dict[str, Family]
    added: list[str]
    """In the file of those that ended: whose numbers are in it."""


def keep() -> None:
    """From now on write down what this process counts, for the others to read."""
    if os.getpid() in _own:
        return
    _own[os.getpid()] = f"{_HOST}-{os.getpid()}-{token_hex(4)}.json"
    threading.Thread(target=_keep_writing, name="metrics", daemon=True).start()


def write() -> None:
    """Write down what this process has counted so far."""
    if name := _own.get(os.getpid()):
        try:
            _folder().mkdir(parents=True, exist_ok=True)
            _replace(_folder() / name, Numbers(families=families_of(OWN.collect()), added=[]))
        except OSError as error:
            logger.warning("The metrics of this process cannot be written: %s", error)


def of_others() -> list[Numbers]:
    """What the other processes have counted, and those that have ended."""
    if not _folder().is_dir():
        return []
    with _locked():
        _add_up_ended()
        files = [path for path in _files() if path.name != _own.get(os.getpid())]
        return [numbers for path in files if (numbers := _current(path))]


def families_of(metrics: Iterable[Metric]) -> dict[str, Family]:
    """As they are written."""
    return {
        metric.name: Family(
            help=metric.documentation,
            type=metric.type,
            samples=[(sample.name, sample.labels, sample.value) for sample in metric.samples],
        )
        for metric in metrics
    }


def added_up(families: Iterable[dict[str, Family]]) -> dict[str, Family]:
    """The sums of several processes."""
    values: dict[str, dict[tuple[str, str], float]] = {}
    facts: dict[str, Family] = {}
    for part in families:
        for name, family in part.items():
            facts.setdefault(name, family)
            sums = values.setdefault(name, {})
            for sample, labels, value in family["samples"]:
                key = sample, json.dumps(labels)
                sums[key] = sums.get(key, 0.0) + value
    return {
        name: Family(
            help=facts[name]["help"],
            type=facts[name]["type"],
            samples=[
                (sample, json.loads(labels), value) for (sample, labels), value in sums.items()
            ],
        )
        for name, sums in values.items()
    }


def _keep_writing() -> None:
    while True:
        time.sleep(WRITE_SECONDS)
        write()


def _folder() -> Path:
    return Path(settings.METRICS_FOLDER)


def _files() -> list[Path]:
    return sorted(_folder().glob("*.json"))


@contextmanager
def _locked() -> Iterator[None]:
    with (_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _replace(path: Path, numbers: Numbers) -> None:
    draft = path.with_suffix(".draft")
    draft.write_text(json.dumps(numbers))
    draft.replace(path)


def _read(path: Path) -> Numbers | None:
    try:
        numbers: Numbers = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        logger.warning("The metrics in %s cannot be read: %s", path.name, error)
        return None
    return numbers


def _current(path: Path) -> Numbers | None:
    """With what only a process that is at work can say, if it is."""
    numbers = _read(path)
    is_fresh = not path.name.startswith(ENDED) and _age(path) < STALE_SECONDS
    return numbers if is_fresh or numbers is None else _without_gauges(numbers)


def _age(path: Path) -> float:
    return time.time() - path.stat().st_mtime


def _without_gauges(numbers: Numbers) -> Numbers:
    families = {
        name: family for name, family in numbers["families"].items() if family["type"] != "gauge"
    }
    return Numbers(families=families, added=numbers["added"])


def _add_up_ended() -> None:
    """
    Put the numbers of processes of this machine that have ended into one file, and theirs away.

    Whose numbers are in it is written with them, so that one that is still there after a crash in the
    middle is not added twice.
    """
    path = _folder() / f"{ENDED}-{_HOST}.json"
    ended = [file for file in _files() if _has_ended(file.name)]
    if not ended:
        return
    before = (_read(path) if path.exists() else None) or Numbers(families={}, added=[])
    new = [file for file in ended if file.name not in before["added"]]
    parts: list[Any] = [numbers["families"] for file in new if (numbers := _read(file))]
    sums = Numbers(
        families=added_up([before["families"], *parts]), added=[file.name for file in ended]
    )
    _replace(path, _without_gauges(sums))
    for file in ended:
        file.unlink()


def _has_ended(name: str) -> bool:
    found = re.fullmatch(rf"{re.escape(_HOST)}-(\d+)-\w+\.json", name)
    return found is not None and not Path("/proc", found[1]).exists()
