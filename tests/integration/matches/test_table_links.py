"""The link behind a table's QR code."""

from __future__ import annotations

import pytest

from matches.models import ResultPolicy, TableLink
from matches.services.table_links import renew_table_links, revoke_table_links, table_links
from players.actors import SYSTEM
from rules_core.sides import Side
from tests.integration.matches.playing import API, Board, client, refused

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_links_are_the_same_until_they_are_renewed_and_only_hashes_are_kept() -> None:
    board = Board()
    first = board.post(board.scorer, "table-links").json()
    assert board.post(board.director, "table-links").json() == first
    assert first["a"] != first["b"]
    assert set(TableLink.objects.values_list("digest", flat=True)).isdisjoint(first.values())
    renewed = board.post(board.director, "table-links", {"renew": True}).json()
    assert set(renewed.values()).isdisjoint(first.values())
    assert client(f"Table {first['a']}").get(board.url()).status_code == 401
    assert client(f"Table {renewed['a']}").get(board.url()).status_code == 200


def test_a_link_is_revoked_for_one_side_or_both() -> None:
    board = Board()
    revoke_table_links(match_id=board.match.pk, actor=SYSTEM, side=Side.A)
    assert board.a.get(board.url()).status_code == 401
    assert board.b.get(board.url()).status_code == 200
    assert board.director.delete(board.url("table-links")).status_code == 204
    assert board.b.get(board.url()).status_code == 401


def test_a_link_opens_its_own_match_and_nothing_else() -> None:
    board = Board(policy=ResultPolicy.EITHER)
    other = Board(club=board.match.club, policy=ResultPolicy.EITHER)
    assert board.a.get(other.url()).status_code == 404
    assert other.game(board.a, 1).status_code == 404
    assert board.a.get(board.url("events")).status_code == 403
    assert board.a.post(f"{API}/players/", {"club": "x", "name": "y"}).status_code in {400, 403}
    assert board.a.get(f"{API}/matches/").json()["count"] == 1


def test_a_link_dies_with_its_match_but_still_shows_the_result() -> None:
    board = Board(policy=ResultPolicy.EITHER, length=1)
    assert board.game(board.a, 1).json()["status"] == "finished"
    assert refused(board.game(board.b, 1)) == (403, "table_link_closed")
    assert board.b.get(board.url()).json()["winner"] == "a"
    board.post(board.director, "reopen", {"reason": "wrong side"})
    assert board.game(board.b, 1, "b").json()["winner"] == "b"


def test_links_of_all_sides_differ_between_matches() -> None:
    boards = [Board() for _ in range(3)]
    secrets = [
        secret
        for board in boards
        for secret in table_links(match_id=board.match.pk, actor=SYSTEM).values()
    ]
    renewed = renew_table_links(match_id=boards[0].match.pk, actor=SYSTEM)
    assert len({*secrets, *renewed.values()}) == 8
