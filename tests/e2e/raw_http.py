"""HTTP as bytes on a socket: what no well-behaved client would send."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from typing import Any, Self

PATIENCE_SECONDS = 30
ANOTHER_ADDRESS = "127.0.0.2"
"""A client elsewhere, as far as the server can see."""


@dataclass(frozen=True)
class RawAnswer:
    """One response."""

    status: int
    headers: dict[str, str]
    """Repeated ones joined by commas."""
    content: bytes

    def json(self) -> Any:
        """Its content, read."""
        return json.loads(self.content)


class RawConnection:
    """A connection on which anything can be sent, as a context that closes it."""

    def __init__(self, port: int, data: bytes = b"", *, address: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=PATIENCE_SECONDS, source_address=(address, 0)
        )
        self._unread = bytearray()
        if data:
            self.send(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        """Just this."""
        self.socket.sendall(data)

    def answer(self, *, to_head: bool = False) -> RawAnswer:
        """The next response."""
        while b"\r\n\r\n" not in self._unread:
            self._receive()
        head, _, self._unread = self._unread.partition(b"\r\n\r\n")
        status_line, *lines = head.decode("latin-1").split("\r\n")
        fields = (line.partition(": ") for line in lines)
        headers: dict[str, str] = {}
        for name, _, value in fields:
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        length = 0 if to_head else int(headers.get("content-length", 0))
        while len(self._unread) < length:
            self._receive()
        content = bytes(self._unread[:length])
        del self._unread[:length]
        return RawAnswer(int(status_line.split()[1]), headers, content)

    def rest(self) -> bytes:
        """Everything until the server closes the connection."""
        try:
            while data := self.socket.recv(65536):
                self._unread += data
        except ConnectionResetError:
            pass
        return bytes(self._unread)

    def _receive(self) -> None:
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError(f"closed after {self._unread!r}")
        self._unread += data


def request(
    method: str, path: str, *lines: str, body: bytes = b"", host: str = "localhost"
) -> bytes:
    """A request with these header lines besides ``Host``; nothing else is added."""
    head = "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *lines])
    return head.encode("latin-1") + b"\r\n\r\n" + body


def half_sent(path: str = "/", *lines: str) -> bytes:
    """A POST that announces twenty bytes and brings one."""
    return request("POST", path, *lines, "Content-Length: 20", body=b"{")
