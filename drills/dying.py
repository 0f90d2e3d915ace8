"""
How a web process is made to die, or to lie, at one moment of one request.

Only the installations of the drills load this, by their settings (``drills.settings``): the site
itself knows nothing of it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse

from outbox import broker

HEADER = "X-Drill"
AFTER_COMMIT = "die-after-commit"
"""The change is written; the workers are not woken yet."""
BEFORE_ANSWER = "die-before-answer"
"""All is done; only the client does not hear of it."""
STATEMENT = "die-at-statement-"
"""In the middle of the transaction: as the so-manieth statement is about to be sent."""
LOSE = "answer-and-lose"
"""A planted loss: say that the result is recorded, and undo it. To see that the drills notice."""


class DyingMiddleware:
    """Does what the header says."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, if this process lives to do so."""
        asked = request.headers.get(HEADER, "")
        if asked == LOSE:
            with transaction.atomic():
                response = self._get_response(request)
                transaction.set_rollback(True)
            return response
        with _death_at(asked):
            response = self._get_response(request)
        if asked == BEFORE_ANSWER:
            die()
        return response


def _death_at(asked: str) -> ExitStack:
    """Have the process die at a moment while the request is worked on."""
    undoing = ExitStack()
    if asked == AFTER_COMMIT:
        # What is called on commit, in the one thread that answers requests.
        undoing.callback(setattr, broker, "wake", broker.wake)
        broker.wake = die
    if asked.startswith(STATEMENT):
        countdown = _Countdown(int(asked.removeprefix(STATEMENT)))
        undoing.enter_context(connection.execute_wrapper(countdown))
    return undoing


class _Countdown:
    """Lets so many statements pass."""

    def __init__(self, left: int) -> None:
        self._left = left

    def __call__(self, execute: Callable[..., Any], *statement: Any) -> Any:
        self._left -= 1
        if self._left <= 0:
            die()
        return execute(*statement)


def die() -> None:
    """As a power cut would have it."""
    os.kill(os.getpid(), signal.SIGKILL)
