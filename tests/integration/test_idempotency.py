"""``Idempotency-Key`` and ``If-Match``."""

from __future__ import annotations

import json
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from api.models import StoredResponse
from api.tasks import forget_stored_responses
from matches.models import ResultPolicy
from tests.integration.matches.playing import Board, refused

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def game(board: Board, number: int, key: str, who: Any = None, **extra: Any) -> Any:
    body = {"number": number, "winner": "a"}
    return (who or board.director).post(board.url("games"), body, HTTP_IDEMPOTENCY_KEY=key, **extra)


def test_the_same_key_and_body_give_the_first_answer_again() -> None:
    board = Board()
    first, second = game(board, 1, "k1"), game(board, 1, "k1")
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert first["ETag"] == second["ETag"] == '"2"'
    assert board.kinds() == ["created", "entered"]


def test_a_refusal_is_an_answer_too() -> None:
    board = Board()
    assert refused(game(board, 2, "k1")) == (409, "wrong_game_number")
    game(board, 1, "k2")
    assert refused(game(board, 2, "k1")) == (409, "wrong_game_number")
    assert game(board, 2, "k3").status_code == 200


def test_the_same_key_for_another_request_is_refused() -> None:
    board = Board()
    game(board, 1, "k1")
    assert refused(game(board, 2, "k1")) == (409, "idempotency_key_reused")
    stale = game(board, 1, "k1", HTTP_IF_MATCH='"1"')
    assert refused(stale) == (409, "idempotency_key_reused")


def test_everybody_has_keys_of_their_own() -> None:
    board = Board(policy=ResultPolicy.EITHER)
    assert game(board, 1, "k1", board.a).status_code == 200
    assert game(board, 2, "k1", board.b).status_code == 200
    assert game(board, 3, "k1").status_code == 200


def test_an_answer_that_says_who_are_you_is_not_kept() -> None:
    board = Board(policy=ResultPolicy.DIRECTOR)
    assert game(board, 1, "k1", board.a).status_code == 403
    board.match.result_policy = ResultPolicy.EITHER
    board.match.save()
    assert game(board, 1, "k1", board.a).status_code == 200


def test_the_last_game_is_answered_again_though_the_link_died_with_it() -> None:
    board = Board(policy=ResultPolicy.EITHER, length=1)
    first = game(board, 1, "k1", board.a)
    assert game(board, 1, "k1", board.a).json() == first.json()
    assert game(board, 1, "k2", board.a).status_code == 403


class WatchedBody(BytesIO):
    """Notes for each byte read whether a transaction was open meanwhile."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.in_transaction: set[bool] = set()

    def read(self, size: int | None = -1) -> bytes:
        self.in_transaction.add(connection.in_atomic_block)
        return super().read(size)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "key", [{}, {"HTTP_IDEMPOTENCY_KEY": "k1"}], ids=["without key", "with key"]
)
def test_a_body_is_read_before_a_transaction_opens(key: dict[str, str]) -> None:
    board = Board()
    content = json.dumps({"number": 1, "winner": "a"})
    body = WatchedBody(content.encode())
    sent: dict[str, Any] = {"wsgi.input": body, **key}
    answer = board.director.generic("POST", board.url("games"), content, "application/json", **sent)
    assert answer.status_code == 200
    assert body.in_transaction == {False}


def test_taking_back_twice_with_a_key_takes_back_one_game() -> None:
    board = Board()
    game(board, 1, "k1")
    game(board, 2, "k2")
    url = board.url("games/last")
    first = board.director.delete(url, {"reason": "x"}, HTTP_IDEMPOTENCY_KEY="k3")
    again = board.director.delete(url, {"reason": "x"}, HTTP_IDEMPOTENCY_KEY="k3")
    assert first.json() == again.json()
    assert len(board.shown()["games"]) == 1


@pytest.mark.parametrize("key", ["", " ", "two words", "ä", "x" * 201])
def test_a_key_is_visible_and_not_too_long(key: str) -> None:
    board = Board()
    assert refused(game(board, 1, key)) == (400, "idempotency_key_not_valid")


def test_keys_are_forgotten_after_a_day() -> None:
    board = Board()
    game(board, 1, "k1")
    game(board, 2, "k2")
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert refused(game(board, 1, "k1")) == (409, "wrong_game_number")
        assert StoredResponse.objects.count() == 2
        forget_stored_responses()
        assert StoredResponse.objects.get().key == "k1"


def test_secrets_are_not_kept() -> None:
    board = Board()
    links = board.url("table-links")
    first = board.director.post(links, {}, HTTP_IDEMPOTENCY_KEY="k1").json()
    assert board.director.post(links, {}, HTTP_IDEMPOTENCY_KEY="k1").json() == first
    assert not StoredResponse.objects.exists()


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ('"1"', 200),
        ('W/"1"', 200),
        ("*", 200),
        ('"2"', 412),
        ('"0"', 412),
        ("x", 412),
        ('"' + "9" * 5000 + '"', 412),
    ],
)
def test_a_writer_who_has_not_seen_the_latest_version_is_told(header: str, status: int) -> None:
    board = Board()
    answer = board.director.post(
        board.url("games"), {"number": 1, "winner": "a"}, HTTP_IF_MATCH=header
    )
    assert answer.status_code == status
    if status == 412:
        assert refused(answer) == (412, "stale_version")


def test_a_reader_who_has_the_version_gets_a_304() -> None:
    board = Board()
    first = board.director.get(board.url())
    assert first["ETag"] == '"1"'
    assert board.director.get(board.url(), HTTP_IF_NONE_MATCH='"1"').status_code == 304
    board.game(board.director, 1)
    assert board.director.get(board.url(), HTTP_IF_NONE_MATCH='"1"').status_code == 200


def test_a_stale_version_says_nothing_to_those_who_may_not_see_the_match() -> None:
    board, other = Board(), Board()
    answer = board.director.post(
        other.url("games"), {"number": 1, "winner": "a"}, HTTP_IF_MATCH='"7"'
    )
    assert answer.status_code == 404
