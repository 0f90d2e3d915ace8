"""Whose word counts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from matches.models import Match, ResultPolicy
from matches.services.reports import confirm_due
from tests.integration.matches.playing import Board, refused

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

A_WINS: dict[str, Any] = {"score": [5, 3]}
B_WINS: dict[str, Any] = {"score": [3, 5]}


def confirming(**settings: Any) -> Board:
    return Board(policy=ResultPolicy.CONFIRM, **settings)


def test_where_directors_enter_results_players_do_not() -> None:
    board = Board()
    assert refused(board.game(board.a, 1)) == (403, "results_by_directors")
    assert refused(board.post(board.a, "result", A_WINS)) == (403, "results_by_directors")
    assert board.post(board.a, "start").json()["status"] == "playing"


def test_where_either_reports_the_first_word_counts() -> None:
    board = Board(policy=ResultPolicy.EITHER, length=2)
    assert board.game(board.a, 1).status_code == 200
    assert refused(board.game(board.b, 1, "b")) == (409, "wrong_game_number")
    assert board.game(board.b, 2).json()["status"] == "finished"
    ledger = board.director.get(board.url("events")).json()
    assert [(line["side"], line["channel"]) for line in ledger[1:]] == [
        ("a", "table"),
        ("b", "table"),
    ]


def test_players_do_not_declare_walkovers_or_penalties() -> None:
    board = Board(policy=ResultPolicy.EITHER)
    walkover = {"winner": "a", "ended_by": "walkover"}
    assert refused(board.post(board.a, "result", walkover)) == (403, "ending_by_directors")
    penalty = {"side": "b", "points": 1, "reason": "late"}
    assert refused(board.post(board.a, "penalty", penalty)) == (403, "permission_denied")


def test_a_report_counts_when_the_other_side_agrees() -> None:
    board = confirming()
    reported = board.post(board.a, "result", A_WINS).json()
    assert (reported["status"], reported["winner"], reported["a"]["score"]) == ("reported", None, 0)
    assert reported["reports"]["a"]["score"] == [5, 3]
    assert refused(board.post(board.a, "confirm")) == (409, "own_report")
    assert refused(board.post(board.a, "result", A_WINS)) == (409, "already_reported")
    agreed = board.post(board.b, "confirm").json()
    assert (agreed["status"], agreed["winner"], agreed["reports"]) == ("finished", "a", None)
    assert board.kinds() == ["created", "reported", "confirmed"]


def test_two_equal_reports_count() -> None:
    board = confirming(length=5)
    for number, cube in enumerate([4, 1], start=1):
        board.game(board.a, number, cube=cube)
    assert board.shown()["status"] == "reported"
    assert board.post(board.b, "result", {"score": [5, 0]}).json()["status"] == "finished"
    assert [game["cube"] for game in board.shown()["games"]] == [4, 1]


def test_games_before_the_last_need_no_agreement_and_the_same_last_game_is_one() -> None:
    board = confirming(length=2)
    assert board.game(board.a, 1).json()["status"] == "playing"
    assert board.game(board.a, 2).json()["status"] == "reported"
    assert refused(board.game(board.a, 2)) == (409, "already_reported")
    assert board.game(board.b, 2).json()["status"] == "finished"


def test_clashing_reports_wait_for_the_director_who_sees_both() -> None:
    board = confirming()
    board.post(board.a, "result", A_WINS)
    clash = board.post(board.b, "result", B_WINS).json()
    assert clash["status"] == "disputed"
    assert [clash["reports"][side]["score"] for side in "ab"] == [[5, 3], [3, 5]]
    for player in (board.a, board.b):
        assert refused(board.post(player, "confirm")) == (409, "match_disputed")
        assert refused(board.post(player, "result", A_WINS)) == (409, "match_disputed")
    assert refused(board.post(board.scorer, "confirm", {"side": "a"})) == (403, "permission_denied")
    assert refused(board.post(board.director, "confirm")) == (400, "side_required")
    ruled = board.post(board.director, "confirm", {"side": "b"}).json()
    assert (ruled["status"], ruled["winner"]) == ("finished", "b")
    assert board.kinds() == ["created", "reported", "disputed", "confirmed"]


def test_a_last_game_that_the_other_side_saw_differently_is_a_dispute() -> None:
    board = confirming(length=2)
    board.game(board.a, 1, cube=2)
    assert board.game(board.b, 1, "b").json()["status"] == "disputed"
    assert board.post(board.director, "result", {"score": [2, 1]}).json()["winner"] == "a"


def test_a_report_can_be_disputed_with_a_reason() -> None:
    board = confirming()
    assert refused(board.post(board.b, "dispute", {"reason": "no"})) == (409, "nothing_reported")
    board.post(board.a, "result", A_WINS)
    assert board.post(board.b, "dispute", {"reason": "it was 5-4"}).json()["status"] == "disputed"
    last = board.director.get(board.url("events")).json()[-1]
    assert (last["facts"], last["side"]) == ({"reason": "it was 5-4"}, "b")
    assert board.post(board.scorer, "reopen", {"reason": "x"}).status_code == 403
    assert board.post(board.director, "reopen", {"reason": "play on"}).json()["status"] == "ready"


def test_a_report_is_taken_back_by_its_own_side() -> None:
    board = confirming(length=1)
    board.game(board.a, 1)
    refusal = board.b.delete(board.url("games/last"))
    assert refused(refusal) == (409, "reported_by_other_side")
    assert board.a.delete(board.url("games/last"), {"number": 1}).json()["reports"] is None
    assert board.game(board.b, 1, "b").json()["status"] == "reported"


def test_reports_are_for_those_who_play_and_those_who_rule() -> None:
    board = confirming()
    board.post(board.a, "result", A_WINS)
    other = confirming(club=board.match.club)
    assert board.scorer.get(board.url()).json()["reports"]["a"]["score"] == [5, 3]
    assert board.b.get(board.url()).json()["reports"]["b"] is None
    assert other.a.get(board.url()).status_code == 404


def test_silence_agrees_when_the_time_is_up_and_only_once() -> None:
    board = confirming(minutes=10)
    board.post(board.a, "result", A_WINS)
    assert confirm_due() == 0
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert confirm_due() == 1
        assert confirm_due() == 0
    assert board.shown()["status"] == "finished"
    last = board.director.get(board.url("events")).json()[-1]
    assert (last["channel"], last["by"]) == ("job", None)
    assert last["facts"] == {"report_of": "a", "time_is_up": True}


def test_a_disputed_report_is_never_confirmed_by_silence() -> None:
    board = confirming(minutes=10)
    board.post(board.a, "result", A_WINS)
    board.post(board.b, "dispute", {"reason": "no"})
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert confirm_due() == 0
    assert Match.objects.get(pk=board.match.pk).status == "disputed"
