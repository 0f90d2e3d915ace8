"""Clients that send half a request, or nothing, cost the others nothing. Both engines."""

from __future__ import annotations

import pytest

from tests.e2e.club_night import Director
from tests.e2e.raw_http import RawConnection, request
from tests.e2e.servers import Server
from tests.e2e.slow_clients import SlowClients, answer_times, p99

pytestmark = pytest.mark.e2e

ENTRANTS = 32
RESULT = b'{"score": [5, 3]}'


@pytest.fixture(params=["club_server", "cluster"])
def server(request: pytest.FixtureRequest) -> Server:
    """Each of the two engines."""
    started: Server = request.getfixturevalue(request.param)
    return started


def test_others_are_answered_quickly_all_the_while(server: Server) -> None:
    director = Director(server)
    calm = answer_times(director, server.port, director.set_up("Calm", ENTRANTS))
    attacked = director.set_up("Attacked", ENTRANTS)
    (final,) = director.ready(director.set_up("Half sent", 2))
    write = request(
        "POST",
        f"/api/v1/matches/{final['id']}/result/",
        f"Authorization: {director.authorization}",
        "Idempotency-Key: half",
        "Content-Type: application/json",
        f"Content-Length: {len(RESULT)}",
    )

    with SlowClients(server.port, write + RESULT[:1]):
        times = answer_times(director, server.port, attacked)
        # Whoever gets round to the rest is answered like anybody else.
        with RawConnection(server.port, write + RESULT[:1]) as slow:
            slow.send(RESULT[1:])
            assert slow.answer().status == 200

    # Five times the calm one, where the machine itself is that busy.
    assert p99(times) < max(0.2, 5 * p99(calm))
    assert director.get(f"matches/{final['id']}/")["status"] == "finished"
    director.wait_published(attacked, ENTRANTS)
