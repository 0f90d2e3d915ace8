"""Whatever happens to matches, and in whatever order it is heard of: ratings as if it had been so from the start."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from matches.models import (
    Match,
    MatchStatus,
    PoolException,
    Rating,
    RatingChange,
    RatingPool,
    StartValue,
)
from matches.services import rating_replay
from matches.services.creation import MatchSettings, NewMatch, make_matches
from matches.services.rating_replay import rate_everything
from matches.services.results import report_result
from matches.services.verification import rating_differences
from matches.services.voiding import void_match
from outbox.services import run_pending
from players.actors import SYSTEM
from players.models import Player
from players.services.merging import (
    DifferentPeople,
    NotMerged,
    SamePlayer,
    merge_players,
    undo_merge,
)
from players.services.registration import PlayerMerged
from rules_core.match import MatchRules
from tests.integration.factories import a_club, a_player

EVENING = datetime(2026, 1, 18, 19, tzinfo=UTC)
IDLE = timedelta(days=25)
"""Between matches, so that some months pass without one."""

meetings = st.tuples(
    st.permutations(range(4)).map(lambda order: order[:2]),
    st.sampled_from([1, 3, 7]),
    st.integers(0, 6),
    st.sampled_from(["", "open", "friendly"]),
)
"""Who against whom (the first wins), how long, when it ended (several at the same moment), and for which event."""
happenings = st.lists(
    st.tuples(
        st.sampled_from(["insert", "insert", "turn", "move", "void", "merge", "part"]),
        st.integers(0, 9),
        meetings,
    ),
    min_size=1,
    max_size=14,
)
Meeting = tuple[list[int], int, int, str]


def history() -> list[tuple[object, ...]]:
    """Every figure, to the last digit."""
    found: list[tuple[object, ...]] = []
    for model, order in (
        (RatingChange, ("pool", "at", "match_id", "player_id")),
        (Rating, ("pool", "player")),
    ):
        columns = [field.attname for field in model._meta.concrete_fields]
        columns.remove("id")
        found += model._default_manager.order_by(*order).values_list(*columns)
    return found


def some_pools(club: int, people: list[int]) -> None:
    """Both systems, both scopes, with settings and exceptions, and with start values."""
    RatingPool.objects.create(key="fibs")
    RatingPool.objects.create(key="long", club_id=club, shortest=3, ramp="gentle")
    glicko = RatingPool.objects.create(key="glicko", system="glicko2")
    chosen = RatingPool.objects.create(key="chosen", by_default=False, ramp="none")
    for pool, event, counts in ((glicko, "friendly", False), (chosen, "open", True)):
        PoolException.objects.create(pool=pool, club_id=club, event=event, counts=counts)
    StartValue.objects.create(pool=glicko, player_id=people[0], value=1700, deviation=90)
    StartValue.objects.create(pool=chosen, player_id=people[1], value=1620.5, experience=300)


def everything_rated() -> None:
    """The jobs that wait, and those they ask for, until none is left."""
    for _ in range(1000):
        if not run_pending():
            return
    raise AssertionError("The jobs go on for ever.")


@pytest.mark.integration
@pytest.mark.hypothesis
class RatingOrderTest(TestCase):
    """Each example starts from an empty database."""

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(happenings, st.sampled_from([(1, 1), (1, 2), (3, 2), (2000, 10)]))
    def test_one_by_one_gives_what_a_replay_from_scratch_gives(
        self, happened: list[tuple[str, int, Meeting]], sizes: tuple[int, int]
    ) -> None:
        club = a_club()
        people = [a_player(club).pk for _ in range(5)]
        some_pools(club.pk, people)
        rate_everything()
        at_once, chunk = sizes
        with (
            patch.object(rating_replay, "AT_ONCE", at_once),
            patch.dict(rating_replay.CHUNK, {connection.vendor: chunk}),
        ):
            self.all_of(happened, club.pk, people)
            everything_rated()
            step_by_step = history()
            rate_everything()
        assert history() == step_by_step
        assert list(rating_differences()) == []

    def all_of(
        self, happened: list[tuple[str, int, Meeting]], club: int, people: list[int]
    ) -> None:
        matches: list[int] = []
        for what, which, (pair, length, minutes, event) in happened:
            if what == "merge":
                self.merged(people[4], people[pair[0]])
            elif what == "part":
                self.parted(people[4])
            elif what == "insert" or not matches:
                a, b = people[pair[0]], people[pair[1]]
                matches.append(self.played(club, a, b, length, minutes, event))
            else:
                self.changed(matches[which % len(matches)], what, minutes)
            if which % 2:
                # Else the jobs of several happenings are done together.
                everything_rated()

    def merged(self, double: int, into: int) -> None:
        with suppress(DifferentPeople, PlayerMerged, SamePlayer):
            merge_players(player_id=double, into_id=into, actor=SYSTEM)

    def parted(self, double: int) -> None:
        with suppress(NotMerged):
            undo_merge(player_id=double, actor=SYSTEM)

    def played(self, club: int, a: int, b: int, length: int, minutes: int, event: str) -> int:
        merged: dict[int, Any] = dict(
            Player.objects.exclude(merged_into=None).values_list("pk", "merged_into")
        )
        a, b = merged.get(a, a), merged.get(b, b)
        meeting = NewMatch(a, b, MatchRules(length=length))
        (match,) = make_matches(
            club_id=club,
            new_matches=[meeting],
            actor=SYSTEM,
            settings=MatchSettings(event=event),
        )
        report_result(match_id=match.pk, score=(length, 0), actor=SYSTEM)
        Match.objects.filter(pk=match.pk).update(finished_at=EVENING + minutes * IDLE)
        return match.pk

    def changed(self, key: int, what: str, minutes: int) -> None:
        """The result was the other one, it ended at another time, or it does not count."""
        match = Match.objects.get(pk=key)
        if match.status == MatchStatus.VOID:
            return
        if what == "void":
            void_match(match_id=key, reason="wrong opponents", actor=SYSTEM)
        elif what == "turn":
            other = "b" if match.winner == "a" else "a"
            Match.objects.filter(pk=key).update(winner=other)
        else:
            Match.objects.filter(pk=key).update(finished_at=EVENING + minutes * IDLE)
        rating_replay.rate_matches(match_ids=[key])
