"""Tables, and what is frozen at the call."""

from __future__ import annotations

import pytest

from matches.services.verification import ledger_differences
from tests.integration.factories import a_player
from tests.integration.matches.playing import Board, refused

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def test_a_match_is_called_moved_and_started() -> None:
    board = Board()
    called = board.post(board.director, "call", {"table": 4}).json()
    assert (called["status"], called["table"], called["version"]) == ("called", 4, 2)
    assert board.post(board.director, "call", {"table": 4}).json()["version"] == 2
    assert board.post(board.a, "start").json()["status"] == "playing"
    moved = board.post(board.director, "call", {"table": 5}).json()
    assert (moved["status"], moved["table"]) == ("playing", 5)
    assert board.post(board.b, "start").json()["version"] == moved["version"]


def test_a_table_holds_one_live_match_of_an_event() -> None:
    board = Board(event="cup")
    same_event = Board(club=board.match.club, event="cup")
    other_event = Board(club=board.match.club, event="open")
    board.post(board.director, "call", {"table": 1})
    taken = board.post(board.director, "call", {"table": 1})
    assert taken.status_code == 200
    assert refused(same_event.post(same_event.director, "call", {"table": 1})) == (
        409,
        "table_taken",
    )
    assert other_event.post(other_event.director, "call", {"table": 1}).status_code == 200
    board.post(board.director, "result", {"score": [5, 0]})
    assert same_event.post(same_event.director, "call", {"table": 1}).status_code == 200
    reopened = board.post(board.director, "reopen", {"reason": "x"}).json()
    assert (reopened["status"], reopened["table"]) == ("called", None)


def test_nobody_is_called_to_two_tables_of_an_event() -> None:
    board = Board(event="cup")
    club, anna, bea = board.match.club, board.match.a, board.match.b
    same_player = Board(club=club, event="cup", players=(a_player(club), anna))
    other_event = Board(club=club, event="open", players=(anna, a_player(club)))
    board.post(board.director, "call", {"table": 1})
    answer = same_player.post(same_player.director, "call", {"table": 2})
    assert refused(answer) == (409, "player_busy")
    assert answer.json()["errors"][0]["detail"] == (
        f"{anna} is still playing at table 1: {anna} – {bea}. Enter that result, or undo the call."
    )
    assert refused(same_player.post(same_player.a, "start")) == (409, "player_busy")
    assert board.post(board.director, "call", {"table": 3}).status_code == 200, "moved, not doubled"
    assert other_event.post(other_event.director, "call", {"table": 1}).status_code == 200
    board.post(board.director, "result", {"score": [5, 0]})
    assert same_player.post(same_player.director, "call", {"table": 2}).status_code == 200


def test_a_match_is_not_opened_again_while_a_player_sits_elsewhere() -> None:
    board = Board(event="cup")
    club = board.match.club
    following = Board(club=club, event="cup", players=(board.match.b, a_player(club)))
    board.post(board.director, "call", {"table": 1})
    board.post(board.director, "result", {"score": [5, 0]})
    following.post(following.director, "call", {"table": 1})
    assert refused(board.post(board.director, "reopen", {"reason": "x"})) == (409, "player_busy")
    assert board.shown()["status"] == "finished"
    right = {"score": [0, 5], "reason": "the wrong way round"}
    assert board.post(board.director, "correct", right).status_code == 200
    following.post(following.director, "result", {"score": [5, 0]})
    assert board.post(board.director, "reopen", {"reason": "x"}).json()["status"] == "called"


def test_a_call_is_taken_back_and_its_players_are_free() -> None:
    board = Board(event="cup")
    club = board.match.club
    other = Board(club=club, event="cup", players=(board.match.a, a_player(club)))
    board.post(board.director, "call", {"table": 1})
    assert other.post(other.director, "call", {"table": 2}).status_code == 409
    waits = board.scorer.delete(board.url("call")).json()
    assert (waits["status"], waits["table"]) == ("ready", None)
    assert board.scorer.delete(board.url("call")).json()["version"] == waits["version"]
    assert other.post(other.director, "call", {"table": 1}).status_code == 200
    assert board.kinds() == ["created", "called", "uncalled"]
    other.post(other.director, "start")
    assert refused(other.scorer.delete(other.url("call"))) == (409, "already_started")
    assert board.a.delete(board.url("call")).status_code == 403
    assert list(ledger_differences()) == []


def test_a_game_is_not_taken_back_while_a_player_sits_elsewhere() -> None:
    board = Board(event="cup", length=1)
    club = board.match.club
    following = Board(club=club, event="cup", players=(board.match.b, a_player(club)))
    board.game(board.director, 1)
    following.post(following.director, "call", {"table": 1})
    assert refused(board.director.delete(board.url("games/last"))) == (409, "player_busy")
    assert board.shown()["status"] == "finished"


def test_rules_change_until_the_call_and_then_stand() -> None:
    board = Board(length=5)
    rules = {"rules": {"length": 7, "jacoby": True}}
    assert board.scorer.patch(board.url(), rules).status_code == 403
    changed = board.director.patch(board.url(), rules).json()
    assert (changed["length"], changed["rules"]["jacoby"]) == (7, True)
    board.post(board.director, "call")
    assert refused(board.director.patch(board.url(), rules)) == (409, "rules_frozen")


def test_a_match_with_its_result_is_not_called_again() -> None:
    board = Board()
    board.post(board.director, "result", {"score": [5, 0]})
    assert refused(board.post(board.director, "call", {"table": 1})) == (409, "match_finished")
    assert refused(board.post(board.director, "start")) == (409, "match_finished")
