"""A second look costs one query: the same question, while what it was answered from is the same.

A hall full of phones asks for the same bracket again and again, and most are told that nothing has changed.
Once one of them was told so in full, through all middleware and the view, the next that asks in the same words is told
the same as soon as the database says that the row is still the one the answer was made from.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponseNotModified
from django.http.response import HttpResponseBase

from db.prepared import Row

MAY_SHARE = "barpoint.may_share"
"""In the environment of a request: the server can tell the answer to all who ask in the same words."""
SHARED = "Barpoint-Same-For-All"
"""The header by which it is allowed to. No client gets to see it."""

NEWS = "barpoint.news"
"""In the environment of a request: the server itself asks, for all whose answers named this address in ``NEWS_OF``."""
NEWS_OF = "Barpoint-News-Of"
"""The header that says where the server can ask whether one's own answer is still the same (``news_of``). No client gets to see it."""

GetResponse = Callable[[HttpRequest], HttpResponseBase]
R = TypeVar("R", bound=HttpResponseBase)
Question = tuple[str, ...]
"""All of a request that an answer to somebody unknown can depend on."""

SECONDS = 5.0
"""How long an answer stands: registration closes by the clock, without any row that changes."""

MOST_ANSWERS = 4_000
LONGEST_QUESTION = 1_000
"""Letters. What is longer is answered in full each time."""

ASKED_BY = (
    "HTTP_HOST",
    "HTTP_IF_NONE_MATCH",
    "HTTP_IF_MATCH",
    "HTTP_IF_UNMODIFIED_SINCE",
    "HTTP_ACCEPT",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_COOKIE",
    "HTTP_ORIGIN",
    "HTTP_HX_REQUEST",
    "QUERY_STRING",
)


@dataclass(frozen=True)
class Source:
    """The row an answer was made from, and how to ask for it again."""

    row: Row
    ask: Callable[[], Row | None]

    def is_current(self) -> bool:
        """Whether the database still has it so."""
        return self.ask() == self.row


@dataclass(frozen=True)
class Unchanged:
    """What whoever looked again was told, and until when (``time.monotonic``) it may be told again."""

    source: Source
    headers: dict[str, str]
    resolved: Any
    until: float


class SecondLooks:
    """Middleware. Answers that name their source are told again while it is current.

    Only to those who are nobody in particular: without a session and without a token.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response
        self._answers: OrderedDict[Question, Unchanged] = OrderedDict()
        self._lock = Lock()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Have it answered, or tell again what was answered before."""
        question = question_of(request)
        if question is None:
            return self._get_response(request)
        response = self._answered(request, question)
        if request.META.get(MAY_SHARE) and is_for_everybody(response):
            response.headers[SHARED] = "1"
        return response

    def _answered(self, request: HttpRequest, question: Question) -> HttpResponseBase:
        known = self._answers.get(question)
        if known and time.monotonic() < known.until and known.source.is_current():
            # For those who count and log requests by their view.
            request.resolver_match = known.resolved
            return for_everybody(HttpResponseNotModified(headers=known.headers))
        response = self._get_response(request)
        source = getattr(response, "source", None)
        if source is not None and response.status_code == 304 and is_for_everybody(response):
            self._hold(question, source, response, request.resolver_match)
        return response

    def _hold(
        self, question: Question, source: Source, response: HttpResponseBase, resolved: Any
    ) -> None:
        until = time.monotonic() + SECONDS
        with self._lock:
            self._answers[question] = Unchanged(source, dict(response.items()), resolved, until)
            self._answers.move_to_end(question)
            while len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)


def question_of(request: HttpRequest) -> Question | None:
    """What is asked again, if it can be told to anybody who asks so."""
    meta = request.META
    if "HTTP_IF_NONE_MATCH" not in meta or request.method not in {"GET", "HEAD"}:
        return None
    if "HTTP_AUTHORIZATION" in meta or settings.SESSION_COOKIE_NAME in meta.get("HTTP_COOKIE", ""):
        return None
    question = (
        "https" if request.is_secure() else "http",
        request.method,
        request.path_info,
        *[meta.get(name, "") for name in ASKED_BY],
    )
    return question if sum(map(len, question)) <= LONGEST_QUESTION else None


def made_from(response: HttpResponseBase | None, source: Source | None) -> HttpResponseBase | None:
    """The same answer, if there is one, with its source named."""
    if response is not None:
        response.source = source  # type: ignore[attr-defined]
        for_everybody(response)
    return response


def for_everybody(response: R) -> R:
    """The same answer, which depends on nothing but a ``Question`` where somebody unknown asks."""
    response.is_for_everybody = True  # type: ignore[attr-defined]
    return response


def is_for_everybody(response: HttpResponseBase) -> bool:
    """Whether it was called so, and nobody's cookies are set by it."""
    return getattr(response, "is_for_everybody", False) and not response.cookies


def news_of(
    request: HttpRequest, response: R, *, source: str, name: int, own: str, event: str
) -> R:
    """
    The same answer, which is somebody's own, with the word where the server can ask for news of many such answers at once.

    ``source`` answers with JSON: ``own`` has the version of each by its name, ``event`` that of what concerns all of them a little.
    Another version of one's own is told at once, another of the event when it is one's turn (``deploy/own_looks.py``).
    """
    if request.META.get(MAY_SHARE):
        response.headers[NEWS_OF] = f"{source} {name} {own} {event}"
    return response
