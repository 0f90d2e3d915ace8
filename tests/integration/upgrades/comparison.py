"""What is not as it was: each difference between a recording and what was found after its migration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.integration.upgrades.changes import Change, Changes
from tests.integration.upgrades.published import Answers

GROWING = {"django_migrations", "django_content_type", "auth_permission", "outbox_message"}
"""Django notes there what the program has; and a migration may ask for jobs."""
GONE = "nothing"
"""Stands for a member that is no longer there: to be null is something else."""


def lost_rows(before: dict[str, int], now: dict[str, int], changes: Changes) -> Iterator[str]:
    """Tables that have not as many rows as before, and as were added."""
    for table, held in before.items():
        rows = held + changes.added.get(table, 0)
        left = now.get(changes.tables.get(table, table))
        if left is None or (left < rows if table in GROWING else left != rows):
            yield f"{table} had {held} rows and has {left}"


def lost_answers(before: Answers, now: Answers, change: Change) -> Iterator[str]:
    """Answers that are not what they were, nor what they are meant to be now."""
    for who, asked in before.items():
        for address, answer in asked.items():
            expected, found = dict(answer), now[who][address]
            if "body" in answer:
                expected["body"] = change(who, address, answer["body"])
            if address.endswith(("/bracket/", "/standings/")):
                _let_version_move_on(expected, found)
            yield from differences(f"{who}: {address}", expected, found)


def _let_version_move_on(before: Any, now: Any) -> None:
    """What is published again has a new version, so that nobody keeps the old one; never a lower."""
    if "body" in before and "body" in now and now["body"]["version"] >= before["body"]["version"]:
        now["body"]["version"] = before["body"]["version"]


def differences(where: str, before: Any, now: Any) -> Iterator[str]:
    """Each place at which something is not what it was; members that were added are no loss."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name in before:
            yield from differences(f"{where} {name}", before[name], now.get(name, GONE))
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from differences(f"{where} [{number}]", one, other)
    elif before != now or type(before) is not type(now):
        yield f"{where}: {before!r:.200} became {now!r:.200}"
