"""What was answered is kept, and what follows from it comes by itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.e2e.club_night import Answer, Director
from tests.e2e.servers import ClubServer

pytestmark = pytest.mark.e2e


def test_a_power_cut_right_after_a_result_loses_nothing(club_server: ClubServer) -> None:
    director = Director(club_server)
    slug = director.set_up("Power cut", 2)
    (final,) = director.ready(slug)

    assert director.report(final).status == 200
    club_server.kill()
    club_server.start()
    club_server.wait_ready()

    director.wait_published(slug, 2)
    assert sorted(rank for rank, _ in director.settled(slug)) == [1, 2]


def test_eight_clients_at_once_never_find_the_database_locked(club_server: ClubServer) -> None:
    director = Director(club_server)
    slug = director.set_up("Eight at once", 64)

    answers: list[Answer] = []
    with ThreadPoolExecutor(8) as clients:
        while matches := director.ready(slug):
            answers += clients.map(director.report, matches)

    assert [answer.status for answer in answers] == [200] * 63
    director.wait_published(slug, 64)
