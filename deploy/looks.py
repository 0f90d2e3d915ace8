"""What a look that can wait is made of: the question, and the parts of an answer that matter to it."""

from __future__ import annotations

import re
from typing import NamedTuple

from granian.rsgi import Scope

from api.looks import ASKED_BY
from deploy.gateway import Answer, request_headers

Words = tuple[str, ...]
"""All of a request that its answer can depend on, but for the version."""

APPLIED = ("Preference-Applied", "wait")
_NEVER = ("HTTP_AUTHORIZATION", "HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE", "HTTP_RANGE")
_WORDS = (*sorted(set(ASKED_BY) - {"HTTP_IF_NONE_MATCH"}), "HTTP_X_FORWARDED_PROTO")
_TAG = re.compile('(?:W/)?("[^",]*")')
_WAIT = re.compile(r"(?:^|[,;\s])wait=([0-9]{1,3})(?:$|[,;\s])")


class Question(NamedTuple):
    """A look that is ready to wait."""

    scope: Scope
    words: Words
    tag: str
    """Of the version that is known already, as it was sent."""
    seconds: float

    @property
    def version(self) -> str:
        """The tag without what says how the text was packed."""
        return bare(self.tag)


def look_that_waits(scope: Scope, longest: float) -> Question | None:
    """What is asked, if it is asked by a version and can wait."""
    if scope.method != "GET" or "prefer" not in scope.headers:
        return None
    found = request_headers(scope)
    wanted = _WAIT.search(found["HTTP_PREFER"])
    tag = _TAG.fullmatch(found.get("HTTP_IF_NONE_MATCH", ""))
    if not wanted or not tag or any(name in found for name in _NEVER):
        return None
    words = (scope.scheme, scope.path, scope.query_string, *[found.get(w, "") for w in _WORDS])
    return Question(scope, words, tag[0], min(float(wanted[1]), longest))


def applied(answer: Answer) -> Answer:
    """With the word that waiting is possible here."""
    return answer._replace(headers=[*answer.headers, APPLIED])


def tag_of(answer: Answer) -> str:
    """Its entity tag."""
    return next((value for name, value in answer.headers if name.lower() == "etag"), "")


def bare(tag: str) -> str:
    """An entity tag without what tells the packings of one text apart."""
    return tag.removeprefix("W/")
