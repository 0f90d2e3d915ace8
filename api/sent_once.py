"""A form that is sent twice makes one thing: its page gives it a key, which is kept with what was made.

Twice is: the same key with the same words, within a day. Whoever goes back to the page and writes
something else means something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

from django.db import models, transaction
from django.http import HttpRequest

from api.idempotency import claimed
from web.form_keys import FIELD

_KEY = re.compile(r"[0-9a-f]{32}")
_CREATED = 201


def made_once(request: HttpRequest, make: Callable[[], models.Model | None]) -> int | None:
    """The number of what a form makes, or made when it came first; none where it is refused.

    What is made and the note of it are one transaction: of two that come at once the second waits, and
    reads the first one's.
    """
    key = request.POST.get(FIELD, "")
    if not _KEY.fullmatch(key) or not request.user.is_authenticated:
        made = make()
        return made.pk if made else None
    with transaction.atomic():
        asked = _fingerprint(request)
        # No key of a program has a blank in it.
        given = claimed(f"user:{request.user.pk}", f"form {key} {asked}", asked)
        if given.status:
            return int(given.body)
        made = make()
        if made is None:
            given.delete()
            return None
        given.status, given.body = _CREATED, str(made.pk)
        given.save(update_fields=["status", "body"])
        return int(made.pk)


def _fingerprint(request: HttpRequest) -> str:
    """What was asked; the token against forgery differs from page to page."""
    said = sorted(
        (name, tuple(values))
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
    )
    return sha256(repr((request.path, said)).encode()).hexdigest()
