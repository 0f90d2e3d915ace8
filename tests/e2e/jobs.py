"""A job with an effect that shows how often it happened, and slow enough to be killed half-way."""

from __future__ import annotations

import time

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import transaction

from outbox.jobs import job
from outbox.services import enqueue


@job
def found_group(name: str, seconds: float) -> None:
    """Leave a trace that can only be left once, then take a while."""
    Group.objects.create(name=name)
    (settings.VAR_DIR / f"{name}.started").touch()
    time.sleep(seconds)


def ask(name: str, seconds: float = 0) -> float:
    """Ask for it, as a service does; how long that took."""
    started = time.monotonic()
    with transaction.atomic():
        enqueue("tests.found_group", name, seconds)
    return time.monotonic() - started
