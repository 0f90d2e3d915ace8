"""Where to serve: what a person may type, and what they are told if it does not work."""

from __future__ import annotations

import socket

import pytest

from deploy.addresses import Address, own_ip

pytestmark = pytest.mark.unit


def test_a_local_address_is_known_by_its_local_names_only() -> None:
    address = Address.resolve("127.0.0.1", "8000")
    assert address == Address("127.0.0.1", 8000)
    assert address.is_local
    assert address.names == ["localhost", "127.0.0.1", "[::1]"]
    assert address.url == "http://127.0.0.1:8000/"


def test_a_name_is_looked_up() -> None:
    assert Address.resolve("localhost", "8000").is_local


def test_everywhere_is_known_by_the_names_and_addresses_phones_use() -> None:
    address = Address.resolve("0.0.0.0", "8000")
    assert address.is_everywhere
    assert not address.is_local
    assert {"localhost", own_ip(), socket.gethostname()} <= set(address.names)
    assert address.url == f"http://{own_ip()}:8000/"


def test_an_ipv6_address_is_written_in_brackets() -> None:
    assert Address("::1", 8000).url == "http://[::1]:8000/"


@pytest.mark.parametrize("host", ["no.such.host.invalid", "203.0.113.7"])
def test_a_host_that_is_not_this_machine_is_refused(host: str) -> None:
    with pytest.raises(SystemExit, match=f"^HOST={host} is not an address of this machine.$"):
        Address.resolve(host, "8000").check_free()


def test_a_free_port_is_free_and_a_taken_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.addresses.RELEASE_SECONDS", 0.2)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = Address("127.0.0.1", taken.getsockname()[1])
        with pytest.raises(SystemExit, match=rf"^Port {address.port} is in use; "):
            address.check_free()
    address.check_free()
