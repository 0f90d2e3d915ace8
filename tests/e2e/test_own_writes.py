"""Whoever has reported a result sees it in the bracket they read next, if they ask for its version. Both engines."""

from __future__ import annotations

import pytest

from tests.e2e.club_night import Director
from tests.e2e.servers import Server

pytestmark = pytest.mark.e2e

ENTRANTS = 8


@pytest.mark.parametrize("engine", ["club_server", "cluster"])
def test_a_result_is_in_the_bracket_that_is_read_next(
    engine: str, request: pytest.FixtureRequest
) -> None:
    server: Server = request.getfixturevalue(engine)
    director = Director(server)
    slug = director.set_up("Own writes", ENTRANTS)
    played = 0
    while matches := director.ready(slug):
        for match in matches:
            told = director.report(match).body["stage_version"]
            bracket = director.get(f"tournaments/{slug}/stages/1/bracket/?at_least={told}")
            assert bracket["version"] >= told
            (pairing,) = [
                pairing
                for part in bracket["brackets"]
                for one in part["rounds"]
                for pairing in one["pairings"]
                if pairing["match"] == match["id"]
            ]
            assert pairing["status"] == "finished"
            played += 1
            standings = director.get(f"tournaments/{slug}/stages/1/standings/?at_least={told}")
            assert sum(row["wins"] for row in standings["rows"]) == played
    assert played == ENTRANTS - 1
