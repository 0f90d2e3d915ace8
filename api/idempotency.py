"""A write that comes twice is done once (the contract's ``Idempotency-Key``).

The key is written in the transaction of the change it belongs to. So either both are there or
neither; a second request with the key waits for the first at the unique index and then reads its
answer. Answers that say nothing about the request itself (who are you, too many, our fault) are not
kept: the same request may fare better next time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from api.models import StoredResponse
from db.violations import violated_constraint
from rules_core.errors import Conflict, RulesError

KEPT_FOR = timedelta(hours=24)
_NOT_KEPT = {401, 403, 404, 405, 406, 413, 415, 429}
_HEADERS = ("ETag", "Location", "Vary")
_KEY = re.compile(r"[\x21-\x7e]{1,200}")

if TYPE_CHECKING:
    from rest_framework.views import APIView
else:
    APIView = object


class IdempotencyKeyReused(Conflict):
    """One key stands for one request."""

    code = "idempotency_key_reused"


class IdempotencyKeyNotValid(RulesError):
    """The key has no use beyond telling requests apart."""

    code = "idempotency_key_not_valid"


class IdempotentWrites(APIView):
    """Gives the writes of a view their ``Idempotency-Key``."""

    answers_not_kept: frozenset[str] = frozenset()
    """Actions whose answers are secret, and which give the same one again without a key."""

    _given: StoredResponse | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Answer from what was answered before, if this key was; otherwise note that it is used."""
        super().initial(request, *args, **kwargs)
        if _has_key(request) and getattr(self, "action", "") not in self.answers_not_kept:
            self._given = _claim(request, request.headers["Idempotency-Key"])
            if self._given.status:
                raise AnsweredBefore(self._given)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Run a write with a key in one transaction with the note of its answer."""
        if not _has_key(request):
            return super().dispatch(request, *args, **kwargs)
        with transaction.atomic():
            response = super().dispatch(request, *args, **kwargs)
            self._keep(response)
        return response

    def handle_exception(self, exc: Exception) -> Response:
        """A repeated request ends here, with the first one's answer."""
        if isinstance(exc, AnsweredBefore):
            return exc.response()
        return super().handle_exception(exc)

    def _keep(self, response: HttpResponseBase) -> None:
        given = self._given
        if given is None or given.status:
            return
        if response.status_code >= 500 or response.status_code in _NOT_KEPT:
            given.delete()
            return
        assert isinstance(response, HttpResponse)
        if isinstance(response, Response):
            response.render()
        given.status = response.status_code
        given.body = response.content.decode()
        given.headers = {name: response[name] for name in _HEADERS if name in response}
        given.save(update_fields=["status", "body", "headers"])


class AnsweredBefore(Exception):
    """Carries the first answer past the view."""

    def __init__(self, given: StoredResponse) -> None:
        super().__init__(given.key)
        self.given = given

    def response(self) -> Response:
        """The first answer, word for word."""
        body = json.loads(self.given.body) if self.given.body else None
        return Response(body, status=self.given.status, headers=self.given.headers)


def _has_key(request: HttpRequest | Request) -> bool:
    return request.method not in SAFE_METHODS and "Idempotency-Key" in request.headers


def _claim(request: Request, key: str) -> StoredResponse:
    """The key's row: a new one, or the one with the answer if the request came before."""
    if not _KEY.fullmatch(key):
        raise IdempotencyKeyNotValid(
            "An Idempotency-Key has 1 to 200 visible ASCII characters and no space."
        )
    return claimed(_owner(request), key, _fingerprint(request))


def claimed(owner: str, key: str, asked: str) -> StoredResponse:
    """The row of an owner's key; to be asked for in the transaction of what is done under it."""
    given = _first_use(owner, key, asked) or StoredResponse.objects.get(owner=owner, key=key)
    if given.at < timezone.now() - KEPT_FOR:
        given.delete()
        return StoredResponse.objects.create(owner=owner, key=key, fingerprint=asked)
    if given.fingerprint != asked:
        raise IdempotencyKeyReused("This Idempotency-Key was used for another request.")
    return given


def _first_use(owner: str, key: str, asked: str) -> StoredResponse | None:
    """Note a key; nothing if it is noted already, once whoever did so has committed."""
    try:
        with transaction.atomic():
            return StoredResponse.objects.create(owner=owner, key=key, fingerprint=asked)
    except IntegrityError as error:
        if violated_constraint(error) != "one_answer_a_key":
            raise
        return None


def _owner(request: Request) -> str:
    """Who used the key: nobody's key stands in the way of another's."""
    if request.auth is None and not request.user.is_authenticated:
        # Strangers may register for events: one must not read another's answer.
        return f"address:{request.META.get('REMOTE_ADDR', '')}"
    if request.auth is None:
        return f"user:{request.user.pk}"
    token = getattr(request.auth, "pk", None)
    return f"token:{token}" if token else str(request.auth)


def _fingerprint(request: Request) -> str:
    """What was asked. The boundary between the parts of a form differs each time, so they are read one by one."""
    parts = [str(request.method), request.get_full_path(), request.headers.get("If-Match", "")]
    asked = sha256("\0".join(parts).encode())
    if (request.content_type or "").startswith("multipart/"):
        for part in _form_parts(request):
            asked.update(sha256(part).digest())
    else:
        asked.update(request._request.body)  # noqa: SLF001 -- as it was sent
    return asked.hexdigest()


def _form_parts(request: Request) -> Iterator[bytes]:
    assert isinstance(request.data, QueryDict)
    for name, values in sorted(request.data.lists()):
        for value in values:
            yield name.encode()
            if isinstance(value, UploadedFile):
                yield value.read()
                value.seek(0)
            else:
                yield str(value).encode()
