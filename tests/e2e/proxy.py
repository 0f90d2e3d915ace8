"""A proxy as nginx is one: it adds the address it was asked from: ``python -m tests.e2e.proxy PORT TO``."""

from __future__ import annotations

import sys
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NOT_PASSED_ON = {"connection", "transfer-encoding", "server", "date"}


class Proxy(BaseHTTPRequestHandler):
    """Passes each request on, and its answer back."""

    to: int

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name: value for name, value in self.headers.items() if name != "X-Forwarded-For"}
        seen = self.headers.get("X-Forwarded-For")
        asked_from = self.client_address[0]
        headers["X-Forwarded-For"] = f"{seen}, {asked_from}" if seen else asked_from
        onward = HTTPConnection("127.0.0.1", self.to, timeout=30)
        onward.request(self.command, self.path, body or None, headers)
        answer = onward.getresponse()
        content = answer.read()
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in NOT_PASSED_ON:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
        onward.close()

    def do_GET(self) -> None:
        """A read."""
        self._pass_on()

    def do_POST(self) -> None:
        """A write."""
        self._pass_on()

    def log_message(self, *_: object) -> None:
        """Nothing."""


if __name__ == "__main__":
    port, Proxy.to = (int(argument) for argument in sys.argv[1:])
    ThreadingHTTPServer(("127.0.0.1", port), Proxy).serve_forever()
