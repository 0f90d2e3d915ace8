"""A site that says what reached it, behind the limits of a real one cut short: ``python -m tests.e2e.echo``."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.conf import settings

from api.looks import MAY_SHARE, NEWS, NEWS_OF, SHARED
from api.waiting import ASK_AGAIN, MAY_WAIT
from deploy.addresses import Address
from deploy.limits import KB, MB, Limits
from deploy.web import serve

LARGEST_BODY = 1 * MB
BIG_ANSWER = 32 * MB
SLOW_SECONDS = 1.5
SHORT = Limits(
    connections=40,
    header_seconds=1,
    small_body_seconds=1,
    large_body_seconds=2,
    small_body=1 * KB,
    large_bodies=1 * MB + 512 * KB,
    thrown_away=2 * MB,
    asked_again=2,
    pauses=(0.1, 0.2, 0.4),
    watched_from=0,
    stop_seconds=3,
    look_seconds=2,
    waiting_looks=10,
    waited_for=2,
    look_every=0.1,
    look_again_after=0.02,
    own_looks_a_second=5,
    view_seconds=0.5,
)
news: dict[str, Any] = {"version": 1, "status": "200 OK"}
"""What ``/news`` tells; a POST of ``{"version": 2}`` makes it another."""
own: dict[str, Any] = {"anna": 1, "beat": 1, "carla": 1, "event": 1, "looks": 0, "asked": 0}
"""By name, the version of what is theirs, and that of the event: a POST to ``/own`` makes them others."""
seen: list[dict[str, Any]] = []


def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """``/seen`` lists the requests before; others are what they say."""
    body = environ["wsgi.input"].read()
    told = {name: value for name, value in environ.items() if not name.startswith("wsgi.")}
    told["body"] = body[:100].decode("latin-1")
    told["read"] = len(body)
    path = environ["PATH_INFO"]
    if path == "/broken":
        raise RuntimeError("a site that is broken")
    if path == "/later" and environ[MAY_WAIT]:
        seen.append(told)
        start_response("409 Conflict", [(ASK_AGAIN, "1")])
        return []
    if path.startswith("/own"):
        return told_own(environ, body, start_response)
    if path.startswith("/news"):
        return told_news(environ, body, start_response)
    if path == "/slow":
        time.sleep(SLOW_SECONDS)
    answer = json.dumps(list(seen) if path == "/seen" else told).encode()
    seen.append(told)
    start_response("200 OK", [("Content-Type", "application/json"), ("X-Two", "1"), ("X-Two", "2")])
    if path in {"/file", "/part"}:
        source = Path(__file__).open("rb")  # noqa: SIM115 -- closed by whoever sends it
        source.seek(100 if path == "/part" else 0)
        in_a_file: Iterable[bytes] = environ["wsgi.file_wrapper"](source)
        return in_a_file
    return [answer] if path != "/big" else [b"x" * KB] * (BIG_ANSWER // KB)


def told_news(
    environ: dict[str, Any], body: bytes, start_response: Callable[..., object]
) -> Iterable[bytes]:
    """The same for everybody who asks in the same words, unless it is personal."""
    if body:
        news.update(json.loads(body))
    tag = f'"{news["version"]}"'
    is_known = environ.get("HTTP_IF_NONE_MATCH", "").removeprefix("W/") == tag
    is_shared = environ.get(MAY_SHARE) and environ["PATH_INFO"] != "/news/personal"
    if is_shared:
        news["looks"] = news.get("looks", 0) + 1
    headers = [("ETag", tag), ("X-Request-ID", environ.get("HTTP_X_REQUEST_ID", ""))]
    if news["status"] != "200 OK":
        start_response(news["status"], [])
        return []
    shared = [(SHARED, "1")] if is_shared else []
    start_response("304 Not Modified" if is_known else "200 OK", [*headers, *shared])
    language = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    return [] if is_known else [json.dumps({**news, "language": language}).encode()]


def told_own(
    environ: dict[str, Any], body: bytes, start_response: Callable[..., object]
) -> Iterable[bytes]:
    """``/own/anna`` and the like are each somebody's own; ``/own`` has the news of all, for the server alone."""
    if body:
        own.update(json.loads(body))
    name = environ["PATH_INFO"].removeprefix("/own").strip("/")
    if name == "counts":
        start_response("200 OK", [])
        return [json.dumps({"mine": own}).encode()]
    if not name and not body and not environ.get(NEWS):
        start_response("404 Not Found", [])
        return []
    tag = f'"{own.get(name)}-{own["event"]}"'
    headers = [("ETag", tag)]
    if not name:
        own["looks"] += 1
        tag = f'"{json.dumps({**own, "looks": 0}).encode().hex()}"'
        headers = [("ETag", tag)]
    elif environ.get(MAY_SHARE):
        own["asked"] += 1
        headers.append((NEWS_OF, f"/own {name} {own.get(name)} {own['event']}"))
    is_known = environ.get("HTTP_IF_NONE_MATCH") == tag
    status = "404 Not Found" if name and name not in own else "200 OK"
    start_response("304 Not Modified" if is_known else status, headers)
    told = {
        "own": {name: str(version) for name, version in own.items()},
        "event": str(own["event"]),
    }
    return [] if is_known else [json.dumps({"mine": own.get(name)} if name else told).encode()]


def load() -> Callable[..., Iterable[bytes]]:
    """Called in the serving process."""
    return application


if __name__ == "__main__":
    settings.configure(LARGEST_BODY=LARGEST_BODY, PROXIES_IN_FRONT=0)
    serve(Address("127.0.0.1", int(sys.argv[1])), load, limits=SHORT)
