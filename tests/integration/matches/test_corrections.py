"""Mending what was recorded."""

from __future__ import annotations

from typing import Any

import pytest

from matches.models import RatingChange
from matches.services.verification import ledger_differences
from outbox.services import run_pending
from tests.integration.matches.playing import Board, refused

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def correct(board: Board, **body: Any) -> Any:
    return board.post(board.director, "correct", {"reason": "mis-heard", **body})


def test_a_score_is_corrected_and_the_ratings_follow() -> None:
    board = Board()
    board.post(board.director, "result", {"score": [5, 3]})
    run_pending()
    finished_at = board.shown()["finished_at"]
    corrected = correct(board, score=[3, 5]).json()
    assert (corrected["winner"], corrected["finished_at"]) == ("b", finished_at)
    run_pending()
    won = RatingChange.objects.get(match=board.match, won=True)
    assert won.player_id == board.match.b_id
    last = board.director.get(board.url("events")).json()[-1]
    assert (last["kind"], last["facts"]["reason"]) == ("corrected", "mis-heard")


def test_games_are_corrected_and_penalties_stay_where_they_were() -> None:
    board = Board(length=3)
    board.game(board.director, 1, "a")
    board.post(board.director, "penalty", {"side": "b", "points": 1, "reason": "late"})
    board.game(board.director, 2, "a")
    corrected = correct(board, games=[{"winner": "b"}, {"winner": "b"}]).json()
    assert (corrected["status"], corrected["a"]["points"], corrected["b"]["points"]) == (
        "playing",
        1,
        2,
    )
    assert [game["score"] for game in corrected["games"]] == [[0, 1], [1, 2]]


def test_a_played_match_is_given_to_the_other_side_by_a_ruling() -> None:
    board = Board(length=1)
    board.game(board.director, 1, "a")
    ruled = correct(board, ended_by="ruling", winner="b").json()
    assert (ruled["winner"], ruled["ended_by"], ruled["games"]) == ("b", "ruling", [])


def test_a_wrong_length_noticed_later_lets_a_match_go_on_or_ends_it_earlier() -> None:
    board = Board(length=3)
    board.game(board.director, 1, "a", cube=2)
    board.game(board.director, 2, "a")
    longer = correct(board, length=5).json()
    assert (longer["status"], longer["length"], longer["rules"]["length"]) == ("playing", 5, 5)
    assert refused(correct(board, length=2)) == (409, "entries_after_the_end")
    shorter = correct(board, length=2, games=[{"winner": "a", "cube": 2}]).json()
    assert (shorter["status"], shorter["length"], shorter["winner"]) == ("finished", 2, "a")


def test_a_final_score_does_not_fit_another_length() -> None:
    board = Board(length=5)
    board.post(board.director, "result", {"score": [5, 3]})
    assert refused(correct(board, length=7)) == (400, "unreachable_score")
    assert correct(board, length=7, score=[7, 3]).json()["length"] == 7


def test_a_correction_says_what_is_right_and_why() -> None:
    board = Board()
    assert refused(correct(board)) == (400, "nothing_to_correct")
    assert refused(correct(board, score=[5, 1], games=[])) == (400, "one_correction")
    assert refused(board.post(board.director, "correct", {"score": [5, 1]})) == (400, "required")


def test_only_a_director_voids_what_was_built_on_a_result() -> None:
    board = Board()
    body = {"score": [5, 1], "reason": "x", "cascade": True}
    assert refused(board.post(board.scorer, "correct", body)) == (403, "permission_denied")


def test_a_match_is_re_opened_without_what_ended_it() -> None:
    board = Board(length=5)
    assert refused(board.post(board.director, "reopen", {"reason": "x"})) == (
        409,
        "match_not_finished",
    )
    board.game(board.director, 1, "a")
    board.post(board.director, "result", {"winner": "b", "ended_by": "forfeit"})
    opened = board.post(board.director, "reopen", {"reason": "a was at the bar"}).json()
    assert (opened["status"], opened["winner"], len(opened["games"])) == ("playing", None, 1)
    assert board.kinds()[-1] == "reopened"


@pytest.mark.parametrize(
    ("said", "score", "winner"),
    [
        ({"score": [3, 1]}, [3, 1], "a"),
        ({"score": [2, 2]}, [2, 2], None),
        ({"score": [2, 2], "winner": "b"}, [2, 2], "b"),
        ({}, [0, 0], None),
    ],
)
def test_a_match_is_broken_off_at_a_score_that_stands(
    said: dict[str, Any], score: list[int], winner: str | None
) -> None:
    board = Board(length=5)
    ended = board.post(board.director, "result", {"ended_by": "unfinished", **said}).json()
    assert [ended["a"]["points"], ended["b"]["points"]] == score
    assert (ended["status"], ended["ended_by"], ended["winner"]) == (
        "finished",
        "unfinished",
        winner,
    )
    assert list(ledger_differences()) == []


def test_of_recorded_games_the_leader_wins_an_unfinished_match() -> None:
    board = Board(length=5)
    board.game(board.director, 1, "b", cube=2)
    ended = board.post(board.director, "result", {"ended_by": "unfinished"}).json()
    assert (ended["winner"], ended["b"]["score"], len(ended["games"])) == ("b", 2, 1)
    longer = correct(board, ended_by="unfinished", score=[3, 2]).json()
    assert (longer["winner"], longer["a"]["points"]) == ("a", 3)
    assert correct(board, ended_by="unfinished").json()["winner"] == "b"
    assert list(ledger_differences()) == []


def test_a_score_comes_with_no_other_ending_and_must_be_possible() -> None:
    board = Board(length=5)
    forfeit = {"ended_by": "forfeit", "winner": "a", "score": [3, 1]}
    assert refused(board.post(board.director, "result", forfeit)) == (400, "score_or_ending")
    over = {"ended_by": "unfinished", "score": [5, 1]}
    assert refused(board.post(board.director, "result", over)) == (400, "unreachable_score")
    unfinished = {"ended_by": "unfinished", "score": [3, 1]}
    assert refused(board.post(board.a, "result", unfinished))[0] == 403
    assert refused(correct(board, **unfinished, games=[])) == (400, "one_correction")


def test_ratings_leave_out_an_unfinished_match() -> None:
    board = Board(length=5)
    board.post(board.director, "result", {"ended_by": "unfinished", "score": [3, 1]})
    run_pending()
    assert not RatingChange.objects.exists()
