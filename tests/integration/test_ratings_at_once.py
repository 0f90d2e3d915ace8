"""Several workers, and a hall that goes on playing, while ratings are computed again: one history comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Barrier, Event
from unittest.mock import patch

import pytest
from django.db import connection, transaction

from matches.models import Match, RatingChange, RatingPool
from matches.services import rating_replay
from matches.services.creation import NewMatch, make_matches
from matches.services.rating_pools import PoolSettings, create_pool
from matches.services.rating_replay import (
    compute_again,
    continue_replay,
    locked_pools,
    rate_everything,
    rate_matches,
)
from matches.services.results import report_result
from matches.services.verification import rating_differences
from players.actors import SYSTEM
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_player
from tests.integration.test_rating_order import history

pytestmark = [
    pytest.mark.integration,
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

EVENING = datetime(2026, 1, 18, 19, tzinfo=UTC)
PLAYED = 40
LONGEST = 60
"""Seconds after which somebody who still waits is blocked for good."""


@pytest.fixture(autouse=True)
def _small_chunks() -> Iterator[None]:
    with (
        patch.object(rating_replay, "AT_ONCE", 4),
        patch.dict(rating_replay.CHUNK, {connection.vendor: 3}),
    ):
        yield


@pytest.fixture
def matches() -> list[int]:
    """To be played; all that counts is who, and in which order."""
    club = a_club()
    people = [a_player(club).pk for _ in range(6)]
    create_pool(club_id=club.pk, settings=PoolSettings("House", system="glicko2"), actor=SYSTEM)
    meetings = [
        NewMatch(people[number % 6], people[(number * 5 + 1 + number // 6) % 6], MatchRules(5))
        for number in range(PLAYED * 2)
    ]
    made = make_matches(
        club_id=club.pk, new_matches=[one for one in meetings if one.a_id != one.b_id], actor=SYSTEM
    )
    return [match.pk for match in made]


def play(number: int, match: int) -> None:
    report_result(match_id=match, score=(5, number % 5), actor=SYSTEM)


def put_in_order(matches: list[int]) -> None:
    for number, match in enumerate(matches):
        at = EVENING + timedelta(minutes=number)
        Match.objects.filter(pk=match).update(finished_at=at)


def begin_again(before: list[int]) -> list[str]:
    """All of these played and rated, and everything about to be computed again; the pools' keys."""
    for number, match in enumerate(before):
        play(number, match)
    put_in_order(before)
    rate_everything()
    with transaction.atomic():
        for pool in locked_pools():
            compute_again(pool)
    return list(RatingPool.objects.values_list("pk", flat=True))


def rate_on(keys: list[str]) -> None:
    """Chunk by chunk, to the end."""
    for key in keys:
        while not continue_replay(pool_key=key):
            pass


def turn_some(matches: list[int]) -> None:
    """The result was the other one."""
    for match in matches:
        winner = Match.objects.values_list("winner", flat=True).get(pk=match)
        Match.objects.filter(pk=match).update(winner="b" if winner == "a" else "a")
        rate_matches(match_ids=[match])


def play_on(matches: list[int]) -> None:
    for number, match in enumerate(matches):
        play(number, match)
        rate_matches(match_ids=[match])


@contextmanager
def elsewhere() -> Iterator[ThreadPoolExecutor]:
    """Workers with connections of their own."""
    with ThreadPoolExecutor(4) as workers:
        yield workers


def on_own_connection(work: Callable[[], object]) -> Callable[[], None]:
    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    return run


def test_two_workers_and_a_hall_that_plays_on_leave_one_history(matches: list[int]) -> None:
    before, during = matches[:PLAYED], matches[PLAYED:]
    keys = begin_again(before)
    start = Barrier(4, timeout=LONGEST)
    works: tuple[Callable[[], None], ...] = (
        *(lambda: rate_on(keys), lambda: rate_on(keys)),
        *(lambda: play_on(during), lambda: turn_some(before[5::7])),
    )

    def together(work: Callable[[], None]) -> None:
        start.wait()
        work()

    with elsewhere() as workers:
        running = [workers.submit(on_own_connection(partial(together, work))) for work in works]
        for one in running:
            one.result(timeout=4 * LONGEST)
    rate_on(keys)
    found = history()
    assert RatingChange.objects.count() == 2 * len(keys) * len(matches)
    assert list(rating_differences()) == []
    rate_everything()
    assert history() == found


@pytest.mark.skipif(
    connection.vendor == "sqlite", reason="SQLite has one writer: there a chunk is short instead."
)
def test_a_result_does_not_wait_for_a_chunk(matches: list[int]) -> None:
    first, second, *_ = matches
    play(0, first)
    rate_everything()
    is_held, may_end = Event(), Event()

    def long_chunk() -> None:
        with transaction.atomic():
            locked_pools()
            is_held.set()
            may_end.wait(LONGEST)

    with elsewhere() as workers:
        chunk = workers.submit(on_own_connection(long_chunk))
        assert is_held.wait(LONGEST)
        workers.submit(on_own_connection(lambda: play(1, second))).result(timeout=LONGEST)
        # The result is there while ratings are still held.
        assert not chunk.done()
        assert Match.objects.get(pk=second).status == "finished"
        rated = workers.submit(on_own_connection(lambda: rate_matches(match_ids=[second])))
        may_end.set()
        chunk.result(timeout=LONGEST)
        rated.result(timeout=LONGEST)
    assert RatingChange.objects.filter(match=second).count() == 4
    assert list(rating_differences()) == []


def test_a_result_during_a_long_replay_is_rated_when_that_is_done(matches: list[int]) -> None:
    before, newest = matches[:PLAYED], matches[PLAYED]
    keys = begin_again(before)
    for key in keys:
        assert not continue_replay(pool_key=key)
    play(0, newest)
    rate_matches(match_ids=[newest])
    assert not RatingChange.objects.filter(match=newest).exists()
    assert Match.objects.get(pk=newest).winner == "a"
    for pool in RatingPool.objects.all():
        assert pool.is_being_recomputed
        assert 0 < pool.rated_again < pool.to_rate_again
    rate_on(keys)
    assert RatingChange.objects.filter(match=newest).count() == 2 * len(keys)
    assert list(rating_differences()) == []
