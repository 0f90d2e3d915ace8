"""The same event on the one-process server and on PostgreSQL, Valkey and a worker."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.club_night import Director
from tests.e2e.servers import ClubServer, ClusterServer, Server

pytestmark = pytest.mark.e2e

ENTRANTS = 13


def play(server: Server) -> dict[str, Any]:
    director = Director(server)
    slug = director.set_up("Thirteen", ENTRANTS)
    assert director.play_out(slug) == ENTRANTS - 1
    director.wait_published(slug, ENTRANTS)
    assert director.get(f"tournaments/{slug}/")["status"] == "finished"
    return {
        "bracket": director.sheet(slug),
        "standings": director.settled(slug),
        "ratings": director.rated(slug),
    }


def test_thirteen_entrants_end_the_same_on_both_engines(
    club_server: ClubServer, cluster: ClusterServer
) -> None:
    one_process = play(club_server)
    federation = play(cluster)
    assert one_process == federation
    assert len(one_process["ratings"]) == ENTRANTS
    assert sum(matches for _, _, matches in one_process["ratings"]) == 2 * (ENTRANTS - 1)
    assert [rank for rank, _ in one_process["standings"]] == [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 9]
