"""How often and how much."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import override_settings

from api import rate_limits
from api.client_address import AddressBehindProxies
from config.cache import ForgivingRedisCache
from deploy.servers import Valkey
from matches.models import ResultPolicy
from tests.integration.matches.playing import Board, client, refused

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

HIGH = {
    "writes_by_token": 1000,
    "writes_by_person": 1000,
    "writes_by_address": 1000,
    "failed_sign_ins_by_address": 1000,
}


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    rate_limits._shares.clear()
    yield
    cache.clear()
    rate_limits._shares.clear()


def test_a_token_writes_so_often_a_minute_and_reads_for_ever(settings: Any) -> None:
    settings.API_RATES = HIGH | {"writes_by_token": 2}
    board = Board(length=9)
    assert [board.game(board.director, n).status_code for n in (1, 2, 3)] == [200, 200, 429]
    refusal = board.game(board.director, 3)
    assert refused(refusal) == (429, "throttled")
    assert 0 < int(refusal["Retry-After"]) <= 60
    assert board.director.get(board.url()).status_code == 200
    assert board.game(board.scorer, 3).status_code == 200


@pytest.mark.parametrize("scope", ["writes_by_person", "writes_by_address"])
def test_a_table_link_has_a_limit_of_its_own(settings: Any, scope: str) -> None:
    settings.API_RATES = HIGH | {scope: 1}
    board = Board(length=9, policy=ResultPolicy.EITHER)
    assert board.game(board.a, 1).status_code == 200
    assert board.game(board.a, 2).status_code == 429
    by_other_side = board.game(board.b, 2).status_code
    assert by_other_side == (200 if scope == "writes_by_person" else 429)
    assert board.game(board.director, len(board.shown()["games"]) + 1).status_code == 200


def test_where_much_is_allowed_the_cache_is_seldom_asked_and_the_limit_is_the_same(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_RATES = {"writes_by_token": 5_000}
    asked: list[int] = []

    def count(key: str, more: int, timeout: int) -> int:
        cache.add(key, 0, timeout)
        asked.append(more)
        return cache.incr(key, more)

    monkeypatch.setattr(cache, "count", count, raising=False)
    monkeypatch.setattr(time, "time", lambda: 1_800_000_030.0)
    waits = [rate_limits.seconds_to_wait("writes_by_token", "a desk") for _ in range(5_001)]
    assert waits == [None] * 5_000 + [30.0]
    assert asked == [10] * 501
    # A second process finds nothing left, and so does this one.
    rate_limits._shares.clear()
    assert rate_limits.seconds_to_wait("writes_by_token", "a desk") == 30.0
    assert rate_limits.seconds_to_wait("writes_by_token", "another desk") is None


def test_what_a_process_counted_ahead_is_forgotten_with_its_minute(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_RATES = {"writes_by_token": 1_000}
    for minute in range(3):
        monkeypatch.setattr(time, "time", lambda at=60.0 * minute: at)
        for who in ("one", "another"):
            assert rate_limits.seconds_to_wait("writes_by_token", who) is None
    assert [len(shares) for shares in rate_limits._shares.values()] == [2]
    monkeypatch.setattr(rate_limits, "MOST_SHARES", 2)
    assert rate_limits.seconds_to_wait("writes_by_token", "a third") is None
    assert [len(shares) for shares in rate_limits._shares.values()] == [1]


@pytest.mark.parametrize("scheme", ["Bearer", "Table"])
def test_guessing_secrets_is_slowed_down(settings: Any, scheme: str) -> None:
    settings.API_RATES = HIGH | {"failed_sign_ins_by_address": 2}
    board = Board()
    guesses = [client(f"{scheme} guess{n}").get(board.url()).status_code for n in range(4)]
    assert guesses == [401, 401, 429, 429]
    assert board.director.get(board.url()).status_code == 200


def test_a_cache_that_is_down_fails_no_request(settings: Any) -> None:
    nobody_there = "redis://127.0.0.1:1"
    settings.CACHES = {
        "default": {"BACKEND": "config.cache.ForgivingRedisCache", "LOCATION": nobody_there}
    }
    board = Board()
    assert board.game(board.director, 1).status_code == 200


class EmptiedInBetween(LocMemCache):
    def add(self, *args: Any, **kwargs: Any) -> bool:
        added = super().add(*args, **kwargs)
        self.clear()
        return added


def test_a_cache_that_forgot_in_between_counts_again(settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": f"{__name__}.EmptiedInBetween"}}
    assert rate_limits.seconds_to_wait("writes_by_token", "a token") is None


def test_a_body_has_a_largest_size() -> None:
    board = Board()
    body = {"reason": "x" * 300_000, "score": [5, 0]}
    assert refused(board.post(board.director, "correct", body)) == (413, "too_large")


@pytest.mark.parametrize(
    ("path", "said"),
    [("/accounts/login/", "the site takes 17 MB at once"), ("/api/v1/clubs/", '"too_large"')],
)
def test_what_the_server_did_not_even_read_is_refused_by_its_length(
    path: str, said: str, settings: Any
) -> None:
    # The server leaves the body out and passes on how long it was.
    answer = client().generic("POST", path, "", CONTENT_LENGTH=str(settings.LARGEST_BODY + 1))
    assert answer.status_code == 413
    assert said in answer.content.decode()


@pytest.mark.parametrize(
    ("proxies", "header", "address"),
    [
        (1, "6.6.6.6, 10.0.0.9", "10.0.0.9"),
        (2, "6.6.6.6, 10.0.0.9, 10.0.0.1", "10.0.0.9"),
        (1, "10.0.0.9:4711", "10.0.0.9"),
        (1, "[2001:db8::1]:4711", "2001:db8::1"),
        (1, "2001:db8::1", "2001:db8::1"),
        (0, "6.6.6.6", "127.0.0.1"),
    ],
)
def test_only_our_own_proxies_are_believed(proxies: int, header: str, address: str) -> None:
    with override_settings(PROXIES_IN_FRONT=proxies):
        middleware = AddressBehindProxies(lambda request: HttpResponse(request.META["REMOTE_ADDR"]))
        answer = middleware(RequestFactory().get("/", headers={"X-Forwarded-For": header}))
    assert isinstance(answer, HttpResponse)
    assert answer.content.decode() == address


@pytest.mark.parametrize("header", ["", "10.0.0.1", "6.6.6.6, nonsense, 10.0.0.1"])
def test_what_did_not_pass_our_proxies_is_refused(header: str) -> None:
    with override_settings(PROXIES_IN_FRONT=2):
        answer = client().get("/api/v1/clubs/", headers={"X-Forwarded-For": header})
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["code"] == "not_through_the_proxy"
        assert client().get("/health/live/").status_code == 200


def test_a_forwarded_request_where_no_proxy_is_known_is_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    middleware = AddressBehindProxies(lambda request: HttpResponse(request.META["REMOTE_ADDR"]))
    for _ in range(3):
        middleware(RequestFactory().get("/", headers={"X-Forwarded-For": "6.6.6.6"}))
    assert caplog.text.count("PROXIES_IN_FRONT is 0") == 1


def test_a_counter_of_the_cluster_counts_and_is_forgotten(tmp_path: Path) -> None:
    valkey = Valkey(tmp_path)
    try:
        shared = ForgivingRedisCache(valkey.url, {})
        counted = [shared.count("rate:of-somebody", more, timeout=60) for more in (1, 1, 50)]
        assert counted == [1, 2, 52]
        key = shared.make_and_validate_key("rate:of-somebody")
        assert 50 < redis.Redis.from_url(valkey.url).ttl(key) <= 60
    finally:
        valkey.process.stop()
