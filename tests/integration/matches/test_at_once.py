"""Two people say the same thing at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from matches.models import Match, MatchEvent, ResultPolicy
from matches.services.reports import confirm_due
from matches.services.verification import ledger_differences
from tests.integration.factories import a_player
from tests.integration.matches.playing import Board

pytestmark = [
    pytest.mark.integration,
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

TIMES = 50
Ask = Callable[[int], Any]


@contextmanager
def _own_connection() -> Iterator[None]:
    try:
        yield
    finally:
        connection.close()


def at_once(*askers: Ask, times: int) -> list[list[Any]]:
    """Have each ask the same number of times, always all at the same moment; their answers."""
    start = Barrier(len(askers), timeout=30)

    def repeat(ask: Ask) -> list[Any]:
        answers = []
        with _own_connection():
            for number in range(1, times + 1):
                start.wait()
                answers.append(ask(number))
        return answers

    with ThreadPoolExecutor(len(askers)) as pool:
        columns = list(pool.map(repeat, askers))
    return [list(row) for row in zip(*columns, strict=True)]


def codes(rows: list[list[Any]]) -> set[tuple[int, ...]]:
    return {tuple(sorted(answer.status_code for answer in row)) for row in rows}


def a_game(board: Board, who: APIClient, key: str = "") -> Ask:
    """The game of that number, by somebody, with or without a key."""

    def ask(number: int) -> Any:
        headers: dict[str, Any] = {"HTTP_IDEMPOTENCY_KEY": f"{key}-{number}"} if key else {}
        body = {"number": number, "winner": "a"}
        return who.post(board.url("games"), body, **headers)

    return ask


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "", {(200, 409)}),
        ("own", "another", {(200, 409)}),
        ("", "own", {(200, 409)}),
        ("same", "same", {(200, 200)}),
    ],
)
def test_a_game_posted_twice_at_once_is_recorded_once(
    first: str, second: str, expected: set[tuple[int, ...]]
) -> None:
    board = Board(length=99)
    rows = at_once(
        a_game(board, board.director, first), a_game(board, board.director, second), times=TIMES
    )
    assert codes(rows) == expected
    assert MatchEvent.objects.filter(match=board.match, kind="entered").count() == TIMES
    assert len(board.shown()["games"]) == TIMES
    if first == second == "same":
        assert all(one.json() == other.json() for one, other in rows)
    assert list(ledger_differences()) == []


def test_both_sides_record_the_same_game_at_once() -> None:
    board = Board(length=99, policy=ResultPolicy.EITHER)
    rows = at_once(a_game(board, board.a), a_game(board, board.b), times=TIMES)
    assert codes(rows) == {(200, 409)}
    assert len(board.shown()["games"]) == TIMES


def test_a_game_taken_back_twice_at_once_is_taken_back_once() -> None:
    board = Board(length=99)
    for number in range(1, 21):
        board.game(board.director, number)

    def take_back(time: int) -> Any:
        return board.director.delete(board.url("games/last"), {"number": 21 - time})

    assert codes(at_once(take_back, take_back, times=20)) == {(200, 409)}
    assert board.shown()["games"] == []


def test_reports_at_once_agree_or_clash_but_never_break() -> None:
    boards = [Board(policy=ResultPolicy.CONFIRM, minutes=0) for _ in range(20)]

    def report(side: str, score: list[int]) -> Ask:
        def ask(number: int) -> Any:
            board = boards[number - 1]
            return board.post(getattr(board, side), "result", {"score": score})

        return ask

    rows = at_once(report("a", [5, 1]), report("b", [5, 1]), times=20)
    assert codes(rows) == {(200, 200)}
    assert set(Match.objects.values_list("status", flat=True)) == {"finished"}
    assert list(ledger_differences()) == []


def test_silence_is_taken_for_agreement_once_though_two_jobs_run() -> None:
    boards = [Board(policy=ResultPolicy.CONFIRM, minutes=0) for _ in range(8)]
    for board in boards:
        board.post(board.a, "result", {"score": [5, 1]})
    rows = at_once(lambda _: confirm_due(), lambda _: confirm_due(), times=1)
    assert sum(rows[0]) == len(boards)
    assert MatchEvent.objects.filter(kind="confirmed").count() == len(boards)


def test_one_player_called_to_two_tables_at_once() -> None:
    boards = [Board(event=f"cup-{number}") for number in range(20)]
    rivals = [
        Board(
            club=one.match.club,
            event=one.match.event,
            players=(a_player(one.match.club), one.match.a),
        )
        for one in boards
    ]

    def call(those: list[Board], table: int) -> Ask:
        def ask(number: int) -> Any:
            board = those[number - 1]
            return board.post(board.director, "call", {"table": table})

        return ask

    for answers in at_once(call(boards, 1), call(rivals, 2), times=20):
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        refusal = next(answer for answer in answers if answer.status_code == 409)
        assert refusal.json()["errors"][0]["code"] == "player_busy"


def test_two_matches_called_to_one_table_at_once() -> None:
    first = Board(event="cup")
    second = Board(club=first.match.club, event="cup")

    def call(board: Board) -> Ask:
        return lambda number: board.post(board.director, "call", {"table": number})

    for answers in at_once(call(first), call(second), times=20):
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        refusal = next(answer for answer in answers if answer.status_code == 409)
        assert refusal.json()["errors"][0]["code"] == "table_taken"
