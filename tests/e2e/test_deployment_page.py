"""A person who follows docs/deployment.md gets a running site.

Anywhere, its commands are run with the folders of the installation in another one. As root,
``WALK_CHROOT=DIR`` names a bare Debian (``debootstrap --variant=minbase bookworm DIR``) in which they are run as they stand,
with packages from the network; that takes some minutes and changes DIR.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from deploy.servers import Valkey
from operations.version import VERSION
from tests.e2e.walking import Chroot, Folder, Walk, steps

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.slow,
    # It makes environments and databases from nothing.
    pytest.mark.timeout(1800),
    pytest.mark.skipif(shutil.which("curl") is None, reason="The page asks for curl."),
]


def test_the_page_has_the_steps_that_are_walked() -> None:
    assert list(steps()) == [
        *("packages", "program", "lan", "lan-club", "public", "superuser"),
        *("services", "federation", "upgrade"),
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    walk = Folder(tmp_path / "machine")
    yield walk
    walk.stop()


def check_answers(printed: str) -> None:
    """That a step asked the site how it is, and was told that it is well."""
    (line,) = [line for line in printed.splitlines() if line.startswith('{"status"')]
    answer, _ = json.JSONDecoder().raw_decode(line)
    assert (answer["status"], answer["version"]) == ("ready", VERSION)


def walk_club(walk: Walk) -> None:
    walk.follow("packages")
    walk.follow("program")
    check_answers(walk.follow("lan"))
    told = walk.follow("lan-club")
    assert "director@example.org" in told
    page = walk.run(f"curl --fail --silent http://127.0.0.1:{walk.port}/")
    assert "Club Aare" in page
    check_answers(walk.follow("upgrade"))


def test_a_club_in_its_own_network(folder: Folder) -> None:
    walk_club(folder)


def test_a_small_public_server_and_a_federation(
    folder: Folder, postgresql_url: str, tmp_path: Path
) -> None:
    for step in ("packages", "program"):
        folder.follow(step)
    check_answers(folder.follow("public"))
    assert "you@example.org" in folder.follow("superuser")
    folder.stop()
    shutil.rmtree(folder.root / "var/lib/barpoint")
    (tmp_path / "valkey").mkdir()
    valkey = Valkey(tmp_path / "valkey")
    with psycopg.connect(postgresql_url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE walked")
    theirs = {
        "postgres://barpoint:choose-your-own@127.0.0.1/barpoint": (
            f"{postgresql_url.rpartition('/')[0]}/walked"
        ),
        "redis://127.0.0.1:6379/0": valkey.url,
    }
    folder.instead |= theirs
    try:
        printed = folder.follow("federation")
        check_answers(printed)
        assert "barpoint_outbox_oldest_seconds" in printed
    finally:
        folder.stop()
        valkey.process.stop()
        with psycopg.connect(postgresql_url, autocommit=True) as connection:
            connection.execute("DROP DATABASE walked WITH (FORCE)")


@pytest.mark.skipif(
    "WALK_CHROOT" not in os.environ or os.geteuid() != 0,
    reason="WALK_CHROOT names no bare Debian, or this is not root.",
)
def test_a_bare_debian() -> None:
    walk = Chroot(Path(os.environ["WALK_CHROOT"]))
    try:
        walk_club(walk)
        walk.stop()
        walk.run("rm -r /var/lib/barpoint /etc/systemd/system/barpoint-*")
        check_answers(walk.follow("public"))
        walk.follow("superuser")
        walk.stop()
        walk.run("rm -r /var/lib/barpoint /etc/systemd/system/barpoint-*")
        walk.follow("services")
        printed = walk.follow("federation")
        check_answers(printed)
        assert "barpoint_outbox_oldest_seconds" in printed
    finally:
        walk.stop()
        walk.run("service postgresql stop || true; service redis-server stop || true")
