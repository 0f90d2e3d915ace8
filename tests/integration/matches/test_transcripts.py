"""Match files beside the record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches.models import Transcript
from matches.services.verification import ledger_differences
from tests.integration.factories import a_club, a_player
from tests.integration.matches.playing import Board, refused

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

FILE = Path(__file__).parents[2] / "data" / "mat" / "m05_0.mat"
GAMES: list[dict[str, Any]] = [
    {"winner": "a", "ended_by": "drop"},
    {"winner": "b", "cube": 4},
    {"winner": "a", "ended_by": "resign"},
    {"winner": "b", "cube": 2, "ended_by": "resign"},
]
"""What the file tells, as tests/data/mat/EXPECTED.tsv has it."""


def a_board(a: str = "Alice", b: str = "Bob", **settings: Any) -> Board:
    club = a_club()
    players = (a_player(club, a), a_player(club, b))
    return Board(club=club, players=players, **{"length": 5, **settings})


def upload(board: Board, who: Any = None, content: bytes | None = None, **fields: Any) -> Any:
    file = SimpleUploadedFile("final.mat", content or FILE.read_bytes())
    return (who or board.director).post(
        board.url("transcript"), {"file": file, **fields}, format="multipart"
    )


def play(board: Board, games: list[dict[str, Any]]) -> None:
    for number, game in enumerate(games, start=1):
        answer = board.game(board.director, number, **game)
        assert answer.status_code == 200, answer.content


def test_a_file_that_agrees_with_the_record_is_kept_and_given_back() -> None:
    board = a_board()
    play(board, GAMES)
    answer = upload(board)
    assert answer.status_code == 201, answer.content
    read = answer.json()
    assert (read["agrees"], read["differences"], read["taken"]) == (True, [], False)
    assert (read["players"], read["first"], read["name"]) == (["Alice", "Bob"], "a", "final.mat")
    given_back = board.a.get(board.url("transcript"), HTTP_ACCEPT="text/plain")
    assert given_back.content == FILE.read_bytes()
    assert board.kinds()[-1] == "transcript"
    assert list(ledger_differences()) == []


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_the_players_are_known_in_whatever_the_file_is_encoded(encoding: str) -> None:
    board = a_board(a="Zoë O’Neil")
    text = FILE.read_text(encoding="utf-8").replace("Alice", "Zoë O’Neil")
    answer = upload(board, content=text.encode(encoding))
    assert answer.status_code == 201, answer.content
    assert (answer.json()["players"], answer.json()["first"]) == (["Zoë O’Neil", "Bob"], "a")


def test_a_file_is_compared_game_by_game() -> None:
    board = a_board()
    play(board, [*GAMES[:1], {"winner": "b", "cube": 2}])
    read = upload(board).json()
    assert read["agrees"] is False
    assert [difference["game"] for difference in read["differences"]] == [2, 3, 4]
    assert read["differences"][0] == {
        "game": 2,
        "recorded": {"winner": "b", "kind": "single", "cube": 2, "points": 2},
        "file": {"winner": "b", "kind": "single", "cube": 4, "points": 4},
    }
    assert read["differences"][1]["recorded"] is None


def test_a_record_with_a_final_score_only_is_compared_by_that() -> None:
    board = a_board()
    board.post(board.director, "result", {"score": [2, 5]})
    assert upload(board).json()["agrees"] is True
    board.post(board.director, "correct", {"score": [3, 5], "reason": "x"})
    assert upload(board).json()["differences"] == [
        {"game": 0, "recorded": {"score": [3, 5]}, "file": {"score": [2, 5]}}
    ]


def test_a_director_takes_a_file_as_the_record() -> None:
    board = a_board(a="Bob Müller", b="Alice")
    refusal = upload(board, board.scorer, take="true")
    assert refused(refusal) == (403, "permission_denied")
    taken = upload(board, take="true").json()
    assert (taken["taken"], taken["first"]) == (True, "b")
    match = taken["match"]
    assert (match["status"], match["winner"], match["a"]["points"]) == ("finished", "a", 6)
    assert [(game["winner"], game["points"]) for game in match["games"]] == [
        ("b", 1),
        ("a", 4),
        ("b", 1),
        ("a", 2),
    ]
    assert board.kinds() == ["created", "corrected", "transcript"]
    assert list(ledger_differences()) == []


def test_a_file_can_come_as_text_from_the_board() -> None:
    board = a_board()
    answer = board.a.post(
        f"{board.url('transcript')}?name=table4.mat", FILE.read_bytes(), content_type="text/plain"
    )
    assert answer.status_code == 201, answer.content
    assert answer.json()["name"] == "table4.mat"


def test_a_file_of_other_people_is_refused_until_somebody_says_who_is_who() -> None:
    board = a_board(a="Chloe", b="Dan")
    refusal = upload(board)
    assert refused(refusal) == (400, "other_players")
    assert refusal.json()["errors"][0]["facts"]["game"] == 1
    assert upload(board, first="b").json()["first"] == "b"


def test_an_illegal_play_that_was_let_stand_is_noted_with_its_line() -> None:
    text = FILE.read_text().replace("1) 42: 8/4 6/4 ", "1) 42: 8/4 6/5 ")
    answer = upload(a_board(), content=text.encode())
    assert answer.status_code == 201, answer.content
    note, *_ = answer.json()["notes"]
    assert (note["line"], note["game"], note["code"]) == (7, 1, "number_not_thrown")


def test_a_wrong_length_and_an_impossible_play_are_named_with_line_and_game() -> None:
    wrong_length = upload(a_board(length=7))
    assert refused(wrong_length) == (400, "wrong_length")
    text = FILE.read_text().replace("1) 42: 8/4 6/4 ", "1) 42: 9/5 6/4 ")
    board = a_board()
    illegal = upload(board, content=text.encode())
    (problem, *_) = illegal.json()["errors"]
    assert illegal.status_code == 400
    assert (problem["facts"]["line"], problem["facts"]["game"]) == (7, 1)
    assert problem["detail"].startswith("Line 7, game 1: ")
    assert not Transcript.objects.exists()
    assert board.director.get(board.url("transcript")).status_code == 404


def test_what_is_no_match_file_is_refused() -> None:
    assert refused(upload(a_board(), content=b"hello")) == (400, "not_a_match_file")
    board = a_board()
    assert refused(board.post(board.director, "transcript")) == (415, "unsupported_media_type")
    too_large = upload(board, content=b"x" * 1_200_000)
    assert refused(too_large) == (413, "too_large")


def test_the_same_form_with_the_same_key_is_one_upload() -> None:
    board = a_board()
    answers = [
        board.director.post(
            board.url("transcript"),
            {"file": SimpleUploadedFile("f.mat", FILE.read_bytes())},
            format="multipart",
            HTTP_IDEMPOTENCY_KEY="k",
        )
        for _ in range(2)
    ]
    assert answers[0].json() == answers[1].json()
    assert Transcript.objects.count() == 1


def test_a_kept_file_is_replayed_game_by_game_with_the_board_after_each_move() -> None:
    board = a_board()
    assert upload(board).status_code == 201
    shown = board.a.get(board.url("replay")).json()
    assert (shown["players"], shown["game"], len(shown["games"])) == (["Alice", "Bob"], 1, 4)
    start, first, *_ = shown["frames"]
    assert (start["side"], start["position_id"]) == (None, "4HPwATDgc/ABMA")
    assert (first["number"], first["dice"], first["svg"][:4]) == (1, [4, 2], "<svg")
    assert len(shown["frames"]) == shown["games"][0]["turns"] + 1
    assert shown["games"][2]["crawford"] is True
    third = board.a.get(f"{board.url('replay')}?game=3&theme=dark&svg=false").json()
    assert (third["game"], third["frames"][0]["svg"]) == (3, None)
    assert third["frames"][1]["xgid"].count(":") == 9


def test_a_file_whose_first_player_is_side_b_is_replayed_with_the_sides_of_the_match() -> None:
    board = a_board(a="Bob", b="Alice")
    assert upload(board).json()["first"] == "b"
    shown = board.a.get(board.url("replay")).json()
    assert shown["games"][0]["winner"] == "b"
    assert shown["games"][1]["score"] == [0, 1]
    assert shown["frames"][1]["side"] == "b"


def test_there_is_nothing_to_replay_without_a_file_or_beyond_its_last_game() -> None:
    board = a_board()
    assert board.a.get(board.url("replay")).status_code == 404
    upload(board)
    assert board.a.get(f"{board.url('replay')}?game=9").status_code == 404
    assert refused(board.a.get(f"{board.url('replay')}?theme=sepia"))[0] == 400
