"""Where a server can be reached, by which names, and whether the place is free."""

from __future__ import annotations

import errno
import socket
import sys
import time
from dataclasses import dataclass
from ipaddress import ip_address

RELEASE_SECONDS = 3
"""How long a server that was just killed may take to let go of its port."""


@dataclass(frozen=True)
class Address:
    """Where a server listens."""

    ip: str
    """An address of this machine, or one that stands for all of them (``0.0.0.0``)."""

    port: int

    @classmethod
    def resolve(cls, host: str, port: str) -> Address:
        """From what a person typed, or a sentence on what is wrong with it."""
        if not port.isdigit() or not 0 < int(port) < 65536:
            sys.exit(f"PORT={port} is not a port; take a number from 1 to 65535.")
        try:
            found = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)
        except OSError:
            sys.exit(f"HOST={host} is not an address of this machine.")
        return cls(str(found[0][4][0]), int(port))

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return ip_address(self.ip).is_loopback

    @property
    def is_everywhere(self) -> bool:
        """Whether it stands for every address of this machine."""
        return ip_address(self.ip).is_unspecified

    @property
    def url(self) -> str:
        """What to type into a browser, on this machine or, if it can be reached, on a phone."""
        return f"http://{_bracketed(own_ip() if self.is_everywhere else self.ip)}:{self.port}/"

    @property
    def names(self) -> list[str]:
        """Every name a browser may use for it."""
        names = ["localhost", "127.0.0.1", "[::1]"]
        if not self.is_local:
            host = socket.gethostname()
            ip = own_ip() if self.is_everywhere else self.ip
            names += [_bracketed(ip), host, f"{host.partition('.')[0]}.local", socket.getfqdn()]
        return list(dict.fromkeys(names))

    def check_free(self) -> None:
        """Stop with one clear line if nobody can listen here."""
        deadline = time.monotonic() + RELEASE_SECONDS
        while (error := self._why_taken()) == errno.EADDRINUSE and time.monotonic() < deadline:
            time.sleep(0.1)
        if error:
            sys.exit(self._complaint(error))

    def _why_taken(self) -> int | None:
        family = socket.AF_INET6 if ":" in self.ip else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.ip, self.port))
            except OSError as error:
                return error.errno
        return None

    def _complaint(self, error: int) -> str:
        if error == errno.EADDRINUSE:
            return f"Port {self.port} is in use; stop what runs there or take another: PORT={self.port + 1}"
        if error == errno.EACCES:
            return f"Port {self.port} is only for root; take one from 1024 up, say PORT=8000"
        return f"HOST={self.ip} is not an address of this machine."


def own_ip() -> str:
    """The address under which others in the room reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: it only picks the network card that leads outside.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _bracketed(ip: str) -> str:
    return f"[{ip}]" if ":" in ip else ip
