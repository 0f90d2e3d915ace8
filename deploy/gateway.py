"""Between granian's requests and the site, which is a WSGI application (PEP 3333)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from granian.rsgi import Scope

from api.client_address import HEADER as FORWARDED
from api.client_address import seen_by_outermost
from api.looks import NEWS_OF, SHARED
from api.waiting import ASK_AGAIN

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Any]


_FOR_US = {SHARED, NEWS_OF}
"""Headers that the site means for the server."""


class Answer(NamedTuple):
    """What the site has to say, ready to be sent."""

    status: int
    headers: list[tuple[str, str]]
    content: bytes = b""
    file: str = ""
    """A file to send instead, which is read while it is sent; it has to stay where it is so long."""
    is_shared: bool = False
    """Whether all who ask in the same words may be told the same."""
    news_of: str = ""
    """Where to ask whether somebody's own is still the same (``api.looks.news_of``)."""

    @property
    def is_to_come(self) -> bool:
        """Whether the site has nothing to say yet, and wants to be asked again."""
        return any(name == ASK_AGAIN for name, _ in self.headers)


class FileContent:
    """WSGI's ``file_wrapper``: an answer that is a file, or something to be read like one."""

    def __init__(self, source: BinaryIO, size: int = 64 * 1024) -> None:
        self._source = source
        self._size = size

    def __iter__(self) -> Iterator[bytes]:
        while part := self._source.read(self._size):
            yield part

    def close(self) -> None:
        """Let go of it."""
        self._source.close()

    @property
    def path(self) -> str:
        """Where the whole of it is to be found, if it is a file on the disk."""
        is_whole_file = isinstance(self._source, BufferedReader) and self._source.tell() == 0
        name = self._source.name if is_whole_file else None
        return str(Path(name).resolve()) if isinstance(name, str) else ""


def answer(application: Application, scope: Scope, body: bytes, told: Environ) -> Answer:
    """Have a whole request answered; ``told`` is what the server adds to it."""
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> None:
        started[:] = [(status, headers)]

    parts = application(environ(scope, body) | told, start_response)
    try:
        file = parts.path if isinstance(parts, FileContent) else ""
        content = b"" if file else b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    ((status, headers),) = started
    for_us = {name: value for name, value in headers if name in _FOR_US}
    if for_us:
        headers = [header for header in headers if header[0] not in _FOR_US]
    is_shared, news_of = SHARED in for_us, for_us.get(NEWS_OF, "")
    return Answer(int(status[:3]), headers, content, file, is_shared, news_of)


def environ(scope: Scope, body: bytes) -> Environ:
    """A request as WSGI describes it (PEP 3333)."""
    host, _, port = scope.server.rpartition(":")
    return {
        **request_headers(scope),
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        # Bytes as characters, whatever they mean.
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "CONTENT_LENGTH": str(declared_length(scope)),
        "SERVER_NAME": host.strip("[]"),
        "SERVER_PORT": port,
        # Granian calls 1.0 "1".
        "SERVER_PROTOCOL": "HTTP/1.1" if scope.http_version == "1.1" else "HTTP/1.0",
        "REMOTE_ADDR": _peer(scope),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.file_wrapper": FileContent,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def client_address(scope: Scope, proxies: int) -> str:
    """Who asks, as the site will see it behind so many proxies of our own."""
    if not proxies:
        return _peer(scope)
    return seen_by_outermost(scope.headers.get(FORWARDED.lower(), ""), proxies) or _peer(scope)


def _peer(scope: Scope) -> str:
    return scope.client.rpartition(":")[0].strip("[]")


def declared_length(scope: Scope) -> int:
    """Bytes of the body; the server lets no length pass that is not a number."""
    return int(scope.headers.get("content-length") or 0)


def request_headers(scope: Scope) -> dict[str, str]:
    """The headers by the names that WSGI has for them."""
    found: dict[str, str] = {}
    for name, value in scope.headers.items():
        if (key := _key(name)) in found:
            value = f"{found[key]}{';' if key == 'HTTP_COOKIE' else ','}{value}"
        found[key] = value
    for name in scope.headers.keys():  # noqa: SIM118 -- it is no dictionary
        # One whose value is not ASCII has no value here. An If-Match like that must not pass for
        # none, so it gets one that matches nothing.
        found.setdefault(_key(name), "?")
    return found


@lru_cache(maxsize=256)
def _key(name: str) -> str:
    if "_" in name:
        # X_Forwarded_For would pass for the X-Forwarded-For that a proxy has set.
        return "barpoint.not_passed_on"
    key = name.upper().replace("-", "_")
    return key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"
